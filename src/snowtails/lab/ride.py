"""Rides of a Husky alone on a course: how long it really takes, and the line it rides."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import whole_number
from ..course.track import Spaces, Track
from ..mushers import INSTANT, ROUND_LIMIT
from ..mushers.policy import HANDED, POLICY, Policy
from ..mushers.solver import Values
from ..rules.deal import SeededDeal, stream_key, stream_word
from ..rules.decide import go_on
from ..rules.flow import let_choose, set_up
from ..rules.kernel import kernel, kernel_handed
from ..rules.movement import LONGEST_PATH, drive
from ..rules.state import FINISHED, OVER, STATE, TURN, State, empty_state

WAYS = ("ahead", "drift_left", "drift_right")
"""Ways to leave a space, as the track names them."""

_AHEAD, _LEFT, _RIGHT = range(len(WAYS))


@dataclass(frozen=True, eq=False)
class Rides:
    """How a Husky alone fared in many rides."""

    track: Track
    turns: NDArray[np.int16]
    """Turns of each ride; 0 if it ended in a wreck, or was broken off after ROUND_LIMIT rounds."""
    steps: NDArray[np.int32]
    """How often each space was left ahead, to the left and to the right."""

    def __repr__(self) -> str:
        wrecks = int((self.turns == 0).sum())
        return f"<Rides: {len(self.turns)}, {self.mean:.2f} turns on average, {wrecks} wrecks>"

    @property
    def mean(self) -> float:
        """Mean turns of the rides that came to the finish; 0 if none did."""
        finished = self.turns[self.turns > 0]
        return float(finished.mean()) if len(finished) else 0.0

    @property
    def line(self) -> tuple[str, ...]:
        """The racing line: from the start space ridden most, always the way ridden most."""
        return tuple(self.track.names[space] for space in racing_line(self.track, self.steps))


def racing_line(track: Track, steps: NDArray[np.integer[Any]]) -> tuple[int, ...]:
    """Return the spaces from the start left most often to the finish, always the way gone most.

    `steps` counts, for each space, how often it was left by each of the WAYS. Nothing is returned
    if nobody came to the finish.
    """
    space = max(track.starts, key=lambda start: int(steps[start].sum()))
    found = [space]
    while not track.spaces["past"][space]:
        if not steps[space].any():
            return ()
        space = int(track.spaces[WAYS[int(np.argmax(steps[space]))]][space])
        found.append(space)
    return tuple(found)


def ride(course: Course | str | Path, rides: int = 2000, seed: int = 0) -> Rides:
    """Let a Husky ride a course alone, many times.

    >>> ride("nutcracker", rides=100).mean < 5
    True
    """
    if whole_number(rides, "a number of rides is a whole number") < 1:
        raise Refused(f"a Husky rides once at least, not {rides} times")
    course, husky, word = Course.of(course), INSTANT["husky"], np.uint64(SeededDeal(seed).seed)
    spaces = course.track.spaces
    fresh = empty_state()
    set_up(fresh, spaces, 1)
    let_choose(fresh, np.zeros(1, np.int8))
    turns = np.zeros(rides, np.int16)
    steps = np.zeros((len(spaces), 3), np.int32)
    _ride(fresh, spaces, husky.values(course), husky.policy, word, turns, steps)
    return Rides(course.track, turns, steps)


_RIDE = numba.types.void(
    POLICY.args[0],
    POLICY.args[1],
    POLICY.args[2],
    HANDED,
    numba.types.uint64,
    numba.types.int16[::1],
    numba.types.int32[:, ::1],
)


@kernel_handed(_RIDE)
def _ride(
    fresh: State,
    track: Spaces,
    values: Values,
    policy: Policy,
    seed: np.uint64,
    turns: NDArray[np.int16],
    steps: NDArray[np.int32],
) -> None:
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    drawn = np.zeros(1, np.int64)
    keys = np.zeros(1, np.uint64)
    r = race[0]
    for i in range(len(turns)):
        race[0] = fresh[0]
        keys[0] = stream_key(seed, i, 0)
        drawn[0] = 0
        taken = 0
        while r["phase"] != OVER and r["round"] <= ROUND_LIMIT:
            decision = policy(race, track, values, stream_word(keys[0], -1))
            if r["phase"] == TURN:
                taken += 1
                here = r["space"][0]
                for step in range(drive(race, track, 0, decision, path)[0]):
                    steps[here, way_of(track, here, path[step])] += 1
                    here = path[step]
            go_on(race, track, decision, path, keys, drawn)
        turns[i] = taken if r["status"][0] == FINISHED else 0


@kernel
def way_of(track: Spaces, here: int, there: int) -> int:
    """Return by which of the WAYS a step leads."""
    if track[here]["ahead"] == there:
        return _AHEAD
    return _LEFT if track[here]["drift_left"] == there else _RIGHT
