"""What a race asks of a musher, and what it makes of the answers."""

# ruff: noqa: ARG002 - a parrot does not look at what it is given

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from snowtails import (
    Budget,
    CompiledMusher,
    Course,
    Discard,
    Race,
    Refused,
    SearchMusher,
    SeededDeal,
    Start,
    Turn,
    View,
)
from snowtails.course.track import Spaces
from snowtails.mushers import INSTANT, BadAnswer, Musher, ask, own_chance, policy
from snowtails.mushers.solver import Values
from snowtails.rules import InvalidTurn, Phase
from snowtails.rules.state import State
from snowtails.rules.turns import TURNS
from tests.boards import Team, board
from tests.mushers.driven import MUSHERS

SPRINT = Course.load("sauna-sprint")
SHORT = SearchMusher("searcher", Budget(playouts=16), 50)


class Parrot:
    """Gives one answer to everything."""

    name = "polly"

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.asked: list[tuple[str, object]] = []

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        self.asked.append(("start", list(free)))
        return self.answer  # type: ignore[no-any-return]

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        self.asked.append(("choose", list(turns)))
        return self.answer  # type: ignore[no-any-return]

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        self.asked.append(("discard", n))
        return self.answer  # type: ignore[no-any-return]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def answered(race: Race, answer: object) -> object:
    """Return what an answer to the race's question is understood as."""
    return ask(Parrot(answer), race.view(race.actor), rng())


def at_the_start() -> Race:
    race = Race(SPRINT, 2, deal=SeededDeal(3), choosing=(0, 1))
    race.play("@2")
    return race


STRAIGHT = """
  0 1     2
a|.|.....|=|
b|.|.....|=|
c|.|0....|=|
d|.|.....|=|
e|.|.....|=|
"""


def at_a_turn() -> Race:
    return board(STRAIGHT, Team(hand="22345"))


def at_a_discard() -> Race:
    """Return a race in which 3, 4, 5, 5 are held, and two of them have to go."""
    race = at_a_turn()
    state = race.state
    r = state[0]
    r["hand"][0], r["deck"][0] = (0, 0, 1, 1, 2), (4, 4, 3, 3, 2)
    r["dents"][0], r["owed"], r["phase"] = 3, 2, 3
    return Race.from_state(race.course, state, SeededDeal(1))


@pytest.mark.parametrize("musher", MUSHERS, ids=lambda musher: musher.name)
@pytest.mark.parametrize("sleds", range(1, 6))
def test_every_musher_of_the_ladder_decides_what_it_may(musher: CompiledMusher, sleds: int) -> None:
    phases = set()
    for seed in range(4):
        course = Course.random(rng(sleds), tiles=6)
        race = Race(course, sleds, deal=SeededDeal(seed))
        chance = rng(seed)
        while race.phase is not Phase.OVER and race.round <= 60:
            decision = ask(musher, race.view(race.actor), chance)
            assert decision in race.decisions
            phases.add(race.phase)
            race.play(decision)
        assert race.log
    assert phases >= {Phase.START, Phase.TURN}


def test_a_musher_of_the_ladder_is_a_musher() -> None:
    assert all(isinstance(musher, Musher) for musher in MUSHERS)
    assert not isinstance(object(), Musher)


def test_each_question_comes_with_what_may_be_answered() -> None:
    parrot = Parrot(3)
    ask(parrot, at_the_start().view(1), rng())
    assert parrot.asked == [("start", [1, 3, 4, 5])]
    race = at_a_turn()
    parrot = Parrot(race.turns[-1])
    assert ask(parrot, race.view(0), rng()) == race.turns[-1]
    assert parrot.asked == [("choose", list(race.turns))]
    parrot = Parrot((5, 3))
    assert ask(parrot, at_a_discard().view(0), rng()) == Discard((3, 5))
    assert parrot.asked == [("discard", 2)]


