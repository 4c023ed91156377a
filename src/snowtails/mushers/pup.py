"""The Pup: careful as a rule, and now and then too eager; what it does is never nonsense."""

import numpy as np

from ..course.track import Spaces
from ..rules.deal import pick
from ..rules.state import OFF, START, TURN, State
from .greedy import best_turn, commonest_cards
from .policy import CompiledMusher, policy
from .rookie import nth_free_start
from .solver import Values

_CAREFUL = np.array([5, 0, 2, 6, 2.4, 0, 0.8, 0, 0, 0, 0, 0], np.float32)
_EAGER = np.array([2, 0, 2, 6, 0, 0, 0, 0, 0.5, 0.3, 0, 0], np.float32)
"""Sees what this turn costs and not what the next will: too fast for the bend, brakes late."""

_EAGER_IN = 4
"""One turn in so many is taken too eagerly."""


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take the best turn in sight, now and then without thinking of the next."""
    if race[0]["phase"] == START:
        second = nth_free_start(race, track, pick(word, 2))
        return second if second != OFF else nth_free_start(race, track, 0)
    if race[0]["phase"] != TURN:
        return commonest_cards(race)
    eager = pick(word, _EAGER_IN) == 0
    return best_turn(race, track, _EAGER if eager else _CAREFUL)


PUP = CompiledMusher("pup", decide)
