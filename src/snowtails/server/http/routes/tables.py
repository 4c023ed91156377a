"""Tables: opening, looking, talking, and what is left when the race is over."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ...session.hub import Mine
from ...session.library import named
from ...session.next_table import rematch as race_again
from ...table.events import Event, Options
from ...table.leg import Leg
from ...table.race_table import RaceTable
from ...table.solo import SoloTable
from ...table.table import Table
from ...wire.answer_types import TableName
from ...wire.declarations import Answer, AnyReplay, Events, View
from ...wire.joined import events_json
from ...wire.replay import record_replay, table_replay
from ...wire.replay_types import Finding, Verification
from ...wire.requests import (
    BeginRequest,
    ChatRequest,
    MuteRequest,
    OwnSeat,
    ReactionRequest,
    RecordRequest,
    RoundRequest,
    TableRequest,
)
from ...wire.types import Lobby, Presence
from ..declaring import PROBLEMS, body_of, body_or, tells
from ..dependencies import (
    MaybeVisitor,
    TheHub,
    TheRaceTable,
    TheSession,
    TheSoloTable,
    TheVisitor,
    count_events,
)
from ..rated_routes import rated
from ..responses import answer, as_json, kept, plain
from .courses import requested_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/tables", **tells(Lobby))
async def lobby(hub: TheHub) -> Response:
    """List the tables with seats free for anybody."""
    return plain(await hub.lobby())


@router.post("/tables", **tells(View, 201, takes=TableRequest))
@rated("opening")
async def open_table(
    body: Annotated[TableRequest, Depends(body_of(TableRequest))],
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Open a table for a race."""
    course = await named(hub, await requested_course(body.course), body.course_name)
    options = Options(
        course=course.line,
        course_name=course.name,
        clock=body.clock,
        listed=body.listed,
        hints=body.hints,
        hot_seat=body.hot_seat,
        relief=body.relief,
        grace=body.grace,
    )
    seats = [
        Mine(
            seat.name or visitor.name, seat.colour, seat.dog or (None if seat.name else visitor.dog)
        )
        if isinstance(seat, OwnSeat)
        else Mine(visitor.name, dog=visitor.dog)
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


@router.get("/tables/{table}", **tells(View))
async def table_seen(session: TheSession, visitor: MaybeVisitor) -> Response:
    """Tell the table as the visitor sees it: the view."""
    return plain(session.encoded_view(session.viewer(visitor.holder if visitor else None)))


@router.get("/tables/{table}/presence", **tells(Presence))
async def presence(session: TheSession) -> Response:
    """Tell who is there, who is thinking, and when a clock runs out."""
    return plain(session.presence())


@router.get("/tables/{table}/events", **tells(Events))
async def events_told(
    request: Request,
    hub: TheHub,
    session: TheSession,
    visitor: MaybeVisitor,
    after: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Tell what happened after an event, as the visitor may know it."""
    count_events(request, hub, session, after)
    viewer = session.viewer(visitor.holder if visitor else None)
    return plain(events_json(session.table.number, session.encoded_events(after, viewer)))


@router.post("/tables/{table}/begin", **tells(Answer, takes=BeginRequest, optional=True))
async def begin(
    session: TheSession,
    visitor: TheVisitor,
    body: Annotated[BeginRequest, Depends(body_or(BeginRequest))],
    _: TheRaceTable,  # solo games begin when they are opened
) -> Response:
    """Begin the race."""

    def command(table: Table, now: float) -> tuple[Event, ...]:
        assert isinstance(table, RaceTable)
        return table.begin(visitor.holder, now, fill=body.fill)

    done = await session.do(command)
    return answer(session, done, visitor)


@router.post("/tables/{table}/chat", **tells(Answer, takes=ChatRequest))
async def chat(
    session: TheSession,
    visitor: TheVisitor,
    body: Annotated[ChatRequest, Depends(body_of(ChatRequest))],
) -> Response:
    """Say something to the whole table."""
    done = await session.do(
        lambda table, now: table.chat(visitor.holder, visitor.name, body.text, body.key, now)
    )
    return answer(session, done, visitor)


@router.post("/tables/{table}/reactions", **tells(Answer, takes=ReactionRequest))
async def react(
    session: TheSession,
    visitor: TheVisitor,
    body: Annotated[ReactionRequest, Depends(body_of(ReactionRequest))],
) -> Response:
    """Call one of a few things to the whole table, at most every two seconds."""
    done = await session.do(
        lambda table, now: table.react(visitor.holder, visitor.name, body.reaction, body.key, now)
    )
    return answer(session, done, visitor)


@router.post("/tables/{table}/mute", **tells(Answer, takes=MuteRequest))
async def mute(
    session: TheSession,
    visitor: TheVisitor,
    body: Annotated[MuteRequest, Depends(body_of(MuteRequest))],
) -> Response:
    """Mute a seat or all onlookers, or give them their voice back; the host can."""
    done = await session.do(
        lambda table, now: table.mute(visitor.holder, body.seat, body.muted, now)
    )
    return answer(session, done, visitor)


@router.post("/tables/{table}/rematch", **tells(TableName))
async def rematch(session: TheSession, visitor: TheVisitor, hub: TheHub) -> Response:
    """Open a table for the same company to race again."""
    return plain(TableName(table=await race_again(hub, session, visitor)))


@router.post("/tables/{table}/rounds", **tells(Answer, takes=RoundRequest))
@rated("costly")
async def begin_round(
    session: TheSession,
    visitor: TheVisitor,
    hub: TheHub,
    body: Annotated[RoundRequest, Depends(body_of(RoundRequest))],
    _: TheSoloTable,  # races have no rounds of this kind
) -> Response:
    """Begin the next round of a solo game, on the same course or another."""
    session.own(0, visitor.holder)
    course = await named(hub, await requested_course(body.course), body.course_name)
    secret = hub.entropy(32)

    def command(table: Table, now: float) -> tuple[Event, ...]:
        assert isinstance(table, SoloTable)
        return table.begin_round(body.round, course, body.opponents, secret, now)

    return answer(session, await session.do(command), visitor)


@router.get("/tables/{table}/record", **tells(media="text/plain"))
@rated("costly")
async def record(session: TheSession, hub: TheHub) -> Response:
    """Give out the record of a race that is over, with its secret opened.

    What the coach has found of the race stands in it as comments.
    """
    headers = {"content-disposition": 'attachment; filename="race.txt"'}
    table = session.table
    text = await hub.coach.record(table) if isinstance(table, RaceTable) else table.record()
    return PlainTextResponse(text, headers=headers)


@router.get("/tables/{table}/verification", **tells(Verification))
@rated("costly")
def verification(session: TheSession) -> Response:
    """Check that the cards of a race that is over follow from the secret committed to."""
    found = session.table.verification()
    findings = (
        Finding(what=each.what, good=each.good, code=each.code, cards=each.cards) for each in found
    )
    return plain(Verification(findings=tuple(findings)))


@router.get("/tables/{table}/replay", **tells(AnyReplay))
@rated("costly")
def replay(request: Request, session: TheSession) -> Response:
    """Tell again, frame by frame, a race that is over, all hands open, or rounds of a solo game."""
    return kept(request, as_json(table_replay(session.table)), "no-store")


@router.post("/replays", **tells(AnyReplay, takes=RecordRequest))
@rated("costly")
def replay_of_record(
    request: Request, body: Annotated[RecordRequest, Depends(body_of(RecordRequest))]
) -> Response:
    """Tell again what a record of a race or of a solo game tells; nothing of it is kept."""
    return kept(request, as_json(record_replay(body.record)), "no-store")
