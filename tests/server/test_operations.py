"""Backups, restoring, moving and pruning: nothing is lost but what should be."""

import socket
import sqlite3
import stat
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from sqlalchemy.ext.asyncio import create_async_engine
from typer.testing import CliRunner, Result

from snowtails.cli import app
from snowtails.server.store import operations
from snowtails.server.store.engine import database_url, sqlite_url
from snowtails.server.store.errors import BrokenChain, InvalidDatabase
from snowtails.server.store.schema import EVENTS, RACES
from tests.server.databases import new_database
from tests.server.loops import done
from tests.server.serving import Guest, Json, Serving, gentle


def command(*arguments: object) -> Result:
    with ThreadPoolExecutor(1) as pool:
        asked = ["server", *map(str, arguments)]
        result: Result = pool.submit(CliRunner().invoke, app, asked).result()
        return result


def some_races(guest: Guest) -> list[str]:
    """Play some of a race, and open a table that waits."""
    tables = [guest.open(seats=["me"], begin=True), guest.open(seats=["me", "open"])]
    view = guest.view(tables[0])
    guest.decide(tables[0], 0, gentle(view), view["asks"])
    guest.put(f"/api/tables/{tables[0]}/seats/0/plan", turn="1L")
    return tables


def seen_of(database: str, cookies: Any, tables: list[str]) -> list[Json]:
    with Serving(database) as serving:
        guest = serving.guest()
        guest.http.cookies = cookies
        assert guest.get("/api/visitors/me")["name"] == "Anna"
        assert guest.get(f"/api/tables/{tables[0]}/seats/0/plan")["plan"] == {"turn": "1L"}
        assert {each["table"] for each in guest.get("/api/races")["races"]} == set(tables)
        return [guest.get(f"/api/tables/{table}/events") for table in tables]


