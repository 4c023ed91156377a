"""A sequential test of a change to a musher, as chess engines are tested."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from ..course import InvalidArgument
from .league import InvalidLeague, League, Raced


@dataclass(frozen=True)
class Sprt:
    """A test that goes on until it is decided.

    After each round: is the new musher better than the old one by `elo1` rather than by `elo0`?
    Both errors have the chance `risk`.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    risk: float = 0.05

    def __post_init__(self) -> None:
        for number in (self.elo0, self.elo1, self.risk):
            if not isinstance(number, int | float):
                raise InvalidArgument(f"ratings and risk of a test are numbers, not {number!r}")
        if not self.elo0 < self.elo1:
            given = f"{self.elo0:g} and {self.elo1:g}"
            raise InvalidLeague(f"a test needs two ratings, the lower one first, not {given}")
        if not 0 < self.risk < 0.5:
            raise InvalidLeague(f"a risk lies between 0 and a half; {self.risk:g} does not")

    @property
    def bound(self) -> float:
        """The test ends once the evidence is this strong for either side."""
        return log((1 - self.risk) / self.risk)

    def test(self, scores: Iterable[float]) -> "Verdict":
        """Go through the scores of rounds, in the order that they were to be raced, to the end.

        A score is the share of pairs of a new and an old musher in which the new one was ahead. Two
        made-up rounds, one lost and one won, keep the variance from vanishing.
        """
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        count, total, squares = 0, 0.0, 0.0
        evidence = 0.0
        for score in scores:
            count, total, squares = count + 1, total + score, squares + score * score
            mean = (total + 1) / (count + 2)
            variance = (squares + 1) / (count + 2) - mean * mean
            evidence = count * (high - low) * (2 * mean - low - high) / (2 * variance)
            if abs(evidence) >= self.bound:
                return Verdict("accepted" if evidence > 0 else "rejected", evidence, count)
        return Verdict("undecided", evidence, count)


@dataclass(frozen=True)
class Verdict:
    """How a test ended, or stands."""

    word: Literal["accepted", "rejected", "undecided"]
    evidence: float
    """Log-likelihood ratio of the two claims."""
    rounds: int


def scores_in_order(league: League, raced: Iterable[Raced]) -> list[float]:
    """Return the scores of all rounds up to the first that is not raced yet."""
    new, old = league.mushers
    by_heat = {result.heat: result for result in raced}
    scores: list[float] = []
    for heat in league.heats():
        if heat not in by_heat:
            break
        scores += pair_scores([by_heat[heat]], new, old)
    return scores


def pair_scores(raced: Iterable[Raced], new: str, old: str) -> list[float]:
    """Return for each round the share of pairs in which the new musher was ahead of the old."""
    scores = []
    for result in raced:
        field = np.array(result.heat.field)
        for races in result.rounds:
            table = np.array(races)
            table = np.where(table <= 0, len(field) + 1, table)
            mine, theirs = table[:, field == new], table[:, field == old]
            ahead = mine[:, :, None] < theirs[:, None, :]
            level = mine[:, :, None] == theirs[:, None, :]
            scores.append(float((ahead + level / 2).mean()))
    return scores
