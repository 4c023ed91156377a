"""How visitors answer puzzles."""

import sqlalchemy as sql
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "puzzle_answers",
        sql.Column("holder", sql.String(64), primary_key=True),
        sql.Column("puzzle", sql.String(16), primary_key=True),
        sql.Column("correct", sql.Boolean, nullable=False),
        sql.Column("day", sql.String(10)),
        sql.Column("at", sql.Double, nullable=False),
    )
