"""`Database`: writes and reads rows in SQLite or PostgreSQL, for all stores that stand on it.

What was written is on the disk before `write` returns. One task writes: it puts everything that
waits into one transaction, so that many wait for the disk at once.
"""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import IO, TYPE_CHECKING, Any, Self

import sqlalchemy as sql
from sqlalchemy.exc import (
    DBAPIError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from .embedded import RowGone, read, vacuum
from .engine import (
    database_url,
    migrate,
    postgres_engine,
    sqlite_engines,
    take_any_time,
    what_is_risked,
)
from .errors import CommitUnanswered, NumberTaken, StoreDown
from .statements import UPSERTS, Job, bell, execute

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


class Database:
    """An open database."""

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
        """Open a database, bring its tables up to date and start writing."""
        found = cls(url)
        if found.embedded:
            found._writing, found._reading, found._lock = sqlite_engines(found.url)
        else:
            found._writing = found._reading = postgres_engine(found.url)
        try:
            await migrate(found.url, found._writing)
            if found.shared and (risk := await what_is_risked(found._writing)):
                log.warning("%s", risk)
        except BaseException:
            await found.close()
            raise
        if found.shared:
            from .postgres import Ringer

            found.ringer = Ringer(found.url)
            found.ringer.start()
        found._writer = asyncio.create_task(found._keep_writing())
        return found

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

    def changes(self, *tables: sql.Table) -> int:
        """Return how often this server has written to some tables."""
        return sum(self._changes[table.name] for table in tables)

    def upsert(self, table: sql.Table) -> Any:
        """Return the statement that writes a row of a table, whether it is there or not."""
        return UPSERTS[self.embedded, table.name]

    async def write(self, job: Job) -> None:
        """Write a job whole or not at all, even if whoever waits gives up: that takes until it is.

        Raises RowGone, NumberTaken if a row is there already, or StoreDown.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._jobs.put((job, done))
        try:
            await done  # whoever gives up cancels this alone, not what is written
        except asyncio.CancelledError:
            # The log is read next, and has to tell. Jobs are done in turn: after this one, all are.
            with suppress(StoreDown):
                await self.write([])
            raise

    async def _keep_writing(self) -> None:
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
                if last or not _was_cut(error):
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

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction, however long its statements take: no server's daily work."""
        async with self._writing.begin() as connection:
            await take_any_time(connection)
            yield connection

    async def vacuum(self) -> None:
        """Give the room of what was deleted back to the disk; PostgreSQL does so by itself."""
        if self.embedded:
            async with self._writing.connect() as connection:
                await vacuum(connection)

    # -- reading ------------------------------------------------------------------------------

    async def read(
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

    async def ping(self) -> None:
        """Raise an error if the database does not answer."""
        await self.read(sql.select(sql.literal(1)))


def _was_cut(error: Exception) -> bool:
    """Return whether the connection was lost before anything was committed.

    A database that has answered would answer the same again, and all who write would wait for it.
    """
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return not isinstance(error, CommitUnanswered)


def _failure(error: Exception) -> Exception:
    """Return what somebody is told whose job could not be done."""
    if isinstance(error, RowGone):
        return RowGone()
    return NumberTaken() if isinstance(error, JOB_REFUSED) else StoreDown(type(error).__name__)
