"""What is kept of courses: those that visitors publish, how all are rated, and certificates."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from .database import Database
from .embedded import RowGone, demanding
from .schema import CERTIFICATES, COURSES, RATINGS, RESULTS, VISITORS
from .statements import Job


def key_of(line: str) -> str:
    """Return the short name by which a course is kept: its line alone decides.

    >>> key_of("srs")
    '727be0a1ef0c9a03'
    """
    return hashlib.sha256(f"snowtails course {line}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class PublishedCourse:
    """A course that somebody has published."""

    key: str
    line: str
    name: str
    description: str
    """JSON by language, which the store only keeps."""
    author: str | None
    """Hashed token of whoever published it; None if that visitor was deleted."""
    author_name: str | None
    at: float
    figures: str | None
    """JSON of how it races, which the store only keeps; None until that is known."""


@dataclass(frozen=True)
class Rating:
    """How a course was rated by all."""

    count: int
    stars: int
    """The sum of all."""


class CourseStore:
    """Reads and writes what belongs to courses, in a database."""

    def __init__(self, database: Database, rules: int) -> None:
        self._database = database
        self._rules = rules

    @property
    def changes(self) -> int:
        """How often this server has changed anything here."""
        return self._database.changes(COURSES, RATINGS, CERTIFICATES)

    # -- published ----------------------------------------------------------------------------

    async def published(self, most: int) -> list[PublishedCourse]:
        """Return the published courses, the latest first."""
        wanted = self._select().order_by(COURSES.c.at.desc(), COURSES.c.course).limit(most)
        return [PublishedCourse(*row) for row in await self._database.read(wanted)]

    async def find(self, key: str) -> PublishedCourse | None:
        """Return a published course, or None if there is none."""
        rows = await self._database.read(self._select().where(COURSES.c.course == key))
        return PublishedCourse(*rows[0]) if rows else None

    async def name_of(self, line: str) -> str:
        """Return what a course was published as; empty if it was not."""
        wanted = sql.select(COURSES.c.name).where(COURSES.c.course == key_of(line))
        rows = await self._database.read(wanted)
        return str(rows[0][0]) if rows else ""

    async def count_of(self, author: str) -> int:
        """Return how many courses a visitor has published."""
        wanted = sql.select(sql.func.count()).select_from(COURSES)
        rows = await self._database.read(wanted.where(COURSES.c.author == author))
        return int(rows[0][0])

    async def publish(
        self, line: str, name: str, description: str, author: str, now: float, most: int
    ) -> None:
        """Keep a course; one that is there already stays as it is.

        Nothing is kept for an author who has been deleted or has published that many already.
        """
        row = {
            "course": key_of(line),
            "line": line,
            "name": name,
            "description": description,
            "at": now,
            "who": author,
            "most": most,
        }
        waiting = (_WAIT_FOR_VISITOR, {"who": author})
        await self._database.write([waiting, (_INSERT[self._database.embedded], row)])

    async def rename(self, key: str, name: str, description: str, author: str) -> None:
        """Change what an author's own course is called and what is said about it."""
        row = {"which": key, "who": author, "called": name, "about": description}
        await self._database.write([(_RENAME, row)])

    async def withdraw(self, key: str, author: str | None = None) -> bool:
        """Delete a course with its ratings; with an author, only if it is that visitor's.

        Returns whether it was there.
        """
        row: dict[str, Any] = {"which": key}
        first = (_REMOVE, row) if author is None else (_WITHDRAW, row | {"who": author})
        try:
            # In the order in which authors are forgotten, or both could wait for each other.
            await self._database.write([(_UNCERTIFY, row), first, (_UNRATE, row)])
        except RowGone:
            return False
        return True

    def _select(self) -> Any:
        columns = COURSES.c.course, COURSES.c.line, COURSES.c.name, COURSES.c.description
        raced = (CERTIFICATES.c.course == COURSES.c.course) & (CERTIFICATES.c.rules == self._rules)
        return (
            sql.select(
                *columns,
                COURSES.c.author,
                VISITORS.c.name,
                COURSES.c.at,
                CERTIFICATES.c.figures,
            )
            .outerjoin(VISITORS, VISITORS.c.token == COURSES.c.author)
            .outerjoin(CERTIFICATES, raced)
        )

    # -- ratings ------------------------------------------------------------------------------

    async def rate(
        self, key: str, holder: str, stars: int, now: float, *, shipped: bool = False
    ) -> None:
        """Keep how a visitor rates a course; the rating before is replaced.

        Nothing is kept for a visitor who has been deleted or a course that has been withdrawn.
        """
        row = {"course": key, "who": holder, "stars": stars, "at": now}
        await self._database.write([(_RATE[self._database.embedded, shipped], row)])

    async def ratings(self, key: str | None = None) -> dict[str, Rating]:
        """Return how courses were rated, or one of them, by key."""
        wanted = sql.select(
            RATINGS.c.course, sql.func.count(), sql.func.sum(RATINGS.c.stars)
        ).group_by(RATINGS.c.course)
        if key is not None:
            wanted = wanted.where(RATINGS.c.course == key)
        rows = await self._database.read(wanted)
        return {course: Rating(int(count), int(stars)) for course, count, stars in rows}

    async def ratings_of(self, holder: str) -> dict[str, int]:
        """Return the stars that a visitor has given, by key of the course."""
        wanted = sql.select(RATINGS.c.course, RATINGS.c.stars).where(RATINGS.c.holder == holder)
        return dict(await self._database.read(wanted))

    async def raced_by(self, holder: str) -> set[str]:
        """Return the lines of the courses on which a race or game of a visitor has ended."""
        wanted = sql.select(RESULTS.c.course).distinct().where(RESULTS.c.holder == holder)
        return {line for (line,) in await self._database.read(wanted)}

    # -- certificates -------------------------------------------------------------------------

    async def certificate(self, line: str) -> bytes | None:
        """Return the certificate of a course as it was kept, or None if there is none."""
        wanted = sql.select(CERTIFICATES.c.body).where(
            CERTIFICATES.c.course == key_of(line), CERTIFICATES.c.rules == self._rules
        )
        rows = await self._database.read(wanted)
        return str(rows[0][0]).encode() if rows else None

    async def keep_certificate(self, line: str, figures: str, body: str) -> None:
        """Keep the certificate of a course, under the rules of today."""
        row = {"course": key_of(line), "rules": self._rules, "figures": figures, "body": body}
        await self._database.write([(self._database.upsert(CERTIFICATES), row)])

    async def figures(self) -> dict[str, str]:
        """Return the figures in certificates of published courses, by key of the course."""
        wanted = (
            sql.select(CERTIFICATES.c.course, CERTIFICATES.c.figures)
            .join(COURSES, COURSES.c.course == CERTIFICATES.c.course)
            .where(CERTIFICATES.c.rules == self._rules)
        )
        return dict(await self._database.read(wanted))

    async def drop_certificate(self, key: str) -> None:
        """Delete the certificates of a course, so that it is raced again."""
        await self._database.write([(_UNCERTIFY, {"which": key})])

    async def without_certificate(self, passed_over: Iterable[str]) -> str | None:
        """Return the line of a published course that has no certificate, or None if all have."""
        kept = sql.exists().where(
            CERTIFICATES.c.course == COURSES.c.course, CERTIFICATES.c.rules == self._rules
        )
        wanted = (
            sql.select(COURSES.c.line)
            .where(~kept, COURSES.c.course.not_in(list(passed_over)))
            .order_by(COURSES.c.at, COURSES.c.course)
            .limit(1)
        )
        rows = await self._database.read(wanted)
        return str(rows[0][0]) if rows else None


