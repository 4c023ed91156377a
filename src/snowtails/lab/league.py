"""Leagues: mushers race each other over and over, until it is known who is better.

The unit is a *round*: one deal, raced once with each musher of a field in every seat. A seat has
the same cards whoever holds it, so luck evens out within a round, and errors are computed over
rounds. What was raced is written to a file heat by heat; a league goes on from there.
"""

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import combinations, cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ..course import Course, Refused
from ..mushers import CompiledMusher, find_musher
from .races import Results, asked_races, races_of

_ROUNDS_A_HEAT = 10
_ROUND_LIMIT = 400
"""A race that lasts longer is broken off; whoever is still on the track is unplaced."""

_FORMAT = "snowtails league 1"

Field = tuple[str, ...]
"""The mushers that race each other, by name."""


class LeagueMismatch(Refused):
    """A league file that tells of another league, or of none."""


@dataclass(frozen=True)
class League:
    """Who races where, how often."""

    mushers: tuple[str, ...]
    courses: tuple[str, ...]
    """Course lines."""
    sleds: tuple[int, ...] = (4,)
    rounds: int = 100
    """For each field, on each course."""
    seed: int = 1

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields of the wished sizes: every choice of the mushers, or all of them repeated."""
        found: dict[Field, None] = {}
        for sleds in self.sleds:
            named = tuple(islice(cycle(self.mushers), max(sleds, len(self.mushers))))
            found |= dict.fromkeys(combinations(named, sleds))
        return tuple(field for field in found if len(set(field)) > 1)

    def heats(self) -> Iterator["Heat"]:
        """List everything there is to race; all fields and courses advance together."""
        for first in range(0, self.rounds, _ROUNDS_A_HEAT):
            count = min(_ROUNDS_A_HEAT, self.rounds - first)
            for course in self.courses:
                for field in self.fields:
                    yield Heat(course, field, first, count)


@dataclass(frozen=True)
class Heat:
    """Some rounds of a field on a course."""

    course: str
    field: Field
    first: int
    count: int


@dataclass(frozen=True)
class Raced:
    """How a heat went."""

    heat: Heat
    places: tuple[str, ...]
    """For each round, for each race, the places of the field's mushers as digits; 0 is unplaced."""
    turns: tuple[int, ...]
    """Turns that each musher of the field took in all races that it finished."""

    def to_json(self) -> str:
        """Return one line for the league's file."""
        heat = asdict(self.heat)
        return json.dumps({**heat, "places": self.places, "turns": self.turns})

    @classmethod
    def from_json(cls, line: str) -> "Raced":
        """Read a line of a league's file."""
        found = json.loads(line)
        heat = Heat(found["course"], tuple(found["field"]), found["first"], found["count"])
        return cls(heat, tuple(found["places"]), tuple(found["turns"]))

    @property
    def rounds(self) -> list[list[tuple[int, ...]]]:
        """The places of the field's mushers, by round and race."""
        return [[tuple(map(int, race)) for race in row.split()] for row in self.places]


# -- racing ----------------------------------------------------------------------------------------


def race_heat(heat: Heat, seed: int) -> Raced:
    """Race the rounds of a heat, each deal once with the mushers moved on by a seat."""
    mushers = [find_musher(name) for name in heat.field]
    course = Course.parse(heat.course)
    numbers = range(heat.first, heat.first + heat.count)
    places: list[list[str]] = [[] for _ in numbers]
    turns = np.zeros(len(mushers), np.int64)
    for shift in range(len(mushers)):
        seated = [(member + shift) % len(mushers) for member in range(len(mushers))]
        seats = [mushers[seated.index(seat)] for seat in range(len(mushers))]
        results = _results(course, seats, seed, numbers)
        finished = results["place"][:, seated]
        turns += np.where(finished > 0, results["turns"][:, seated], 0).sum(axis=0)
        for row, race in zip(places, finished.tolist(), strict=True):
            row.append("".join(map(str, race)))
    return Raced(heat, tuple(map(" ".join, places)), tuple(turns.tolist()))


def _results(course: Course, seats: Sequence[Any], seed: int, numbers: range) -> Results:
    if all(isinstance(musher, CompiledMusher) for musher in seats):
        return races_of(course, seats, seed, numbers, _ROUND_LIMIT)
    return asked_races(course, seats, seed, numbers, _ROUND_LIMIT)


def race_league(
    league: League,
    file: Path | None = None,
    *,
    workers: int | None = None,
    on_heat: Callable[[Raced], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[Raced]:
    """Race what is not yet in the league's file, on all cores; return all that is raced then.

    `on_heat` is told of every heat, those in the file first. Once `cancel` is set, the heats that
    have begun are finished and kept.
    """
    raced = open_file(league, file) if file else []
    if on_heat:
        for result in raced:
            on_heat(result)
    done = {result.heat for result in raced}
    todo = (heat for heat in league.heats() if heat not in done)
    workers = workers or os.cpu_count() or 1
    leave_it = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is seen to by whoever waits for the league
    with (
        (file or Path(os.devnull)).open("a", encoding="utf-8") as lines,
        ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, leave_it) as pool,
    ):
        running: set[Future[Raced]] = set()
        while True:
            if not (cancel and cancel.is_set()):
                # A few heats wait at the door, so that no worker ever has to.
                for heat in islice(todo, 4 * workers - len(running)):
                    running.add(pool.submit(race_heat, heat, league.seed))
            if not running:
                return raced
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                result = future.result()
                print(result.to_json(), file=lines, flush=True)
                raced.append(result)
                if on_heat:
                    on_heat(result)


# -- the file --------------------------------------------------------------------------------------


def open_file(league: League, file: Path) -> list[Raced]:
    """Return what a league's file tells, or begin it; raise LeagueMismatch if it is another's.

    A line that was cut off while it was written is raced anew.
    """
    header = json.dumps({"format": _FORMAT, "seed": league.seed})
    if not file.exists() or not file.stat().st_size:
        file.write_text(header + "\n", encoding="utf-8")
        return []
    text = file.read_text(encoding="utf-8")
    first, *lines = text.split("\n")
    if first != header:
        raise LeagueMismatch(
            f"{file} does not tell of this league: it begins with {first[:80]!r}, "
            f"not with {header!r}; give another file, or the same seed"
        )
    if not text.endswith("\n"):
        file.write_text("\n".join([first, *lines[:-1], ""]), encoding="utf-8")
    wanted = set(league.heats())
    found = map(Raced.from_json, lines[:-1])
    return [result for result in found if result.heat in wanted]
