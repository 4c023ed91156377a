"""Server-sent events: one stream tells a tab everything it wants to know.

A stream has no queue. When it is woken it looks at what it has told and at what there is, and
tells the difference; a slow reader misses nothing and holds nothing up.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from ..store.visitors import Visitor
from ..wire.encoding import encoded
from ..wire.types import Bye
from .hub import Hub
from .listener import Listener
from .message_cache import Told, frame
from .session import Session


@dataclass(frozen=True)
class Topics:
    """What a stream is about."""

    after: int | None = None
    """The number of the last event of the table that the reader knows; None for none."""
    lobby: bool = False
    races: bool = False
    """The visitor's own races."""
    changes: bool = False
    """Whether what changes of the view is told, instead of the whole again."""


BEAT = frame("beat", b"{}")
"""Shows that the server is there; not a comment, since browsers hide those from the page."""


class Stream:
    """One open stream."""

    __slots__ = ("_listener", "_told", "hub", "session", "topics", "visitor")

    def __init__(
        self,
        hub: Hub,
        visitor: Visitor | None,
        session: Session | None,
        topics: Topics,
        client: str = "",
    ) -> None:
        self.hub = hub
        self.visitor = visitor
        self.session = session
        """The table that it is about, if it is."""
        self.topics = topics
        holder, name = (visitor.holder, visitor.name) if visitor else (None, "")
        self._listener = Listener(holder, name, client)
        self._listener.lobby_changed = topics.lobby
        self._listener.races_changed = topics.races and visitor is not None
        self._told = Told(topics.after)
        hub.listen(self._listener, lobby=topics.lobby, races=topics.races)
        if session:
            session.enter(self._listener)
        if hub.stopping or (session and session.forgotten):
            self._listener.close()

    def end(self) -> None:
        """Let it end, and count it no longer: its reader is gone."""
        self._listener.close()
        if self._listener in self.hub.listeners:
            self.hub.unlisten(self._listener)
            if self.session:
                self.session.leave(self._listener)

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """Tell what there is, and then whatever happens, until the reader or the server goes."""
        listener = self._listener
        try:
            yield b"retry: 1000\n\n" + await self._news()
            while True:
                await listener.woken()
                if listener.closing:
                    break
                if told := await self._news():
                    listener.has_told()
                    yield told
                elif listener.beating:
                    yield BEAT
                listener.beating = False
            if self.hub.stopping:
                back = self.hub.limits.come_back
                yield b"retry: %d\n" % (back * 1000) + frame("bye", encoded(Bye(back_in=back)))
        finally:
            self.end()

    async def _news(self) -> bytes:
        topics, listener, told = self.topics, self._listener, b""
        if session := self.session:
            viewer = session.viewer(listener.holder)
            told, self._told = session.news(self._told, viewer, changes=topics.changes)
        if listener.lobby_changed and topics.lobby:
            listener.lobby_changed = False
            told += frame("lobby", await self.hub.lobby())
        if listener.races_changed and topics.races and self.visitor:
            listener.races_changed = False
            told += frame("races", encoded(await self.hub.races_of(self.visitor)))
        return told
