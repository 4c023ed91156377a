"""The store: what was appended is there, in order and unchanged, in either database."""

import asyncio
import os
import sqlite3
import tomllib
import uuid
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import aiosqlite
import psycopg
import pytest
import sqlalchemy as sql
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from packaging.requirements import Requirement
from sqlalchemy.exc import OperationalError

from snowtails.server.store import database as module
from snowtails.server.store import embedded, operations, statements
from snowtails.server.store.database import Database
from snowtails.server.store.engine import database_url, look_at
from snowtails.server.store.errors import (
    BrokenChain,
    CommitUnanswered,
    InvalidDatabase,
    NumberTaken,
    StoreDown,
    TableGone,
)
from snowtails.server.store.listing import Listed, Listing
from snowtails.server.store.log import first_link
from snowtails.server.store.postgres import Claims, Doorbell
from snowtails.server.store.schema import RACES, metadata
from snowtails.server.store.store import Store
from snowtails.server.store.versions import newest_version
from snowtails.server.store.visitors import Visitor, VisitorStore
from snowtails.server.table.events import Event, Sat
from tests.server.company import company, play_on
from tests.server.databases import new_database

ROOT = Path(__file__).parents[2]
CARD = Listing("race", "waiting", True, 5.0, '{"table": "t"}', ("anna", None))


