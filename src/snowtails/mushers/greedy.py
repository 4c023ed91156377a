"""Driving by what one turn leads to: every outcome in reach is weighed, the best one is taken.

How much each thing weighs is a musher's temper.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import LANES, SIDE
from ..course.track import Spaces
from ..rules.decide import pack_cards
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import count_dents, reach
from ..rules.state import VALUES, State
from ..rules.turns import CARDS, dogs_after, turn_parts
from .hands import FIRST_HAND, HANDS

(
    DENT,  # each dent taken …
    NEXT_DENT,  # … more with each dent held before …
    FAR_DENT,  # … and with each hundred spaces still to go
    NO_REFILL,  # ending at a sled, where no cards are drawn
    STANDING,  # not moving at all
    TOO_FAST,  # each point of speed above the safety speed of the next bend …
    BEND_NEAR,  # … more with each space that the bend is nearer than the sled is fast
    OFF_TRACK,  # each lane that the drift would lead beyond the side
    WALL,  # each of the next three spaces ahead that is not to be had
    DRIFT,  # each point of drift
    BRAKE,  # each point of brake
    CARD,  # each card played
) = range(12)
"""What is weighed, in spaces of progress."""

_WRECK = np.float32(1000.0)

Weights = NDArray[np.float32]


@kernel_part
def _outlook(race: State, track: Spaces, out: Any, weights: Weights) -> np.float32:
    """Return what the next turn promises after an outcome, in spaces of progress."""
    sled = actor_of(race)
    space = track[out["space"]]
    value, places, _ = turn_parts(out["turn"])
    left, right, brake = dogs_after(race, sled, value, places)
    speed, drift = left + right - brake, right - left
    worth = -weights[BRAKE] * brake - weights[DRIFT] * abs(drift) - weights[CARD] * CARDS[places]
    too_fast, near = speed - space["bend_safety"], speed - space["bend_in"]
    if too_fast > 0 and near >= 0:
        worth -= too_fast * (weights[TOO_FAST] + weights[BEND_NEAR] * near)
    room = LANES - 1 - space["lane"] if drift > 0 else space["lane"] + 0
    if abs(drift) > room:
        worth -= weights[OFF_TRACK] * (abs(drift) - room)
    ahead = out["space"]
    for step in range(3):
        ahead = track[ahead]["ahead"]
        if ahead == SIDE:
            return worth - weights[WALL] * (3 - step)
    return worth


@kernel_part
def _worth(race: State, track: Spaces, out: Any, weights: Weights) -> np.float32:
    """Return what an outcome is worth, in spaces of progress."""
    space = track[out["space"]]
    # Ranks grow by one for each lane with each space of progress.
    worth = np.float32(space["rank"]) / np.float32(LANES)
    fallen = count_dents(out)
    if fallen > 0:
        to_go = np.float32(len(track) - space["rank"]) / np.float32(100 * LANES)
        held = race[0]["dents"][actor_of(race)]
        worth -= fallen * (weights[DENT] + weights[NEXT_DENT] * held + weights[FAR_DENT] * to_go)
    if out["wrecked"] or space["dead_end"]:
        worth -= _WRECK
    if out["speed"] <= 0:
        worth -= weights[STANDING]
    if out["end"] == HIT_SLED:
        worth -= weights[NO_REFILL]
    return worth if space["past"] else worth + _outlook(race, track, out, weights)


@kernel
def best_turn(race: State, track: Spaces, weights: Weights) -> tuple[int, np.float32]:
    """Return the turn whose outcome is worth most to the sled that moves, and what it is worth."""
    outcomes = reach(race, track, actor_of(race))
    best = 0
    most = np.float32(-2 * _WRECK)
    for i in range(len(outcomes)):
        worth = _worth(race, track, outcomes[i], weights)
        if worth > most:
            best, most = i, worth
    return outcomes[best]["turn"] + 0, most


@kernel
def best_discard(race: State, track: Spaces, weights: Weights) -> int:
    """Return the discard after which the best turn, if it came now, would be worth most."""
    sled = actor_of(race)
    owed = race[0]["owed"] + 0
    kept = race.copy()
    found = -1
    most = np.float32(-2 * _WRECK)
    for i in range(FIRST_HAND[owed], FIRST_HAND[owed + 1]):
        held = True
        for value in range(VALUES):
            left = race[0]["hand"][sled, value] - HANDS[i, value]
            kept[0]["hand"][sled, value] = left
            held = held and left >= 0
        if held:
            worth = best_turn(kept, track, weights)[1]
            if found < 0 or worth > most:
                found, most = i, worth
    return pack_cards(HANDS[found])
