"""The course solver: how many turns a sled alone on a course still needs, from everywhere.

Backward induction from the finish line. What is solved is (space, dents, dogs, brake); the hand is
dealt anew from a full deck before every turn. So it is an estimate: a real hand keeps the cards
that were not played. All moves come from `rules.reach`.
"""

import hashlib
import os
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from math import prod
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..cache import cache_root, open_cache
from ..course import LANES, Course, Refused
from ..course.problem import expect
from ..course.tile import FINISH, RUN_OFF
from ..course.track import Spaces, Track
from ..rules.flow import set_up
from ..rules.kernel import FINGERPRINT, kernel, kernel_part
from ..rules.reach import OUTCOME, PACE, Outcomes, Paces, count_dents, explore, settle_pace
from ..rules.state import HAND, PRINTED, VALUES, WRECK, State, empty_state
from ..rules.turns import TURNS
from .hands import CHANCES, FIRST_HAND, HANDS

VALUE = np.dtype([("ride", np.float32), ("drive", np.float32)])
"""Turns to the finish, the next one included: `ride` with a hand still to be dealt, `drive` once
the cards lie on dogs and brake."""

Values = NDArray[np.void]
"""An array of VALUE by space, dents, left dog - 1, right dog - 1, brake - 1."""

LOST = 60.0
"""What a wreck counts, in turns."""

PAST = 0.02
"""What each space past the finish line is worth, in turns: enough to prefer the furthest."""

_SPACES_PAST = sum(sum(face.spaces) for face in (FINISH, *RUN_OFF))
_MOST_SWEEPS = 50
_EXACT = 1e-3


class Cancelled(Exception):
    """The solver was told to stop."""


# -- tables ----------------------------------------------------------------------------------------


def _paces() -> tuple[Paces, NDArray[np.int16]]:
    """Tabulate the paces that dogs and brake make, without and with a leader's bonus."""
    found: dict[tuple[int, int, int], int] = {}
    of_dogs = np.empty((VALUES, VALUES, VALUES, 2), np.int16)
    for left, right, brake in np.ndindex(VALUES, VALUES, VALUES):
        speed, drift = left + right - brake + 1, right - left
        plain = (max(speed, 0), drift, 0)
        faster = (speed + 1, drift, 1) if drift == 0 and speed > 0 else plain
        for i, pace in enumerate((plain, faster)):
            of_dogs[left, right, brake, i] = found.setdefault(pace, len(found))
    paces = np.zeros(len(found), PACE)
    for i, (speed, drift, bonus) in enumerate(found):
        paces[i]["speed"], paces[i]["drift"], paces[i]["bonus"] = speed, drift, bonus
    return paces, of_dogs


_PACES, _PACES_OF_DOGS = _paces()


# -- backward induction ----------------------------------------------------------------------------


@kernel_part
def finish_rank(track: Spaces) -> int:
    """Return the lowest rank past the finish line; the spaces past it rank highest."""
    return len(track) - _SPACES_PAST


