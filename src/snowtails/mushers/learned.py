"""A driver that learned traffic from races, and races in thought by it.

A small network corrects what turns to go alone promise, by all that `traffic` tells. Millions of
turns of races against itself taught it (`scripts/learn.py`): where to stand so that rivals are in
the way less than one is in theirs. In a race in thought the own sled drives by it, and its word on
the best outcome of a later turn ends the race.
"""

from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..rules.decide import decide, go_on
from ..rules.flow import draw_from_streams
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import LONGEST_PATH
from ..rules.order import actor_of
from ..rules.reach import Outcomes, reach
from ..rules.state import MOST_SLEDS, OVER, RACING, TURN, State
from .playouts import (
    OUT_OF_QUESTION,
    SCORE,
    Figures,
    cards_in_thought,
    first_unlike,
    prospects,
    turns_promised,
)
from .quick import quick
from .solver import Values
from .traffic import BETWEEN, OWN, RIVAL, TOLD, Told, tell
from .worlds import Worlds, deal_world

UNITS = 32
"""Hidden units of each of the two layers."""

NETWORK = np.dtype(
    [
        ("rival", "<f4", (RIVAL, UNITS)),
        ("between", "<f4", (BETWEEN, UNITS)),
        ("own", "<f4", (OWN, UNITS)),
        ("bias", "<f4", UNITS),
        ("own_above", "<f4", (OWN, UNITS)),
        ("rivals_above", "<f4", (UNITS, UNITS)),
        ("bias_above", "<f4", UNITS),
        ("last", "<f4", UNITS),
        ("last_bias", "<f4"),
    ]
)
"""The weights. A layer looks at each rival beside the own sled; what it finds of all of them is
summed, and a second layer looks at that and at the own sled."""

Network = NDArray[np.void]
"""An array of one NETWORK."""

_IN_QUESTION = 1.5
"""The network does not look at what seems worse at first sight than the best by more turns."""

_TURNS_AHEAD = 2
"""The own turn at which a race in thought is broken off, counted after the one that is tried."""

Units = NDArray[np.float32]


@cache
def learned() -> Network:
    """Return the network that ships."""
    weights = (resources.files(__package__) / "traffic.weights").read_bytes()
    assert len(weights) == NETWORK.itemsize
    return np.frombuffer(weights, NETWORK)


# -- the network -----------------------------------------------------------------------------------


@kernel_part
def _add(units: Units, figures: Units, weights: Units) -> None:
    """Add up figures by their weights, for all units at once."""
    for i in range(len(figures)):
        if figures[i] != 0.0:
            for unit in range(UNITS):
                units[unit] += figures[i] * weights[i, unit]


@kernel
def judge(network: Network, told: Told) -> None:
    """Note of each outcome how good it is, in log odds of `playouts.prospects`."""
    n = network[0]
    rivals = told[0]["rivals"]
    if rivals == 0:  # the place is certain, and turns to go are all that is left
        for i in range(len(told)):
            told[i]["logit"] = told[i]["by_turns"]
        return
    alone = np.empty((MOST_SLEDS, UNITS), np.float32)
    for rival in range(rivals):
        alone[rival] = n["bias"]
        _add(alone[rival], told[0]["rival"][rival], n["rival"])
    beside = np.empty(UNITS, np.float32)
    units = np.empty(UNITS, np.float32)
    found = np.empty(UNITS, np.float32)
    above = np.empty(UNITS, np.float32)
    for i in range(len(told)):
        beside[:] = 0.0
        found[:] = 0.0
        _add(beside, told[i]["own"], n["own"])
        for rival in range(rivals):
            for unit in range(UNITS):
                units[unit] = alone[rival, unit] + beside[unit]
            _add(units, told[i]["between"][rival], n["between"])
            for unit in range(UNITS):
                found[unit] += max(units[unit], np.float32(0.0))
        above[:] = n["bias_above"]
        _add(above, told[i]["own"], n["own_above"])
        _add(above, found, n["rivals_above"])
        logit = told[i]["by_turns"] + n["last_bias"]
        for unit in range(UNITS):
            logit += max(above[unit], np.float32(0.0)) * n["last"][unit]
        told[i]["logit"] = logit


# -- driving ---------------------------------------------------------------------------------------


@kernel
def promising(race: State, track: Spaces, values: Values) -> tuple[Outcomes, Figures]:
    """Return the outcomes that promise the fewest turns, and those turns, the fewest first.

    If all are wrecks it is one of them, and out of the question.
    """
    outcomes = reach(race, track, actor_of(race))
    turns = turns_promised(race, track, values, outcomes, _IN_QUESTION)
    # Of those that promise as much, the first in order comes first.
    field = first_unlike(race, outcomes, turns, np.argsort(turns, kind="mergesort"))
    return outcomes[field], turns[field]


@kernel
def learned_turn(race: State, track: Spaces, values: Values, network: Network) -> tuple[int, float]:
    """Return the turn that the network likes best, and how good it is, in log odds."""
    outcomes, turns = promising(race, track, values)
    if turns[0] >= OUT_OF_QUESTION:
        return int(outcomes[0]["turn"]), -np.inf
    told = np.zeros(len(outcomes), TOLD)
    tell(race, track, values, outcomes, turns, told)
    judge(network, told)
    best = 0
    for i in range(1, len(told)):
        if told[i]["logit"] > told[best]["logit"]:
            best = i
    return int(outcomes[best]["turn"]), float(told[best]["logit"])


# -- trying ----------------------------------------------------------------------------------------


@kernel
def _score_in_thought(
    race: State,
    track: Spaces,
    values: Values,
    network: Network,
    sled: int,
    seed: np.uint64,
    number: int,
) -> float:
    """Race on for some turns of a sled, with cards of one's own, and return how good it stands."""
    r = race[0]
    path = np.empty(LONGEST_PATH, np.int16)
    keys, drawn = cards_in_thought(seed, number)
    turns = 0
    draw_from_streams(race, track, keys, drawn)
    while r["phase"] != OVER and r["status"][sled] == RACING:
        if r["phase"] != TURN or actor_of(race) != sled:
            go_on(race, track, quick(race, track, values), path, keys, drawn)
            continue
        turn, logit = learned_turn(race, track, values, network)
        turns += 1
        if turns == _TURNS_AHEAD:
            return 1.0 / (1.0 + np.exp(-logit))
        go_on(race, track, turn, path, keys, drawn)
    return prospects(race, np.empty(0, np.float64), sled)[0]


@kernel
def try_learned(
    network: Network,
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
    for number in range(numbers[0], numbers[1]):
        dealt = deal_world(race, worlds, seed, number)
        for i in range(len(decisions)):
            after[0] = dealt[0]
            decide(after, track, decisions[i], path)
            figures[i, SCORE] += _score_in_thought(
                after, track, values, network, sled, seed, number
            )
