"""What is kept for visitors: who they are, their devices, and how their races ended."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any

import sqlalchemy as sql

from ..table.tokens import RECOVERY_LASTS
from .courses import forgetting_author
from .database import Database
from .embedded import RowGone, demanding
from .listing import Result
from .schema import (
    ANALYSES,
    CURTAINS,
    DUPLICATE_TABLES,
    EVENTS,
    PARS,
    PLANS,
    PUZZLE_ANSWERS,
    RACES,
    RECOVERIES,
    RESULTS,
    SEATS,
    TOKENS,
    VISITORS,
)
from .statements import Job, keeping_results

MOST_DEVICES = 20
"""Devices to which somebody can be taken along; the one added first is forgotten for another."""


@dataclass(frozen=True)
class Visitor:
    """Somebody with a token."""

    holder: str
    """The hash of the first token: what seats are held by."""
    name: str
    dog: str | None = None
    """The face chosen."""
    colour: str | None = None
    """The colour liked best."""


@dataclass(frozen=True)
class RaceResult:
    """How a table ended for one of its seats."""

    race: str
    result: Result


@dataclass(frozen=True)
class DayResult:
    """Somebody's best try at a daily trail."""

    rank: int
    """The same for the same points."""
    holder: str
    name: str
    dog: str | None
    points: int
    at: float
    race: str


@dataclass(frozen=True)
class DayTable:
    """The results of a daily trail."""

    entrants: int
    """How many have a result."""
    results: list[DayResult]
    """The best of them, the best first, and one's own."""


@dataclass(frozen=True)
class OwnTables:
    """The tables at which a visitor sits."""

    alone: list[str]
    """Those at which no other person sits."""
    shared: dict[str, str]
    """The others, with their stage."""


_VISITOR = VISITORS.c.token, VISITORS.c.name, VISITORS.c.dog, VISITORS.c.colour
_RESULT = [RESULTS.c[field.name] for field in fields(Result)]


_ADD = sql.insert(VISITORS)
_CHANGE = demanding(sql.update(VISITORS).where(VISITORS.c.token == sql.bindparam("who")))


def _row(visitor: Visitor, now: float) -> dict[str, Any]:
    row = {"token": visitor.holder, "name": visitor.name, "since": now}
    return row | {"dog": visitor.dog, "colour": visitor.colour}


