"""Races in thought: which decisions are worth trying, trying them, and how good a sled stands then.

The decisions that look best one turn ahead are the field. In a world every decision of the field is
taken, with the same cards for all, and raced on for some rounds by a policy that the solver
informs; then the turns that each sled still needs tell its chances. `searcher` decides by it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from ..rules.cards import dog_cards
from ..rules.deal import stream_key
from ..rules.decide import cards_to_give, decide, go_on, pack_cards
from ..rules.flow import draw_from_streams
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED, LONGEST_PATH
from ..rules.order import actor_of, place_of
from ..rules.reach import Outcomes, count_dents, reach
from ..rules.state import (
    DISCARD,
    FINISHED,
    MOST_SLEDS,
    OVER,
    RACING,
    START,
    VALUES,
    WRECK,
    WRECKED,
    State,
)
from ..rules.turns import CARDS, dogs_after, turn_parts
from .husky import at_first_sight, mean_of_draws, turns_after
from .quick import quick
from .solver import LOST, Values, best_by_cards
from .starts import count_free_starts, nth_free_start
from .worlds import Worlds, deal_world

_FIELD = 12
"""Outcomes that are looked at closely."""

_IN_QUESTION = 2.5
"""Outcomes that look worse at first sight than the best by more turns than this are not tried."""

ROUNDS = 3
"""Rounds after which a race in thought is broken off, this one included."""

LEAST_SPREAD, SPREAD = 0.2, 0.05
"""How many turns are a factor e in the odds of two sleds: the least, and for each turn to go."""

IN_FRONT = 0.33
"""What each place in front is worth, in log odds."""

WIN = 0.8
"""What a win counts; the rest is for each sled left behind."""

_WRECKED = -0.1

OUT_OF_QUESTION = 2 * LOST
"""In place of the turns to go after an outcome that is not worth trying."""

EVERYBODY = -1
"""In place of a sled: all of them."""

SCORE, WON, PLACE = range(3)
"""What is counted of each decision, summed over worlds: how good, the chance to win, the place."""

Figures = NDArray[np.float64]

# -- how good it stands ----------------------------------------------------------------------------


@kernel
def turns_to_go(race: State, values: Values, sled: int) -> float:
    """Return the turns that a sled still needs with the hand it holds, if it moved now."""
    r = race[0]
    space, dents = r["space"][sled] + 0, r["dents"][sled] + 0
    left, right, brake = r["left"][sled] - 1, r["right"][sled] - 1, r["brake"][sled] - 1
    if dog_cards(race, sled) == 0:  # TURN-4
        if dents + 1 == WRECK:
            return LOST
        return float(values[space, dents + 1, left, right, brake]["ride"])
    best = np.empty((VALUES, 4), np.float32)
    best_by_cards(values, space, dents, (left, right, brake), best)
    fewest = np.float32(LOST)
    for value in range(VALUES):
        fewest = min(fewest, best[value, min(r["hand"][sled, value], 3)])
    return float(fewest)


@kernel
def strengths_of(race: State, track: Spaces, values: Values) -> Figures:
    """Return how strong each sled stands that races: two compare by the odds exp(difference).

    Fitted to 81,000 rounds of four Huskies: by the turns to go, and by who is in front.
    """
    r = race[0]
    strengths = np.zeros(r["sleds"], np.float64)
    total = 0.0
    racing = 0
    for sled in range(r["sleds"]):
        if r["status"][sled] == RACING:
            strengths[sled] = -turns_to_go(race, values, sled)
            total -= strengths[sled]
            racing += 1
    spread = max(LEAST_SPREAD, SPREAD * total / max(racing, 1))
    for sled in range(r["sleds"]):
        if r["status"][sled] == RACING:
            strengths[sled] /= spread
            strengths[sled] -= IN_FRONT * place_of(race, track, sled)
    return strengths


@kernel
def prospects(race: State, strengths: Figures, sled: int) -> tuple[float, float, float]:
    """Return how good a sled stands, its chance to win, and the place it may expect."""
    r = race[0]
    if r["status"][sled] == WRECKED:
        return _WRECKED, 0.0, float(r["sleds"])
    place = 1.0
    won = 1.0
    if r["status"][sled] == FINISHED:
        place = float(r["place"][sled])
        won = 1.0 if r["place"][sled] == 1 else 0.0
    else:
        rivals = 1.0
        for other in range(r["sleds"]):
            if r["status"][other] == FINISHED:
                won = 0.0
                place += 1.0
            elif other != sled and r["status"][other] == RACING:
                odds = np.exp(min(strengths[other] - strengths[sled], 50.0))
                rivals += odds
                place += odds / (1.0 + odds)
        won /= rivals
    behind = (r["sleds"] - place) / max(r["sleds"] - 1, 1)
    return WIN * won + (1.0 - WIN) * behind, won, place


# -- what is tried ---------------------------------------------------------------------------------


@kernel_part
def is_same(race: State, one: Any, other: Any) -> bool:
    """Return whether two outcomes leave the race alike, by whatever route."""
    sled = actor_of(race)
    value, places, _ = turn_parts(one["turn"])
    other_value, other_places, _ = turn_parts(other["turn"])
    return bool(
        one["space"] == other["space"]
        and value == other_value
        and CARDS[places] == CARDS[other_places]
        and dogs_after(race, sled, value, places)
        == dogs_after(race, sled, other_value, other_places)
        and count_dents(one) == count_dents(other)
        and one["saplings"] == other["saplings"]
        and (one["end"] == HIT_SLED) == (other["end"] == HIT_SLED)
    )


@kernel
def turns_promised(
    race: State, track: Spaces, values: Values, outcomes: Outcomes, in_question: float
) -> Figures:
    """Return the turns still to go after each outcome; OUT_OF_QUESTION for those not worth trying.

    They are wrecks, or look worse at first sight than the best by more turns than are given.
    """
    sight = at_first_sight(race, track, values, outcomes)
    limit = sight.min() + np.float32(in_question)
    best = np.empty((VALUES, 4), np.float32)
    turns = np.full(len(outcomes), OUT_OF_QUESTION)
    for i in range(len(outcomes)):
        if outcomes[i]["wrecked"]:
            continue
        if track[outcomes[i]["space"]]["past"]:
            turns[i] = sight[i]
        elif sight[i] <= limit:
            turns[i] = turns_after(race, values, outcomes[i], best)
    return turns


@kernel
def first_unlike(
    race: State, outcomes: Outcomes, turns: Figures, order: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the outcomes that come first in an order, of those that leave the race alike one.

    None is out of the question, unless all are: then it is the first.
    """
    found = np.empty(_FIELD, np.int64)
    count = 0
    for i in order:
        if count == _FIELD or (count > 0 and turns[i] >= OUT_OF_QUESTION):
            break
        known = False
        for n in range(count):
            known = known or is_same(race, outcomes[i], outcomes[found[n]])
        if not known:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def _turns_to_try(race: State, track: Spaces, values: Values) -> NDArray[np.int64]:
    """Return the turns whose outcomes promise most, each outcome once, the best first."""
    outcomes = reach(race, track, actor_of(race))
    turns = turns_promised(race, track, values, outcomes, _IN_QUESTION)
    field = first_unlike(race, outcomes, turns, np.argsort(turns))
    for n in range(len(field)):
        field[n] = outcomes[field[n]]["turn"]
    return field


