"""What is answered, and how long it may be kept."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, ClassVar

from fastapi import Request, Response
from starlette.types import Message, Receive, Scope, Send

from ..wire.encoding import encoded
from .assets import Asset

if TYPE_CHECKING:
    from ..session.session import Session  # which compiles the mushers; pages are there before
    from ..store.visitors import Visitor
    from ..table.events import Event

A_YEAR = 365 * 24 * 3600
AN_HOUR = "public, max-age=3600"
FOR_GOOD = f"public, max-age={A_YEAR}, immutable"


def plain(message: object, status: int = 200) -> Response:
    """Answer with JSON that nobody keeps."""
    data = message if isinstance(message, bytes) else encoded(message)
    headers = {"cache-control": "no-store"}
    return Response(data, status, headers, media_type="application/json")


def answer(
    session: "Session", events: "tuple[Event, ...]", visitor: "Visitor", status: int = 200
) -> Response:
    """Answer a command at a table with the number and the event that did it; always the same."""
    return plain(session.encoded_answer(events, visitor.holder), status)


def kept(request: Request, asset: Asset, keeping: str) -> Response:
    """Answer with something that browsers may keep, zipped for those who accept it."""
    headers = {"cache-control": keeping, "vary": "accept-encoding"}
    data = asset.data
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"], data = "gzip", asset.zipped
    return Response(data, headers=headers, media_type=asset.media_type)


def picture(png: bytes, seconds: int) -> Response:
    """Answer with a picture that other sites may show, for that is what it is for."""
    headers = {
        "cache-control": f"public, max-age={seconds}",
        "cross-origin-resource-policy": "cross-origin",
        "vary": "accept-language",
    }
    return Response(png, headers=headers, media_type="image/png")


def as_json(message: object) -> Asset:
    """Write a message as something that can be zipped."""
    return Asset(encoded(message), "application/json")


class EventStream(Response):
    """Answers with server-sent events, until they end or their reader is gone.

    `end` is called when the reader is gone, and at the end; the events should end then.
    """

    _START: ClassVar[Message] = {
        "type": "http.response.start",
        "status": 200,
        "headers": [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
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
