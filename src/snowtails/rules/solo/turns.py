"""Solo turns as numbers: those of a race, where the choice of a sled without drift is another.

Such a choice is 1 for the bonus marker, plus 2 or 4 if the covered card of the left or the right
dog is rescued (SOLO-11).
"""

import numpy as np
from numpy.typing import NDArray

from ...course.track import Spaces
from ..kernel import kernel, kernel_part
from ..movement import Triple, route_of, travel, travelled
from ..reach import PACE, Outcomes, Paces, reach_at
from ..state import VALUES, State
from ..turns import (
    BRAKE,
    CARDS,
    CHOICE_COUNTS,
    LEFT,
    PLACES,
    RIGHT,
    TURNS,
    dogs_after,
    turn_number,
    turn_parts,
)
from .state import YOU

BONUS_CHOICE = 1
RESCUE_LEFT, RESCUE_RIGHT = 2, 4
_BALANCED_CHOICES = 6
_MOST_PACES = _BALANCED_CHOICES * VALUES * PLACES


@kernel_part
def may_play(game: State, value: int, places: int) -> bool:
    """Return whether cards may be played to some places (TURN-2, SOLO-8)."""
    g = game[0]
    changes = not (places & BRAKE and g["brake"][YOU] == value)
    return bool(CARDS[places] <= g["hand"][YOU, value - 1] and changes)


@kernel_part
def may_add_marker(game: State, speed: int, drift: int) -> bool:
    """Return whether the bonus marker may be added to a speed (SOLO-9)."""
    g = game[0]
    top = g["markers"][0]
    return bool(drift == 0 and g["turn"] > 1 and top > 0 and speed + top >= 1)


@kernel_part
def may_rescue(game: State, places: int, rescue: int) -> bool:
    """Return whether a covered card may be moved to the discards, or none is (SOLO-11)."""
    g = game[0]
    if rescue == 0:
        return True
    if places != LEFT | RIGHT | BRAKE:
        return False
    return bool(g["left_card"][YOU] if rescue == RESCUE_LEFT else g["right_card"][YOU])


@kernel_part
def is_choice(game: State, value: int, places: int, choice: int) -> bool:
    """Return whether cards that may be played leave a choice."""
    left, right, brake = dogs_after(game, YOU, value, places)
    speed, drift = left + right - brake, right - left
    if drift != 0:
        return bool(choice < CHOICE_COUNTS[0, left, right, brake])
    if choice >= _BALANCED_CHOICES or not may_rescue(game, places, choice & ~BONUS_CHOICE):
        return False
    return not choice & BONUS_CHOICE or may_add_marker(game, speed, drift)


@kernel_part
def _choices(game: State, value: int, places: int) -> int:
    """Return the number behind the last choice that some cards may leave."""
    left, right, brake = dogs_after(game, YOU, value, places)
    return _BALANCED_CHOICES if left == right else CHOICE_COUNTS[0, left, right, brake] + 0


@kernel
def solo_turns(game: State) -> NDArray[np.int16]:
    """Return the numbers of all turns that may be played, in a fixed order."""
    found = np.empty(TURNS, np.int16)
    count = 0
    for value in range(1, VALUES + 1):
        for places in range(1, PLACES + 1):
            if may_play(game, value, places):
                for choice in range(_choices(game, value, places)):
                    if is_choice(game, value, places, choice):
                        found[count] = turn_number(value, places, choice)
                        count += 1
    return found[:count]


@kernel
def is_solo_turn(game: State, turn: int) -> bool:
    """Return whether a turn may be played."""
    value, places, choice = turn_parts(turn)
    return may_play(game, value, places) and is_choice(game, value, places, choice)


@kernel_part
def solo_pace(game: State, turn: int) -> Triple:
    """Return speed without bonus, drift and bonus of a turn (MOVE-1, SOLO-9)."""
    value, places, choice = turn_parts(turn)
    left, right, brake = dogs_after(game, YOU, value, places)
    bonus = 0
    if left == right and choice & BONUS_CHOICE:
        bonus = game[0]["markers"][0] + 0
    return left + right - brake, right - left, bonus


@kernel
def solo_drive(
    game: State, track: Spaces, turn: int, path: NDArray[np.int16]
) -> tuple[int, int, int, int]:
    """Move the player's sled in thought; see `movement.drive`."""
    made = solo_pace(game, turn)
    return travel(game, track, YOU, made, route_of(made[0], made[1], turn), path)


@kernel
def trace_solo_turn(
    game: State, track: Spaces, turn: int, path: NDArray[np.int16]
) -> tuple[Triple, Triple, Triple]:
    """Return the pace of a turn, how it went and which dents fall; see `movement.trace_turn`."""
    made = solo_pace(game, turn)
    went, fallen = travelled(game, track, YOU, made, turn, path)
    return made, went, fallen


@kernel_part
def _find_paces(game: State) -> Paces:
    """Return all choices of cards, bonus marker and rescue."""
    paces = np.empty(_MOST_PACES, PACE)
    count = 0
    for value in range(1, VALUES + 1):
        for places in range(1, PLACES + 1):
            if not may_play(game, value, places):
                continue
            left, right, _ = dogs_after(game, YOU, value, places)
            for choice in range(_BALANCED_CHOICES if left == right else 1):
                if is_choice(game, value, places, choice):
                    turn = turn_number(value, places, choice)
                    speed, drift, bonus = solo_pace(game, turn)
                    pace = paces[count]
                    pace["turn"] = turn
                    pace["speed"] = speed + bonus
                    pace["drift"] = drift
                    pace["bonus"] = bonus
                    count += 1
    return paces[:count]


@kernel
def solo_reach(game: State, track: Spaces) -> Outcomes:
    """Return all outcomes of all turns that may be played; see `reach.reach`."""
    return reach_at(game, track, YOU, _find_paces(game))
