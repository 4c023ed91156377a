"""Answers to puzzles by puzzle and day: one that is met again on its day counts on it."""

from datetime import date

import sqlalchemy as sql
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

_OLD = sql.table("puzzle_answers", *map(sql.column, ("holder", "puzzle", "correct", "day", "at")))


def upgrade() -> None:
    """Make the table anew; an answer that was kept by its date gets the puzzle of that day."""
    new = op.create_table(
        "puzzle_answers_by_day",
        sql.Column("holder", sql.String(64), primary_key=True),
        sql.Column("puzzle", sql.String(16), primary_key=True),
        sql.Column("day", sql.String(10), primary_key=True),
        sql.Column("correct", sql.Boolean, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    )
    day = sql.func.coalesce(_OLD.c.day, "")
    columns = (_OLD.c.holder, _OLD.c.puzzle, day, _OLD.c.correct, _OLD.c.at)
    op.execute(new.insert().from_select([*new.c.keys()], sql.select(*columns)))
    by_date = sql.select(new.c.puzzle).where(new.c.puzzle == new.c.day).distinct()
    for name in op.get_bind().scalars(by_date).all():
        from snowtails.coach.puzzle import puzzle_of_day  # not wanted for new databases

        puzzle = puzzle_of_day(date.fromisoformat(name)).id
        other = new.alias()
        kept = sql.exists().where(
            other.c.holder == new.c.holder, other.c.puzzle == puzzle, other.c.day == name
        )
        op.execute(new.delete().where(new.c.puzzle == name, kept))
        op.execute(new.update().where(new.c.puzzle == name).values(puzzle=puzzle))
    op.drop_table("puzzle_answers")
    op.rename_table("puzzle_answers_by_day", "puzzle_answers")
