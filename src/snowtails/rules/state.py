"""The state of a race: one small record without padding, so that equal races are equal bytes.

Cards are counts per value, not lists: drawing from a shuffled deck and drawing at random from its
counts are the same thing. There is no chance, no log and no player in it. All fields are signed, as
speeds and differences can be negative.
"""

import numpy as np
from numpy.typing import NDArray

MOST_SLEDS = 5
VALUES = 5
"""Dog cards have the values 1–5; in arrays value v is at index v - 1."""

COPIES = 4
"""Each deck holds each value this often (SETUP-3)."""

HAND = 5
"""Cards that a hand is returned to, dents included."""

WRECK = 5
"""The dent that wrecks a sled (DENT-4)."""

PRINTED = 3
"""What is printed on the mat for both dogs and the brake (SETUP-2)."""

OFF = -1
"""In place of a space: not on the track."""

START, DRAW, TURN, DISCARD, OVER = range(5)
"""What happens next: a start space is chosen, cards are drawn, a turn is played, cards are
discarded, nothing."""

RACING, FINISHED, WRECKED = range(3)
"""How a sled fares."""

STATE = np.dtype(
    [
        ("saplings", np.int32),  # a bit for each sapling that still stands
        ("round", np.int16),  # 0 until all have chosen their start spaces and drawn
        ("space", np.int16, MOST_SLEDS),
        ("hand", np.int8, (MOST_SLEDS, VALUES)),
        ("deck", np.int8, (MOST_SLEDS, VALUES)),
        ("used", np.int8, (MOST_SLEDS, VALUES)),  # discards and covered cards
        ("left", np.int8, MOST_SLEDS),
        ("right", np.int8, MOST_SLEDS),
        ("brake", np.int8, MOST_SLEDS),
        ("left_card", np.int8, MOST_SLEDS),  # 0 while the printed three counts
        ("right_card", np.int8, MOST_SLEDS),
        ("dents", np.int8, MOST_SLEDS),
        ("status", np.int8, MOST_SLEDS),
        ("place", np.int8, MOST_SLEDS),  # of a finisher from 1; of a wreck: how many came before
        ("moved", np.int8, MOST_SLEDS),  # in this round
        ("choosing", np.int8, MOST_SLEDS),  # sleds in the order they choose start spaces, then 0
        ("sleds", np.int8),
        ("phase", np.int8),
        ("actor", np.int8),  # the sled that decides or draws
        ("owed", np.int8),  # cards to draw or to discard
    ]
)
"""A race; see the comments for what a field means, and `course.track.SPACE` for spaces."""

State = NDArray[np.void]
"""An array of one STATE: copying is one assignment, a batch is a longer array."""


def empty_state(n: int = 1) -> State:
    """Return states in which nothing has been set up."""
    return np.zeros(n, STATE)


def state_of(data: bytes | bytearray) -> State:
    """Return the state that some bytes hold, in memory of its own.

    Copying a state by its bytes is twenty times faster than NumPy's own way, field by field.
    """
    return np.frombuffer(bytearray(data), STATE)
