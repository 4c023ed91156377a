"""`Leg`: where in a season the race of a table stands, and what came before it.

A season is a chain of tables. Each knows the results of all races before its own, so points, table
and order are folded from one log.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ...rules import Result, Season

MOST_RACES = 12
LAYING_LASTS = 120.0
"""Seconds after a race in which nobody but whoever's turn it is can have the next course laid."""


@dataclass(frozen=True, slots=True)
class PastRace:
    """A race of the season that is over."""

    table: str
    course: str
    """The course line."""
    course_name: str
    order: tuple[int, ...]
    """Seats, the winner first; wrecks behind all finishers (END-4)."""
    finishers: int


@dataclass(frozen=True, slots=True)
class Leg:
    """One race of a season."""

    races: int
    """How many races the season has."""
    past: tuple[PastRace, ...] = ()
    first_layer: int = 0
    """The seat of whoever gave the first course, and so has laid it (SEASON-1)."""

    @property
    def number(self) -> int:
        """Which race of the season it is, counted from 1."""
        return len(self.past) + 1

    @property
    def last(self) -> bool:
        """Whether the season is over with this race."""
        return self.number >= self.races

    def season(self, mushers: Iterable[str]) -> Season:
        """Return the season as it was before this race."""
        results = (Result(race.order, race.finishers) for race in self.past)
        return Season(tuple(mushers), tuple(results), self.first_layer)

    def after(self, race: PastRace) -> "Leg":
        """Return the leg that follows when this race has ended so."""
        return replace(self, past=(*self.past, race))

    def begun_by(self, host_seat: int) -> "Leg":
        """Return the first leg, as whoever opened the table gave its course; others stay."""
        return self if self.past else replace(self, first_layer=host_seat)
