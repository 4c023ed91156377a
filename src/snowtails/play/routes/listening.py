"""Listening: the stream of all that happens."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from ..refusal import TooMuch
from ..stream import Stream, Topics
from .answers import PROBLEMS
from .asking import MaybeVisitor, TheLodge

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/stream", response_class=StreamingResponse)
async def stream(
    request: Request,
    lodge: TheLodge,
    visitor: MaybeVisitor,
    table: Annotated[str | None, Query(max_length=64)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    lobby: bool = False,
    races: bool = False,
) -> Response:
    """Listen: one stream of server-sent events for table, lobby and one's own races."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:
        after = int(last)
    if lodge.stopping:
        raise TooMuch("stopping", "the server restarts; come back", retry=lodge.limits.come_back)
    client = visitor.holder if visitor else request.client.host if request.client else ""
    if table is not None:
        await lodge.room(table)
    open_streams: dict[str, int] = request.app.state.open_streams
    limits = lodge.limits
    if open_streams.get(client, 0) >= limits.streams_of_one:
        raise TooMuch("streams", f"at most {limits.streams_of_one} streams; close some tabs")
    if len(lodge.listeners) >= limits.streams:
        raise TooMuch("streams", "too many listen at the moment; try again", retry=10)

    async def counted() -> AsyncIterator[bytes]:
        open_streams[client] = open_streams.get(client, 0) + 1
        frames = Stream(lodge, visitor, Topics(table, after, lobby, races)).frames()
        try:
            async for part in frames:
                yield part
        finally:
            await frames.aclose()
            open_streams[client] -= 1
            if not open_streams[client]:
                del open_streams[client]

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)
