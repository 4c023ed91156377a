"""Counting: how many ways a race can go from a position, with chance fixed.

The counts by depth are an oracle for the rules: a change that adds or loses a single legal turn
shows in them.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import whole_number
from ..course.track import Spaces
from ..rules.deal import SeededDeal, stream_key
from ..rules.decide import cards_to_give, go_on
from ..rules.kernel import kernel
from ..rules.movement import LONGEST_PATH
from ..rules.notation import Start
from ..rules.order import actor_of
from ..rules.race import Race
from ..rules.state import DISCARD, MOST_SLEDS, OVER, START, State
from ..rules.turns import count_turns, legal_turns

Keys = NDArray[np.uint64]
Drawn = NDArray[np.int64]


@kernel
def _decisions(race: State) -> NDArray[np.int16]:
    """Return the numbers of all decisions that the actor may take."""
    r = race[0]
    if r["phase"] == DISCARD:
        return cards_to_give(r["hand"][r["actor"]], r["owed"] + 0)
    return legal_turns(race, actor_of(race))


@kernel
def _count(race: State, track: Spaces, keys: Keys, drawn: Drawn, depth: int) -> int:
    """Count the ways that decisions can go, to a depth."""
    if depth == 0 or race[0]["phase"] == OVER:
        return 1 if depth == 0 else 0
    if depth == 1 and race[0]["phase"] != DISCARD:
        return count_turns(race, actor_of(race))
    path = np.empty(LONGEST_PATH, np.int16)
    after = np.empty_like(race)
    total = 0
    for decision in _decisions(race):
        after[0] = race[0]
        drawn_after = drawn.copy()
        go_on(after, track, decision + 0, path, keys, drawn_after)
        total += _count(after, track, keys, drawn_after, depth - 1)
    return total


def perft(race: Race | Course | str | Path, depth: int, *, sleds: int = 2, seed: int = 0) -> int:
    """Return in how many ways the next decisions can go; the race must have a seeded deal.

    Start spaces must have been chosen; a race that ends before that depth does not count. For a
    course, sleds that a seed deals to stand on the start spaces 1, 2, 3 … in their order.

    >>> perft("srs", 2)
    1445
    """
    if whole_number(depth, "the depth is a whole number") < 0:
        raise Refused(f"the depth is 0 or more, not {depth}")
    if not isinstance(race, Race):
        race = standing_start(race, sleds, seed)
    if not isinstance(race.deal, SeededDeal):
        raise Refused("perft needs a race with a seed, so that chance is fixed")
    state = race.state
    if state[0]["phase"] == START:
        raise Refused("perft counts turns: choose the start spaces first")
    word = np.uint64(race.deal.seed)
    keys = np.array(
        [stream_key(word, race.deal.race, sled) for sled in range(MOST_SLEDS)], np.uint64
    )
    drawn = np.array(race.words_used, np.int64)
    return _count(state, race.track.spaces, keys, drawn, depth)


def standing_start(course: Course | str | Path, sleds: int, seed: int) -> Race:
    """Return a race whose sleds stand on the start spaces 1, 2, 3 … in their order."""
    race = Race(course, sleds, seed=seed, choosing=range(sleds))
    for sled in range(sleds):
        race.play(Start(sled + 1))
    return race
