"""Traffic in figures: what a network is told of the race as a turn leaves it, in the mover's eyes.

A count of turns to go knows nothing of rivals. Here is how the own sled stands, how each rival
does, and how they stand to each other, whatever the course. Nothing is told that the mover cannot
see: rivals hold any of the cards that they have not shown.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course.track import SIDE, Spaces
from ..rules.cards import deck_size, dog_cards
from ..rules.decide import pack_cards
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import HIT_SLED
from ..rules.order import actor_of
from ..rules.reach import Outcomes, count_dents
from ..rules.state import COPIES, FINISHED, HAND, MOST_SLEDS, RACING, VALUES, WRECK, State
from ..rules.turns import CARDS, dogs_after, turn_parts
from .husky import mean_of_draws
from .playouts import IN_FRONT, LEAST_SPREAD, SPREAD, WIN
from .solver import Values, best_by_cards, finish_rank, turns_past

RIVALS = MOST_SLEDS - 1

# -- the figures -----------------------------------------------------------------------------------

# Their order is that of `traffic.weights`: whoever changes it has to teach anew.

(
    TURNS_TO_GO,
    LAST_TURNS,  # the same, but finer: all that are more than three count alike
    DENTS,
    LEFT_DOG,
    RIGHT_DOG,
    BRAKE_CARD,
    SPEED,
    DRIFT,  # below zero to the left
    DRIFT_SIZE,
    NO_DRIFT,
    BEND_IN,  # steps to the next safety line
    BEND_SAFETY,  # its safety speed
    HASTE,  # speed beyond that, if the line is near
    IN_BEND,
    LANE,  # from -1 to 1
    IS_PAST,  # the finish line
) = range(16)
"""How a sled stands, whoever it is: the first figures of the own sled, and of each rival."""

_STANCE = IS_PAST + 1

(
    MOVED,  # in this round
    FINISHING,  # with hardly a turn to go after this round
    THERE,  # 1: there is such a rival
) = range(_STANCE, _STANCE + 3)
"""What else is told of a rival."""

# What else is told of the own sled, as an outcome leaves it:
HAND_SAVES = _STANCE  # turns, beside a hand dealt anew
LAST_DENT = HAND_SAVES + 1  # one more is a wreck
KEPT_CARDS = LAST_DENT + 1  # from here on, a figure for each value
(
    DRAWS,  # cards
    HIT_A_SLED,
    OFF_THE_MIDDLE,  # lanes
    PAST_BY,  # rows past the finish line
    DECK,  # cards in it
    FIRST_ROUND,
    SIDE_AHEAD,
    SIDE_LEFT,
    SIDE_RIGHT,
    ONE_TURN,  # to go, or nearly
    TWO_TURNS,  # to go or fewer, or nearly
    ON_A_SAPLING,
) = range(KEPT_CARDS + VALUES, KEPT_CARDS + VALUES + 12)
PLACES = ON_A_SAPLING + 1  # from here on, a figure for each place: 1 for the one it is in
(
    STILL_TO_MOVE,  # rivals, in this round
    RIVALS_LEFT,
    SOME_FINISHED,
    PROMISED,  # by turns to go alone, in log odds
) = range(PLACES + MOST_SLEDS, PLACES + MOST_SLEDS + 4)

(
    SLOWER,  # turns that the rival needs more
    SLIGHTLY_SLOWER,  # the same, but finer: all beyond one turn count alike
    AHEAD,  # spaces that the rival is in front; below zero, behind
    NEARLY_LEVEL,  # the same, but finer: all beyond three spaces count alike
    IS_AHEAD,
    LANES_TO_IT,  # below zero to the left
    LANES_APART,
    SAME_LANE,
    NEXT_LANE,
    IN_OUR_WAY,  # straight ahead: the nearer, the more
    IN_ITS_WAY,
    DRIFTING_TO_IT,  # below zero, away from it
    ITS_DRIFT_TO_US,
    FASTER,  # speed that the rival has more
    CLOSE_AHEAD,
    CLOSE_BEHIND,
    OUT_OF_ORDER,  # in front though it has not moved, or behind though it has
) = range(17)
"""What is told between the own sled and a rival."""

OWN, RIVAL, BETWEEN = PROMISED + 1, THERE + 1, OUT_OF_ORDER + 1
"""How many figures there are of the own sled, of each rival, and of what is between the two."""

TOLD = np.dtype(
    [
        ("own", np.float32, OWN),
        ("rival", np.float32, (RIVALS, RIVAL)),
        ("between", np.float32, (RIVALS, BETWEEN)),
        ("by_turns", np.float32),  # what turns to go alone promise, in log odds
        ("logit", np.float32),  # what the network makes of all this
        ("rivals", np.int32),
    ]
)
"""What is told of an outcome."""

Told = NDArray[np.void]
"""An array of TOLD."""

Best = NDArray[np.float32]
Dogs = tuple[int, int, int]

_FAR = 11
"""Spaces beyond which a rival is not in the way."""


@kernel_part
def _within(figure: float, low: float, high: float) -> float:
    return min(max(figure, low), high)


@kernel
def _tell_stance(
    track: Spaces, space: int, dogs: Dogs, dents: int, turns: float, told: NDArray[np.float32]
) -> None:
    """Tell how a sled stands, whoever it is."""
    here = track[space]
    left, right, brake = dogs
    speed, drift = left + right - brake, right - left
    safety = int(here["bend_safety"])
    told[TURNS_TO_GO] = _within(turns, -1.0, 20.0) / 10.0
    told[LAST_TURNS] = _within(turns, -0.5, 3.0) / 3.0
    told[DENTS] = dents / 5.0
    told[LEFT_DOG] = left / 5.0
    told[RIGHT_DOG] = right / 5.0
    told[BRAKE_CARD] = brake / 5.0
    told[SPEED] = speed / 5.0
    told[DRIFT] = drift / 4.0
    told[DRIFT_SIZE] = abs(drift) / 4.0
    told[NO_DRIFT] = 1.0 if drift == 0 else 0.0
    told[BEND_IN] = min(int(here["bend_in"]), 15) / 15.0
    told[BEND_SAFETY] = safety / 5.0
    hasty = safety > 0 and here["bend_in"] <= max(speed, 3)
    told[HASTE] = max(speed - safety, 0) / 5.0 if hasty else 0.0
    told[IN_BEND] = 1.0 if here["safety"] > 0 else 0.0
    told[LANE] = (here["lane"] - 2.0) / 2.0
    told[IS_PAST] = 1.0 if here["past"] else 0.0


# -- rivals ----------------------------------------------------------------------------------------


@kernel_part
def _unseen(race: State, sled: int) -> tuple[int, int]:
    """Return the cards, packed, that a sled holds or has in its deck, and how many they are."""
    r = race[0]
    cards = pack_cards(r["used"][sled])
    cards += 1 << (3 * (r["left"][sled] - 1)) if r["left_card"][sled] else 0
    cards += 1 << (3 * (r["right"][sled] - 1)) if r["right_card"][sled] else 0
    unseen = 0
    count = 0
    for value in range(VALUES):
        left = COPIES - ((cards >> (3 * value)) & 7)
        unseen += left << (3 * value)
        count += left
    return unseen, count


@kernel
def _turns_of_rival(race: State, track: Spaces, values: Values, sled: int, best: Best) -> float:
    """Return the turns that a rival still needs after this round, over all that it may hold."""
    r = race[0]
    space, dents = r["space"][sled] + 0, r["dents"][sled] + 0
    if track[space]["past"]:
        return -turns_past(track, space, finish_rank(track))
    dogs = (r["left"][sled] - 1, r["right"][sled] - 1, r["brake"][sled] - 1)
    unseen, count = _unseen(race, sled)
    if count < HAND - dents:
        turns = float(values[space, dents, dogs[0], dogs[1], dogs[2]]["ride"])
    else:
        best_by_cards(values, space, dents, dogs, best)
        turns = mean_of_draws(best, 0, unseen, HAND - dents)
    return turns if r["moved"][sled] else turns - 1.0


@kernel
def _tell_rival(
    race: State, track: Spaces, sled: int, turns: float, told: NDArray[np.float32]
) -> None:
    """Tell how a rival stands."""
    r = race[0]
    dogs = (int(r["left"][sled]), int(r["right"][sled]), int(r["brake"][sled]))
    _tell_stance(track, r["space"][sled], dogs, r["dents"][sled], turns, told)
    told[MOVED] = r["moved"][sled]
    told[FINISHING] = 1.0 if turns < 0.4 else 0.0
    told[THERE] = 1.0


@kernel_part
def _in_front(track: Spaces, space: int, other: int) -> float:
    """Return how closely a space lies straight ahead of another: 0 if not, nearly 1 at once."""
    here = space
    for steps in range(1, _FAR):
        here = track[here]["ahead"]
        if here == SIDE:
            break
        if here == other:
            return 1.0 - steps / _FAR
    return 0.0


@kernel
def _tell_between(
    race: State,
    track: Spaces,
    rival: int,
    space: int,
    dogs: Dogs,
    slower: float,
    told: NDArray[np.float32],
) -> None:
    """Tell how a rival stands to a sled on a space; `slower` is how many turns more it needs."""
    r = race[0]
    there = r["space"][rival] + 0
    spaces = (int(track[there]["rank"]) - int(track[space]["rank"])) / 5.0
    lanes = np.int64(track[there]["lane"]) - np.int64(track[space]["lane"])
    near = abs(spaces) < _FAR
    close = abs(spaces) <= 3.0 and abs(lanes) <= 1
    drift, its = dogs[1] - dogs[0], r["right"][rival] - r["left"][rival]
    its_speed = r["left"][rival] + r["right"][rival] - r["brake"][rival]
    told[SLOWER] = _within(slower, -4.0, 4.0) / 2.0
    told[SLIGHTLY_SLOWER] = _within(slower, -1.0, 1.0)
    told[AHEAD] = _within(spaces, -12.0, 12.0) / 6.0
    told[NEARLY_LEVEL] = _within(spaces, -3.0, 3.0) / 3.0
    told[IS_AHEAD] = 1.0 if spaces > 0 else 0.0
    told[LANES_TO_IT] = lanes / 4.0
    told[LANES_APART] = abs(lanes) / 4.0
    told[SAME_LANE] = 1.0 if lanes == 0 else 0.0
    told[NEXT_LANE] = 1.0 if abs(lanes) == 1 else 0.0
    behind_it = near and lanes == 0 and spaces > 0
    before_it = near and lanes == 0 and spaces < 0
    told[IN_OUR_WAY] = _in_front(track, space, there) if behind_it else 0.0
    told[IN_ITS_WAY] = _in_front(track, there, space) if before_it else 0.0
    told[DRIFTING_TO_IT] = _within(lanes * np.sign(drift), -2.0, 2.0) / 2.0
    told[ITS_DRIFT_TO_US] = _within(-lanes * np.sign(its), -2.0, 2.0) / 2.0
    told[FASTER] = (its_speed - (dogs[0] + dogs[1] - dogs[2])) / 5.0
    told[CLOSE_AHEAD] = 1.0 if close and spaces > 0 else 0.0
    told[CLOSE_BEHIND] = 1.0 if close and spaces < 0 else 0.0
    told[OUT_OF_ORDER] = 1.0 if (spaces > 0) != (r["moved"][rival] == 1) else 0.0


# -- the own sled ----------------------------------------------------------------------------------


@kernel
def _promised(
    turns: float, others: NDArray[np.float64], places: NDArray[np.int64], finished: int, sleds: int
) -> float:
    """Return what turns to go and who is in front promise, much as `playouts` has it, in log odds.

    `others` are the rivals' turns, `places` 1 for those in front and -1 for the others.
    """
    total = max(turns, 0.0)
    for i in range(len(others)):
        total += max(others[i], 0.0)
    spread = max(LEAST_SPREAD, SPREAD * total / (len(others) + 1))
    rivals = 1.0
    place = 1.0 + finished
    for i in range(len(others)):
        apart = (turns - others[i]) / spread + IN_FRONT * places[i]
        odds = np.exp(_within(apart, -30.0, 30.0))
        rivals += odds
        place += odds / (1.0 + odds)
    score = (1.0 - WIN) * (sleds - place) / max(sleds - 1, 1)
    if finished == 0:
        score += WIN / rivals
    score = _within(score, 0.01, 0.99)
    return np.log(score / (1.0 - score))


@kernel
def _tell_own(
    race: State, track: Spaces, values: Values, out: Any, turns: float, told: NDArray[np.float32]
) -> Dogs:
    """Tell how the mover stands after an outcome, all but its rivals; return its dogs and brake."""
    r = race[0]
    sled = actor_of(race)
    here = track[out["space"]]
    past = here["past"] > 0
    value, places, _ = turn_parts(out["turn"])
    dogs = dogs_after(race, sled, value, places)
    played = int(CARDS[places])
    kept = pack_cards(r["hand"][sled]) - (played << (3 * (value - 1)))
    dents = r["dents"][sled] + count_dents(out)
    draws = HAND - dents - dog_cards(race, sled) + played
    _tell_stance(track, out["space"], dogs, dents, turns, told)
    told[HAND_SAVES] = 0.0
    if not past:
        ride = values[out["space"], dents, dogs[0] - 1, dogs[1] - 1, dogs[2] - 1]["ride"]
        told[HAND_SAVES] = _within(ride - turns, -2.0, 2.0)
    told[LAST_DENT] = 1.0 if dents == WRECK - 1 else 0.0
    for value in range(VALUES):
        told[KEPT_CARDS + value] = ((kept >> (3 * value)) & 7) / 2.0
    told[DRAWS] = 0.0 if out["end"] == HIT_SLED else max(draws, 0) / 5.0
    told[HIT_A_SLED] = 1.0 if out["end"] == HIT_SLED else 0.0
    told[OFF_THE_MIDDLE] = abs(here["lane"] - 2.0) / 2.0
    told[PAST_BY] = 10.0 * turns_past(track, out["space"], finish_rank(track)) if past else 0.0
    told[DECK] = deck_size(race, sled) / 20.0
    told[FIRST_ROUND] = 1.0 if r["round"] == 1 else 0.0
    told[SIDE_AHEAD] = 1.0 if here["ahead"] == SIDE else 0.0
    told[SIDE_LEFT] = 1.0 if here["drift_left"] == SIDE else 0.0
    told[SIDE_RIGHT] = 1.0 if here["drift_right"] == SIDE else 0.0
    told[ONE_TURN] = 1.0 if turns < 1.1 and not past else 0.0
    told[TWO_TURNS] = 1.0 if turns < 2.1 and not past else 0.0
    told[ON_A_SAPLING] = 1.0 if here["sapling"] >= 0 else 0.0
    return dogs


@kernel
def tell(
    race: State,
    track: Spaces,
    values: Values,
    outcomes: Outcomes,
    turns: NDArray[np.float64],
    told: Told,
) -> None:
    """Tell all that there is to know of some outcomes, given the turns to go after each."""
    r = race[0]
    best = np.empty((VALUES, 4), np.float32)
    who = np.empty(RIVALS, np.int64)
    others = np.empty(RIVALS, np.float64)
    places = np.empty(RIVALS, np.int64)
    rivals = finished = to_move = 0
    for sled in range(r["sleds"]):
        if r["status"][sled] == FINISHED:
            finished += 1
        elif r["status"][sled] == RACING and sled != actor_of(race):
            who[rivals] = sled
            others[rivals] = _turns_of_rival(race, track, values, sled, best)
            _tell_rival(race, track, sled, others[rivals], told[0]["rival"][rivals])
            to_move += 0 if r["moved"][sled] else 1
            rivals += 1
    for i in range(len(outcomes)):
        own = told[i]["own"]
        dogs = _tell_own(race, track, values, outcomes[i], turns[i], own)
        rank = track[outcomes[i]["space"]]["rank"]
        place = finished + 1
        for n in range(rivals):
            ahead = track[r["space"][who[n]]]["rank"] > rank
            places[n] = 1 if ahead else -1
            place += 1 if ahead else 0
            between = told[i]["between"][n]
            slower = others[n] - turns[i]
            _tell_between(race, track, who[n], outcomes[i]["space"], dogs, slower, between)
        promised = _promised(turns[i], others[:rivals], places, finished, r["sleds"] + 0)
        told[i]["by_turns"] = promised
        told[i]["rivals"] = rivals
        for n in range(MOST_SLEDS):
            own[PLACES + n] = 1.0 if place == n + 1 else 0.0
        own[STILL_TO_MOVE] = to_move / 4.0
        own[RIVALS_LEFT] = rivals / 4.0
        own[SOME_FINISHED] = 1.0 if finished > 0 else 0.0
        own[PROMISED] = promised / 3.0
