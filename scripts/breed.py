"""Breed the Yearling's temper: change some weights, race, keep what wins more.

python scripts/breed.py --minutes 8

Prints the temper of each generation; the last one is for `mushers/yearling.py`. Fitness is the
share of wins against three sleds of the temper before, and against three Pups, on courses short
and long. On short ones alone it breeds a temper that is wrecked on every long course.
"""

import argparse
import time
from functools import partial

import numpy as np
from numpy.typing import NDArray

from snowtails import CompiledMusher, Course, policy, run_races
from snowtails.course.track import Spaces
from snowtails.mushers import INSTANT
from snowtails.mushers.greedy import best_discard, best_turn
from snowtails.mushers.solver import VALUE, Values
from snowtails.mushers.starts import nth_free_start
from snowtails.mushers.yearling import TEMPER
from snowtails.rules.state import START, TURN, State

COURSES = (
    *("nutcracker", "frozen-river", "lumberjack", "troll-bridge"),
    *("northern-lights", "snow-queens-garden", "hobbits-breakfast", "whole-box"),
)
SCALE = np.array([2, 1, 2, 1.5, 3, 1, 0.3, 0.5, 0.7, 0.3, 0.3, 0.3], np.float32)
CHANGED = 0.35
LITTER = 8
SLEDS = 4

Temper = NDArray[np.float32]


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Drive by the weights that stand where the solver's values otherwise are."""
    weights = np.empty(len(SCALE), np.float32)
    for i in range(len(weights)):
        weights[i] = values[0, 0, 0, 0, i]["ride"]
    if race[0]["phase"] == START:
        return nth_free_start(race, track, 0)
    if race[0]["phase"] != TURN:
        return best_discard(race, track, weights)
    return best_turn(race, track, weights)[0]


def whelp(temper: Temper) -> CompiledMusher:
    """Return a musher with a temper."""
    weights = np.zeros((1, 1, 1, 1, len(temper)), VALUE)
    weights[0, 0, 0, 0]["ride"] = temper
    weights.flags.writeable = False
    return CompiledMusher("whelp", decide, lambda _: weights)


def changed(temper: Temper, step: float, rng: np.random.Generator) -> Temper:
    """Return a temper with some weights changed at random."""
    which = rng.random(len(SCALE)) < CHANGED
    return (temper + step * SCALE * rng.normal(size=len(SCALE)) * which).astype(np.float32)


def fitness(temper: Temper, before: Temper, races: int, seed: int) -> float:
    """Return the share of wins against the temper before and against Pups."""
    wins = 0
    for course in map(Course.load, COURSES):
        for seat in range(SLEDS):
            for others in (whelp(before), INSTANT["pup"]):
                field = [whelp(temper) if sled == seat else others for sled in range(SLEDS)]
                rng = np.random.default_rng(seed)
                results = run_races(course, races, SLEDS, field, rng, round_limit=80)
                wins += int((results["place"][:, seat] == 1).sum())
    return wins / (2 * SLEDS * races * len(COURSES))


def main() -> None:
    """Breed for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--seed", type=int, default=1)
    wished = parser.parse_args()
    rng = np.random.default_rng(wished.seed)
    temper, step = TEMPER.copy(), 1.0
    end = time.monotonic() + 60 * wished.minutes
    generation = 0
    while time.monotonic() < end:
        generation += 1
        litter = [changed(temper, step, rng) for _ in range(LITTER)]
        best = max(litter, key=partial(fitness, before=temper, races=25, seed=generation))
        found, even = (fitness(each, temper, 100, -generation % 2**31) for each in (best, temper))
        if found > even + 0.005:
            temper = best
        else:
            step = max(0.15, 0.93 * step)
        print(
            f"{generation}: {found:.3f} ({even:.3f})",
            [round(float(weight), 1) for weight in temper],
            flush=True,
        )


if __name__ == "__main__":
    main()
