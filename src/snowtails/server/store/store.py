"""The store: the logs of all tables, for ever, and what is known of visitors. All SQL is here.

The log of a table is append-only, its primary key is (table, number), and every event is chained
by hash to the one before. What has been appended is on the disk before `append` returns. One task
writes: it puts everything that waits into one transaction, so that many wait for the disk at once.
"""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from itertools import groupby
from typing import IO, TYPE_CHECKING, Any, Self

import sqlalchemy as sql
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ..table.events import Event, format_event
from .embedded import RowGone, read
from .engine import database_url, migrate, postgres_engine, sqlite_engines, what_is_risked
from .errors import BrokenChain, CommitUnanswered, NumberTaken, StoreDown, TableGone
from .listing import Listed, Listing, Result
from .log import Log, checked_log, first_link, next_link
from .schema import (
    ANALYSES,
    DUPLICATE_TABLES,
    EVENTS,
    PLANS,
    RACES,
    RESULTS,
    SEATS,
)
from .statements import INSERT_EVENT, KEEP_ANALYSIS, LIST_AGAIN, UPSERTS, Job, bell, execute

if TYPE_CHECKING:
    from .postgres import Ringer

log = logging.getLogger("snowtails.server")

MOST_AT_ONCE = 256
"""Writes put into one transaction."""

JOB_REFUSED = (RowGone, IntegrityError, sqlite3.IntegrityError)
"""What says of a job that it cannot be done, and that nothing of it has been."""
DATABASE_FAILS = (
    *(CommitUnanswered, OperationalError, InterfaceError, sqlite3.OperationalError),
    *(sql.exc.TimeoutError, OSError),
)
"""What would befall every other job too."""

_Waiting = tuple[Job, "asyncio.Future[None]"]
"""Something to be written, and who waits for it."""


