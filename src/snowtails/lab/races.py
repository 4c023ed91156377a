"""Many races at once, in compiled code."""

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course
from ..course.track import Spaces
from ..mushers.policy import POLICY, Policy
from ..rules.cards import draw_card
from ..rules.decide import decide
from ..rules.deal import TABLE, stream_key, stream_word
from ..rules.flow import Path, after_draw, let_choose, set_up
from ..rules.kernel import kernel, kernel_as
from ..rules.movement import LONGEST_PATH
from ..rules.state import DRAW, MOST_SLEDS, OVER, STATE, TURN, State

RESULT = np.dtype(
    [
        ("turns", np.int32),
        ("rounds", np.int16),
        ("place", np.int8, MOST_SLEDS),
        ("dents", np.int8, MOST_SLEDS),
        ("status", np.int8, MOST_SLEDS),
    ]
)
"""How a race went: turns and rounds played; for each sled its place (0 if unplaced), dents, status."""


@kernel
def shuffled_order(sleds: int, key: np.uint64) -> NDArray[np.int8]:
    """Return the order in which sleds choose; must agree with `deal.choosing_order`."""
    order = np.arange(sleds).astype(np.int8)
    for i in range(sleds - 1, 0, -1):
        j = np.int64(stream_word(key, i) % np.uint64(i + 1))
        order[i], order[j] = order[j], order[i]
    return order


_FUNCTION = numba.types.FunctionType(POLICY)
_RESULTS = numba.types.Array(numba.from_dtype(RESULT), 1, "C")


@kernel_as(
    numba.types.void(
        _RESULTS,
        POLICY.args[0],
        POLICY.args[1],
        numba.types.UniTuple(_FUNCTION, MOST_SLEDS),
        numba.types.uint64,
        numba.types.int64,
        numba.types.int64,
    )
)
def _run(results, fresh, track, policies, seed, first, round_limit):
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    keys = np.empty(MOST_SLEDS, np.uint64)
    drawn = np.empty(MOST_SLEDS, np.int64)
    r = race[0]
    sleds = fresh[0]["sleds"]
    for i in range(len(results)):
        for sled in range(sleds):
            keys[sled] = stream_key(seed, first + i, sled)
            drawn[sled] = 0
        own = stream_key(seed, first + i, TABLE + 1)
        decisions = 0
        race[0] = fresh[0]
        let_choose(race, shuffled_order(sleds, stream_key(seed, first + i, TABLE)))
        turns = 0
        while r["phase"] != OVER:
            sled = r["actor"]
            if r["phase"] == DRAW:
                for _ in range(r["owed"]):
                    draw_card(race, sled, stream_word(keys[sled], drawn[sled]))
                    drawn[sled] += 1
                after_draw(race, track)
                continue
            if r["round"] > round_limit:
                break
            turns += r["phase"] == TURN
            choice = policies[sled](race, track, stream_word(own, decisions))
            decisions += 1
            decide(race, track, choice, path)
        out = results[i]
        out["turns"] = turns
        out["rounds"] = r["round"]
        for sled in range(sleds):
            out["place"][sled] = r["place"][sled] if r["status"][sled] == 1 else 0
            out["dents"][sled] = r["dents"][sled]
            out["status"][sled] = r["status"][sled]
