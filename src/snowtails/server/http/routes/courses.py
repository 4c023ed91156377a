"""Courses, told and drawn: all of it works before the rules are compiled."""

from functools import cache, lru_cache
from typing import Annotated, Literal

import numpy as np
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi import Path as InPath
from starlette.concurrency import run_in_threadpool

from ....course import Course
from ....course.character import random_of_character
from ....course.drawing import draw
from ....course.tile import Tile
from ...errors import Forbidden
from ...wire.answer_types import Course as CourseMessage
from ...wire.answer_types import CourseMap, Courses
from ...wire.build_types import Draft
from ...wire.course_map import map_message
from ...wire.draft import draft_message
from ...wire.encoding import encoded
from ...wire.requests import DraftRequest, RandomCourse
from ..assets import Asset
from ..operations import PROBLEMS, body_of, tells
from ..qr import LONGEST_CODE, code_to_scan
from ..rated_routes import rated
from ..responses import AN_HOUR, as_json, kept, plain

router = APIRouter(prefix="/api", responses=PROBLEMS)

CourseName = Annotated[str, InPath(max_length=2000)]


def find_course(course: str) -> Course:
    """Return a shipped course by its name, or any by its line; never a file."""
    if course in Course.shipped():
        return Course.load(course)
    return Course.parse(course)


@lru_cache(maxsize=128)
def course_facts(name: str) -> CourseMessage:
    """Return what there is to say about a course."""
    course = find_course(name)
    course.check()
    track = course.track
    return CourseMessage(
        name=name if name in Course.shipped() else "",
        title=course.name,
        description=dict(course.description),
        line=course.line,
        flag=course.flag,
        tiles=tuple(tile.name for tile in course.tiles),
        starts=tuple(track.names[space] for space in track.starts),
        warnings=tuple(str(warning) for warning in course.warnings()),
    )


Shape = Literal["own", "wide"]
"""How wide a drawing is: as the course lies, or as cards and screens are."""

WIDE = 1.6


@lru_cache(maxsize=128)
def drawing(name: str, theme: Literal["light", "dark"], shape: Shape = "own") -> Asset:
    """Return the picture of a course."""
    drawn = draw(find_course(name), theme=theme, aspect=WIDE if shape == "wide" else None)
    return Asset(drawn.encode(), "image/svg+xml")


@lru_cache(maxsize=128)
def course_map(name: str) -> Asset:
    """Return where the spaces of a course lie, as JSON."""
    course = find_course(name)
    course.check()
    return Asset(encoded(map_message(course)), "application/json")


@cache
def shipped_courses() -> Asset:
    """Return what there is to say about the courses that ship, as JSON; that does not change."""
    return as_json(Courses(courses=tuple(map(course_facts, Course.shipped()))))


@router.get("/courses", **tells(Courses))
def courses(request: Request) -> Response:
    """List the courses that ship."""
    return kept(request, shipped_courses(), "no-store")


@router.post("/courses", **tells(CourseMessage, takes=RandomCourse))
@rated("costly")
async def course_made_up(
    body: Annotated[RandomCourse, Depends(body_of(RandomCourse))],
) -> Response:
    """Make up a course as wished, to be looked at or raced by its line."""
    made = await requested_course(body)
    return plain(await run_in_threadpool(course_facts, made.line))


@router.post("/courses/draft", **tells(Draft, takes=DraftRequest))
@rated("costly")
async def course_drafted(
    body: Annotated[DraftRequest, Depends(body_of(DraftRequest))],
) -> Response:
    """Look at a course that is being built: its problems, what mends them, what fits next."""

    def look() -> Draft:
        if body.course is not None:
            return draft_message(find_course(body.course))
        tiles = tuple(Tile(each.name, each.map, each.safety) for each in body.tiles)
        return draft_message(
            Course(
                tiles,
                body.flag,
                body.name,
                {str(language): text for language, text in body.description.items()},
            )
        )

    return plain(await run_in_threadpool(look))


def made_up(wish: RandomCourse, rng: np.random.Generator) -> Course:
    """Make up a course as wished."""
    if wish.character is None:
        return Course.random(rng, tiles=wish.tiles, hazards=wish.hazards)
    return random_of_character(wish.character, rng, tiles=wish.tiles, hazards=wish.hazards)


async def requested_course(body: str | RandomCourse) -> Course:
    """Return a sound course as wished: by its name, by its line, or made up."""

    def find() -> Course:
        if isinstance(body, str):
            found = find_course(body)
        else:
            rng = np.random.default_rng()
            found = made_up(body, rng)
        found.check()
        return found

    return await run_in_threadpool(find)


@router.get("/courses/{course}", **tells(CourseMessage))
@rated("costly-unless-shipped")
def course_shown(course: CourseName) -> Response:
    """Tell about a course, by its name or its line."""
    return plain(course_facts(course))


@router.get("/courses/{course}/drawing", **tells(media="image/svg+xml"))
@rated("costly-unless-shipped")
def course_drawn(
    request: Request,
    course: CourseName,
    theme: Literal["light", "dark"] = "light",
    shape: Shape = "own",
) -> Response:
    """Draw a course, by its name or its line, as SVG; `wide` has more land at its sides."""
    return kept(request, drawing(course, theme, shape), AN_HOUR)


@router.get("/courses/{course}/map", **tells(CourseMap))
@rated("costly-unless-shipped")
def course_mapped(request: Request, course: CourseName) -> Response:
    """Tell where each space of a course lies, where steps lead, and which bend comes next."""
    return kept(request, course_map(course), AN_HOUR)


@router.get("/qr", **tells(media="image/svg+xml"))
@rated("costly")
def qr(request: Request, text: Annotated[str, Query(max_length=LONGEST_CODE)]) -> Response:
    """Draw one of this server's own addresses as a code to scan, as SVG."""
    if not any(text.startswith(f"{origin}/") for origin in request.app.state.origins()):
        raise Forbidden("origin", "codes are made for the addresses of this server only")
    return kept(request, code_to_scan(text), "private, max-age=3600")
