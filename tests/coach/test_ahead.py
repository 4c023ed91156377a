"""Looking ahead: chances for everything in reach, and reasons that are true."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from snowtails import Race, Refused, ask
from snowtails.coach import LookAhead
from snowtails.coach.ahead import Option
from snowtails.coach.chances import add_place_chances
from snowtails.coach.reasons import EVEN, MOST_FACTS, Fact, reason_for
from snowtails.mushers import compare
from snowtails.rules import Phase, View
from snowtails.rules.notation import Discard, Start, Turn
from snowtails.rules.state import MOST_SLEDS
from tests.boards import Team, board

FEW = ((6, 1.0), (12, 0.5))
BEFORE_A_BEND = """
  0 1     2     3>4     4
a|.|.....|.....|.......|=|
b|.|.....|.....|......-|=|
c|.|0....|.....|...-..-|=|
d|.|.....|.....|..-.-.-|=|
e|.|.....|.....|.-.-.--|=|
"""


@cache
def questions(phase: Phase = Phase.TURN) -> tuple[View, ...]:
    """Return what those who decide see in a race with much in its way, and in a wide one."""
    return tuple(_asked(phase))


def _asked(phase: Phase) -> Iterator[View]:
    for course, choosing in (("hobbits-breakfast", [0, 1, 2]), ("whole-box", [2, 1, 0])):
        race = Race(course, sleds=3, seed=4, choosing=choosing)
        while (actor := race.actor) is not None and race.round < 9:
            view = race.view(actor)
            if race.phase is phase:
                yield view
            if race.phase is Phase.START:
                race.play(race.decisions[-1])  # with cards too many, for some
            else:
                race.play(ask("yearling", view, seed=1))


def looked(view: View, stages: tuple[tuple[int, float], ...] = FEW, seed: int = 1) -> LookAhead:
    ahead = LookAhead(view, seed, stages=stages)
    while ahead.go_on():
        pass
    return ahead


def test_everything_in_reach_has_its_chances() -> None:
    for view in questions():
        ahead = looked(view)
        spaces = [option.space for option in ahead.destinations]
        assert set(spaces) == {move.end for move in view.reach().moves}
        assert len(spaces) == len(set(spaces))
        for option in ahead.options:
            assert option.decision in view.turns
            assert len(option.places) == len(view.sleds)
            assert sum(option.places) == pytest.approx(1.0)
            assert option.worlds in (6, 12)
        assert ahead.best == ahead.destinations[0] == ahead.options[0]


def test_start_spaces_and_discards_have_theirs() -> None:
    for phase, kind in ((Phase.START, Start), (Phase.DISCARD, Discard)):
        assert questions(phase)
        for view in questions(phase):
            ahead = looked(view)
            assert {option.decision for option in ahead.destinations} == set(view.decisions)
            assert all(isinstance(option.decision, kind) for option in ahead.options)
            if len(ahead.options) > 1:
                assert ahead.reason.other is not None


def test_chances_to_win_are_those_that_search_finds_in_the_same_worlds() -> None:
    view = questions()[5]
    ahead = looked(view, ((10, 1.0),), seed=3)
    found = compare(view, [option.decision for option in ahead.options], 10, seed=3)
    for option, tried in zip(ahead.options, found, strict=True):
        assert option.win == pytest.approx(tried.win)
        assert option.score == pytest.approx(tried.score)


def test_places_are_drawn_by_the_odds_of_those_left() -> None:
    race = board(BEFORE_A_BEND, Team()).state
    race[0]["sleds"] = 3
    odds = np.log(np.array([2.0, 1.0, 1.0]))
    chances = np.zeros(MOST_SLEDS)
    add_place_chances(race, odds, 0, chances)
    assert chances.tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 6, 0.0, 0.0])


def test_it_goes_on_in_steps_and_the_same_seed_gives_the_same() -> None:
    view = questions()[3]
    one, other = LookAhead(view, 2, stages=FEW), LookAhead(view, 2, stages=FEW)
    assert one.go_on()
    assert one.worlds == 6
    assert not one.go_on()
    assert one.done
    assert not one.go_on()
    while other.go_on(milliseconds=0.0):
        assert other.worlds <= 12
    assert one.options == other.options


def test_nobody_looks_ahead_for_others_or_with_open_cards() -> None:
    race = Race("srs", sleds=2, seed=1)
    assert race.actor is not None
    with pytest.raises(Refused, match="nothing to decide"):
        LookAhead(race.view(1 - race.actor), 1)
    with pytest.raises(Refused, match="from a view"):
        LookAhead(race, 1)  # type: ignore[arg-type]


# -- reasons ---------------------------------------------------------------------------------------


def test_reasons_tell_what_differs() -> None:
    codes: Counter[str] = Counter()
    for view in questions():
        ahead = looked(view, ((16, 1.0),))
        reason, best = ahead.reason, ahead.best
        if len(ahead.options) == 1:
            assert reason.other is None
            continue
        other = reason.other
        assert other is not None
        assert other.decision != best.decision
        assert other.worlds == best.worlds, "both are compared in the same worlds"
        assert len(reason.facts) <= MOST_FACTS
        for fact in reason.facts:
            codes[fact.code] += 1
            check(view, ahead, best, other, fact.code)
    assert len(codes) > 2


def check(view: View, ahead: LookAhead, best: Option, other: Option, code: str) -> None:
    """Check one fact against the moves and the figures."""
    assert isinstance(best.decision, Turn)
    assert isinstance(other.decision, Turn)
    fact = next(each for each in ahead.reason.facts if each.code == code)
    move, beside = view.preview(best.decision), view.preview(other.decision)
    match code:
        case "costs":
            assert fact.dents == move.dent_count - beside.dent_count > 0
        case "clean":
            assert fact.dents == beside.dent_count - move.dent_count > 0
        case "finish":
            assert move.finished > beside.finished
        case "refill":
            assert beside.stop == "sled" != move.stop
        case "bumps":
            assert move.stop == "sled" != beside.stop
        case "ahead":
            assert fact.place == move.place_after
            assert beside.place_after is not None
            assert beside.place_after > fact.place
        case "further":
            assert view.track.rank(move.end) > view.track.rank(beside.end)
        case "quicker":
            assert fact.turns == round(other.turns - best.turns, 1) > 0
        case "wreck":
            assert fact.chance == round(other.wreck - best.wreck, 2) > 0
        case "keeps":
            hand = list(view.hand_of(view.seat or 0))
            for value in (best.decision.value,) * len(best.decision.places):
                hand.remove(value)
            assert Counter(fact.cards) <= Counter(hand)
            assert set(fact.cards) == {other.decision.value}
        case "dents" | "brakes":
            later = (other.dents - beside.dent_count) - (best.dents - move.dent_count)
            assert fact.dents == round(later, 1) > 0
            if code == "brakes":
                assert fact.speed < fact.other > fact.limit
        case _:
            raise AssertionError(code)


def test_braking_for_a_bend_is_told_with_the_bend() -> None:
    race = board(BEFORE_A_BEND, Team(hand="14455", dogs="==", brake=1), round=3)
    ahead = looked(race.view(0))
    by_turn = {str(each.decision): each for each in ahead.options}
    slow, fast = (replace(by_turn[turn], dents=dents) for turn, dents in (("4B", 0.2), ("4LR", 1)))
    (brakes, *others) = reason_for(ahead.view, slow, fast, ahead.moves).facts
    bend_in = race.track.spaces[race.track.find("1c3")]["bend_in"]
    assert brakes == Fact("brakes", dents=0.8, spaces=bend_in, limit=4, speed=2, other=7)
    assert all(fact.code != "dents" for fact in others)
    # As slow as the bend allows, nobody brakes: the dents come from elsewhere.
    alike = reason_for(ahead.view, replace(fast, dents=0.2), fast, ahead.moves).facts
    assert [fact.code for fact in alike] == ["dents"]


def test_of_equal_options_it_says_so() -> None:
    view = questions()[5]
    ahead = looked(view)
    best = ahead.best
    assert reason_for(view, best, best, ahead.moves).even
    assert not reason_for(view, best, best, ahead.moves).facts
    assert reason_for(view, best, None, ahead.moves).other is None


def test_options_are_made_once_between_two_looks() -> None:
    race = Race("nutcracker", sleds=2, seed=7)
    assert race.actor is not None
    ahead = LookAhead(race.view(race.actor), 1, ((4, 1.0), (8, 1.0)))
    ahead.go_on()
    first = ahead.options
    assert ahead.options is first
    ahead.go_on()
    assert {each.worlds for each in first} == {4}
    assert {each.worlds for each in ahead.options} == {8}


def test_what_is_favoured_comes_first_unless_something_else_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    race = Race("nutcracker", sleds=2, seed=7)
    race.play("@1")
    race.play("@2")
    ahead = LookAhead(race.view(race.actor), 1, ((48, 1.0),))
    ahead.go_on()
    plain = ahead.options
    best, second, *_ = plain
    lead = best.win - second.win
    assert lead > EVEN
    ahead.favour(second.decision)
    assert ahead.options == plain
    monkeypatch.setattr("snowtails.coach.ahead.EVEN", lead + 0.001)  # by chance, as it were
    ahead.favour(second.decision)
    assert ahead.best == second
    assert set(ahead.options) == set(plain)
