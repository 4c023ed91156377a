"""Many races at once."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.problem import expect, whole_number
from ..course.track import Spaces
from ..mushers import INSTANT, ROUND_LIMIT, Musher, find_musher, race_on
from ..mushers.asking import checked_limit, mushers_of
from ..mushers.policy import HANDED, POLICY, CompiledMusher, Policies, Policy
from ..mushers.random_decision import random_decision
from ..mushers.solver import Values
from ..rules.deal import (
    TABLE,
    SeededDeal,
    Words,
    chance,
    key_in_race,
    pick,
    race_key,
    stream_word,
)
from ..rules.decide import go_on
from ..rules.flow import let_choose, set_up
from ..rules.kernel import kernel, kernel_handed, kernel_part, part_of
from ..rules.movement import LONGEST_PATH
from ..rules.notation import Start, Turn
from ..rules.order import actor_of
from ..rules.race import Race
from ..rules.state import FINISHED, MOST_SLEDS, OVER, START, STATE, TURN, State, empty_state

RESULT = np.dtype(
    [
        ("rounds", np.int16),
        ("turns", np.int16, MOST_SLEDS),
        ("start", np.int8, MOST_SLEDS),
        ("place", np.int8, MOST_SLEDS),
        ("dents", np.int8, MOST_SLEDS),
        ("status", np.int8, MOST_SLEDS),
    ]
)
"""How a race went, as the elements of what `run_races` returns are.

`rounds` is how many were raced. The other fields have five columns, one for each sled: its `turns`;
its `start` space from 1; its `place` from 1, or 0 if it has none; its `dents`; its `status`, 0
racing, 1 finished, 2 wrecked, in the order of `Status`. Columns without a sled are 0. If a
race was broken off at the round limit, `rounds` is the limit, and the sleds that were still on the
track have place 0 and status 0.

>>> results = run_races("nutcracker", 100, 3, ["husky", "pup", "pup"], seed=1)
>>> int((results["place"][:, 0] == 1).sum())  # the Husky's wins
88
"""

Results = NDArray[np.void]
"""An array of RESULT."""

Counts = NDArray[np.int64]

_SECONDS_AT_A_TIME = 0.25
_MUSHERS = TABLE + 1
"""Number of the first of the streams that the mushers' own chance comes from, one for each."""

_go_on = part_of(go_on)

RUN_TYPES = (
    numba.types.Array(numba.from_dtype(RESULT), 1, "C"),
    POLICY.args[0],
    POLICY.args[1],
    numba.types.UniTuple(POLICY.args[2], MOST_SLEDS),  # type: ignore[no-untyped-call]
    numba.types.UniTuple(HANDED, MOST_SLEDS),  # type: ignore[no-untyped-call]
    numba.types.uint64,
    numba.types.int64,
)
"""Types of what kernels that run races are given: results, a race that is set up, its track, what
mushers know and how they decide, the seed, and the number of the first race."""

_RUN = numba.types.void(*RUN_TYPES, numba.types.int64)


@kernel
def note_result(race: State, out: Any, round_limit: int) -> None:
    """Write down how a race went, all but starts and turns."""
    r = race[0]
    out["rounds"] = min(r["round"] + 0, round_limit)
    for sled in range(r["sleds"]):
        out["place"][sled] = r["place"][sled] if r["status"][sled] == FINISHED else 0
        out["dents"][sled] = r["dents"][sled]
        out["status"][sled] = r["status"][sled]


@kernel
def begin_race(
    race: State,
    fresh: State,
    seed: np.uint64,
    number: int,
    keys: Words,
    counts: Counts,
) -> None:
    """Begin the race of a seed that has a number, and note the keys of its streams of chance.

    The first row of `keys` and `counts` is for the sleds' cards and how many were drawn, the second
    for the mushers' own chance and how many decisions they have taken.
    """
    race[0] = fresh[0]
    sleds = fresh[0]["sleds"]
    key = race_key(seed, number)
    order = race[0]["choosing"]
    for sled in range(sleds):
        keys[0, sled] = key_in_race(key, sled)
        keys[1, sled] = key_in_race(key, _MUSHERS + sled)
        counts[0, sled] = counts[1, sled] = 0
        order[sled] = sled
    table = key_in_race(key, TABLE)
    for i in range(sleds - 1, 0, -1):  # must agree with `deal.choosing_order`
        j = pick(stream_word(table, i), i + 1)
        order[i], order[j] = order[j], order[i]
    let_choose(race, order)


