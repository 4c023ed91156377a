"""`BoundedProtocol`: HTTP for clients that send slowly or never read, answered in one piece."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_WITHIN = 20.0
"""Seconds that a client has to send the head of a request."""
NEXT_WITHIN = 90.0
"""Seconds until the next request has to begin. The HTTP server lets those go before who send
nothing at all; but any byte would put that off."""
READ_WITHIN = 60.0
"""Seconds after which a client that reads nothing of what is sent is cut off."""


class BoundedProtocol(HttpToolsProtocol):
    """Cuts off whoever holds a connection without sending or reading.

    Otherwise a connection that never ends its request, or sends a byte now and then after it was
    answered, or a stream that nobody reads, would be kept for ever.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever."""
        super().connection_made(JoinedTransport(transport, self.loop))
        self._wait_at_most(HEAD_WITHIN)

    def on_message_begin(self) -> None:
        """Wait for the rest of a request that has begun, but not for ever."""
        self._wait_at_most(HEAD_WITHIN)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Answer a request whose head is there."""
        _cancel(self._deadline)
        self._deadline = None
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Read on only when every request that was read has been answered.

        Otherwise whoever sends faster than they are answered would fill the memory.
        """
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()
        elif self.cycle.response_complete and self._deadline is None:
            self._wait_at_most(NEXT_WITHIN)

    def _wait_at_most(self, seconds: float) -> None:
        """Cut the connection off unless the head of a request is there by then."""
        _cancel(self._deadline)
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def pause_writing(self) -> None:
        """Wait until the client has read something, but not for ever."""
        super().pause_writing()
        self._stalled = self.loop.call_later(READ_WITHIN, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on writing."""
        _cancel(self._stalled)
        self._stalled = None
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        _cancel(self._deadline)
        self._deadline = None
        _cancel(self._stalled)
        self._stalled = None
        super().connection_lost(exc)


class JoinedTransport(asyncio.Transport):
    """Sends the head of an answer together with what follows at once.

    The HTTP server writes them one after the other, and the event loop hands each to the system,
    which takes a good part of what a whole decision does.
    """

    __slots__ = ("_head", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send something; a head only with what follows, or when nothing does for now."""
        # What looks like a head without being one is sent a moment later, in its order.
        if self._head:
            self._transport.write(self._taken_head() + bytes(data))
        elif bytes(data[:5]) == b"HTTP/":
            self._head = bytes(data)
            self._loop.call_soon(self._send_head)
        else:
            self._transport.write(data)

    def _taken_head(self) -> bytes:
        head, self._head = self._head, b""
        return head

    def _send_head(self) -> None:
        if self._head:
            self._transport.write(self._taken_head())

    def close(self) -> None:
        """Hang up once everything is sent."""
        self._send_head()
        self._transport.close()

    def abort(self) -> None:
        """Hang up at once."""
        self._head = b""
        self._transport.abort()

    def is_closing(self) -> bool:
        """Return whether it is, or will be, closed."""
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        """Take nothing more in for now."""
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Take in what comes."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return something about the connection."""
        return self._transport.get_extra_info(name, default)

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Hand the connection on."""
        self._transport.set_protocol(protocol)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
