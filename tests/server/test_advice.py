"""Hints: the reason given is true, and a dent is advised only for what it buys."""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from snowtails import Move, Race
from snowtails.mushers import ask
from snowtails.mushers.husky import _on_reflection
from snowtails.rules import Phase, View
from snowtails.server.session.advice import WORTH, Advice, Prospects, advise
from snowtails.server.wire.types import HintReason

HUSKY = "husky"


def questions(course: str, seeds: range, phase: Phase = Phase.TURN) -> Iterator[View]:
    """Yield what those who decide see in races of Huskies."""
    for seed in seeds:
        race = Race(course, sleds=3, seed=seed)
        while (actor := race.actor) is not None:
            view = race.view(actor)
            if race.phase is phase:
                yield view
            race.play(ask(HUSKY, view, seed=seed))


def costs(move: Move) -> bool:
    return bool(move.dents or move.stop or move.wrecked)


def test_moves_are_measured_as_the_husky_does() -> None:
    best = np.empty((5, 4), np.float32)
    for view in questions("whole-box", range(2)):
        prospects = Prospects(view)
        reach = view.reach(view.seat)
        for row, move in zip(reach.rows, view._moves(reach.sled, reach.rows), strict=True):
            if not move.wrecked and not move.finished:
                turns = _on_reflection(view.state, prospects.values, row, best)
                assert prospects.turns_after(move) == pytest.approx(turns, abs=1e-4)


@pytest.mark.parametrize("course", ["nutcracker", "hobbits-breakfast"])
def test_a_dent_is_advised_only_for_what_no_clean_move_has(course: str) -> None:
    bought = 0
    for view in questions(course, range(6)):
        prospects, advice = Prospects(view), advise(HUSKY, view)
        move = view.preview(str(advice.decision))
        if not costs(move) or not prospects.clean:
            continue
        bought += 1
        assert advice.reason.code.startswith("buys")
        assert advice.reason.dents == move.dent_count
        if not move.finished:
            saved = min(map(prospects.turns_after, prospects.clean)) - prospects.turns_after(move)
            assert saved >= WORTH
            assert advice.reason.turns == round(saved, 1)
    assert bought


@pytest.mark.parametrize("course", ["nutcracker", "whole-box"])
def test_reasons_are_true(course: str) -> None:
    seen: Counter[str] = Counter()
    for view in questions(course, range(6)):
        advice = advise(HUSKY, view)
        seen[advice.reason.code] += 1
        check(Prospects(view), view.preview(str(advice.decision)), advice)
    assert {"furthest", "quicker", "finish"} <= set(seen)


def check(prospects: Prospects, move: Move, advice: Advice) -> None:
    rank, reason = prospects.track.rank, advice.reason
    further = [each for each in prospects.clean if rank(each.end) > rank(move.end)]
    match reason:
        case HintReason(code="furthest" | "only-clean"):
            assert not costs(move)
            assert not further
        case HintReason(code="quicker" | "slower" | "even", space=space):
            assert not costs(move)
            assert space in {each.end for each in further}
        case HintReason(code="finish" | "buys-finish" | "buys-further"):
            assert move.finished
        case HintReason(code="least" | "no-clean" | "lost"):
            assert not prospects.clean
    if reason.code == "slower":
        assert reason.speed <= reason.limit < reason.other
        left, right, brake = prospects._dogs(move)
        assert reason.speed == left + right - brake


def test_what_a_discard_keeps_is_told() -> None:
    view = next(questions("nutcracker", range(20), Phase.DISCARD))
    advice = advise(HUSKY, view)
    given = Counter(advice.decision.values)  # type: ignore[union-attr]
    assert Counter(view.hand_of(view.seat)) - given == Counter(advice.reason.cards)  # type: ignore[arg-type]


def test_a_start_space_is_advised_with_what_it_brings() -> None:
    codes = {advise(HUSKY, view).reason.code for view in questions("srs", range(3), Phase.START)}
    assert codes <= {"start-cards", "start-front", "start-way"}
