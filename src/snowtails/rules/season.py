"""Seasons: several races among the same mushers, their points and their table.

A season is a value, folded from the results of its races: mushers are numbered as their sleds are,
and keep their numbers from race to race.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from ..course import Course, Refused
from ..course.problem import expect, whole_number
from .choices import Phase
from .deal import Deal
from .race import Race
from .state import MOST_SLEDS

POINTS = (5, 3, 2, 1, 0)
"""Points for the places from the first on (SEASON-1)."""


class InvalidSeason(Refused):
    """A season that cannot be, or a race that does not belong to it."""


@dataclass(frozen=True)
class Result:
    """How one race of a season ended."""

    order: tuple[int, ...]
    """Sleds, the winner first; wrecks behind all finishers, the later before the earlier."""
    finishers: int
    """How many of them have finished; the others are unplaced (END-4)."""
    choosing: tuple[int, ...] | None = field(default=None, compare=False)
    """The order in which start spaces were chosen, where it is known."""
    record: str = field(default="", compare=False, repr=False)
    """The race record, where there is one."""

    def __post_init__(self) -> None:
        for sled in expect(tuple, self.order, "a result lists the sleds, as in (1, 0, 2)"):
            whole_number(sled, "a result lists the sleds by number")
        whole_number(self.finishers, "finishers are counted")
        if sorted(self.order) != list(range(len(self.order))):
            raise InvalidSeason(f"a result lists each sled once, from 0; not {list(self.order)}")
        if not 0 <= self.finishers <= len(self.order):
            raise InvalidSeason(f"{self.finishers} of {len(self.order)} sleds cannot have finished")

    @classmethod
    def of(cls, race: Race, headers: Mapping[str, str] | None = None) -> Self:
        """Return the result of a race that is over, with its record under these headers."""
        expect(Race, race, "a result is that of a Race")
        if race.phase is not Phase.OVER:
            raise InvalidSeason(f"the race is not over: it is in round {race.round}")
        standings = race.standings()
        return cls(
            order=tuple(standing.sled for standing in standings),
            finishers=sum(standing.place is not None for standing in standings),
            choosing=race.beginning.choosing or None,
            record=race.record(headers),
        )

    def place(self, sled: int) -> int | None:
        """Return a sled's place; None if it was wrecked."""
        place = self.order.index(sled) + 1
        return place if place <= self.finishers else None

    def points(self, sled: int) -> int:
        """Return the points that a sled has won (SEASON-1)."""
        place = self.place(sled)
        return 0 if place is None else POINTS[place - 1]


@dataclass(frozen=True)
class Row:
    """A musher's line in the table of a season."""

    rank: int
    """From 1; shared by those whom nothing tells apart."""
    musher: int
    points: int
    places: tuple[int | None, ...]
    """Its place in each race; None where it was wrecked."""