def opened(database: str, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do some work with a store."""

    async def run() -> None:
        store = Store(await Database.open(database))
        try:
            await work(store)
        finally:
            await store.database.close()

    asyncio.run(run())


def said(number: int) -> Event:
    return Event(number, float(number), Sat(0, "holder", f"Ännchen {number}"))


def test_a_whole_race_is_read_back_after_a_restart(database: str) -> None:
    table = play_on(company("anna", "pup"))

    async def write(store: Store) -> None:
        chain = first_link("t")
        for event in table.events:
            chain = await store.append("t", [event], chain, CARD)

    async def read(store: Store) -> None:
        log = await store.read("t")
        assert log is not None
        assert log.events == tuple(table.events)
        assert await store.read("another") is None

    opened(database, write)
    opened(database, read)


def test_no_number_is_taken_twice(database: str) -> None:
    async def work(store: Store) -> None:
        chain = await store.append("t", [said(1)], first_link("t"), CARD)
        with pytest.raises(NumberTaken):
            await store.append("t", [said(1)], first_link("t"), CARD)
        await store.append("t", [said(2), said(3)], chain, CARD)
        log = await store.read("t")
        assert log is not None
        assert log.events == (said(1), said(2), said(3))

    opened(database, work)


def test_nothing_is_appended_to_a_log_that_is_gone(database: str) -> None:
    async def work(store: Store) -> None:
        chains = {}
        for name in "tu":
            chains[name] = await store.append(name, [said(1)], first_link(name), CARD)
        await VisitorStore(store.database).forget("anna", ["t"])
        lost, kept = await asyncio.gather(
            *(store.append(name, [said(2)], chains[name], CARD) for name in "tu"),
            return_exceptions=True,
        )
        assert isinstance(lost, TableGone)
        assert isinstance(kept, bytes), "another is written all the same"
        assert await store.read("t") is None, "no log without a beginning"
        assert await store.read("u") is not None

    opened(database, work)


def test_a_table_stays_at_which_somebody_has_sat_down_meanwhile(database: str) -> None:
    async def work(store: Store) -> None:
        chain = await store.append("t", [said(1)], first_link("t"), CARD)
        shared = replace(CARD, holders=("anna", "ben"))
        await store.append("t", [said(2)], chain, shared, CARD)
        await VisitorStore(store.database).forget("anna", ["t"])
        log = await store.read("t")
        assert log is not None
        assert len(log.events) == 2
        assert await store.holders(["t"]) == {"ben"}

    opened(database, work)


def test_rows_are_written_in_the_order_of_their_primary_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[list[str]] = []
    real = embedded.write

    async def noted(connection: Any, steps: Any) -> None:
        written.extend([row["day"] for row in rows] for _, rows in steps)
        await real(connection, steps)

    async def work(store: Store) -> None:
        monkeypatch.setattr(statements, "write", noted)
        visitors = VisitorStore(store.database)
        await asyncio.gather(*(visitors.keep_par(day, 1) for day in "cab"))
        assert [day for days in written for day in days] == ["a", "b", "c"]

    opened(f"sqlite:///{tmp_path / 'snowtails.db'}", work)


def test_the_driver_of_sqlite_is_one_whose_inside_is_known() -> None:
    # `embedded` sends a transaction to the driver's thread by a way that is not declared.
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["server"])
    (driver,) = (each for each in wanted if each.name == "aiosqlite")
    assert any(each.operator == "<" for each in driver.specifier), "try a newer one first"
    assert driver.specifier.contains(version("aiosqlite"))
    assert callable(aiosqlite.Connection._execute)
    assert isinstance(aiosqlite.Connection._conn, property)


def test_one_that_fails_does_not_take_others_with_it(database: str) -> None:
    async def work(store: Store) -> None:
        await store.append("t", [said(1)], first_link("t"), CARD)
        found = await asyncio.gather(
            *(store.append(name, [said(1)], first_link(name), CARD) for name in "abtcd"),
            return_exceptions=True,
        )
        assert [isinstance(each, NumberTaken) for each in found] == [
            name == "t" for name in "abtcd"
        ]
        for name in "abtcd":
            assert await store.read(name) is not None

    opened(database, work)


def test_many_that_wait_are_written_in_one_transaction(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    transactions = []
    real = statements.execute

    async def counting(connection: object, steps: list[object]) -> None:
        transactions.append(len(steps))
        await real(connection, steps)  # type: ignore[arg-type]

    async def work(store: Store) -> None:
        monkeypatch.setattr(module, "execute", counting)
        names = [f"t{n}" for n in range(100)]
        await asyncio.gather(
            *(store.append(name, [said(1)], first_link(name), CARD) for name in names)
        )
        assert len(transactions) <= 3
        for name in names:
            assert await store.read(name)

    opened(database, work)


def test_a_request_that_is_given_up_is_written_all_the_same(database: str) -> None:
    async def work(store: Store) -> None:
        request = asyncio.create_task(store.append("t", [said(1)], first_link("t"), CARD))
        await asyncio.sleep(0)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        await store.append("u", [said(1)], first_link("u"), CARD)
        assert await store.read("t") is not None

    opened(database, work)


def test_many_events_at_once_are_all_there(database: str) -> None:
    events = [said(number) for number in range(1, 2 * embedded.MOST_TOGETHER + 8)]

    async def work(store: Store) -> None:
        chain = await store.append("t", events, first_link("t"), CARD)
        log = await store.read("t")
        assert log is not None
        assert (list(log.events), log.chain) == (events, chain)
        with pytest.raises(NumberTaken):
            await store.append("t", [said(len(events) + 1), events[-1]], chain, CARD, CARD)
        assert await store.read("t") == log, "of what cannot be stored whole nothing is"

    opened(database, work)


def test_closing_waits_for_what_is_being_written(database: str) -> None:
    async def work(store: Store) -> None:
        task = asyncio.create_task(store.append("t", [said(1)], first_link("t"), CARD))
        await asyncio.sleep(0)
        await store.database.close()
        await task

    async def run() -> None:
        await work(Store(await Database.open(database)))
        again = Store(await Database.open(database))
        assert await again.read("t")
        await again.database.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET body = replace(body, 'Ännchen 2', 'Anna') WHERE number = 2",
        "DELETE FROM events WHERE number = 2",
        "DELETE FROM events WHERE number = 1",
    ],
)
def test_a_log_that_was_changed_is_noticed(database: str, change: str) -> None:
    async def work(store: Store) -> None:
        await store.append("t", [said(1), said(2), said(3)], first_link("t"), CARD)
        connection = await store.database._for_writing()
        async with connection.begin():
            await connection.execute(sql.text(change))
        with pytest.raises(BrokenChain, match="is not the one that was stored"):
            await store.read("t")

    opened(database, work)


def test_visitors_and_plans_are_remembered(database: str) -> None:
    async def work(store: Store) -> None:
        visitors = VisitorStore(store.database)
        assert await visitors.find("hash") is None
        await visitors.add(Visitor("hash", "Anna", "miska"), 1.0)
        assert await visitors.change(Visitor("hash", "Änne", "yuki", "teal"), 2.0)
        assert await visitors.find("hash") == Visitor("hash", "Änne", "yuki", "teal")
        assert await store.plan("t", 0) is None
        await store.keep_plan("t", 0, "{}")
        await store.keep_plan("t", 0, '{"turn": "2L"}')
        assert await store.plan("t", 0) == '{"turn": "2L"}'
        await store.database.ping()

    opened(database, work)


def test_lists_show_what_the_cards_say(database: str) -> None:
    def card(
        updated: float,
        *holders: str | None,
        in_lobby: bool = True,
        stage: str = "waiting",
        kind: str = "race",
    ) -> Listing:
        return Listing(kind, stage, in_lobby, updated, f"summary {updated}", holders)

    async def work(store: Store) -> None:
        cards = {
            "a": card(1.0, "anna", "ben"),
            "b": card(3.0, "anna", "anna"),
            "c": card(2.0, "ben", None, in_lobby=False),
            "d": card(5.0, "carl", stage="racing"),
            "e": card(6.0, "anna", in_lobby=False, kind="solo"),
        }
        for name, each in cards.items():
            await store.append(name, [said(1)], first_link(name), each)
        assert await store.lobby("waiting", 0, 9) == [("summary 3.0", 3.0), ("summary 1.0", 1.0)]
        assert await store.lobby("waiting", 1, 9) == [("summary 3.0", 3.0)]
        assert await store.lobby("racing", 0, 9) == [("summary 5.0", 5.0)]
        assert await store.tables_of("anna", ("race",), 9) == [
            Listed("waiting", 3.0, "summary 3.0", (0, 1)),
            Listed("waiting", 1.0, "summary 1.0", (0,)),
        ]
        assert await store.tables_of("anna", ("solo",), 9) == [
            Listed("waiting", 6.0, "summary 6.0", (0,))
        ]
        assert await store.unfinished_of("anna", ("race", "solo")) == 3, (
            "one of them holds two seats"
        )
        assert await store.unfinished_of("anna", ("race",), since=1.0) == 1
        assert await store.unfinished_of("ben", ("race",)) == 2
        moved = card(4.0, "phone", "ben")
        await store.append("a", [said(2)], first_link("a"), moved, cards["a"])
        assert [each.updated for each in await store.tables_of("anna", ("race",), 9)] == [3.0]
        assert [each.updated for each in await store.tables_of("phone", ("race",), 9)] == [4.0]

    opened(database, work)


def test_migrations_make_the_tables_that_the_program_knows(database: str) -> None:
    async def work(store: Store) -> None:
        async with store.database._reading.connect() as connection:
            different = await connection.run_sync(
                lambda bare: compare_metadata(MigrationContext.configure(bare), metadata)
            )
        assert not different
        told = await look_at(database)
        assert told.partition(";")[0].endswith(f"tables of version {newest_version()}")
        assert (";" in told) == store.database.shared, "the PostgreSQL of the tests syncs nothing"

    opened(database, work)
    opened(database, work)


def test_a_postgresql_that_may_lose_moves_is_warned_of(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    name = f"t{uuid.uuid4().hex}"
    database = new_database(postgres, name)
    risk = "fsync is off"  # that of the tests syncs nothing

    async def work(_: Store) -> None:
        assert risk in await look_at(database)

    opened(database, work)
    assert [record.levelname for record in caplog.records if risk in record.message] == ["WARNING"]
    with psycopg.connect(database, autocommit=True) as admin:
        admin.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    risk = "fsync, synchronous_commit are off"
    opened(database, work)
    assert risk in caplog.text


def test_the_newest_version_is_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "snowtails.server.store:migrations")
    config.set_main_option("path_separator", "os")
    assert newest_version() == ScriptDirectory.from_config(config).get_current_head()


def test_several_servers_may_start_at_once(postgres: str, database: str) -> None:
    if database.startswith("sqlite"):
        pytest.skip("one server at a time")

    async def run() -> None:
        opened = await asyncio.gather(*(Database.open(database) for _ in range(3)))
        stores = [Store(each) for each in opened]
        await stores[0].append("t", [said(1)], first_link("t"), CARD)
        with pytest.raises(NumberTaken):
            await stores[1].append("t", [said(1)], first_link("t"), CARD)
        for store in stores:
            await store.database.close()

    asyncio.run(run())


def test_only_what_is_a_servers_daily_work_has_to_be_done_in_time(postgres: str) -> None:
    database = new_database(postgres, f"t{uuid.uuid4().hex}")
    executed: list[str] = []

    def noted(_: object, __: object, statement: str, *___: object) -> None:
        executed.append(statement.partition("=")[0])

    async def work(store: Store) -> None:
        assert await store.database.read(sql.text("SHOW statement_timeout")) == [("10s",)]
        await operations.prune(database, 0.0)

    sql.event.listen(sql.Engine, "before_cursor_execute", noted)
    try:
        opened(database, work)
    finally:
        sql.event.remove(sql.Engine, "before_cursor_execute", noted)
    unbounded = "SET LOCAL statement_timeout "
    assert executed[0] == unbounded
    assert "pg_advisory_xact_lock" in executed[1], "for whoever else brings tables up to date"
    assert executed.count(unbounded) == 4, "two who open it, and who prunes tables and visitors"


def test_a_database_that_vanishes_is_noticed_on_every_connection(
    postgres: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = new_database(postgres, f"t{uuid.uuid4().hex}")
    connected = psycopg.AsyncConnection.connect
    timeouts = []

    async def noted(*args: Any, **more: Any) -> Any:
        connection = await connected(*args, **more)
        told = connection.info.get_parameters()
        timeouts.append((told.get("keepalives_idle"), told.get("tcp_user_timeout")))
        return connection

    async def work(store: Store) -> None:
        await store.append("t", [said(1)], first_link("t"), CARD)
        assert store.database.ringer
        heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        doorbell = Doorbell(store.database.ringer, print, lambda: heard.set_result(None))
        listening = asyncio.create_task(doorbell.listen())
        await heard
        listening.cancel()
        claims = Claims(store.database.url)
        assert await claims.take("thought")
        await claims.close()
        await look_at(database)
        await operations.backup(database, tmp_path / "backup.db")

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", noted)
    opened(database, work)
    assert len(timeouts) >= 6
    assert set(timeouts) == {("5", "10000")}


def test_writing_goes_on_after_the_connection_was_lost(database: str) -> None:
    async def work(store: Store) -> None:
        chain = await store.append("t", [said(1)], first_link("t"), CARD)
        connection = await store.database._for_writing()
        await connection.close()
        chain = await store.append("t", [said(2)], chain, CARD)
        if store.database.shared:
            async with await psycopg.AsyncConnection.connect(database) as other:
                others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != %s"
                await other.execute(others, [other.info.backend_pid])
        await store.append("t", [said(3)], chain, CARD)
        log = await store.read("t")
        assert log is not None
        assert len(log.events) == 3

    opened(database, work)


def test_what_the_database_gave_up_is_not_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All who write wait for it, and a server that writes nothing for long counts as dead.
    tries = []

    async def give_up(*about: Any) -> None:
        tries.append(about)
        raise OperationalError("INSERT", {}, Exception("canceled on account of its time"))

    async def work(store: Store) -> None:
        monkeypatch.setattr(module, "execute", give_up)
        with pytest.raises(StoreDown):
            await store.append("t", [said(1)], first_link("t"), CARD)
        monkeypatch.undo()
        assert len(tries) == 1

    opened(database, work)


def test_a_commit_that_is_not_answered_is_not_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Else it would meet its own rows, and be told that another server had been first.
    real = statements.execute

    async def unanswered(*about: Any) -> None:
        await real(*about)
        raise CommitUnanswered

    async def work(store: Store) -> None:
        with monkeypatch.context() as patching:
            patching.setattr(module, "execute", unanswered)
            with pytest.raises(StoreDown):
                await store.append("t", [said(1)], first_link("t"), CARD)
        log = await store.read("t")
        assert log is not None
        assert log.events == (said(1),)

    opened(database, work)


def test_a_commit_that_fails_is_told_from_what_fails_before(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent(sqlite3.Connection):
        def commit(self) -> None:
            raise sqlite3.OperationalError("disk I/O error")

    with closing(Silent(":memory:", isolation_level=None)) as connection:
        with pytest.raises(CommitUnanswered):
            embedded._write(connection, [])
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            embedded._write(connection, [("DELETE FROM others", [[]], False)])

    async def lost(connection: Any) -> None:
        await connection.close()
        raise psycopg.OperationalError("the connection is lost")

    async def work(store: Store) -> None:
        connection = await store.database._for_writing()
        with monkeypatch.context() as patching:
            patching.setattr(psycopg.AsyncConnection, "commit", lost)
            with pytest.raises(CommitUnanswered):
                await statements.execute(connection, [(sql.delete(RACES), {})])
        await store.database._let_go()

    opened(new_database(postgres, f"t{uuid.uuid4().hex}"), work)


def test_while_the_database_is_down_nobody_waits_for_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    async def down() -> None:
        tries.append(1)
        raise ConnectionRefusedError

    async def work(store: Store) -> None:
        with monkeypatch.context() as patching:
            patching.setattr(store.database, "_for_writing", down)
            plans = (store.keep_plan("t", seat, "{}") for seat in range(50))
            found = await asyncio.gather(*plans, return_exceptions=True)
        assert all(isinstance(each, StoreDown) for each in found)
        assert len(tries) < 10
        await store.keep_plan("t", 0, "{}")

    opened(database, work)


def test_what_cannot_be_written_does_not_keep_others_from_it(database: str) -> None:
    async def work(store: Store) -> None:
        good, bad = "{}", "\ud800"
        plans = (store.keep_plan("t", seat, bad if seat == 2 else good) for seat in range(5))
        found = await asyncio.gather(*plans, return_exceptions=True)
        assert [isinstance(each, StoreDown) for each in found] == [seat == 2 for seat in range(5)]
        assert await store.plan("t", 4) == good

    opened(database, work)


# -- SQLite ----------------------------------------------------------------------------------------


def test_sqlite_is_written_safely_by_one_connection(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        writing = await store.database._for_writing()
        async with writing.begin():
            found = [
                (await writing.execute(sql.text(f"PRAGMA {name}"))).scalar()
                for name in ("journal_mode", "synchronous")
            ]
            assert found == ["wal", 2]
        assert store.database._writing.pool.size() == 1  # type: ignore[attr-defined]
        async with store.database._reading.connect() as connection:
            with pytest.raises(sql.exc.OperationalError, match="readonly"):
                await connection.execute(sql.text("DELETE FROM events"))

    opened(f"sqlite:///{tmp_path / 'new' / 'snowtails.db'}", work)


def test_a_second_server_is_kept_from_the_same_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'snowtails.db'}"

    async def work(_: Store) -> None:
        with pytest.raises(InvalidDatabase, match=f"process {os.getpid()}, uses"):
            await Database.open(url)

    opened(url, work)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "snowtails.db"
    path.write_text("no database at all, and long enough to be read as one" * 30)
    with pytest.raises(InvalidDatabase, match="cannot be used: file is not a database"):
        asyncio.run(Database.open(f"sqlite:///{path}"))


@pytest.mark.parametrize("text", ["", "mysql://host/db", "snowtails.db", "://", "sqlite"])
def test_other_databases_are_refused(text: str) -> None:
    with pytest.raises(InvalidDatabase, match="a database is sqlite:///"):
        database_url(text)


def test_a_path_is_named_with_the_address_that_it_would_have() -> None:
    with pytest.raises(InvalidDatabase, match=r"not races.db; .* sqlite:///races.db$"):
        database_url("races.db")


def test_a_password_is_not_told() -> None:
    with pytest.raises(InvalidDatabase) as refused:
        database_url("anna:secret@127.0.0.1/db")
    assert "secret" not in str(refused.value)
    with pytest.raises(InvalidDatabase) as caught:
        asyncio.run(Database.open("postgresql://anna:secret@127.0.0.1:1/db"))
    assert "the database postgresql://anna:***@127.0.0.1:1/db" in str(caught.value)
