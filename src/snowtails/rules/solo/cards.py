"""Cards of the solo game, counted."""

import numpy as np
from numpy.typing import NDArray

from ..cards import cards_held
from ..kernel import kernel, kernel_part
from ..state import HAND, VALUES, State
from .state import SLOTS, TOP, YOU

Counts = NDArray[np.int8]


@kernel_part
def count_cards(counts: Counts) -> int:
    """Count the cards of a pile."""
    count = 0
    for value in range(VALUES):
        count += counts[value]
    return count


@kernel_part
def in_hand(game: State) -> int:
    """Count the dog cards in hand."""
    return cards_held(game, YOU) - game[0]["dents"][YOU]


@kernel_part
def missing(game: State) -> int:
    """Count the cards missing to five, dents included; negative if there are too many."""
    return HAND - cards_held(game, YOU)


@kernel
def cards_left(game: State) -> int:
    """Count the dog cards that can still be played: in hand, face up, in stack and discards."""
    g = game[0]
    count = in_hand(game) + count_cards(g["stack"]) + count_cards(g["discards"])
    for slot in range(SLOTS):
        count += 1 if g["face_up"][slot] else 0
    return count


@kernel
def offered(game: State) -> int:
    """Return the set of slots to take from or to discard after two or three cards (SOLO-10)."""
    g = game[0]
    slots = 0
    for slot in range(g["played"]):
        if g["face_up"][slot]:
            slots |= 1 << slot
    if not g["top_taken"] and count_cards(g["stack"]) > 0:
        slots |= TOP
    return slots