def test_a_backup_made_while_the_server_runs_can_be_restored(database: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        tables = some_races(anna)
        before = [anna.get(f"/api/tables/{table}/events") for table in tables]
        told = command("backup", file, "--database", database)
        assert told.exit_code == 0, told.output
        assert "2 tables" in told.stdout
        anna.open()  # too late for the backup
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "it holds secrets"
    assert not list(tmp_path.glob("*.partial*"))
    restored = tmp_path / "restored" / "snowtails.db"
    told = command("restore", file, "--database", sqlite_url(restored))
    assert told.exit_code == 0, told.output
    assert seen_of(sqlite_url(restored), anna.http.cookies, tables) == before
    assert seen_of(sqlite_url(file), anna.http.cookies, tables) == before, "it is a database too"


def test_a_database_moves_to_postgresql_and_goes_on(postgres: str, tmp_path: Path) -> None:
    source = sqlite_url(tmp_path / "snowtails.db")
    target = new_database(postgres, f"t{uuid.uuid4().hex}")
    with Serving(source) as serving:
        anna = serving.guest("Anna")
        tables = some_races(anna)
        before = [anna.get(f"/api/tables/{table}/events") for table in tables]
        told = command("move", target, "--database", source)
        assert isinstance(told.exception, InvalidDatabase), "its server must be stopped"
    told = command("move", target, "--database", source)
    assert told.exit_code == 0, told.output
    assert seen_of(target, anna.http.cookies, tables) == before
    with Serving(target) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        assert again.race(tables[0], 0)["stage"] == "over"
    told = command("move", target, "--database", source)
    assert isinstance(told.exception, InvalidDatabase)
    assert "is not empty" in str(told.exception)


def test_a_backup_is_copied_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, restored = sqlite_url(tmp_path / "a.db"), sqlite_url(tmp_path / "b.db")
    with Serving(source) as serving:
        some_races(serving.guest("Anna"))
    done(operations.backup(source, tmp_path / "backup.db"))

    def whole(_: Path) -> bytes:
        raise AssertionError("a large backup has no room in memory")

    monkeypatch.setattr(Path, "read_bytes", whole)
    assert done(operations.restore(tmp_path / "backup.db", restored)).tables == 2


CUT_OFF = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 99\r\n\r\n{"


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", CUT_OFF])
def test_a_server_that_breaks_off_is_told(answer: bytes) -> None:
    def break_off() -> None:
        connection, _ = listening.accept()
        with connection:
            connection.recv(65536)
            connection.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as pool:
        broken = pool.submit(break_off)
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        told = command("remove-course", "key", "--server", address)
        broken.result()
    assert (told.exit_code, type(told.exception)) == (1, SystemExit)
    assert address in told.output


def test_progress_is_told_to_the_end(tmp_path: Path) -> None:
    source = sqlite_url(tmp_path / "snowtails.db")
    with Serving(source) as serving:
        some_races(serving.guest("Anna"))
    told: dict[str, tuple[int, int]] = {}
    copied = done(
        operations.backup(
            source, tmp_path / "b.db", lambda what, n, of: told.update({what: (n, of)})
        )
    )
    assert told["events"] == (copied.events, copied.events)
    assert told["races"] == (2, 2)


def test_a_log_that_was_changed_is_not_copied(tmp_path: Path) -> None:
    path = tmp_path / "snowtails.db"
    with Serving(sqlite_url(path)) as serving:
        some_races(serving.guest("Anna"))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE events SET body = replace(body, 'Anna', 'Ben') WHERE number = 2")
    with pytest.raises(BrokenChain):
        done(operations.backup(sqlite_url(path), tmp_path / "backup.db"))
    assert sorted(each.name for each in tmp_path.glob("backup*")) == []


def test_what_cannot_be_copied_is_told(tmp_path: Path) -> None:
    nothing = sqlite_url(tmp_path / "nothing.db")
    with pytest.raises(InvalidDatabase, match="there is no database"):
        done(operations.backup(nothing, tmp_path / "backup.db"))
    (tmp_path / "there.db").write_text("")
    with pytest.raises(InvalidDatabase, match="exists already"):
        done(operations.backup(nothing, tmp_path / "there.db"))
    with pytest.raises(InvalidDatabase, match="there is no file"):
        done(operations.restore(tmp_path / "none.db", nothing))
    with pytest.raises(InvalidDatabase, match="has no tables"):
        done(operations.backup(sqlite_url(tmp_path / "there.db"), tmp_path / "backup.db"))


@pytest.mark.parametrize("content", [b"", b"a letter to a friend\n" * 300])
def test_a_file_that_is_no_backup_is_named(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_bytes(content)
    with pytest.raises(InvalidDatabase, match=f"^{file} is no backup"):
        done(operations.restore(file, sqlite_url(tmp_path / "races.db")))
    assert list(tmp_path.iterdir()) == [file]


def of_version(path: Path, version: str) -> str:
    """Return the address of a new database whose tables say that they have some version."""
    with Serving(sqlite_url(path)):
        pass
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (version,))
    return sqlite_url(path)


COMMANDS = (
    ["backup", "{folder}/backup.db"],
    ["move", "sqlite:///{folder}/moved.db"],
    ["prune"],
    ["prune", "--dry-run"],
    ["courses"],
    ["remove-course", "abc"],
)
"""What is done to a database that has to be there."""


def refusals(database: str, folder: Path) -> list[str]:
    """Return what each command says of a database that it has to refuse."""
    done = [
        command(*(each.format(folder=folder) for each in asked), "--database", database)
        for asked in COMMANDS
    ]
    assert all(isinstance(each.exception, InvalidDatabase) for each in done), done
    return [str(each.exception) for each in done]


def test_tables_of_a_newer_program_are_told_as_such(tmp_path: Path) -> None:
    database = of_version(tmp_path / "snowtails.db", "0099")
    for told in refusals(database, tmp_path):
        assert "version 0099, which this program does not know: update the program" in told
        assert "check its address" not in told


def test_tables_of_an_older_program_are_told_and_stay(tmp_path: Path) -> None:
    path = tmp_path / "snowtails.db"
    database = of_version(path, "0003")
    for told in refusals(database, tmp_path):
        assert told.startswith(f"{database} has tables of version 0003"), "no driver is named"
        assert "back it up with the version that wrote it" in told
    with closing(sqlite3.connect(path)) as unchanged:
        assert unchanged.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("0003",)
        ]


def test_where_there_is_no_database_none_is_made(tmp_path: Path) -> None:
    for told in refusals(sqlite_url(tmp_path / "data" / "snowtails.db"), tmp_path):
        assert told.startswith("there is no database")
    assert list(tmp_path.iterdir()) == []


def test_pruning_deletes_what_nobody_touches(database: str) -> None:
    with Serving(database) as serving:
        serving.guest("Somebody who never raced")
        anna = serving.guest("Anna")
        old, kept = some_races(anna)
        events = anna.get(f"/api/tables/{kept}/events")
        last = anna.get(f"/api/tables/{old}/events")["events"][-1]["at"]
        anna.post(f"/api/tables/{kept}/chat", text="still here", key="k")
    before = last + 1e-4
    dry = done(operations.prune(database, before, dry=True))
    assert (dry.tables, dry.visitors) == (1, 1)
    assert done(operations.prune(database, before)) == dry
    assert done(operations.prune(database, before)) == operations.Pruned(0, 0)
    with Serving(database) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        assert [each["table"] for each in again.get("/api/races")["races"]] == [kept]
        assert len(again.get(f"/api/tables/{kept}/events")["events"]) == len(events["events"]) + 1
        assert again.http.get(f"/api/tables/{old}").status_code == 404
    told = command("prune", "--days", 1, "--dry-run", "--database", database)
    assert "0 tables and 0 visitors would be deleted" in told.stdout


def test_a_season_is_pruned_whole_or_not_at_all(database: str) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        first = anna.open(course="s", seats=["me"], season=2, begin=True)
        with anna.tab(first):  # else the table may fall asleep just now, and be read anew
            anna.race(first, 0)
            between = anna.get(f"/api/tables/{first}/events")["events"][-1]["at"] + 1e-4
            second = anna.post(f"/api/tables/{first}/next", course="s")["table"]
        anna.race(second, 0)
        record = anna.get(f"/api/tables/{second}/season")
    touch(database, first, between - 1)  # as if the second race had come long after the first
    assert done(operations.prune(database, between, dry=True)).tables == 0
    assert done(operations.prune(database, between)) == operations.Pruned(0, 0)
    with Serving(database) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        assert again.get(f"/api/tables/{second}/season") == record
    assert done(operations.prune(database, time.time() + 1)).tables == 2


def test_a_table_pruned_under_a_running_server_is_gone(postgres: str) -> None:
    database = new_database(postgres, f"t{uuid.uuid4().hex}")
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        old, _ = some_races(anna)
        assert anna.view(old)["stage"] == "racing"
        assert done(operations.prune(database, time.time() + 1)).tables == 2
        ben = serving.guest("Ben")
        for _ in range(2):
            assert ben.http.get(f"/api/tables/{old}").status_code == 404
        said = ben.http.post(f"/api/tables/{old}/chat", json={"text": "hello", "key": "k"})
        assert said.status_code == 404, "nothing is appended to a log that is not there"


def test_what_is_touched_while_others_are_pruned_stays(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "AT_ONCE", 1)
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        first = anna.open(course="s", seats=["me"], season=2, begin=True)
        with anna.tab(first):  # else the table may fall asleep just now, and be read anew
            anna.race(first, 0)
            second = anna.post(f"/api/tables/{first}/next", course="s")["table"]
        old = anna.open(seats=["me"], begin=True)
        played = anna.open(seats=["me"], begin=True)
    now = time.time()
    told = []

    def play_on(what: str, done: int, total: int) -> None:
        told.append((what, done, total))
        if done == 0:
            touch(database, first, now + 1)
            touch(database, played, now + 1)

    assert done(operations.prune(database, now, progress=play_on)) == operations.Pruned(1, 0)
    assert told[0] == ("tables", 0, 4)
    assert told[-1] == ("tables", 4, 4)
    assert len(told) == 4, "three parts, and the beginning"
    with Serving(database) as serving:
        again = serving.guest()
        again.http.cookies = anna.http.cookies
        assert {each["table"] for each in again.get("/api/races")["races"]} == {
            first,
            second,
            played,
        }
        assert again.http.get(f"/api/tables/{old}").status_code == 404
        assert again.get(f"/api/tables/{played}/events")["events"]


def test_a_table_that_cannot_be_read_is_pruned_like_others(database: str) -> None:
    with Serving(database) as serving:
        some_races(serving.guest("Anna"))
    change(database, sql.update(EVENTS).values(body="no event"))
    assert done(operations.prune(database, time.time() + 1)) == operations.Pruned(2, 1)


def touch(database: str, table: str, at: float) -> None:
    """Let a table have been touched last at a time."""
    change(database, sql.update(RACES).where(RACES.c.race == table).values(updated=at))


def change(database: str, statement: Any) -> None:
    """Change something in a database, whoever uses it."""

    async def work() -> None:
        engine = create_async_engine(database_url(database))
        async with engine.begin() as connection:
            await connection.execute(statement)
        await engine.dispose()

    done(work())
