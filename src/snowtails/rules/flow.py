"""How a race goes on: what decisions and drawn cards do, and who has to decide next.

`choose_start` and `after_draw` move on to the next decision. `play_turn` and `discard` leave that
to `decide`, which comes from both, so that `next_turn` is compiled into it only once.

These are the fast doors: they trust that the decision is legal. `Race` checks first.
"""

import numpy as np
from numpy.typing import NDArray

from ..course.track import Spaces
from .cards import cards_held, dog_cards, draw_card, lay_cards
from .deal import stream_word
from .kernel import kernel, kernel_part, part_of
from .movement import HIT_SLED, dents_fallen, drive
from .order import actor_of, foremost
from .state import (
    COPIES,
    DISCARD,
    DRAW,
    FINISHED,
    HAND,
    MOST_SLEDS,
    OFF,
    OVER,
    PRINTED,
    START,
    TURN,
    VALUES,
    WRECK,
    WRECKED,
    State,
)
from .turns import BRAKE, LEFT, RIGHT, turn_parts

Path = NDArray[np.int16]

DEAL, REFILL, NO_CARDS = range(3)
"""Why cards are drawn: the first hand (SETUP-6), the end of a turn (HAND-1), or TURN-4."""


@kernel
def set_up(race: State, track: Spaces, sleds: int) -> None:
    """Set up a race before anybody has chosen a start space (SETUP-1 to SETUP-3)."""
    r = race[0]
    r["sleds"] = sleds
    for space in range(len(track)):
        if track[space]["sapling"] >= 0:
            r["saplings"] |= 1 << int(track[space]["sapling"])
    for sled in range(MOST_SLEDS):
        r["space"][sled] = OFF
    for sled in range(sleds):
        r["left"][sled] = r["right"][sled] = r["brake"][sled] = PRINTED
        for value in range(VALUES):
            r["deck"][sled, value] = COPIES


@kernel
def let_choose(race: State, order: NDArray[np.int8]) -> None:
    """Say in which order the sleds choose their start spaces (SETUP-5, SEASON-3)."""
    r = race[0]
    r["phase"] = START
    r["actor"] = order[0]
    for i in range(len(order)):
        r["choosing"][i] = order[i]


@kernel_part
def start_number(track: Spaces, space: int) -> int:
    """Return the number of a start space; they are 0–4, the start tile's lanes (SETUP-4)."""
    number = 1
    for other in range(MOST_SLEDS):
        number += 1 if track[other]["rank"] > track[space]["rank"] else 0
    return number


@kernel
def start_space(track: Spaces, number: int) -> int:
    """Return the start space with a number."""
    for space in range(MOST_SLEDS):
        if start_number(track, space) == number:
            return space
    return OFF


@kernel
def choose_start(race: State, track: Spaces, number: int) -> None:
    """Put the sled that chooses on a start space (SETUP-5)."""
    r = race[0]
    r["space"][r["actor"]] = start_space(track, number)
    chosen = 0
    for sled in range(r["sleds"]):
        if r["space"][sled] != OFF:
            chosen += 1
    if chosen < r["sleds"]:
        r["actor"] = r["choosing"][chosen]
        return
    for i in range(MOST_SLEDS):
        r["choosing"][i] = 0
    _deal_hand(race, track, 0)


@kernel_part
def extra_cards(number: int) -> int:
    """Return how many cards more a start space gives (SETUP-6)."""
    return max(number - 3, 0)


@kernel
def _deal_hand(race: State, track: Spaces, sled: int) -> None:
    """Let a sled draw its first hand (SETUP-6)."""
    r = race[0]
    r["phase"] = DRAW
    r["actor"] = sled
    r["owed"] = HAND + extra_cards(start_number(track, r["space"][sled]))


@kernel
def next_draw(race: State) -> tuple[int, int, int]:
    """Return who draws next, how many cards (0 if nobody draws) and why."""
    r = race[0]
    sled = actor_of(race)
    if r["phase"] != DRAW:
        return sled, 0, DEAL
    if r["round"] == 0:
        return sled, r["owed"] + 0, DEAL
    return sled, r["owed"] + 0, REFILL if r["moved"][sled] else NO_CARDS


@kernel
def draw(race: State, track: Spaces, words: NDArray[np.uint64], drawn: NDArray[np.int8]) -> int:
    """Draw the cards owed, one for each word of chance; write them down and return how many."""
    r = race[0]
    sled, count = actor_of(race), r["owed"] + 0
    for i in range(count):
        drawn[i] = draw_card(race, sled, words[i])
    after_draw(race, track)
    return count


