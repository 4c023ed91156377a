"""The solo game and the daily trail."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from ....course import Course
from ....rules.solo import verify_solo
from ....rules.solo.daily import TRIES, daily_race
from ...errors import Conflict, Forbidden, LimitReached
from ...session.solo_hub import SoloHub, SoloSession
from ...table.solo import read_day
from ...wire.encoding import encoded
from ...wire.schemas import DecisionRequest, RoundRequest, SoloRequest
from ...wire.solo_messages import (
    day_message,
    setup_message,
    solo_course_message,
    solo_events_message,
    solo_message,
    solo_preview_message,
)
from ..dependencies import MaybeVisitor, TheVisitor
from ..responses import PROBLEMS, plain
from .courses import find_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


async def solo_hub_of(request: Request) -> SoloHub:
    """Return the hub of solo games, once their rules are compiled."""
    if request.app.state.compile_worker.is_compiling("solo"):
        told = "the solo game is being made ready, once on each machine; it takes about a minute"
        raise LimitReached("warming", told, retry=3)
    solo_hub = request.app.state.solo_hub
    assert isinstance(solo_hub, SoloHub)
    return solo_hub


TheSoloHub = Annotated[SoloHub, Depends(solo_hub_of)]


async def solo_session_of(
    game: Annotated[str, InPath(max_length=64)], solo_hub: TheSoloHub
) -> SoloSession:
    """Return the game asked for."""
    return await solo_hub.session(game)


TheSoloSession = Annotated[SoloSession, Depends(solo_session_of)]


# -- games -----------------------------------------------------------------------------------------


@router.get("/solo")
async def my_games(visitor: TheVisitor, solo_hub: TheSoloHub) -> Response:
    """List the visitor's solo games, the latest first."""
    return plain({"games": await solo_hub.games_of(visitor)})


@router.post("/solo", status_code=201)
async def begin_game(body: SoloRequest, visitor: TheVisitor, solo_hub: TheSoloHub) -> Response:
    """Begin a solo game with its first round."""
    course = await run_in_threadpool(find_course, body.course)
    session = await solo_hub.open(visitor, course, body.opponents, body.key or "")
    return plain(solo_message(session.table, visitor.holder), 201)


@lru_cache(maxsize=256)
def _course_facts(name: str) -> bytes:
    course = find_course(name)
    course.check()
    return encoded(solo_course_message(course, name if name in Course.shipped() else ""))


@router.get("/solo/courses")
def solo_courses() -> Response:
    """List the shipped courses that are fit for the solo game."""
    names = [name for name in Course.shipped() if not Course.load(name).solo_reasons]
    return plain(b'{"courses":[' + b",".join(map(_course_facts, names)) + b"]}")


@router.get("/solo/courses/random")
def made_up_course() -> Response:
    """Make up a course for the solo game, with one snowdrift and no setup points."""
    course = Course.random(np.random.default_rng(), solo=True, hazards=1)
    return plain(solo_course_message(course))


@router.get("/solo/courses/{course}")
def solo_course(course: Annotated[str, InPath(max_length=2000)]) -> Response:
    """Tell whether a course is fit for the solo game, and what it is worth."""
    return plain(_course_facts(course))


@router.get("/solo/{game}")
async def game_seen(session: TheSoloSession, visitor: MaybeVisitor) -> Response:
    """Tell a game: to its player, or to anybody once it is over."""
    holder = visitor.holder if visitor else None
    session.table.seen_by(holder)
    return plain(solo_message(session.table, holder))


@router.get("/solo/{game}/events")
def events(session: TheSoloSession, visitor: MaybeVisitor) -> Response:
    """Tell what has been decided in the round so far, and what came of it."""
    session.table.seen_by(visitor.holder if visitor else None)
    return plain(solo_events_message(session.table))


@router.post("/solo/{game}/decisions")
async def decide(session: TheSoloSession, visitor: TheVisitor, body: DecisionRequest) -> Response:
    """Decide, and see what comes of it. The same again is done once."""
    session.table.played_by(visitor.holder)
    await session.do(lambda table, now: table.decide(body.decision, body.answers, now))
    return plain(solo_message(session.table, visitor.holder))


@router.post("/solo/{game}/rounds")
async def begin_round(
    session: TheSoloSession, visitor: TheVisitor, solo_hub: TheSoloHub, body: RoundRequest
) -> Response:
    """Begin the next round, on the same course or another. The same again is done once."""
    session.table.played_by(visitor.holder)
    course = await run_in_threadpool(find_course, body.course)
    secret = solo_hub.hub.entropy(32)
    await session.do(
        lambda table, now: table.begin_round(body.round, course, body.opponents, secret, now)
    )
    return plain(solo_message(session.table, visitor.holder))


@router.get("/solo/{game}/preview")
async def previewed(
    session: TheSoloSession, visitor: TheVisitor, turn: Annotated[str, Query(max_length=40)]
) -> Response:
    """Tell where a turn would end, what it costs and why."""
    session.table.played_by(visitor.holder)
    return plain(solo_preview_message(session.table, turn))


@router.get("/solo/{game}/hint")
async def hint(session: TheSoloSession, visitor: TheVisitor) -> Response:
    """Ask the Lone Wolf what it would decide; not on a daily trail, which compares people."""
    session.table.played_by(visitor.holder)
    if session.table.opened.day:
        raise Forbidden("no-hints", "the daily trail is driven without hints")
    if session.table.stage != "playing":
        raise Conflict("over", "there is nothing to decide", number=session.table.number)
    decision, asks = await session.hint()
    return plain({"decision": str(decision), "asks": asks})


@router.get("/solo/{game}/record", response_class=PlainTextResponse)
async def record(session: TheSoloSession) -> Response:
    """Give out the record of a game that is over, with its secrets opened."""
    headers = {"content-disposition": 'attachment; filename="solo.txt"'}
    return PlainTextResponse(session.table.record(), headers=headers)


@router.get("/solo/{game}/verification")
def verification(session: TheSoloSession) -> Response:
    """Check that the cards of a game that is over follow from its secrets, or from the date."""
    findings = verify_solo(session.table.record())
    return plain({"findings": [vars(each) for each in findings]})


# -- the daily trail -------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _trail(day: str) -> dict[str, object]:
    race = daily_race(read_day(day))
    return {
        "course": {"line": race.course.line, "name": race.course.name},
        "opponents": race.opponents,
        "setup": setup_message(race.course, race.opponents),
    }


@router.get("/daily")
async def daily(solo_hub: TheSoloHub, visitor: MaybeVisitor) -> Response:
    """Tell the trail of the day, the visitor's tries at it, and the days before."""
    day = solo_hub.today
    tries = await solo_hub.tries_of(visitor) if visitor else {}
    midnight = datetime.combine(day + timedelta(days=1), time(), UTC)
    today = day.isoformat()
    return plain(
        await run_in_threadpool(_trail, today)
        | {"most": TRIES, "ends": midnight.timestamp()}
        | day_message(today, tries.pop(today, []))
        | {"history": [day_message(*each) for each in tries.items()]}
    )


@router.post("/daily/{day}/tries", status_code=201)
async def try_trail(
    day: Annotated[str, InPath(max_length=10)], visitor: TheVisitor, solo_hub: TheSoloHub
) -> Response:
    """Begin the next try at the trail of the day, or go on with the one that is unfinished."""
    session = await solo_hub.try_trail(visitor, read_day(day))
    return plain(solo_message(session.table, visitor.holder), 201)
