"""What is kept for visitors: who they are, their devices, and how their races ended."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sql

from .schema import (
    CURTAINS,
    EVENTS,
    PARS,
    PLANS,
    RACES,
    RECOVERIES,
    RESULTS,
    SEATS,
    TOKENS,
    VISITORS,
)
from .store import Result, Store

MOST_DEVICES = 20
"""Devices to which somebody can be taken along; the one added first is forgotten for another."""


@dataclass(frozen=True)
class VisitorRow:
    """A visitor as kept."""

    holder: str
    """The hash of the first token: what seats are held by."""
    name: str
    dog: str | None = None
    colour: str | None = None


@dataclass(frozen=True)
class RaceResult:
    """How a table ended for one of its seats."""

    race: str
    result: Result


@dataclass(frozen=True)
class DayResult:
    """Somebody's best try at a daily trail."""

    holder: str
    name: str
    dog: str | None
    points: int
    at: float
    race: str


_RESULT = [RESULTS.c[field.name] for field in fields(Result)]


class VisitorStore:
    """Reads and writes what belongs to visitors, in the database of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- who they are -------------------------------------------------------------------------

    async def find(self, token: str) -> VisitorRow | None:
        """Return a visitor by the hash of a token, of the first or of another device."""
        elsewhere = sql.select(TOKENS.c.holder).where(TOKENS.c.token == token).scalar_subquery()
        wanted = sql.select(
            VISITORS.c.token, VISITORS.c.name, VISITORS.c.dog, VISITORS.c.colour
        ).where(sql.or_(VISITORS.c.token == token, VISITORS.c.token == elsewhere))
        rows = await self._store._all(wanted)
        return VisitorRow(*rows[0]) if rows else None

    async def keep(self, visitor: VisitorRow, now: float) -> None:
        """Remember a visitor."""
        row = {
            "token": visitor.holder,
            "name": visitor.name,
            "since": now,
            "dog": visitor.dog,
            "colour": visitor.colour,
        }
        await self._store._done([(self._store._upsert(VISITORS), row)])

    async def keep_recovery(self, holder: str, code: str, now: float) -> None:
        """Remember the hash of the code in a visitor's recovery link; the one before ends."""
        row = {"holder": holder, "code": code, "since": now}
        await self._store._done([(self._store._upsert(RECOVERIES), row)])

    async def recover(self, code: str, token: str, now: float) -> str | None:
        """Give a device's token to whoever has a recovery link; return its holder."""
        wanted = sql.select(RECOVERIES.c.holder).where(RECOVERIES.c.code == code)
        rows = await self._store._all(wanted)
        if not rows:
            return None
        holder = str(rows[0][0])
        newest = (
            sql.select(TOKENS.c.token)
            .where(TOKENS.c.holder == sql.bindparam("who"))
            .order_by(TOKENS.c.since.desc(), TOKENS.c.token)
            .limit(MOST_DEVICES)
        )
        old = sql.delete(TOKENS).where(
            TOKENS.c.holder == sql.bindparam("who"), TOKENS.c.token.not_in(newest)
        )
        row = {"token": token, "holder": holder, "since": now}
        await self._store._done([(self._store._upsert(TOKENS), row), (old, {"who": holder})])
        return holder

    async def forget(self, holder: str, races: Iterable[str]) -> None:
        """Delete a visitor, the results, and some tables whole; the others keep an empty seat."""
        whose = {"who": holder}
        job: Any = [
            (sql.delete(table).where(column == sql.bindparam("who")), whose)
            for table, column in (
                (VISITORS, VISITORS.c.token),
                (TOKENS, TOKENS.c.holder),
                (RECOVERIES, RECOVERIES.c.holder),
                (RESULTS, RESULTS.c.holder),
                (CURTAINS, CURTAINS.c.holder),
            )
        ]
        own = SEATS.c.holder == sql.bindparam("who")
        job.append((sql.update(SEATS).where(own).values(holder=None), whose))
        names = sorted(set(races))
        for table in (EVENTS, RACES, SEATS, PLANS, CURTAINS, RESULTS):
            deleting = sql.delete(table).where(table.c.race == sql.bindparam("which"))
            job += [(deleting, {"which": name}) for name in names]
        await self._store._done(job)

    async def lone_tables(self, holder: str) -> tuple[list[str], list[str]]:
        """Return the tables at which no other person sits, and those at which others do."""
        own = sql.select(SEATS.c.race).where(SEATS.c.holder == holder)
        wanted = sql.select(SEATS.c.race, sql.func.count(sql.distinct(SEATS.c.holder))).where(
            SEATS.c.race.in_(own), SEATS.c.holder.is_not(None)
        )
        rows = await self._store._all(wanted.group_by(SEATS.c.race))
        return [race for race, people in rows if people == 1], [
            race for race, people in rows if people > 1
        ]

    # -- how it ended -------------------------------------------------------------------------

    async def keep_results(self, race: str, results: Iterable[Result]) -> None:
        """Remember how a table ended that was over before results were kept."""
        await self._store._done(self._store.result_rows(race, results))

    async def without_results(self, holder: str, most: int) -> list[str]:
        """Return tables of a visitor that are over, but whose results are not kept yet."""
        kept = sql.exists().where(RESULTS.c.race == RACES.c.race)
        wanted = (
            sql.select(RACES.c.race)
            .join(SEATS, SEATS.c.race == RACES.c.race)
            .where(SEATS.c.holder == holder, RACES.c.stage == "over", ~kept)
            .distinct()
            .limit(most)
        )
        return [race for (race,) in await self._store._all(wanted)]

    async def results_of(self, holder: str, most: int) -> list[RaceResult]:
        """Return how a visitor's tables ended for everybody at them, the latest first."""
        latest = (
            sql.select(RESULTS.c.race)
            .where(RESULTS.c.holder == holder)
            .group_by(RESULTS.c.race)
            .order_by(sql.func.max(RESULTS.c.at).desc())
            .limit(most)
        )
        wanted = (
            sql.select(RESULTS.c.race, *_RESULT)
            .where(RESULTS.c.race.in_(latest))
            .order_by(RESULTS.c.at.desc(), RESULTS.c.race, RESULTS.c.seat)
        )
        return [RaceResult(race, Result(*row)) for race, *row in await self._store._all(wanted)]

    async def results_at(self, race: str) -> list[Result]:
        """Return how a table ended, by seat."""
        wanted = sql.select(*_RESULT).where(RESULTS.c.race == race).order_by(RESULTS.c.seat)
        return [Result(*row) for row in await self._store._all(wanted)]

    async def summary(self, race: str) -> tuple[str, str, str] | None:
        """Return kind, stage and summary of a table as it is listed, or None if there is none."""
        wanted = sql.select(RACES.c.kind, RACES.c.stage, RACES.c.summary).where(
            RACES.c.race == race
        )
        rows = await self._store._all(wanted)
        return (str(rows[0][0]), str(rows[0][1]), str(rows[0][2])) if rows else None

    # -- days ---------------------------------------------------------------------------------

    async def best_of_day(self, day: str, most: int) -> list[DayResult]:
        """Return everybody's best try at a daily trail, the best first, the earlier before."""
        ranked = sql.select(
            RESULTS.c.holder,
            RESULTS.c.race,
            RESULTS.c.points,
            RESULTS.c.at,
            sql.func.row_number()
            .over(
                partition_by=RESULTS.c.holder,
                order_by=(RESULTS.c.points.desc(), RESULTS.c.at, RESULTS.c.race),
            )
            .label("rank"),
        ).where(RESULTS.c.day == day)
        best = ranked.subquery()
        wanted = (
            sql.select(
                best.c.holder,
                VISITORS.c.name,
                VISITORS.c.dog,
                best.c.points,
                best.c.at,
                best.c.race,
            )
            .join(VISITORS, VISITORS.c.token == best.c.holder)
            .where(best.c.rank == 1)
            .order_by(best.c.points.desc(), best.c.at, best.c.race)
            .limit(most)
        )
        return [DayResult(*row) for row in await self._store._all(wanted)]

    async def par(self, day: str) -> int | None:
        """Return the par of a day, if it is known."""
        rows = await self._store._all(sql.select(PARS.c.points).where(PARS.c.day == day))
        return int(rows[0][0]) if rows else None

    async def keep_par(self, day: str, points: int) -> None:
        """Remember the par of a day."""
        await self._store._done([(self._store._upsert(PARS), {"day": day, "points": points})])
