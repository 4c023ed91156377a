"""The state of one round of the solo game: a record without padding, as in a race.

The player's sled is number 0 and has the fields of a race of one, so that movement and reach are
the race's own. The opponents' spaces follow the player's. The stack is counts by value: a card
drawn at random from its counts is the top card of a shuffled stack.
"""

import numpy as np

from ..state import COPIES, MOST_SLEDS, VALUES, State

YOU = 0
"""Number of the player's sled."""

OPPONENTS = 4
SLOTS = 3
"""Face-up cards (SOLO-5)."""

TOP = 1 << SLOTS
"""In a set of slots: the top of the stack. The slots #1, #2, #3 are the bits below."""

FORWARD, BACKWARD = 1, -1
"""Where an opponent faces: forward it moves towards red, to the right (SOLO-4)."""

PLACE, BONUS, START, SURPLUS, TURN, OUT, TAKE, DROP, DRAW, OVER, GOING = range(11)
"""What happens next: an opponent is placed, the bonus stack ordered, a start space chosen, surplus
discarded, a turn played, cards put out of play, cards taken, a card discarded, a card drawn,
nothing. GOING never lasts: the rules are at work."""

(SPARING, DEALING, EXTRA, BEGINNING, LACKING, SETTLING, TAKING, TAKING_TOP) = range(8)
(DROPPING, DROPPING_TOP, FILLING, SHUTTLING, ADVANCING, DONE) = range(8, 14)
"""Where in a round the rules are; see `flow`."""

RUNNING, PAST, NO_CARDS, WRECKED = range(4)
"""Why a round has ended (SOLO-15)."""

SOLO_STATE = np.dtype(
    [
        ("saplings", np.int32),  # a bit for each sapling that still stands
        ("turn", np.int16),  # 0 until the first turn begins
        ("space", np.int16, MOST_SLEDS),  # the player's, then those of the opponents
        ("hand", np.int8, (1, VALUES)),
        ("stack", np.int8, VALUES),
        ("discards", np.int8, VALUES),
        ("buried", np.int8, VALUES),  # covered dog cards (SOLO-12)
        ("out", np.int8, VALUES),  # out of play
        ("spare", np.int8, VALUES),  # what opponents are placed by, until all are (SOLO-3)
        ("markers", np.int8, VALUES),  # the bonus stack from its top, then 0 (SOLO-6)
        ("facing", np.int8, OPPONENTS),
        ("face_up", np.int8, SLOTS),  # values of #1, #2, #3; 0 where no card lies
        ("left", np.int8, 1),
        ("right", np.int8, 1),
        ("brake", np.int8, 1),
        ("left_card", np.int8, 1),  # 0 while the printed three counts
        ("right_card", np.int8, 1),
        ("dents", np.int8, 1),
        ("brakes", np.int8),  # a bit for each value that was played to the brake (SOLO-8)
        ("opponents", np.int8),  # how many are wanted
        ("row", np.int8),  # cards drawn for the opponent to be placed
        ("column", np.int8),
        ("played", np.int8),  # cards played in this turn, until the refill is done
        ("bumped", np.int8),  # whether this turn ended at an opponent
        ("top_taken", np.int8),  # whether the top of the stack was taken in this refill
        ("mover", np.int8),  # opponents that have moved in this turn
        ("owed", np.int8),  # cards to draw, to take, to discard or to put out of play
        ("step", np.int8),
        ("phase", np.int8),
        ("end", np.int8),
    ]
)
"""One round of the solo game; see the comments for what a field means."""


def empty_solo() -> State:
    """Return a state in which nothing has been set up."""
    return np.zeros(1, SOLO_STATE)


def solo_of(data: bytes | bytearray) -> State:
    """Return the state that some bytes hold, in memory of its own."""
    return np.frombuffer(bytearray(data), SOLO_STATE)


def cards_missing(state: State) -> int:
    """Return how many cards the piles are short of twenty, four of each value, by absolute sum."""
    r = state[0]
    count = r["hand"][YOU] + r["stack"] + r["discards"] + r["buried"] + r["out"]
    for value in [
        *r["face_up"],
        *(r[dog][YOU] for dog in ("left", "right") if r[f"{dog}_card"][0]),
    ]:
        if value:
            count[value - 1] += 1
    return int(abs(COPIES - count).sum())
