"""Many races at once, in compiled code: begun, stepped, rewarded, and written down."""

from functools import cache
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..lab.races import begin_race, own_word
from ..mushers.policy import HANDED, POLICY
from ..rules.decide import go_on
from ..rules.flow import Path
from ..rules.kernel import kernel, kernel_as, kernel_handed, kernel_part
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.state import FINISHED, MOST_SLEDS, OFF, OVER, RACING, STATE, TURN, State
from .actions import ACTIONS, NO_ACTION, action_of, decision_of, is_legal, write_mask
from .observing import WINDOW, Windows, observe


class Races(NamedTuple):
    """Races under way, and where each stands in its streams of chance."""

    states: State
    keys: NDArray[np.uint64]
    """Of the sleds' cards, and of the mushers themselves, for each race."""
    counts: NDArray[np.int64]
    """Cards drawn, and decisions taken, by each sled of each race."""
    numbers: NDArray[np.int64]
    """Of the races of the seed."""
    ended: NDArray[np.bool_]
    """Whether a race is over for the caller and none follows."""


EVERY_SEAT = -1
"""In place of a seat: the caller has several, and a race is over when it is so for all."""


class Setting(NamedTuple):
    """What all races of a batch share."""

    fresh: State
    track: Spaces
    windows: Windows
    saplings: NDArray[np.int16]
    driven: NDArray[np.int8]
    """1 for each seat that a musher drives, 0 for those of the caller."""
    seed: np.uint64
    stride: int
    """How much higher the number of the next race is; 0 if none follows."""
    round_limit: int
    goal: int
    """Rank of the hindmost space past the finish line."""
    shaping: float
    """Reward for the whole way from start to finish, given as it is gone."""
    seat: int
    """The only seat of the caller, or EVERY_SEAT."""


class Buffers(NamedTuple):
    """What the caller reads, and its actions; one row for each race."""

    actions: NDArray[np.int32]
    observations: NDArray[np.int8]
    masks: NDArray[np.int8]
    rewards: NDArray[np.float32]
    """One column for each sled, or only one if the caller has one seat."""
    terminals: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    actors: NDArray[np.int8]


class Row(NamedTuple):
    """What is read and written when one race goes on."""

    race: State
    keys: NDArray[np.uint64]
    counts: NDArray[np.int64]
    rewards: NDArray[np.float32]
    path: Path


_RACE, _TRACK, _VALUES = POLICY.args[:3]


_types: Any = numba.types  # which type checkers know in part


def _rows(kind: Any, dimensions: int = 1, readonly: bool = False) -> Any:
    return _types.Array(kind, dimensions, "C", readonly=readonly)


_RACES = _types.NamedTuple(
    (
        *(_RACE, _rows(numba.uint64, 3), _rows(numba.int64, 3), _rows(numba.int64)),
        _rows(numba.bool_),
    ),
    Races,
)
_SETTING = _types.NamedTuple(
    (
        *(_RACE, _TRACK, _rows(numba.from_dtype(WINDOW), readonly=True), _rows(numba.int16)),
        *(_rows(numba.int8), numba.uint64, numba.int64, numba.int64, numba.int64),
        *(numba.float64, numba.int64),
    ),
    Setting,
)
_BUFFERS = _types.NamedTuple(
    (
        *(_rows(numba.int32), _rows(numba.int8, 2), _rows(numba.int8, 2), _rows(numba.float32, 2)),
        *(_rows(numba.bool_), _rows(numba.bool_), _rows(numba.int8)),
    ),
    Buffers,
)
_MINDS = (_types.UniTuple(_VALUES, MOST_SLEDS), _types.UniTuple(HANDED, MOST_SLEDS))
STEP = numba.types.void(_RACES, _SETTING, _BUFFERS, numba.bool_, *_MINDS)


@kernel
def reward_of(race: State, sled: int) -> float:
    """Return the reward at the end: 1 for the first place down to -1 for the last, or for none."""
    r = race[0]
    if r["status"][sled] != FINISHED:
        return -1.0
    return 1.0 - 2.0 * (r["place"][sled] - 1) / max(r["sleds"] - 1, 1)


@kernel_part
def progress(race: State, track: Spaces, sled: int, goal: int) -> float:
    """Return how much of the course a sled has behind it, from 0 to 1; -1 if it is wrecked."""
    r = race[0]
    if r["status"][sled] == FINISHED:
        return 1.0
    if r["space"][sled] == OFF:
        return -1.0
    return min(track[r["space"][sled]]["rank"] / goal, 1.0)


@kernel_part
def _take(row: Row, setting: Setting, decision: int) -> None:
    """Take a decision, draw what follows, and reward the sled's progress if that is wished."""
    race, track, sled = row.race, setting.track, actor_of(row.race)
    shaped = setting.shaping != 0.0 and race[0]["phase"] == TURN
    before = progress(race, track, sled, setting.goal) if shaped else 0.0
    go_on(race, track, decision, row.path, row.keys[0], row.counts[0])
    if shaped and (setting.seat == EVERY_SEAT or sled == setting.seat):
        after = progress(race, track, sled, setting.goal)
        if after >= 0.0:
            column = sled if setting.seat == EVERY_SEAT else 0
            row.rewards[column] += setting.shaping * (after - before)


@kernel_part
def _is_over(race: State, setting: Setting) -> bool:
    """Return whether a race is over, or the caller's only sled is out of it, or it is too long."""
    r = race[0]
    if r["phase"] == OVER or r["round"] > setting.round_limit:
        return True
    return setting.seat != EVERY_SEAT and r["status"][setting.seat] != RACING


