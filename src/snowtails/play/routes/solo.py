"""The solo game and the daily trail."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import PlainTextResponse
from starlette.concurrency import run_in_threadpool

from ...course import Course
from ...rules.solo import verify_solo
from ...rules.solo.daily import TRIES, daily_race
from ..den import Cabin, Den
from ..lodge import wished_course
from ..refusal import Forbidden, NotNow, TooMuch
from ..room import encoded
from ..solo import read_day
from ..solo_messages import (
    day_message,
    setup_message,
    solo_course_message,
    solo_events_message,
    solo_message,
    solo_preview_message,
)
from ..wishes import DecisionWish, RoundWish, SoloWish
from .answers import PROBLEMS, plain
from .asking import MaybeVisitor, TheVisitor

router = APIRouter(prefix="/api", responses=PROBLEMS)


async def den_of(request: Request) -> Den:
    """Return the den of this server, once it is warm."""
    if request.app.state.kindling.burning:
        told = "the solo game is being made ready, once on each machine; it takes about a minute"
        raise TooMuch("warming", told, retry=3)
    den = request.app.state.den
    assert isinstance(den, Den)
    return den


TheDen = Annotated[Den, Depends(den_of)]


async def cabin_of(game: Annotated[str, InPath(max_length=64)], den: TheDen) -> Cabin:
    """Return the game asked for."""
    return await den.cabin(game)


TheCabin = Annotated[Cabin, Depends(cabin_of)]


# -- games -----------------------------------------------------------------------------------------


@router.get("/solo")
async def my_games(visitor: TheVisitor, den: TheDen) -> Response:
    """List the visitor's solo games, the latest first."""
    return plain({"games": await den.games_of(visitor)})


@router.post("/solo", status_code=201)
async def begin_game(wish: SoloWish, visitor: TheVisitor, den: TheDen) -> Response:
    """Begin a solo game with its first round."""
    course = await run_in_threadpool(wished_course, wish.course)
    cabin = await den.open(visitor, course, wish.opponents, wish.key or "")
    return plain(solo_message(cabin.table, visitor.holder), 201)


@lru_cache(maxsize=256)
def _course_facts(name: str) -> bytes:
    course = wished_course(name)
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
async def game_seen(cabin: TheCabin, visitor: MaybeVisitor) -> Response:
    """Tell a game: to its player, or to anybody once it is over."""
    holder = visitor.holder if visitor else None
    cabin.table.seen_by(holder)
    return plain(solo_message(cabin.table, holder))


@router.get("/solo/{game}/events")
def events(cabin: TheCabin, visitor: MaybeVisitor) -> Response:
    """Tell what has been decided in the round so far, and what came of it."""
    cabin.table.seen_by(visitor.holder if visitor else None)
    return plain(solo_events_message(cabin.table))


@router.post("/solo/{game}/decisions")
async def decide(cabin: TheCabin, visitor: TheVisitor, wish: DecisionWish) -> Response:
    """Decide, and see what comes of it. The same again is done once."""
    cabin.table.played_by(visitor.holder)
    await cabin.do(lambda table, now: table.decide(wish.decision, wish.answers, now))
    return plain(solo_message(cabin.table, visitor.holder))


@router.post("/solo/{game}/rounds")
async def begin_round(
    cabin: TheCabin, visitor: TheVisitor, den: TheDen, wish: RoundWish
) -> Response:
    """Begin the next round, on the same course or another. The same again is done once."""
    cabin.table.played_by(visitor.holder)
    course = await run_in_threadpool(wished_course, wish.course)
    secret = den.lodge.entropy(32)
    await cabin.do(
        lambda table, now: table.begin_round(wish.round, course, wish.opponents, secret, now)
    )
    return plain(solo_message(cabin.table, visitor.holder))


@router.get("/solo/{game}/preview")
async def previewed(
    cabin: TheCabin, visitor: TheVisitor, turn: Annotated[str, Query(max_length=40)]
) -> Response:
    """Tell where a turn would end, what it costs and why."""
    cabin.table.played_by(visitor.holder)
    return plain(solo_preview_message(cabin.table, turn))


@router.get("/solo/{game}/hint")
async def hint(cabin: TheCabin, visitor: TheVisitor) -> Response:
    """Ask the Lone Wolf what it would decide; not on a daily trail, which compares people."""
    cabin.table.played_by(visitor.holder)
    if cabin.table.opened.day:
        raise Forbidden("no-hints", "the daily trail is driven without hints")
    if cabin.table.stage != "playing":
        raise NotNow("over", "there is nothing to decide", number=cabin.table.number)
    decision, asks = await cabin.hint()
    return plain({"decision": str(decision), "asks": asks})


@router.get("/solo/{game}/record", response_class=PlainTextResponse)
async def record(cabin: TheCabin) -> Response:
    """Give out the record of a game that is over, with its secrets opened."""
    headers = {"content-disposition": 'attachment; filename="solo.txt"'}
    return PlainTextResponse(cabin.table.record(), headers=headers)


@router.get("/solo/{game}/verification")
def verification(cabin: TheCabin) -> Response:
    """Check that the cards of a game that is over follow from its secrets, or from the date."""
    findings = verify_solo(cabin.table.record())
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
async def daily(den: TheDen, visitor: MaybeVisitor) -> Response:
    """Tell the trail of the day, the visitor's tries at it, and the days before."""
    day = den.today
    tries = await den.tries_of(visitor) if visitor else {}
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
    day: Annotated[str, InPath(max_length=10)], visitor: TheVisitor, den: TheDen
) -> Response:
    """Begin the next try at the trail of the day, or go on with the one that is unfinished."""
    cabin = await den.try_trail(visitor, read_day(day))
    return plain(solo_message(cabin.table, visitor.holder), 201)
