"""Server-sent events: one stream tells a tab everything it wants to know.

A stream has no queue. When it is woken it looks at what it has told and at what there is, and
tells the difference; a slow reader misses nothing and holds nothing up.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

from ..wire.encoding import encoded
from ..wire.messages import Viewer
from ..wire.types import Bye
from .hub import Hub, Visitor
from .listener import Listener
from .session import Session


@dataclass(frozen=True)
class Topics:
    """What a stream is about."""

    table: str | None = None
    after: int | None = None
    """The number of the last event of the table that the reader knows; None for none."""
    lobby: bool = False
    races: bool = False
    """The visitor's own races."""
    changes: bool = False
    """Whether what changes of the view is told, instead of the whole again."""


def frame(event: str, data: bytes, number: int | None = None) -> bytes:
    """Write one message of a stream."""
    id_ = b"" if number is None else b"id: %d\n" % number
    return b"%sevent: %s\ndata: %s\n\n" % (id_, event.encode(), data)


BEAT = frame("beat", b"{}")
"""Shows that the server is there; not a comment, since browsers hide those from the page."""


class Stream:
    """One open stream."""

    def __init__(self, hub: Hub, visitor: Visitor | None, topics: Topics) -> None:
        self.hub = hub
        self.visitor = visitor
        self.topics = topics
        self._listener = Listener(visitor.holder, visitor.name) if visitor else Listener(None)
        self._listener.lobby_changed = topics.lobby
        self._listener.races_changed = topics.races and visitor is not None
        self._number = topics.after
        self._seen: tuple[int, Viewer] | None = None
        self._presence: bytes = b""

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """Tell what there is, and then whatever happens, until the reader or the server goes."""
        session = await self.hub.session(self.topics.table) if self.topics.table else None
        topics = self.topics
        self.hub.listen(self._listener, lobby=topics.lobby, races=topics.races)
        if session:
            session.enter(self._listener)
        try:
            yield b"retry: 1000\n\n"
            while not self._listener.closing:
                self._listener.woken.clear()
                told = [part async for part in self._news(session)]
                if told:
                    yield b"".join(told)
                if not await self._woken():
                    yield BEAT
            if self.hub.stopping:
                back = self.hub.limits.come_back
                yield b"retry: %d\n" % (back * 1000) + frame("bye", encoded(Bye(back_in=back)))
        finally:
            self.hub.unlisten(self._listener)
            if session:
                session.leave(self._listener)

    async def _woken(self) -> bool:
        """Wait for news; return False if there was none for a while."""
        try:
            await asyncio.wait_for(self._listener.woken.wait(), self.hub.limits.heartbeat)
        except TimeoutError:
            return False
        return True

    async def _news(self, session: Session | None) -> AsyncIterator[bytes]:
        if session:
            for part in self._table_news(session):
                yield part
        listener = self._listener
        if self.topics.lobby and listener.lobby_changed:
            listener.lobby_changed = False
            yield frame("lobby", await self.hub.lobby())
        if self.visitor and self.topics.races and listener.races_changed:
            listener.races_changed = False
            yield frame("races", encoded(await self.hub.races_of(self.visitor)))

    def _table_news(self, session: Session) -> list[bytes]:
        viewer = session.viewer(self._listener.holder)
        number = session.table.number
        told = []
        if self._number is not None:
            for count, data in session.encoded_events(self._number, viewer):
                told.append(frame("happened", data, count))
        if self._seen != (number, viewer):
            told.append(self._view_news(session, viewer))
            self._seen, self._number = (number, viewer), number
        presence = session.encoded_presence()
        if self._presence != presence:
            self._presence = presence
            told.append(frame("presence", presence))
        return told

    def _view_news(self, session: Session, viewer: Viewer) -> bytes:
        """Tell the view, or what has changed of the one told before."""
        number = session.table.number
        if self.topics.changes and self._seen and self._seen[1].key == viewer.key:
            changes = session.encoded_changes(self._seen[0], viewer)
            if changes is not None:
                return frame("changed", changes, number)
        return frame("view", session.encoded_view(viewer), number)
