"""What PostgreSQL offers to several servers: a doorbell and claims.

Neither is trusted. A bell that is not heard is made up for by reading the log every second or two;
a claim that is lost is made up for by the log's primary key.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

import psycopg
from sqlalchemy.engine import URL

from .engine import POSTGRES_SETTINGS

log = logging.getLogger("snowtails.server")

CHANNEL = "snowtails"
RING = f"SELECT pg_notify('{CHANNEL}', bell) FROM unnest(%s::text[]) AS bell"
AGAIN_AFTER = 0.5
"""Seconds after which a lost connection is tried again."""


def _conninfo(url: URL) -> str:
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


async def _connect(url: URL) -> "psycopg.AsyncConnection[tuple[object, ...]]":
    return await psycopg.AsyncConnection.connect(
        _conninfo(url), autocommit=True, **POSTGRES_SETTINGS
    )


class Ringer:
    """Tells the other servers which tables have changed."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.pid = 0
        """By which process of the database it rings: one's own bells need no answer."""
        self._bells: set[str] = set()
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to ring."""
        self._task = asyncio.create_task(self._keep_ringing())

    async def stop(self) -> None:
        """Ring no more."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def ring(self, bells: set[str]) -> None:
        """Ring for tables, each with a number, as soon as may be."""
        self._bells |= bells
        self._wanted.set()

    async def _keep_ringing(self) -> None:
        while True:
            try:
                async with await _connect(self.url) as connection:
                    self.pid = connection.info.backend_pid
                    while True:
                        await self._wanted.wait()
                        self._wanted.clear()
                        bells, self._bells = self._bells, set()
                        await connection.execute(RING, [sorted(bells)])
            except (psycopg.Error, OSError):
                log.warning("no bell can be rung; the others look at the logs anyway")
            except Exception:  # the next bells have to be rung all the same
                log.exception("no bell can be rung; the others look at the logs anyway")
            await asyncio.sleep(AGAIN_AFTER)  # nothing would tell that the database is back


class Doorbell:
    """Hears which tables other servers have written to."""

    def __init__(
        self, ringer: Ringer, rung: Callable[[str], None], connected: Callable[[], None]
    ) -> None:
        self._ringer = ringer
        self._rung = rung
        self._connected = connected

    async def listen(self) -> None:
        """Call `rung` with the name of each table that changed, for ever.

        Whenever the line is up, at the beginning and again, `connected` is called: anything may
        have happened meanwhile.
        """
        while True:
            try:
                async with await _connect(self._ringer.url) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self._connected()
                    async for bell in connection.notifies():
                        if bell.pid != self._ringer.pid:
                            self._rung(bell.payload.rpartition(":")[0])
            except (psycopg.Error, OSError) as error:
                log.warning("the doorbell is down: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_AFTER)  # nothing would tell that the database is back


class Claims:
    """Claims to work that is to be done once; they end with the process that holds them."""

    def __init__(self, url: URL) -> None:
        self._url = url
        self._connection: psycopg.AsyncConnection[tuple[object, ...]] | None = None
        self._held: set[str] = set()
        self._lock = asyncio.Lock()

    async def take(self, key: str) -> bool:
        """Return whether the work is ours; if the database does not answer, it is nobody's."""
        async with self._lock:
            if key in self._held:
                return False
            try:
                if self._connection is None:
                    self._connection = await _connect(self._url)
                got = await self._ask("pg_try_advisory_lock", key)
            except (psycopg.Error, OSError):
                await self._let_go()
                return False
            if got:
                self._held.add(key)
            return got

    async def release(self, key: str) -> None:
        """Give up a claim."""
        async with self._lock:
            if key not in self._held:
                return  # it went with its connection
            self._held.discard(key)
            try:
                await self._ask("pg_advisory_unlock", key)
            except (psycopg.Error, OSError):
                await self._let_go()

    async def close(self) -> None:
        """Give up all claims."""
        async with self._lock:
            await self._let_go()

    async def _ask(self, function: str, key: str) -> bool:
        assert self._connection
        asked = f"SELECT {function}(hashtextextended(%s, 0))"
        row = await (await self._connection.execute(asked, [key])).fetchone()
        return row is not None and bool(row[0])

    async def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        self._held.clear()
        if connection:
            with suppress(psycopg.Error, OSError):
                await connection.close()
