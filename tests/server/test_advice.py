"""Hints: the reason given is true, and a dent is advised only for what it buys."""

from collections import Counter
from collections.abc import Iterator

import pytest

from snowtails import Move, Race
from snowtails.mushers import ask
from snowtails.rules import Phase, View
from snowtails.rules.notation import Start
from snowtails.server.session import advice
from snowtails.server.session.advice import MATTERS, Prospects, _start_reason, advise
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


def test_a_husky_advises_what_it_would_do() -> None:
    for view in questions("nutcracker", range(2)):
        assert advise(HUSKY, view).decision == ask(HUSKY, view, seed=1)


@pytest.mark.parametrize("course", ["nutcracker", "hobbits-breakfast"])
def test_a_dent_is_said_to_buy_only_what_no_clean_move_has(course: str) -> None:
    seen: Counter[str] = Counter()
    for view in questions(course, range(2)):
        prospects = Prospects(view)
        for move in prospects.moves[::7]:
            if not costs(move) or move.wrecked or not prospects.clean:
                continue
            reason = prospects.reason(move.turn)
            seen[reason.code] += 1
            assert reason.dents == move.dent_count
            saved = min(map(prospects.turns_after, prospects.clean)) - prospects.turns_after(move)
            if reason.code in ("buys", "buys-bump"):
                assert reason.turns == round(saved, 1) > 0
            elif not move.finished:
                assert reason.code == "tried-costs"
                assert saved < MATTERS
    assert {"buys", "tried-costs"} <= set(seen)


@pytest.mark.parametrize("course", ["nutcracker", "whole-box"])
def test_reasons_are_true_of_whatever_is_advised(course: str) -> None:
    seen: Counter[str] = Counter()
    for view in questions(course, range(3)):
        prospects = Prospects(view)
        best = view.preview(str(ask(HUSKY, view, seed=1)))
        for move in (best, *prospects.moves[::9]):
            reason = prospects.reason(move.turn)
            seen[reason.code] += 1
            check(prospects, move, reason)
    assert {"furthest", "quicker", "finish", "tried"} <= set(seen)


def check(prospects: Prospects, move: Move, reason: HintReason) -> None:
    rank = prospects.track.rank
    further = [each for each in prospects.clean if rank(each.end) > rank(move.end)]
    match reason:
        case HintReason(code="furthest" | "only-clean"):
            assert not costs(move)
            assert not further
        case HintReason(code="quicker" | "slower" | "even", space=space):
            assert not costs(move)
            assert space in {each.end for each in further}
            furthest = max(prospects.clean, key=lambda each: rank(each.end))
            saved = prospects.turns_after(furthest) - prospects.turns_after(move)
            assert saved > -MATTERS
        case HintReason(code="finish" | "buys-finish" | "buys-further"):
            assert move.finished
        case HintReason(code="least" | "no-clean" | "lost"):
            assert not prospects.clean or move.wrecked
    if reason.code == "slower":
        assert reason.speed <= reason.limit < reason.other


def test_what_a_discard_keeps_is_told() -> None:
    view = next(questions("nutcracker", range(20), Phase.DISCARD))
    advised = advise(HUSKY, view)
    given = Counter(advised.decision.values)  # type: ignore[union-attr]
    assert advised.reason.code == "keep"
    assert Counter(view.hand_of(view.seat)) - given == Counter(advised.reason.cards)  # type: ignore[arg-type]


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
        found = race.view(actor).decisions[0]
        codes.append(advice._reason(race.view(actor), found).code)
        race.play(found)
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
