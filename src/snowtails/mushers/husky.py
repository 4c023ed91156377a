"""The Husky: looks one turn ahead, over what it holds and may draw, with the solver's values."""

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import Course
from ..course.track import Spaces
from ..rules.cards import deck_size, dog_cards
from ..rules.decide import pack_cards
from ..rules.flow import extra_cards, start_space
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import Outcomes, count_dents, reach
from ..rules.state import COPIES, HAND, PRINTED, START, TURN, VALUES, WRECK, State
from ..rules.turns import CARDS, dogs_after, turn_parts
from .hands import FIRST_HAND, HANDS
from .policy import CompiledMusher, policy
from .solver import LOST, Values, best_by_cards, finish_rank, solve, turns_past
from .starts import count_free_starts, nth_free_start

_IN_QUESTION = 1.0
"""Outcomes that look worse than the best by more turns than this are not looked at closely."""

_BEHIND = 0.15
"""What each start space in front costs, in turns: those who stand there move first."""

_WAYS = np.array([[comb(n, k) for k in range(COPIES + 1)] for n in range(COPIES + 1)], np.float32)
_WHOLE_DECK = sum(COPIES << (3 * value) for value in range(VALUES))

Best = NDArray[np.float32]


@kernel_part
def mean_of_draws(best: Best, hand: int, deck: int, draws: int) -> float:
    """Return the mean, over all that may be drawn from a deck, of the best that the hand allows.

    Hand and deck are packed, as `rules.decide` numbers discards.
    """
    total = ways = np.float32(0.0)
    for i in range(FIRST_HAND[draws], FIRST_HAND[draws + 1]):
        weight = np.float32(1.0)
        fewest = np.float32(LOST)
        for value in range(VALUES):
            more = HANDS[i, value]
            weight *= _WAYS[(deck >> (3 * value)) & 7, more]
            held = (hand >> (3 * value)) & 7
            fewest = min(fewest, best[value, min(held + more, 3)])
        total += weight * fewest
        ways += weight
    return float(total / ways)


@kernel_part
def _may_draw(race: State, sled: int, draws: int) -> int:
    """Return the cards, packed, among which the next ones are.

    A deck that runs out is shuffled anew. Its last cards are sure to come; they are taken as likely
    as the others.
    """
    deck = pack_cards(race[0]["deck"][sled])
    return deck + pack_cards(race[0]["used"][sled]) if deck_size(race, sled) < draws else deck


@kernel
def at_first_sight(race: State, track: Spaces, values: Values, outcomes: Outcomes) -> Best:
    """Return the turns still to go after each outcome, as if the hand were dealt anew."""
    sled = actor_of(race)
    line = finish_rank(track)
    turns = np.empty(len(outcomes), np.float32)
    for i in range(len(outcomes)):
        out = outcomes[i]
        if out["wrecked"]:
            turns[i] = LOST
        elif track[out["space"]]["past"]:
            turns[i] = -turns_past(track, out["space"], line)
        else:
            value, places, _ = turn_parts(out["turn"])
            left, right, brake = dogs_after(race, sled, value, places)
            here = values[out["space"], race[0]["dents"][sled] + count_dents(out)]
            turns[i] = here[left - 1, right - 1, brake - 1]["ride"]
    return turns


@kernel
def turns_after(race: State, values: Values, out: Any, best: Best) -> float:
    """Return the turns still to go after an outcome, over the cards kept and those to come."""
    sled = actor_of(race)
    dents = race[0]["dents"][sled] + count_dents(out)
    value, places, _ = turn_parts(out["turn"])
    left, right, brake = dogs_after(race, sled, value, places)
    played = int(CARDS[places])
    hand = pack_cards(race[0]["hand"][sled]) - (played << (3 * (value - 1)))
    held = dog_cards(race, sled) - played
    draws = 0 if out["end"] == HIT_SLED else max(HAND - dents - held, 0)
    if held + draws == 0:  # TURN-4
        if dents + 1 == WRECK:
            return LOST
        return float(values[out["space"], dents + 1, left - 1, right - 1, brake - 1]["ride"])
    best_by_cards(values, out["space"], dents, (left - 1, right - 1, brake - 1), best)
    return mean_of_draws(best, hand, _may_draw(race, sled, draws), draws)


@kernel
def best_turn(race: State, track: Spaces, values: Values) -> int:
    """Return the turn after which the fewest turns are to be expected."""
    sled = actor_of(race)
    outcomes = reach(race, track, sled)
    turns = at_first_sight(race, track, values, outcomes)
    found = int(np.argmin(turns))
    if turns[found] <= 0.0 or turns[found] >= LOST:
        return outcomes[found]["turn"]  # past the line, or all is lost
    limit = turns[found] + _IN_QUESTION
    best = np.empty((VALUES, 4), np.float32)
    fewest = 2 * LOST
    for i in range(len(outcomes)):
        if turns[i] <= limit and not outcomes[i]["wrecked"]:
            closely = turns_after(race, values, outcomes[i], best)
            if closely < fewest:
                found, fewest = i, closely
    return outcomes[found]["turn"]


@kernel
def best_start(race: State, track: Spaces, values: Values) -> int:
    """Return the free start space after which the fewest turns are to be expected (SETUP-6)."""
    best = np.empty((VALUES, 4), np.float32)
    printed = (PRINTED - 1, PRINTED - 1, PRINTED - 1)
    found = 0
    fewest = 2 * LOST
    for n in range(count_free_starts(race)):
        number = nth_free_start(race, track, n)
        best_by_cards(values, start_space(track, number), 0, printed, best)
        turns = mean_of_draws(best, 0, _WHOLE_DECK, HAND + extra_cards(number))
        turns += _BEHIND * (number - 1)
        if turns < fewest:
            found, fewest = number, turns
    return found


@kernel
def best_discard(race: State, values: Values) -> int:
    """Return the discard after which the fewest turns are to be expected (HAND-2)."""
    r = race[0]
    sled = actor_of(race)
    hand = r["hand"][sled]
    best = np.empty((VALUES, 4), np.float32)
    dogs = (r["left"][sled] - 1, r["right"][sled] - 1, r["brake"][sled] - 1)
    best_by_cards(values, r["space"][sled], r["dents"][sled], dogs, best)
    found = 0
    fewest = np.float32(2 * LOST)
    for i in range(FIRST_HAND[r["owed"]], FIRST_HAND[r["owed"] + 1]):
        turns = np.float32(LOST)
        kinds = 0
        held = True
        for value in range(VALUES):
            kept = hand[value] - HANDS[i, value]
            held = held and kept >= 0
            kinds += 1 if kept > 0 else 0
            turns = min(turns, best[value, min(max(kept, 0), 3)])
        # Of discards that serve the next turn alike, the one that leaves most choice later.
        turns -= np.float32(0.01 * kinds)
        if held and turns < fewest:
            found, fewest = i, turns
    return pack_cards(HANDS[found])


@policy
def decide(race: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Decide for the fewest turns to be expected."""
    if race[0]["phase"] == TURN:
        return best_turn(race, track, values)
    if race[0]["phase"] == START:
        return best_start(race, track, values)
    return best_discard(race, values)


def _values(course: Course) -> Values:
    return solve(course).values


HUSKY = CompiledMusher(
    "husky",
    decide,
    _values,
    temper="Knows the course by heart, counts its cards, and seldom takes a dent it need not.",
)
