"""Several servers on one database: any answers, the log decides, and work is done once."""

import asyncio
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import psycopg
import pytest

from snowtails.mushers.solver import Values
from snowtails.rules import View
from snowtails.rules.notation import Decision
from snowtails.server.session import musher_turns, peers, thinking
from snowtails.server.store.database import Database
from snowtails.server.store.store import Store
from tests.server.loops import done
from tests.server.serving import (
    PATIENCE,
    Guest,
    Json,
    ManualClock,
    Refusal,
    Serving,
    gentle,
)


def note_thoughts(
    servings: Iterable[Serving], thoughts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Note which mushers think, at any of some servers."""
    for serving in servings:
        think = serving.hub.think

        async def noted(musher: str, view: object, think: object = think) -> object:
            thoughts.append(musher)
            return await think(musher, view)  # type: ignore[operator]

        monkeypatch.setattr(serving.hub, "think", noted)

    def noted_at_once(musher: str, view: View, values: Values) -> Decision:
        thoughts.append(musher)
        return thinking.decide_at_once(musher, view, values)

    monkeypatch.setattr(musher_turns, "decide_at_once", noted_at_once)


def make_deaf(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a server hear no bell."""
    serving.guest().get("/ready")  # it listens by now
    assert serving.hub.peers
    monkeypatch.setattr(serving.hub.peers._doorbell, "_rung", lambda *_: None)


def decisions(events: list[Json]) -> list[int]:
    return [event["answers"] for event in events if event["kind"] == "decided"]


def test_any_server_takes_any_request(pair: tuple[Serving, Serving]) -> None:
    one, other = pair
    anna = one.guest("Anna")
    clients = anna, anna.elsewhere(other)
    table = anna.open(course="nutcracker", seats=["me"], begin=True)
    turn = 0
    while (view := clients[turn % 2].view(table))["stage"] != "over":
        turn += 1
        done = clients[turn % 2].decide(table, 0, gentle(view), view["asks"])
        again = clients[(turn + 1) % 2].decide(table, 0, gentle(view), view["asks"])
        assert done == again, "the same again is answered the same, wherever"
    assert turn > 5
    assert clients[0].view(table) == clients[1].view(table)
    assert clients[1].put("/api/visitors/me", name="Ann")["name"] == "Ann"
    assert clients[0].get("/api/visitors/me")["name"] == "Ann"


def test_streams_hear_of_what_happens_at_other_servers(pair: tuple[Serving, Serving]) -> None:
    one, other = pair
    anna = one.guest("Anna")
    table = anna.open(seats=["me", "open"], listed=True)
    onlooker = other.guest("Olga")
    with onlooker.tab(table) as tab, onlooker.tab(lobby=True) as lobby:
        assert tab.next("presence", lambda told: told["present"] == [0]), "she is there, elsewhere"
        assert lobby.next("lobby")["tables"][0]["free"] == 1
        anna.post(f"/api/tables/{table}/begin", fill="pup")
        assert tab.next("view", lambda view: view["stage"] == "racing")
        assert lobby.next("lobby", lambda told: not told["tables"])["watch"]
    with anna.elsewhere(other).tab(races=True) as races:
        assert races.next("races")["races"][0]["table"] == table
        second = anna.open(seats=["me", "open"])
        assert races.next("races", lambda told: second in {race["table"] for race in told["races"]})


def test_a_sleeping_stream_is_woken_by_the_doorbell(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = threading.Semaphore(0)
    look = peers.Peers._look_at_all

    async def noted(self: peers.Peers) -> None:
        await look(self)
        looked.release()

    monkeypatch.setattr(peers, "LOOK_EVERY", 3600.0)  # looking would come too late
    monkeypatch.setattr(peers.Peers, "_look_at_all", noted)
    with Serving(shared_database) as one, Serving(shared_database) as other:
        for _ in (one, other):  # each looks once, when its doorbell is up
            assert looked.acquire(timeout=PATIENCE)
        anna = one.guest("Anna")
        table = anna.open(seats=["me", "open"])
        with other.guest().tab(table) as tab:
            tab.next("view")
            anna.post(f"/api/tables/{table}/begin", fill="pup")
            assert tab.next("view", lambda view: view["stage"] == "racing")
        assert not looked.acquire(blocking=False), "it was the bell"


def test_a_bell_that_is_not_heard_is_made_up_for(
    pair: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    make_deaf(other, monkeypatch)
    anna = one.guest("Anna")
    table = anna.open(seats=["me", "open"])
    with other.guest().tab(table) as tab:
        tab.next("view")
        anna.post(f"/api/tables/{table}/begin", fill="pup")
        assert tab.next("view", lambda view: view["stage"] == "racing")


@pytest.mark.parametrize("heard", [True, False])
def test_a_table_that_was_deleted_elsewhere_is_forgotten(
    pair: tuple[Serving, Serving], heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    if not heard:
        make_deaf(other, monkeypatch)
    anna, ben = one.guest("Anna"), other.guest("Ben")
    table = anna.open(seats=["me", "open"], listed=True)
    with ben.tab(table) as tab, ben.tab(lobby=True) as lobby:
        tab.next("view")
        assert lobby.next("lobby")["tables"]
        anna.post("/api/visitors/me/delete", name="Anna")
        with pytest.raises(AssertionError, match="ended"):
            tab.next("bye")
        assert not lobby.next("lobby", lambda told: not told["tables"])["tables"]
        assert other.hub.awake_session(table) is None
    with pytest.raises(Refusal, match="no-table"):
        ben.view(table)
    # It goes on looking at those that are left.
    second = other.guest("Cleo")
    table = second.open(seats=["me", "open"])
    with one.guest().tab(table) as tab:
        tab.next("view")
        second.post(f"/api/tables/{table}/begin", fill="pup")
        assert tab.next("view", lambda view: view["stage"] == "racing")


def test_a_listener_that_is_cut_off_hears_again(
    pair: tuple[Serving, Serving], postgres: str, shared_database: str
) -> None:
    one, other = pair
    anna = one.guest("Anna")
    table = anna.open(seats=["me", "open"])
    name = shared_database.partition("?")[0].rpartition("/")[2]
    with other.guest().tab(table) as tab:
        tab.next("view")
        with psycopg.connect(
            f"host={postgres} user=tester dbname=postgres", autocommit=True
        ) as admin:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            admin.execute(cut, [name])
        with suppress(Refusal):  # it may find the connection cut
            anna.post(f"/api/tables/{table}/begin", fill="pup")
        anna.post(f"/api/tables/{table}/begin", fill="pup")
        assert anna.view(table)["stage"] == "racing"
        assert tab.next("view", lambda view: view["stage"] == "racing")


def test_a_musher_thinks_once_whoever_listens_where(
    pair: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = pair
    thoughts: list[str] = []
    note_thoughts(pair, thoughts, monkeypatch)
    anna = one.guest("Anna")
    table = anna.open(course="nutcracker", seats=["me", "pup", "yearling"], begin=True)
    with ExitStack() as stack:
        for serving in pair:
            for _ in range(2):
                stack.enter_context(serving.guest().tab(table)).next("view")
        anna.race(table, 0)
    events = anna.get(f"/api/tables/{table}/events")["events"]
    answered = decisions(events)
    assert len(answered) == len(set(answered))
    bots = [each for each in events if each["kind"] == "decided" and each["seat"] != 0]
    assert len(thoughts) == len(bots)


def test_a_clock_runs_out_once_at_all_servers(
    shared_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = ManualClock(), ManualClock()
    thoughts: list[str] = []
    with ExitStack() as stack:
        pair = [stack.enter_context(Serving(shared_database, clock=clock)) for clock in clocks]
        note_thoughts(pair, thoughts, monkeypatch)
        anna, ben = (
            serving.guest(name) for serving, name in zip(pair, ("Anna", "Ben"), strict=True)
        )
        table = anna.open(seats=["me", "open"], clock=20, grace=600)
        ben.post(f"/api/tables/{table}/seats/1/sit")
        tabs = [stack.enter_context(guest.tab(table)) for guest in (anna, ben)]
        anna.post(f"/api/tables/{table}/begin")
        for tab in tabs:
            number = tab.next("view", lambda view: view["stage"] == "racing")["number"]
        for round_ in range(1, 4):
            with ThreadPoolExecutor(2) as pool:  # both at once
                for moved in [pool.submit(clock.advance, 20.0) for clock in clocks]:
                    moved.result(PATIENCE)
            for tab in tabs:
                assert tab.next("view")["number"] == number + round_
            assert len(thoughts) == round_
        events = anna.get(f"/api/tables/{table}/events")["events"]
        assert [event["by"] for event in events[number:]] == ["clock"] * 3
        elsewhere = anna.elsewhere(pair[1])
        assert elsewhere.get(f"/api/tables/{table}/events")["events"] == events


def test_work_that_another_server_left_undone_is_taken_up(
    pair: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = pair
    left_to_one, claim = threading.Event(), other.hub.claim

    async def claim_noted(key: str) -> bool:
        if not (claimed := await claim(key)):
            left_to_one.set()
        return claimed

    monkeypatch.setattr(other.hub, "claim", claim_noted)
    anna = one.guest("Anna")
    table = anna.open(seats=["me", "pup"])
    assert one.hub.peers
    one.hub.stopping = True  # it begins no thought of its own, as one that lives would
    here = asyncio.run_coroutine_threadsafe
    # The first server claims each of the bot's turns, and then dies without having thought.
    asked = [here(one.hub.peers.claim(f"{table}:{n}"), one.loop) for n in range(1, 12)]
    assert all(each.result(PATIENCE) for each in asked)
    ben = anna.elsewhere(other)
    with ben.tab(table) as tab:
        ben.post(f"/api/tables/{table}/begin")
        view = tab.next("view", lambda view: view["stage"] == "racing")
        if view["race"]["actor"] == 0:
            ben.decide(table, 0, gentle(view), view["asks"])
        assert left_to_one.wait(PATIENCE)
        here(one.hub.peers._claims.close(), one.loop).result(PATIENCE)
        assert tab.next("happened", lambda told: told["kind"] == "decided" and told["seat"] == 1)


def test_of_conflicting_appends_one_wins_and_the_other_reads_on(
    pair: tuple[Serving, Serving],
) -> None:
    anna = pair[0].guest("Anna")
    clients = anna, anna.elsewhere(pair[1])
    table = anna.open(seats=["me", "open"])
    both = threading.Barrier(2)

    def say(client: Guest, text: str) -> int:
        both.wait(PATIENCE)
        number: int = client.post(f"/api/tables/{table}/chat", text=text, key=text)["number"]
        return number

    with ThreadPoolExecutor(2) as pool:
        numbers = [
            number
            for n in range(40)
            for number in pool.map(say, clients, (f"one {n}", f"other {n}"))
        ]
    events = anna.get(f"/api/tables/{table}/events")["events"]
    assert sorted(numbers) == [event["number"] for event in events if event["kind"] == "chatted"]
    assert len(set(numbers)) == 80


def test_the_same_turn_at_two_servers_at_once_is_played_once(pair: tuple[Serving, Serving]) -> None:
    anna = pair[0].guest("Anna")
    clients = anna, anna.elsewhere(pair[1])
    table = anna.open(course="nutcracker", seats=["me"], begin=True)
    both = threading.Barrier(2)

    def decide(client: Guest, view: Json) -> Json:
        both.wait(PATIENCE)
        return client.decide(table, 0, gentle(view), view["asks"])

    with ThreadPoolExecutor(2) as pool:
        while (view := anna.view(table))["stage"] != "over":
            one, other = pool.map(decide, clients, (view, view))
            assert one == other
    answered = decisions(anna.get(f"/api/tables/{table}/events")["events"])
    assert len(answered) == len(set(answered)) > 5


def test_a_curtain_is_lifted_at_all_servers(pair: tuple[Serving, Serving]) -> None:
    anna = pair[0].guest("Anna")
    elsewhere = anna.elsewhere(pair[1])
    seats = [{"name": "Anna"}, {"name": "Ben"}]
    table = anna.open(seats=seats, hot_seat=True, begin=True)
    actor = anna.view(table)["race"]["actor"]
    path = f"/api/tables/{table}/seats/{actor}"
    assert elsewhere.view(table)["you"]["seat"] is None
    anna.post(f"{path}/curtain", lifted=True)
    view = elsewhere.view(table)
    assert view["you"]["seat"] == actor
    elsewhere.decide(table, actor, gentle(view), view["asks"])
    assert anna.view(table)["you"]["seat"] != actor
    anna.post(f"{path}/curtain", lifted=True)
    elsewhere.post(f"{path}/curtain", lifted=False)
    assert anna.view(table)["you"]["seat"] is None


def test_the_log_is_read_on_from_what_is_known(shared_database: str) -> None:
    async def check() -> None:
        store = Store(await Database.open(shared_database))
        read = await store.read_on("nothing", 0, b"")
        assert (read.events, read.chain) == ((), b"")
        assert await store.numbers(["nothing"]) == {}
        await store.database.close()

    done(check())
