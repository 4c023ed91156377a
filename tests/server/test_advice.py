"""Hints: the reason given is true, and a dent is advised only for what it buys."""

from collections import Counter
from collections.abc import Iterator

import pytest

from snowtails import Move, Race
from snowtails.mushers import ask
from snowtails.rules import Phase, View
from snowtails.rules.notation import Start
from snowtails.server.session.advice import WORTH, Advice, Prospects, _start_reason, advise
from snowtails.server.wire.answer_types import HintReason

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


def test_what_the_husky_would_do_is_advised_unless_a_clean_move_is_as_good() -> None:
    changed = 0
    for view in questions("whole-box", range(3)):
        advice = advise(HUSKY, view)
        wanted = view.preview(str(ask(HUSKY, view, seed=1)))
        if str(advice.decision) == str(wanted.turn):
            continue
        changed += 1
        assert costs(wanted)
        prospects, instead = Prospects(view), view.preview(str(advice.decision))
        assert not costs(instead)
        lost = prospects.turns_after(instead) - prospects.turns_after(wanted)
        assert lost < WORTH or wanted.finished
    assert changed


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


def test_what_a_discard_keeps_is_told() -> None:
    view = next(questions("nutcracker", range(20), Phase.DISCARD))
    advice = advise(HUSKY, view)
    given = Counter(advice.decision.values)  # type: ignore[union-attr]
    assert Counter(view.hand_of(view.seat)) - given == Counter(advice.reason.cards)  # type: ignore[arg-type]


def test_a_start_space_is_advised_with_what_it_brings() -> None:
    view = Race("nutcracker", sleds=5, seed=1).view(None)
    reasons = [_start_reason(view, Start(number)) for number in (1, 2, 4, 5)]
    assert [(each.code, each.count) for each in reasons] == [
        ("start-front", 0),
        ("start-way", 0),
        ("start-cards", 1),
        ("start-cards", 2),
    ]


def test_the_last_start_space_is_not_praised_for_its_cards() -> None:
    race = Race("nutcracker", sleds=5, seed=1)
    codes = []
    while (actor := race.actor) is not None and race.phase is Phase.START:
        advice = advise(HUSKY, race.view(actor))
        codes.append(advice.reason.code)
        race.play(str(advice.decision))
    assert codes == ["start-front"] * 5


@pytest.mark.clause("TURN-3")
def test_the_speed_that_a_move_leaves_is_what_the_mat_shows_then() -> None:
    race = Race("nutcracker", sleds=1, seed=3)
    race.play("@3")
    for _ in range(3):
        move = race.preview(ask(HUSKY, race.view(0), seed=1))  # type: ignore[arg-type]
        race.play(move.turn)
        if race.phase is not Phase.TURN:
            break
        sled = race.sleds[0]
        assert Prospects._speed(move) == sled.left + sled.right - sled.brake
