"""What whoever runs a server does with its database: back up, restore, move, prune.

All copies are one copy: row by row from one snapshot of a database into an empty one, of either
kind, with every log checked on the way. A backup is an SQLite file, which a server can also open.
"""

import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from ...course import Course
from ...rules import RULES_VERSION
from ..table.events import InvalidEvent, Opened, parse_event
from .courses import CourseStore, key_of
from .database import Database
from .engine import begin_explicitly, database_url, new_engine, shown, sqlite_url, unusable
from .errors import BrokenChain, InvalidDatabase
from .log import first_link, next_link
from .schema import (
    ANALYSES,
    CERTIFICATES,
    COURSES,
    CURTAINS,
    DUPLICATE_TABLES,
    DUPLICATES,
    EVENTS,
    PLANS,
    PUZZLE_ANSWERS,
    RACES,
    RATINGS,
    RECOVERIES,
    RESULTS,
    SEATS,
    TOKENS,
    VISITORS,
)
from .versions import newest_version, version_of

COPIED = (
    VISITORS,
    TOKENS,
    RECOVERIES,
    COURSES,
    RATINGS,
    CERTIFICATES,
    PUZZLE_ANSWERS,
    DUPLICATES,
    DUPLICATE_TABLES,
    RACES,
    SEATS,
    RESULTS,
    PLANS,
    CURTAINS,
    ANALYSES,
    EVENTS,
)
"""Presence is not copied: nobody is at a server that is not running; pars are made again."""
AT_ONCE = 500
"""Rows written in one go."""

_BY_RACE = (RACES, EVENTS, SEATS, RESULTS, PLANS, CURTAINS, ANALYSES, DUPLICATE_TABLES)
"""What goes with a table."""

Progress = Callable[[str, int, int], None]
"""Is told what is being copied, how many rows are done, and of how many."""


def silent(*_: object) -> None:
    """Tell nobody how far it is."""


@dataclass(frozen=True)
class Copied:
    """What was copied."""

    tables: int
    events: int
    visitors: int


async def backup(source: str, target: Path, progress: Progress = silent) -> Copied:
    """Copy a database into a new SQLite file; its server may go on meanwhile."""
    if target.exists():
        raise InvalidDatabase(f"{target} exists already; name a new file")
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        async with _snapshot(source) as connection:
            copied = await _fill(connection, sqlite_url(partial), progress)
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.rename(target)
        _sync_folder(target.parent)
    finally:
        for leftover in _files_of(partial):
            leftover.unlink(missing_ok=True)
    return copied


async def restore(source: Path, target: str, progress: Progress = silent) -> Copied:
    """Copy a backup, also one of an older version, into an empty database."""
    if not source.is_file():
        raise InvalidDatabase(f"there is no file {source}")
    with tempfile.TemporaryDirectory(prefix="snowtails-") as folder:
        # A copy is brought up to date; the backup stays as it is.
        own = Path(folder) / "backup.db"
        shutil.copyfile(source, own)
        await _check_backup(own, source)
        await (await Database.open(sqlite_url(own))).close()
        async with _snapshot(sqlite_url(own)) as connection:
            return await _fill(connection, target, progress)


async def _check_backup(copy: Path, source: Path) -> None:
    """Refuse a copy of a file that is no backup."""
    engine = new_engine(database_url(sqlite_url(copy)))
    try:
        async with engine.connect() as connection:
            version = await connection.run_sync(version_of)
    except DBAPIError as error:
        raise InvalidDatabase(f"{source} is no backup: {error.orig}") from None
    finally:
        await engine.dispose()
    if version is None:
        raise InvalidDatabase(f"{source} is no backup: it has no tables of a server")


async def move(source: str, target: str, progress: Progress = silent) -> Copied:
    """Copy a database that no server uses into an empty one, of either kind."""
    async with _opened(source), _snapshot(source) as connection:
        return await _fill(connection, target, progress)


# -- pruning ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pruned:
    """What was deleted, or would be."""

    tables: int
    visitors: int


async def prune(
    database: str, before: float, *, dry: bool = False, progress: Progress = silent
) -> Pruned:
    """Delete tables that nobody has touched since a time, and visitors who have none left.

    Whoever has published a course stays, and so does the course; ratings go with their visitors.
    The races of a season go together, or stay. On PostgreSQL servers may go on meanwhile, and what
    is touched stays; an SQLite file has one server, which must be stopped.
    """
    async with _opened(database) as opened:
        async with opened.transaction() as connection:
            seasons = [names async for names in _untouched_seasons(connection, before)]
        tables = sum(map(len, seasons))
        if dry:
            async with opened.transaction() as connection:
                going = {name for names in seasons for name in names}
                return Pruned(tables, await _count_strangers(connection, before, going))
        deleted = done = 0
        progress("tables", done, tables)
        for some in _some_at_once(seasons):
            # A transaction of its own for each, so that no server has to wait for all.
            async with opened.transaction() as connection:
                deleted += await _delete_untouched(connection, before, some)
            done += sum(map(len, some))
            progress("tables", done, tables)
        async with opened.transaction() as connection:
            visitors = await _delete_strangers(connection, before)
        await opened.vacuum()
    return Pruned(deleted, visitors)


