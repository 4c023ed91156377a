"""The library: courses that visitors publish for all, rate and withdraw."""

import asyncio
import logging

import msgspec

from ...course import Course, InvalidCourse
from ...lab.standing import Figures, shipped_figures
from ..errors import Conflict, Forbidden, LimitReached, NotFound, Unprocessable
from ..store.courses import PublishedCourse, Rating, key_of
from ..store.visitors import Visitor
from ..wire.build_types import CourseStanding
from ..wire.certificate import standing_messages
from ..wire.library import (
    Reader,
    published_message,
    read_figures,
    shipped_lines,
    shipped_message,
)
from ..wire.library_types import Library, LibraryCourse, LibraryEntry, Publication
from .hub import Hub

log = logging.getLogger("snowtails.server")

MOST_LISTED = 1000
"""Published courses that are listed, the latest."""
LONGEST_TITLE = 80
LONGEST_DESCRIPTION = 300


def checked_title(name: str) -> str:
    """Return the name of a course as it will be shown, or refuse it."""
    shown = " ".join(name.split())
    if not 1 <= len(shown) <= LONGEST_TITLE or not shown.isprintable():
        raise Unprocessable(
            "course-name", f"the name of a course has 1 to {LONGEST_TITLE} printable characters"
        )
    return shown


def checked_description(given: dict[str, str]) -> dict[str, str]:
    """Return what is said about a course, by language, or refuse it."""
    shown = {language: " ".join(text.split()) for language, text in given.items()}
    for text in shown.values():
        if len(text) > LONGEST_DESCRIPTION or not text.isprintable():
            raise Unprocessable(
                "course-description",
                f"a description has at most {LONGEST_DESCRIPTION} printable characters",
            )
    return {language: text for language, text in shown.items() if text}


async def named(hub: Hub, course: Course, wished: str = "") -> Course:
    """Return a course under its name: its own, the published one, or the one wished."""
    if course.name:
        return course
    name = await hub.courses.name_of(course.line)
    if not name and wished.strip():
        name = checked_title(wished)
    return Course(course.tiles, course.flag, name, course.description) if name else course


# -- looking ---------------------------------------------------------------------------------------


async def library_of(hub: Hub, visitor: Visitor | None) -> Library:
    """Return all courses as a visitor sees them."""
    found = await hub.courses.published(MOST_LISTED)
    ratings, reader = await hub.courses.ratings(), await _reader(hub, visitor)

    def told() -> Library:
        shipped = (shipped_message(name, ratings, reader) for name in Course.shipped())
        published = (_told(each, ratings, reader) for each in found)
        return Library(courses=(*shipped, *(each for each in published if each is not None)))

    return await asyncio.to_thread(told)


def _told(
    found: PublishedCourse, ratings: dict[str, Rating], reader: Reader
) -> LibraryCourse | None:
    """Tell a course; None for one that another version has published and this one cannot read."""
    try:
        return published_message(found, ratings, reader)
    except InvalidCourse:
        log.warning("the published course %s cannot be read: %s", found.key, found.line)
        return None


async def entry_of(hub: Hub, key: str, visitor: Visitor | None) -> LibraryEntry:
    """Return a course by its key, or refuse it."""
    if key in Course.shipped():
        line, figures = shipped_lines()[key], shipped_figures().get(shipped_lines()[key])
        told = await _shipped(hub, key, visitor)
    else:
        found = await _find(hub, key)
        line, figures = found.line, read_figures(found.figures)
        told = await _published(hub, found, visitor)
    return LibraryEntry(course=told, standing=_standing(figures, line))


def _standing(figures: Figures | None, line: str) -> tuple[CourseStanding, ...]:
    return standing_messages(figures, line) if figures else ()


async def _find(hub: Hub, key: str) -> PublishedCourse:
    found = await hub.courses.find(key)
    if found is None:
        raise NotFound("no-course", "there is no such course; it may have been withdrawn")
    return found


async def _reader(hub: Hub, visitor: Visitor | None) -> Reader:
    if visitor is None:
        return Reader(None, {}, set())
    holder = visitor.holder
    stars, raced = await hub.courses.ratings_of(holder), await hub.courses.raced_by(holder)
    return Reader(holder, stars, raced)


async def _shipped(hub: Hub, name: str, visitor: Visitor | None) -> LibraryCourse:
    ratings = await hub.courses.ratings(key_of(shipped_lines()[name]))
    return shipped_message(name, ratings, await _reader(hub, visitor))


async def _published(hub: Hub, found: PublishedCourse, visitor: Visitor | None) -> LibraryCourse:
    ratings, reader = await hub.courses.ratings(found.key), await _reader(hub, visitor)
    return await asyncio.to_thread(published_message, found, ratings, reader)


# -- writing ---------------------------------------------------------------------------------------


async def publish(
    hub: Hub, visitor: Visitor, course: Course, name: str, description: dict[str, str]
) -> Publication:
    """Publish a course under a name, or give the one that exists.

    The line alone decides which course it is. Its author changes name and description by
    publishing it again.
    """
    line, title, about = course.line, checked_title(name), checked_description(description)
    for shipped, own in shipped_lines().items():
        if own == line:
            told = f"this course ships with the game as {Course.load(shipped).name}"
            raise Conflict("ships", told, course=shipped)
    key, text = key_of(line), msgspec.json.encode(about).decode()
    before = await hub.courses.find(key)
    if before is None:
        if await hub.courses.count_of(visitor.holder) >= hub.limits.courses:
            told = f"you have published {hub.limits.courses} courses; withdraw one first"
            raise LimitReached("courses", told)
        await hub.courses.publish(line, title, text, visitor.holder, hub.clock.now())
    elif before.author == visitor.holder:
        await hub.courses.rename(key, title, text, visitor.holder)
    found = await _find(hub, key)
    fresh = before is None and found.author == visitor.holder
    return Publication(course=await _published(hub, found, visitor), fresh=fresh)


async def withdraw(hub: Hub, visitor: Visitor, key: str) -> None:
    """Withdraw a visitor's own course; its ratings go with it, races on it stay."""
    found = await _find(hub, key)
    if found.author != visitor.holder:
        raise Forbidden("not-your-publication", "only whoever has published it can withdraw it")
    if not await hub.courses.withdraw(key, visitor.holder):
        raise NotFound("no-course", "this course has just been withdrawn or removed")


async def rate(hub: Hub, visitor: Visitor, key: str, stars: int) -> LibraryCourse:
    """Rate a course that the visitor has raced to the end, or rate it anew."""
    shipped = key in Course.shipped()
    line = shipped_lines()[key] if shipped else (await _find(hub, key)).line
    if line not in await hub.courses.raced_by(visitor.holder):
        told = "only those rate a course who have raced it to the end, wrecked or not"
        raise Forbidden("not-raced", told)
    await hub.courses.rate(key_of(line), visitor.holder, stars, hub.clock.now())
    if shipped:
        return await _shipped(hub, key, visitor)
    return await _published(hub, await _find(hub, key), visitor)
