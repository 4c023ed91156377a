"""The four opponents: where they may be placed, and how they shuttle across their rows."""

from ...course.track import Spaces
from ..kernel import kernel, kernel_part
from ..state import MOST_SLEDS, OFF, VALUES, State
from .state import BACKWARD, FORWARD, YOU

ROWS = 5
"""Spaces in each lane of a straight; a space's neighbours across are so many numbers away."""

_EDGE = VALUES - 1


@kernel
def first_of_straight(track: Spaces, tile: int) -> int:
    """Return the first space of a plain straight before the finish; OFF if the tile is none."""
    count = 0
    first = OFF
    for space in range(MOST_SLEDS, len(track)):
        here = track[space]
        if here["tile"] == tile:
            if here["safety"] > 0 or here["past"] or not here["free"] or here["sapling"] >= 0:
                return OFF
            first = space if count == 0 else first
            count += 1
    return first


@kernel
def place_on(game: State, track: Spaces, tile: int) -> int:
    """Return the space of a tile that the two cards name; OFF if no opponent may stand there.

    The first card is the row, 1 the one entered first; the second the column, 1 on the red side
    (SOLO-3).
    """
    g = game[0]
    first = first_of_straight(track, tile)
    if first == OFF:
        return OFF
    space = first + (VALUES - int(g["column"])) * ROWS + int(g["row"]) - 1
    for other in range(MOST_SLEDS):
        if g["space"][other] == space:
            return OFF
    return space


@kernel
def can_be_placed(game: State, track: Spaces) -> bool:
    """Return whether some straight has the space free that the two cards name."""
    for tile in range(1, track[len(track) - 1]["tile"] + 1):
        if place_on(game, track, tile) != OFF:
            return True
    return False


@kernel_part
def inward(track: Spaces, space: int, facing: int) -> int:
    """Return where an opponent faces: on an edge lane always inward (SOLO-4)."""
    lane = track[space]["lane"]
    if lane == 0:
        return FORWARD
    return BACKWARD if lane == _EDGE else facing


@kernel
def put_opponent(game: State, track: Spaces, tile: int, facing: int) -> None:
    """Put the next opponent on a tile, by the two cards drawn."""
    g = game[0]
    for number in range(1, MOST_SLEDS):
        if g["space"][number] == OFF:
            space = place_on(game, track, tile)
            g["space"][number] = space
            g["facing"][number - 1] = inward(track, space, facing)
            break
    g["row"] = g["column"] = 0


@kernel
def shuttle(game: State, track: Spaces, number: int) -> bool:
    """Move an opponent one lane (SOLO-4); return whether the player stands in its way."""
    g = game[0]
    space = g["space"][number] + 0
    there = space + ROWS * g["facing"][number - 1]
    if g["space"][YOU] == there:
        return True
    facing = g["facing"][number - 1] + 0
    blocked = False
    for other in range(1, MOST_SLEDS):
        if g["space"][other] == there:
            blocked = True
    if blocked:
        facing = -facing
    else:
        space = there
    g["space"][number] = space
    g["facing"][number - 1] = inward(track, space, facing)
    return False
