"""Mushers that never get on: their races do not end by themselves."""

# ruff: noqa: ARG002 - one contract for all, whatever each needs

from collections.abc import Sequence

import numpy as np

from snowtails import Turn, View, policy
from snowtails.course.track import Spaces
from snowtails.mushers import Values
from snowtails.mushers.random_decision import random_discard
from snowtails.rules.order import actor_of
from snowtails.rules.reach import count_dents, reach
from snowtails.rules.state import START, TURN, State


class Idle:
    """Takes the slowest of the turns that cost least."""

    name = "idle"

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        return free[0]

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        return min(view.reach(), key=lambda move: (*move.price[:2], move.speed)).turn

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        return view.hand[:n]


@policy
def idle(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Do the same, compiled."""
    if race[0]["phase"] == START:
        return actor_of(race) + 1
    if race[0]["phase"] != TURN:
        return random_discard(race, word)
    outcomes = reach(race, track, actor_of(race))
    best = 0
    least = 1000
    for i in range(len(outcomes)):
        price = 100 * count_dents(outcomes[i]) + outcomes[i]["speed"]
        if price < least:
            best, least = i, price
    return int(outcomes[best]["turn"])
