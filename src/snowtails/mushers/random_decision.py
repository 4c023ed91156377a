"""Any legal decision, each with the same chance: how the Rookie drives."""

import numpy as np

from ..course.track import Spaces
from ..rules.cards import dog_cards
from ..rules.deal import pick
from ..rules.kernel import kernel, kernel_part
from ..rules.order import actor_of
from ..rules.state import START, TURN, VALUES, State
from ..rules.turns import count_turns, nth_turn
from .solver import Values
from .starts import count_free_starts, nth_free_start


@kernel
def random_discard(race: State, word: np.uint64) -> int:
    """Return a discard of the cards owed, each card in hand with the same chance."""
    sled = actor_of(race)
    hand = race[0]["hand"][sled]
    held = dog_cards(race, sled)
    given = 0  # packed, as `rules.decide` numbers discards
    for _ in range(race[0]["owed"]):
        index = pick(word, held)
        word //= np.uint64(held)
        for value in range(VALUES):
            index -= hand[value] - ((given >> (3 * value)) & 7)
            if index < 0:
                given += 1 << (3 * value)
                break
        held -= 1
    return given


@kernel_part
def random_decision(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Return any legal decision, each with the same chance, as a policy does."""
    r = race[0]
    if r["phase"] == TURN:
        sled = actor_of(race)
        return nth_turn(race, sled, pick(word, count_turns(race, sled)))
    if r["phase"] == START:
        return nth_free_start(race, track, pick(word, count_free_starts(race)))
    return random_discard(race, word)
