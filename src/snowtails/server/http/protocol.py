"""`BoundedProtocol`: HTTP for clients that send slowly or never read."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_WITHIN = 20.0
"""Seconds that a client has to send the head of a request."""
READ_WITHIN = 60.0
"""Seconds after which a client that reads nothing of what is sent is cut off."""


class BoundedProtocol(HttpToolsProtocol):
    """Cuts off whoever holds a connection without sending or reading.

    Otherwise a connection that never ends its request, or a stream that nobody reads, would be
    kept for ever.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, but not for ever."""
        super().connection_made(transport)
        self._head = self.loop.call_later(HEAD_WITHIN, transport.abort)

    def on_message_begin(self) -> None:
        """Wait for the rest of a request that has begun, but not for ever."""
        if self._head is None:
            self._head = self.loop.call_later(HEAD_WITHIN, self.transport.abort)
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Answer a request whose head is there."""
        _cancel(self._head)
        self._head = None
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Read on only when every request that was read has been answered.

        Otherwise whoever sends faster than they are answered would fill the memory.
        """
        super().on_response_complete()
        if self.pipeline:
            self.flow.pause_reading()

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
        _cancel(self._head)
        self._head = None
        _cancel(self._stalled)
        self._stalled = None
        super().connection_lost(exc)


def _cancel(timer: asyncio.TimerHandle | None) -> None:
    if timer is not None:
        timer.cancel()
