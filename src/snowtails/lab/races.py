"""Many races at once."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.chance import generator
from ..course.problem import whole_number
from ..course.track import Spaces
from ..mushers.ladder import find_musher
from ..mushers.musher import Musher, ask, own_chance
from ..mushers.policy import HANDED, POLICY, CompiledMusher, Policy
from ..mushers.solver import Values
from ..rules.choices import Phase
from ..rules.deal import (
    TABLE,
    SeededDeal,
    seeded,
    seeded_words,
    shuffled,
    stream_key,
    stream_word,
)
from ..rules.decide import decide
from ..rules.flow import draw_from_streams, let_choose, set_up
from ..rules.kernel import kernel, kernel_handed
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.race import Race
from ..rules.state import FINISHED, MOST_SLEDS, OVER, STATE, TURN, State, empty_state

RESULT = np.dtype(
    [
        ("rounds", np.int16),
        ("turns", np.int16, MOST_SLEDS),
        ("place", np.int8, MOST_SLEDS),
        ("dents", np.int8, MOST_SLEDS),
        ("status", np.int8, MOST_SLEDS),
    ]
)
"""How a race went: its rounds; for each sled its turns, place (0 if unplaced), dents and status (0
racing when the race was broken off, 1 finished, 2 wrecked). There are five columns of sleds in
every race; those of sleds that did not race are 0."""

Results = NDArray[np.void]

ROUND_LIMIT = 400
"""Rounds after which a race is broken off, unless somebody wishes otherwise; the unplaced are then
still on the track."""

_MOST_ROUNDS = 32_000
"""More cannot be wished for: the counter ends there."""

_SECONDS_AT_A_TIME = 0.25
_MUSHERS = TABLE + 1
"""Number of the first of the streams that the mushers' own chance comes from, one for each."""


_RUN = numba.types.void(
    numba.types.Array(numba.from_dtype(RESULT), 1, "C"),
    POLICY.args[0],
    POLICY.args[1],
    numba.types.UniTuple(POLICY.args[2], MOST_SLEDS),  # type: ignore[no-untyped-call]
    numba.types.UniTuple(HANDED, MOST_SLEDS),  # type: ignore[no-untyped-call]
    numba.types.uint64,
    numba.types.int64,
    numba.types.int64,
)


@kernel
def _note_result(race: State, out: Any) -> None:
    """Write down how a race went, all but the turns."""
    r = race[0]
    out["rounds"] = r["round"]
    for sled in range(r["sleds"]):
        out["place"][sled] = r["place"][sled] if r["status"][sled] == FINISHED else 0
        out["dents"][sled] = r["dents"][sled]
        out["status"][sled] = r["status"][sled]