@kernel_part
def turns_past(track: Spaces, space: int, line: int) -> float:
    """Return what a place past the finish line is worth, in turns; `line` is its lowest rank."""
    return PAST * ((track[space]["rank"] - line) // LANES + 1)


@kernel_part
def best_by_cards(
    values: Values, space: int, dents: int, dogs: tuple[int, int, int], best: NDArray[np.float32]
) -> None:
    """Find the fewest turns that one, two or three cards of each value allow.

    Dogs and brake are given less one, as in `values`.
    """
    drive = values[space, dents]
    left, right, brake = dogs
    for value in range(VALUES):
        best[value, 0] = LOST
        best[value, 1] = min(
            drive[value, right, brake]["drive"],
            drive[left, value, brake]["drive"],
            drive[left, right, value]["drive"],
        )
        best[value, 2] = min(
            best[value, 1],
            drive[value, value, brake]["drive"],
            drive[value, right, value]["drive"],
            drive[left, value, value]["drive"],
        )
        best[value, 3] = min(best[value, 2], drive[value, value, value]["drive"])


@kernel_part
def _mean_of_hands(size: int, best: NDArray[np.float32]) -> float:
    """Return the mean over all hands of so many cards of the best that each allows."""
    mean = 0.0
    for i in range(FIRST_HAND[size], FIRST_HAND[size + 1]):
        fewest = best[0, min(HANDS[i, 0], 3)]
        for value in range(1, VALUES):
            fewest = min(fewest, best[value, min(HANDS[i, value], 3)])
        mean += CHANCES[i] * fewest
    return mean


@kernel
def _solve_moves(
    values: Values, race: State, track: Spaces, outcomes: Outcomes, paces: Paces, line: int
) -> None:
    """Find the value of every setting of dogs and brake where the sled of the race stands."""
    space, dents = race[0]["space"][0], race[0]["dents"][0]
    options = 2 if track[space]["tile"] > 0 else 1  # no bonus on the first turn (MOVE-6)
    for left, right, brake in np.ndindex(VALUES, VALUES, VALUES):
        fewest = np.float32(LOST)
        for option in range(options):
            pace = paces[_PACES_OF_DOGS[left, right, brake, option]]
            for i in range(pace["first"], pace["behind"]):
                out = outcomes[i]
                if out["wrecked"]:
                    continue
                if track[out["space"]]["past"]:
                    turns = 1.0 - turns_past(track, out["space"], line)
                else:
                    after = values[out["space"], dents + count_dents(out)]
                    turns = 1.0 + after[left, right, brake]["ride"]
                fewest = min(fewest, np.float32(turns))
        values[space, dents, left, right, brake]["drive"] = fewest


@kernel
def _solve_hands(values: Values, space: int, dents: int) -> float:
    """Find the values of all dogs and brakes over all hands; return how much they changed."""
    best = np.empty((VALUES, 4), np.float32)
    change = 0.0
    for left, right, brake in np.ndindex(VALUES, VALUES, VALUES):
        best_by_cards(values, space, dents, (left, right, brake), best)
        value = values[space, dents, left, right, brake]
        mean = _mean_of_hands(HAND - dents, best)
        change = max(change, abs(mean - value["ride"]))
        value["ride"] = mean
    return change


@kernel
def _solve_space(values: Values, race: State, track: Spaces, space: int, line: int) -> None:
    """Find all values of a space, given those of the spaces nearer to the finish."""
    outcomes = np.empty(4 * TURNS, OUTCOME)
    paces = _PACES.copy()
    race[0]["space"][0] = space
    for dents in range(WRECK - 1, -1, -1):
        race[0]["dents"][0] = dents
        nodes, book = explore(race, track, 0, paces)
        count = 0
        for i in range(len(paces)):
            paces[i]["first"] = count
            count = settle_pace(track, nodes, book, paces[i], outcomes)
            paces[i]["behind"] = count
        for left, right, brake in np.ndindex(VALUES, VALUES, VALUES):
            values[space, dents, left, right, brake]["ride"] = LOST
        # A sled that stands still comes back to the same space: repeat until nothing changes.
        for _ in range(_MOST_SWEEPS):
            _solve_moves(values, race, track, outcomes, paces, line)
            if _solve_hands(values, space, dents) < _EXACT:
                break


# -- solutions -------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Solution:
    """What the solver knows about a course."""

    track: Track
    values: Values

    def __repr__(self) -> str:
        return f"<Solution: par {self.par:.2f} turns>"

    @cached_property
    def par(self) -> float:
        """Turns that a good driver alone on the course needs, from the best start space."""
        return min(self.turns_from(space) for space in self.track.starts)

    def turns_from(
        self, space: int | str, dogs: tuple[int, int, int] = (PRINTED,) * 3, dents: int = 0
    ) -> float:
        """Return the turns to the finish from a space, by number or name.

        `dogs` are left dog, right dog and brake.

        >>> round(solve("nutcracker").turns_from("2c3", (4, 4, 2)), 1)
        2.8
        """
        at = self.track.find(space) if isinstance(space, str) else space
        if at not in range(len(self.track)):
            raise Refused(f"spaces are numbered 0–{len(self.track) - 1}, not {space!r}")
        expect(tuple, dogs, "left dog, right dog and brake are three numbers, as in (3, 3, 3)")
        if [value in range(1, VALUES + 1) for value in dogs] != [True] * 3:
            raise Refused(f"left dog, right dog and brake are 1 to {VALUES} each, not {dogs!r}")
        if dents not in range(WRECK):
            raise Refused(f"a sled that still races has 0 to {WRECK - 1} dents, not {dents!r}")
        left, right, brake = dogs
        return float(self.values[at, dents, left - 1, right - 1, brake - 1]["ride"])


_kept: dict[str, Solution] = {}
_KEPT = 32


def solve(
    course: Course | str | Path,
    *,
    on_progress: Callable[[float], None] | None = None,
    cancel: threading.Event | None = None,
) -> Solution:
    """Solve a course, or return what was found before; solutions are kept on disk by course.

    `on_progress` is told the share that is done. Raises Cancelled once `cancel` is set.
    """
    track = Course.of(course).track
    key = _key(track.spaces)
    solution = _kept.get(key)
    if solution is None:
        values = _read(key, track)
        if values is None:
            values = solve_track(track, on_progress, cancel)
            _write(key, values)
        values.flags.writeable = False
        solution = Solution(track, values)
        while len(_kept) >= _KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[key] = solution
    return solution


def solve_track(
    track: Track,
    on_progress: Callable[[float], None] | None = None,
    cancel: threading.Event | None = None,
) -> Values:
    """Solve a track, whatever was found before."""
    spaces = track.spaces
    race = empty_state()
    set_up(race, spaces, 1)
    values = np.zeros((len(spaces), WRECK, VALUES, VALUES, VALUES), VALUE)
    line = finish_rank(spaces)
    todo = [n for n in np.argsort(-spaces["rank"]).tolist() if spaces["rank"][n] < line]
    for done, space in enumerate(todo):
        if cancel and cancel.is_set():
            raise Cancelled
        if spaces["free"][space]:
            _solve_space(values, race, spaces, space, line)
        if on_progress:
            on_progress((done + 1) / len(todo))
    return values


# -- kept on disk ----------------------------------------------------------------------------------


def _key(spaces: Spaces) -> str:
    """Return a name for all courses that race the same, under these rules, by this solver."""
    # The fingerprint is that of this file too; this is asked for before every turn of a Husky.
    return hashlib.sha256(FINGERPRINT.encode() + spaces.tobytes()).hexdigest()[:32]


def _file(key: str) -> Path:
    return cache_root() / "values" / f"{key}.values"


def _read(key: str, track: Track) -> Values | None:
    """Return the values kept on disk; None if there are none, or not all of them."""
    path = _file(key)
    shape = len(track), WRECK, *(VALUES,) * 3
    try:
        values: Values = np.fromfile(path, VALUE)
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # in use: what nobody has opened for long is removed
    return values.reshape(shape) if len(values) == prod(shape) else None


def _write(key: str, values: Values) -> None:
    """Keep values on disk, if that is possible; they are there in memory in any case."""
    folder = open_cache("values")
    if folder is None:
        return
    with suppress(OSError), tempfile.TemporaryDirectory(dir=folder) as part:
        whole = Path(part) / "whole"
        values.tofile(whole)
        whole.replace(_file(key))