def _given(table: sql.Table, *names: str) -> list[Any]:
    """Return values of columns, as a statement is given them."""
    return [sql.bindparam(name, type_=table.c[name].type) for name in names]


# Whoever writes several tables does so in this order, or two servers could wait for each other
# for ever: visitors, certificates, courses, ratings.

_KNOWN = VISITORS.c.token == sql.bindparam("who")
_WAIT_FOR_VISITOR = sql.update(VISITORS).where(_KNOWN).values(name=VISITORS.c.name)
"""Has other servers wait that publish for the same visitor, so that none counts too few."""


def _inserting(embedded: bool) -> Any:
    insert = (sqlite.insert if embedded else postgresql.insert)(COURSES)
    published = sql.select(sql.func.count()).where(COURSES.c.author == sql.bindparam("who"))
    fit = _KNOWN & (published.scalar_subquery() < sql.bindparam("most"))
    names = ("course", "line", "name", "description", "at")
    row = sql.select(*_given(COURSES, *names), VISITORS.c.token).where(fit)
    return insert.from_select([*names, "author"], row).on_conflict_do_nothing()


def _rating(embedded: bool, shipped: bool) -> Any:
    insert = (sqlite.insert if embedded else postgresql.insert)(RATINGS)
    names = ("course", "stars", "at")
    row = sql.select(*_given(RATINGS, *names), VISITORS.c.token).where(_KNOWN)
    if not shipped:
        row = row.join(COURSES, COURSES.c.course == sql.bindparam("course"))
    # Locked, so that whoever deletes one of them meanwhile deletes the rating too.
    insert = insert.from_select([*names, "holder"], row.with_for_update(read=True))
    changed = {name: insert.excluded[name] for name in ("stars", "at")}
    return insert.on_conflict_do_update(index_elements=["course", "holder"], set_=changed)


_INSERT = {embedded: _inserting(embedded) for embedded in (True, False)}
_RATE = {
    (embedded, shipped): _rating(embedded, shipped)
    for embedded in (True, False)
    for shipped in (True, False)
}
_THIS = COURSES.c.course == sql.bindparam("which")
_OWN = COURSES.c.author == sql.bindparam("who")
_RENAME = (
    sql.update(COURSES)
    .where(_THIS, _OWN)
    .values(name=sql.bindparam("called"), description=sql.bindparam("about"))
)
_WITHDRAW = demanding(sql.delete(COURSES).where(_THIS, _OWN))
_REMOVE = demanding(sql.delete(COURSES).where(_THIS))
_UNRATE = sql.delete(RATINGS).where(RATINGS.c.course == sql.bindparam("which"))
_UNCERTIFY = sql.delete(CERTIFICATES).where(CERTIFICATES.c.course == sql.bindparam("which"))

_RATED_BY_OTHERS = sql.exists().where(
    RATINGS.c.course == COURSES.c.course, RATINGS.c.holder != sql.bindparam("who")
)
_GOING = sql.select(COURSES.c.course).where(_OWN, ~_RATED_BY_OTHERS).scalar_subquery()
_FORGET_AUTHOR = (
    sql.delete(CERTIFICATES).where(CERTIFICATES.c.course.in_(_GOING)),
    sql.delete(COURSES).where(_OWN, ~_RATED_BY_OTHERS),
    sql.update(COURSES).where(_OWN).values(author=None),
    sql.delete(RATINGS).where(RATINGS.c.holder == sql.bindparam("who")),
)


def forgetting_author(holder: str) -> Job:
    """Return what is to be written when a visitor is deleted.

    Courses that others have rated are theirs too: they stay, without an author. All others go, and
    so do the visitor's own ratings.
    """
    return [(statement, {"who": holder}) for statement in _FORGET_AUTHOR]