@kernel_part
def own_word(keys: Words, counts: Counts, sled: int) -> np.uint64:
    """Return the next word of a musher's own chance."""
    counts[1, sled] += 1
    return stream_word(keys[1, sled], counts[1, sled] - 1)


class _Drivers(NamedTuple):
    """How the sleds are driven, and what each driver knows of the course."""

    policies: Sequence[Policy]
    values: Sequence[Values]


class _Scratch(NamedTuple):
    """What races are run in, one after the other: see `begin_race` for keys and counts."""

    race: State
    keys: Words
    counts: Counts
    path: NDArray[np.int16]


@kernel_part
def _run_each(
    results: Results,
    fresh: State,
    track: Spaces,
    drivers: _Drivers,
    seed: np.uint64,
    first: int,
    round_limit: int,
) -> None:
    """Run a race for each of the results, beginning with the race numbered `first`."""
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    keys = np.empty((2, MOST_SLEDS), np.uint64)
    counts = np.empty((2, MOST_SLEDS), np.int64)
    scratch = _Scratch(race, keys, counts, path)
    for i in range(len(results)):
        begin_race(race, fresh, seed, first + i, keys, counts)
        _race_through(scratch, track, drivers, results[i], round_limit)
        note_result(race, results[i], round_limit)


# Apart from `_run_each`, which makes arrays and therefore counts references: this loop makes none.
@kernel_part
def _race_through(
    scratch: _Scratch, track: Spaces, drivers: _Drivers, out: Any, round_limit: int
) -> None:
    """Race until it is over or too long, and note starts and turns."""
    race, keys, counts, path = scratch
    r = race[0]
    while r["phase"] != OVER and r["round"] <= round_limit:
        sled = actor_of(race)
        if r["phase"] == TURN:
            out["turns"][sled] += 1
        word = own_word(keys, counts, sled)
        decision = drivers.policies[sled](race, track, drivers.values[sled], word)
        if r["phase"] == START:
            out["start"][sled] = decision
        _go_on(race, track, decision, path, keys[0], counts[0])


@kernel_handed(_RUN)
def _run(
    results: Results,
    fresh: State,
    track: Spaces,
    values: Sequence[Values],
    policies: Policies,
    seed: np.uint64,
    first: int,
    round_limit: int,
) -> None:
    """Run races of mushers that are handed to it."""
    drivers = _Drivers(policies, values)
    _run_each(results, fresh, track, drivers, seed, first, round_limit)


@kernel
def _run_rookies(
    results: Results,
    fresh: State,
    track: Spaces,
    values: Sequence[Values],
    seed: np.uint64,
    first: int,
    round_limit: int,
) -> None:
    """Run races of Rookies, who are compiled into it: the fastest races that there are."""
    each = random_decision
    drivers = _Drivers((each, each, each, each, each), values)
    _run_each(results, fresh, track, drivers, seed, first, round_limit)


