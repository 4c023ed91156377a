"""Counts of what happens on a course while it is raced: where sleds go, stop, bump and are wrecked.

Every count is a sum of whole numbers over races, so the counts of two ranges of races can be added,
and are the same whoever raced them in whichever order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self

import numba
import numpy as np
from numpy.typing import NDArray

from ..course import Course, Refused
from ..course.track import Spaces
from ..mushers import ROUND_LIMIT, Musher
from ..mushers.policy import CompiledMusher, Policies
from ..mushers.solver import Values
from ..rules.decide import go_on
from ..rules.kernel import kernel, kernel_handed
from ..rules.move import Cause
from ..rules.movement import HIT_SLED, LONGEST_PATH, trace_turn
from ..rules.order import actor_of
from ..rules.state import (
    FINISHED,
    MOST_SLEDS,
    OFF,
    OVER,
    START,
    STATE,
    TURN,
    WRECK,
    WRECKED,
    State,
)
from .races import (
    RESULT,
    RUN_TYPES,
    Results,
    begin_race,
    checked_seats,
    note_result,
    own_word,
    prepared,
)
from .ride import WAYS, way_of

CAUSES: tuple[Cause, ...] = ("speeding", "side", "saplings", "no_cards")
"""What dents are for, in the order of their counts (DENT-1, DENT-3, DENT-6, TURN-4)."""

_WAYS = len(WAYS)
_SPEEDING, _SIDE, _SAPLINGS, _NO_CARDS = range(len(CAUSES))

SPACE_COUNTS = np.dtype(
    [
        ("entered", np.int64),
        ("stops", np.int64),
        ("bumps", np.int64),
        ("wrecks", np.int64),
        ("dents", np.int64, len(CAUSES)),
        ("won", np.int64, len(WAYS)),
    ]
)
"""What happened on a space: how often a sled `entered` it, ended a turn there (`stops`), was held
up there by a sled in front (`bumps`, DENT-2), was wrecked there, and was dented there, by cause;
and how often the sled that `won` left it, by way."""

RACE_COUNTS = np.dtype(
    [
        ("races", np.int64),
        ("broken_off", np.int64),
        ("lead_changes", np.int64),
        ("halfway", np.int64),
        ("halfway_won", np.int64),
        ("started", np.int64, MOST_SLEDS),
        ("start_won", np.int64, MOST_SLEDS),
        ("won", np.int64, MOST_SLEDS),
        ("wrecked", np.int64, MOST_SLEDS),
        ("turns", np.int64, MOST_SLEDS),
        ("rounds", np.int64, ROUND_LIMIT + 1),
    ]
)
"""What happened in all races: how many there were, how many were `broken_off` at the round limit,
how often the lead changed between two ends of a round; in how many somebody led at half-way, and
won. `started` and `start_won` go by start space 1–5; `won`, `wrecked` and `turns` by seat; `rounds`
counts the races by their length."""


@dataclass(frozen=True, eq=False)
class Tally:
    """What happened in a number of races on one course."""

    spaces: NDArray[np.void]
    """An array of SPACE_COUNTS, one for each space of the track."""
    races: NDArray[np.void]
    """An array of one RACE_COUNTS."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(_sum(self.spaces, other.spaces), _sum(self.races, other.races))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tally):
            return NotImplemented
        return bool((self.spaces == other.spaces).all() and (self.races == other.races).all())

    def __repr__(self) -> str:
        return f"<Tally of {len(self)} races>"

    def __len__(self) -> int:
        return int(self.races[0]["races"])

    @classmethod
    def empty(cls, course: Course) -> "Tally":
        """Return a tally of no races."""
        return cls(np.zeros(len(course.track), SPACE_COUNTS), np.zeros(1, RACE_COUNTS))


def _sum(one: NDArray[np.void], two: NDArray[np.void]) -> NDArray[np.void]:
    # Every field is an int64, so that records can be added as plain numbers.
    return (one.view(np.int64) + two.view(np.int64)).view(one.dtype)


