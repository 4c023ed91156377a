"""Turns as numbers: which cards, where to, bonus or not, and on which steps the sled drifts.

A turn is whole and has a stable number: `(value - 1) * 147 + (places - 1) * 21 + choice`. `places`
has a bit each for left dog, right dog and brake. `choice` counts the routes, those that drift
earliest first; a sled without drift has no route, and its choice 1 is the bonus.
"""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from .kernel import kernel, kernel_part
from .state import VALUES, State

LEFT, RIGHT, BRAKE = 1, 2, 4
"""Bits of the places that cards are played to."""

PLACES = 7
CHOICES = 21
"""The most routes that any speed and drift allow: 7 steps, 2 of them drifts."""

TURNS = VALUES * PLACES * CHOICES
"""Turn numbers are below this."""

TOP_SPEED = 9
MOST_DRIFT = 4

CARDS = np.array([places.bit_count() for places in range(PLACES + 1)], np.int8)
"""How many cards a set of places takes."""


def _routes() -> tuple[NDArray[np.int16], NDArray[np.int8]]:
    """Tabulate routes as bits, the first step highest, and their place in the order."""
    bits = np.zeros((TOP_SPEED + 1, MOST_DRIFT + 1, CHOICES), np.int16)
    order = np.zeros((TOP_SPEED + 1, 1 << TOP_SPEED), np.int8)
    for speed in range(1, TOP_SPEED + 1):
        for drift in range(1, MOST_DRIFT + 1):
            drifts = min(drift, speed)
            if comb(speed, drifts) > CHOICES:
                continue  # no dogs make so much speed and drift at once
            for i, steps in enumerate(combinations(range(speed), drifts)):
                route = sum(1 << (speed - 1 - step) for step in steps)
                bits[speed, drift, i] = route
                order[speed, route] = i
    return bits, order


ROUTES, ROUTE_ORDER = _routes()
"""`ROUTES[speed, drift, choice]` has a bit for each step that drifts; `ROUTE_ORDER[speed, route]`
is its choice."""


def _choices() -> NDArray[np.int16]:
    """Tabulate how many choices dogs and brake leave, without and with the bonus on offer."""
    counts = np.zeros((2, VALUES + 1, VALUES + 1, VALUES + 1), np.int16)
    for left, right, brake in np.ndindex(VALUES, VALUES, VALUES):
        speed, drift = left + right - brake + 1, abs(left - right)
        routes = comb(speed, min(drift, speed)) if speed > 0 else 1
        bonus = int(drift == 0 and speed > 0)
        counts[:, left + 1, right + 1, brake + 1] = routes, routes + bonus
    return counts


CHOICE_COUNTS = _choices()
"""`CHOICE_COUNTS[bonus on offer, left, right, brake]`: how many turns play just these cards."""


def _totals() -> NDArray[np.int16]:
    """Tabulate how many turns one value allows, by how many cards of it are held."""
    values = np.arange(1, VALUES + 1)
    left, right, brake, value = np.meshgrid(values, values, values, values, indexing="ij")
    counts = np.zeros((2, *value.shape, 4, PLACES), np.int16)
    for places in range(1, PLACES + 1):
        choices = CHOICE_COUNTS[
            :,
            value if places & LEFT else left,
            value if places & RIGHT else right,
            value if places & BRAKE else brake,
        ]
        counts[..., CARDS[places] :, places - 1] = choices[..., np.newaxis]
    # All combinations in one row, the brake changing fastest; must agree with `_row_of`.
    return counts.cumsum(axis=-1, dtype=np.int16).reshape(-1, VALUES, 4, PLACES)


TOTALS = _totals()
"""`TOTALS[row, value - 1, min(held, 3), places - 1]`: turns with a value on these places or on some
that come before them. There is a row for each combination of bonus on offer, left dog, right dog
and brake, in the order of `_row_of`."""


@kernel_part
def turn_number(value: int, places: int, choice: int) -> int:
    """Return the number of a turn."""
    return ((value - 1) * PLACES + places - 1) * CHOICES + choice


@kernel_part
def turn_parts(turn: int) -> tuple[int, int, int]:
    """Return value, places and choice of a turn."""
    return turn // (PLACES * CHOICES) + 1, turn // CHOICES % PLACES + 1, turn % CHOICES


