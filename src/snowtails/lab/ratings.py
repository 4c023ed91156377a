"""Ratings: a Plackett–Luce fit of who was placed before whom, in Elo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log, log1p, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .league import Raced, checked

Z = 1.96
"""Standard errors on either side of a 95 % interval."""

_ELO = 400 / log(10)
_PRIOR = 0.01
"""Weight of the belief that nobody is infinitely better: it tells where somebody never loses."""

_CLOSE = 1e-8
"""Width of a Newton step that is the last: the one after it would be of the size of its square."""

Floats = NDArray[np.floating[Any]]
Finish = tuple[tuple[int, ...], int]
"""Mushers in the order of a finish, and how many of them were placed; the rest have no order."""


@dataclass(frozen=True)
class Estimate:
    """A value and half the width of its 95 % interval."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.error

    def shown(self, scale: float = 1.0, digits: int = 0) -> str:
        """Write it as people do.

        >>> Estimate(0.254, 0.0102).shown(100, 1)
        '25.4 ± 1.0'
        """
        return f"{self.value * scale:.{digits}f} ± {self.error * scale:.{digits}f}"

    @classmethod
    def of(cls, rounds: Iterable[tuple[str, float]]) -> "Estimate":
        """Estimate the mean of what was found in rounds, each given with its course.

        That courses differ is no error: deviations are taken from the mean of the course.
        """
        by_course: dict[str, list[float]] = {}
        for course, value in rounds:
            by_course.setdefault(course, []).append(value)
        values = np.concatenate([np.array(found) for found in by_course.values()])
        apart = np.concatenate([np.array(v) - np.mean(v) for v in by_course.values()])
        if len(values) == len(by_course):
            return cls(float(values.mean()), inf)  # one deal says nothing of how they differ
        spread = sqrt(float(apart @ apart) / (len(values) - len(by_course)))
        return cls(float(values.mean()), Z * spread / sqrt(len(values)))


@dataclass(frozen=True)
class Ratings:
    """How strong mushers are, in Elo."""

    names: tuple[str, ...]
    elo: Floats
    covariance: Floats

    def between(self, stronger: str, weaker: str) -> Estimate:
        """Return by how much one is stronger than the other."""
        apart = np.zeros(len(self.names))
        apart[self.names.index(stronger)] += 1
        apart[self.names.index(weaker)] -= 1
        error = sqrt(max(float(apart @ self.covariance @ apart), 0.0))
        return Estimate(float(apart @ self.elo), Z * error)

    @property
    def zero(self) -> str:
        """Who has the rating 0: the Rookie, or the weakest if it did not race."""
        return "rookie" if "rookie" in self.names else self.names[int(np.argmin(self.elo))]


def rate(raced: Sequence[Raced]) -> Ratings:
    """Rate mushers by all the heats that they raced.

    Races of one deal share their luck, whoever races: errors are those of clusters, or what the
    curvature of the likelihood says, if that is more, as it is where somebody never loses.
    """
    names = tuple(sorted({musher for result in checked(raced) for musher in result.heat.field}))
    finishes, seen = _finishes(raced, names)
    often = seen.sum(axis=0)
    strengths = _fit(finishes, often, len(names))
    slopes, curvatures = _derivatives(finishes, strengths)
    by_deal = seen @ slopes
    curved = np.linalg.inv(_total_curvature(often, curvatures))
    clustered = curved @ (by_deal.T @ by_deal) @ curved
    # Strengths are known but for a constant, on which differences do not depend.
    level = np.eye(len(names)) - 1 / len(names)
    clustered, curved = level @ clustered @ level, level @ curved @ level
    wider = clustered if np.trace(clustered) > np.trace(curved) else curved
    return Ratings(names, _ELO * strengths, _ELO**2 * wider)


def _finishes(raced: Sequence[Raced], names: Sequence[str]) -> tuple[list[Finish], Floats]:
    """Return all kinds of finishes, and how often each was seen with each deal."""
    kinds: dict[Finish, int] = {}
    deals: dict[tuple[str, int], list[int]] = {}
    for result in raced:
        field = [names.index(musher) for musher in result.heat.field]
        for number, races in enumerate(result.rounds, result.heat.first):
            found = deals.setdefault((result.heat.course, number), [])
            for race in races:
                placed = sorted(pair for pair in zip(race, field, strict=True) if pair[0] > 0)
                rest = sorted(who for place, who in zip(race, field, strict=True) if place <= 0)
                finish = (*(who for _, who in placed), *rest), len(placed)
                found.append(kinds.setdefault(finish, len(kinds)))
    seen = np.zeros((len(deals), len(kinds)))
    for row, found in zip(seen, deals.values(), strict=True):
        np.add.at(row, found, 1)
    return list(kinds), seen


def _fit(finishes: Sequence[Finish], often: Floats, mushers: int) -> Floats:
    """Return the strengths under which the finishes are likeliest, by damped Newton steps.

    Along a step the curvature changes by a factor of at most e to the step's width, so a step that
    is shortened to the width log(1 + width) never overshoots; the last ones are as good as whole.
    """
    strengths = np.zeros(mushers)
    width = inf
    while width > _CLOSE:
        slopes, curvatures = _derivatives(finishes, strengths)
        slope = often @ slopes - _PRIOR * strengths
        step = np.linalg.solve(_total_curvature(often, curvatures), slope)
        width = float(np.ptp(step))
        strengths += step * (log1p(width) / width if width else 1.0)
    return strengths


def _total_curvature(often: Floats, curvatures: Floats) -> Floats:
    """Return how the log-likelihood of all finishes curves downward, prior included."""
    total: Floats = np.tensordot(often, curvatures, 1)
    return total + _PRIOR * np.eye(len(total))


def _derivatives(finishes: Sequence[Finish], strengths: Floats) -> tuple[Floats, Floats]:
    """Return for each finish the slope of its log-likelihood and its downward curvature."""
    count = len(strengths)
    slopes = np.zeros((len(finishes), count))
    curvatures = np.zeros((len(finishes), count, count))
    for i, (order, placed) in enumerate(finishes):
        for n in range(min(placed, len(order) - 1)):
            rest = list(order[n:])
            powers = np.exp(strengths[rest] - strengths[rest].max())
            chances = np.bincount(rest, powers / powers.sum(), count)
            slopes[i] -= chances
            slopes[i, order[n]] += 1
            curvatures[i] += np.diag(chances) - np.outer(chances, chances)
    return slopes, curvatures
