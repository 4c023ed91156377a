"""How a sled moves: its steps, what stops it, and the dents that fall."""

import numpy as np
from numpy.typing import NDArray

from ..course.track import SIDE, Spaces
from .kernel import kernel, kernel_part
from .order import place_of
from .state import MOST_SLEDS, WRECK, State
from .turns import ROUTES, TOP_SPEED, dogs_after, turn_parts

LONGEST_PATH = TOP_SPEED + MOST_SLEDS
"""Steps of the longest move: speed 9 and a bonus of 5."""

WENT_ON, HIT_SIDE, HIT_SLED, HIT_SAPLING = range(4)
"""How a move ends: by itself, at the side, at a sled, at the sapling that wrecks the sled."""

Triple = tuple[int, int, int]
"""Three numbers that belong together, as in `pace` and `dents_fallen`."""


@kernel_part
def pace(race: State, track: Spaces, sled: int, turn: int) -> Triple:
    """Return speed without bonus, drift (positive to the right) and bonus of a turn (MOVE-1)."""
    value, places, choice = turn_parts(turn)
    left, right, brake = dogs_after(race, sled, value, places)
    bonus = 0
    if left == right and choice == 1:
        bonus = place_of(race, track, sled)  # MOVE-6
    return left + right - brake, right - left, bonus


@kernel_part
def is_held(race: State, space: int) -> bool:
    """Return whether a sled stands on a space; sleds off the track stand on none."""
    held = race[0]["space"]
    # Neither a loop nor a branch: this is asked for every step of every move.
    return bool(
        (held[0] == space)
        | (held[1] == space)
        | (held[2] == space)
        | (held[3] == space)
        | (held[4] == space)
    )


@kernel_part
def drive(
    race: State, track: Spaces, sled: int, turn: int, path: NDArray[np.int16]
) -> tuple[int, int, int, int]:
    """Move a sled in thought by a turn: write the spaces entered to `path`, change nothing.

    Returns how many steps were completed, the bits of the saplings hit, the dents owed for
    speeding, and how the move ended.
    """
    made = pace(race, track, sled, turn)
    return travel(race, track, sled, made, route_of(made[0], made[1], turn), path)


@kernel_part
def route_of(speed: int, drift: int, turn: int) -> int:
    """Return the route of a turn as bits, given the speed without bonus and the drift."""
    if drift != 0 and speed > 0:
        return ROUTES[speed, abs(drift), turn_parts(turn)[2]]
    return 0


@kernel_part
def travel(
    race: State,
    track: Spaces,
    sled: int,
    pace: Triple,
    route: int,
    path: NDArray[np.int16],
) -> tuple[int, int, int, int]:
    """Move a sled in thought at a pace (speed, drift, bonus) along a route; see `drive`."""
    r = race[0]
    speed, drift, bonus = pace
    here = r["space"][sled]
    hits = 0
    dents = r["dents"][sled]
    speeding = 0
    steps = max(speed + bonus, 0)
    route <<= bonus
    for step in range(steps):  # MOVE-2, MOVE-3, MOVE-6
        # All three are read: which one it is cannot be foretold by branches.
        ahead = track[here]["ahead"]
        left, right = track[here]["drift_left"], track[here]["drift_right"]
        aside = right if drift > 0 else left
        there = aside if (route >> (steps - 1 - step)) & 1 else ahead
        if there == SIDE:
            return step, hits, speeding, HIT_SIDE  # DENT-3
        if is_held(race, there):
            return step, hits, speeding, HIT_SLED  # DENT-2
        path[step] = there
        safety = track[there]["safety"]
        crossed = (safety > 0) & (track[there]["tile"] != track[here]["tile"])
        speeding += max(steps - safety, 0) if crossed else 0  # DENT-1, MOVE-7
        sapling = track[there]["sapling"]
        if sapling >= 0 and (r["saplings"] >> sapling) & 1:
            hits |= 1 << int(sapling)  # DENT-6
            dents += 1
            if dents == WRECK:
                return step + 1, hits, speeding, HIT_SAPLING
        here = there
    return steps, hits, speeding, WENT_ON


@kernel
def trace_turn(
    race: State, track: Spaces, sled: int, turn: int, path: NDArray[np.int16]
) -> tuple[Triple, Triple, Triple]:
    """Return the pace of a turn, how it went and which dents fall; see `pace` and `travelled`."""
    made = pace(race, track, sled, turn)
    went, fallen = travelled(race, track, sled, made, turn, path)
    return made, went, fallen


@kernel_part
def travelled(
    race: State, track: Spaces, sled: int, made: Triple, turn: int, path: NDArray[np.int16]
) -> tuple[Triple, Triple]:
    """Move a sled in thought: steps, saplings and end as `drive` tells them, and `dents_fallen`."""
    route = route_of(made[0], made[1], turn)
    steps, hits, speeding, end = travel(race, track, sled, made, route, path)
    space = path[steps - 1] if steps > 0 else race[0]["space"][sled]
    dents = race[0]["dents"][sled]
    fallen = dents_fallen(dents, track[space]["past"], hits, speeding, end)
    return (steps, hits, end), fallen


@kernel_part
def count_bits(bits: int) -> int:
    """Count the bits that are set."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel_part
def dents_fallen(held: int, past: bool, hits: int, speeding: int, end: int) -> Triple:
    """Return how many dents fall for saplings, speeding and the side, in this order (DENT-4).

    The fifth falls last. Past the finish line they fall only up to four.
    """
    room = WRECK - held - (1 if past else 0)
    saplings = count_bits(hits)
    room -= saplings
    for_speed = min(speeding, room)
    room -= for_speed
    for_side = min(1 if end == HIT_SIDE else 0, room)
    return saplings, for_speed, for_side
