"""Observations: what a seat may know, written as numbers; `encoding` names them."""

import numpy as np
from numpy.typing import NDArray

from ..course.tile import LANES
from ..course.track import Spaces
from ..rules.kernel import kernel
from ..rules.movement import LONGEST_PATH
from ..rules.order import place_of
from ..rules.state import (
    COPIES,
    DISCARD,
    FINISHED,
    MOST_SLEDS,
    OFF,
    OVER,
    RACING,
    START,
    TURN,
    VALUES,
    State,
)
from ..rules.turns import bonus_on_offer
from .actions import Numbers, is_free_start

ROWS = LONGEST_PATH
"""Steps of the longest possible move: nine, and five of bonus."""

SIDES = 2 * LANES - 1
"""Lanes as seen from a sled: up to four to its left, its own, up to four to its right."""

BENDS = 2
OTHERS = MOST_SLEDS - 1
FREE, SAPLING, SLED, IMPASSABLE = range(4)
"""What a cell of the stretch ahead holds."""

MOST = 127
"""Larger numbers are cut to this: observations are bytes with a sign."""

_PHASE, _ACTING, _OWED, _ROUND, _SLEDS, _STARTS, _PLACE, _BONUS, _LANE = (
    0,
    3,
    4,
    5,
    6,
    7,
    12,
    13,
    14,
)
_DOGS, _CARDS, _DENTS, _HAND, _DECK, _USED, _RIVALS = 19, 22, 24, 25, 30, 35, 40
RIVAL = 18
_STATIC = _RIVALS + OTHERS * RIVAL
_AHEAD = 1 + BENDS + BENDS * SIDES
STATIC = _AHEAD + SIDES * ROWS
SIZE = _STATIC + STATIC
"""Numbers in an observation."""

WINDOW = np.dtype(
    [
        ("static", np.int8, STATIC),  # finish, bends and cells ahead, as long as nobody races
        ("front", np.int16, LANES),  # first cell ahead in each lane, counted from the lane's begin
        ("along", np.int16),  # of the space itself, counted so
    ]
)
"""What a sled on some space has before it."""

Windows = NDArray[np.void]


@kernel
def mark(windows: Windows, track: Spaces, own: int, space: int, held: int, ahead: Numbers) -> None:
    """Write what a space holds into the stretch ahead of a sled, if it is within it."""
    lane = int(track[space]["lane"])
    row = windows[space]["along"] - windows[own]["front"][lane]
    if 0 <= row < ROWS:
        side = lane - int(track[own]["lane"]) + LANES - 1
        ahead[_AHEAD + side * ROWS + row] = held


@kernel
def _see_ahead(
    race: State,
    track: Spaces,
    windows: Windows,
    saplings: NDArray[np.int16],
    seat: int,
    seen: Numbers,
) -> None:
    """Write the stretch of track ahead of a sled."""
    r = race[0]
    own = r["space"][seat]
    if own == OFF:
        seen[_STATIC:] = 0
        return
    ahead, static = seen[_STATIC:], windows[own]["static"]
    for i in range(STATIC):
        ahead[i] = static[i]
    for sapling in range(len(saplings)):
        if not (r["saplings"] >> sapling) & 1:
            mark(windows, track, own, saplings[sapling], FREE, ahead)
    for sled in range(r["sleds"]):
        if sled != seat and r["space"][sled] != OFF:
            mark(windows, track, own, r["space"][sled], SLED, ahead)


@kernel
def _see_rival(race: State, track: Spaces, seat: int, sled: int, seen: Numbers) -> None:
    """Write what a seat may know of another sled."""
    r = race[0]
    space, own = r["space"][sled], r["space"][seat]
    seen[0] = r["status"][sled] == RACING
    seen[1] = r["status"][sled] == FINISHED
    seen[2] = r["status"][sled] > FINISHED
    seen[3] = r["moved"][sled]
    seen[4] = 0 if r["phase"] == START or seen[2] else place_of(race, track, sled)
    seen[5] = r["dents"][sled]
    seen[6], seen[7], seen[8] = r["left"][sled], r["right"][sled], r["brake"][sled]
    held, hidden = 0, 0
    for value in range(VALUES):
        open_cards = int(r["used"][sled, value])
        open_cards += 1 if r["left_card"][sled] and r["left"][sled] == value + 1 else 0
        open_cards += 1 if r["right_card"][sled] and r["right"][sled] == value + 1 else 0
        seen[11 + value] = COPIES - open_cards
        hidden += COPIES - open_cards
        held += r["hand"][sled, value]  # how many, not which (HAND-5)
    seen[9] = held
    seen[10] = hidden - held
    seen[16] = seen[17] = 0
    if space != OFF and own != OFF:
        seen[16] = int(track[space]["lane"]) - int(track[own]["lane"])
        seen[17] = max(-MOST, min(MOST, int(track[space]["rank"]) - int(track[own]["rank"])))


@kernel
def observe(
    race: State,
    track: Spaces,
    windows: Windows,
    saplings: NDArray[np.int16],
    seat: int,
    seen: Numbers,
) -> None:
    """Write the observation of a seat: what its `View` shows, in the layout of `encoding`."""
    r = race[0]
    sleds = int(r["sleds"])
    seen[:_RIVALS] = 0
    for i, phase in enumerate((START, TURN, DISCARD)):
        seen[_PHASE + i] = r["phase"] == phase
    acting = r["phase"] != OVER and r["actor"] == seat
    seen[_ACTING] = acting
    seen[_OWED] = r["owed"] if acting and r["phase"] == DISCARD else 0
    seen[_ROUND] = min(r["round"] + 0, MOST)
    seen[_SLEDS] = sleds
    if r["phase"] == START:
        for number in range(1, MOST_SLEDS + 1):
            seen[_STARTS + number - 1] = is_free_start(race, track, number)
    elif r["status"][seat] <= FINISHED:
        seen[_PLACE] = place_of(race, track, seat)
        if r["status"][seat] == RACING and bonus_on_offer(race):
            seen[_BONUS] = seen[_PLACE]
    if r["space"][seat] != OFF:
        seen[_LANE + int(track[r["space"][seat]]["lane"])] = 1
    seen[_DOGS], seen[_DOGS + 1] = r["left"][seat], r["right"][seat]
    seen[_DOGS + 2] = r["brake"][seat]
    seen[_CARDS], seen[_CARDS + 1] = r["left_card"][seat], r["right_card"][seat]
    seen[_DENTS] = r["dents"][seat]
    for value in range(VALUES):
        seen[_HAND + value] = r["hand"][seat, value]
        seen[_DECK + value] = r["deck"][seat, value]
        seen[_USED + value] = r["used"][seat, value]
    for i in range(OTHERS):
        rival = seen[_RIVALS + i * RIVAL : _RIVALS + (i + 1) * RIVAL]
        if i + 1 < sleds:
            _see_rival(race, track, seat, (seat + 1 + i) % sleds, rival)
        else:
            rival[:] = 0
    _see_ahead(race, track, windows, saplings, seat, seen)
