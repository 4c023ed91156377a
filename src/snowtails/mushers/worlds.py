"""Worlds that fit a view, dealt without Python: what others may hold, and how likely that is.

The same probabilities as those of `rules.ledger`, which `View.deal` deals by; a test compares both.
"""

import numpy as np
from numpy.typing import NDArray

from ..rules.deal import stream_key, stream_word
from ..rules.kernel import kernel
from ..rules.ledger import Ledger
from ..rules.state import COPIES, MOST_SLEDS, STATE, VALUES, State
from ..rules.view import View

_MOST_HANDS = (COPIES + 1) ** VALUES
"""More than there are ways to draw from a deck, as counts by value."""

_WORLDS = 64
"""Number of the first of the streams that worlds are dealt by, one for each sled."""

Counts = NDArray[np.int8]
Odds = NDArray[np.float64]


@kernel
def _counts_of(number: int) -> Counts:
    """Return the counts by value that a number in base five stands for."""
    counts = np.empty(VALUES, np.int8)
    for value in range(VALUES):
        counts[value] = number % (COPIES + 1)
        number //= COPIES + 1
    return counts


@kernel
def ways_to_draw(deck: Counts, drawn: int, at: Counts, needed: Counts) -> tuple[Counts, Odds]:
    """Return all that may have been drawn from a deck, as counts by value, and how likely each is.

    When `at[i]` cards were drawn, `needed[i]` were among them. Every order of the deck is as likely
    as any other, but for those in which they were not.
    """
    ways = np.zeros(_MOST_HANDS, np.float64)
    ways[0] = 1.0
    for count in range(drawn + 1):
        more = np.zeros(_MOST_HANDS, np.float64)
        for number in range(_MOST_HANDS):
            if ways[number] == 0.0:
                continue
            held = _counts_of(number)
            for i in range(len(at)):
                for value in range(VALUES):
                    if at[i] == count and held[value] < needed[i, value]:
                        ways[number] = 0.0
            step = 1
            for value in range(VALUES):
                if deck[value] > held[value]:
                    more[number + step] += ways[number] * (deck[value] - held[value])
                step *= COPIES + 1
        if count < drawn:
            ways = more
    found = np.flatnonzero(ways)
    counts = np.empty((len(found), VALUES), np.int8)
    for i in range(len(found)):
        counts[i] = _counts_of(found[i])
    return counts, ways[found] / ways[found].sum()


def _ways_of(ledger: Ledger) -> tuple[Counts, Odds]:
    """Return what a sled may have drawn since its last reshuffle, and how likely each is."""
    wanted = np.array([given for _, given in ledger.needs], np.int8).reshape(-1, VALUES)
    at = np.array([drawn for drawn, _ in ledger.needs], np.int8)
    needed = wanted - np.array(ledger.held, np.int8)
    return ways_to_draw(np.array(ledger.deck, np.int8), ledger.drawn, at, needed)


WORLDS = np.dtype(
    [
        ("count", np.int16),
        ("hand", np.int8, (_MOST_HANDS, VALUES)),
        ("deck", np.int8, (_MOST_HANDS, VALUES)),
        ("odds", np.float64, _MOST_HANDS),  # of this and all before it
    ]
)
"""All hands and decks that a sled may have; none if its cards are known."""

Worlds = NDArray[np.void]
"""An array of WORLDS by sled."""


def known_world() -> Worlds:
    """Return the one world in which nothing is hidden."""
    return np.zeros(MOST_SLEDS, WORLDS)


def worlds_of(view: View) -> Worlds:
    """Return the worlds that fit a view."""
    worlds = np.zeros(MOST_SLEDS, WORLDS)
    for sled, ledger in enumerate(view.ledgers):
        if sled != view.seat:
            drawn, odds = _ways_of(ledger)
            found, count = worlds[sled], len(odds)
            found["count"] = count
            kept = np.array(ledger.held, np.int8) - np.array(ledger.given, np.int8)
            found["hand"][:count] = kept + drawn
            found["deck"][:count] = np.array(ledger.deck, np.int8) - drawn
            found["odds"][:count] = np.cumsum(odds)
    return worlds


@kernel
def _at_share(odds: Odds, count: int, share: float) -> int:
    """Return which of the worlds, one behind the other by their odds, a share falls into."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if odds[middle] > share:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def deal_world(race: State, worlds: Worlds, seed: np.uint64, number: int) -> State:
    """Return the race with hidden cards as they are in the world that has a number."""
    dealt = np.empty(1, STATE)
    dealt[0] = race[0]
    for sled in range(race[0]["sleds"]):
        count = worlds[sled]["count"]
        if count == 0:
            continue
        word = stream_word(stream_key(seed, number, _WORLDS + sled), 0)
        share = np.float64(word >> np.uint64(11)) / np.float64(1 << 53)
        i = _at_share(worlds[sled]["odds"], count + 0, share)
        for value in range(VALUES):
            dealt[0]["hand"][sled, value] = worlds[sled]["hand"][i, value]
            dealt[0]["deck"][sled, value] = worlds[sled]["deck"][i, value]
    return dealt
