"""The Yearling: weighs every outcome of its turn, with a temper that was bred in races."""

import numpy as np

from ..course.track import Spaces
from ..rules.state import START, TURN, State
from .greedy import best_discard, best_turn
from .policy import CompiledMusher, policy
from .solver import Values
from .starts import nth_free_start

TEMPER = np.array([0.3, 0.6, 3.8, 0.7, 4.2, 0.9, -0.1, 0.2, 0.6, 0.1, 0.5, -0.3], np.float32)
"""Weights in the order of `greedy`; found by `scripts/breed.py`."""


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take the best turn in sight; start in front, where one moves first."""
    if race[0]["phase"] == START:
        return nth_free_start(race, track, 0)
    if race[0]["phase"] != TURN:
        return best_discard(race, track, TEMPER)
    return best_turn(race, track, TEMPER)[0]


YEARLING = CompiledMusher(
    "yearling",
    decide,
    temper="Quick and bold: weighs all that a turn leads to, and little of what comes after.",
)