@kernel_part
def _race_on(row: Row, setting: Setting, values: Any, policies: Any) -> None:
    """Let mushers drive until the caller has to decide, or the race is over."""
    while not _is_over(row.race, setting):
        sled = actor_of(row.race)
        if not setting.driven[sled]:
            return
        word = own_word(row.keys, row.counts, sled)
        decision = policies[sled](row.race, setting.track, values[sled], word)
        _take(row, setting, decision)


@kernel_part
def _begin(row: Row, setting: Setting, number: int, values: Any, policies: Any) -> None:
    """Begin a race of the seed."""
    begin_race(row.race, setting.fresh, setting.seed, number, row.keys, row.counts)
    if policies is not None:
        _race_on(row, setting, values, policies)


@kernel_part
def _show(races: Races, setting: Setting, buffers: Buffers, i: int) -> None:
    """Write what the caller has to know for its next decision in a race."""
    race, track = races.states[i : i + 1], setting.track
    actor = actor_of(race) if setting.seat == EVERY_SEAT else setting.seat
    buffers.actors[i] = actor
    observe(race, track, setting.windows, setting.saplings, actor, buffers.observations[i])
    if races.ended[i]:
        buffers.masks[i][:] = 0  # the actor may be a musher, whose hand nobody is shown
    else:
        write_mask(race, track, buffers.masks[i])


@kernel
def illegal_row(
    states: State, track: Spaces, ended: NDArray[np.bool_], actions: NDArray[np.int32]
) -> int:
    """Return the first row whose action is not legal, or -1; NO_ACTION is where a race is over."""
    for i in range(len(states)):
        if ended[i]:
            if actions[i] != NO_ACTION:
                return i
        elif not is_legal(states[i : i + 1], track, actions[i]):
            return i
    return -1


def _step_all(
    races: Races, setting: Setting, buffers: Buffers, begin: bool, values: Any, policies: Any
) -> None:
    """Take the caller's action in each race, or begin all of them, and show what is next.

    Actions are trusted to be legal; a race that is over stays as it is.
    """
    path = np.empty(LONGEST_PATH, np.int16)
    for i in range(len(races.states)):
        race, rewards = races.states[i : i + 1], buffers.rewards[i]
        row = Row(race, races.keys[i], races.counts[i], rewards, path)
        rewards[:] = 0.0
        if races.ended[i] and not begin:
            continue
        buffers.terminals[i] = buffers.truncations[i] = races.ended[i] = False
        anew = begin
        if not begin:
            _take(row, setting, decision_of(buffers.actions[i]))
            if policies is not None:
                _race_on(row, setting, values, policies)
            if _is_over(race, setting):
                ended = race[0]["phase"] == OVER or race[0]["round"] <= setting.round_limit
                buffers.terminals[i] = ended
                buffers.truncations[i] = not ended
                for column in range(len(rewards)):
                    sled = column if setting.seat == EVERY_SEAT else setting.seat
                    rewards[column] += reward_of(race, sled)
                races.numbers[i] += setting.stride
                anew = setting.stride > 0
                races.ended[i] = not anew
        if anew:
            _begin(row, setting, races.numbers[i], values, policies)
        _show(races, setting, buffers, i)


# -- data sets -------------------------------------------------------------------------------------

COLUMNS = ("race", "round", "seat", "phase", "legal", "action", "place", "dents", "rounds")
"""Numbers that are written down of each decision: what they mean is said in `dataset`."""

RECORD = numba.types.int64(
    _SETTING, *_MINDS, _rows(numba.int64, 2), _rows(numba.int8, 2), _rows(numba.int64)
)


@kernel_handed(RECORD)
def record_all(
    setting: Setting,
    values: Any,
    policies: Any,
    numbers: NDArray[np.int64],
    observations: NDArray[np.int8],
    races: NDArray[np.int64],
) -> int:
    """Write down every decision of races driven by mushers, and return how many there are.

    `races` holds the first race and the one behind the last. The first is moved on behind the last
    that was raced, which may be sooner if there is no room for another.
    """
    race = np.zeros(1, STATE)
    keys, counts = np.zeros((2, MOST_SLEDS), np.uint64), np.zeros((2, MOST_SLEDS), np.int64)
    path, mask = np.empty(LONGEST_PATH, np.int16), np.empty(ACTIONS, np.int8)
    r, track, row = race[0], setting.track, 0
    room = setting.fresh[0]["sleds"] * (1 + 2 * setting.round_limit)
    while races[0] < races[1] and row + room <= len(numbers):
        begin_race(race, setting.fresh, setting.seed, races[0], keys, counts)
        first = row
        while r["phase"] != OVER and r["round"] <= setting.round_limit:
            sled, phase = actor_of(race), int(r["phase"])
            word = own_word(keys, counts, sled)
            decision = policies[sled](race, track, values[sled], word)
            noted = numbers[row]
            noted[0], noted[1], noted[2], noted[3] = races[0], r["round"], sled, phase
            noted[4] = write_mask(race, track, mask)
            noted[5] = action_of(phase, decision)
            observe(race, track, setting.windows, setting.saplings, sled, observations[row])
            row += 1
            go_on(race, track, decision, path, keys[0], counts[0])
        for i in range(first, row):
            sled = numbers[i, 2]
            numbers[i, 6] = r["place"][sled] if r["status"][sled] == FINISHED else 0
            numbers[i, 7], numbers[i, 8] = r["dents"][sled], min(r["round"], setting.round_limit)
        races[0] += 1
    return row


# -- compiling -------------------------------------------------------------------------------------


@cache
def stepper(with_mushers: bool) -> Any:
    """Return the function that begins and steps races, compiled when first asked for.

    It costs a tenth of a millisecond to hand mushers to a kernel; without any they are None.
    """
    return kernel_as(STEP)(_step_all) if with_mushers else kernel(_step_all)
