"""Who asks, and about which table: what routes depend on."""

from typing import Annotated

from fastapi import Depends, Request
from fastapi import Path as InPath

from ..lodge import Lodge, Visitor
from ..refusal import Stranger
from ..room import Room

COOKIE = "snowtails"


async def lodge_of(request: Request) -> Lodge:
    """Return the lodge of this server."""
    # Asynchronous like all of these, or each would be sent through a thread.
    lodge = request.app.state.lodge
    assert isinstance(lodge, Lodge)
    return lodge


TheLodge = Annotated[Lodge, Depends(lodge_of)]


async def visitor_or_none(request: Request, lodge: TheLodge) -> Visitor | None:
    """Return who asks, by cookie or bearer token; None if neither is given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = request.cookies.get(COOKIE, "")
    return await lodge.visitor(token.strip()) if token.strip() else None


MaybeVisitor = Annotated[Visitor | None, Depends(visitor_or_none)]


async def visitor_known(visitor: MaybeVisitor) -> Visitor:
    """Return who asks, or refuse whoever has no token."""
    if visitor is None:
        raise Stranger("no-token", "say who you are first: POST /api/visitors with a name")
    return visitor


TheVisitor = Annotated[Visitor, Depends(visitor_known)]


async def room_of(
    table: Annotated[str, InPath(max_length=64)], lodge: TheLodge, visitor: MaybeVisitor
) -> Room:
    """Return the room of the table asked for, and note who is there."""
    room = await lodge.room(table)
    room.seen(visitor.holder if visitor else None)
    return room


TheRoom = Annotated[Room, Depends(room_of)]
TheSeat = Annotated[int, InPath(ge=0, le=4)]