class Batch(NamedTuple):
    """How some races of a seed went: who raced, their numbers, and a RESULT for each."""

    mushers: tuple[str, ...]
    numbers: range
    results: Results

    def after(self, skip: int) -> Self:
        """Return the races but the first few."""
        return self._replace(numbers=self.numbers[skip:], results=self.results[skip:])


class Part(NamedTuple):
    """Some races of a seed: their numbers, what happened in them, and how each went."""

    numbers: range
    tally: Tally
    results: Results


def tally_races(
    course: Course | str | Path, seats: Sequence[Musher | str], seed: int, numbers: range
) -> Tally:
    """Run the races of a seed that have some consecutive numbers, and count what happens.

    The races are those of `races_of`. Only compiled mushers can be counted.

    >>> tally_races("nutcracker", ["pup", "pup"], 7, range(100))
    <Tally of 100 races>
    """
    return race_part(course, seats, seed, numbers).tally


def race_part(
    course: Course | str | Path, seats: Sequence[Musher | str], seed: int, numbers: range
) -> Part:
    """Run the races of `tally_races`, and tell how each went too."""
    course, mushers = Course.of(course), checked_seats(seats, seed, numbers)
    compiled = [musher for musher in mushers if isinstance(musher, CompiledMusher)]
    if len(compiled) < len(mushers):
        slow = next(m for m in mushers if not isinstance(m, CompiledMusher))
        raise Refused(f"races are counted with compiled mushers such as yearling, not {slow!r}")
    found, results = Tally.empty(course), np.zeros(len(numbers), RESULT)
    fresh, values, policies = prepared(course, compiled)
    spaces, word = course.track.spaces, np.uint64(seed)
    _tally(found.spaces, found.races, results, fresh, spaces, values, policies, word, numbers.start)
    return Part(numbers, found, results)


_TALLY = numba.types.void(
    numba.types.Array(numba.from_dtype(SPACE_COUNTS), 1, "C"),
    numba.types.Array(numba.from_dtype(RACE_COUNTS), 1, "C"),
    *RUN_TYPES,
)


@kernel_handed(_TALLY)
def _tally(
    spaces: Any,
    races: Any,
    results: Results,
    fresh: State,
    track: Spaces,
    values: Sequence[Values],
    policies: Policies,
    seed: np.uint64,
    first: int,
) -> None:
    """Run a race for each of the results, from the one numbered `first`, and count what happens."""
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    keys = np.empty((2, MOST_SLEDS), np.uint64)
    taken = np.empty((2, MOST_SLEDS), np.int64)
    ways = np.empty((MOST_SLEDS, len(track)), np.int16)
    gone = np.zeros(MOST_SLEDS, np.int64)
    held = np.zeros(MOST_SLEDS, np.int64)
    stood = np.zeros(MOST_SLEDS, np.int64)
    r = race[0]
    counts = races[0]
    finish = track[np.argmax(track["past"])]["tile"]
    for i in range(len(results)):
        begin_race(race, fresh, seed, first + i, keys, taken)
        out = results[i]
        gone[:] = 0
        leader, half_leader, ended = -1, -1, 0
        while r["phase"] != OVER and r["round"] <= ROUND_LIMIT:
            sled = actor_of(race)
            word = own_word(keys, taken, sled)
            decision = policies[sled](race, track, values[sled], word)
            for other in range(r["sleds"]):
                held[other], stood[other] = r["dents"][other], r["space"][other]
            if r["phase"] == START:
                out["start"][sled] = decision
            elif r["phase"] == TURN:
                out["turns"][sled] += 1
                here = r["space"][sled] + 0
                steps, held[sled], stood[sled] = _count_move(
                    spaces, race, track, sled, decision, path
                )
                for step in range(steps):
                    ways[sled, gone[sled]] = _WAYS * here + way_of(track, here, path[step] + 0)
                    gone[sled] += 1
                    here = path[step] + 0
            go_on(race, track, decision, path, keys[0], taken[0])
            _count_cardless(spaces, race, held, stood)
            rounds = r["round"] - (0 if r["phase"] == OVER else 1)
            if rounds > ended:
                ended = rounds
                ahead = _leader(race, track)
                if leader >= 0 and ahead >= 0 and ahead != leader:
                    counts["lead_changes"] += 1
                leader = ahead
                if half_leader < 0 and _is_past_half(race, track, leader, finish):
                    half_leader = leader
        note_result(race, out, ROUND_LIMIT)
        _count_race(counts, race, out, half_leader)
        for sled in range(r["sleds"]):
            if out["place"][sled] == 1:
                for step in range(gone[sled]):
                    space, way = divmod(ways[sled, step], _WAYS)
                    spaces[space]["won"][way] += 1