@kernel_part
def dogs_after(race: State, sled: int, value: int, places: int) -> tuple[int, int, int]:
    """Return left dog, right dog and brake once cards are played (TURN-3)."""
    r = race[0]
    left = value if places & LEFT else r["left"][sled]
    right = value if places & RIGHT else r["right"][sled]
    brake = value if places & BRAKE else r["brake"][sled]
    return int(left), int(right), int(brake)


@kernel_part
def bonus_on_offer(race: State) -> int:
    """Return 1 if balanced sleds may take the bonus: not on the first turn (MOVE-6)."""
    return 1 if race[0]["round"] > 1 else 0


@kernel_part
def _row_of(race: State, sled: int) -> int:
    """Return the row that TOTALS has for a sled's dogs and brake."""
    r = race[0]
    row = bonus_on_offer(race) * VALUES + int(r["left"][sled]) - 1
    row = row * VALUES + int(r["right"][sled]) - 1
    return row * VALUES + int(r["brake"][sled]) - 1


@kernel_part
def count_turns(race: State, sled: int) -> int:
    """Count the turns that a sled may play with the cards it holds (TURN-2)."""
    totals = TOTALS[_row_of(race, sled)]
    count = 0
    for value in range(VALUES):
        count += totals[value, min(race[0]["hand"][sled, value], 3), PLACES - 1]
    return count


@kernel_part
def nth_turn(race: State, sled: int, n: int) -> int:
    """Return the turn with n legal ones before it in the fixed order; -1 if they are fewer."""
    hand = race[0]["hand"][sled]
    totals = TOTALS[_row_of(race, sled)]
    # Values and places that come before are counted: which they are cannot be foretold by branches.
    value, before, count = 0, 0, 0
    for each in range(VALUES):
        count += totals[each, min(hand[each], 3), PLACES - 1]
        value += 1 if count <= n else 0
        before = count if count <= n else before
    if value == VALUES:
        return -1
    n -= before
    ends = totals[value, min(hand[value], 3)]
    places, before = 0, 0
    for each in range(PLACES):
        places += 1 if ends[each] <= n else 0
        before = int(ends[each]) if ends[each] <= n else before
    return turn_number(value + 1, places + 1, n - before)


@kernel
def is_legal_turn(race: State, sled: int, turn: int) -> bool:
    """Return whether a sled may play a turn with the cards it holds."""
    if turn < 0 or turn >= TURNS:
        return False
    value, places, choice = turn_parts(turn)
    if race[0]["hand"][sled, value - 1] < CARDS[places]:
        return False
    left, right, brake = dogs_after(race, sled, value, places)
    return choice < CHOICE_COUNTS[bonus_on_offer(race), left, right, brake]


@kernel
def legal_pace(race: State, sled: int, turn: int) -> tuple[bool, int, int]:
    """Return whether a sled may play a turn, and the speed and drift that its cards make."""
    value, places, _ = turn_parts(turn)
    left, right, brake = dogs_after(race, sled, value, places)
    return is_legal_turn(race, sled, turn), left + right - brake, right - left


@kernel
def legal_turns(race: State, sled: int) -> NDArray[np.int16]:
    """Return the numbers of all turns that a sled may play, in the fixed order."""
    found = np.empty(count_turns(race, sled), np.int16)
    n = 0
    offer = bonus_on_offer(race)
    for value in range(1, VALUES + 1):
        held = race[0]["hand"][sled, value - 1]
        for places in range(1, PLACES + 1):
            if CARDS[places] > held:
                continue
            left, right, brake = dogs_after(race, sled, value, places)
            for choice in range(CHOICE_COUNTS[offer, left, right, brake]):
                found[n] = turn_number(value, places, choice)
                n += 1
    return found


@kernel
def legal_paces(race: State, sled: int) -> NDArray[np.int16]:
    """Return the numbers of all turns that a sled may play, each with its speed and drift."""
    turns = legal_turns(race, sled)
    found = np.empty((len(turns), 3), np.int16)
    for n in range(len(turns)):
        value, places, _ = turn_parts(turns[n])
        left, right, brake = dogs_after(race, sled, value, places)
        found[n, 0] = turns[n]
        found[n, 1] = left + right - brake
        found[n, 2] = right - left
    return found
