"""Who is there, told from server to server as long as each is heard of."""

import asyncio
import json
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url

from snowtails.server.session import peers
from snowtails.server.session.hub import Hub
from snowtails.server.session.peers import Peers, PeerState
from snowtails.server.store.errors import BrokenChain, StoreDown
from snowtails.server.store.presence import PresenceStore
from tests.server.serving import Guest, ManualClock, Serving


def ask(database: str, text: str, *values: object) -> list[tuple[Any, ...]]:
    """Ask the database itself."""
    url = make_url(database)
    with psycopg.connect(
        f"host={url.query['host']} user={url.username} dbname={url.database}", autocommit=True
    ) as connection:
        asked = connection.execute(text, values)
        return asked.fetchall() if asked.description else []


def told(database: str, table: str) -> list[PeerState]:
    """Return what servers tell of a table, whoever they are."""
    rows = ask(database, "SELECT state FROM presence WHERE race = %s", table)
    return [peers._STATE.decode(state) for (state,) in rows]


def peers_of(serving: Serving) -> Peers:
    serving.guest().get("/ready")  # it has begun by now
    found = serving.hub.peers
    assert found
    return found


def go_silent(database: str, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a server be heard of no longer, as if it had died a while ago."""
    process = peers_of(serving).process
    beat = PresenceStore.beat

    async def beat_of_others(self: PresenceStore, name: str) -> bool:
        return True if name == process else await beat(self, name)

    monkeypatch.setattr(PresenceStore, "beat", beat_of_others)
    age = "UPDATE servers SET heard = now() - interval '20 seconds' WHERE process = %s"
    ask(database, age, process)


def two_at_a_table(one: Serving, other: Serving, **wish: Any) -> tuple[Guest, Guest, str]:
    anna, ben = one.guest("Anna"), other.guest("Ben")
    table = anna.open(course="srsrs", seats=["me", "open"], **wish)
    ben.post(f"/api/tables/{table}/seats/1/sit")
    return anna, ben, table


def test_whoever_is_at_another_server_is_there_whatever_its_clock_says(
    shared_database: str,
) -> None:
    clocks = ManualClock(1000.0), ManualClock(9000.0)
    with (
        Serving(shared_database, clock=clocks[0]) as one,
        Serving(shared_database, clock=clocks[1]) as other,
    ):
        anna, ben, table = two_at_a_table(one, other)
        with anna.tab(table) as here, ben.tab(table) as there:
            for tab in (here, there):
                assert tab.next("presence", lambda data: data["present"] == [0, 1])
            for clock in clocks:
                clock.advance(50)
            assert anna.get(f"/api/tables/{table}/presence")["present"] == [0, 1]


def test_a_server_that_has_much_to_tell_is_heard_of_all_the_same(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    beaten = asyncio.Semaphore(0)
    beat = PresenceStore.beat

    async def noted(self: PresenceStore, process: str) -> bool:
        known = await beat(self, process)
        beaten.release()
        return known

    async def for_ever(*_: str) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(peers, "BEAT_EVERY", 0.01)
    monkeypatch.setattr(PresenceStore, "beat", noted)
    monkeypatch.setattr(PresenceStore, "tell", for_ever)
    with Serving(shared_database) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "open"])
        with anna.tab(table) as tab:
            tab.next("presence", lambda data: data["present"] == [0])
            serving.wait_until(lambda: table in peers_of(serving)._told)  # as far as it comes

            async def beats_on() -> None:
                while not beaten.locked():
                    await beaten.acquire()
                for _ in range(3):
                    await beaten.acquire()

            serving.run(beats_on())


def test_a_dead_server_tells_nothing_and_its_people_have_time_to_come_back(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = ManualClock()
    with Serving(shared_database, clock=clock) as one, Serving(shared_database) as other:
        anna, ben, table = two_at_a_table(one, other, grace=60)
        anna.post(f"/api/tables/{table}/begin")
        with anna.tab(table, after=0) as here, ben.tab(table) as there:
            there.next("presence")
            assert here.next("presence", lambda data: data["present"] == [0, 1])
            clock.advance(100)  # long after the table was waked
            go_silent(shared_database, other, monkeypatch)
            assert here.next("presence", lambda data: data["present"] == [0])
            clock.advance(59)
            assert anna.view(table)["seats"][1]["reins"] is None
            clock.advance(1)
            gone = here.next("happened", lambda event: event["kind"] == "handed_over")
            assert (gone["seat"], gone["why"]) == (1, "gone")


def test_a_dead_server_is_forgotten_also_where_nobody_listens(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(shared_database) as one, Serving(shared_database) as other:
        anna, ben, table = two_at_a_table(one, other, clock=120)
        with ben.tab(table) as there:
            there.next("presence")
            with anna.tab(table) as here:
                assert here.next("presence", lambda data: data["present"] == [0, 1])
            one.wait_for_streams(table, 0)
            session = one.hub.sessions[table]
            assert session._elsewhere
            go_silent(shared_database, other, monkeypatch)
            # Else clocks would have run, when somebody comes back, since they did at that server.
            one.wait_until(lambda: not session._elsewhere)


def test_whoever_goes_has_the_grace_once_though_another_waits_elsewhere(
    shared_database: str,
) -> None:
    clock = ManualClock()
    with Serving(shared_database) as one, Serving(shared_database, clock=clock) as other:
        anna, ben, table = two_at_a_table(one, other, grace=60)
        anna.post(f"/api/tables/{table}/begin")
        with anna.tab(table, after=0) as here:
            with ben.tab(table) as there:
                there.next("presence", lambda data: data["present"] == [0, 1])
            other.wait_for_streams(table, 0)
            clock.advance(61)  # where Ben was; where Anna waits none goes by
            gone = here.next("happened", lambda event: event["kind"] == "handed_over")
            assert (gone["seat"], gone["why"]) == (1, "gone")


def test_after_the_database_was_away_everything_is_told_again(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "BEAT_EVERY", 0.05)
    with Serving(shared_database) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "open"])
        with anna.tab(table) as tab:
            tab.next("presence", lambda data: data["present"] == [0])
            serving.wait_until(lambda: bool(told(shared_database, table)))
            # Another server that was back first has taken this one for dead.
            ask(shared_database, "DELETE FROM servers")
            serving.wait_until(lambda: bool(ask(shared_database, "SELECT 1 FROM servers")))
            ask(shared_database, "DELETE FROM presence")
            ask(shared_database, "DELETE FROM servers")
            serving.wait_until(lambda: bool(told(shared_database, table)))


def test_what_could_not_be_told_is_told_as_soon_as_may_be(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = PresenceStore.tell
    failed: list[tuple[str, ...]] = []

    async def down_at_first(self: PresenceStore, *given: str) -> None:
        if not failed:
            failed.append(given)
            raise StoreDown("x")
        await tell(self, *given)

    monkeypatch.setattr(PresenceStore, "tell", down_at_first)
    with Serving(shared_database) as serving:
        table = serving.guest("Anna").open(seats=["me", "open"])
        serving.wait_until(lambda: bool(told(shared_database, table)))
        assert failed


@pytest.mark.parametrize("end", ["forgotten", "left alone"])
def test_of_a_table_where_nobody_is_nothing_is_told(shared_database: str, end: str) -> None:
    clock = ManualClock()
    with Serving(shared_database, clock=clock) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "open"], grace=60)
        serving.wait_until(
            lambda: [len(state.present) for state in told(shared_database, table)] == [1]
        )
        if end == "forgotten":

            async def forget() -> None:
                serving.hub.forget(serving.hub.sessions[table])

            serving.run(forget())
        else:
            clock.advance(61)
        serving.wait_until(lambda: not told(shared_database, table))


def test_what_newer_servers_tell_besides_is_left_out(pair: tuple[Serving, Serving]) -> None:
    one, _ = pair
    table = one.guest("Anna").open(seats=["me", "open"])
    session, own = one.hub.sessions[table], peers_of(one)

    async def hear(state: object) -> int:
        await one.hub.presence.beat("newer")
        await one.hub.presence.tell(table, "newer", json.dumps(state))
        await own.hear([session])
        return session.presence().onlookers

    assert one.run(hear({"onlookers": 7, "mood": "merry"})) == 7
    assert one.run(hear({"onlookers": "many"})) == 0, "it cannot be read, and is logged"


def test_one_table_that_cannot_be_read_on_does_not_keep_the_others(
    pair: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    for serving in pair:
        monkeypatch.setattr(peers_of(serving)._doorbell, "_rung", lambda *_: None)
    anna = one.guest("Anna")
    spoilt, sound = (anna.open(seats=["me", "open"]) for _ in range(2))
    guest = other.guest()
    with guest.tab(spoilt) as ending, guest.tab(sound) as tab:
        ending.next("view")
        tab.next("view")
        # Looked at before the other, being the first that was opened there.
        read_on = other.hub.store.read_on

        async def broken(race: str, *given: Any) -> Any:
            if race == spoilt:
                raise BrokenChain(race)
            return await read_on(race, *given)

        monkeypatch.setattr(other.hub.store, "read_on", broken)
        for table in (spoilt, sound):
            anna.post(f"/api/tables/{table}/begin", fill="pup")
        assert tab.next("view", lambda view: view["stage"] == "racing")
        with pytest.raises(AssertionError, match="ended"):
            ending.next("bye")
        monkeypatch.setattr(other.hub.store, "read_on", read_on)
        assert guest.view(spoilt)["stage"] == "racing", "it is read anew"


def test_work_that_fails_is_done_again(
    shared_database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lists_changed = Hub.lists_changed
    failed: list[set[str]] = []

    async def failing_at_first(self: Hub, tables: set[str]) -> None:
        if not failed:
            failed.append(tables)
            raise ZeroDivisionError
        await lists_changed(self, tables)

    monkeypatch.setattr(Hub, "lists_changed", failing_at_first)
    with Serving(shared_database) as one, Serving(shared_database) as other:
        one.wait_until(lambda: bool(failed))
        with other.guest("Olga").tab(lobby=True) as lobby, one.guest("Anna").tab(lobby=True) as own:
            lobby.next("lobby")
            own.next("lobby")
            for serving in (one, other):
                serving.guest("Ben").open(seats=["me", "open"], listed=True)
            for tab in (lobby, own):
                assert tab.next("lobby", lambda data: len(data["tables"]) == 2)
    assert "ZeroDivisionError" in caplog.text
