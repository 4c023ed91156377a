"""`Store`: the logs of all tables, for ever.

The log of a table is append-only, its primary key is (table, number), and every event is chained
by hash to the one before. What has been appended is on the disk before `append` returns.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import Any

import sqlalchemy as sql

from ..table.events import Event, format_event
from .database import Database
from .embedded import RowGone
from .errors import BrokenChain, TableGone
from .listing import Listed, Listing
from .log import Log, checked_log, first_link, next_link
from .schema import (
    ANALYSES,
    DUPLICATE_TABLES,
    EVENTS,
    PLANS,
    RACES,
    SEATS,
)
from .statements import INSERT_EVENT, KEEP_ANALYSIS, LIST_AGAIN, Job, keeping_results


class Store:
    """Reads and writes logs of tables, and what is kept beside them, in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # -- writing ------------------------------------------------------------------------------

    async def append(
        self,
        race: str,
        events: Sequence[Event],
        chain: bytes,
        listing: Listing,
        before: Listing | None = None,
    ) -> bytes:
        """Append events to a log; they are on the disk when this returns the new chain.

        `before` is the listing as it was: seats that did not change hands are not written. Raises
        NumberTaken if the log has gone on elsewhere, and TableGone if it is not there any more.
        """
        job: Job = []
        for event in events:
            body = format_event(event)
            chain = next_link(chain, body)
            row = {"race": race, "number": event.number, "body": body, "hash": chain}
            job.append((INSERT_EVENT, row))
        summary = {
            "race": race,
            "kind": listing.kind,
            "stage": listing.stage,
            "in_lobby": listing.in_lobby,
            "updated": listing.updated,
            "summary": listing.summary,
        }
        if events[0].number == 1:
            job.append((self.database.upsert(RACES), summary))
            if listing.duplicate:
                row = {"race": race, "duplicate": listing.duplicate}
                job.append((self.database.upsert(DUPLICATE_TABLES), row))
        else:
            # Whoever deletes a table deletes this row first: without it no log goes on.
            job.append((LIST_AGAIN, summary | {"table": race}))
        held = before.holders if before else (None,) * len(listing.holders)
        for seat, holder in enumerate(listing.holders):
            if holder != held[seat]:
                row = {"race": race, "seat": seat, "holder": holder}
                job.append((self.database.upsert(SEATS), row))
        if listing.results != (before.results if before else ()):
            job += keeping_results(self.database.embedded, race, listing.results)
        try:
            await self.database.write(job)
        except RowGone:
            raise TableGone(race) from None
        return chain

    async def keep_plan(self, race: str, seat: int, plan: str) -> None:
        """Remember a seat's plan."""
        row = {"race": race, "seat": seat, "plan": plan}
        await self.database.write([(self.database.upsert(PLANS), row)])

    async def keep_analysis(self, race: str, body: bytes) -> None:
        """Keep what the coach has found of a race; nothing if that has been deleted since."""
        row = {"race": race, "body": body.decode()}
        await self.database.write([(KEEP_ANALYSIS[self.database.embedded], row)])

    # -- reading ------------------------------------------------------------------------------

    async def read(self, race: str) -> Log | None:
        """Return the log of a table, or None if there is none.

        Raises BrokenChain if it is not the one that was written.
        """
        wanted = (
            sql.select(EVENTS.c.number, EVENTS.c.body, EVENTS.c.hash)
            .where(EVENTS.c.race == race)
            .order_by(EVENTS.c.number)
        )
        log = checked_log(race, 0, first_link(race), await self.database.read(wanted))
        return log if log.events else None

    async def read_recent(self, since: float, most: int) -> dict[str, Log]:
        """Return the logs of the races that went on last, those after a time; in two reads for all.

        One that is not as it was written is left out: whoever asks for it will be told.
        """
        recent = (
            sql.select(RACES.c.race)
            # Shown in the lobby or not: the index by time begins with that.
            .where(RACES.c.in_lobby.in_([True, False]), RACES.c.updated > since)
            .where(RACES.c.stage == "racing")
            .order_by(RACES.c.updated.desc())
            .limit(most)
        )
        names = [race for (race,) in await self.database.read(recent)]
        wanted = (
            sql.select(EVENTS.c.race, EVENTS.c.number, EVENTS.c.body, EVENTS.c.hash)
            .where(EVENTS.c.race.in_(names))
            .order_by(EVENTS.c.race, EVENTS.c.number)
        )
        found: dict[str, Log] = {}
        for race, rows in groupby(await self.database.read(wanted), key=lambda row: row[0]):
            with suppress(BrokenChain):
                found[race] = checked_log(race, 0, first_link(race), [row[1:] for row in rows])
        return found

    async def read_on(self, race: str, number: int, chain: bytes) -> Log:
        """Return what has been appended to a log after an event, whose chain is given.

        Raises TableGone if that event is no longer there.
        """
        # The event itself is read again: what follows upon a log that was pruned is no log.
        wanted = (
            sql.select(EVENTS.c.number, EVENTS.c.body, EVENTS.c.hash)
            .where(EVENTS.c.race == race, EVENTS.c.number >= number)
            .order_by(EVENTS.c.number)
        )
        rows = await self.database.read(wanted)
        if number:
            if not rows or rows[0][0] != number:
                raise TableGone(race)
            rows = rows[1:]
        return checked_log(race, number, chain, rows)

    async def numbers(self, races: Iterable[str]) -> dict[str, int]:
        """Return the number of the last event of each of some tables."""
        last = (
            sql.select(sql.func.max(EVENTS.c.number))
            .where(EVENTS.c.race == RACES.c.race)
            .scalar_subquery()
        )
        wanted = sql.select(RACES.c.race, last).where(RACES.c.race.in_(list(races)))
        return dict(await self.database.read(wanted))

    async def holders(self, races: Iterable[str]) -> set[str]:
        """Return who holds seats at some tables."""
        wanted = sql.select(SEATS.c.holder).distinct().where(SEATS.c.race.in_(list(races)))
        return {holder for (holder,) in await self.database.read(wanted) if holder}

    async def plan(self, race: str, seat: int) -> str | None:
        """Return a seat's plan, or None if it has none."""
        wanted = sql.select(PLANS.c.plan).where(PLANS.c.race == race, PLANS.c.seat == seat)
        rows = await self.database.read(wanted)
        return str(rows[0][0]) if rows else None

    async def analysis(self, race: str) -> bytes | None:
        """Return what the coach has found of a race, or None if that is not known."""
        rows = await self.database.read(sql.select(ANALYSES.c.body).where(ANALYSES.c.race == race))
        return str(rows[0][0]).encode() if rows else None

    async def lobby(self, stage: str, since: float, most: int) -> list[tuple[str, float]]:
        """Return tables at a stage that are in the lobby, the latest first: summary, and when."""
        wanted = (
            sql.select(RACES.c.summary, RACES.c.updated)
            .where(RACES.c.in_lobby, RACES.c.stage == stage, RACES.c.updated > since)
            .order_by(RACES.c.updated.desc(), RACES.c.race)
            .limit(most)
        )
        return [(summary, updated) for summary, updated in await self.database.read(wanted)]

    async def tables_of(self, holder: str, kinds: Sequence[str], most: int) -> list[Listed]:
        """Return a visitor's tables of some kinds, the latest first."""
        columns = RACES.c.race, RACES.c.stage, RACES.c.updated, RACES.c.summary, SEATS.c.seat
        wanted = (
            sql.select(*columns)
            .join(SEATS, SEATS.c.race == RACES.c.race)
            .where(SEATS.c.holder == holder, RACES.c.kind.in_(kinds))
            .order_by(RACES.c.updated.desc(), RACES.c.race, SEATS.c.seat)
            .limit(most)
        )
        found: dict[str, Listed] = {}
        for race, stage, updated, summary, seat in await self.database.read(wanted):
            seats = found[race].seats if race in found else ()
            found[race] = Listed(stage, updated, summary, (*seats, seat))
        return list(found.values())

    async def unfinished_of(self, holder: str, kinds: Sequence[str], since: float = 0.0) -> int:
        """Count a visitor's tables of some kinds that are not over and went on since."""
        values = {"who": holder, "since": since}
        [(count,)] = await self.database.read(_unfinished(tuple(kinds)), values)
        return int(count)


@cache
def _unfinished(kinds: tuple[str, ...]) -> Any:
    """Return the statement that counts a visitor's tables of some kinds that are not over."""
    return (
        sql.select(sql.func.count(RACES.c.race.distinct()))
        .join(SEATS, SEATS.c.race == RACES.c.race)
        .where(SEATS.c.holder == sql.bindparam("who", ""), RACES.c.kind.in_(kinds))
        .where(RACES.c.stage.not_in(("over", "closed")))
        .where(RACES.c.updated > sql.bindparam("since", 0.0))
    )
