"""The careful driver: looks at every outcome of its turn, shuns dents, brakes before bends."""

import numpy as np

from ..course.track import Spaces
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import Outcomes, reach
from ..rules.state import START, TURN, VALUES, State
from .policy import policy
from .rookie import nth_free_start

# What things are worth, in fifths of a space of progress.
_DENT = 25
_NO_REFILL = 10
_WRECK = 1000
_STAY = 30
_TOO_FAST = 12
_TOWARDS_SIDE = 4


@kernel_part
def worth(track: Spaces, outcomes: Outcomes, i: int) -> int:
    """Return what an outcome is worth to a careful driver."""
    out = outcomes[i]
    space = track[out["space"]]
    # Ranks grow by five with each space of progress, one for each lane.
    value = int(space["rank"])
    value -= _DENT * (out["for_saplings"] + out["for_speed"] + out["for_side"])
    if out["wrecked"] or space["dead_end"]:
        value -= _WRECK
    if out["speed"] <= 0:
        value -= _STAY  # worse than a dent: whoever stands still for ever never ends the race
    if space["past"]:
        return value
    if out["end"] == HIT_SLED:
        value -= _NO_REFILL
    speed = out["speed"] - out["bonus"]
    if speed > space["bend_safety"] and space["bend_in"] <= speed:
        value -= _TOO_FAST * (speed - space["bend_safety"])
    room = 4 - space["lane"] if out["drift"] > 0 else int(space["lane"])
    if abs(out["drift"]) > room:
        value -= _TOWARDS_SIDE
    return value


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


@policy
def careful(race: State, track: Spaces, word: np.uint64) -> int:  # noqa: ARG001 - it leaves nothing to chance
    """Take the turn whose outcome is worth most; start as near the inside as possible."""
    r = race[0]
    if r["phase"] == START:
        return nth_free_start(race, track, 0)
    if r["phase"] != TURN:
        return commonest_cards(race)
    outcomes = reach(race, track, actor_of(race))
    best = 0
    most = worth(track, outcomes, 0)
    for i in range(1, len(outcomes)):
        value = worth(track, outcomes, i)
        if value > most:
            best, most = i, value
    return outcomes[best]["turn"]
