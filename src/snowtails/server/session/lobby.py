"""`Lobby`: the tables that anybody may come to, to race or to watch.

It is read once for all who ask, and again when a table in it has changed or has been left alone
for too long.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from ..store.listing import Listing
from ..store.store import Store
from ..wire.joined import lobby_json
from .clock import Alarm, Clock
from .listener import Listener, WakeQueue
from .listings import UNSEEN

LASTS = {"waiting": 24 * 3600.0, "racing": 3600.0}
"""Seconds without an event after which a table is no longer shown, by its stage."""
MOST_SHOWN = 100


class Lobby:
    """Tells those who listen what tables there are."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        spawn: Callable[[Awaitable[Any]], "asyncio.Task[Any]"],
        wakes: WakeQueue,
    ) -> None:
        self.store = store
        self.clock = clock
        self.listeners: set[Listener] = set()
        self._spawn = spawn
        self._wakes = wakes
        self._reading: asyncio.Task[bytes] | None = None
        self._alarm: Alarm | None = None

    def see(self, before: Listing | None, after: Listing) -> None:
        """Tell those who listen that a table has changed, if they can see that."""
        if _shown(before) != _shown(after):
            self._change()

    async def encoded(self) -> bytes:
        """Return the tables with free seats and the races to watch, as JSON."""
        if self._reading is None:
            self._reading = self._spawn(self._read())
        return await asyncio.shield(self._reading)

    async def look(self) -> None:
        """Read the tables again; tell those who listen if they can see a change."""
        if self.listeners:
            before, self._reading = self._reading, None
            if before and _shown_all(await before) == _shown_all(await self.encoded()):
                return
            self._tell()
        else:
            self._reading = None

    def rest(self) -> None:
        """Let nothing more be due."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None

    def _change(self) -> None:
        self._reading = None
        self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener.lobby_changed = True
        self._wakes.add(self.listeners)

    async def _read(self) -> bytes:
        now = self.clock.now()
        try:
            waiting, racing = [
                await self.store.lobby(stage, now - lasts, MOST_SHOWN)
                for stage, lasts in LASTS.items()
            ]
        except BaseException:
            self._reading = None  # whoever asks next may have more luck
            raise
        self.rest()
        ends = [updated + LASTS["waiting"] for _, updated in waiting]
        ends += [updated + LASTS["racing"] for _, updated in racing]
        if ends:
            # A second later, so that no rounding brings the table back.
            self._alarm = self.clock.call_at(min(ends) + 1, self._change)
        # Written once, when they were stored.
        return lobby_json(*([text.encode() for text, _ in found] for found in (waiting, racing)))


def _shown(listing: Listing | None) -> object:
    return listing.shown if listing else None


def _shown_all(told: bytes) -> list[dict[str, Any]]:
    """Return what can be seen of the lobby, as it was told."""
    return [
        {name: seen for name, seen in table.items() if name not in UNSEEN}
        for tables in json.loads(told).values()
        for table in tables
    ]
