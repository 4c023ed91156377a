"""What a league says about its mushers: shares, places, and ratings with their errors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .league import BROKEN_OFF, WRECKED, Raced
from .ratings import Estimate, rate

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Ranked:
    """How a musher fared; all but the ratings is per sled and race."""

    musher: str
    deals: int
    wins: Estimate
    wrecks: Estimate
    stuck: float
    """Share of races in which it was still on the track when they were broken off."""
    place: float
    """Mean place; the unplaced share those that are left."""
    turns: float
    """Mean turns of the races that it finished."""
    elo: Estimate
    ahead: Estimate | None
    """Elo ahead of the next below; None for the last."""


def ranking(raced: Sequence[Raced]) -> list[Ranked]:
    """Return how the mushers of some heats fared, the highest rating first."""
    ratings = rate(raced)
    order = sorted(ratings.names, key=lambda name: -ratings.elo[ratings.names.index(name)])
    found = []
    for musher, below in zip(order, [*order[1:], None], strict=True):
        own = [result for result in raced if musher in result.heat.field]
        wins = _by_deal(own, musher, lambda places: places == 1)
        wrecks = _by_deal(own, musher, lambda places: places == WRECKED)
        found.append(
            Ranked(
                musher=musher,
                deals=len(wins),
                wins=Estimate.of(wins),
                wrecks=Estimate.of(wrecks),
                stuck=Estimate.of(_by_deal(own, musher, lambda p: p == BROKEN_OFF)).value,
                place=Estimate.of(_by_deal(own, musher, _filled)).value,
                turns=_mean_turns(own, musher),
                elo=ratings.between(musher, ratings.zero),
                ahead=ratings.between(musher, below) if below else None,
            )
        )
    return found


def _by_deal(
    raced: Sequence[Raced], musher: str, measure: Callable[[Places], NDArray[Any]]
) -> list[tuple[str, float]]:
    """Return the mean of a measure of places over a musher's sleds, for each course and deal."""
    found: dict[tuple[str, int], list[float]] = {}
    for result in raced:
        own = np.array(result.heat.field) == musher
        for number, races in enumerate(result.rounds, result.heat.first):
            mean = float(measure(np.array(races))[:, own].mean())
            found.setdefault((result.heat.course, number), []).append(mean)
    return [(course, float(np.mean(means))) for (course, _), means in found.items()]


def _filled(places: Places) -> NDArray[Any]:
    """Return places with the unplaced sharing those that are left."""
    sleds = places.shape[1]
    unplaced = (places <= 0).sum(axis=1, keepdims=True)
    return np.where(places > 0, places, sleds - (unplaced - 1) / 2)


def _mean_turns(raced: Sequence[Raced], musher: str) -> float:
    """Return the mean turns of the races that a musher finished."""
    turns = finishes = 0
    for result in raced:
        for member, name in enumerate(result.heat.field):
            if name == musher:
                turns += result.turns[member]
                finishes += sum(race[member] > 0 for races in result.rounds for race in races)
    return turns / max(finishes, 1)
