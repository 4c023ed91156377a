"""What is kept of duplicate races: their secrets, who took them up, and how that ended."""

from dataclasses import dataclass

import sqlalchemy as sql

from .schema import DUPLICATE_TABLES, DUPLICATES, RESULTS, VISITORS
from .store import Store


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

    race: str
    holder: str
    name: str
    dog: str | None
    place: int | None
    turns: int
    dents: int
    at: float


class DuplicateStore:
    """Reads and writes what belongs to duplicate races, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

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
        await self._store._done([(self._store._upsert(DUPLICATES), row)])

    async def find(self, key: str) -> Duplicate | None:
        """Return a duplicate race, or None if there is none."""
        rows = await self._store._all(sql.select(DUPLICATES).where(DUPLICATES.c.duplicate == key))
        if not rows:
            return None
        key, secret, course, course_name, mushers, at = rows[0]
        return Duplicate(key, secret, course, course_name, tuple(mushers.split()), at)

    async def taken(self, key: str, race: str) -> None:
        """Note that a table takes up a duplicate race."""
        row = {"race": race, "duplicate": key}
        await self._store._done([(self._store._upsert(DUPLICATE_TABLES), row)])

    async def runs(self, key: str) -> list[Run]:
        """Return how it ended for all who took it up, the best first."""
        wanted = (
            sql.select(
                *(RESULTS.c.race, RESULTS.c.holder, VISITORS.c.name, VISITORS.c.dog),
                *(RESULTS.c.place, RESULTS.c.turns, RESULTS.c.dents, RESULTS.c.at),
            )
            .join(DUPLICATE_TABLES, DUPLICATE_TABLES.c.race == RESULTS.c.race)
            .join(VISITORS, VISITORS.c.token == RESULTS.c.holder)
            .where(DUPLICATE_TABLES.c.duplicate == key)
            # Wrecks come last; of those level the earlier stands before.
            .order_by(
                RESULTS.c.place.is_(None),
                *(RESULTS.c.place, RESULTS.c.turns, RESULTS.c.dents, RESULTS.c.at),
            )
        )
        return [Run(*row) for row in await self._store._all(wanted)]
