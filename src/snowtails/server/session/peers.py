"""`Peers`: the other servers on the same database, of which any may answer any request.

The log decides, memory is a cache. A bell tells that a table has changed elsewhere; since bells may
be lost, the logs of tables that somebody listens to are also looked at every second or two. Who is
there is told from server to server by rows that grow old when a server dies.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..store.database import Database
from ..store.errors import StoreDown, TableGone
from ..store.store import Store

if TYPE_CHECKING:
    from .clock import Clock
    from .session import Session

log = logging.getLogger("snowtails.server")

LOOK_EVERY = 1.5
"""Seconds after which the logs are looked at, whether a bell was rung or not."""
TOLD_EVERY = 5.0
"""Seconds after which a server says again that it is there."""
DEAD_AFTER = 15.0
"""Seconds after which a server that was not heard of is dead."""
LISTS_EVERY = 0.2
"""Seconds for which changes of lists are collected."""


@dataclass(frozen=True)
class PeerState:
    """What another server knows of a table that the log does not tell."""

    present: tuple[str, ...] = ()
    """Holders of seats who are there."""
    onlookers: int = 0
    watching: tuple[str, ...] = ()
    """Names of onlookers."""
    thinking: int | None = None
    asked_at: float | None = None
    """Since when the clock of whoever has to decide runs there; None if the table sleeps."""


class HubOfPeers(Protocol):
    """What the peers need of the hub."""

    database: Database
    store: Store
    clock: "Clock"

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
        self._untold: set[str] = set()
        self._changed: set[str] = set()
        self._lists = asyncio.Event()
        self._look = asyncio.Event()
        self._tell = asyncio.Event()

    def start(self) -> None:
        """Begin to listen, to look and to tell."""
        works = self._doorbell.listen(), self._keep_looking(), self._keep_telling(), self._list()
        self._tasks = [asyncio.create_task(work) for work in works]

    async def stop(self) -> None:
        """Say that this server is gone, and give up what it has claimed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._claims.close()
        with suppress(StoreDown):
            await self.hub.store.drop_presence(self.process)

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

    async def _keep_looking(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._look.wait(), LOOK_EVERY)
            self._look.clear()
            with suppress(StoreDown):
                await self._look_at_all()

    async def _look_at_all(self) -> None:
        sessions = {session.table.name: session for session in self.hub.awake()}
        numbers = await self.hub.store.numbers(sessions)
        self._lists.set()  # they may have changed without a bell
        for table, session in sessions.items():
            number = numbers.get(table)
            if number is None or number > session.table.number:
                with suppress(TableGone):  # it was forgotten
                    await session.catch_up()
        await self.hear(sessions.values())
        for session in sessions.values():
            session.try_again()

    async def hear(self, sessions: Iterable["Session"]) -> None:
        """Tell sessions what the other servers know of their tables."""
        asked = {session.table.name: session for session in sessions}
        alive = self.hub.clock.now() - DEAD_AFTER
        found: dict[str, list[PeerState]] = {table: [] for table in asked}
        for table, process, at, state in await self.hub.store.presence(asked):
            if process != self.process and at > alive:
                told = json.loads(state)
                lists = {name: tuple(told.get(name, ())) for name in ("present", "watching")}
                found[table].append(PeerState(**told | lists))
        for table, session in asked.items():
            session.hear(found[table])

    # -- telling ------------------------------------------------------------------------------

    def note(self, session: "Session") -> None:
        """Tell the others who is at a table, if that has changed."""
        table = session.table.name
        if self._told.get(table, PeerState()) != session.peer_state():
            self._untold.add(table)
            self._tell.set()

    async def _keep_telling(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._tell.wait(), TOLD_EVERY)
            except TimeoutError:
                with suppress(StoreDown):
                    now = self.hub.clock.now()
                    await self.hub.store.still_there(self.process, now, now - 4 * DEAD_AFTER)
                continue
            self._tell.clear()
            untold, self._untold = self._untold, set()
            for table in untold:
                await self._tell_one(table)

    async def _tell_one(self, table: str) -> None:
        session = self.hub.awake_session(table)
        state = session.peer_state() if session else PeerState()
        now, text = self.hub.clock.now(), json.dumps(asdict(state))
        try:
            await self.hub.store.keep_presence(table, self.process, now, text)
        except StoreDown:
            self._untold.add(table)  # said again with the next that changes
            return
        self._told[table] = state
        if state == PeerState():
            del self._told[table]

    async def _list(self) -> None:
        while True:
            await self._lists.wait()
            await asyncio.sleep(LISTS_EVERY)  # bells of many tables are answered together
            self._lists.clear()
            changed, self._changed = self._changed, set()
            with suppress(StoreDown):
                await self.hub.lists_changed(changed)

    # -- claiming -----------------------------------------------------------------------------

    async def claim(self, key: str) -> bool:
        """Return whether some work is ours to do."""
        return await self._claims.take(key)

    async def release(self, key: str) -> None:
        """Let others do some work."""
        await self._claims.release(key)
