"""A stream that was cut goes on where it was; a browser with many tabs and bad luck races on."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from snowtails.server.store.errors import StoreDown
from tests.server.serving import Guest, Refusal, Serving, Tab, gentle


def read_to_view(tab: Tab, number: int) -> tuple[list[Any], Any]:
    """Return the events told until the view of a number, and that view."""
    events = []
    for told in tab.messages():
        if told.event == "happened":
            assert told.id == told.data["number"]
            events.append(told.data)
        if told.event == "view" and told.data["number"] == number:
            assert told.id == number
            return events, told.data
    raise AssertionError("the stream ended")


def check_every_number(guest: Guest, table: str) -> None:
    """Resume from every event: the same events follow, and the same view."""
    view = guest.view(table)
    everything = guest.get(f"/api/tables/{table}/events")["events"]
    assert [event["number"] for event in everything] == list(range(1, view["number"] + 1))
    for number in range(view["number"] + 1):
        with guest.tab(table, headers={"Last-Event-ID": str(number)}) as tab:
            assert read_to_view(tab, view["number"]) == (everything[number:], view)
        later = guest.get(f"/api/tables/{table}/events", after=number)
        assert later == {"number": view["number"], "events": everything[number:]}


def test_resuming_from_any_event_gives_the_same_view(serving: Serving) -> None:
    anna, ben, cleo = serving.guest("Anna"), serving.guest("Ben"), serving.guest()
    table = anna.open(course="srsrs", seats=["me", "open"])
    ben.post(f"/api/tables/{table}/seats/1/sit")
    ben.post(f"/api/tables/{table}/chat", text="hello", key="1")
    anna.post(f"/api/tables/{table}/begin")
    for _ in range(9):
        view = anna.view(table)
        guest, seat = [(anna, 0), (ben, 1)][view["race"]["actor"]]
        guest.decide(table, seat, gentle(guest.view(table)), view["asks"])
    for guest in (anna, ben, cleo):
        check_every_number(guest, table)


def test_a_stream_that_asks_for_what_has_not_happened_gets_the_view(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open()
    with anna.tab(table, headers={"Last-Event-ID": "999"}) as tab:
        assert tab.next("view") == anna.view(table)
    with anna.tab(table, headers={"Last-Event-ID": "nonsense"}) as tab:
        assert tab.next("view") == anna.view(table)


def test_ten_tabs_and_one_503_in_mid_race_do_not_stop_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving, ExitStack() as opened:
        anna = serving.guest("Anna")
        table = anna.open(course="srsrs", seats=["me", "pup"], begin=True)
        tabs = [opened.enter_context(anna.tab(table, after=0, lobby=True)) for _ in range(10)]
        failing = iter([True])
        real = serving.hub.store.append

        async def fails_once(*args: Any) -> bytes:
            if serving.hub.sessions[table].table.number >= 8 and next(failing, False):
                raise StoreDown("no answer")
            return await real(*args)

        monkeypatch.setattr(serving.hub.store, "append", fails_once)
        refusals: list[int] = []
        last = 0
        while True:
            # Each tab that was closed is opened again, with the number it knows.
            try:
                view = anna.view(table)
                if view["stage"] == "over":
                    break
                if view["choices"]["decisions"]:
                    last = anna.decide(table, 0, gentle(view), view["asks"])["number"]
                else:
                    with anna.tab(table, after=last) as tab:
                        tab.next("view", lambda view: view["race"]["actor"] != 1)
            except Refusal as refusal:
                refusals.append(refusal.status)
            except AssertionError:
                continue  # the stream ended with the table's session
        assert refusals in ([], [503])
        assert next(failing, None) is None, "there was one 503 in mid-race"
        again = opened.enter_context(anna.tab(table, after=0))
        everything, _ = read_to_view(again, view["number"])
        for tab in tabs:
            seen = [told.data for told in tab.messages() if told.event == "happened"]
            assert seen == everything[: len(seen)]


def test_a_server_that_stops_refuses_streams_for_a_while(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open()
    serving.hub.stopping = True
    with pytest.raises(Refusal) as caught, anna.tab(table):
        pass
    serving.hub.stopping = False
    assert (caught.value.status, caught.value.headers["retry-after"]) == (503, "3")
    with anna.tab(table) as tab:
        tab.next("view")
