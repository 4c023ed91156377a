"""Pictures for those who unfold links."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from ....course import Course
from ....rules.solo.daily import daily_race
from ...session.library import find_published
from ...session.solo_games import today
from ..declaring import PROBLEMS, tells
from ..dependencies import TheHub
from ..rated_routes import rated
from ..responses import picture
from ..share.png import pictures
from ..share.poster import WIDTH, Poster, poster_svg
from ..share.table_poster import course_poster, daily_poster, table_poster
from ..share.words import Say, language_of
from .courses import CourseName, find_course
from .library import CourseKey

router = APIRouter(prefix="/api", responses=PROBLEMS)

PNG = "image/png"
IMAGE_WIDTH = 2400
"""Pixels: sharp on a large screen and on paper of a hand's width."""


def _say(request: Request) -> Say:
    return Say(language_of(request.headers.get("accept-language", "")))


def _posted(poster: Poster, seconds: int) -> Response:
    return picture(pictures().png(poster_svg(poster), WIDTH), seconds)


@router.get("/courses/{course}/picture", **tells(media=PNG))
@rated("costly-unless-shipped")
def course_pictured(request: Request, course: CourseName) -> Response:
    """Paint a course as a poster of 1200 × 630 pixels, for links."""
    found = find_course(course)
    found.check()
    return _posted(course_poster(found, _say(request)), 24 * 3600)


@router.get("/library/{key}/picture", **tells(media=PNG))
@rated("costly")
async def library_pictured(
    request: Request,
    key: CourseKey,
    hub: TheHub,
    v: Annotated[str, Query(max_length=16)] = "",  # noqa: ARG001
) -> Response:
    """Paint a published course under its name as a poster, for links.

    `v` has no meaning but to tell pictures apart that are kept elsewhere.
    """
    found, say = await find_published(hub, key), _say(request)

    def painted() -> Response:
        return _posted(course_poster(Course.parse(found.line, found.name), say), 24 * 3600)

    return await run_in_threadpool(painted)


@router.get("/courses/{course}/image", **tells(media=PNG))
@rated("costly-unless-shipped")
def course_imaged(course: CourseName, theme: Literal["light", "dark"] = "light") -> Response:
    """Paint the drawing of a course, 2400 pixels wide, to be kept or sent."""
    found = find_course(course)
    found.check()
    return picture(pictures().png(found.svg(theme), IMAGE_WIDTH), 24 * 3600)


@router.get("/daily/picture", **tells(media=PNG))
@rated("costly")
async def daily_pictured(request: Request, hub: TheHub) -> Response:
    """Paint the trail of the day as a poster, for links."""
    day = today(hub)

    def painted() -> Response:
        return _posted(daily_poster(daily_race(day).course, day, _say(request)), 600)

    return await run_in_threadpool(painted)


@router.get("/tables/{table}/picture", **tells(media=PNG))
@rated("costly")
async def table_pictured(
    request: Request,
    table: str,
    hub: TheHub,
    v: Annotated[int, Query(ge=0, le=2**31)] = 0,
) -> Response:
    """Paint a table as a poster, for links: who races; once it is over, places and tracks.

    `v` has no meaning but to tell pictures apart that are kept elsewhere.
    """
    found = (await hub.session(table)).table
    found.check_visible(None)
    say, day = _say(request), today(hub)
    seconds = 24 * 3600 if found.stage == "over" and v else 60
    return await run_in_threadpool(lambda: _posted(table_poster(found, day, say), seconds))
