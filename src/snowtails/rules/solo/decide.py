"""Decisions of the solo game as numbers, and the one door that takes them.

An opponent's place is twice the tile, plus one if it faces backward; the bonus stack three bits for
each marker, the top lowest; a start space its number; a turn its turn number; cards given up eight
to the power of (value - 1) each; cards taken a set of slots, one bit each, the stack's top highest;
a card discarded its slot from 1, the stack's top 4, none 0.
"""

import numpy as np
from numpy.typing import NDArray

from ...course.track import Spaces
from ..decide import cards_to_give, unpack_cards
from ..flow import Path
from ..kernel import kernel, kernel_part
from ..state import MOST_SLEDS, OFF, VALUES, State
from .cards import offered
from .flow import (
    choose_solo_start,
    drop,
    give_up,
    order_markers,
    place_opponent,
    play_solo,
    take,
)
from .opponents import inward, place_on
from .state import (
    BACKWARD,
    BONUS,
    DROP,
    FORWARD,
    OUT,
    PLACE,
    SLOTS,
    START,
    SURPLUS,
    TAKE,
    TURN,
    YOU,
)
from .turns import solo_turns

Numbers = NDArray[np.int16]


@kernel
def decide_solo(game: State, track: Spaces, decision: int, path: Path) -> None:
    """Take a decision that is known to be legal."""
    phase = game[0]["phase"]
    if phase == TURN:
        play_solo(game, track, decision, path)
    elif phase == TAKE:
        take(game, track, decision)
    elif phase == DROP:
        drop(game, track, decision)
    elif phase in (OUT, SURPLUS):
        give_up(game, track, unpack_cards(decision))
    elif phase == START:
        choose_solo_start(game, track, decision)
    elif phase == BONUS:
        order_markers(game, decision)
    else:
        place_opponent(game, track, decision)


@kernel
def solo_decisions(game: State, track: Spaces) -> Numbers:
    """Return the numbers of all that may be decided now, in a fixed order."""
    g = game[0]
    phase = g["phase"]
    if phase == TURN:
        return solo_turns(game)
    if phase in (OUT, SURPLUS):
        return cards_to_give(g["hand"][YOU], g["owed"] + 0)
    if phase == TAKE:
        return _sets(offered(game), g["owed"] + 0)
    if phase == DROP:
        return _slots(offered(game))
    if phase == BONUS:
        return _orders()
    if phase == START:
        return np.arange(1, MOST_SLEDS + 1).astype(np.int16)
    if phase == PLACE:
        return _places(game, track)
    return np.empty(0, np.int16)


@kernel_part
def _bits(numbers: int) -> int:
    count = 0
    for slot in range(SLOTS + 1):
        count += numbers >> slot & 1
    return count


@kernel
def _sets(slots: int, size: int) -> Numbers:
    """Return all sets of so many of some slots."""
    found = np.empty(1 << (SLOTS + 1), np.int16)
    count = 0
    for some in range(1 << (SLOTS + 1)):
        if some & ~slots == 0 and _bits(some) == size:
            found[count] = some
            count += 1
    return found[:count]


@kernel
def _slots(slots: int) -> Numbers:
    """Return none, and each of some slots counted from 1."""
    found = np.zeros(SLOTS + 2, np.int16)
    count = 1
    for slot in range(SLOTS + 1):
        if slots >> slot & 1:
            found[count] = slot + 1
            count += 1
    return found[:count]


@kernel
def _orders() -> Numbers:
    """Return all orders of the bonus stack."""
    found = np.empty(120, np.int16)
    count = 0
    for a, b, c, d, e in np.ndindex(VALUES, VALUES, VALUES, VALUES, VALUES):
        if (1 << a | 1 << b | 1 << c | 1 << d | 1 << e) == (1 << VALUES) - 1:
            number = (a + 1) | (b + 1) << 3 | (c + 1) << 6 | (d + 1) << 9 | (e + 1) << 12
            found[count] = number
            count += 1
    return found


@kernel
def _places(game: State, track: Spaces) -> Numbers:
    """Return all places for the next opponent; on an edge lane it can only face inward."""
    found = np.empty(64, np.int16)
    count = 0
    for tile in range(1, track[len(track) - 1]["tile"] + 1):
        space = place_on(game, track, tile)
        if space != OFF:
            for facing in (FORWARD, BACKWARD):
                if inward(track, space, facing) == facing:
                    found[count] = 2 * tile + (1 if facing == BACKWARD else 0)
                    count += 1
    return found[:count]
