"""Listening: the stream of all that happens."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from ...errors import LimitReached, Unavailable
from ...session.stream import Stream, Topics
from ...session.visibility import check_visible
from ...wire.change_types import Changes
from ...wire.declarations import Event, View
from ...wire.types import Bye, Lobby, Presence, Races
from ..declaring import PROBLEMS, streams
from ..dependencies import MaybeVisitor, TheHub, count_events
from ..event_streams import EventStream
from ..middleware import client_of

router = APIRouter(prefix="/api", responses=PROBLEMS)

LAST_EVENT = {
    "name": "Last-Event-ID",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "pattern": "^[0-9]{1,9}$"},
    "description": "As `after`, before which it goes: browsers send it when they come back.",
}


@router.get(
    "/stream",
    **streams(
        happened=Event,
        view=View,
        changed=Changes,
        presence=Presence,
        lobby=Lobby,
        races=Races,
        bye=Bye,
    ),
    openapi_extra={"parameters": [LAST_EVENT]},
)
async def stream(
    request: Request,
    hub: TheHub,
    visitor: MaybeVisitor,
    table: Annotated[str | None, Query(max_length=64)] = None,
    after: Annotated[int | None, Query(ge=0, le=2**31)] = None,
    lobby: bool = False,
    races: bool = False,
    changes: bool = False,
) -> Response:
    """Listen: one stream of server-sent events for table, lobby and one's own races."""
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:
        after = int(last)
    hub.check_going()
    session = None
    if table is not None:
        session = await hub.session(table)
        await check_visible(hub, session.table, visitor.holder if visitor else None)
        if after is not None:
            count_events(request, hub, session, after)
    # From here on nothing is waited for: who is counted must be in the count of the next.
    limits, client = hub.limits, client_of(request.scope)
    bounds = {client: limits.streams_of_address}
    if visitor:
        bounds[visitor.holder] = limits.streams_of_one
    for each, most in bounds.items():
        if hub.streams_of[each] >= most:
            raise LimitReached("streams", f"at most {most} streams; close some tabs")
    if len(hub.listeners) >= limits.streams:
        raise Unavailable("streams", "too many listen at the moment; try again", retry=10)
    found = Stream(hub, visitor, session, Topics(after, lobby, races, changes), client)
    return EventStream(found.frames(), found.end)
