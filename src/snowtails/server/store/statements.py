"""Statements that write, and a whole transaction of them."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from .embedded import RowGone, demanding, is_demanding, together, write
from .errors import CommitUnanswered
from .listing import Result
from .schema import (
    ANALYSES,
    CERTIFICATES,
    CURTAINS,
    DUPLICATE_TABLES,
    DUPLICATES,
    EVENTS,
    PARS,
    PLANS,
    PRESENCE,
    RACES,
    RECOVERIES,
    RESULTS,
    SEATS,
    TOKENS,
    VISITORS,
)

Job = list[tuple[Any, dict[str, Any]]]
"""Statements, each with a row of values."""

INSERT_EVENT = together(sql.insert(EVENTS))
LIST_AGAIN = demanding(sql.update(RACES).where(RACES.c.race == sql.bindparam("table")))
"""Writes what lists show of a table that is there already."""


@lru_cache(maxsize=64)
def _primary_key(table: sql.Table) -> tuple[str, ...]:
    """Return the names of a table's primary key; to ask the table each time takes long."""
    return tuple(column.name for column in table.primary_key)


def _upserting(table: sql.Table, embedded: bool) -> Any:
    insert: Any = (sqlite.insert if embedded else postgresql.insert)(table)
    if table is RESULTS:
        # Whoever has been forgotten meanwhile is not remembered by what a race brings.
        known = sql.select(VISITORS.c.token).where(VISITORS.c.token == sql.bindparam("who"))
        others: dict[str, Any] = {
            c.name: sql.bindparam(c.name) for c in table.columns if c.name != "holder"
        }
        insert = insert.values(holder=known.scalar_subquery(), **others)
    keys = _primary_key(table)
    rest = {c.name: insert.excluded[c.name] for c in table.columns if c.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=rest)


UPSERTS = {
    (embedded, table.name): _upserting(table, embedded)
    for embedded in (True, False)
    for table in (
        RACES,
        SEATS,
        PLANS,
        PRESENCE,
        CURTAINS,
        TOKENS,
        RECOVERIES,
        RESULTS,
        PARS,
        CERTIFICATES,
        DUPLICATES,
        DUPLICATE_TABLES,
    )
}


def keeping_results(embedded: bool, race: str, results: Iterable[Result]) -> Job:
    """Return what is to be written of how a table ended."""
    job = []
    for each in results:
        row = {"race": race, **asdict(each)}
        row["who"] = row.pop("holder")
        job.append((UPSERTS[embedded, RESULTS.name], row))
    return job


def _keeping_analysis(embedded: bool) -> Any:
    insert = (sqlite.insert if embedded else postgresql.insert)(ANALYSES)
    body = sql.bindparam("body", type_=ANALYSES.c.body.type)
    there = sql.select(RACES.c.race, body).where(RACES.c.race == sql.bindparam("race"))
    # Locked, so that whoever deletes the race meanwhile deletes its analysis too.
    insert = insert.from_select(["race", "body"], there.with_for_update(read=True))
    changed = {"body": insert.excluded["body"]}
    return insert.on_conflict_do_update(index_elements=["race"], set_=changed)


KEEP_ANALYSIS = {embedded: _keeping_analysis(embedded) for embedded in (True, False)}
"""Keeps what the coach has found of a race that is still there."""


async def execute(connection: AsyncConnection, steps: Iterable[tuple[Any, dict[str, Any]]]) -> None:
    """Execute statements in one transaction, each once for all of its rows.

    If anything is raised but CommitUnanswered, nothing has happened.
    """
    grouped: dict[int, tuple[Any, list[dict[str, Any]]]] = {}
    for statement, row in steps:
        grouped.setdefault(id(statement), (statement, []))[1].append(row)
    for statement, rows in grouped.values():
        if len(rows) > 1:
            # Always in the same order, or two servers could wait for each other for ever.
            keys = _primary_key(statement.table)
            rows.sort(key=lambda row, keys=keys: _key(row, keys))  # type: ignore[misc]
    if connection.dialect.name == "sqlite":
        await write(connection, grouped.values())
        return
    async with connection.begin() as transaction:
        for statement, rows in grouped.values():
            done = await connection.execute(statement, rows)
            if is_demanding(statement) and done.rowcount != len(rows):
                raise RowGone
        try:
            await transaction.commit()
        except (SQLAlchemyError, OSError) as error:
            raise CommitUnanswered from error


def _key(row: dict[str, Any], keys: Sequence[str]) -> list[Any]:
    """Return by what a row is sorted: the primary key, as far as it is given, or all there is."""
    return [row[name] for name in keys if name in row] or list(row.values())


def bell(row: dict[str, Any]) -> str:
    """Return what is rung for a row that was written: its table and number; empty for others."""
    return f"{row['race']}:{row.get('number', 0)}" if "race" in row else ""
