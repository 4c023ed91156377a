"""Pictures for those who unfold links."""

from collections.abc import Callable, Hashable
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response

from ....course import Course
from ....rules.solo.daily import daily_race
from ...session.days import today
from ...session.library import find_published
from ..dependencies import TheHub
from ..operations import PROBLEMS, tells
from ..rated_routes import rated
from ..responses import picture
from ..share.poster import WIDTH, Poster, poster_svg
from ..share.table_poster import course_poster, daily_poster, table_poster
from ..share.words import Say, language_of
from .courses import CourseName, find_course
from .library import CourseKey

router = APIRouter(prefix="/api", responses=PROBLEMS)

PNG = "image/png"
IMAGE_WIDTH = 2400
"""Pixels: sharp on a large screen and on paper of a hand's width."""


async def _posted(
    request: Request, subject: Hashable, poster: Callable[[Say], Poster], seconds: int
) -> Response:
    """Answer with the poster of a subject, in the language of whoever asks."""
    say = Say(language_of(request.headers.get("accept-language", "")))

    def drawn() -> str:
        return poster_svg(poster(say))

    png = await request.app.state.pictures.png((subject, say.language), drawn, WIDTH)
    return picture(png, seconds)


def _sound(course: str) -> Course:
    found = find_course(course)
    found.check()
    return found


@router.get("/courses/{course}/picture", **tells(media=PNG))
@rated("costly-unless-shipped")
async def course_pictured(request: Request, course: CourseName) -> Response:
    """Paint a course as a poster of 1200 × 630 pixels, for links."""

    def poster(say: Say) -> Poster:
        return course_poster(_sound(course), say)

    return await _posted(request, ("course", course), poster, 24 * 3600)


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
    found = await find_published(hub, key)

    def poster(say: Say) -> Poster:
        return course_poster(Course.parse(found.line, found.name), say)

    return await _posted(request, ("library", found.line, found.name), poster, 24 * 3600)


@router.get("/courses/{course}/image", **tells(media=PNG))
@rated("costly-unless-shipped")
async def course_imaged(
    request: Request, course: CourseName, theme: Literal["light", "dark"] = "light"
) -> Response:
    """Paint the drawing of a course, 2400 pixels wide, to be kept or sent."""

    def drawn() -> str:
        return _sound(course).svg(theme)

    png = await request.app.state.pictures.png(("image", course, theme), drawn, IMAGE_WIDTH)
    return picture(png, 24 * 3600)


@router.get("/daily/picture", **tells(media=PNG))
@rated("costly")
async def daily_pictured(request: Request, hub: TheHub) -> Response:
    """Paint the trail of the day as a poster, for links."""
    day = today(hub)

    def poster(say: Say) -> Poster:
        return daily_poster(daily_race(day).course, day, say)

    return await _posted(request, ("daily", day), poster, 600)


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
    found.check_before_end(None)
    day, seconds = today(hub), 24 * 3600 if found.stage == "over" and v else 60

    def poster(say: Say) -> Poster:
        return table_poster(found, day, say)

    return await _posted(request, ("table", table, found.number, day), poster, seconds)
