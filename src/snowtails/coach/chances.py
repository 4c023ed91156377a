"""Compiled: trying a sled's options out in many worlds, and what comes of each."""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..mushers.husky import at_first_sight, turns_after
from ..mushers.playouts import Figures, prospects, race_on_in_thought, strengths_of, turns_to_go
from ..mushers.solver import LOST, Values
from ..mushers.worlds import Worlds, deal_world
from ..rules.decide import decide
from ..rules.kernel import kernel
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.reach import reach
from ..rules.state import FINISHED, RACING, VALUES, WRECKED, State

SCORE, DENTS, TURNS, LOST_RACES, PLACES = range(5)
"""What is counted of each option, summed over worlds: how good it is, dents taken, turns to the
finish line, wrecks, and from PLACES on the chance of each place."""

_MOST_ODDS = 50.0


@kernel
def add_place_chances(race: State, strengths: Figures, sled: int, chances: Figures) -> None:
    """Add the chance of each place for a sled, by how strong those stand that race.

    Whoever comes next is drawn by the odds among those left, place by place.
    """
    r = race[0]
    sleds = r["sleds"] + 0
    if r["status"][sled] == WRECKED:
        chances[sleds - 1 - r["place"][sled]] += 1.0  # the first wreck is the last
        return
    if r["status"][sled] == FINISHED:
        chances[r["place"][sled] - 1] += 1.0
        return
    ahead = 0
    rivals = 0
    odds = np.empty(sleds, np.float64)
    for other in range(sleds):
        if r["status"][other] == FINISHED:
            ahead += 1
        elif other != sled and r["status"][other] == RACING:
            apart = min(max(strengths[other] - strengths[sled], -_MOST_ODDS), _MOST_ODDS)
            odds[rivals] = np.exp(apart)
            rivals += 1
    reached = np.zeros(1 << rivals, np.float64)
    reached[0] = 1.0
    for placed in range(1 << rivals):
        left = 1.0
        before = ahead
        for i in range(rivals):
            if placed >> i & 1:
                before += 1
            else:
                left += odds[i]
        chances[before] += reached[placed] / left
        for i in range(rivals):
            if not placed >> i & 1:
                reached[placed | 1 << i] += reached[placed] * odds[i] / left


@kernel
def best_by_destination(race: State, track: Spaces, values: Values) -> NDArray[np.int64]:
    """Return for each space in reach the turn that promises most there, as numbers."""
    outcomes = reach(race, track, actor_of(race))
    sight = at_first_sight(race, track, values, outcomes)
    best = np.empty((VALUES, 4), np.float32)
    fewest = np.full(len(track), 4 * LOST)
    found = np.full(len(track), -1, np.int64)
    for i in range(len(outcomes)):
        out = outcomes[i]
        turns = float(sight[i])
        if not out["wrecked"] and not track[out["space"]]["past"]:
            turns = turns_after(race, values, out, best)
        if turns < fewest[out["space"]]:
            fewest[out["space"]] = turns
            found[out["space"]] = out["turn"]
    return found[found >= 0]


@kernel
def try_options(
    race: State,
    track: Spaces,
    values: Values,
    worlds: Worlds,
    decisions: NDArray[np.int64],
    figures: Figures,
    seed: np.uint64,
    numbers: tuple[int, int],
) -> None:
    """Take each of some decisions in the worlds from one number to another; add up what came."""
    sled = actor_of(race)
    path = np.empty(LONGEST_PATH, np.int16)
    after = race.copy()
    a = after[0]
    for number in range(numbers[0], numbers[1]):
        dealt = deal_world(race, worlds, seed, number)
        for i in range(len(decisions)):
            after[0] = dealt[0]
            decide(after, track, decisions[i], path)
            race_on_in_thought(after, track, values, sled, seed, number)
            strengths = strengths_of(after, track, values)
            figures[i, SCORE] += prospects(after, strengths, sled)[0]
            figures[i, DENTS] += a["dents"][sled] - race[0]["dents"][sled]
            if a["status"][sled] == WRECKED:
                figures[i, LOST_RACES] += 1.0
            else:
                figures[i, TURNS] += a["round"] - race[0]["round"]
                if a["status"][sled] == RACING:
                    figures[i, TURNS] += turns_to_go(after, values, sled)
            add_place_chances(after, strengths, sled, figures[i, PLACES:])