def run_races(
    course: Course | str | Path,
    n: int,
    sleds: int,
    mushers: Musher | str | Sequence[Musher | str],
    rng: np.random.Generator | None = None,
    *,
    seed: int | None = None,
    round_limit: int = ROUND_LIMIT,
    on_progress: Callable[[int], None] | None = None,
    cancel: threading.Event | None = None,
) -> Results:
    """Run n races and return how they went, as an array of RESULT.

    One musher drives all sleds, or each has its own. With a seed, race k is the one that
    `SeededDeal(seed, k)` deals; an rng is drawn a seed from. Races longer than `round_limit` rounds
    are broken off. `on_progress` is told, a few times a second, how many races are done; once
    `cancel` is set, the races done so far are returned.
    """
    if whole_number(n, "a number of races is a whole number") < 0:
        raise Refused(f"a number of races is 0 or more, not {n}")
    if not 1 <= whole_number(sleds, "a number of sleds is a whole number") <= MOST_SLEDS:
        raise Refused(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
    course, seats = Course.of(course), mushers_of(mushers, sleds)
    deal = chance(seed, rng, None)
    if not isinstance(deal, SeededDeal):
        raise Refused("give chance by seed=7, or by an rng")
    results = np.zeros(n, RESULT)
    done, at_a_time = 0, 16
    while done < n and not (cancel and cancel.is_set()):
        began = time.perf_counter()
        numbers = range(done, min(done + at_a_time, n))
        part = races_of(course, seats, deal.seed, numbers, round_limit)
        took = time.perf_counter() - began
        results[done : done + len(part)] = part
        done += len(part)
        if on_progress:
            on_progress(done)
        at_a_time = max(1, int(len(part) * min(8.0, _SECONDS_AT_A_TIME / max(took, 1e-6))))
    return results[:done]


def races_of(
    course: Course | str | Path,
    seats: Sequence[Musher | str],
    seed: int,
    numbers: range,
    round_limit: int = ROUND_LIMIT,
) -> Results:
    """Run the races of a seed that have some consecutive numbers.

    The cards of a seat depend on seed and number alone, whoever holds it. Races run in compiled
    code if all mushers are compiled.
    """
    course, found = Course.of(course), checked_seats(seats, seed, numbers)
    compiled = [musher for musher in found if isinstance(musher, CompiledMusher)]
    if len(compiled) == len(found):
        return _compiled_races(course, compiled, seed, numbers, checked_limit(round_limit))
    return asked_races(course, found, seed, numbers, round_limit)


def checked_seats(seats: Sequence[Musher | str], seed: int, numbers: range) -> tuple[Musher, ...]:
    """Return the mushers of the seats, if there are such races."""
    expect(range, numbers, "the numbers of races are a range, as in range(100)")
    if numbers.step != 1:
        raise Refused(f"races have consecutive numbers, not {numbers}")
    SeededDeal(seed, numbers.start)
    found = tuple(map(find_musher, seats))
    if not 1 <= len(found) <= MOST_SLEDS:
        raise Refused(f"a race has 1 to {MOST_SLEDS} sleds, not {len(found)}")
    return found


def _compiled_races(
    course: Course,
    seats: Sequence[CompiledMusher],
    seed: int,
    numbers: range,
    round_limit: int,
) -> Results:
    """Run races in compiled code."""
    fresh, values, policies = prepared(course, seats)
    results = np.zeros(len(numbers), RESULT)
    spaces, word = course.track.spaces, np.uint64(seed)
    if all(map(_is_rookie, seats)):
        _run_rookies(results, fresh, spaces, values, word, numbers.start, round_limit)
    else:
        _run(results, fresh, spaces, values, policies, word, numbers.start, round_limit)
    return results


def _is_rookie(musher: CompiledMusher) -> bool:
    # Asked by name first: whoever takes the Rookie from the ladder compiles it.
    return musher.name == "rookie" and musher is INSTANT["rookie"]


def prepared(
    course: Course, seats: Sequence[CompiledMusher]
) -> tuple[State, tuple[Values, ...], Policies]:
    """Return a race that is set up, and what the mushers know and how they decide, for kernels."""
    fresh = empty_state()
    set_up(fresh, course.track.spaces, len(seats))
    filled = [*seats, *[seats[0]] * (MOST_SLEDS - len(seats))]
    values = tuple(musher.values(course) for musher in filled)
    return fresh, values, Policies(musher.policy for musher in filled)


def asked_races(
    course: Course | str | Path,
    seats: Sequence[Musher | str],
    seed: int,
    numbers: range,
    round_limit: int = ROUND_LIMIT,
) -> Results:
    """Run races through the friendly door, which checks every decision.

    The cards are those of `races_of`; the mushers' own chance is another.
    """
    course, found = Course.of(course), checked_seats(seats, seed, numbers)
    results = np.zeros(len(numbers), RESULT)
    for out, number in zip(results, numbers, strict=True):
        race = Race(course, len(found), deal=SeededDeal(seed, number))
        race_on(race, found, seed=seed, round_limit=round_limit)
        for entry in race.log:
            out["turns"][entry.sled] += isinstance(entry.decision, Turn)
            if isinstance(entry.decision, Start):
                out["start"][entry.sled] = entry.decision.number
        note_result(race.state, out, round_limit)
    return results