@kernel_handed(_RUN)
def _run(
    results: Results,
    fresh: State,
    track: Spaces,
    values: Sequence[Values],
    policies: Sequence[Policy],
    seed: np.uint64,
    first: int,
    round_limit: int,
) -> None:
    """Run a race for each of the results, beginning with the race numbered `first`."""
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    keys = np.empty(MOST_SLEDS, np.uint64)
    own_keys = np.empty(MOST_SLEDS, np.uint64)
    drawn = np.empty(MOST_SLEDS, np.int64)
    decided = np.empty(MOST_SLEDS, np.int64)
    r = race[0]
    sleds = fresh[0]["sleds"]
    for i in range(len(results)):
        for sled in range(sleds):
            keys[sled] = stream_key(seed, first + i, sled)
            own_keys[sled] = stream_key(seed, first + i, _MUSHERS + sled)
            drawn[sled] = decided[sled] = 0
        race[0] = fresh[0]
        let_choose(race, shuffled(seeded_words(seed, first + i, TABLE, 0, sleds + 0)))
        out = results[i]
        while r["phase"] != OVER and r["round"] <= round_limit:
            sled = actor_of(race)
            if r["phase"] == TURN:
                out["turns"][sled] += 1
            word = stream_word(own_keys[sled], decided[sled])
            decided[sled] += 1
            decide(race, track, policies[sled](race, track, values[sled], word), path)
            draw_from_streams(race, track, keys, drawn)
        _note_result(race, out)


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

    All sleds have one musher, or each its own; names do for mushers and courses. Chance comes from
    a generator or a `seed`: the same gives the same races. Races
    longer than `round_limit` rounds are broken off. `on_progress` is told, a few times a second,
    how many races are done; once `cancel` is set, the races done so far are returned.
    """
    course = Course.of(course)
    if whole_number(n, "races are counted") < 0:
        raise Refused(f"there are 0 races or more to run, not {n}")
    whole_number(round_limit, "the limit is a number of rounds")
    if not 1 <= whole_number(sleds, "sleds are counted") <= MOST_SLEDS:
        raise Refused(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
    seats = _seated(mushers, sleds)
    own_seed = seeded(generator(seed, rng)).seed
    results = np.zeros(n, RESULT)
    done, at_a_time = 0, 16
    while done < n and not (cancel and cancel.is_set()):
        began = time.perf_counter()
        part = races_of(course, seats, own_seed, range(done, min(done + at_a_time, n)), round_limit)
        took = time.perf_counter() - began
        results[done : done + len(part)] = part
        done += len(part)
        if on_progress:
            on_progress(done)
        at_a_time = max(1, int(len(part) * min(8.0, _SECONDS_AT_A_TIME / max(took, 1e-6))))
    return results[:done]


def _seated(mushers: Musher | str | Sequence[Musher | str], sleds: int) -> tuple[Musher, ...]:
    """Return the musher of each sled."""
    if isinstance(mushers, Sequence) and not isinstance(mushers, str):
        seats = tuple(map(find_musher, mushers))
    else:
        seats = (find_musher(mushers),) * sleds
    if len(seats) != sleds:
        raise Refused(f"{sleds} sleds need as many mushers, not {len(seats)}")
    return seats


def races_of(
    course: Course,
    seats: Sequence[Musher],
    seed: int,
    numbers: range,
    round_limit: int = ROUND_LIMIT,
) -> Results:
    """Run the races of a seed that have some consecutive numbers.

    The cards of a seat depend on seed and number alone, whoever holds it. Races run in compiled
    code if all mushers are compiled.
    """
    compiled = [musher for musher in seats if isinstance(musher, CompiledMusher)]
    if len(compiled) == len(seats):
        return _compiled_races(course, compiled, seed, numbers, round_limit)
    return asked_races(course, seats, seed, numbers, round_limit)


def _compiled_races(
    course: Course,
    seats: Sequence[CompiledMusher],
    seed: int,
    numbers: range,
    round_limit: int,
) -> Results:
    """Run races in compiled code."""
    spaces = course.track.spaces
    fresh = empty_state()
    set_up(fresh, spaces, len(seats))
    filled = [*seats, *[seats[0]] * (MOST_SLEDS - len(seats))]
    values = tuple(musher.values(course) for musher in filled)
    policies = tuple(musher.policy for musher in filled)
    results = np.zeros(len(numbers), RESULT)
    limit = min(round_limit, _MOST_ROUNDS)
    _run(results, fresh, spaces, values, policies, np.uint64(seed), numbers.start, limit)
    return results


def asked_races(
    course: Course,
    seats: Sequence[Musher],
    seed: int,
    numbers: range,
    round_limit: int = ROUND_LIMIT,
) -> Results:
    """Run races through the friendly door, which checks every decision.

    The cards are those of `races_of`; the mushers' own chance is another.
    """
    results = np.zeros(len(numbers), RESULT)
    for out, number in zip(results, numbers, strict=True):
        race = Race(course, len(seats), deal=SeededDeal(seed, number))
        chances = [own_chance(seed, number, seat) for seat in range(len(seats))]
        while (sled := race.actor) is not None and race.round <= round_limit:
            out["turns"][sled] += race.phase is Phase.TURN
            race.play(ask(seats[sled], race.view(sled), chances[sled]))
        _note_result(race.state, out)
    return results
