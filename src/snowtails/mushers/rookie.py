"""The rookie: takes any legal decision, each with the same chance."""

import numpy as np

from ..course.track import Spaces
from ..rules.state import State
from .policy import CompiledMusher, policy
from .random_decision import random_decision
from .solver import Values


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take any legal decision."""
    return random_decision(race, track, values, word)


ROOKIE = CompiledMusher(
    "rookie",
    decide,
    temper="Takes any legal turn, each with the same chance; for measuring only.",
)
