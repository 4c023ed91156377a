"""The Husky in a hurry: nearly as strong, several times as fast; for races in thought.

The Husky looks at every outcome of every choice of cards. Here the solver's values say first which
choices are worth a look, and only the best outcome of each of these is looked at closely.
"""

from typing import Any

import numpy as np

from ..course.track import Spaces
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import PACE, Outcomes, Paces, count_dents, find_paces, reach_at
from ..rules.state import START, TURN, VALUES, State
from .husky import best_discard, best_start, best_turn, turns_after
from .solver import LOST, Values, finish_rank, turns_past

_LOOKED_AT = 8
"""Choices of cards that are looked at, at most."""

_IN_QUESTION = 1.0
"""Choices that promise less than the best by more turns than this are not looked at."""

_STEP_OF_BONUS = 0.15
"""What each step of a bonus beyond the first may save, in turns: the solver knows the first."""

_NO_REFILL = 0.3
"""What ending at a sled costs, in turns (DENT-2)."""


@kernel_part
def _worth_a_look(race: State, values: Values, paces: Paces) -> Paces:
    """Return the choices of cards that promise the fewest turns, as if the sled were alone."""
    sled = actor_of(race)
    here = values[race[0]["space"][sled], race[0]["dents"][sled]]
    promised = np.empty(len(paces), np.float32)
    fewest = np.float32(2 * LOST)
    for i in range(len(paces)):
        pace = paces[i]
        promised[i] = here[pace["left"] - 1, pace["right"] - 1, pace["brake"] - 1]["drive"]
        promised[i] -= np.float32(_STEP_OF_BONUS) * max(pace["bonus"] - 1, 0)
        fewest = min(fewest, promised[i])
    found = np.empty(_LOOKED_AT, PACE)
    count = 0
    while count < min(_LOOKED_AT, len(paces)):
        best, least = 0, promised[0]
        for i in range(1, len(paces)):
            best = i if promised[i] < least else best
            least = min(least, promised[i])
        if least > fewest + np.float32(_IN_QUESTION):
            break
        found[count] = paces[best]
        promised[best] = np.float32(4 * LOST)
        count += 1
    return found[:count]


@kernel_part
def _best_outcome(
    race: State, track: Spaces, values: Values, outcomes: Outcomes, pace: Any
) -> tuple[int, float]:
    """Return which of the outcomes of one choice of cards is the best, and the turns after it.

    The turns are those of a hand dealt anew; -1 if all of them are wrecks.
    """
    dents = race[0]["dents"][actor_of(race)]
    left, right, brake = pace["left"] - 1, pace["right"] - 1, pace["brake"] - 1
    line = finish_rank(track)
    found = -1
    fewest = LOST
    for i in range(pace["first"], pace["behind"]):
        out = outcomes[i]
        if out["wrecked"]:
            continue
        if track[out["space"]]["past"]:
            turns = -turns_past(track, out["space"], line)
        else:
            there = values[out["space"], dents + count_dents(out)]
            turns = float(there[left, right, brake]["ride"])
            if out["end"] == HIT_SLED:
                turns += _NO_REFILL
        if turns < fewest:
            found, fewest = i, turns
    return found, fewest


@kernel
def quick_turn(race: State, track: Spaces, values: Values) -> int:
    """Return a turn after which few turns are to be expected."""
    sled = actor_of(race)
    paces = _worth_a_look(race, values, find_paces(race, track, sled))
    outcomes = reach_at(race, track, sled, paces)
    best = np.empty((VALUES, 4), np.float32)
    turn = -1
    fewest = LOST
    for i in range(len(paces)):
        found, turns = _best_outcome(race, track, values, outcomes, paces[i])
        if found < 0:
            continue
        if turns > 0.0:
            turns = turns_after(race, values, outcomes[found], best)
        if turns < fewest:
            turn, fewest = outcomes[found]["turn"] + 0, turns
    return turn if turn >= 0 else best_turn(race, track, values)


@kernel
def quick(race: State, track: Spaces, values: Values) -> int:
    """Decide quickly for the fewest turns to be expected."""
    if race[0]["phase"] == TURN:
        return quick_turn(race, track, values)
    if race[0]["phase"] == START:
        return best_start(race, track, values)
    return best_discard(race, values)
