"""Leagues: mushers race each other over and over, until it is known who is better.

The unit is a *round*: one deal, raced once with each musher of a field in every seat. A seat has
the same cards whoever holds it, so luck evens out within a round, and errors are computed over
rounds. What was raced is written to a file heat by heat; a league goes on from there.
"""

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import combinations, cycle, islice
from pathlib import Path
from typing import Any

import numpy as np

from ..course import Course, InvalidArgument, Refused
from ..course.problem import expect, whole_number
from ..mushers import find_musher
from ..rules.state import MOST_SLEDS, RACING
from .file import InvalidFile, kept_lines
from .races import races_of
from .workers import checked_workers, spread

_ROUNDS_A_HEAT = 10

WRECKED, BROKEN_OFF = 0, -1
"""In place of a place: of a wreck, and of a sled still on the track after ROUND_LIMIT rounds."""

_SIGNS = {WRECKED: "x", BROKEN_OFF: "-"} | {place: str(place) for place in range(1, 6)}
_PLACES = {sign: place for place, sign in _SIGNS.items()}

Field = tuple[str, ...]
"""The mushers that race each other, by name."""


class InvalidLeague(Refused):
    """A league that cannot be raced, or a file that does not tell of it."""


@dataclass(frozen=True)
class League:
    """Who races where, how often.

    Mushers are given by name, as processes of their own look for them. Courses are given as courses
    are everywhere, and kept as course lines.

    >>> League(["husky", "pup"], ["nutcracker", "srs"]).courses
    ('srsrs', 'srs')
    """

    mushers: Sequence[str]
    courses: Sequence[Course | str | Path]
    sleds: Sequence[int] = (4,)
    rounds: int = 100
    """For each field, on each course."""
    seed: int = 1

    def __post_init__(self) -> None:
        mushers = tuple(_listed(self.mushers, "mushers are", '("husky", "my_module:MyMusher")'))
        courses = _listed(self.courses, "courses are", '("nutcracker", "srs")')
        sleds = tuple(_listed(self.sleds, "numbers of sleds are", "(2, 4)"))
        for musher in mushers:
            find_musher(expect(str, musher, "a league knows mushers by their names"))
        if len(set(mushers)) < 2:
            named = ", ".join(mushers)
            raise InvalidLeague(f"a league needs two different mushers, not {named!r}")
        rounds = whole_number(self.rounds, "a number of rounds is a whole number")
        if not courses or not sleds or rounds < 1:
            raise InvalidLeague("a league needs a course, a number of sleds and a round at least")
        for size in sleds:
            if not 2 <= whole_number(size, "a number of sleds is a whole number") <= MOST_SLEDS:
                raise InvalidLeague(f"a race of a league has 2 to {MOST_SLEDS} sleds, not {size}")
        whole_number(self.seed, "a seed is a whole number")
        lines = dict.fromkeys(Course.of(course).line for course in courses)
        for name, value in (("mushers", mushers), ("courses", tuple(lines)), ("sleds", sleds)):
            object.__setattr__(self, name, value)

    @property
    def fields(self) -> tuple[Field, ...]:
        """All fields of the wished sizes: every choice among the mushers.

        Are there fewer mushers than sleds, they are repeated from the first on.
        """
        found: dict[Field, None] = {}
        for sleds in self.sleds:
            named = tuple(islice(cycle(self.mushers), max(sleds, len(self.mushers))))
            found |= dict.fromkeys(combinations(named, sleds))
        return tuple(field for field in found if len(set(field)) > 1)

    def heats(self) -> Iterator["Heat"]:
        """List everything there is to race; all fields and courses advance together."""
        for first in range(0, self.rounds, _ROUNDS_A_HEAT):
            count = min(_ROUNDS_A_HEAT, self.rounds - first)
            for course in map(str, self.courses):
                for field in self.fields:
                    yield Heat(course, field, first, count)


