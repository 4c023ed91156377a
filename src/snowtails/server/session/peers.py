"""`Peers`: the other servers on the same database, of which any may answer any request.

The log decides, memory is a cache. A bell tells that a table has changed elsewhere; since bells may
be lost, the logs of tables that somebody listens to are also looked at every second or two. Who is
there is told from server to server by rows that count as long as the server that told them is heard
of, whatever else it has to do.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from ..store.database import Database
from ..store.errors import StoreDown, TableGone
from ..store.presence import DEAD_AFTER, PresenceStore
from ..store.store import Store

if TYPE_CHECKING:
    from .session import Session

log = logging.getLogger("snowtails.server")

LOOK_EVERY = 1.0
"""Seconds after which the logs are looked at, whether a bell was rung or not."""
BEAT_EVERY = DEAD_AFTER.total_seconds() / 3
"""Seconds after which a server says again that it is there: a beat or two may come late."""
LISTS_EVERY = 0.2
"""Seconds for which changes of lists are collected."""
AGAIN_AFTER = 0.5
"""Seconds after which what has failed is done again."""


@dataclass(frozen=True)
class PeerState:
    """What another server knows of a table that the log does not tell."""

    present: tuple[str, ...] = ()
    """Holders of seats who are there."""
    onlookers: int = 0
    watching: tuple[str, ...] = ()
    """Names of onlookers."""
    thinking: int | None = None
    awake_since: float | None = None
    """Since when clocks run there; None if the table sleeps."""


_STATE = msgspec.json.Decoder(PeerState)  # what a newer server may tell besides is left out


class HubOfPeers(Protocol):
    """What the peers need of the hub."""

    database: Database
    store: Store
    presence: PresenceStore

    def awake(self) -> Iterable["Session"]:
        """Return the sessions that somebody listens to, or that have something to do."""

    def awake_session(self, table: str) -> "Session | None":
        """Return the session of a table, if it is in memory."""

    async def lists_changed(self, tables: set[str]) -> None:
        """Tell lobby and lists of races that tables have changed elsewhere."""

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Have something done in the background."""


class Peers:
    """Keeps one server in step with the others."""

    def __init__(self, hub: HubOfPeers) -> None:
        from ..store.postgres import Claims, Doorbell

        assert hub.database.ringer
        self.hub = hub
        self.process = secrets.token_hex(8)
        self._claims = Claims(hub.database.url)
        self._doorbell = Doorbell(hub.database.ringer, self.rung, self.look)
        self._tasks: list[asyncio.Task[None]] = []
        self._told: dict[str, PeerState] = {}
        """What others know of tables, all but those of which there is nothing to know."""
        self._untold: set[str] = set()
        self._changed: set[str] = set()
        self._lists = asyncio.Event()
        self._look = asyncio.Event()
        self._tell = asyncio.Event()

    def start(self) -> None:
        """Begin to listen, to look and to tell."""
        works = (
            self._doorbell.listen,
            self._look_on,
            self._beat,
            self._tell_on,
            self._list_on,
        )
        self._tasks = [asyncio.create_task(_for_ever(work)) for work in works]

    async def stop(self) -> None:
        """Say that this server is gone, and give up what it has claimed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._claims.close()
        with suppress(StoreDown):
            await self.hub.presence.go(self.process)

    # -- hearing ------------------------------------------------------------------------------

    def rung(self, table: str) -> None:
        """Read what has changed at a table, as a bell says."""
        self._changed.add(table)
        self._lists.set()
        session = self.hub.awake_session(table)
        if session:
            self.hub.spawn(self._catch_up(session))

    async def _catch_up(self, session: "Session") -> None:
        with suppress(StoreDown, TableGone):  # it will be looked at again, or was forgotten
            await session.catch_up()
            await self.hear([session])

    def look(self) -> None:
        """Look at all tables now."""
        self._look.set()

    async def _look_on(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._look.wait(), LOOK_EVERY)
        self._look.clear()
        await self._look_at_all()

    async def _look_at_all(self) -> None:
        sessions = {session.table.name: session for session in self.hub.awake()}
        numbers = await self.hub.store.numbers(sessions)
        self._lists.set()  # they may have changed without a bell
        for table, session in sessions.items():
            number = numbers.get(table)
            if number is None or number > session.table.number:
                with _apart(table):
                    await session.catch_up()
        await self.hear(sessions.values())
        for table, session in sessions.items():
            with _apart(table):
                session.try_again()

    async def hear(self, sessions: Iterable["Session"]) -> None:
        """Tell sessions what the other servers know of their tables."""
        asked = {session.table.name: session for session in sessions}
        found: dict[str, list[PeerState]] = {table: [] for table in asked}
        for table, state in await self.hub.presence.told(asked, but=self.process):
            with _apart(table):
                found[table].append(_STATE.decode(state))
        for table, session in asked.items():
            with _apart(table):
                session.hear(found[table])

    # -- telling ------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Tell the others that this server is there; if they had forgotten it, all it has told."""
        if not await self.hub.presence.beat(self.process):
            self._will_tell(self._told)
        await asyncio.sleep(BEAT_EVERY)

    def note(self, session: "Session") -> None:
        """Tell the others who is at a table, if that has changed."""
        table = session.table.name
        if self._told.get(table, PeerState()) != self._state_of(table):
            self._will_tell([table])

    def _state_of(self, table: str) -> PeerState:
        session = self.hub.awake_session(table)
        return session.peer_state() if session else PeerState()

    def _will_tell(self, tables: Iterable[str]) -> None:
        self._untold.update(tables)
        self._tell.set()

    async def _tell_on(self) -> None:
        await self._tell.wait()
        while self._untold:
            table = self._untold.pop()
            try:
                await self._tell_one(table)
            except StoreDown:
                self._untold.add(table)
                raise
        self._tell.clear()

    async def _tell_one(self, table: str) -> None:
        state = self._state_of(table)
        if state == PeerState():
            self._told.pop(table, None)
            await self.hub.presence.drop(table, self.process)
        else:
            self._told[table] = state  # what changes while it is written is told afterwards
            await self.hub.presence.tell(table, self.process, msgspec.json.encode(state).decode())

    async def _list_on(self) -> None:
        await self._lists.wait()
        await asyncio.sleep(LISTS_EVERY)  # bells of many tables are answered together
        self._lists.clear()
        changed, self._changed = self._changed, set()
        try:
            await self.hub.lists_changed(changed)
        except StoreDown:
            self._changed |= changed  # told with the next
            raise

    # -- claiming -----------------------------------------------------------------------------

    async def claim(self, key: str) -> bool:
        """Return whether some work is ours to do."""
        return await self._claims.take(key)

    async def release(self, key: str) -> None:
        """Let others do some work."""
        await self._claims.release(key)


@contextmanager
def _apart(table: str) -> Iterator[None]:
    """Do something about one table; if that fails, it is logged, and the others are seen to."""
    try:
        yield
    except StoreDown:
        raise
    except TableGone:
        pass  # it was forgotten
    except Exception:
        log.exception("table %s cannot be kept in step", table)


async def _for_ever(work: Callable[[], Awaitable[None]]) -> None:
    """Do some work again and again; whatever fails is done again a moment later."""
    while True:
        try:
            await work()
        except StoreDown:
            await asyncio.sleep(AGAIN_AFTER)
        except Exception:  # nobody else would take the work up, or notice that it is left undone
            log.exception("what keeps servers in step has failed")
            await asyncio.sleep(AGAIN_AFTER)
