"""A database of an earlier version is opened, and everything in it goes on."""

import asyncio
import gzip
import json
import signal
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import create_async_engine

from snowtails.coach.puzzle import puzzle_of_day
from snowtails.rules import read_record, verify
from snowtails.rules.solo import verify_solo
from snowtails.server.store.database import Database
from snowtails.server.store.engine import database_url
from snowtails.server.store.puzzles import PuzzleAnswer, PuzzleStore
from tests.server.databases import new_database
from tests.server.serving import Guest, ManualClock, Serving, gentle, prudent

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "version-0001.json").read_text("utf-8"))
ANSWERED: dict[str, Any] = json.loads((DATA / "version-0009.json").read_text("utf-8"))
"""What the servers that wrote the databases told of them."""


def kept(version: str, path: Path) -> str:
    """Return the address of a copy of the database that was kept of a version."""
    path.write_bytes(gzip.decompress((DATA / f"version-{version}.db.gz").read_bytes()))
    return f"sqlite:///{path}"


def begun(database: str, version: str, fill: Callable[[sql.Connection], None]) -> None:
    """Make the tables of a version in an empty database, and fill them."""

    def make(connection: sql.Connection) -> None:
        config = Config()
        config.set_main_option("script_location", "snowtails.server.store:migrations")
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        command.upgrade(config, version)
        fill(connection)

    async def work() -> None:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as connection:
            await connection.run_sync(make)
        await engine.dispose()

    asyncio.run(work())


def copied(source: str, version: str, target: str) -> str:
    """Copy all rows of a version's SQLite database into another database; return its address."""
    engine, tables = sql.create_engine(source), sql.MetaData()
    with engine.connect() as old:
        tables.reflect(old)
        tables.remove(tables.tables["alembic_version"])

        def fill(new: sql.Connection) -> None:
            for table in tables.sorted_tables:
                rows = old.execute(sql.select(table)).mappings()
                new.execute(table.insert(), [dict(row) for row in rows])

        begun(target, version, fill)
    engine.dispose()
    return target


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def serving(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    address = kept("0001", tmp_path_factory.mktemp("old") / "snowtails.db")
    if request.param == "postgresql":
        target = new_database(request.getfixturevalue("postgres"), f"t{uuid.uuid4().hex}")
        address = copied(address, "0001", target)
    with Serving(address, clock=ManualClock(EXPECTED["now"])) as found:
        yield found


@pytest.fixture
def anna(serving: Serving) -> Guest:
    guest = serving.guest()
    guest.http.headers["authorization"] = f"Bearer {EXPECTED['tokens']['Anna']}"
    return guest


@pytest.mark.parametrize("name", EXPECTED["views"])
def test_tables_are_as_they_were(anna: Guest, name: str) -> None:
    view, expected = anna.view(EXPECTED["tables"][name]), EXPECTED["views"][name]
    for field in ("number", "stage", "asks", "big_paws", "seal", "commitment", "rematch"):
        assert view[field] == expected[field], field
    sleds = view["race"]["sleds"] if view["race"] else []
    assert [[s["space"], s["dents"], s.get("hand")] for s in sleds] == expected["sleds"]


@pytest.mark.parametrize("name", EXPECTED["solo"])
def test_solo_games_are_tables_now(anna: Guest, name: str) -> None:
    view, expected = anna.view(EXPECTED["games"][name]), EXPECTED["solo"][name]
    stage = {"playing": "racing"}.get(expected["stage"], expected["stage"])
    assert view["stage"] == stage
    for field in ("number", "asks", "day", "attempt", "round", "turn", "points", "commitment"):
        assert view[field] == expected[field], field
    for field, value in expected["race"].items():
        assert view["race"][field] == value, field


def test_lists_show_what_they_showed(anna: Guest) -> None:
    races = anna.get("/api/races")["races"]
    assert [each["table"] for each in races] == EXPECTED["races"]
    assert [each["table"] for each in anna.get("/api/solo")["games"]] == EXPECTED["my_solo"]
    daily = anna.get("/api/daily")
    assert {name: daily[name] for name in EXPECTED["daily"]} == EXPECTED["daily"]
    assert [each["table"] for each in anna.get("/api/tables")["tables"]] == [
        EXPECTED["tables"]["waiting"]
    ]


def test_records_are_the_same_to_the_letter(anna: Guest) -> None:
    tables, games, records = EXPECTED["tables"], EXPECTED["games"], EXPECTED["records"]
    over = anna.get(f"/api/tables/{tables['over']}/record")
    assert over == records["over"]
    assert all(finding.good for finding in verify(read_record(over)))
    for game in ("whole", "daily_over"):
        text = anna.get(f"/api/tables/{games[game]}/record")
        assert text == records[game]
        assert all(finding.good for finding in verify_solo(text))


def test_what_was_under_way_goes_on(anna: Guest) -> None:
    race = EXPECTED["tables"]["racing"]
    assert anna.race(race, 0, gentle)["stage"] == "over"
    for game in ("playing", "daily_playing"):
        view = anna.view(EXPECTED["games"][game])
        while view["stage"] == "racing":
            anna.decide(view["table"], 0, prudent(view), view["asks"])
            view = anna.view(view["table"])
    between = EXPECTED["games"]["between"]
    anna.post(f"/api/tables/{between}/rounds", round=2)
    assert anna.view(between)["stage"] == "racing"


BREAKING_OFF = """
import asyncio, os, signal, sys
from alembic import op
from snowtails.server.store.database import Database

op.create_index = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
asyncio.run(Database.open(sys.argv[1]))
"""
"""A server that is killed while it brings tables up to date: indices come in the third step."""


@pytest.mark.parametrize("killed", [False, True])
def test_an_upgrade_that_is_broken_off_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, killed: bool
) -> None:
    address = kept("0001", tmp_path / "snowtails.db")
    if killed:
        program = [sys.executable, "-c", BREAKING_OFF, address]
        assert subprocess.run(program, check=False).returncode == -signal.SIGKILL
    else:

        def fail(*_: object) -> None:
            raise OSError("the disk is gone")

        with monkeypatch.context() as patching:
            patching.setattr("alembic.op.create_index", fail)
            with pytest.raises(OSError, match="the disk is gone"):
                asyncio.run(Database.open(address))
    with Serving(address, clock=ManualClock(EXPECTED["now"])) as serving:
        guest = serving.guest()
        guest.http.headers["authorization"] = f"Bearer {EXPECTED['tokens']['Anna']}"
        test_tables_are_as_they_were(guest, "racing")
        test_lists_show_what_they_showed(guest)


