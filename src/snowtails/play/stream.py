"""Server-sent events: one stream tells a tab everything it wants to know.

A stream has no queue. When it is woken it looks at what it has told and at what there is, and
tells the difference; a slow reader misses nothing and holds nothing up.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from .lodge import Lodge, Visitor
from .room import Listener, Room, encoded


@dataclass(frozen=True)
class Topics:
    """What a stream is about."""

    table: str | None = None
    after: int | None = None
    """The number of the last event of the table that the reader knows; None for none."""
    lobby: bool = False
    races: bool = False
    """The visitor's own races."""


def frame(event: str, data: bytes, number: int | None = None) -> bytes:
    """Write one message of a stream."""
    id_ = b"" if number is None else b"id: %d\n" % number
    return b"%sevent: %s\ndata: %s\n\n" % (id_, event.encode(), data)


BEAT = frame("beat", b"{}")
"""Shows that the server is there; not a comment, since browsers hide those from the page."""


class Stream:
    """One open stream."""

    def __init__(self, lodge: Lodge, visitor: Visitor | None, topics: Topics) -> None:
        self.lodge = lodge
        self.visitor = visitor
        self.topics = topics
        self._listener = Listener(visitor.holder if visitor else None)
        self._listener.lobby_changed = topics.lobby
        self._listener.races_changed = topics.races and visitor is not None
        self._number = topics.after
        self._seen: object = None
        self._presence: bytes = b""

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """Tell what there is, and then whatever happens, until the reader or the server goes."""
        room = await self.lodge.room(self.topics.table) if self.topics.table else None
        topics = self.topics
        self.lodge.listen(self._listener, lobby=topics.lobby, races=topics.races)
        if room:
            room.enter(self._listener)
        try:
            yield b"retry: 1000\n\n"
            while not self._listener.closing:
                self._listener.woken.clear()
                told = [part async for part in self._news(room)]
                if told:
                    yield b"".join(told)
                if not await self._woken():
                    yield BEAT
            if self.lodge.stopping:
                back = self.lodge.limits.come_back
                yield b"retry: %d\n" % (back * 1000) + frame("bye", encoded({"back_in": back}))
        finally:
            self.lodge.unlisten(self._listener)
            if room:
                room.leave(self._listener)

    async def _woken(self) -> bool:
        """Wait for news; return False if there was none for a while."""
        try:
            await asyncio.wait_for(self._listener.woken.wait(), self.lodge.limits.heartbeat)
        except TimeoutError:
            return False
        return True

    async def _news(self, room: Room | None) -> AsyncIterator[bytes]:
        if room:
            for part in self._table_news(room):
                yield part
        listener = self._listener
        if self.topics.lobby and listener.lobby_changed:
            listener.lobby_changed = False
            yield frame("lobby", await self.lodge.lobby())
        if self.visitor and self.topics.races and listener.races_changed:
            listener.races_changed = False
            yield frame("races", encoded(await self.lodge.races_of(self.visitor)))

    def _table_news(self, room: Room) -> list[bytes]:
        eyes = room.eyes(self._listener.holder)
        number = room.table.number
        told = []
        if self._number is not None:
            for count, data in room.told_events(self._number, eyes):
                told.append(frame("happened", data, count))
        seen = (number, eyes)
        if self._seen != seen:
            self._seen, self._number = seen, number
            told.append(frame("view", room.told(eyes), number))
        presence = room.told_presence()
        if self._presence != presence:
            self._presence = presence
            told.append(frame("presence", presence))
        return told
