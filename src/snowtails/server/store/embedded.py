"""Writing to SQLite: a whole transaction in one trip to the thread of its connection.

Through SQLAlchemy each statement would be a trip of its own, and so would beginning and committing:
ten for one event, which costs the event loop more than everything else about it.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

_DIALECT = sqlite.dialect(paramstyle="named")


class RowGone(Exception):
    """A row that a statement has to change is not there any more; nothing has happened."""


def demanding(statement: Any) -> Any:
    """Return a statement that has to change one row for each row of values, or raise RowGone."""
    # An insert tells how many rows it has made only if it is asked to.
    return statement.execution_options(demanding=True, preserve_rowcount=True)


def is_demanding(statement: Any) -> bool:
    """Return whether a statement has to change one row for each row of values."""
    return "demanding" in statement.get_execution_options()


@lru_cache(maxsize=64)
def _compiled(statement: Any) -> tuple[str, dict[str, Any], bool]:
    """Return the text of a statement, the values in it already, and whether it is demanding."""
    found = statement.compile(dialect=_DIALECT, compile_kwargs={"render_postcompile": True})
    return str(found), found.params, is_demanding(statement)


async def write(
    connection: AsyncConnection, steps: Iterable[tuple[Any, Sequence[dict[str, Any]]]]
) -> None:
    """Execute statements, each with its rows, and commit; if one fails, none has happened."""
    texts = []
    for statement, rows in steps:
        text, given, strict = _compiled(statement)
        texts.append((text, [given | row for row in rows], strict))
    driver: Any = (await connection.get_raw_connection()).driver_connection
    # aiosqlite offers statements one by one only; this is how it sends each to its thread.
    await driver._execute(_write, driver._conn, texts)


def _write(
    connection: sqlite3.Connection, steps: Sequence[tuple[str, Sequence[dict[str, Any]], bool]]
) -> None:
    with connection:  # commits, or rolls back
        for text, rows, strict in steps:
            changed = connection.executemany(text, rows).rowcount
            if strict and changed != len(rows):
                raise RowGone