@kernel
def after_draw(race: State, track: Spaces) -> None:
    """Go on once the cards owed are drawn."""
    r = race[0]
    sled = actor_of(race)
    r["owed"] = 0
    if r["round"] == 0:
        if sled + 1 < r["sleds"]:
            _deal_hand(race, track, sled + 1)
            return
        r["round"] = 1
        next_turn(race, track)
    elif r["moved"][sled]:
        next_turn(race, track)
    else:
        r["phase"] = TURN  # cards drawn by TURN-4 are played at once


_after_draw = part_of(after_draw)


@kernel_part
def draw_from_streams(
    race: State, track: Spaces, keys: NDArray[np.uint64], drawn: NDArray[np.int64]
) -> None:
    """Draw from the sleds' seeded streams, counting the cards, until somebody has to decide."""
    r = race[0]
    while r["phase"] == DRAW:
        sled = actor_of(race)
        for _ in range(r["owed"]):
            draw_card(race, sled, stream_word(keys[sled], drawn[sled]))
            drawn[sled] += 1
        _after_draw(race, track)


@kernel_part
def play_turn(race: State, track: Spaces, turn: int, path: Path) -> bool:
    """Play cards, move, settle the dents, and see to the hand (TURN-1).

    Return whether the turn is done; if not, cards are to be drawn or discarded first.
    """
    r = race[0]
    sled = actor_of(race)
    steps, hits, speeding, end = drive(race, track, sled, turn, path)
    value, places, _ = turn_parts(turn)
    lay_cards(race, sled, value, places & LEFT, places & RIGHT, places & BRAKE)
    if steps > 0:
        r["space"][sled] = path[steps - 1]
    r["saplings"] &= ~hits
    past = track[r["space"][sled]]["past"]
    saplings, for_speed, for_side = dents_fallen(r["dents"][sled], past, hits, speeding, end)
    r["dents"][sled] += saplings + for_speed + for_side
    r["moved"][sled] = 1
    if r["dents"][sled] == WRECK:
        _wreck(race, sled)
        return True
    excess = cards_held(race, sled) - HAND
    if excess > 0:  # HAND-2, also after DENT-2 and past the line
        r["phase"] = DISCARD
        r["owed"] = excess
        return False
    if excess == 0 or end == HIT_SLED or past:  # DENT-2, HAND-4
        return True
    r["phase"] = DRAW  # HAND-1
    r["owed"] = -excess
    return False


@kernel
def discard(race: State, cards: int) -> None:
    """Put dog cards, packed as `decide` numbers them, on the discard pile (HAND-2).

    The turn is done then.
    """
    r = race[0]
    for value in range(VALUES):
        count = (cards >> (3 * value)) & 7
        r["hand"][r["actor"], value] -= count
        r["used"][r["actor"], value] += count
    r["owed"] = 0


@kernel
def _wreck(race: State, sled: int) -> None:
    """Take a sled out of the race, counting the wrecks before it (DENT-4, END-4)."""
    r = race[0]
    before = 0
    for other in range(r["sleds"]):
        if r["status"][other] == WRECKED:
            before += 1
    r["status"][sled] = WRECKED
    r["moved"][sled] = 0
    r["place"][sled] = before
    r["space"][sled] = OFF


@kernel_part
def next_turn(race: State, track: Spaces) -> None:
    """Let the foremost sled that has not moved begin its turn, or end the round (ORDER-1)."""
    r = race[0]
    while True:
        sled = foremost(race, track, 0)
        if sled < 0:
            if not _end_round(race, track):
                r["phase"] = OVER
                r["actor"] = 0
                return
            continue
        r["actor"] = sled
        r["phase"] = TURN
        if dog_cards(race, sled) > 0:
            return
        r["dents"][sled] += 1  # TURN-4
        if r["dents"][sled] < WRECK:
            r["phase"] = DRAW
            r["owed"] = HAND - r["dents"][sled]
            return
        _wreck(race, sled)


@kernel
def _end_round(race: State, track: Spaces) -> bool:
    """Place the sleds past the line and begin a new round; return whether there is one (END)."""
    r = race[0]
    placed = 0
    for sled in range(r["sleds"]):
        if r["status"][sled] == FINISHED:
            placed += 1
    while True:
        sled = foremost(race, track, 1)
        if sled < 0:
            return False  # END-3
        if not track[r["space"][sled]]["past"]:
            break
        placed += 1
        r["status"][sled] = FINISHED
        r["moved"][sled] = 0
        r["place"][sled] = placed  # END-1
        r["space"][sled] = OFF  # END-2
    for sled in range(r["sleds"]):
        r["moved"][sled] = 0
    r["round"] += 1
    return True
