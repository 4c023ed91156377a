"""All hands of cards, as counts by value, for those who go through every one of them."""

from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from ..rules.state import COPIES, VALUES

LONGEST_HAND = 7
"""Cards of the longest hand: five, and two more on start space 5 (SETUP-6)."""


def _hands() -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.float64]]:
    """Tabulate all hands by size, as counts by value, and their chances from a full deck."""
    hands: list[tuple[int, ...]] = []
    chances: list[float] = []
    first = [0]
    for size in range(LONGEST_HAND + 1):
        for counts in product(range(COPIES + 1), repeat=VALUES):
            if sum(counts) == size:
                hands.append(counts)
                ways = prod(comb(COPIES, count) for count in counts)
                chances.append(ways / comb(COPIES * VALUES, size))
        first.append(len(hands))
    return np.array(hands, np.int8), np.array(first), np.array(chances)


HANDS, FIRST_HAND, CHANCES = _hands()
"""All hands, those of n cards being `HANDS[FIRST_HAND[n]:FIRST_HAND[n + 1]]`, and their chances."""
