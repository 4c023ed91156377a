"""Actions as numbers: which are legal, their masks, and picking one at random."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..mushers.hands import FIRST_HAND, HANDS
from ..rules.deal import pick
from ..rules.flow import start_space
from ..rules.kernel import kernel
from ..rules.movement import is_held
from ..rules.order import actor_of
from ..rules.state import DISCARD, MOST_SLEDS, START, TURN, VALUES, State
from ..rules.turns import (
    CARDS,
    CHOICE_COUNTS,
    PLACES,
    TURNS,
    bonus_on_offer,
    dogs_after,
    is_legal_turn,
    turn_number,
)

Numbers = NDArray[np.int8]

FIRST_START = TURNS
FIRST_DISCARD = FIRST_START + MOST_SLEDS
MOST_OWED = 5
"""Cards that may have to be discarded at once: seven in hand, one played, four dents (HAND-2)."""

DISCARDS = HANDS[1 : FIRST_HAND[MOST_OWED + 1]]
"""All discards as counts by value, those of fewer cards first."""

ACTIONS = FIRST_DISCARD + len(DISCARDS)
NO_ACTION = -1
"""In place of an action, in a race that is over."""

_PACKED = (DISCARDS.astype(np.int64) << (3 * np.arange(VALUES))).sum(axis=1)
_BY_PACKED = np.full(1 << (3 * VALUES), -1, np.int64)
_BY_PACKED[_PACKED] = FIRST_DISCARD + np.arange(len(DISCARDS))


@kernel
def decision_of(action: int) -> int:
    """Return the decision, as `rules.decide` numbers them, that an action stands for."""
    if action < FIRST_START:
        return action
    if action < FIRST_DISCARD:
        return action - FIRST_START + 1
    return _PACKED[action - FIRST_DISCARD] + 0


@kernel
def discard_action(decision: int) -> int:
    """Return the action that stands for a discard, which is given as `rules.decide` numbers it."""
    return _BY_PACKED[decision] + 0


@kernel
def action_of(phase: int, decision: int) -> int:
    """Return the action that stands for a decision taken in a phase."""
    if phase == TURN:
        return decision
    return FIRST_START + decision - 1 if phase == START else discard_action(decision)


@kernel
def is_free_start(race: State, track: Spaces, number: int) -> bool:
    """Return whether nobody has chosen a start space."""
    return not is_held(race, start_space(track, number))


@kernel
def _can_discard(race: State, which: int) -> bool:
    """Return whether the actor holds all cards of a discard, and owes so many."""
    r = race[0]
    sled = actor_of(race)
    count = 0
    for value in range(VALUES):
        if DISCARDS[which, value] > r["hand"][sled, value]:
            return False
        count += DISCARDS[which, value]
    return count == r["owed"]


@kernel
def is_legal(race: State, track: Spaces, action: int) -> bool:
    """Return whether the actor may take an action."""
    phase = race[0]["phase"]
    if action < 0 or action >= ACTIONS:
        return False
    if phase == TURN:
        return is_legal_turn(race, actor_of(race), action)
    if phase == START:
        in_range = FIRST_START <= action < FIRST_DISCARD
        return in_range and is_free_start(race, track, action - FIRST_START + 1)
    if phase == DISCARD:
        return action >= FIRST_DISCARD and _can_discard(race, action - FIRST_DISCARD)
    return False


@kernel
def write_mask(race: State, track: Spaces, mask: Numbers) -> int:
    """Write a 1 for each action that the actor may take, 0 for the others, and count them."""
    r = race[0]
    sled = actor_of(race)
    mask[:] = 0
    count = 0
    if r["phase"] == TURN:
        offer = bonus_on_offer(race)
        for value in range(1, VALUES + 1):
            held = r["hand"][sled, value - 1]
            for places in range(1, PLACES + 1):
                if CARDS[places] <= held:
                    left, right, brake = dogs_after(race, sled, value, places)
                    choices = CHOICE_COUNTS[offer, left, right, brake]
                    first = turn_number(value, places, 0)
                    for action in range(first, first + choices):
                        mask[action] = 1
                    count += choices
    elif r["phase"] == START:
        for number in range(1, MOST_SLEDS + 1):
            if is_free_start(race, track, number):
                mask[FIRST_START + number - 1] = 1
                count += 1
    elif r["phase"] == DISCARD:
        owed = r["owed"]
        for which in range(FIRST_HAND[owed] - 1, FIRST_HAND[owed + 1] - 1):
            if _can_discard(race, which):
                mask[FIRST_DISCARD + which] = 1
                count += 1
    return count


@kernel
def sample_actions(masks: NDArray[np.int8], words: NDArray[np.uint64], actions: Any) -> None:
    """Pick an action out of each row of masks, each with the same chance, NO_ACTION if empty."""
    for i in range(len(masks)):
        mask = masks[i]
        count = 0
        for action in range(ACTIONS):
            count += mask[action] != 0
        actions[i] = NO_ACTION
        if count == 0:
            continue
        n = pick(words[i], count)
        for action in range(ACTIONS):
            n -= mask[action] != 0
            if n < 0:
                actions[i] = action
                break