@kernel
def _count_move(
    spaces: Any, race: State, track: Spaces, sled: int, turn: int, path: NDArray[np.int16]
) -> tuple[int, int, int]:
    """Count what a turn does that is about to be played; return steps, dents and space then."""
    r = race[0]
    here = r["space"][sled] + 0
    made, went, fell = trace_turn(race, track, sled, turn, path)
    (speed, _, bonus), (steps, hits, end), (saplings, for_speed, for_side) = made, went, fell
    dents = r["dents"][sled] + saplings + for_speed + for_side
    for step in range(steps):
        there = path[step] + 0
        counts = spaces[there]
        counts["entered"] += 1
        safety = track[there]["safety"]
        if safety > 0 and track[there]["tile"] != track[here]["tile"]:
            # The first lines crossed give the dents, until no more fall (DENT-4).
            fallen = min(max(speed + bonus - safety, 0), for_speed)
            counts["dents"][_SPEEDING] += fallen
            for_speed -= fallen
        sapling = track[there]["sapling"]
        if sapling >= 0 and (hits >> sapling) & 1:
            counts["dents"][_SAPLINGS] += 1
        here = there
    counts = spaces[here]
    counts["stops"] += 1
    counts["dents"][_SIDE] += for_side
    if end == HIT_SLED:
        counts["bumps"] += 1
    if dents == WRECK:
        counts["wrecks"] += 1
    return steps, dents, here


@kernel
def _count_cardless(
    spaces: Any, race: State, held: NDArray[np.int64], stood: NDArray[np.int64]
) -> None:
    """Count the dents that fell when the turn passed on, for having no card to play (TURN-4)."""
    for sled in range(race[0]["sleds"]):
        if race[0]["dents"][sled] > held[sled]:
            counts = spaces[stood[sled]]
            counts["dents"][_NO_CARDS] += 1
            if race[0]["dents"][sled] == WRECK:
                counts["wrecks"] += 1


@kernel
def _leader(race: State, track: Spaces) -> int:
    """Return the sled that won, or leads; -1 if none is left."""
    r = race[0]
    found, best = -1, -1
    for sled in range(r["sleds"]):
        if r["status"][sled] == FINISHED and r["place"][sled] == 1:
            return sled
        if r["space"][sled] != OFF and track[r["space"][sled]]["rank"] > best:
            found, best = sled, track[r["space"][sled]]["rank"]
    return found


@kernel
def _is_past_half(race: State, track: Spaces, sled: int, finish: int) -> bool:
    """Return whether a sled that leads, or has won, is in the second half of the course."""
    if sled < 0:
        return False
    space = race[0]["space"][sled]
    return space == OFF or 2 * track[space]["tile"] >= finish


@kernel
def _count_race(counts: Any, race: State, out: Any, half_leader: int) -> None:
    """Count how a race ended."""
    r = race[0]
    counts["races"] += 1
    counts["broken_off"] += r["phase"] != OVER
    counts["rounds"][min(r["round"] + 0, ROUND_LIMIT)] += 1
    counts["halfway"] += half_leader >= 0
    for sled in range(r["sleds"]):
        start = out["start"][sled] - 1
        counts["started"][start] += 1
        counts["turns"][sled] += out["turns"][sled]
        counts["wrecked"][sled] += r["status"][sled] == WRECKED
        if r["status"][sled] == FINISHED and r["place"][sled] == 1:
            counts["won"][sled] += 1
            counts["start_won"][start] += 1
            counts["halfway_won"] += sled == half_leader