async def _untouched_seasons(
    connection: AsyncConnection, before: float
) -> AsyncIterator[Sequence[str]]:
    """Yield the tables that nobody has touched since a time, those of a season together.

    The first event of a table names those of all races before it.
    """
    opening = (
        sql.select(RACES.c.race, RACES.c.updated, EVENTS.c.body)
        .outerjoin(EVENTS, (EVENTS.c.race == RACES.c.race) & (EVENTS.c.number == 1))
        .order_by(RACES.c.race)
        .execution_options(yield_per=AT_ONCE)
    )
    seasons: dict[str, list[str]] = {}
    touched = set()
    async for race, updated, body in await connection.stream(opening):
        first = _first_of_season(body or "") or race
        seasons.setdefault(first, []).append(race)
        if updated >= before:
            touched.add(first)
    for first, names in seasons.items():
        if first not in touched:
            yield names


def _first_of_season(body: str) -> str | None:
    """Return the table of the first race of a season, by the first event of a later one."""
    try:
        opened = parse_event(body).body
    except InvalidEvent:
        return None  # a table that cannot be read needs no other
    past = opened.season.past if isinstance(opened, Opened) and opened.season else ()
    return past[0].table if past else None


def _some_at_once(seasons: Iterable[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    """Yield seasons in parts of about as many tables as are deleted in one go."""
    part: list[Sequence[str]] = []
    for names in seasons:
        part.append(names)
        if sum(map(len, part)) >= AT_ONCE:
            yield part
            part = []
    if part:
        yield part


async def _delete_untouched(
    connection: AsyncConnection, before: float, seasons: Sequence[Sequence[str]]
) -> int:
    """Delete seasons, but those of which a table was touched meanwhile; return how many tables."""
    names = [name for each in seasons for name in each]
    wanted = sql.select(RACES.c.race).where(RACES.c.race.in_(names), RACES.c.updated < before)
    # Locked: what is appended from now on waits, and then is refused.
    locking = wanted.order_by(RACES.c.race).with_for_update()
    untouched = set((await connection.execute(locking)).scalars())
    going = [name for each in seasons if untouched.issuperset(each) for name in each]
    for table in _BY_RACE:
        await connection.execute(sql.delete(table).where(table.c.race.in_(going)))
    return len(going)


async def _count_strangers(connection: AsyncConnection, before: float, going: set[str]) -> int:
    """Count the visitors who would have no table left without some."""
    held = sql.select(SEATS.c.race, SEATS.c.holder).where(SEATS.c.holder.is_not(None))
    rows = await connection.stream(held.execution_options(yield_per=AT_ONCE))
    staying = {holder async for race, holder in rows if race not in going}
    wanted = sql.select(VISITORS.c.token).where(_strange(before))
    return len(set((await connection.execute(wanted)).scalars()) - staying)


async def _delete_strangers(connection: AsyncConnection, before: float) -> int:
    """Delete visitors who have no table, and what has lost whom or what it belonged to."""
    held = sql.exists().where(SEATS.c.holder == VISITORS.c.token)
    gone = await connection.execute(sql.delete(VISITORS).where(_strange(before), ~held))
    await connection.execute(sql.delete(CERTIFICATES).where(~_with_course()))
    taken = sql.exists().where(DUPLICATE_TABLES.c.duplicate == DUPLICATES.c.duplicate)
    await connection.execute(sql.delete(DUPLICATES).where(DUPLICATES.c.at < before, ~taken))
    for table in (TOKENS, RECOVERIES, RATINGS, PUZZLE_ANSWERS):
        known = sql.exists().where(VISITORS.c.token == table.c.holder)
        await connection.execute(sql.delete(table).where(~known))
    return gone.rowcount


def _strange(before: float) -> Any:
    """Return which visitors may go who have no table: without a course, and not heard of since."""
    published = sql.exists().where(COURSES.c.author == VISITORS.c.token)
    answered = PUZZLE_ANSWERS.c.holder == VISITORS.c.token, PUZZLE_ANSWERS.c.at >= before
    return (VISITORS.c.since < before) & ~published & ~sql.exists().where(*answered)


def _with_course() -> Any:
    """Return which certificates are of a course that ships or is published."""
    shipped = [key_of(Course.load(name).line) for name in Course.shipped()]
    published = sql.exists().where(COURSES.c.course == CERTIFICATES.c.course)
    return published | CERTIFICATES.c.course.in_(shipped)


# -- published courses -----------------------------------------------------------------------------


@dataclass(frozen=True)
class ListedCourse:
    """A published course, as its host sees it."""

    key: str
    name: str
    author: str | None
    """The name of whoever has published it; None if that visitor was deleted."""
    at: float
    ratings: int
    line: str


async def published_courses(database: str) -> list[ListedCourse]:
    """Return the courses that visitors have published, the latest first; its server may go on."""
    ratings = sql.select(sql.func.count()).where(RATINGS.c.course == COURSES.c.course)
    wanted = (
        sql.select(
            COURSES.c.course,
            COURSES.c.name,
            VISITORS.c.name,
            COURSES.c.at,
            ratings.scalar_subquery(),
            COURSES.c.line,
        )
        .outerjoin(VISITORS, VISITORS.c.token == COURSES.c.author)
        .order_by(COURSES.c.at.desc(), COURSES.c.course)
    )
    async with _snapshot(database) as connection:
        return [ListedCourse(*row) for row in await connection.execute(wanted)]


async def remove_courses(database: str, keys: Iterable[str]) -> list[str]:
    """Remove published courses with their ratings; return the keys of those that were there.

    On PostgreSQL servers may go on meanwhile; an SQLite file has one server, which must be stopped.
    """
    async with _opened(database) as opened:
        courses = CourseStore(opened, RULES_VERSION)
        return [key for key in keys if await courses.withdraw(key)]


# -- opening ---------------------------------------------------------------------------------------


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[Database]:
    """Open a database that is there and up to date; an SQLite file that no server uses."""
    async with _snapshot(url):
        pass  # opening alone would make one, or bring it up to date
    opened = await Database.open(url)
    try:
        yield opened
    finally:
        await opened.close()


@asynccontextmanager
async def _snapshot(url: str) -> AsyncIterator[AsyncConnection]:
    """Read a database as it is at one moment, changing nothing."""
    found = database_url(url)
    embedded = found.drivername.startswith("sqlite")
    if embedded and not Path(found.database or "").is_file():
        raise InvalidDatabase(f"there is no database {found.database}")
    engine = new_engine(found)
    if embedded:
        begin_explicitly(engine)
    else:
        engine = engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        async with engine.connect() as connection:
            if embedded:
                await connection.exec_driver_sql("PRAGMA query_only=ON")
            version = await connection.run_sync(version_of)
            if version is None:
                raise InvalidDatabase(f"{shown(found)} has no tables: name a server's database")
            if version != newest_version():
                raise InvalidDatabase(
                    f"{shown(found)} has tables of version {version}, not {newest_version()}: back "
                    "it up with the version that wrote it, or start its server once to bring it up "
                    "to date"
                )
            yield connection
    except DBAPIError as error:
        raise InvalidDatabase(unusable(found, error)) from error
    finally:
        await engine.dispose()


# -- copying ---------------------------------------------------------------------------------------


async def _fill(source: AsyncConnection, target: str, progress: Progress) -> Copied:
    """Copy everything into an empty database, or nothing."""
    opened = await Database.open(target)
    counts: dict[str, int] = {}
    try:
        async with opened.transaction() as connection:
            for table in COPIED:
                some = await connection.execute(
                    sql.select(sql.literal(1)).select_from(table).limit(1)
                )
                if some.first():
                    raise InvalidDatabase(
                        f"{shown(opened.url)} is not empty; name an empty database"
                    )
            for table in COPIED:
                counts[table.name] = await _copy(source, connection, table, progress)
    finally:
        await opened.close()
    return Copied(counts["races"], counts["events"], counts["visitors"])


async def _copy(
    source: AsyncConnection, target: AsyncConnection, table: sql.Table, progress: Progress
) -> int:
    total = (await source.execute(sql.select(sql.func.count()).select_from(table))).scalar_one()
    done = 0
    chains = _Chains()
    progress(table.name, 0, total)
    rows = await source.stream(
        sql.select(table).order_by(*table.primary_key).execution_options(yield_per=AT_ONCE)
    )
    async for some in rows.mappings().partitions(AT_ONCE):
        values = [dict(row) for row in some]
        if table is EVENTS:
            chains.check(values)
        await target.execute(sql.insert(table), values)
        done += len(values)
        progress(table.name, done, total)
    return done


class _Chains:
    """Checks logs, event by event, table after table."""

    def __init__(self) -> None:
        self._race, self._number, self._chain = "", 0, b""

    def check(self, rows: list[dict[str, Any]]) -> None:
        """Raise BrokenChain if an event does not follow from the one before."""
        for row in rows:
            if row["race"] != self._race:
                self._race, self._number = row["race"], 0
                self._chain = first_link(self._race)
            self._number += 1
            self._chain = next_link(self._chain, row["body"])
            if row["number"] != self._number or bytes(row["hash"]) != self._chain:
                raise BrokenChain(f"event {self._number} of table {self._race} was changed")


def _files_of(path: Path) -> Iterator[Path]:
    for ending in ("", "-wal", "-shm", ".lock"):
        yield path.with_name(path.name + ending)


def _sync_folder(folder: Path) -> None:
    """Have a new name in a folder kept on the disk."""
    if os.name == "posix":
        with suppress(OSError):  # not every file system can
            descriptor = os.open(folder, os.O_RDONLY)
            os.fsync(descriptor)
            os.close(descriptor)
