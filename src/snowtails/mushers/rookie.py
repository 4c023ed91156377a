"""The rookie: takes any legal decision, each with the same chance."""

import numpy as np

from ..course.track import Spaces
from ..rules.deal import pick
from ..rules.decide import pack_cards
from ..rules.kernel import kernel
from ..rules.order import actor_of
from ..rules.state import START, TURN, VALUES, State
from ..rules.turns import count_turns, nth_turn
from .policy import CompiledMusher, policy
from .solver import Values
from .starts import count_free_starts, nth_free_start


@kernel
def random_discard(race: State, word: np.uint64) -> int:
    """Return a discard of the cards owed, each card in hand with the same chance."""
    r = race[0]
    sled = r["actor"]
    hand = r["hand"][sled]
    given = np.zeros(VALUES, np.int8)
    for _ in range(r["owed"]):
        held = 0
        for value in range(VALUES):
            held += hand[value] - given[value]
        index = pick(word, held)
        word //= np.uint64(held)
        for value in range(VALUES):
            index -= hand[value] - given[value]
            if index < 0:
                given[value] += 1
                break
    return pack_cards(given)


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Take any legal decision."""
    r = race[0]
    if r["phase"] == TURN:
        sled = actor_of(race)
        return nth_turn(race, sled, pick(word, count_turns(race, sled)))
    if r["phase"] == START:
        return nth_free_start(race, track, pick(word, count_free_starts(race)))
    return random_discard(race, word)


ROOKIE = CompiledMusher(
    "rookie",
    decide,
    temper="Takes any legal turn, each with the same chance; for measuring only.",
)
