"""Server-sent events: one stream tells a tab everything it wants to know.

A stream has no queue. When it is woken it looks at what it has told and at what there is, and
tells the difference; a slow reader misses nothing and holds nothing up.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass

from ..wire.encoding import encoded
from ..wire.types import Bye
from .hub import Hub, Visitor
from .listener import Listener
from .session import Session, Told, frame


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


BEAT = frame("beat", b"{}")
"""Shows that the server is there; not a comment, since browsers hide those from the page."""


class Stream:
    """One open stream."""

    __slots__ = ("_listener", "_told", "hub", "topics", "visitor")

    def __init__(self, hub: Hub, visitor: Visitor | None, topics: Topics, client: str = "") -> None:
        self.hub = hub
        self.visitor = visitor
        self.topics = topics
        holder, name = (visitor.holder, visitor.name) if visitor else (None, "")
        self._listener = Listener(holder, name, client)
        self._listener.lobby_changed = topics.lobby
        self._listener.races_changed = topics.races and visitor is not None
        self._told = Told(topics.after)

    def end(self) -> None:
        """Let it end: its reader is gone."""
        self._listener.close()

    async def frames(self) -> AsyncGenerator[bytes, None]:
        """Tell what there is, and then whatever happens, until the reader or the server goes."""
        topics, listener = self.topics, self._listener
        session = await self.hub.session(topics.table) if topics.table else None
        self.hub.listen(listener, lobby=topics.lobby, races=topics.races)
        if session:
            session.enter(listener)
        if self.hub.stopping:
            listener.close()
        try:
            yield b"retry: 1000\n\n" + await self._news(session)
            while True:
                await listener.woken()
                if listener.closing:
                    break
                if told := await self._news(session):
                    listener.quiet = 0
                    yield told
                elif listener.beating:
                    yield BEAT
                listener.beating = False
            if self.hub.stopping:
                back = self.hub.limits.come_back
                yield b"retry: %d\n" % (back * 1000) + frame("bye", encoded(Bye(back_in=back)))
        finally:
            self.hub.unlisten(listener)
            if session:
                session.leave(listener)

    async def _news(self, session: Session | None) -> bytes:
        topics, listener, told = self.topics, self._listener, b""
        if session:
            viewer = session.viewer(listener.holder)
            told, self._told = session.news(self._told, viewer, changes=topics.changes)
        if listener.lobby_changed and topics.lobby:
            listener.lobby_changed = False
            told += frame("lobby", await self.hub.lobby())
        if listener.races_changed and topics.races and self.visitor:
            listener.races_changed = False
            told += frame("races", encoded(await self.hub.races_of(self.visitor)))
        return told
