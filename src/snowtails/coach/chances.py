"""Compiled: trying a sled's options out in many worlds, and what comes of each."""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..mushers.husky import at_first_sight, turns_after
from ..mushers.playouts import (
    EVERYBODY,
    ROUNDS,
    Figures,
    cards_in_thought,
    end_of_thought,
    prospects,
    race_on_until,
    strengths_of,
    turns_to_go,
)
from ..mushers.solver import LOST, Values
from ..mushers.worlds import Worlds, deal_world
from ..rules.decide import decide
from ..rules.kernel import kernel
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.reach import reach
from ..rules.state import FINISHED, MOST_SLEDS, RACING, VALUES, WRECKED, State

SCORE, DENTS, TURNS, LOST_RACES, DECIDED, FIRST, FASTEST, WITH_OTHERS, PLACES = range(9)
"""What is counted of each option, summed over worlds: how good it is, dents taken, turns to the
finish line, wrecks, races in which somebody is over that line and in which it is the first, turns
of the fastest of the others, worlds in which these count, and from PLACES on the chance of each
place."""

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
def race_on_counting(
    race: State,
    track: Spaces,
    values: Values,
    began: int,
    world: tuple[np.uint64, int],
    turns: Figures,
) -> None:
    """Race on as everybody does in thought, counting each sled's turns to the finish line.

    They count from the round in which the decision was taken, `began`; infinite for wrecks. A
    decision that ends its round at once is raced on for one round more, but turns are counted in
    the same rounds whatever was decided.
    """
    r = race[0]
    turns[:] = np.inf
    counted = max(began, 1) + ROUNDS
    end = end_of_thought(race)
    cards = cards_in_thought(world[0], world[1])
    for played in range(began, counted):
        # Sleds are placed when their round ends.
        race_on_until(race, track, values, EVERYBODY, played + 1, cards)
        for sled in range(r["sleds"]):
            if r["status"][sled] == FINISHED:
                turns[sled] = min(turns[sled], played - began + 1)
            elif r["status"][sled] == RACING and played + 1 == counted:
                turns[sled] = counted - began + turns_to_go(race, values, sled)
    race_on_until(race, track, values, EVERYBODY, end, cards)


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
    turns = np.empty(MOST_SLEDS, np.float64)
    fastest = np.empty(len(decisions), np.float64)
    for number in range(numbers[0], numbers[1]):
        dealt = deal_world(race, worlds, seed, number)
        for i in range(len(decisions)):
            after[0] = dealt[0]
            decide(after, track, decisions[i], path)
            race_on_counting(after, track, values, race[0]["round"] + 0, (seed, number), turns)
            strengths = strengths_of(after, track, values)
            figures[i, SCORE] += prospects(after, strengths, sled)[0]
            figures[i, DENTS] += a["dents"][sled] - race[0]["dents"][sled]
            if a["status"][sled] == WRECKED:
                figures[i, LOST_RACES] += 1.0
            else:
                figures[i, TURNS] += turns[sled]
            if np.any(a["status"] == FINISHED):
                figures[i, DECIDED] += 1.0
            if a["status"][sled] == FINISHED and a["place"][sled] == 1:
                figures[i, FIRST] += 1.0
            add_place_chances(after, strengths, sled, figures[i, PLACES:])
            fastest[i] = np.inf
            for other in range(a["sleds"]):
                if other != sled and race[0]["status"][other] == RACING:
                    fastest[i] = min(fastest[i], turns[other])
        # Of all options in the same worlds: those in which, after any, all others are wrecked tell
        # nothing of who is held up.
        if fastest.max() < np.inf:
            for i in range(len(decisions)):
                figures[i, FASTEST] += fastest[i]
                figures[i, WITH_OTHERS] += 1.0
