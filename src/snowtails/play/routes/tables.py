"""Tables: opening, looking, talking, and what is left when the race is over."""

import json
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse

from ...rules import read_record, verify
from ..events import Options
from ..leg import Leg
from ..lodge import Mine
from ..replay import record_replay, table_replay
from ..succession import rematch as race_again
from ..wishes import (
    BeginWish,
    ChatWish,
    MuteWish,
    OwnSeat,
    RecordWish,
    TableWish,
)
from .answers import PROBLEMS, answer, as_json, kept, plain
from .asking import MaybeVisitor, TheLodge, TheRoom, TheVisitor
from .courses import found_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/tables")
async def lobby(lodge: TheLodge) -> Response:
    """List the tables with seats free for anybody."""
    return plain(await lodge.lobby())


@router.post("/tables", status_code=201)
async def open_table(wish: TableWish, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Open a table."""
    course = await found_course(wish.course)
    options = Options(
        course=course.line,
        course_name=course.name,
        **wish.model_dump(include={"clock", "listed", "hints", "hot_seat", "relief", "grace"}),
    )
    seats = [
        Mine(seat.name)
        if isinstance(seat, OwnSeat)
        else Mine(visitor.name)
        if seat == "me"
        else seat
        for seat in wish.seats
    ]
    room = await lodge.open_table(
        visitor,
        options,
        seats,
        added=bytes.fromhex(wish.added),
        key=wish.key or "",
        begin=wish.begin,
        season=Leg(wish.season) if wish.season else None,
    )
    room.seen(visitor.holder)
    return plain(room.told(room.eyes(visitor.holder)), 201)


@router.get("/tables/{table}")
async def table_seen(room: TheRoom, visitor: MaybeVisitor) -> Response:
    """Tell the table as the visitor sees it: the view."""
    return plain(room.told(room.eyes(visitor.holder if visitor else None)))


@router.get("/tables/{table}/presence")
async def presence(room: TheRoom) -> Response:
    """Tell who is there, who is thinking, and when a clock runs out."""
    return plain(room.presence())


@router.get("/tables/{table}/events")
async def events_told(
    room: TheRoom, visitor: MaybeVisitor, after: Annotated[int, Query(ge=0, le=2**31)] = 0
) -> Response:
    """Tell what happened after an event, as the visitor may know it."""
    eyes = room.eyes(visitor.holder if visitor else None)
    told = [json.loads(data) for _, data in room.told_events(after, eyes)]
    return plain({"number": room.table.number, "events": told})


@router.post("/tables/{table}/begin")
async def begin(room: TheRoom, visitor: TheVisitor, wish: BeginWish | None = None) -> Response:
    """Begin the race."""
    fill = wish.fill if wish else None
    done = await room.do(lambda table, now: table.begin(visitor.holder, now, fill=fill))
    return answer(room, done, visitor)


@router.post("/tables/{table}/chat")
async def chat(room: TheRoom, visitor: TheVisitor, wish: ChatWish) -> Response:
    """Say something to the whole table."""
    done = await room.do(
        lambda table, now: table.chat(visitor.holder, visitor.name, wish.text, wish.key, now)
    )
    return answer(room, done, visitor)


@router.post("/tables/{table}/mute")
async def mute(room: TheRoom, visitor: TheVisitor, wish: MuteWish) -> Response:
    """Mute a seat or all onlookers, or give them their voice back; the host can."""
    done = await room.do(lambda table, now: table.mute(visitor.holder, wish.seat, wish.muted, now))
    return answer(room, done, visitor)


@router.post("/tables/{table}/rematch")
async def rematch(room: TheRoom, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Open a table for the same company to race again."""
    return plain({"table": await race_again(lodge, room, visitor)})


@router.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(room: TheRoom) -> Response:
    """Give out the record of a race that is over, with its secret opened."""
    headers = {"content-disposition": 'attachment; filename="race.txt"'}
    return PlainTextResponse(room.table.record(), headers=headers)


@router.get("/tables/{table}/verification")
def verification(room: TheRoom) -> Response:
    """Check that the cards of a race that is over follow from the secret committed to."""
    findings = verify(read_record(room.table.record()))
    return plain({"findings": [vars(each) for each in findings]})


@router.get("/tables/{table}/replay")
def replay(request: Request, room: TheRoom) -> Response:
    """Tell a race that is over again, frame by frame, with all hands open."""
    return kept(request, as_json(table_replay(room.table)), "no-store")


@router.post("/replays")
def replay_of_record(request: Request, wish: RecordWish) -> Response:
    """Tell again what a race record tells; nothing of it is kept."""
    return kept(request, as_json(record_replay(wish.record)), "no-store")