@kernel
def field_of(race: State, track: Spaces, values: Values) -> NDArray[np.int64]:
    """Return the decisions worth trying, as numbers (`rules.decide`): turns the best first."""
    phase = race[0]["phase"]
    if phase == DISCARD:
        return cards_to_give(race[0]["hand"][actor_of(race)], race[0]["owed"] + 0).astype(np.int64)
    if phase == START:
        free = np.empty(count_free_starts(race), np.int64)
        for n in range(len(free)):
            free[n] = nth_free_start(race, track, n)
        return free
    return _turns_to_try(race, track, values)


# -- trying ----------------------------------------------------------------------------------------


@kernel
def cards_in_thought(seed: np.uint64, number: int) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the streams of a world's cards, by sled, and how many were drawn from each: none."""
    keys = np.empty(MOST_SLEDS, np.uint64)
    for sled in range(MOST_SLEDS):
        keys[sled] = stream_key(seed, number, sled)
    return keys, np.zeros(MOST_SLEDS, np.int64)


@kernel
def end_of_thought(race: State) -> int:
    """Return the round in which a race in thought that begins now is broken off."""
    return max(race[0]["round"] + 0, 1) + ROUNDS


@kernel
def race_on_until(
    race: State,
    track: Spaces,
    values: Values,
    sled: int,
    end: int,
    cards: tuple[NDArray[np.uint64], NDArray[np.int64]],
) -> None:
    """Race on by the quick policy until a round begins, or a sled's race is over.

    If the sled is EVERYBODY, the others race on when one of them is done.
    """
    r = race[0]
    keys, drawn = cards
    path = np.empty(LONGEST_PATH, np.int16)
    draw_from_streams(race, track, keys, drawn)
    while r["phase"] != OVER and r["round"] < end:
        if sled != EVERYBODY and r["status"][sled] != RACING:
            break
        go_on(race, track, quick(race, track, values), path, keys, drawn)


@kernel
def race_on_in_thought(
    race: State, track: Spaces, values: Values, sled: int, seed: np.uint64, number: int
) -> None:
    """Race on for some rounds, or until a sled's race is over, with cards of one's own."""
    cards = cards_in_thought(seed, number)
    race_on_until(race, track, values, sled, end_of_thought(race), cards)


@kernel
def try_out(
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
            race_on_in_thought(after, track, values, sled, seed, number)
            strengths = strengths_of(after, track, values)
            score, won, place = prospects(after, strengths, sled)
            figures[i, SCORE] += score
            figures[i, WON] += won
            figures[i, PLACE] += place


# -- looking back ----------------------------------------------------------------------------------


@kernel
def chances_of(
    race: State, track: Spaces, values: Values, seed: np.uint64, playouts: int
) -> Figures:
    """Return each sled's chance to win, with all cards open, as found in some races in thought."""
    won = np.zeros(race[0]["sleds"], np.float64)
    after = race.copy()
    for number in range(playouts):
        after[0] = race[0]
        race_on_in_thought(after, track, values, EVERYBODY, seed, number)
        strengths = strengths_of(after, track, values)
        for sled in range(len(won)):
            won[sled] += prospects(after, strengths, sled)[1]
    return won / playouts


@kernel
def luck_of_draw(race: State, values: Values, sled: int, drawn: NDArray[np.int8]) -> float:
    """Return the turns that cards just drawn save, beside what such a draw saves on average."""
    r = race[0]
    came = pack_cards(drawn)
    hand, deck = pack_cards(r["hand"][sled]) - came, pack_cards(r["deck"][sled]) + came
    draws = 0
    for value in range(VALUES):
        draws += drawn[value]
    best = np.empty((VALUES, 4), np.float32)
    dogs = (r["left"][sled] - 1, r["right"][sled] - 1, r["brake"][sled] - 1)
    best_by_cards(values, r["space"][sled] + 0, r["dents"][sled] + 0, dogs, best)
    return mean_of_draws(best, hand, deck, draws) - turns_to_go(race, values, sled)
