"""The solo game and the daily trail: opening them, and courses fit for them.

Once opened, a game is a table like any other.
"""

from datetime import UTC, datetime, time, timedelta
from functools import cache, lru_cache
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as InPath
from starlette.concurrency import run_in_threadpool

from ....course import Course
from ....rules.solo.daily import daily_race
from ...errors import Unavailable
from ...session.days import today
from ...session.hub import Hub
from ...session.library import named
from ...session.profile import daily_streak_of
from ...session.solo_games import games_of, open_game, par_of, tries_of, try_trail
from ...table.solo import read_day
from ...wire.declarations import View
from ...wire.messages import course_message
from ...wire.requests import SoloRequest
from ...wire.solo_messages import MOST_RANKED, daily_message, setup_message, solo_course_message
from ...wire.solo_types import Daily, Setup, SoloCourse, SoloCourses, SoloGames
from ...wire.types import CourseName
from ..assets import Asset
from ..dependencies import MaybeVisitor, TheHub, TheVisitor
from ..operations import PROBLEMS, body_of, tells
from ..rated_routes import rated
from ..responses import as_json, kept, plain
from .courses import find_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


async def compiled_hub(request: Request, hub: TheHub) -> Hub:
    """Return the hub of this server, once the rules of the solo game are compiled."""
    if request.app.state.compile_worker.is_compiling("solo"):
        told = "the solo game is being made ready, once on each machine; it takes about a minute"
        raise Unavailable("warming", told, retry=3)
    return hub


SoloHub = Annotated[Hub, Depends(compiled_hub)]


# -- games -----------------------------------------------------------------------------------------


@router.get("/solo", **tells(SoloGames))
async def my_games(visitor: TheVisitor, hub: SoloHub) -> Response:
    """List the visitor's solo games, the latest first."""
    return plain(SoloGames(games=await games_of(hub, visitor)))


@router.post("/solo", **tells(View, 201, takes=SoloRequest))
@rated("opening")
async def begin_game(
    body: Annotated[SoloRequest, Depends(body_of(SoloRequest))], visitor: TheVisitor, hub: SoloHub
) -> Response:
    """Begin a solo game with its first round: a table with one seat."""
    course = await run_in_threadpool(find_course, body.course)
    if not course.status():  # one that is not sound is refused by the game, with its reasons
        course = await named(hub, course, body.course_name)
    session = await open_game(hub, visitor, course, body.opponents, body.key or "", body.colour)
    return plain(session.encoded_view(session.viewer(visitor.holder)), 201)


@lru_cache(maxsize=256)
def _course_facts(name: str) -> SoloCourse:
    course = find_course(name)
    course.check()
    return solo_course_message(course, name if name in Course.shipped() else "")


@cache
def _shipped_courses() -> Asset:
    names = [name for name in Course.shipped() if not Course.load(name).solo_reasons]
    return as_json(SoloCourses(courses=tuple(map(_course_facts, names))))


@router.get("/solo/courses", **tells(SoloCourses))
def solo_courses(request: Request) -> Response:
    """List the shipped courses that are fit for the solo game."""
    return kept(request, _shipped_courses(), "no-store")


@router.get("/solo/courses/random", **tells(SoloCourse))
@rated("costly")
def made_up_course() -> Response:
    """Make up a course for the solo game, with one snowdrift and no setup points."""
    course = Course.random(np.random.default_rng(), solo=True, hazards=1)
    return plain(solo_course_message(course))


@router.get("/solo/courses/{course}", **tells(SoloCourse))
@rated("costly-unless-shipped")
def solo_course(course: Annotated[str, InPath(max_length=2000)]) -> Response:
    """Tell whether a course is fit for the solo game, and what it is worth."""
    return plain(_course_facts(course))


# -- the daily trail -------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _trail(day: str) -> tuple[CourseName, bool, Setup]:
    race = daily_race(read_day(day))
    course = course_message(race.course.line, race.course.name)
    return course, race.opponents, setup_message(race.course, race.opponents)


@router.get("/daily", **tells(Daily))
@rated("costly")
async def daily(hub: SoloHub, visitor: MaybeVisitor) -> Response:
    """Tell the trail of the day, the visitor's tries at it, and the days before."""
    day = today(hub)
    tries = await tries_of(hub, visitor) if visitor else {}
    streak = await daily_streak_of(hub, visitor)
    midnight = datetime.combine(day + timedelta(days=1), time(), UTC).timestamp()
    trail = await run_in_threadpool(_trail, day.isoformat())
    holder = visitor.holder if visitor else None
    table = await hub.visitors.best_of_day(day.isoformat(), MOST_RANKED, holder)
    par = await par_of(hub, day)
    told = daily_message(day.isoformat(), midnight, trail, tries, table, holder, par, streak)
    return plain(told)


@router.post("/daily/{day}/tries", **tells(View, 201))
async def begin_try(
    day: Annotated[str, InPath(max_length=10)], visitor: TheVisitor, hub: SoloHub
) -> Response:
    """Begin the next try at the trail of the day, or go on with the one that is unfinished."""
    session = await try_trail(hub, visitor, read_day(day))
    return plain(session.encoded_view(session.viewer(visitor.holder)), 201)