def test_numbers_of_numpy_are_numbers() -> None:
    assert answered(at_the_start(), np.int64(3)) == Start(3)
    assert answered(at_the_start(), np.uint8(1)) == Start(1)
    assert answered(at_a_discard(), np.array([5, 5], np.int8)) == Discard((5, 5))


@pytest.mark.parametrize("answer", ["3", 3.0, None, Start(3), 2, 0, 6, -1, [3]], ids=repr)
def test_a_bad_start_is_refused(answer: object) -> None:
    with pytest.raises(BadAnswer) as caught:
        answered(at_the_start(), answer)
    told = f"polly answered {answer!r} to start; it may decide @1, @3, @4, @5"
    assert str(caught.value) == told


@pytest.mark.parametrize(
    "answer",
    [None, 5, "55", (), (5,), (3, 4, 5), (1, 5), (3, 3), (4.0, 5.0), (0, 9), Discard((3, 5))],
    ids=repr,
)
def test_a_bad_discard_is_refused(answer: object) -> None:
    with pytest.raises(BadAnswer) as caught:
        answered(at_a_discard(), answer)
    assert str(caught.value) == (
        f"polly answered {answer!r} to discard; it may decide x34, x35, x45, x55"
    )


@pytest.mark.parametrize(
    "answer",
    [None, "2LR", 0, Start(1), Turn(1, "L"), Turn(3, "LR"), Turn(2, "LRB"), Turn(2, "L", route="")],
    ids=repr,
)
def test_a_bad_turn_is_refused(answer: object) -> None:
    race = at_a_turn()
    with pytest.raises(BadAnswer) as caught:
        answered(race, answer)
    shown = ", ".join(map(str, race.turns[:8]))
    assert str(caught.value) == f"polly answered {answer!r} to choose; it may decide {shown} …"


def test_a_seat_is_not_asked_out_of_turn() -> None:
    race = at_the_start()
    with pytest.raises(ValueError, match="seat 0 has nothing to decide now"):
        ask(Parrot(3), race.view(0), rng())
    with pytest.raises(ValueError, match="an onlooker has nothing to decide now"):
        ask(Parrot(3), race.view(None), rng())


@policy
def beyond_all_turns(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    return TURNS


@pytest.mark.parametrize("musher", [INSTANT["pup"], SHORT], ids=lambda each: each.name)
def test_whoever_asks_for_something_else_is_told_what_is_to_be_decided(musher: Musher) -> None:
    start, turn = at_the_start(), at_a_turn()
    with pytest.raises(Refused, match=r"is asked for a turn in phase start: use ask\(\)"):
        musher.choose(start.view(start.actor), (), rng())
    with pytest.raises(Refused, match="is asked for a start in phase turn"):
        musher.start(turn.view(0), (), rng())
    with pytest.raises(Refused, match="is asked for a discard in phase turn"):
        musher.discard(turn.view(0), 1, rng())


def test_a_policy_that_numbers_no_turn_is_refused_whatever_was_asked() -> None:
    musher, view = CompiledMusher("far", beyond_all_turns), at_a_turn().view(0)
    with pytest.raises(InvalidTurn, match=f"not {TURNS}"):
        musher.choose(view, (), rng())
    with pytest.raises(InvalidTurn, match=f"not {TURNS}"):
        musher.start(view, (), rng())


def test_the_same_chance_gives_the_same_decision() -> None:
    race = Race(Course.load("nutcracker"), 1, deal=SeededDeal(1))
    race.play("@1")
    rookie = MUSHERS[0]
    decisions = [ask(rookie, race.view(0), rng(seed)) for seed in (*range(20), *range(20))]
    assert decisions[:20] == decisions[20:]
    assert len(set(decisions)) > 5


def test_a_musher_cannot_tell_its_cards_from_its_chance() -> None:
    chances = [own_chance(5, 0, seat) for seat in range(3)]
    draws = {int(chance.integers(2**63)) for chance in chances}
    assert len(draws) == 3, "each seat has a stream of its own"
    for chance in chances:
        assert chance.bit_generator.seed_seq.entropy > 2**128  # type: ignore[attr-defined]
