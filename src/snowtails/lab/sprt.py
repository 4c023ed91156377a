"""A sequential test of a change to a musher, as chess engines are tested."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from .league import Raced


@dataclass(frozen=True)
class Sprt:
    """A test that goes on until it is decided.

    After each round: is the new musher better than the old one by `elo1` rather than by `elo0`?
    Both errors have the chance `risk`.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    risk: float = 0.05

    @property
    def bound(self) -> float:
        """The test ends once the evidence is this strong for either side."""
        return log((1 - self.risk) / self.risk)

    def evidence(self, scores: Sequence[float]) -> float:
        """Return the log-likelihood ratio of the two claims, given the scores of all rounds.

        A score is the share of pairs of a new and an old musher in which the new one was ahead.
        """
        if len(scores) < 2:
            return 0.0
        mean, variance = float(np.mean(scores)), float(np.var(scores, ddof=1))
        if variance == 0:
            return 0.0
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (self.elo0, self.elo1))
        return len(scores) * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, scores: Sequence[float]) -> str | None:
        """Return "accepted", "rejected", or None while nothing is decided."""
        evidence = self.evidence(scores)
        if evidence >= self.bound:
            return "accepted"
        return "rejected" if evidence <= -self.bound else None


def pair_scores(raced: Iterable[Raced], new: str, old: str) -> list[float]:
    """Return for each round the share of pairs in which the new musher was ahead of the old."""
    scores = []
    for result in raced:
        field = np.array(result.heat.field)
        for races in result.rounds:
            table = np.array(races)
            table = np.where(table == 0, len(field) + 1, table)
            mine, theirs = table[:, field == new], table[:, field == old]
            ahead = mine[:, :, None] < theirs[:, None, :]
            level = mine[:, :, None] == theirs[:, None, :]
            scores.append(float((ahead + level / 2).mean()))
    return scores
