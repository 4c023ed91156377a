"""Streams of server-sent events: all that happens, and what is found step by step."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import ClassVar

from fastapi import Response
from starlette.types import Message, Receive, Scope, Send

from ..session.following import Follower
from ..session.message_cache import frame
from ..session.stream import BEAT

COME_BACK = 5
"""Seconds after which to ask again for what is found, while what finds it is being compiled."""
UNBUFFERED = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers of a stream; the second is for proxies."""


class EventStream(Response):
    """Answers with server-sent events, until they end or their reader is gone.

    `end` is called when the reader is gone, and at the end; the events should end then.
    """

    _START: ClassVar[Message] = {
        "type": "http.response.start",
        "status": 200,
        "headers": [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            *((name.encode(), value.encode()) for name, value in UNBUFFERED.items()),
        ],
    }

    def __init__(self, events: AsyncGenerator[bytes, None], end: Callable[[], None]) -> None:
        # Little of what a response usually has: there may be thousands that last for hours.
        self.background = None
        self._events = events
        self._end = end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send one event after the other."""
        watching = asyncio.ensure_future(self._watch(receive))
        try:
            await send(dict(self._START))
            async for event in self._events:
                await send({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            watching.cancel()
            await self._events.aclose()
            self._end()  # events that never began did not end either

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._end()


def told_as_found(
    name: str, steps: Follower, keep: Callable[[bytes], Awaitable[None]] | None = None
) -> EventStream:
    """Answer with an event of a name for each step, kept before it is told, and a beat for None.

    The steps end when the reader is gone.
    """

    async def told() -> AsyncGenerator[bytes, None]:
        async for step in steps:
            if step is not None and keep:
                await keep(step)
            yield BEAT if step is None else frame(name, step)

    return EventStream(told(), steps.close)
