"""The store: the logs of all tables, for ever, and what is known of visitors. All SQL is here.

The log of a table is append-only, its primary key is (table, number), and every event is chained
by hash to the one before. What has been appended is on the disk before `append` returns. One task
writes: it puts everything that waits into one transaction, so that many wait for the disk at once.
"""

import asyncio
import hashlib
import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Self

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from ...course import Refused
from ..table.events import Event, format_event, parse_event
from .embedded import RowGone, demanding, is_demanding, write
from .schema import (
    CERTIFICATES,
    CURTAINS,
    DUPLICATE_TABLES,
    DUPLICATES,
    EVENTS,
    PARS,
    PLANS,
    PRESENCE,
    RACES,
    RECOVERIES,
    RESULTS,
    SEATS,
    TOKENS,
    VISITORS,
)
from .versions import UnknownVersion, newest_version, upgrade, version_of

if TYPE_CHECKING:
    from .postgres import Ringer

MOST_AT_ONCE = 256
"""Writes put into one transaction."""
SYNCHRONOUS = "FULL"
"""How SQLite writes: with NORMAL, a power cut would take back moves that were acknowledged."""


class NumberTaken(Exception):
    """Another process appended an event with this number first; read the log again."""


class BrokenChain(Exception):
    """A stored log was changed: an event does not follow from the one before."""


class TableGone(Exception):
    """A table that was pruned or deleted while a server still had it in memory."""


class StoreDown(Exception):
    """The database does not answer; whether the last write was kept is not known."""


class InvalidDatabase(Refused):
    """A database that cannot be used; the message says what would be right."""


@dataclass(frozen=True)
class Result:
    """How it ended for one seat of a table."""

    seat: int
    kind: str
    """As that of the listing."""
    holder: str | None
    """Hashed token of the person; None for a musher."""
    musher: str | None
    name: str
    colour: str
    course: str
    """The course line."""
    course_name: str
    day: str | None
    """The date, on a daily trail."""
    at: float
    place: int | None
    """None for a wreck, and where nobody else raced."""
    points: int | None
    """Of a solo game."""
    turns: int
    dents: int


@dataclass(frozen=True)
class Listing:
    """What lists show of a table, kept beside its log."""

    kind: str
    """In which of a visitor's lists it stands: `race`, `solo` or `daily`."""
    stage: str
    in_lobby: bool
    updated: float
    summary: str
    """JSON, which the store only keeps."""
    holders: tuple[str | None, ...]
    """The hashed token of each seat's holder."""
    shown: object = None
    """What the lobby shows of it, to see whether that has changed; it is not kept."""
    results: tuple[Result, ...] = ()
    """How it ended, by seat; empty before."""


@dataclass(frozen=True)
class Listed:
    """A table that somebody takes part in, as it was listed."""

    stage: str
    updated: float
    summary: str
    seats: tuple[int, ...]
    """The seats held."""


@dataclass(frozen=True)
class Log:
    """The events of a table, and the hash that the next one is chained to."""

    events: tuple[Event, ...]
    chain: bytes


def first_link(race: str) -> bytes:
    """Return the hash to which the first event of a table is chained."""
    return hashlib.sha256(f"snowtails log {race}".encode()).digest()


def next_link(chain: bytes, body: str) -> bytes:
    """Return the hash of an event and all before it."""
    return hashlib.sha256(chain + body.encode()).digest()


