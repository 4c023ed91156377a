"""Ratings: a Plackett–Luce fit of who was placed before whom, in Elo."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from .league import Raced

Z = 1.96
"""Standard errors on either side of a 95 % interval."""

_ELO = 400 / log(10)
_PRIOR = 0.01
"""Weight of the belief that nobody is infinitely better: it tells where somebody never loses."""

Floats = NDArray[np.float64]
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

    @classmethod
    def of(cls, rounds: Sequence[float]) -> "Estimate":
        """Estimate the mean of what was found in each round."""
        spread = float(np.std(rounds, ddof=1)) if len(rounds) > 1 else float("nan")
        return cls(float(np.mean(rounds)), Z * spread / sqrt(len(rounds)))


def rate(raced: Sequence[Raced], zero: str = "rookie") -> dict[str, Estimate]:
    """Rate mushers in Elo; `zero` has a rating of 0, or the weakest if it did not race.

    Errors are those of clusters: the races of one round share their luck.
    """
    names = sorted({musher for result in raced for musher in result.heat.field})
    finishes, seen = _finishes(raced, names)
    strengths = _fit(finishes, seen.sum(axis=0), len(names))
    _, slopes, curvatures = _likelihoods(finishes, strengths)
    by_round = seen @ slopes
    curvature = np.tensordot(seen.sum(axis=0), curvatures, 1)
    bread = np.linalg.pinv(curvature + _PRIOR * np.eye(len(names)))
    covariance = bread @ (by_round.T @ by_round) @ bread
    base = names.index(zero) if zero in names else int(np.argmin(strengths))
    ratings = {}
    for i, name in enumerate(names):
        apart = np.eye(len(names))[i] - np.eye(len(names))[base]
        error = sqrt(max(float(apart @ covariance @ apart), 0.0))
        ratings[name] = Estimate(_ELO * float(apart @ strengths), _ELO * Z * error)
    return ratings


def _finishes(raced: Sequence[Raced], names: list[str]) -> tuple[list[Finish], Floats]:
    """Return all kinds of finishes, and how often each was seen in each round."""
    kinds: dict[Finish, int] = {}
    rounds: list[list[int]] = []
    for result in raced:
        field = [names.index(musher) for musher in result.heat.field]
        for races in result.rounds:
            rounds.append([])
            for race in races:
                places = sorted(zip(race, field, strict=True))
                unplaced = sum(place == 0 for place in race)
                order = (*places[unplaced:], *places[:unplaced])
                finish = tuple(who for _, who in order), len(race) - unplaced
                rounds[-1].append(kinds.setdefault(finish, len(kinds)))
    seen = np.zeros((len(rounds), len(kinds)))
    for row, found in zip(seen, rounds, strict=True):
        np.add.at(row, found, 1)
    return list(kinds), seen


def _fit(finishes: Sequence[Finish], often: Floats, mushers: int) -> Floats:
    """Return the strengths under which the finishes are likeliest."""

    def loss(strengths: Floats) -> tuple[float, Floats]:
        likelihoods, slopes, _ = _likelihoods(finishes, strengths)
        value = _PRIOR * strengths @ strengths / 2 - often @ likelihoods
        return float(value), _PRIOR * strengths - often @ slopes

    found: Floats = minimize(loss, np.zeros(mushers), jac=True, method="L-BFGS-B").x
    return found


def _likelihoods(finishes: Sequence[Finish], strengths: Floats) -> tuple[Floats, Floats, Floats]:
    """Return for each finish its log-likelihood, the slope of it and the curvature against it."""
    count = len(strengths)
    likelihoods = np.zeros(len(finishes))
    slopes = np.zeros((len(finishes), count))
    curvatures = np.zeros((len(finishes), count, count))
    for i, (order, placed) in enumerate(finishes):
        for n in range(min(placed, len(order) - 1)):
            rest = list(order[n:])
            powers = np.exp(strengths[rest] - strengths[rest].max())
            chances = np.bincount(rest, powers / powers.sum(), count)
            likelihoods[i] += np.log(powers[0] / powers.sum())
            slopes[i] -= chances
            slopes[i, order[n]] += 1
            curvatures[i] += np.diag(chances) - np.outer(chances, chances)
    return likelihoods, slopes, curvatures
