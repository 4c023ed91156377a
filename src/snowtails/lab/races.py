"""Many races at once, in compiled code."""

import threading
import time
from collections.abc import Callable, Sequence

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course
from ..course.track import Spaces
from ..mushers.policy import POLICY, CompiledMusher, Policy
from ..mushers.solver import NOT_SOLVED, Values
from ..rules.deal import TABLE, pick, stream_key, stream_word
from ..rules.decide import decide
from ..rules.flow import draw_from_streams, let_choose, set_up
from ..rules.kernel import handing_kernels, kernel, kernel_as
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.state import FINISHED, MOST_SLEDS, OVER, STATE, TURN, State, empty_state

RESULT = np.dtype(
    [
        ("turns", np.int32),
        ("rounds", np.int16),
        ("place", np.int8, MOST_SLEDS),
        ("dents", np.int8, MOST_SLEDS),
        ("status", np.int8, MOST_SLEDS),
    ]
)
"""How a race went: turns and rounds; for each sled its place (0 if unplaced), dents and status."""

Results = NDArray[np.void]

NO_LIMIT = 32_000
"""Rounds after which a race is broken off even if nobody asks for it; the counter ends there."""

_SECONDS_AT_A_TIME = 0.25
_MUSHERS = TABLE + 1
"""Number of the stream that the mushers' own chance comes from."""


_RUN = numba.types.void(
    numba.types.Array(numba.from_dtype(RESULT), 1, "C"),
    POLICY.args[0],
    POLICY.args[1],
    POLICY.args[2],
    numba.types.UniTuple(numba.types.FunctionType(POLICY), MOST_SLEDS),  # type: ignore[no-untyped-call]
    numba.types.uint64,
    numba.types.int64,
    numba.types.int64,
)


@kernel
def _shuffled_order(sleds: int, key: np.uint64) -> NDArray[np.int8]:
    """Return the order in which sleds choose; must agree with `deal.choosing_order`."""
    order = np.arange(sleds).astype(np.int8)
    for i in range(sleds - 1, 0, -1):
        j = pick(stream_word(key, i), i + 1)
        order[i], order[j] = order[j], order[i]
    return order


@kernel_as(_RUN)
def _run(
    results: Results,
    fresh: State,
    track: Spaces,
    values: Values,
    policies: Sequence[Policy],
    seed: np.uint64,
    first: int,
    round_limit: int,
) -> None:
    """Run a race for each of the results, beginning with the race numbered `first`."""
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
        own = stream_key(seed, first + i, _MUSHERS)
        race[0] = fresh[0]
        let_choose(race, _shuffled_order(sleds, stream_key(seed, first + i, TABLE)))
        decisions = 0
        turns = 0
        while r["phase"] != OVER:
            if r["round"] > round_limit:
                break
            if r["phase"] == TURN:
                turns += 1
            decision = policies[actor_of(race)](race, track, values, stream_word(own, decisions))
            decisions += 1
            decide(race, track, decision, path)
            draw_from_streams(race, track, keys, drawn)
        out = results[i]
        out["turns"] = turns
        out["rounds"] = r["round"]
        for sled in range(sleds):
            out["place"][sled] = r["place"][sled] if r["status"][sled] == FINISHED else 0
            out["dents"][sled] = r["dents"][sled]
            out["status"][sled] = r["status"][sled]


def run_races(
    course: Course,
    n: int,
    sleds: int,
    mushers: CompiledMusher | Sequence[CompiledMusher],
    rng: np.random.Generator,
    *,
    round_limit: int = NO_LIMIT,
    on_progress: Callable[[int], None] | None = None,
    cancel: threading.Event | None = None,
) -> Results:
    """Run n races and return how they went, as an array of RESULT.

    All sleds follow one policy, or each its own. The same generator gives the same races. Races
    longer than `round_limit` rounds are broken off. `on_progress` is told, a few times a second,
    how many races are done; once `cancel` is set, the races done so far are returned.
    """
    if not 1 <= sleds <= MOST_SLEDS:
        raise ValueError(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
    seats = (mushers,) * sleds if isinstance(mushers, CompiledMusher) else tuple(mushers)
    if len(seats) != sleds:
        raise ValueError(f"{sleds} sleds need as many mushers, not {len(seats)}")
    values = next((m.values(course) for m in seats if m.reads_values), NOT_SOLVED)
    policies = tuple(musher.policy for musher in seats)
    policies += (policies[0],) * (MOST_SLEDS - sleds)
    seed = rng.integers(2**64, dtype=np.uint64)
    spaces = course.track.spaces
    fresh = empty_state()
    set_up(fresh, spaces, sleds)
    results = np.zeros(n, RESULT)
    done, at_a_time = 0, 16
    while done < n and not (cancel and cancel.is_set()):
        part = results[done : done + at_a_time]
        began = time.perf_counter()
        with handing_kernels():
            _run(part, fresh, spaces, values, policies, seed, done, min(round_limit, NO_LIMIT))
        took = time.perf_counter() - began
        done += len(part)
        if on_progress:
            on_progress(done)
        at_a_time = max(1, int(len(part) * min(8.0, _SECONDS_AT_A_TIME / max(took, 1e-6))))
    return results[:done]
