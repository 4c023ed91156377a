"""Listening: the stream of all that happens."""

from collections import Counter
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
    if table is not None:
        await lodge.room(table)
    limits = lodge.limits
    bounds = {request.client.host if request.client else "": limits.streams_of_address}
    if visitor:
        bounds[visitor.holder] = limits.streams_of_one
    open_streams = request.app.state.open_streams
    assert isinstance(open_streams, Counter)
    for client, most in bounds.items():
        if open_streams[client] >= most:
            raise TooMuch("streams", f"at most {most} streams; close some tabs")
    if len(lodge.listeners) >= limits.streams:
        raise TooMuch("streams", "too many listen at the moment; try again", retry=10)

    async def counted() -> AsyncIterator[bytes]:
        open_streams.update(bounds.keys())
        frames = Stream(lodge, visitor, Topics(table, after, lobby, races)).frames()
        try:
            async for part in frames:
                yield part
        finally:
            await frames.aclose()
            for client in bounds:
                open_streams[client] -= 1
                if not open_streams[client]:
                    del open_streams[client]

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)
