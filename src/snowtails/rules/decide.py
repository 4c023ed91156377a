"""Decisions as numbers: what a sled decides in each phase, and the one door that takes them.

A start space is its number, a turn its turn number, a discard eight to the power of (value - 1) for
each card.
"""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from .deal import Words
from .flow import Path, choose_start, discard, draw_from_streams, next_turn, play_turn
from .kernel import kernel, kernel_part, part_of
from .state import START, TURN, VALUES, State


@kernel_part
def pack_cards(counts: NDArray[np.int8]) -> int:
    """Return cards, given as counts by value, as one number: that of their discard."""
    number = 0
    for value in range(VALUES):
        number += int(counts[value]) << (3 * value)
    return number


@kernel
def unpack_cards(code: int) -> NDArray[np.int8]:
    """Return the counts by value of the cards in a discard."""
    counts = np.zeros(VALUES, np.int8)
    for value in range(VALUES):
        counts[value] = (code >> (3 * value)) & 7
    return counts


@kernel
def cards_to_give(hand: NDArray[np.int8], owed: int) -> NDArray[np.int16]:
    """Return the numbers of all ways to give up some cards of a hand."""
    found = np.empty(5**VALUES, np.int16)
    count = 0
    for a, b, c, d, e in np.ndindex(
        hand[0] + 1, hand[1] + 1, hand[2] + 1, hand[3] + 1, hand[4] + 1
    ):
        if a + b + c + d + e == owed:
            found[count] = a + (b << 3) + (c << 6) + (d << 9) + (e << 12)
            count += 1
    return found[:count]


@kernel
def decide(race: State, track: Spaces, decision: int, path: Path) -> None:
    """Take a decision that is known to be legal."""
    phase = race[0]["phase"]
    if phase == START:
        choose_start(race, track, decision)
        return
    done = True
    if phase == TURN:
        done = play_turn(race, track, decision, path)
    else:
        discard(race, decision)
    if done:
        next_turn(race, track)


_decide = part_of(decide)


@kernel
def go_on(
    race: State,
    track: Spaces,
    decision: int,
    path: Path,
    keys: Words,
    drawn: NDArray[np.int64],
) -> None:
    """Take a legal decision, and draw from the sleds' streams until somebody has to decide."""
    _decide(race, track, decision, path)
    draw_from_streams(race, track, keys, drawn)