class VisitorStore:
    """Reads and writes what belongs to visitors, in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- who they are -------------------------------------------------------------------------

    async def find(self, token: str) -> Visitor | None:
        """Return a visitor by the hash of a token, of the first or of another device."""
        elsewhere = sql.select(TOKENS.c.holder).where(TOKENS.c.token == token).scalar_subquery()
        either = sql.or_(VISITORS.c.token == token, VISITORS.c.token == elsewhere)
        wanted = sql.select(*_VISITOR).where(either)
        rows = await self._database.read(wanted)
        return Visitor(*rows[0]) if rows else None

    async def find_all(self, holders: Iterable[str]) -> dict[str, Visitor]:
        """Return visitors by the hashes of all their tokens, in two reads for all."""
        wanted = sql.select(*_VISITOR).where(VISITORS.c.token.in_(sorted(set(holders))))
        known = {row[0]: Visitor(*row) for row in await self._database.read(wanted)}
        devices = sql.select(TOKENS.c.token, TOKENS.c.holder).where(
            TOKENS.c.holder.in_(sorted(known))
        )
        others = {token: known[holder] for token, holder in await self._database.read(devices)}
        return known | others

    async def add(self, visitor: Visitor, now: float) -> None:
        """Remember somebody new."""
        await self._database.write([(_ADD, _row(visitor, now))])

    async def change(self, visitor: Visitor, now: float) -> bool:
        """Remember what has changed of a visitor; return False if that one was deleted."""
        row = _row(visitor, now)
        try:
            await self._database.write([(_CHANGE, row | {"who": visitor.holder})])
        except RowGone:
            return False
        return True

    async def keep_recovery(self, holder: str, code: str, now: float) -> None:
        """Remember the hash of the code in a visitor's recovery link; the one before ends."""
        row = {"holder": holder, "code": code, "since": now}
        await self._database.write([(self._database.upsert(RECOVERIES), row)])

    async def recover(self, code: str, token: str, now: float) -> str | None:
        """Give a device's token to whoever has a recovery link, once; return its holder."""
        wanted = sql.select(RECOVERIES.c.holder).where(
            RECOVERIES.c.code == code, RECOVERIES.c.since > now - RECOVERY_LASTS
        )
        rows = await self._database.read(wanted)
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
        used = demanding(sql.delete(RECOVERIES).where(RECOVERIES.c.code == sql.bindparam("used")))
        job: Job = [
            (used, {"used": code}),
            (self._database.upsert(TOKENS), row),
            (old, {"who": holder}),
        ]
        try:
            await self._database.write(job)
        except RowGone:
            return None  # used twice at once
        return holder

    async def forget(self, holder: str, races: Iterable[str]) -> None:
        """Delete a visitor, and those of some tables whole at which nobody else sits by now.

        What was raced at the others stays, without its holder; so do published courses that
        others have rated.
        """
        job: Job = []
        names = sorted(set(races))
        # Whoever sits down just now is waited for, and seen by the statements that follow.
        waiting = sql.update(RACES).where(RACES.c.race == sql.bindparam("which"))
        waiting = waiting.values(stage=RACES.c.stage)
        job += [(waiting, {"which": name}) for name in names]
        others = sql.exists().where(
            SEATS.c.race == RACES.c.race, SEATS.c.holder != sql.bindparam("who")
        )
        alone = sql.delete(RACES).where(RACES.c.race == sql.bindparam("race"), ~others)
        job += [(alone, {"race": name, "who": holder}) for name in names]
        for table in (EVENTS, SEATS, PLANS, CURTAINS, RESULTS, ANALYSES, DUPLICATE_TABLES):
            stays = sql.exists().where(RACES.c.race == table.c.race)
            deleting = sql.delete(table).where(table.c.race == sql.bindparam("race"), ~stays)
            job += [(deleting, {"race": name}) for name in names]
        whose = {"who": holder}
        for table, column in (
            (VISITORS, VISITORS.c.token),
            (TOKENS, TOKENS.c.holder),
            (RECOVERIES, RECOVERIES.c.holder),
            (CURTAINS, CURTAINS.c.holder),
            (PUZZLE_ANSWERS, PUZZLE_ANSWERS.c.holder),
        ):
            job.append((sql.delete(table).where(column == sql.bindparam("who")), whose))
        for table in (SEATS, RESULTS):
            own = table.c.holder == sql.bindparam("who")
            job.append((sql.update(table).where(own).values(holder=None), whose))
        await self._database.write(job + forgetting_author(holder))

    async def tables_of(self, holder: str) -> OwnTables:
        """Return a visitor's tables, those shared with other people apart."""
        own = sql.select(SEATS.c.race).where(SEATS.c.holder == holder)
        wanted = (
            sql.select(SEATS.c.race, RACES.c.stage, sql.func.count(sql.distinct(SEATS.c.holder)))
            .join(RACES, RACES.c.race == SEATS.c.race)
            .where(SEATS.c.race.in_(own), SEATS.c.holder.is_not(None))
            .group_by(SEATS.c.race, RACES.c.stage)
        )
        rows = await self._database.read(wanted)
        shared = {race: stage for race, stage, people in rows if people > 1}
        return OwnTables([race for race, _, people in rows if people == 1], shared)

    # -- how it ended -------------------------------------------------------------------------

    async def keep_results(self, race: str, results: Iterable[Result]) -> None:
        """Remember how a table ended that was over before results were kept."""
        await self._database.write(keeping_results(self._database.embedded, race, results))

    async def without_results(self, holder: str, most: int, but: Iterable[str] = ()) -> list[str]:
        """Return tables of a visitor, but some, that are over and lack their results."""
        kept = sql.exists().where(RESULTS.c.race == RACES.c.race)
        wanted = (
            sql.select(RACES.c.race)
            .join(SEATS, SEATS.c.race == RACES.c.race)
            .where(SEATS.c.holder == holder, RACES.c.stage == "over", ~kept)
            .where(RACES.c.kind != "retry")
            .where(RACES.c.race.not_in(list(but)))
            .distinct()
            .limit(most)
        )
        return [race for (race,) in await self._database.read(wanted)]

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
        return [RaceResult(race, Result(*row)) for race, *row in await self._database.read(wanted)]

    async def results_at(self, race: str) -> list[Result]:
        """Return how a table ended, by seat."""
        wanted = sql.select(*_RESULT).where(RESULTS.c.race == race).order_by(RESULTS.c.seat)
        return [Result(*row) for row in await self._database.read(wanted)]

    async def summary(self, race: str) -> tuple[str, str, str] | None:
        """Return kind, stage and summary of a table as it is listed, or None if there is none."""
        wanted = sql.select(RACES.c.kind, RACES.c.stage, RACES.c.summary).where(
            RACES.c.race == race
        )
        rows = await self._database.read(wanted)
        return (str(rows[0][0]), str(rows[0][1]), str(rows[0][2])) if rows else None

    # -- days ---------------------------------------------------------------------------------

    async def best_of_day(self, day: str, most: int, holder: str | None = None) -> DayTable:
        """Return how many have a result at a daily trail, the best of them, and a holder's own.

        Everybody's best try counts; of those level in points the earlier stands before.
        """
        tries = (
            sql.select(
                *(RESULTS.c[name] for name in ("holder", "race", "points", "at")),
                sql.func.row_number()
                .over(
                    partition_by=RESULTS.c.holder,
                    order_by=(RESULTS.c.points.desc(), RESULTS.c.at, RESULTS.c.race),
                )
                .label("attempt"),
            )
            .where(RESULTS.c.day == day)
            .subquery()
        )
        best_first = tries.c.points.desc(), tries.c.at, tries.c.race
        ranked = (
            sql.select(
                sql.func.rank().over(order_by=tries.c.points.desc()).label("rank"),
                *(tries.c.holder, VISITORS.c.name, VISITORS.c.dog),
                *(tries.c.points, tries.c.at, tries.c.race),
                sql.func.row_number().over(order_by=best_first).label("line"),
                sql.func.count().over().label("entrants"),
            )
            .join(VISITORS, VISITORS.c.token == tries.c.holder)
            .where(tries.c.attempt == 1)
            .subquery()
        )
        wanted = (
            sql.select(ranked)
            .where(sql.or_(ranked.c.line <= most, ranked.c.holder == holder))
            .order_by(ranked.c.line)
        )
        rows = await self._database.read(wanted)
        return DayTable(rows[0][-1] if rows else 0, [DayResult(*row[:-2]) for row in rows])

    async def days_of(self, holder: str) -> list[str]:
        """Return the days whose trail a visitor has driven to its end."""
        wanted = sql.select(RESULTS.c.day).distinct()
        wanted = wanted.where(RESULTS.c.holder == holder, RESULTS.c.day.is_not(None))
        return [day for (day,) in await self._database.read(wanted)]

    async def par(self, day: str) -> int | None:
        """Return the par of a day, if it is known."""
        rows = await self._database.read(sql.select(PARS.c.points).where(PARS.c.day == day))
        return int(rows[0][0]) if rows else None

    async def keep_par(self, day: str, points: int) -> None:
        """Remember the par of a day."""
        await self._database.write([(self._database.upsert(PARS), {"day": day, "points": points})])
