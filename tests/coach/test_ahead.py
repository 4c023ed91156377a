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
from snowtails.coach.chances import add_place_chances, race_on_counting
from snowtails.coach.reasons import EVEN, MOST_FACTS, Fact, reason_for
from snowtails.coach.spread import spread_of
from snowtails.mushers import compare, solve
from snowtails.mushers.playouts import EVERYBODY, race_on_in_thought
from snowtails.rules import Phase, View
from snowtails.rules.decide import decide
from snowtails.rules.movement import LONGEST_PATH
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

AT_THE_LINE = """
  0 1     2     3
a|.|.....|..1..|=|
b|.|#####|#####|=|
c|.|.....|...0.|=|
d|.|.....|.....|=|
e|.|.....|.....|=|
"""

NARROW = """
  0 1     2     3     4
a|.|#####|#####|.....|=|
b|.|#####|#####|.....|=|
c|.|10...|.....|.....|=|
d|.|#####|#####|.....|=|
e|.|#####|#####|.....|=|
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
        other = ahead.reason.other
        assert other is None or other.worlds == ahead.best.worlds, "they are compared alike"


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
    spread = spread_of(view)
    assert view.actor is not None
    assert 0 < spread.share < 1
    for option, tried in zip(ahead.options, found, strict=True):
        # By the same measure as a look back: see `test_decisions_are_measured_as_the_race_is`.
        assert option.won == pytest.approx(tried.win)
        assert option.win == pytest.approx(spread.win(view.actor, tried.win))
        assert option.score == pytest.approx(tried.score)


def test_a_turn_that_wrecks_the_sled_leaves_no_chance_to_win() -> None:
    drawing = BEFORE_A_BEND.replace("b|.|.", "b|.|1")
    race = board(drawing, Team(hand="5", dents=4, dogs="55", brake=1), Team(), round=3)
    ahead = looked(race.view(0))
    wrecks = [each for each in ahead.options if ahead.moves[each.decision].wrecked]
    assert wrecks
    assert all(each.win == each.won == 0 for each in wrecks)


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
        case "inner":
            assert fact.spaces > 0
            assert other.turns > best.turns or best.first > other.first
        case "pace":
            assert fact.speed == move.speed - move.bonus
            assert fact.other == beside.speed - beside.bonus < fact.speed
        case "balanced":
            dogs = [balance(view, each) for each in (best.decision, other.decision)]
            assert dogs[0] == 0 != dogs[1]
        case "line":
            assert fact.chance == round(best.first - other.first, 2) > 0
        case "delays":
            assert fact.turns == round(best.others - other.others, 1) > 0
        case "dents" | "brakes":
            later = (other.dents - beside.dent_count) - (best.dents - move.dent_count)
            assert fact.dents == round(later, 1) > 0
            if code == "brakes":
                assert fact.speed < fact.other > fact.limit
        case _:
            raise AssertionError(code)


def balance(view: View, turn: Turn) -> int:
    """Return by how much the dogs differ after a turn."""
    own = view.sleds[view.seat or 0]
    left, right = (
        turn.value if place in turn.places else before
        for place, before in (("L", own.left), ("R", own.right))
    )
    return left - right


def test_what_a_quicker_turn_leaves_is_told() -> None:
    race = board(BEFORE_A_BEND, Team(hand="14455", dogs="==", brake=3), round=3)
    ahead = looked(race.view(0))
    by_turn = {str(each.decision): each for each in ahead.options}

    def told(better: str, worse: str, saved: float = 0.5) -> list[Fact]:
        one, other = (
            replace(by_turn[turn], turns=turns, dents=0.0)
            for turn, turns in ((better, 3.0), (worse, 3.0 + saved))
        )
        facts = reason_for(ahead.view, one, other, ahead.moves).facts
        return [fact for fact in facts if fact.code in ("inner", "pace", "balanced")]

    # The bend turns right, so that the leaning dogs drift to its outside.
    lean, even = next(turn for turn in by_turn if turn.startswith("5L:")), "5LR"
    inner, pace, balanced = told(even, lean)
    assert (pace, balanced) == (Fact("pace", speed=7, other=5), Fact("balanced"))
    assert inner == Fact("inner", spaces=2, limit=4)
    assert told(even, lean, saved=0.0) == [], "what brings nothing is no reason"
    assert told(lean, even) == []


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


def test_what_the_others_are_left_is_told() -> None:
    view = questions()[5]
    ahead = looked(view)
    best, other = (replace(each, decided=1.0, first=0.2, others=3.0) for each in ahead.options[:2])

    def told(first: float, others: float, decided: float = 1.0) -> list[Fact]:
        one = replace(best, first=first, others=others, decided=decided)
        facts = reason_for(view, one, other, ahead.moves).facts
        return [fact for fact in facts if fact.code in ("line", "delays")]

    rivals = len(view.sleds) - 1
    assert told(0.2, 3.1) == []
    assert told(0.5, 2.0) == [Fact("line", chance=0.3)]
    assert told(0.5, 2.0, decided=0.6) == [], "the rest of the races is not driven yet"
    assert told(0.1, 3.4) == [Fact("delays", turns=0.4, count=rivals)]


def test_who_stands_in_the_way_costs_the_other_turns() -> None:
    # Two sleds in a lane of one: whoever creeps right before the other costs it a turn.
    race = board(NARROW, Team(hand="11555", dogs="11", brake=1), Team(dogs="55", brake=1), round=3)
    by_turn = {str(each.decision): each for each in looked(race.view(0), ((24, 1.0),)).options}
    stays, goes = (
        next(each for turn, each in by_turn.items() if turn.startswith(cards))
        for cards in ("1B", "5LR")
    )
    assert stays.others > goes.others + 0.5


def test_turns_count_alike_whoever_ends_the_race() -> None:
    # The other finishes in this round, out of reach, and then the race is over or goes on.
    own, other = Team(hand="15555"), Team(dogs="55", brake=1)
    view = board(AT_THE_LINE, own, other, round=3).view(0)
    ahead = looked(view, ((8, 1.0),))
    finishes = [each for each in ahead.options if ahead.moves[each.decision].finished]
    waits = [each for each in ahead.options if not ahead.moves[each.decision].finished]
    assert finishes
    assert waits
    assert {each.others for each in ahead.options} == {1.0}, "nobody costs it a turn"
    assert {each.turns for each in finishes} == {1.0}
    assert all(each.turns >= 2.0 for each in waits)
    facts = reason_for(view, waits[0], finishes[0], ahead.moves).facts
    assert not {"delays", "line"} & {fact.code for fact in facts}


def test_who_is_first_over_the_line_is_counted() -> None:
    own, other = Team(hand="15555"), Team(hand="12", dogs="11", dents=3)
    view = board(
        AT_THE_LINE.replace("1..|=|", "...|=|").replace("|.....|", "|1....|", 1), own, other
    )
    ahead = looked(view.view(0), ((8, 1.0),))
    for each in ahead.options:
        if ahead.moves[each.decision].finished:
            assert each.first == each.decided == each.won == each.turns == 1.0
        else:
            assert 0 < each.first <= each.decided <= 1.0
            assert each.turns >= 2.0


def test_a_sled_alone_holds_nobody_up() -> None:
    ahead = looked(board(BEFORE_A_BEND, Team(hand="14455"), round=3).view(0))
    assert {each.others for each in ahead.options} == {0.0}


def test_counting_turns_changes_nothing_in_thought() -> None:
    word, path = np.uint64(7), np.empty(LONGEST_PATH, np.int16)
    for view in questions():
        track, values = view.track.spaces, solve(view.course).values
        for turn in view.turns[::9]:
            one = view.deal(np.random.default_rng(1)).state.copy()
            decide(one, track, turn.number, path)
            other, turns = one.copy(), np.empty(MOST_SLEDS)
            race_on_in_thought(one, track, values, EVERYBODY, word, 3)
            race_on_counting(other, track, values, view.round, (word, 3), turns)
            assert one.tobytes() == other.tobytes()


def test_options_are_compared_before_chances_are_made_less_sure() -> None:
    view = questions()[5]
    ahead = looked(view)
    best = replace(ahead.best, won=0.52, places=(0.4, 0.3, 0.3))
    other = replace(ahead.options[1], won=0.5, places=(0.395, 0.305, 0.3))
    assert not reason_for(view, best, other, ahead.moves).even
    assert reason_for(view, replace(best, won=0.505), other, ahead.moves).even


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
    lead = best.won - second.won
    assert lead > EVEN
    ahead.favour(second.decision)
    assert ahead.options == plain
    monkeypatch.setattr("snowtails.coach.ahead.EVEN", lead + 0.001)  # by chance, as it were
    ahead.favour(second.decision)
    assert ahead.best == second
    assert set(ahead.options) == set(plain)
