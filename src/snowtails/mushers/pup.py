"""The Pup: careful as a rule, and now and then too eager; what it does is never nonsense."""

import numpy as np

from ..course.track import Spaces
from ..rules.deal import pick
from ..rules.order import actor_of
from ..rules.state import START, TURN, State
from .greedy import best_discard, best_turn
from .policy import CompiledMusher, policy
from .solver import Values
from .starts import count_free_starts, nth_free_start

_CAREFUL = np.array([5, 0, 0, 2, 6, 2.4, 0, 0.8, 0, 0, 0, 0], np.float32)
_EAGER = np.array([2, 0, 0, 2, 6, 0, 0, 0, 0, 0, 0.3, 0], np.float32)
"""Sees what this turn costs and not what the next will: too fast for the bend, brakes late."""

_EAGER_IN = 4
"""One turn in so many is taken too eagerly …"""

_BRUISED = 2
"""… until it has so many dents."""


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take the best turn in sight, now and then without thinking of the next."""
    if race[0]["phase"] == START:
        return nth_free_start(race, track, pick(word, min(2, count_free_starts(race))))
    if race[0]["phase"] != TURN:
        return best_discard(race, track, _CAREFUL)
    bruised = race[0]["dents"][actor_of(race)] >= _BRUISED
    eager = pick(word, _EAGER_IN) == 0 and not bruised
    return best_turn(race, track, _EAGER if eager else _CAREFUL)[0]


PUP = CompiledMusher(
    "pup",
    decide,
    temper="Careful as a rule, now and then too eager: too fast into a bend, late on the brake.",
)