@dataclass(frozen=True)
class Season:
    """Races among the same mushers, each adding a result.

    >>> season = Season(("Anna", "Ben", "Cleo")).after(Result((2, 0, 1), finishers=2))
    >>> [(row.rank, season.mushers[row.musher], row.points) for row in season.table]
    [(1, 'Cleo', 5), (2, 'Anna', 3), (3, 'Ben', 0)]
    >>> season.mushers[season.layer], season.choosing
    ('Ben', (1, 0, 2))
    >>> Season(("Anna", "Ben", "Cleo"), first_layer=2).after(Result((2, 0, 1), finishers=2)).layer
    0
    """

    mushers: tuple[str, ...]
    results: tuple[Result, ...] = ()
    first_layer: int = 0
    """The musher who has given, and so laid, the first course (SEASON-1)."""

    def __post_init__(self) -> None:
        expect(tuple, self.mushers, 'mushers are a tuple of names, as in ("Anna", "Ben")')
        expect(tuple, self.results, "results are a tuple of Result")
        if not 1 <= len(self.mushers) <= MOST_SLEDS:
            raise InvalidSeason(f"1 to {MOST_SLEDS} mushers race, not {len(self.mushers)}")
        for name in self.mushers:
            expect(str, name, "a musher is named by a text")
            if not name or name != " ".join(name.split()) or set(name) & set(",;"):
                raise InvalidSeason(
                    f"no name for a musher: {name!r}; write one line without , ; and outer blanks"
                )
        if self.first_layer not in range(len(self.mushers)):
            raise InvalidSeason(
                f"the first course is laid by one of the mushers 0–{len(self.mushers) - 1}, "
                f"not by {self.first_layer}"
            )
        for number, result in enumerate(self.results):
            expect(Result, result, "results are a tuple of Result; Result.of(race) makes one")
            self._check(number, result)

    def _check(self, number: int, result: Result) -> None:
        """Refuse a result that cannot be that of race `number`, counted from 0."""
        if len(result.order) != len(self.mushers):
            raise InvalidSeason(
                f"race {number + 1} had {len(result.order)} sleds, the season has "
                f"{len(self.mushers)} mushers"
            )
        wanted = self._choosing(number)
        if None not in (wanted, result.choosing) and wanted != result.choosing:
            raise InvalidSeason(
                f"in race {number + 1} start spaces are chosen in the order {list(wanted or ())}, "
                f"the last result reversed (SEASON-3), not {list(result.choosing or ())}"
            )

    # -- the next race ------------------------------------------------------------------------

    @property
    def layer(self) -> int:
        """The musher who lays the next course: each in turn from the first layer (SEASON-1)."""
        return (self.first_layer + len(self.results)) % len(self.mushers)

    @property
    def choosing(self) -> tuple[int, ...] | None:
        """The order of choosing start spaces in the next race; None if it is drawn (SETUP-5)."""
        return self._choosing(len(self.results))

    def _choosing(self, number: int) -> tuple[int, ...] | None:
        return self.results[number - 1].order[::-1] if number else None  # SEASON-3

    def next_race(
        self, course: Course | str | Path, deal: Deal | None = None, *, seed: int | None = None
    ) -> Race:
        """Return the next race, ready for start spaces to be chosen."""
        return Race(course, len(self.mushers), deal=deal, seed=seed, choosing=self.choosing)

    def after(self, result: Result) -> "Season":
        """Return the season with one race more."""
        return replace(self, results=(*self.results, result))

    # -- the table ----------------------------------------------------------------------------

    def points(self, musher: int) -> int:
        """Return the points that a musher has won so far."""
        return sum(result.points(musher) for result in self.results)

    @property
    def table(self) -> tuple[Row, ...]:
        """All mushers, the best first (SEASON-2); of those who share a rank the first seated."""
        keys = [self._merit(musher) for musher in range(len(self.mushers))]
        return tuple(
            Row(
                rank=1 + sum(other < keys[musher] for other in keys),
                musher=musher,
                points=self.points(musher),
                places=tuple(result.place(musher) for result in self.results),
            )
            for musher in sorted(range(len(keys)), key=keys.__getitem__)
        )

    def _merit(self, musher: int) -> tuple[int, int]:
        """Return a key that is less for the better: points, then the last place (SEASON-2)."""
        last = self.results[-1].place(musher) if self.results else None
        return -self.points(musher), last or MOST_SLEDS + 1

    @property
    def champions(self) -> tuple[int, ...]:
        """Who would win if the season ended now; several if nothing tells them apart."""
        if not self.results:
            return ()
        return tuple(row.musher for row in self.table if row.rank == 1)

    @property
    def progress(self) -> tuple[tuple[int, ...], ...]:
        """Points of each musher after each race, for a chart."""
        return tuple(
            _running([result.points(musher) for result in self.results])
            for musher in range(len(self.mushers))
        )


def _running(points: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(points[: n + 1]) for n in range(len(points)))
