"""What is kept of puzzles: how each visitor answered them at the first try, and on their day."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from .database import Database
from .embedded import RowGone, demanding
from .schema import PUZZLE_ANSWERS, VISITORS


@dataclass(frozen=True)
class PuzzleAnswer:
    """How a visitor answered a puzzle at the first try, or at the first on its day."""

    puzzle: str
    correct: bool
    day: str | None
    """The date, if it was the puzzle of the day."""


class PuzzleStore:
    """Reads and writes how visitors answer puzzles, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, holder: str, answer: PuzzleAnswer, now: float) -> bool:
        """Keep an answer; return False if the visitor has answered before, or is deleted.

        To the puzzle of a day, before means on that day.
        """
        row = {
            "puzzle": answer.puzzle,
            "correct": answer.correct,
            "day": answer.day or "",
            "at": now,
            "who": holder,
        }
        try:
            await self._database.write([(_INSERT[self._database.embedded], row)])
        except RowGone:
            return False
        return True

    async def answers_of(self, holder: str) -> list[PuzzleAnswer]:
        """Return all answers of a visitor, the first first."""
        columns = (PUZZLE_ANSWERS.c[name] for name in ("puzzle", "correct", "day"))
        wanted = sql.select(*columns).where(PUZZLE_ANSWERS.c.holder == holder)
        wanted = wanted.order_by(PUZZLE_ANSWERS.c.at, PUZZLE_ANSWERS.c.puzzle)
        rows = await self._database.read(wanted)
        return [PuzzleAnswer(puzzle, bool(correct), day or None) for puzzle, correct, day in rows]


def _inserting(embedded: bool) -> Any:
    insert = (sqlite.insert if embedded else postgresql.insert)(PUZZLE_ANSWERS)
    names = ("puzzle", "correct", "day", "at")
    given = [sql.bindparam(name, type_=PUZZLE_ANSWERS.c[name].type) for name in names]
    known = VISITORS.c.token == sql.bindparam("who")
    before = sql.exists().where(
        PUZZLE_ANSWERS.c.holder == VISITORS.c.token,
        PUZZLE_ANSWERS.c.puzzle == sql.bindparam("puzzle"),
    )
    counts = (sql.bindparam("day") != "") | ~before
    # Locked, so that whoever deletes the visitor meanwhile deletes the answer too.
    row = sql.select(*given, VISITORS.c.token).where(known, counts).with_for_update(read=True)
    # Demanding, so that of two answers at once only the one that is kept hears that it is.
    return demanding(insert.from_select([*names, "holder"], row).on_conflict_do_nothing())


_INSERT = {embedded: _inserting(embedded) for embedded in (True, False)}
