"""The hub: memory is a bounded cache, and a store that fails is survived."""

import asyncio
import gc
import sqlite3
import threading
import weakref
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from snowtails.rules import IllegalTurn
from snowtails.server.errors import Stopping
from snowtails.server.session.clock import SystemClock
from snowtails.server.session.hub import Hub
from snowtails.server.session.session import Session
from snowtails.server.session.stream import Stream, Topics
from snowtails.server.store.database import Database
from snowtails.server.store.errors import NumberTaken, StoreDown
from snowtails.server.table.events import Event
from snowtails.server.table.table import Table
from snowtails.server.table.tables import table_of
from tests.server.serving import (
    GENEROUS,
    PATIENCE,
    ManualClock,
    Refusal,
    Serving,
    gentle,
    refused,
)


def test_sleeping_tables_leave_memory_and_come_back(tmp_path: Path) -> None:
    limits = replace(GENEROUS, sessions=5, visitors_in_memory=2, tables=1000)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits) as serving:
        anna = serving.guest("Anna")
        tables = [anna.open(seats=["me"], begin=True) for _ in range(20)]
        assert len(serving.hub.sessions) <= 5
        for guest in range(4):
            serving.guest(f"Guest {guest}")
        assert len(serving.hub._visitors) == 2
        assert len(serving.hub._tokens_of) == 2, "what is known of them goes with them"
        for table in tables:
            anna.decide(table, 0, "@1", anna.view(table)["asks"])
        assert len(serving.hub.sessions) <= 5
        with anna.tab(tables[0]) as tab:
            tab.next("view")
            for table in tables[1:]:
                anna.view(table)
            anna.decide(tables[0], 0, gentle(anna.view(tables[0])), anna.view(tables[0])["asks"])
            assert tab.next("view", lambda view: view["race"]["round"] > 0)


def test_what_a_table_holds_is_freed_as_soon_as_it_leaves_memory(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "pup"], begin=True)
        with anna.tab(table) as tab:
            view = tab.next("view", lambda view: view["race"]["actor"] == 0)
            anna.decide(table, 0, gentle(view), view["asks"])
            tab.next("view", lambda now: now["asks"] > view["asks"])
        gc.disable()  # then nothing is freed that is held in a circle
        try:
            left = weakref.ref(serving.hub.sessions[table])
            raced = weakref.ref(serving.hub.sessions[table].table)

            async def let_go() -> None:
                while serving.hub.sessions[table].listeners or serving.hub._tasks:
                    await asyncio.sleep(0.01)
                serving.hub.forget(serving.hub.sessions[table])
                async with asyncio.timeout(PATIENCE / 2):
                    while left() or raced():
                        await asyncio.sleep(0.01)

            with suppress(TimeoutError):
                serving.run(let_go())
            holders = [gc.get_referrers(held) for held in (left(), raced()) if held]
            assert not holders, "something still holds it"
        finally:
            gc.enable()