def _listed(given: Any, what: str, example: str) -> Sequence[Any]:
    """Return several things that were given, if they were given as several."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        return given
    raise InvalidArgument(f"{what} given as several, as in {example}, not {given!r}")


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
    """For each round, for each race, the places of the field's mushers: x is a wreck, - a sled that
    was still on the track when the race was broken off."""
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
        rows = (row.split() for row in self.places)
        return [[tuple(_PLACES[sign] for sign in race) for race in row] for row in rows]


def checked(raced: Sequence[Raced]) -> Sequence[Raced]:
    """Return heats that were raced, or refuse what are none."""
    given = _listed(raced, "heats that were raced are", "race_league(league)")
    for each in given:
        expect(Raced, each, "a heat that was raced is a Raced, as race_league returns them")
    if not given:
        raise InvalidLeague("nothing was raced")
    return given


# -- racing ----------------------------------------------------------------------------------------


def race_heat(heat: Heat, seed: int) -> Raced:
    """Race the rounds of a heat, each deal once with the mushers moved on by a seat."""
    mushers = [find_musher(name) for name in heat.field]
    course = Course.parse(heat.course)
    digest = hashlib.sha256(f"{seed} {heat.course}".encode()).digest()
    own_seed = int.from_bytes(digest[:8], "big")  # each course has deals of its own
    numbers = range(heat.first, heat.first + heat.count)
    places: list[list[str]] = [[] for _ in numbers]
    turns = np.zeros(len(mushers), np.int64)
    for shift in range(len(mushers)):
        seated = [(member + shift) % len(mushers) for member in range(len(mushers))]
        seats = [mushers[seated.index(seat)] for seat in range(len(mushers))]
        results = races_of(course, seats, own_seed, numbers)
        finished = results["place"][:, seated]
        turns += np.where(finished > 0, results["turns"][:, seated], 0).sum(axis=0)
        ended = np.where(results["status"][:, seated] == RACING, BROKEN_OFF, finished)
        for row, race in zip(places, ended.tolist(), strict=True):
            row.append("".join(_SIGNS[place] for place in race))
    return Raced(heat, tuple(map(" ".join, places)), tuple(turns.tolist()))


def race_league(
    league: League,
    file: Path | str | None = None,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    on_heat: Callable[[Raced], None] | None = None,
    cancel: threading.Event | None = None,
) -> list[Raced]:
    """Race what is not yet in the league's file, on all cores; return all that is raced then.

    `cluster` is the address of a Dask scheduler whose workers race instead. `on_heat` is told of
    every heat, those in the file first. Once `cancel` is set, the heats being raced are finished
    and kept. Workers are processes: a script that calls this needs to keep what it does under
    `if __name__ == "__main__"`.
    """
    expect(League, league, "what is raced is a League")
    checked_workers(workers)
    file = None if file is None else Path(file)
    raced = open_file(league, file) if file else []
    if on_heat:
        for result in raced:
            on_heat(result)
    done = {result.heat for result in raced}
    todo = (heat for heat in league.heats() if heat not in done)
    for musher in league.mushers:
        # Whatever is not compiled yet is compiled here, and not by each of the workers.
        races_of(league.courses[0], [musher], league.seed, range(0))
    race = partial(race_heat, seed=league.seed)
    with (file or Path(os.devnull)).open("a", encoding="utf-8") as lines:
        for _, result in spread(race, todo, workers=workers, cluster=cluster, cancel=cancel):
            print(result.to_json(), file=lines, flush=True)
            raced.append(result)
            if on_heat:
                on_heat(result)
    return raced


# -- the file --------------------------------------------------------------------------------------


def open_file(league: League, file: Path) -> list[Raced]:
    """Return what a league's file tells, or begin it; raise InvalidLeague if it is another's.

    What was raced counts only for the mushers, rules and deals that it was raced with. A line that
    was cut off while it was written is raced anew.
    """
    try:
        lines = kept_lines(file, "league", league.seed, league.mushers)
    except InvalidFile as error:
        raise InvalidLeague(str(error)) from None
    wanted = set(league.heats())
    found = {}
    for number, line in enumerate(lines, 2):
        try:
            result = Raced.from_json(line)
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidLeague(f"{file}, line {number}: no heat of a league ({error})") from None
        found[result.heat] = result
    return [result for heat, result in found.items() if heat in wanted]
