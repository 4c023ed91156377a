"""The library: courses that visitors publish for all, rate and withdraw."""

import asyncio
import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Self, TypeVar

import msgspec

from ...course import Course, InvalidCourse
from ...lab.standing import Figures, shipped_figures
from ..errors import Conflict, Forbidden, LimitReached, NotFound, Unprocessable
from ..store.courses import PublishedCourse, Rating, key_of
from ..store.visitors import Visitor
from ..wire.build_types import CourseStanding
from ..wire.certificate import standing_messages
from ..wire.encoding import encoded
from ..wire.library import (
    Reader,
    published_message,
    read_figures,
    shipped_lines,
    shipped_message,
)
from ..wire.library_types import Library, LibraryCourse, LibraryEntry, Publication
from ..wire.titles import LONGEST_TITLE, title_of
from .hub import Hub

log = logging.getLogger("snowtails.server")

MOST_LISTED = 1000
"""Published courses that are listed, the latest."""
LASTS = 1.0
"""Seconds for which the list is kept where other servers may have changed it."""
LONGEST_DESCRIPTION = 300

NOBODY = Reader(None, {}, set())
"""Somebody who has published, rated and raced nothing."""

Written = TypeVar("Written")


def checked_title(name: str) -> str:
    """Return the name of a course as it will be shown, or refuse it."""
    shown = title_of(name)
    if not shown:
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


class LibraryList(Generic[Written]):
    """The list of all courses, made and written once for each change of it, for all who ask.

    Whoever has published, rated or raced none of them is told what everybody is told.
    """

    def __init__(self, hub: Hub, write: Callable[[Library], Written]) -> None:
        self._hub = hub
        self._write = write
        self._version: object = None
        self._until = 0.0
        self._making: asyncio.Task[tuple[_Everybody, Written]] | None = None

    async def seen_by(self, visitor: Visitor | None) -> Written:
        """Return all courses as a visitor sees them, written."""
        everybody, written = await self._made()
        reader = await _reader(self._hub, visitor)
        own = await asyncio.to_thread(everybody.seen_by, reader)
        if own is everybody.courses:
            return written
        return await asyncio.to_thread(self._write, Library(courses=own))

    async def published(self) -> tuple[LibraryCourse, ...]:
        """Return the courses that visitors have published, as everybody sees them."""
        everybody, _ = await self._made()
        return tuple(each for each in everybody.courses if not each.shipped)

    async def _made(self) -> "tuple[_Everybody, Written]":
        """Return the list as everybody sees it, and written; who asks meanwhile waits for it."""
        hub, now = self._hub, self._hub.clock.now()
        # Before anything is read: what changes meanwhile must make it be made anew.
        version = hub.courses.changes, hub.visitors_changed
        made = self._making
        failed = made and made.done() and (made.cancelled() or made.exception())
        old = made and made.done() and now >= self._until
        if made is None or failed or old or version != self._version:
            self._version = version
            made = self._making = hub.spawn(self._make())
        return await asyncio.shield(made)

    async def _make(self) -> "tuple[_Everybody, Written]":
        courses = self._hub.courses
        found, ratings = await courses.published(MOST_LISTED), await courses.ratings()
        everybody = await asyncio.to_thread(_Everybody.told, found, ratings)
        written = await asyncio.to_thread(self._write, Library(courses=everybody.courses))
        hub = self._hub
        self._until = hub.clock.now() + LASTS if hub.database.shared else math.inf
        return everybody, written


