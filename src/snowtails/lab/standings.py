"""What a league says about its mushers: shares, places, and ratings with their errors."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from .league import Raced
from .ratings import Estimate, rate


@dataclass(frozen=True)
class Standing:
    """How a musher fared; all but the rating is per sled and race."""

    musher: str
    rounds: int
    wins: Estimate
    place: float
    """Mean place; the unplaced count as last."""
    unplaced: Estimate
    turns: float
    """Mean turns of the races that it finished."""
    elo: Estimate


def standings(raced: Iterable[Raced]) -> list[Standing]:
    """Return how the mushers of some heats fared, the highest rating first."""
    raced = list(raced)
    ratings = rate(raced)
    wins, places, unplaced = defaultdict(list), defaultdict(list), defaultdict(list)
    turns: dict[str, int] = defaultdict(int)
    for result in raced:
        field = np.array(result.heat.field)
        for races in result.rounds:
            table = np.array(races)
            for musher in set(result.heat.field):
                own = table[:, field == musher]
                wins[musher].append(float((own == 1).mean()))
                unplaced[musher].append(float((own == 0).mean()))
                places[musher].append(float(np.where(own == 0, len(field), own).mean()))
        for musher, taken in zip(result.heat.field, result.turns, strict=True):
            turns[musher] += taken
    finishes = _finishes(raced)
    found = [
        Standing(
            musher=musher,
            rounds=len(wins[musher]),
            wins=Estimate.of(wins[musher]),
            place=float(np.mean(places[musher])),
            unplaced=Estimate.of(unplaced[musher]),
            turns=turns[musher] / max(finishes[musher], 1),
            elo=ratings[musher],
        )
        for musher in wins
    ]
    return sorted(found, key=lambda standing: -standing.elo.value)


def _finishes(raced: Sequence[Raced]) -> dict[str, int]:
    """Count the races that each musher finished."""
    found: dict[str, int] = defaultdict(int)
    for result in raced:
        for races in result.rounds:
            for race in races:
                for musher, place in zip(result.heat.field, race, strict=True):
                    found[musher] += place > 0
    return found
