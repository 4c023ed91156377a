"""Clocks, leavers and returners, by a clock that the tests drive."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from snowtails.mushers import BadAnswer, ask
from snowtails.server.session import thinking
from snowtails.server.table import race_table
from tests.server.serving import (
    PATIENCE,
    Guest,
    Json,
    ManualClock,
    Refusal,
    Serving,
    Tab,
    gentle,
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def serving(tmp_path: Path, clock: ManualClock) -> Iterator[Serving]:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", clock=clock) as found:
        yield found


def two(serving: Serving, **wish: Any) -> tuple[Guest, Guest, str]:
    """Seat two people at a table and begin."""
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(course="srsrs", seats=["me", "open"], relief="pup", grace=60, **wish)
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    return anna, ben, table


def happened(tab: Tab, kind: str) -> Json:
    found: Json = tab.next("happened", lambda event: event["kind"] == kind)
    return found


def decide(guests: list[Guest], table: str) -> None:
    """Decide for whoever has to."""
    view = guests[0].view(table)
    actor = view["race"]["actor"]
    guests[actor].decide(table, actor, gentle(guests[actor].view(table)), view["asks"])


def test_a_clock_that_runs_out_has_a_bot_play_that_one_turn(
    serving: Serving, clock: ManualClock
) -> None:
    anna, ben, table = two(serving, clock=30)
    with anna.tab(table, after=0) as tab, ben.tab(table) as other:
        actor = tab.next("view", lambda view: view["stage"] == "racing")["race"]["actor"]
        assert tab.next("presence")["deadline"] == clock.now() + 30
        clock.advance(29)
        clock.advance(1)
        played = happened(tab, "decided")
        assert (played["seat"], played["by"], played["took"]) == (actor, "clock", 30.0)
        view = tab.next("view")
        assert view["seats"][actor]["reins"] is None
        assert view["race"]["actor"] == 1 - actor
        decide([anna, ben], table)
        assert happened(tab, "decided")["by"] == "person"
        other.next("view")


def test_big_paws_goes_by_the_servers_clock(serving: Serving, clock: ManualClock) -> None:
    anna, ben, table = two(serving)
    decide([anna, ben], table)
    decide([anna, ben], table)
    actor = anna.view(table)["race"]["actor"]
    clock.advance(17)
    decide([anna, ben], table)
    assert anna.view(table)["big_paws"] == {"seat": actor, "seconds": 17.0}


def test_whoever_is_gone_is_relieved_after_the_grace_and_has_the_reins_back_on_return(
    serving: Serving, clock: ManualClock
) -> None:
    anna, ben, table = two(serving)
    with anna.tab(table, after=0) as tab:
        tab.next("view")
        with ben.tab(table) as other:
            other.next("view")
        serving.wait_for_streams(table, 1)
        clock.advance(59)
        clock.advance(2)
        gone = happened(tab, "handed_over")
        assert (gone["seat"], gone["musher"], gone["why"]) == (1, "pup", "gone")
        if anna.view(table)["race"]["actor"] == 0:
            decide([anna, ben], table)
        played = tab.next("happened", lambda e: e["kind"] == "decided" and e["seat"] == 1)
        assert played["by"] == "relief"
        with ben.tab(table):
            assert happened(tab, "took_back")["seat"] == 1
            assert anna.view(table)["seats"][1]["reins"] is None


def test_whoever_races_on_for_ever_is_driven_home(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race_table, "ROUND_LIMIT", 2)
    anna = serving.guest("Anna")
    table = anna.open(course="srsrs", seats=["me"], relief="pup", begin=True)
    with anna.tab(table, after=0) as tab:
        for _ in range(3):  # a start space and two turns
            view = anna.view(table)
            anna.decide(table, 0, gentle(view), view["asks"])
        taken = happened(tab, "handed_over")
        assert (taken["seat"], taken["musher"], taken["why"]) == (0, "husky", "rounds")
        with pytest.raises(Refusal) as caught:
            anna.post(f"/api/tables/{table}/seats/0/reins")
        assert (caught.value.status, caught.value.code) == (409, "rounds")
        view = tab.next("view", lambda view: view["stage"] == "over")
        assert view["seats"][0]["why"] == "rounds"


def test_whoever_leaves_is_relieved_at_once_and_asks_for_the_reins(serving: Serving) -> None:
    anna, ben, table = two(serving)
    with anna.tab(table, after=0) as tab:
        first = ben.post(f"/api/tables/{table}/seats/1/leave")
        assert ben.post(f"/api/tables/{table}/seats/1/leave") == first
        assert happened(tab, "handed_over")["why"] == "left"
        while anna.view(table)["race"]["actor"] == 0:
            decide([anna, ben], table)
        assert tab.next("happened", lambda e: e["kind"] == "decided" and e["seat"] == 1)
        with ben.tab(table) as other:
            assert other.next("view")["seats"][1]["reins"] == "pup"
            asks = ben.view(table)["asks"]
            with pytest.raises(Refusal) as caught:
                ben.decide(table, 1, "@1", asks)
            assert caught.value.status in (409, 422)
            ben.post(f"/api/tables/{table}/seats/1/reins")
            assert happened(tab, "took_back")["seat"] == 1


def test_a_decision_shows_that_somebody_is_back(serving: Serving, clock: ManualClock) -> None:
    anna, ben, table = two(serving)
    guests = [anna, ben]
    actor = anna.view(table)["race"]["actor"]
    other = 1 - actor
    with guests[actor].tab(table, after=0) as tab:
        clock.advance(61)
        assert happened(tab, "handed_over")["seat"] == other
        asks = ben.view(table)["asks"]
        serving.hub.stopping = True  # so that the bot does not decide first
        guests[actor].decide(table, actor, "@1", asks)
        view = guests[other].view(table)
        done = guests[other].decide(table, other, "@2", view["asks"])
        assert done["event"]["by"] == "person"
        assert guests[other].view(table)["seats"][other]["reins"] is None


def test_a_table_of_the_gone_sleeps_and_wakes_when_someone_returns(
    serving: Serving, clock: ManualClock
) -> None:
    anna, ben, table = two(serving, clock=90)
    number = anna.view(table)["number"]
    clock.advance(100_000)
    assert serving.hub.sessions[table].table.number == number, "nobody plays for the gone"
    with ben.tab(table, after=number) as tab:
        assert tab.next("view")["number"] == number
        assert tab.next("presence")["deadline"] == clock.now() + 90, "no clock ran meanwhile"
        clock.advance(61)
        assert happened(tab, "handed_over")["seat"] == 0


def test_whoever_returns_first_does_not_cost_the_other_the_turn(
    serving: Serving, clock: ManualClock
) -> None:
    anna, ben, table = two(serving)
    number = anna.view(table)["number"]
    clock.advance(100_000)
    with ben.tab(table, after=number) as tab:
        assert tab.next("view")["number"] == number
        clock.advance(30)
        assert ben.view(table)["number"] == number, "Anna has her grace from the waking on"
        clock.advance(31)
        assert happened(tab, "handed_over")["seat"] == 0


@pytest.mark.parametrize("error", [BadAnswer, ZeroDivisionError])
def test_a_musher_that_fails_does_not_stop_the_race(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def fail(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(thinking, "ask", fail)
    anna = serving.guest("Anna")
    table = anna.open(seats=["me", "pup"], begin=True)
    with anna.tab(table) as tab:
        tab.next("view", lambda view: view["race"]["actor"] == 0)
        decide([anna], table)
        tab.next("view", lambda view: view["race"]["phase"] == "turn")


def test_a_race_against_bots_waits_for_its_person(serving: Serving, clock: ManualClock) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me", "pup"], begin=True)
    with anna.tab(table) as tab:
        tab.next("view", lambda view: view["race"]["actor"] == 0)
    serving.wait_for_streams(table, 0)
    clock.advance(10**6)
    assert anna.view(table)["seats"][0]["reins"] is None
    assert anna.race(table, 0)["stage"] == "over"


def test_thinking_that_lasts_is_visible(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = threading.Event()

    def ponder(*given: Any) -> Any:
        assert seen.wait(PATIENCE)
        return ask(*given)

    monkeypatch.setattr(thinking, "ask", ponder)
    anna = serving.guest("Anna")
    table = anna.open(course="whole-box", seats=["me", "husky"])
    with anna.tab(table) as tab:
        anna.post(f"/api/tables/{table}/begin")
        if anna.view(table)["race"]["actor"] == 0:
            decide([anna], table)
        assert tab.next("presence", lambda data: data["thinking"] is not None)["thinking"] == 1
        seen.set()
        assert tab.next("presence", lambda data: data["thinking"] is None)


def test_onlookers_are_counted(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open()
    with anna.tab(table) as tab, serving.guest("Ben").tab(table), serving.guest().tab(table):
        assert tab.next("presence", lambda data: data["onlookers"] == 2)["present"] == [0]


def test_whoever_goes_is_seen_to_be_gone_also_where_the_race_has_not_begun(
    serving: Serving, clock: ManualClock
) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open"], grace=60)
    ben.post(f"/api/tables/{table}/seats/1/sit")
    with anna.tab(table) as tab:
        assert tab.next("presence", lambda data: data["present"] == [0, 1])
        clock.advance(60)
        assert tab.next("presence", lambda data: data["present"] == [0])