@dataclass(frozen=True)
class _Everybody:
    """All courses as somebody sees them who has to do with none, and who has published which."""

    courses: tuple[LibraryCourse, ...]
    authors: dict[str, str | None]

    @classmethod
    def told(cls, found: Sequence[PublishedCourse], ratings: dict[str, Rating]) -> Self:
        """Tell the courses that ship, and those that were found."""
        shipped = (shipped_message(name, ratings, NOBODY) for name in Course.shipped())
        published = (_told(each, ratings, NOBODY) for each in found)
        courses = (*shipped, *(each for each in published if each is not None))
        return cls(courses, {each.key: each.author for each in found})

    def seen_by(self, reader: Reader) -> tuple[LibraryCourse, ...]:
        """Return the courses as a reader sees them; the same tuple if nothing is different."""
        yours = {key for key, author in self.authors.items() if author and author == reader.holder}
        if not (yours or reader.stars or reader.raced):
            return self.courses
        return tuple(
            msgspec.structs.replace(
                each,
                yours=each.key in yours,
                stars=reader.stars.get(key_of(each.line)),
                raced=each.line in reader.raced,
            )
            for each in self.courses
        )


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
        told = await _shipped(hub, key, visitor)
        figures = shipped_figures().get(told.line)
    else:
        found = await find_published(hub, key)
        told = await _published(hub, found, visitor)
        figures = read_figures(found.figures)
    standing = await asyncio.to_thread(_standing, figures, told.line)
    return LibraryEntry(course=told, standing=standing)


def _standing(figures: Figures | None, line: str) -> tuple[CourseStanding, ...]:
    return standing_messages(figures, line) if figures else ()


async def _lines() -> dict[str, str]:
    """Return the lines of the courses that ship, by name; the first call reads all."""
    return await asyncio.to_thread(shipped_lines)


def no_such_course() -> NotFound:
    """Return what is told of a course that is not, or no longer, published."""
    return NotFound("no-course", "there is no such course; it may have been withdrawn")


async def find_published(hub: Hub, key: str) -> PublishedCourse:
    """Return a published course by its key, or refuse it."""
    found = await hub.courses.find(key)
    if found is None:
        raise no_such_course()
    return found


async def _reader(hub: Hub, visitor: Visitor | None) -> Reader:
    if visitor is None:
        return NOBODY
    holder = visitor.holder
    stars, raced = await hub.courses.ratings_of(holder), await hub.courses.raced_by(holder)
    return Reader(holder, stars, raced)


async def _shipped(hub: Hub, name: str, visitor: Visitor | None) -> LibraryCourse:
    ratings = await hub.courses.ratings(key_of((await _lines())[name]))
    return await asyncio.to_thread(shipped_message, name, ratings, await _reader(hub, visitor))


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
    for shipped, own in (await _lines()).items():
        if own == line:
            told = f"this course ships with the game as {Course.load(shipped).name}"
            raise Conflict("ships", told, course=shipped)
    key, text = key_of(line), encoded(about).decode()
    before = await hub.courses.find(key)
    if before is None:
        now, most = hub.clock.now(), hub.limits.courses
        await hub.courses.publish(line, title, text, visitor.holder, now, most)
        if not await hub.courses.find(key) and await hub.courses.count_of(visitor.holder) >= most:
            raise LimitReached("courses", f"you have published {most} courses; withdraw one first")
    elif before.author == visitor.holder:
        await hub.courses.rename(key, title, text, visitor.holder)
    found = await find_published(hub, key)
    fresh = before is None and found.author == visitor.holder
    return Publication(course=await _published(hub, found, visitor), fresh=fresh)


async def withdraw(hub: Hub, visitor: Visitor, key: str) -> None:
    """Withdraw a visitor's own course; its ratings go with it, races on it stay."""
    found = await find_published(hub, key)
    if found.author != visitor.holder:
        raise Forbidden("not-your-publication", "only whoever has published it can withdraw it")
    if not await hub.courses.withdraw(key, visitor.holder):
        raise no_such_course()  # withdrawn at the same time


async def rate(hub: Hub, visitor: Visitor, key: str, stars: int) -> LibraryCourse:
    """Rate somebody else's course on which a race or game of the visitor has ended; or anew."""
    shipped = key in Course.shipped()
    if shipped:
        line = (await _lines())[key]
    else:
        found = await find_published(hub, key)
        line = found.line
        if found.author == visitor.holder:
            raise Forbidden("own-course", "others rate your course; rate one of theirs")
    if line not in await hub.courses.raced_by(visitor.holder):
        told = "only those rate a course who have had a seat in a race on it that has ended"
        raise Forbidden("not-raced", told)
    now = hub.clock.now()
    await hub.courses.rate(key_of(line), visitor.holder, stars, now, shipped=shipped)
    if shipped:
        return await _shipped(hub, key, visitor)
    return await _published(hub, await find_published(hub, key), visitor)
