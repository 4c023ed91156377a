"""A musher decides the same, whatever the cards are that its seat may not know."""

from collections.abc import Callable, Iterable
from itertools import islice

import numpy as np
import pytest

from snowtails import CompiledMusher, Course, policy
from snowtails.course.track import Spaces
from snowtails.mushers.solver import Values
from snowtails.mushers.starts import nth_free_start
from snowtails.rules import Race
from snowtails.rules.state import MOST_SLEDS, START, TURN, State
from snowtails.rules.turns import count_turns, nth_turn
from tests.mushers.driven import MUSHERS, decided, mixed_races

COURSES = (
    *("nutcracker", "whole-box", "troll-bridge", "frozen-river", "lumberjack"),
    *("hobbits-breakfast", "lone-wolf", "midnight-mail"),
)
POSITIONS = 1250


def decides_alike(musher: CompiledMusher, race: Race, other: State, word: int) -> bool:
    """Tell whether a musher decides the same in two worlds and with nothing but its view."""
    states = (race.state, other, race.view(race.actor).state)
    return len({decided(musher, race.course, state, word) for state in states}) == 1


def dealt_anew(race: Race, rng: np.random.Generator) -> State:
    """Return a state with other hands and decks for all but the actor.

    Any unseen card may be anywhere, even where it would not fit what has happened before: more
    worlds than the view allows, and much faster to deal.
    """
    state = race.state
    r = state[0]
    for sled in range(r["sleds"]):
        if sled != race.actor:
            unseen = r["hand"][sled] + r["deck"][sled]
            hand = rng.multivariate_hypergeometric(unseen, int(r["hand"][sled].sum()))
            r["hand"][sled], r["deck"][sled] = hand, unseen - hand
    return state


def check_decisions(races: Iterable[Race], deal: Callable[[Race], State]) -> tuple[int, int]:
    """Assert that nobody's decisions change; return the numbers of positions and of changes."""
    words = np.random.default_rng(5)
    positions = changed = 0
    for race in races:
        other = deal(race)
        positions += 1
        changed += other.tobytes() != race.state.tobytes()
        word = int(words.integers(2**64, dtype=np.uint64))
        for musher in MUSHERS:
            assert decides_alike(musher, race, other, word), (musher.name, race.line)
    return positions, changed


@pytest.mark.parametrize("name", COURSES)
def test_nobody_on_the_ladder_knows_what_it_may_not(name: str) -> None:
    rng = np.random.default_rng(4)
    races = islice(mixed_races(Course.load(name)), POSITIONS)
    positions, changed = check_decisions(races, lambda race: dealt_anew(race, rng))
    assert positions == POSITIONS
    assert changed > 0.8 * POSITIONS


def test_nobody_knows_more_than_its_view_allows() -> None:
    rng = np.random.default_rng(4)
    races = islice(mixed_races(Course.load("troll-bridge"), 100), 300)
    _, changed = check_decisions(races, lambda race: race.view(race.actor).deal(rng).state)
    assert changed > 200


@policy
def peek(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take a turn that depends on how many fives the sled behind holds."""
    r = race[0]
    sled = r["actor"]
    if r["phase"] == START:
        return nth_free_start(race, track, 0)
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
