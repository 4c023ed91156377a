"""SQLite in one trip to the thread of its connection: a whole transaction, or what is read often.

Through SQLAlchemy each statement would be a trip of its own, and so would beginning and committing:
ten for one event, which costs the event loop more than everything else about it.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from .errors import CommitUnanswered

_DIALECT = sqlite.dialect(paramstyle="named")
_NAME = re.compile(r":(\w+)")

MOST_TOGETHER = 100
"""Rows that one statement inserts: old versions of SQLite take 999 values at most."""

_Step = tuple[str, Sequence[Any], bool]
"""A statement, the values of each time that it is executed, and whether it is demanding."""


class _Compiled(NamedTuple):
    """A statement as SQLite takes it."""

    text: str
    given: dict[str, Any]
    """The values in it already."""
    demanding: bool
    together: bool


class RowGone(Exception):
    """A row that a statement has to change is not there any more; nothing has happened."""


def demanding(statement: Any) -> Any:
    """Return a statement that has to change one row for each row of values, or raise RowGone."""
    # An insert tells how many rows it has made only if it is asked to.
    return statement.execution_options(demanding=True, preserve_rowcount=True)


def is_demanding(statement: Any) -> bool:
    """Return whether a statement has to change one row for each row of values."""
    return "demanding" in statement.get_execution_options()


def together(insert: Any) -> Any:
    """Return an insert whose rows go into one statement."""
    # For each that it executes, SQLite's thread gives the interpreter away and waits for it again.
    return insert.execution_options(together=True)


@lru_cache(maxsize=64)
def _compiled(statement: Any) -> _Compiled:
    """Compile a statement; it is remembered by the statement itself, not by what it says."""
    found = statement.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    goes_together = "together" in statement.get_execution_options()
    return _Compiled(str(found), found.params, is_demanding(statement), goes_together)


async def write(
    connection: AsyncConnection, steps: Iterable[tuple[Any, Sequence[dict[str, Any]]]]
) -> None:
    """Execute statements, each with its rows, and commit; if one fails, none has happened."""
    texts: list[_Step] = []
    for statement, rows in steps:
        compiled = _compiled(statement)
        if compiled.together:
            some = [rows[n : n + MOST_TOGETHER] for n in range(0, len(rows), MOST_TOGETHER)]
            texts += [(*_joined(compiled.text, each), False) for each in some]
        else:
            values = [compiled.given | row for row in rows]
            texts.append((compiled.text, values, compiled.demanding))
    await _in_its_thread(connection, _write, texts)


def _joined(text: str, rows: Sequence[dict[str, Any]]) -> tuple[str, list[list[Any]]]:
    """Return an insert of one row as that of several, and the values of all.

    >>> _joined("INSERT INTO t (a, b) VALUES (:a, :b)", [{"a": 1, "b": 2}, {"a": 3, "b": 4}])
    ('INSERT INTO t (a, b) VALUES (?, ?), (?, ?)', [[1, 2, 3, 4]])
    """
    joined, names = _insert_of(text, len(rows))
    return joined, [[each[name] for each in rows for name in names]]


@lru_cache(maxsize=256)
def _insert_of(text: str, rows: int) -> tuple[str, tuple[str, ...]]:
    """Return an insert of one row as that of several, and the names of the values of each."""
    head, _, row = text.partition(" VALUES ")
    names = tuple(_NAME.findall(row))
    marks = f"({', '.join('?' * len(names))})"
    return f"{head} VALUES {', '.join([marks] * rows)}", names


def _write(connection: sqlite3.Connection, steps: Sequence[_Step]) -> None:
    with connection:  # rolls back if anything fails
        connection.execute("BEGIN")
        for text, rows, strict in steps:
            changed = connection.executemany(text, rows).rowcount
            if strict and changed != len(rows):
                raise RowGone
        try:
            connection.commit()
        except sqlite3.Error as error:
            raise CommitUnanswered from error


async def vacuum(connection: AsyncConnection) -> None:
    """Give the room of what was deleted back to the disk; no transaction may be open."""
    await _in_its_thread(connection, _vacuum)


def _vacuum(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")


async def read(
    connection: AsyncConnection, statement: Any, values: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """Return the rows that a statement finds; it has to be the same object each time."""
    found = _compiled(statement)
    values = found.given | values
    rows: list[tuple[Any, ...]] = await _in_its_thread(connection, _read, found.text, values)
    return rows


def _read(
    connection: sqlite3.Connection, text: str, values: dict[str, Any]
) -> list[tuple[Any, ...]]:
    return connection.execute(text, values).fetchall()


async def _in_its_thread(
    connection: AsyncConnection, work: Callable[..., Any], *about: object
) -> Any:
    """Have something done in the thread of a connection, given SQLite's own connection."""
    # `get_raw_connection` would do the same through a greenlet, for a connection may be broken and
    # have to be opened anew: this one is given up then.
    assert connection.sync_connection is not None
    driver: Any = connection.sync_connection.connection.driver_connection
    # aiosqlite offers statements one by one only; this is how it sends each to its thread.
    return await driver._execute(work, driver._conn, *about)
