"""A musher decides the same, whatever the cards are that its seat may not know."""

from itertools import islice

import numpy as np
import pytest
from driven import MUSHERS, decided, mixed_races

from snowtails import CompiledMusher, Course, policy
from snowtails.course.track import Spaces
from snowtails.mushers import LADDER
from snowtails.mushers.solver import Values
from snowtails.rules import Race
from snowtails.rules.state import MOST_SLEDS, START, TURN, State
from snowtails.rules.turns import count_turns, nth_turn

COURSES = (
    *("nutcracker", "whole-box", "troll-bridge", "frozen-river", "lumberjack"),
    *("hobbits-breakfast", "lone-wolf", "midnight-mail"),
)
POSITIONS = 1250


def decides_alike(musher: CompiledMusher, race: Race, other: Race, word: int) -> bool:
    """Tell whether a musher decides the same in both races and with nothing but its view."""
    assert race.actor is not None
    states = (race.state, other.state, race.view(race.actor).state)
    return len({decided(musher, race.course, state, word) for state in states}) == 1


def dealt_anew(race: Race, rng: np.random.Generator) -> Race:
    return race.view(race.actor).deal(rng)


@pytest.mark.parametrize("name", COURSES)
def test_nobody_on_the_ladder_knows_what_it_may_not(name: str) -> None:
    rng = np.random.default_rng(4)
    other_cards = 0
    for race in islice(mixed_races(Course.load(name)), POSITIONS):
        other = dealt_anew(race, rng)
        other_cards += other.state.tobytes() != race.state.tobytes()
        word = int(rng.integers(2**64, dtype=np.uint64))
        for musher in MUSHERS:
            assert decides_alike(musher, race, other, word), (musher.name, race.position())
    assert other_cards > POSITIONS / 2


@policy
def peek(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take a turn that depends on how many fives the sled behind holds."""
    r = race[0]
    sled = r["actor"]
    if r["phase"] == START:
        return int(sled) + 1
    if r["phase"] == TURN:
        fives = r["hand"][(sled + 1) % r["sleds"], 4]
        return nth_turn(race, sled, fives % count_turns(race, sled))
    code = 0
    owed = r["owed"] + 0
    for value in range(MOST_SLEDS):
        given = min(owed, r["hand"][sled, value])
        code += given << (3 * value)
        owed -= given
    return code


def test_who_peeks_is_caught() -> None:
    rng = np.random.default_rng(4)
    peeking = CompiledMusher("peeking", peek)
    races = islice(mixed_races(Course.load("nutcracker")), 100)
    alike = [decides_alike(peeking, race, dealt_anew(race, rng), 0) for race in races]
    assert alike.count(False) > 20


def test_the_rookie_decides_by_its_word_alone() -> None:
    """Nothing else would tell a two-world test of a musher that always decides the same."""
    race = next(islice(mixed_races(Course.load("nutcracker")), 8, None))
    rookie = LADDER["rookie"]
    assert len({decided(rookie, race.course, race.state, word) for word in range(50)}) > 5
