"""What is kept of duplicate races: their secrets, who took them up, and how that ended."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from .database import Database
from .schema import DUPLICATE_TABLES, DUPLICATES, RESULTS, VISITORS

Order = tuple[int, int, int]
"""How good a run is, by place, turns and dents; the less, the better."""

WRECKED = 99
"""The place of a wreck in an order: behind all others."""


@dataclass(frozen=True)
class Duplicate:
    """A race that anybody may take up: the same course, the same cards, the same mushers."""

    key: str
    secret: str
    """256 bits in hexadecimal, told to nobody who has not raced."""
    course: str
    course_name: str
    mushers: tuple[str, ...]
    """Who races against whoever takes it up."""
    at: float


@dataclass(frozen=True)
class Run:
    """How somebody's race with these cards ended."""

    rank: int
    """The same for those level."""
    race: str
    holder: str
    name: str
    dog: str | None
    place: int | None
    turns: int
    dents: int


@dataclass(frozen=True)
class RunTable:
    """How a duplicate race ended for those who took it up."""

    entrants: int
    """How many have raced it."""
    runs: list[Run]
    """The best of them, the best first, and one's own."""


class DuplicateStore:
    """Reads and writes what belongs to duplicate races, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, duplicate: Duplicate) -> None:
        """Keep a duplicate race."""
        row = {
            "duplicate": duplicate.key,
            "secret": duplicate.secret,
            "course": duplicate.course,
            "course_name": duplicate.course_name,
            "mushers": " ".join(duplicate.mushers),
            "at": duplicate.at,
        }
        await self._database.write([(self._database.upsert(DUPLICATES), row)])

    async def find(self, key: str) -> Duplicate | None:
        """Return a duplicate race, or None if there is none."""
        wanted = sql.select(DUPLICATES).where(DUPLICATES.c.duplicate == key)
        rows = await self._database.read(wanted)
        if not rows:
            return None
        key, secret, course, course_name, mushers, at = rows[0]
        return Duplicate(key, secret, course, course_name, tuple(mushers.split()), at)

    async def runs(self, key: str, most: int, holder: str | None = None) -> RunTable:
        """Return how it ended for those who took it up, the best first, and for a holder."""
        ranked = _ranked(key).subquery()
        wanted = (
            sql.select(ranked)
            .where(sql.or_(ranked.c.line <= most, ranked.c.holder == holder))
            .order_by(ranked.c.line)
        )
        rows = await self._database.read(wanted)
        return RunTable(rows[0][-1] if rows else 0, [Run(*row[:-2]) for row in rows])

    async def best_of_others(self, key: str, holder: str) -> Run | None:
        """Return the best run that is not a holder's own."""
        wanted = _ranked(key).where(RESULTS.c.holder != holder).order_by("line").limit(1)
        rows = await self._database.read(wanted)
        return Run(*rows[0][:-2]) if rows else None

    async def better_than(self, key: str, order: Order) -> int:
        """Return how many runs are better than one that ended in some way."""
        runs = _ranked(key).subquery()
        ended = sql.tuple_(sql.func.coalesce(runs.c.place, WRECKED), runs.c.turns, runs.c.dents)
        counted = sql.select(sql.func.count()).select_from(runs).where(ended < sql.tuple_(*order))
        return int((await self._database.read(counted))[0][0])


def _ranked(key: str) -> sql.Select[Any]:
    """Select the runs of a duplicate race with their ranks; of those level the earlier is before.

    A run is its taker's own: one that a bot drove has no holder, and is left out.
    """
    order = sql.func.coalesce(RESULTS.c.place, WRECKED), RESULTS.c.turns, RESULTS.c.dents
    return (
        sql.select(
            sql.func.rank().over(order_by=order).label("rank"),
            *(RESULTS.c.race, RESULTS.c.holder, VISITORS.c.name, VISITORS.c.dog),
            *(RESULTS.c.place, RESULTS.c.turns, RESULTS.c.dents),
            sql.func.row_number()
            .over(order_by=(*order, RESULTS.c.at, RESULTS.c.race))
            .label("line"),
            sql.func.count().over().label("entrants"),
        )
        .join(DUPLICATE_TABLES, DUPLICATE_TABLES.c.race == RESULTS.c.race)
        .join(VISITORS, VISITORS.c.token == RESULTS.c.holder)
        .where(DUPLICATE_TABLES.c.duplicate == key)
    )