def test_answers_to_puzzles_of_days_stay(tmp_path: Path) -> None:
    # One was answered before its day, wrong, and on it again, right: it was kept by its date, and
    # now is by the puzzle that has that day, whichever puzzles ship.
    address, clock = kept("0009", tmp_path / "snowtails.db"), ManualClock(ANSWERED["now"])
    answers = [PuzzleAnswer(**each) for each in ANSWERED["answers"]]
    of_day = puzzle_of_day(date.fromisoformat(answers[-1].puzzle))
    with Serving(address, clock=clock) as serving:
        visitor = serving.run(serving.hub.visitor(ANSWERED["token"]))
        assert visitor is not None
        assert serving.run(serving.hub.puzzles.answers_of(visitor.holder)) == [
            *answers[:-1],
            replace(answers[-1], puzzle=of_day.id),
        ]
        anna = serving.guest()
        anna.http.headers["authorization"] = f"Bearer {ANSWERED['token']}"
        before = anna.get("/api/puzzles")
        assert before["today"]["solved"] is True
        assert before["standing"]["days"] == ANSWERED["days"]
        again = anna.post(f"/api/puzzles/{of_day.id}/answers", turn=str(of_day.best))
        assert not again["counted"]
        assert again["standing"] == before["standing"]


def test_answers_are_keyed_by_puzzle_and_day(database: str) -> None:
    of_day = puzzle_of_day(date(2026, 3, 1)).id
    rows = [
        ("anna", "early", False, None, 1.0),
        ("anna", "2026-03-01", True, "2026-03-01", 2.0),
        ("bert", "other", True, "2026-02-28", 3.0),
        # Kept twice, as it was when the puzzles that ship changed within a day.
        ("carl", of_day, False, "2026-03-01", 4.0),
        ("carl", "2026-03-01", True, "2026-03-01", 5.0),
    ]

    def fill(connection: sql.Connection) -> None:
        names = ("holder", "puzzle", "correct", "day", "at")
        old = sql.table("puzzle_answers", *map(sql.column, names))
        connection.execute(old.insert(), [dict(zip(names, row, strict=True)) for row in rows])

    async def work() -> None:
        opened = await Database.open(database)
        try:
            puzzles = PuzzleStore(opened)
            assert await puzzles.answers_of("anna") == [
                PuzzleAnswer("early", False, None),
                PuzzleAnswer(of_day, True, "2026-03-01"),
            ]
            assert await puzzles.answers_of("bert") == [PuzzleAnswer("other", True, "2026-02-28")]
            assert await puzzles.answers_of("carl") == [PuzzleAnswer(of_day, False, "2026-03-01")]
        finally:
            await opened.close()

    begun(database, "0009", fill)
    asyncio.run(work())
