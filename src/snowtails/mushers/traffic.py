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
_STANCE = 16
OWN, RIVAL, BETWEEN = _STANCE + 28, _STANCE + 3, 17
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
    # The order is that of `traffic.weights`: whoever changes it has to teach anew.
    here = track[space]
    left, right, brake = dogs
    speed, drift = left + right - brake, right - left
    safety = int(here["bend_safety"])
    told[0] = _within(turns, -1.0, 20.0) / 10.0
    told[1] = _within(turns, -0.5, 3.0) / 3.0
    told[2] = dents / 5.0
    told[3] = left / 5.0
    told[4] = right / 5.0
    told[5] = brake / 5.0
    told[6] = speed / 5.0
    told[7] = drift / 4.0
    told[8] = abs(drift) / 4.0
    told[9] = 1.0 if drift == 0 else 0.0
    told[10] = min(int(here["bend_in"]), 15) / 15.0
    told[11] = safety / 5.0
    hasty = safety > 0 and here["bend_in"] <= max(speed, 3)
    told[12] = max(speed - safety, 0) / 5.0 if hasty else 0.0
    told[13] = 1.0 if here["safety"] > 0 else 0.0
    told[14] = (here["lane"] - 2.0) / 2.0
    told[15] = 1.0 if here["past"] else 0.0


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
    told[_STANCE] = r["moved"][sled]
    told[_STANCE + 1] = 1.0 if turns < 0.4 else 0.0
    told[_STANCE + 2] = 1.0


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
    told[0] = _within(slower, -4.0, 4.0) / 2.0
    told[1] = _within(slower, -1.0, 1.0)
    told[2] = _within(spaces, -12.0, 12.0) / 6.0
    told[3] = _within(spaces, -3.0, 3.0) / 3.0
    told[4] = 1.0 if spaces > 0 else 0.0
    told[5] = lanes / 4.0
    told[6] = abs(lanes) / 4.0
    told[7] = 1.0 if lanes == 0 else 0.0
    told[8] = 1.0 if abs(lanes) == 1 else 0.0
    behind_it = near and lanes == 0 and spaces > 0
    before_it = near and lanes == 0 and spaces < 0
    told[9] = _in_front(track, space, there) if behind_it else 0.0
    told[10] = _in_front(track, there, space) if before_it else 0.0
    told[11] = _within(lanes * np.sign(drift), -2.0, 2.0) / 2.0
    told[12] = _within(-lanes * np.sign(its), -2.0, 2.0) / 2.0
    told[13] = (its_speed - (dogs[0] + dogs[1] - dogs[2])) / 5.0
    told[14] = 1.0 if close and spaces > 0 else 0.0
    told[15] = 1.0 if close and spaces < 0 else 0.0
    told[16] = 1.0 if (spaces > 0) != (r["moved"][rival] == 1) else 0.0


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
    told[_STANCE] = 0.0
    if not past:
        ride = values[out["space"], dents, dogs[0] - 1, dogs[1] - 1, dogs[2] - 1]["ride"]
        told[_STANCE] = _within(ride - turns, -2.0, 2.0)
    told[_STANCE + 1] = 1.0 if dents == WRECK - 1 else 0.0
    for value in range(VALUES):
        told[_STANCE + 2 + value] = ((kept >> (3 * value)) & 7) / 2.0
    told[_STANCE + 7] = 0.0 if out["end"] == HIT_SLED else max(draws, 0) / 5.0
    told[_STANCE + 8] = 1.0 if out["end"] == HIT_SLED else 0.0
    told[_STANCE + 9] = abs(here["lane"] - 2.0) / 2.0
    told[_STANCE + 10] = 10.0 * turns_past(track, out["space"], finish_rank(track)) if past else 0.0
    told[_STANCE + 11] = deck_size(race, sled) / 20.0
    told[_STANCE + 12] = 1.0 if r["round"] == 1 else 0.0
    told[_STANCE + 13] = 1.0 if here["ahead"] == SIDE else 0.0
    told[_STANCE + 14] = 1.0 if here["drift_left"] == SIDE else 0.0
    told[_STANCE + 15] = 1.0 if here["drift_right"] == SIDE else 0.0
    told[_STANCE + 16] = 1.0 if turns < 1.1 and not past else 0.0
    told[_STANCE + 17] = 1.0 if turns < 2.1 and not past else 0.0
    told[_STANCE + 18] = 1.0 if here["sapling"] >= 0 else 0.0
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
            own[_STANCE + 19 + n] = 1.0 if place == n + 1 else 0.0
        own[_STANCE + 24] = to_move / 4.0
        own[_STANCE + 25] = rivals / 4.0
        own[_STANCE + 26] = 1.0 if finished > 0 else 0.0
        own[_STANCE + 27] = promised / 3.0