def database_url(text: str) -> URL:
    """Return the address of a database, or refuse it."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        url = URL.create("unreadable")
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg"}
    drivers["postgres"] = drivers["postgresql"]
    kind = url.drivername.partition("+")[0]
    if kind not in drivers:
        raise InvalidDatabase(
            "a database is sqlite:///path/to/file or postgresql://user@host/name, "
            f"not {url.render_as_string() if kind != 'unreadable' else 'this text'}"
        )
    return url.set(drivername=drivers[kind])


def sqlite_url(path: Path) -> str:
    """Return the address of an SQLite file."""
    return URL.create("sqlite", database=str(path)).render_as_string()


Job = list[tuple[Any, dict[str, Any]]]
"""Statements, each with a row of values."""


class Store:
    """Keeps logs, visitors and plans in SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.embedded = self.url.drivername.startswith("sqlite")
        self.shared = not self.embedded
        """Whether other servers may write to it."""
        self.ringer: Ringer | None = None
        """Tells other servers which tables have changed."""
        self._writing: AsyncEngine
        self._reading: AsyncEngine
        self._jobs: asyncio.Queue[tuple[Job, asyncio.Future[None]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._reads: set[asyncio.Future[Any]] = set()
        self._lock: IO[str] | None = None

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a store, bring its tables up to date and start writing."""
        store = cls(url)
        store._connect()
        try:
            await store._migrate()
        except (DBAPIError, UnknownVersion) as error:
            await store.close()
            raise InvalidDatabase(_unusable(store.url, error)) from error
        if store.shared:
            from .postgres import Ringer

            store.ringer = Ringer(store.url)
            store.ringer.start()
        store._writer = asyncio.create_task(store._write())
        return store

    def _connect(self) -> None:
        if not self.embedded:
            self._writing = self._reading = create_async_engine(
                self.url,
                pool_size=5,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args={"connect_timeout": 5, "options": "-c statement_timeout=10000"},
            )
            return
        if not self.url.database:
            raise InvalidDatabase("an SQLite database needs a file, as in sqlite:///snowtails.db")
        path = Path(self.url.database)
        path.parent.mkdir(parents=True, exist_ok=True)
        # It holds the secrets of races under way: for nobody else on this machine to read.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._lock = _locked(path.with_name(f"{path.name}.lock"))
        # One connection writes, and it alone checkpoints: SQLite before 3.51.3 can corrupt a
        # write-ahead log when two do.
        kept = {"max_overflow": 0, "hide_parameters": True}  # parameters are cards and secrets
        self._writing = create_async_engine(self.url, pool_size=1, **kept)
        self._reading = create_async_engine(self.url, pool_size=2, **kept)
        settings = ("journal_mode=WAL", f"synchronous={SYNCHRONOUS}", "busy_timeout=10000")
        _set_up(self._writing, settings)
        _set_up(self._reading, ("query_only=ON", "busy_timeout=10000"))

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

    # -- migrations ---------------------------------------------------------------------------

    async def _migrate(self) -> None:
        async with self._writing.begin() as connection:
            if not self.embedded:
                # Of several servers that start at once, one migrates and the others wait.
                await connection.execute(sql.select(sql.func.pg_advisory_xact_lock(0x5A10)))
            await connection.run_sync(upgrade)

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
            job.append((_INSERT_EVENT, row))
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
        else:
            # Whoever deletes a table deletes this row first: without it no log goes on.
            job.append((_LIST_AGAIN, summary | {"table": race}))
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

    async def keep_presence(self, race: str, process: str, at: float, state: str) -> None:
        """Tell the other servers what this one knows of a table."""
        row = {"race": race, "process": process, "at": at, "state": state}
        await self._done([(self._upsert(PRESENCE), row)])

    async def still_there(self, process: str, at: float, forget: float) -> None:
        """Tell the other servers that this one is there; forget those not heard of for long."""
        there = sql.update(PRESENCE).where(PRESENCE.c.process == sql.bindparam("who"))
        gone = sql.delete(PRESENCE).where(PRESENCE.c.at < sql.bindparam("before"))
        await self._done(
            [
                (there.values(at=sql.bindparam("now")), {"who": process, "now": at}),
                (gone, {"before": forget}),
            ]
        )

    async def drop_presence(self, process: str) -> None:
        """Tell the other servers that this one is gone."""
        gone = sql.delete(PRESENCE).where(PRESENCE.c.process == sql.bindparam("who"))
        await self._done([(gone, {"who": process})])

    async def keep_curtain(self, race: str, holder: str, seat: int | None, number: int) -> None:
        """Remember whose cards are to be seen at a screen since an event; None for nobody's."""
        row = {"race": race, "holder": holder, "seat": seat, "number": number}
        await self._done([(self._upsert(CURTAINS), row)])

    def _upsert(self, table: sql.Table) -> Any:
        return _UPSERTS[self.embedded, table.name]

    async def _done(self, job: Job) -> None:
        """Have a job written, even if whoever waits for it gives up."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._jobs.put((job, done))
        await asyncio.shield(done)

    async def _write(self) -> None:
        while True:
            batch = [await self._jobs.get()]
            while len(batch) < MOST_AT_ONCE and not self._jobs.empty():
                batch.append(self._jobs.get_nowait())
            await self._commit(batch)
            for _ in batch:
                self._jobs.task_done()

    async def _commit(self, batch: list[tuple[Job, "asyncio.Future[None]"]]) -> None:
        """Write several jobs in one transaction; if that fails, each by itself."""
        try:
            connection = await self._for_writing()
            await _execute(connection, [step for job, _ in batch for step in job])
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            taken = isinstance(error, IntegrityError | sqlite3.IntegrityError)
            gone = isinstance(error, RowGone)
            if not taken and not gone:
                await self._let_go()
            if len(batch) > 1:
                for each in batch:
                    await self._commit([each])
                return
            _, done = batch[0]
            if not done.done():
                lost = RowGone() if gone else StoreDown(type(error).__name__)
                done.set_exception(NumberTaken() if taken else lost)
            return
        for _, done in batch:
            if not done.done():
                done.set_result(None)
        if self.ringer:
            # After the commit: inside the transaction it would make all commits wait in a row.
            bells = {_bell(row) for job, _ in batch for _, row in job}
            self.ringer.ring(bells - {""})

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
        log = _checked(race, 0, first_link(race), await self._all(wanted))
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
                found[race] = _checked(race, 0, first_link(race), [row[1:] for row in rows])
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
        return _checked(race, number, chain, rows)

    async def numbers(self, races: Iterable[str]) -> dict[str, int]:
        """Return the number of the last event of each of some tables."""
        last = (
            sql.select(sql.func.max(EVENTS.c.number))
            .where(EVENTS.c.race == RACES.c.race)
            .scalar_subquery()
        )
        wanted = sql.select(RACES.c.race, last).where(RACES.c.race.in_(list(races)))
        return dict(await self._all(wanted))

    async def presence(self, races: Iterable[str]) -> list[tuple[str, str, float, str]]:
        """Return what servers know of some tables: table, server, when it was said, and what."""
        columns = PRESENCE.c.race, PRESENCE.c.process, PRESENCE.c.at, PRESENCE.c.state
        rows = await self._all(sql.select(*columns).where(PRESENCE.c.race.in_(list(races))))
        return [(race, process, at, state) for race, process, at, state in rows]

    async def curtains(self, race: str) -> list[tuple[str, int | None, int]]:
        """Return whose cards are to be seen at which screen, and since which event."""
        columns = CURTAINS.c.holder, CURTAINS.c.seat, CURTAINS.c.number
        rows = await self._all(sql.select(*columns).where(CURTAINS.c.race == race))
        return [(holder, seat, number) for holder, seat, number in rows]

    async def holders(self, races: Iterable[str]) -> set[str]:
        """Return who holds seats at some tables."""
        wanted = sql.select(SEATS.c.holder).distinct().where(SEATS.c.race.in_(list(races)))
        return {holder for (holder,) in await self._all(wanted) if holder}

    async def plan(self, race: str, seat: int) -> str | None:
        """Return a seat's plan, or None if it has none."""
        wanted = sql.select(PLANS.c.plan).where(PLANS.c.race == race, PLANS.c.seat == seat)
        rows = await self._all(wanted)
        return str(rows[0][0]) if rows else None

    async def lobby(self, stage: str, since: float, most: int) -> list[tuple[str, float]]:
        """Return tables at a stage that are in the lobby, the latest first: summary, and when."""
        wanted = (
            sql.select(RACES.c.summary, RACES.c.updated)
            .where(RACES.c.in_lobby, RACES.c.stage == stage, RACES.c.updated > since)
            .order_by(RACES.c.updated.desc(), RACES.c.race)
            .limit(most)
        )
        return [(summary, updated) for summary, updated in await self._all(wanted)]

    async def tables_of(self, holder: str, kind: str, most: int) -> list[Listed]:
        """Return a visitor's tables of a kind, the latest first."""
        columns = RACES.c.race, RACES.c.stage, RACES.c.updated, RACES.c.summary, SEATS.c.seat
        wanted = (
            sql.select(*columns)
            .join(SEATS, SEATS.c.race == RACES.c.race)
            .where(SEATS.c.holder == holder, RACES.c.kind == kind)
            .order_by(RACES.c.updated.desc(), RACES.c.race, SEATS.c.seat)
            .limit(most)
        )
        found: dict[str, Listed] = {}
        for race, stage, updated, summary, seat in await self._all(wanted):
            seats = found[race].seats if race in found else ()
            found[race] = Listed(stage, updated, summary, (*seats, seat))
        return list(found.values())

    async def ping(self) -> None:
        """Raise an error if the database does not answer."""
        await self._all(sql.select(sql.literal(1)))

    async def _all(self, wanted: Any) -> list[tuple[Any, ...]]:
        """Read all rows, even if whoever waits gives up: a cut connection would be lost."""
        reading = asyncio.ensure_future(self._read_all(wanted))
        self._reads.add(reading)
        reading.add_done_callback(self._was_read)
        return await asyncio.shield(reading)

    def _was_read(self, reading: "asyncio.Future[Any]") -> None:
        self._reads.discard(reading)
        if not reading.cancelled():
            reading.exception()  # whoever still waits is told

    async def _read_all(self, wanted: Any) -> list[tuple[Any, ...]]:
        try:
            async with self._reading.connect() as connection:
                return [tuple(row) for row in await connection.execute(wanted)]
        except (SQLAlchemyError, OSError) as error:
            raise StoreDown(type(error).__name__) from error


_INSERT_EVENT = sql.insert(EVENTS)
_LIST_AGAIN = demanding(sql.update(RACES).where(RACES.c.race == sql.bindparam("table")))
"""Writes what lists show of a table that is there already."""


def _bell(row: dict[str, Any]) -> str:
    """Return what is rung for a row that was written: its table and number; empty for others."""
    return f"{row['race']}:{row.get('number', 0)}" if "race" in row else ""


def _checked(race: str, number: int, chain: bytes, rows: Sequence[tuple[Any, ...]]) -> Log:
    """Return the events in some rows that follow upon an event, or raise BrokenChain."""
    events = []
    for count, (found, body, link) in enumerate(rows, number + 1):
        chain = next_link(chain, body)
        if chain != bytes(link) or found != count:
            raise BrokenChain(f"event {count} of table {race} is not the one that was stored")
        events.append(parse_event(body))
    return Log(tuple(events), chain)


def _upserting(table: sql.Table, embedded: bool) -> Any:
    insert: Any = (sqlite.insert if embedded else postgresql.insert)(table)
    if table is RESULTS:
        # Whoever has been forgotten meanwhile is not remembered by what a race brings.
        known = sql.select(VISITORS.c.token).where(VISITORS.c.token == sql.bindparam("who"))
        others: dict[str, Any] = {
            c.name: sql.bindparam(c.name) for c in table.columns if c.name != "holder"
        }
        insert = insert.values(holder=known.scalar_subquery(), **others)
    keys = [column.name for column in table.primary_key]
    rest = {c.name: insert.excluded[c.name] for c in table.columns if c.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=rest)


_UPSERTS = {
    (embedded, table.name): _upserting(table, embedded)
    for embedded in (True, False)
    for table in (
        RACES,
        SEATS,
        VISITORS,
        PLANS,
        PRESENCE,
        CURTAINS,
        TOKENS,
        RECOVERIES,
        RESULTS,
        PARS,
        CERTIFICATES,
        DUPLICATES,
        DUPLICATE_TABLES,
    )
}


async def _execute(
    connection: AsyncConnection, steps: Iterable[tuple[Any, dict[str, Any]]]
) -> None:
    """Execute statements in one transaction, each once for all of its rows."""
    grouped: dict[int, tuple[Any, list[dict[str, Any]]]] = {}
    for statement, row in steps:
        grouped.setdefault(id(statement), (statement, []))[1].append(row)
    for statement, rows in grouped.values():
        # Always in the same order, or two servers could wait for each other for ever.
        keys = [column.name for column in statement.table.primary_key]
        rows.sort(key=lambda row, keys=keys: _key(row, keys))  # type: ignore[misc]
    if connection.dialect.name == "sqlite":
        await write(connection, grouped.values())
        return
    async with connection.begin():
        for statement, rows in grouped.values():
            done = await connection.execute(statement, rows)
            if is_demanding(statement) and done.rowcount != len(rows):
                raise RowGone


def _key(row: dict[str, Any], keys: Sequence[str]) -> list[Any]:
    """Return by what a row is sorted: the primary key, as far as it is given, or all there is."""
    return [row[name] for name in keys if name in row] or list(row.values())


def _set_up(engine: AsyncEngine, settings: Sequence[str]) -> None:
    @sql.event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()


def _locked(path: Path) -> IO[str]:
    """Take the lock that keeps a second server from the same file."""
    lock = path.open("a+")
    if os.name == "posix":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            process = lock.read().strip() or "unknown"
            lock.close()
            raise InvalidDatabase(
                f"another server, process {process}, uses {path.with_suffix('')}; SQLite has "
                "one server: stop it, name another data folder, or use PostgreSQL"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
    return lock


async def look_at(url: str) -> str:
    """Say which tables a database has, changing nothing; raise InvalidDatabase if it is wrong."""
    found_url = database_url(url)
    shown = found_url.render_as_string()
    path = found_url.database or ""
    if found_url.drivername.startswith("sqlite") and not Path(path).exists():
        return f"{shown}, not there yet: the first start makes it"
    engine = create_async_engine(found_url)
    try:
        async with engine.connect() as connection:
            version = await connection.run_sync(version_of)
    except (DBAPIError, UnknownVersion) as error:
        raise InvalidDatabase(_unusable(found_url, error)) from error
    finally:
        await engine.dispose()
    if version == newest_version():
        return f"{shown}, tables of version {version}"
    return f"{shown}, tables of version {version}: the next start brings them up to date"


def _unusable(url: URL, error: Exception) -> str:
    shown = url.render_as_string()
    told = str(getattr(error, "orig", error)).splitlines()[0]
    return f"the database {shown} cannot be used: {told}; check its address and that it runs"
