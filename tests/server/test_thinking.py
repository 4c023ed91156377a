"""Who is asked when a musher has to decide."""

import threading
from pathlib import Path

import pytest

from snowtails import Budget, Race, SearchMusher
from snowtails.mushers import LADDER, Musher
from snowtails.rules.notation import Decision
from snowtails.server.session import hub, thinking
from snowtails.server.session.thinking import Question, SomeDecision
from tests.server.serving import Serving


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Musher]:
    """Collect the mushers that are asked, and decide anything for them."""
    found: list[Musher] = []

    def ask(musher: Musher, view: Race, rng: object) -> Decision:
        found.append(musher)
        return view.decisions[0]

    monkeypatch.setattr(thinking, "ask", ask)
    return found


def test_those_who_search_do_so_by_the_clock(
    asked: list[Musher], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "is_warm", lambda part: part == "search")
    cancel, race = threading.Event(), Race("nutcracker", 2, seed=1)
    thinking.decide("togo", race.view(race.actor), cancel)
    (togo,) = asked
    assert isinstance(togo, SearchMusher)
    assert togo.budget == Budget(playouts=20_000, milliseconds=1000)
    assert togo.cancel is cancel
    thinking.decide("togo", race.view(race.actor), cancel, 4)
    assert asked[-1] == togo.hurried(cancel, 4)
    assert togo.hurried(cancel, 4).budget.milliseconds == 250


def test_a_husky_stands_in_until_search_is_compiled(
    asked: list[Musher], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "is_warm", lambda _: False)
    monkeypatch.setattr(thinking, "CACHE", "somewhere")
    race = Race("nutcracker", 2, seed=1)
    thinking.decide("malamute", race.view(race.actor))
    thinking.decide("pup", race.view(race.actor))
    assert asked == [LADDER["husky"], LADDER["pup"]]


def test_a_server_that_stops_lets_mushers_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks = threading.Event()
    hurried: list[bool] = []

    def decide(_: str, question: Question, cancel: threading.Event, __: int) -> SomeDecision:
        thinks.set()
        hurried.append(cancel.wait(60))
        return question.decisions[0]

    monkeypatch.setattr(hub, "decide", decide)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["malamute", "me"], begin=True)
        with anna.tab(table) as tab:
            view = tab.next("view")
            if view["race"]["actor"] == 1:
                anna.decide(table, 1, "@1", view["asks"])
            assert thinks.wait(60)
    assert hurried[0]
