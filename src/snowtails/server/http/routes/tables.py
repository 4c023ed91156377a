"""Tables: opening, looking, talking, and what is left when the race is over."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ....rules import read_record, verify
from ...session.hub import Mine
from ...session.next_table import rematch as race_again
from ...table.events import Options
from ...table.leg import Leg
from ...wire.replay import record_replay, table_replay
from ...wire.schemas import (
    BeginRequest,
    ChatRequest,
    MuteRequest,
    OwnSeat,
    RecordRequest,
    TableRequest,
)
from ..answers import answer
from ..dependencies import MaybeVisitor, TheHub, TheSession, TheVisitor
from ..responses import PROBLEMS, as_json, kept, plain
from .courses import requested_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/tables")
async def lobby(hub: TheHub) -> Response:
    """List the tables with seats free for anybody."""
    return plain(await hub.lobby())


@router.post("/tables", status_code=201)
async def open_table(body: TableRequest, visitor: TheVisitor, hub: TheHub) -> Response:
    """Open a table."""
    course = await requested_course(body.course)
    options = Options(
        course=course.line,
        course_name=course.name,
        **body.model_dump(include={"clock", "listed", "hints", "hot_seat", "relief", "grace"}),
    )
    seats = [
        Mine(seat.name)
        if isinstance(seat, OwnSeat)
        else Mine(visitor.name)
        if seat == "me"
        else seat
        for seat in body.seats
    ]
    session = await hub.open_table(
        visitor,
        options,
        seats,
        added=bytes.fromhex(body.added),
        key=body.key or "",
        begin=body.begin,
        season=Leg(body.season) if body.season else None,
    )
    session.seen(visitor.holder)
    return plain(session.encoded_view(session.viewer(visitor.holder)), 201)


@router.get("/tables/{table}")
async def table_seen(session: TheSession, visitor: MaybeVisitor) -> Response:
    """Tell the table as the visitor sees it: the view."""
    return plain(session.encoded_view(session.viewer(visitor.holder if visitor else None)))


@router.get("/tables/{table}/presence")
async def presence(session: TheSession) -> Response:
    """Tell who is there, who is thinking, and when a clock runs out."""
    return plain(session.presence())


@router.get("/tables/{table}/events")
async def events_told(
    session: TheSession, visitor: MaybeVisitor, after: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> Response:
    """Tell what happened after an event, as the visitor may know it."""
    viewer = session.viewer(visitor.holder if visitor else None)
    told = [json.loads(data) for _, data in session.encoded_events(after, viewer)]
    return plain({"number": session.table.number, "events": told})


@router.post("/tables/{table}/begin")
async def begin(
    session: TheSession, visitor: TheVisitor, body: BeginRequest | None = None
) -> Response:
    """Begin the race."""
    fill = body.fill if body else None
    done = await session.do(lambda table, now: table.begin(visitor.holder, now, fill=fill))
    return answer(session, done, visitor)


@router.post("/tables/{table}/chat")
async def chat(session: TheSession, visitor: TheVisitor, body: ChatRequest) -> Response:
    """Say something to the whole table."""
    done = await session.do(
        lambda table, now: table.chat(visitor.holder, visitor.name, body.text, body.key, now)
    )
    return answer(session, done, visitor)


@router.post("/tables/{table}/mute")
async def mute(session: TheSession, visitor: TheVisitor, body: MuteRequest) -> Response:
    """Mute a seat or all onlookers, or give them their voice back; the host can."""
    done = await session.do(
        lambda table, now: table.mute(visitor.holder, body.seat, body.muted, now)
    )
    return answer(session, done, visitor)


@router.post("/tables/{table}/rematch")
async def rematch(session: TheSession, visitor: TheVisitor, hub: TheHub) -> Response:
    """Open a table for the same company to race again."""
    return plain({"table": await race_again(hub, session, visitor)})


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(session: TheSession) -> Response:
    """Give out the record of a race that is over, with its secret opened."""
    headers = {"content-disposition": 'attachment; filename="race.txt"'}
    return PlainTextResponse(session.table.record(), headers=headers)


@router.get("/tables/{table}/verification")
def verification(session: TheSession) -> Response:
    """Check that the cards of a race that is over follow from the secret committed to."""
    findings = verify(read_record(session.table.record()))
    return plain({"findings": [vars(each) for each in findings]})


@router.get("/tables/{table}/replay")
def replay(request: Request, session: TheSession) -> Response:
    """Tell a race that is over again, frame by frame, with all hands open."""
    return kept(request, as_json(table_replay(session.table)), "no-store")


@router.post("/replays")
def replay_of_record(request: Request, body: RecordRequest) -> Response:
    """Tell again what a race record tells; nothing of it is kept."""
    return kept(request, as_json(record_replay(body.record)), "no-store")
