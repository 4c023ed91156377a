"""Mushers decide: at once where they can, at tables that may be forgotten meanwhile."""

import gc
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from snowtails.course import Course
from snowtails.mushers import solver
from snowtails.mushers.solver import Values, solve
from snowtails.rules import View
from snowtails.rules.notation import Decision, Start
from snowtails.server.session.musher_turns import MOST_ANSWERS, MusherTurns
from snowtails.server.session.thinking import InstantMushers
from snowtails.server.store.store import Store
from snowtails.server.table.events import Decided, Event
from tests.server.loops import done
from tests.server.serving import Serving, gentle


class Forgettable:
    """What mushers know of a session."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.table = SimpleNamespace(name="table", asks=7)

    def publish(self) -> None:
        """Tell nobody."""


def test_a_table_that_is_forgotten_before_a_musher_thinks_goes_on_to_its_end() -> None:
    async def work() -> None:
        claimed: list[str] = []
        spawned: list[Any] = []

        async def claim(key: str) -> bool:
            claimed.append(key)
            return False  # another server sees to it

        hub = SimpleNamespace(stopping=False, spawn=spawned.append, claim=claim)
        session: Any = Forgettable(hub)
        mushers = MusherTurns(session)
        mushers.begin(0, "pup", "musher")
        del session
        gc.collect()
        await spawned.pop()
        assert claimed == ["table:7"]

    done(work())


def test_a_table_that_is_forgotten_is_told_nothing() -> None:
    session: Any = Forgettable(None)
    mushers = MusherTurns(session)
    del session
    gc.collect()
    mushers._show()
    assert mushers.shown is None


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> list[list[Decided]]:
    """Collect the decisions that are stored together."""
    found: list[list[Decided]] = []
    append = Store.append

    async def noted(store: Store, race: str, events: Sequence[Event], *given: Any) -> bytes:
        found.append([each.body for each in events if isinstance(each.body, Decided)])
        return await append(store, race, events, *given)

    monkeypatch.setattr(Store, "append", noted)
    return found


def test_what_a_musher_answers_at_once_is_stored_with_the_decision(
    tmp_path: Path, stored: list[list[Decided]]
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "pup"], begin=True)
        anna.race(table, 0)
        events = anna.get(f"/api/tables/{table}/events", after=0)["events"]
    told = [each["by"] for each in events if each["kind"] == "decided"]
    assert told == [each.by for batch in stored for each in batch], "none lost, none twice"
    first = next(n for n, batch in enumerate(stored) if batch and batch[0].by == "musher")
    # From then on the musher is known to be quick: it never answers later than it could.
    for batch, following in zip(stored[first + 1 :], stored[first + 2 :], strict=False):
        assert len(batch) == MOST_ANSWERS + 1 or following[0].by == "person"
    assert any(len(batch) > 1 for batch in stored)


def test_a_musher_that_has_decided_on_a_course_decides_at_once_at_every_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        thoughts: list[str] = []
        think = serving.hub.think

        async def noted(musher: str, question: Any) -> Any:
            thoughts.append(musher)
            return await think(musher, question)

        monkeypatch.setattr(serving.hub, "think", noted)
        anna = serving.guest("Anna")
        for course in ("srs", "srs", "srsrs"):
            anna.race(anna.open(course=course, seats=["me", "pup"], begin=True), 0)
    assert thoughts == ["pup", "pup"], "it thinks once on each course"


def test_what_mushers_know_of_courses_is_kept_as_long_as_the_solver_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver, "_kept", {})
    instant, course = InstantMushers(), Course.parse("srs")
    for musher in ("pup", "husky", "malamute"):
        instant.note(musher, course)
    assert instant.values("husky", course) is solve(course).values
    assert instant.values("malamute", course) is None, "those who search are never instant"
    instant.forget("pup", course)
    assert instant.values("pup", course) is None
    solver._kept.clear()
    gc.collect()
    assert instant.values("husky", course) is None


def test_each_of_several_decisions_is_told_with_what_it_changes(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "pup", "pup"], begin=True)
        with anna.tab(table, changes="true", after=1) as tab:
            view = tab.next("view")
            seen: list[int] = []
            happened: list[int] = []
            messages = tab.messages()
            while view["stage"] != "over":
                if view["race"]["actor"] == 0:
                    answer = anna.decide(table, 0, gentle(view), view["asks"])["number"]
                else:
                    answer = view["number"] + 1
                while not seen or seen[-1] < answer:
                    told = next(messages)
                    if told.event == "happened":
                        happened.append(told.data["number"])
                    elif told.event in ("changed", "view"):
                        seen.append(told.data["number"])
                view = anna.view(table)
            assert seen == happened, "each event is told with the view after it"
            assert happened == list(range(happened[0], happened[0] + len(happened)))


@pytest.mark.parametrize("answer", ["fails", "is illegal"])
def test_a_musher_that_fails_at_once_fails_nobody_elses_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    asked: list[str] = []

    def broken(musher: str, view: View, values: Values) -> Decision:
        asked.append(musher)
        if answer == "fails":
            raise ZeroDivisionError
        return Start(1)  # nobody chooses a start space twice

    monkeypatch.setattr("snowtails.server.session.musher_turns.decide_at_once", broken)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "pup"], begin=True)
        anna.race(table, 0)
        assert anna.view(table)["stage"] == "over"
    assert asked, "the musher was never asked at once"