def test_a_race_that_is_over_leaves_memory_with_its_last_stream(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        over, racing = (anna.open(seats=["me", "pup"], begin=True) for _ in range(2))
        session = serving.hub.sessions[over]
        with anna.tab(racing) as tab:
            tab.next("view")
        with anna.tab(over) as tab:
            tab.next("view")
            anna.race(over, 0)
            with anna.tab(over) as another:
                another.next("view")
            serving.wait_for_streams(over, 1)
            assert serving.hub.sessions[over] is session, "somebody still looks at it"
        serving.wait_until(lambda: over not in serving.hub.sessions)
        assert session.forgotten, "whoever still has it must read it anew"
        assert racing in serving.hub.sessions
        with anna.tab(over) as tab:
            assert tab.next("view")["stage"] == "over"
            anna.post(f"/api/tables/{over}/chat", text="Well raced", key="1")
            assert tab.next("happened", lambda event: event["kind"] == "chatted")


def test_a_decision_that_is_given_up_while_it_is_stored_counts_all_the_same(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)
        view = anna.view(table)
        session = serving.hub.sessions[table]

        async def give_up() -> None:
            def command(table: Table, now: float) -> tuple[Event, ...]:
                return table.decide(0, table.seats[0].holder, "@1", view["asks"], now)

            with closing(sqlite3.connect(tmp_path / "snowtails.db")) as slow_disk:
                slow_disk.execute("BEGIN IMMEDIATE")
                asking = asyncio.create_task(session.do(command))
                await asyncio.sleep(0)  # until it waits for the disk
                asking.cancel()
                _, waiting = await asyncio.wait([asking], timeout=0.1)
                assert waiting, "who reads the log next would not find the decision"
            with pytest.raises(asyncio.CancelledError):
                await asking

        serving.run(give_up())
        assert session.forgotten, "it does not know whether the decision was stored"
        assert anna.view(table)["number"] == view["number"] + 1
        anna.race(table, 0)
        assert anna.view(table)["stage"] == "over"


def test_a_table_of_several_people_stays_and_knows_who_is_gone(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna, bela = serving.guest("Anna"), serving.guest("Bela")
        table = anna.open(seats=["me", "open"])
        bela.post(f"/api/tables/{table}/seats/1/sit")

        async def let_sleep() -> None:
            serving.hub.let_sleep(serving.hub.sessions[table])

        serving.run(let_sleep())
        assert table in serving.hub.sessions


def test_a_table_that_cannot_be_told_again_keeps_nobody_else_asleep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        sound, spoilt = (anna.open(seats=["me"], begin=True) for _ in range(2))

    def broken(name: str, events: Any) -> Table:
        if name == spoilt:
            raise KeyError("nobody knows such an event")
        return table_of(name, events)

    monkeypatch.setattr("snowtails.server.session.hub.table_of", broken)
    with Serving(database) as serving:
        serving.hub.sessions.clear()
        heard: list[str] = []

        async def hear(sessions: list[Session]) -> None:
            heard.extend(session.table.name for session in sessions)

        monkeypatch.setattr(serving.hub, "peers", SimpleNamespace(hear=hear, note=lambda _: None))
        serving.run(serving.hub.wake_recent())
        monkeypatch.setattr(serving.hub, "peers", None)
        assert heard == [sound], "what other servers know of those who are there"
        assert list(serving.hub.sessions) == [sound]
        awake = serving.hub.sessions[sound]
        serving.run(serving.hub.wake_recent())
        assert serving.hub.sessions[sound] is awake, "a table is awake once"


@pytest.mark.parametrize("clock", [None, 60])
def test_mushers_go_on_after_a_restart_before_anybody_is_back(
    tmp_path: Path, clock: int | None
) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        serving.hub.stopping = True  # no musher thinks any more
        table = anna.open(seats=["me", "pup"], begin=True, clock=clock)
        view = anna.view(table)
        if view["race"]["actor"] == 0:
            anna.decide(table, 0, view["choices"]["decisions"][0], view["asks"])
        view = anna.view(table)
        assert view["race"]["actor"] == 1

    async def wake(hub: Hub) -> int:
        hub.sessions.clear()
        await hub.wake_recent()
        while hub._tasks:
            await asyncio.gather(*hub._tasks)
        return hub.sessions[table].table.number

    with Serving(database) as serving:
        gone_on = serving.run(wake(serving.hub)) > view["number"]
        assert gone_on == (clock is None), "nobody's clock runs before they are back"
        assert [each.name for each in serving.hub._visitors.values()] == ["Anna"]


def test_a_store_that_fails_in_mid_race_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the event was kept is not known: the table is read again."""
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)
        view = anna.view(table)
        real = serving.hub.store.append

        async def kept_but_not_told(*args: object) -> bytes:
            await real(*args)  # type: ignore[arg-type]
            raise StoreDown("x")

        with anna.tab(table) as tab:
            tab.next("view")
            monkeypatch.setattr(serving.hub.store, "append", kept_but_not_told)
            with pytest.raises(Refusal) as caught:
                anna.decide(table, 0, "@1", view["asks"])
            assert caught.value.status == 503
            assert not list(tab.messages())[1:], "the stream ends, and will be opened again"
        monkeypatch.setattr(serving.hub.store, "append", real)
        done = anna.decide(table, 0, "@1", view["asks"])
        assert done["number"] == anna.view(table)["number"] == view["number"] + 1
        assert anna.race(table, 0)["stage"] == "over"


def test_a_number_that_is_taken_is_read_and_answered_as_if_it_had_been(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)
        view = anna.view(table)
        real = serving.hub.store.append

        async def taken(*args: object) -> bytes:
            monkeypatch.setattr(serving.hub.store, "append", real)
            await real(*args)  # type: ignore[arg-type]
            raise NumberTaken

        monkeypatch.setattr(serving.hub.store, "append", taken)
        done = anna.decide(table, 0, "@1", view["asks"])
        assert done["number"] == anna.view(table)["number"] == view["number"] + 1


@pytest.mark.parametrize("same", [True, False])
def test_what_was_done_elsewhere_is_told_even_if_ones_own_command_comes_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    quiet = replace(GENEROUS, heartbeat=3600.0)  # or streams would look by themselves
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=quiet) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)
        view = anna.view(table)
        session = serving.hub.sessions[table]
        real = serving.hub.store.append

        async def taken(
            race: str, events: list[Event], chain: bytes, listing: Any, before: Any
        ) -> bytes:
            monkeypatch.setattr(serving.hub.store, "append", real)
            holder, start = session.table.seats[0].holder, "@1" if same else "@2"
            other = session.table.decide(0, holder, start, view["asks"], 2000.0)
            await real(race, other, chain, listing, before)
            raise NumberTaken

        with anna.tab(table) as tab:
            tab.next("view")
            monkeypatch.setattr(serving.hub.store, "append", taken)
            if same:
                anna.decide(table, 0, "@1", view["asks"])
            else:
                with refused(409, "stale"):
                    anna.decide(table, 0, "@1", view["asks"])
            assert tab.next("view")["number"] == view["number"] + 1


def test_a_log_that_cannot_be_replayed_is_no_mistake_of_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(name: str, events: Any) -> Table:
        raise IllegalTurn("5L", "it needs a card that nobody may know of", "")

    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)

        async def forget() -> None:
            serving.hub.forget(serving.hub.sessions[table])

        serving.run(forget())
        monkeypatch.setattr("snowtails.server.session.hub.table_of", broken)
        with pytest.raises(Refusal) as caught:
            anna.view(table)
        assert (caught.value.status, caught.value.code) == (500, "fault")
        assert "card" not in str(caught.value)
    assert f"the log of table {table} cannot be replayed" in caplog.text


def test_a_table_that_leaves_memory_takes_its_streams_along(tmp_path: Path) -> None:
    limits = replace(GENEROUS, sessions=1)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits) as serving:
        anna, hub = serving.guest("Anna"), serving.hub
        table = anna.open(seats=["me"], begin=True)
        evicted = hub.sessions[table]
        anna.open(seats=["me"])
        assert table not in hub.sessions
        assert evicted.forgotten

        async def listen() -> int:
            stream = Stream(hub, None, evicted, Topics())
            return len([told async for told in stream.frames()])

        assert serving.run(listen()) == 1, "it ends, and its reader comes back to another session"


def test_whoever_asks_gets_no_session_that_was_forgotten_meanwhile(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        hub = serving.hub
        table = serving.guest("Anna").open(seats=["me"])

        async def find() -> tuple[Session, Session]:
            hub.forget(hub.sessions[table])
            finding = asyncio.create_task(hub.sessions.find(table))
            while table not in hub.sessions:
                await asyncio.sleep(0)
            first = hub.sessions[table]
            hub.forget(first)  # before the one who asked comes to its turn
            return first, await finding

        first, found = serving.run(find())
        assert found is not first
        assert not found.forgotten


def test_a_table_with_a_running_clock_stays_in_memory(tmp_path: Path) -> None:
    limits, clock = replace(GENEROUS, sessions=1), ManualClock()
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, limits=limits, clock=clock) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True, clock=20, grace=600)
        number = anna.view(table)["number"]
        anna.open(seats=["me"])
        assert table in serving.hub.sessions
        clock.advance(20)
        serving.wait_until(lambda: serving.hub.sessions[table].table.number > number)


def test_a_hint_that_could_not_be_thought_of_is_thought_of_again(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        table = serving.guest("Anna").open(seats=["me"], begin=True)
        session = serving.hub.sessions[table]

        async def ask() -> int:
            with pytest.raises(KeyError):
                await session.hint("nobody", 0)
            return (await session.hint("husky", 0))[1]

        assert serving.run(ask()) == session.table.asks


def test_a_lobby_that_could_not_be_read_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        hub = serving.hub
        real = hub.store.lobby

        async def failing(*_: object) -> list[tuple[str, float]]:
            monkeypatch.setattr(hub.store, "lobby", real)
            raise ZeroDivisionError

        monkeypatch.setattr(hub.store, "lobby", failing)

        async def ask() -> bytes:
            with pytest.raises(ZeroDivisionError):
                await hub.lobby()
            return await hub.lobby()

        assert serving.run(ask()) == b'{"tables":[],"watch":[]}'


def test_nothing_is_shown_before_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me"], begin=True)
        view = anna.view(table)
        real = serving.hub.store.append
        seen = []

        async def looking(*args: object) -> bytes:
            session = serving.hub.sessions[table]
            seen.append((session.table.number, session.encoded_view(session.viewer(None))))
            await asyncio.sleep(0)
            return await real(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(serving.hub.store, "append", looking)
        anna.decide(table, 0, "@1", view["asks"])
        assert [number for number, _ in seen] == [view["number"]]


def test_a_clock_driven_by_hand_rings_in_order() -> None:
    clock, rung = ManualClock(0), []
    loop = asyncio.new_event_loop()

    async def set_alarms() -> None:
        clock.call_at(5, lambda: rung.append(5))
        clock.call_at(3, lambda: rung.append(3))
        clock.call_at(4, lambda: rung.append(4)).cancel()

    loop.run_until_complete(set_alarms())
    loop.close()
    clock.loop = None
    clock.advance(4)
    assert rung == [3]
    clock.advance(4)
    assert rung == [3, 5]


def test_streams_are_counted_as_soon_as_they_are_made_and_until_they_end(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table, hub = anna.open(seats=["me", "open"]), serving.hub

        async def make() -> tuple[int, int, int]:
            session = await hub.session(table)
            stream = Stream(hub, None, session, Topics(lobby=True), "somewhere")
            counted = hub.streams_of["somewhere"], len(session.listeners)
            stream.end()  # before anything was told
            stream.end()
            return *counted, len(hub.listeners) + len(session.listeners)

        assert serving.run(make()) == (1, 1, 0)
        assert "somewhere" not in hub.streams_of


def test_a_hub_that_closes_thinks_nothing_more_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        opened = await Database.open(f"sqlite:///{tmp_path / 'snowtails.db'}")
        hub = Hub(opened, SystemClock(), GENEROUS, thinkers=1)
        going_on = threading.Event()
        thinking = hub.spawn(hub.in_pool(going_on.wait))
        waiting = hub.spawn(hub.in_pool(sum, (1, 2)))
        given_up = hub.spawn(hub.in_pool(sum, (1, 2)))
        await asyncio.sleep(0)  # until all have asked
        given_up.cancel()
        closing_down = asyncio.create_task(hub.close())
        with pytest.raises(Stopping):
            await waiting
        with pytest.raises(Stopping):
            await hub.in_pool(sum, (1, 2))
        assert given_up.cancelled()
        going_on.set()
        await asyncio.gather(closing_down, thinking)

    asyncio.run(work())
    assert caplog.records == []
