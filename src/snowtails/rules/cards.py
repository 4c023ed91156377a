"""Cards in hand, in the deck and used; drawing and reshuffling."""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from .deal import pick
from .kernel import kernel, kernel_part
from .state import COPIES, VALUES, State


@kernel_part
def cards_held(race: State, sled: int) -> int:
    """Count the cards in a hand, dents included (DENT-5)."""
    r = race[0]
    count = int(r["dents"][sled])
    for value in range(VALUES):
        count += r["hand"][sled, value]
    return count


@kernel_part
def dog_cards(race: State, sled: int) -> int:
    """Count the dog cards in a hand."""
    return cards_held(race, sled) - race[0]["dents"][sled]


@kernel_part
def deck_size(race: State, sled: int) -> int:
    """Count the cards left in a deck."""
    r = race[0]
    count = 0
    for value in range(VALUES):
        count += r["deck"][sled, value]
    return count


@kernel
def shuffle_anew(race: State, sled: int) -> None:
    """Make the used cards the new deck (HAND-3)."""
    r = race[0]
    for value in range(VALUES):
        r["deck"][sled, value] = r["used"][sled, value]
        r["used"][sled, value] = 0


@kernel_part
def draw_card(race: State, sled: int, word: np.uint64) -> int:
    """Draw the card that a 64-bit word of chance names, and return its value.

    Any word below a multiple of every deck size makes the draw exactly even; see `deal`. Trusts
    that there is a card to draw, in the deck or among those used.
    """
    size = deck_size(race, sled)
    if size == 0:
        shuffle_anew(race, sled)
        size = deck_size(race, sled)
    r = race[0]
    index = pick(word, size)
    # Values that come before are counted: which card it is cannot be foretold by branches.
    value, before = 0, 0
    for each in range(VALUES - 1):
        before += r["deck"][sled, each]
        value += 1 if before <= index else 0
    r["deck"][sled, value] -= 1
    r["hand"][sled, value] += 1
    return value + 1


@kernel
def draw_given(race: State, sled: int, value: int) -> bool:
    """Draw a card of the value given; return whether the deck has one."""
    if deck_size(race, sled) == 0:
        shuffle_anew(race, sled)
    r = race[0]
    if value < 1 or value > VALUES or r["deck"][sled, value - 1] == 0:
        return False
    r["deck"][sled, value - 1] -= 1
    r["hand"][sled, value - 1] += 1
    return True


@kernel_part
def lay_cards(race: State, sled: int, value: int, left: int, right: int, brake: int) -> None:
    """Play cards of one value; what a dog card covers is used (TURN-2, TURN-3)."""
    r = race[0]
    # Sums instead of branches: which places are chosen cannot be foretold.
    left, right, brake = 1 if left else 0, 1 if right else 0, 1 if brake else 0
    r["used"][sled, r["left"][sled] - 1] += left & r["left_card"][sled]
    r["left"][sled] = value if left else r["left"][sled]
    r["left_card"][sled] |= left
    r["used"][sled, r["right"][sled] - 1] += right & r["right_card"][sled]
    r["right"][sled] = value if right else r["right"][sled]
    r["right_card"][sled] |= right
    r["used"][sled, value - 1] += brake
    r["brake"][sled] = value if brake else r["brake"][sled]
    r["hand"][sled, value - 1] -= left + right + brake


@kernel
def cards_missing(race: State, sled: int) -> int:
    """Return how many dog cards a sled's piles are short of its deck of twenty, by absolute sum."""
    r = race[0]
    missing = 0
    for value in range(VALUES):
        count = r["hand"][sled, value] + r["deck"][sled, value] + r["used"][sled, value]
        count += 1 if r["left_card"][sled] and r["left"][sled] == value + 1 else 0
        count += 1 if r["right_card"][sled] and r["right"][sled] == value + 1 else 0
        missing += abs(COPIES - count)
    return missing


def listed(counts: Iterable[int]) -> tuple[int, ...]:
    """Return the cards that counts by value stand for."""
    return _listed(tuple(counts))


@lru_cache(maxsize=4096)
def _listed(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(value for value, count in enumerate(counts, 1) for _ in range(count))
