"""The state of a race: one small record without padding, so that equal races are equal bytes.

Cards are counts per value, not lists: drawing from a shuffled deck and drawing at random from its
counts are the same thing. There is no chance, no log and no player in it. All fields are signed, as
speeds and differences can be negative.
"""

from collections.abc import Callable
from functools import cache
from math import prod
from struct import Struct
from typing import Any

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


class Fields(dict[str, Any]):
    """The fields of a state as plain numbers and tuples, by their names.

    Each is read off the bytes when it is first asked for as `fields[name]`; whoever changes the
    bytes clears them.
    NumPy takes several times as long for so few, and most of all now and then: a server that tells
    of one race after the other finds nothing of it in the processor's caches.
    """

    __slots__ = ("_buffer", "_readers")

    def __init__(self, buffer: bytearray, kind: np.dtype[np.void]) -> None:
        super().__init__()
        self._buffer = buffer
        self._readers = _readers(kind)

    def __missing__(self, name: str) -> Any:
        value = self[name] = self._readers[name](self._buffer)
        return value


@cache
def _readers(kind: np.dtype[np.void]) -> dict[str, Callable[[bytearray], Any]]:
    """Return how each field of a state is read."""
    assert kind.fields is not None
    return {name: _reader(*field[:2]) for name, field in kind.fields.items()}


def _reader(kind: np.dtype[Any], offset: int) -> Callable[[bytearray], Any]:
    count = prod(kind.shape)
    unpack = Struct(f"<{count}{kind.base.char}").unpack_from
    if not kind.shape:
        return lambda buffer: unpack(buffer, offset)[0]
    if len(kind.shape) == 1:
        return lambda buffer: unpack(buffer, offset)
    width = kind.shape[1]
    starts = range(0, count, width)

    def rows(buffer: bytearray) -> tuple[tuple[int, ...], ...]:
        numbers = unpack(buffer, offset)
        return tuple([numbers[start : start + width] for start in starts])

    return rows
