"""Driving by what one turn leads to: every outcome in reach is weighed, the best one is taken.

How much each thing weighs is the musher's temper; `Pup` and `Yearling` differ in nothing else.
"""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import Outcomes, reach
from ..rules.state import VALUES, State
from ..rules.turns import CARDS, dogs_after, turn_parts

(
    DENT,  # each dent taken …
    NEXT_DENT,  # … and each time a dent held before
    NO_REFILL,  # ending at a sled, where no cards are drawn
    STANDING,  # not moving at all
    TOO_FAST,  # each point of speed above the safety speed of the next bend …
    BEND_NEAR,  # … more or less with each space that the bend is nearer than the sled is fast
    OFF_TRACK,  # each lane that the drift would lead beyond the side
    DRIFT,  # each point of drift
    SPEED,  # each point of speed
    BRAKE,  # each point of brake
    CARD,  # each card played
    LANES_OUT,  # each lane away from the middle
) = range(12)
"""What is weighed, in spaces of progress."""

WEIGHTS = LANES_OUT + 1
_WRECK = np.float32(1000.0)

Weights = NDArray[np.float32]


@kernel_part
def _worth(
    race: State, track: Spaces, sled: int, outcomes: Outcomes, i: int, weights: Weights
) -> np.float32:
    """Return what an outcome is worth, in spaces of progress."""
    out = outcomes[i]
    space = track[out["space"]]
    # Ranks grow by five with each space of progress, one for each lane.
    worth = np.float32(space["rank"]) * np.float32(0.2)
    fallen = out["for_saplings"] + out["for_speed"] + out["for_side"]
    if fallen > 0:
        worth -= fallen * (weights[DENT] + weights[NEXT_DENT] * race[0]["dents"][sled])
    if out["wrecked"] or space["dead_end"]:
        worth -= _WRECK
    if out["speed"] <= 0:
        worth -= weights[STANDING]
    if space["past"]:
        return worth
    if out["end"] == HIT_SLED:
        worth -= weights[NO_REFILL]
    value, places, _ = turn_parts(out["turn"])
    left, right, brake = dogs_after(race, sled, value, places)
    speed = left + right - brake
    over = speed - space["bend_safety"]
    near = speed - space["bend_in"]
    if over > 0 and near >= 0:
        worth -= over * (weights[TOO_FAST] + weights[BEND_NEAR] * near)
    drift = right - left
    room = 4 - space["lane"] if drift > 0 else space["lane"] + 0
    worth -= weights[OFF_TRACK] * max(abs(drift) - room, 0)
    worth -= weights[DRIFT] * abs(drift)
    worth += weights[SPEED] * speed
    worth -= weights[BRAKE] * brake
    worth -= weights[CARD] * CARDS[places]
    worth -= weights[LANES_OUT] * abs(space["lane"] - 2)
    return worth


@kernel
def best_turn(race: State, track: Spaces, weights: Weights) -> int:
    """Return the turn whose outcome is worth most to the sled that moves."""
    sled = actor_of(race)
    outcomes = reach(race, track, sled)
    best = 0
    most = -2 * _WRECK
    for i in range(len(outcomes)):
        worth = _worth(race, track, sled, outcomes, i, weights)
        if worth > most:
            best, most = i, worth
    return outcomes[best]["turn"]


@kernel
def commonest_cards(race: State) -> int:
    """Return the discard that gives up the cards held most often, the lower value first."""
    r = race[0]
    hand = r["hand"][r["actor"]].copy()
    code = 0
    for _ in range(r["owed"]):
        most = 0
        for value in range(1, VALUES):
            if hand[value] > hand[most]:
                most = value
        hand[most] -= 1
        code += 1 << (3 * most)
    return code