class Store:
    """Keeps logs, visitors and plans in SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.embedded = self.url.drivername.startswith("sqlite")
        self.shared = not self.embedded
        """Whether other servers may write to it."""
        self.ringer: Ringer | None = None
        """Tells other servers which tables have changed."""
        self._changes: Counter[str] = Counter()
        self._writing: AsyncEngine
        self._reading: AsyncEngine
        self._jobs: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._reads: set[asyncio.Future[Any]] = set()
        self._lock: IO[str] | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, bring its tables up to date and start writing."""
        store = cls(url)
        if store.embedded:
            store._writing, store._reading, store._lock = sqlite_engines(store.url)
        else:
            store._writing = store._reading = postgres_engine(store.url)
        try:
            await migrate(store.url, store._writing)
            if store.shared and (risk := await what_is_risked(store._writing)):
                log.warning("%s", risk)
        except BaseException:
            await store.close()
            raise
        if store.shared:
            from .postgres import Ringer

            store.ringer = Ringer(store.url)
            store.ringer.start()
        store._writer = asyncio.create_task(store._write())
        return store

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._writer:
            await self._jobs.join()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
            self._writer = None
        if self.ringer:
            await self.ringer.stop()
        await asyncio.gather(*self._reads, return_exceptions=True)
        if self._connection:
            await self._connection.close()
            self._connection = None
        await self._reading.dispose()
        await self._writing.dispose()
        if self._lock:
            self._lock.close()

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
            job.append((self._upsert(RACES), summary))
            if listing.duplicate:
                row = {"race": race, "duplicate": listing.duplicate}
                job.append((self._upsert(DUPLICATE_TABLES), row))
        else:
            # Whoever deletes a table deletes this row first: without it no log goes on.
            job.append((LIST_AGAIN, summary | {"table": race}))
        held = before.holders if before else (None,) * len(listing.holders)
        for seat, holder in enumerate(listing.holders):
            if holder != held[seat]:
                row = {"race": race, "seat": seat, "holder": holder}
                job.append((self._upsert(SEATS), row))
        if listing.results != (before.results if before else ()):
            job += self.result_rows(race, listing.results)
        try:
            await self._done(job)
        except RowGone:
            raise TableGone(race) from None
        return chain

    def result_rows(self, race: str, results: Iterable[Result]) -> Job:
        """Return what is to be written of how a table ended."""
        job = []
        for each in results:
            row = {"race": race, **asdict(each)}
            row["who"] = row.pop("holder")
            job.append((self._upsert(RESULTS), row))
        return job

    async def keep_plan(self, race: str, seat: int, plan: str) -> None:
        """Remember a seat's plan."""
        row = {"race": race, "seat": seat, "plan": plan}
        await self._done([(self._upsert(PLANS), row)])

    async def keep_analysis(self, race: str, body: bytes) -> None:
        """Keep what the coach has found of a race; nothing if that has been deleted since."""
        row = {"race": race, "body": body.decode()}
        await self._done([(KEEP_ANALYSIS[self.embedded], row)])

    def changes(self, *tables: sql.Table) -> int:
        """Return how often this server has written to some tables."""
        return sum(self._changes[table.name] for table in tables)

    def _upsert(self, table: sql.Table) -> Any:
        return UPSERTS[self.embedded, table.name]

    async def _done(self, job: Job) -> None:
        """Have a job written, even if whoever waits for it gives up: that takes until it is."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._jobs.put((job, done))
        try:
            await done  # whoever gives up cancels this alone, not what is written
        except asyncio.CancelledError:
            # The log is read next, and has to tell. Jobs are done in turn: after this one, all are.
            with suppress(StoreDown):
                await self._done([])
            raise

    async def _write(self) -> None:
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._jobs.task_done()

    async def _commit(self, batch: "list[_Waiting]") -> None:
        """Write several jobs in one transaction; if one of them is at fault, each by itself."""
        try:
            await self._execute([step for job, _ in batch for step in job])
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            if len(batch) > 1 and not isinstance(error, DATABASE_FAILS):
                for each in batch:
                    await self._commit([each])
            else:
                self._fail(batch, error)
            return
        self._changes.update({step.table.name for job, _ in batch for step, _ in job})
        for _, done in batch:
            if not done.done():
                done.set_result(None)
        if self.ringer:
            # After the commit: inside the transaction it would make all commits wait in a row.
            bells = {bell(row) for job, _ in batch for _, row in job}
            self.ringer.ring(bells - {""})

    async def _execute(self, steps: Job) -> None:
        """Write in one transaction; if the connection was lost meanwhile, on a new one.

        That is tried only if nothing was committed for sure: an append that is there already, but
        for an answer, would meet its own rows and be taken for another server's.
        """
        for last in (False, True):
            try:
                await execute(await self._for_writing(), steps)
                return
            except JOB_REFUSED:
                raise
            except Exception as error:
                await self._let_go()
                if last or isinstance(error, CommitUnanswered):
                    raise

    def _fail(self, batch: "list[_Waiting]", error: Exception) -> None:
        """Tell those who wait what went wrong."""
        for job, done in batch:
            # It may be there all the same: a commit that was not answered.
            self._changes.update({step.table.name for step, _ in job})
            if not done.done():
                done.set_exception(_failure(error))

    async def _for_writing(self) -> AsyncConnection:
        """Return the connection that writes; it is kept, for opening one costs time."""
        if self._connection is None:
            self._connection = await self._writing.connect()
        return self._connection

    async def _let_go(self) -> None:
        """Close the connection that writes: a new one may fare better."""
        connection, self._connection = self._connection, None
        if connection:
            with suppress(SQLAlchemyError, OSError):
                await connection.invalidate()
                await connection.close()

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
        log = checked_log(race, 0, first_link(race), await self._all(wanted))
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
        names = [race for (race,) in await self._all(recent)]
        wanted = (
            sql.select(EVENTS.c.race, EVENTS.c.number, EVENTS.c.body, EVENTS.c.hash)
            .where(EVENTS.c.race.in_(names))
            .order_by(EVENTS.c.race, EVENTS.c.number)
        )
        found: dict[str, Log] = {}
        for race, rows in groupby(await self._all(wanted), key=lambda row: row[0]):
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
        rows = await self._all(wanted)
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
        return dict(await self._all(wanted))

    async def holders(self, races: Iterable[str]) -> set[str]:
        """Return who holds seats at some tables."""
        wanted = sql.select(SEATS.c.holder).distinct().where(SEATS.c.race.in_(list(races)))
        return {holder for (holder,) in await self._all(wanted) if holder}

    async def plan(self, race: str, seat: int) -> str | None:
        """Return a seat's plan, or None if it has none."""
        wanted = sql.select(PLANS.c.plan).where(PLANS.c.race == race, PLANS.c.seat == seat)
        rows = await self._all(wanted)
        return str(rows[0][0]) if rows else None

    async def analysis(self, race: str) -> bytes | None:
        """Return what the coach has found of a race, or None if that is not known."""
        rows = await self._all(sql.select(ANALYSES.c.body).where(ANALYSES.c.race == race))
        return str(rows[0][0]).encode() if rows else None

    async def lobby(self, stage: str, since: float, most: int) -> list[tuple[str, float]]:
        """Return tables at a stage that are in the lobby, the latest first: summary, and when."""
        wanted = (
            sql.select(RACES.c.summary, RACES.c.updated)
            .where(RACES.c.in_lobby, RACES.c.stage == stage, RACES.c.updated > since)
            .order_by(RACES.c.updated.desc(), RACES.c.race)
            .limit(most)
        )
        return [(summary, updated) for summary, updated in await self._all(wanted)]

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
        for race, stage, updated, summary, seat in await self._all(wanted):
            seats = found[race].seats if race in found else ()
            found[race] = Listed(stage, updated, summary, (*seats, seat))
        return list(found.values())

    async def unfinished_of(self, holder: str, kinds: Sequence[str], since: float = 0.0) -> int:
        """Count a visitor's tables of some kinds that are not over and went on since."""
        values = {"who": holder, "since": since}
        [(count,)] = await self._all(_unfinished(tuple(kinds)), values)
        return int(count)

    async def ping(self) -> None:
        """Raise an error if the database does not answer."""
        await self._all(sql.select(sql.literal(1)))

    async def _all(
        self, wanted: Any, values: dict[str, Any] | None = None
    ) -> list[tuple[Any, ...]]:
        """Read all rows, even if whoever waits gives up: a cut connection would be lost.

        A statement that is the same object each time is given with its values, and is read quickly.
        """
        reading = asyncio.ensure_future(self._read_all(wanted, values))
        self._reads.add(reading)
        reading.add_done_callback(self._was_read)
        return await asyncio.shield(reading)

    def _was_read(self, reading: "asyncio.Future[Any]") -> None:
        self._reads.discard(reading)
        if not reading.cancelled():
            reading.exception()  # whoever still waits is told

    async def _read_all(self, wanted: Any, values: dict[str, Any] | None) -> list[tuple[Any, ...]]:
        try:
            async with self._reading.connect() as connection:
                if self.embedded and values is not None:
                    return await read(connection, wanted, values)
                return [tuple(row) for row in await connection.execute(wanted, values)]
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StoreDown(type(error).__name__) from error


def _failure(error: Exception) -> Exception:
    """Return what somebody is told whose job could not be done."""
    if isinstance(error, RowGone):
        return RowGone()
    return NumberTaken() if isinstance(error, JOB_REFUSED) else StoreDown(type(error).__name__)


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
