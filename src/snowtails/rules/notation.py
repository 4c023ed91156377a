"""Decisions as text: `@4` chooses a start space, `2L:>^>` is a turn, `x35` a discard.

A turn is the value played, the places it goes to (L left dog, R right dog, B brake), `+` if the
bonus is taken, and, if the sled drifts, its route: `^` a step ahead, `<` and `>` a drift.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Self

import numpy as np

from ..course import Refused
from ..course.problem import expect
from .decide import pack_cards
from .state import MOST_SLEDS, VALUES
from .turns import (
    BRAKE,
    LEFT,
    PLACES,
    RIGHT,
    ROUTE_ORDER,
    ROUTES,
    TOP_SPEED,
    TURNS,
    turn_number,
    turn_parts,
)

AHEAD, DRIFT_LEFT, DRIFT_RIGHT = "^", "<", ">"

_TURN = re.compile(r"([1-5])(L?R?B?)(\+?)(?::([<^>]*))?")
_ROUTE = re.compile(r"[<^]*|[\^>]*")
_DISCARD = re.compile(r"X([1-5]+)")
_START = re.compile(r"@([1-5])")


class InvalidTurn(Refused):
    """A text that is no decision at all."""


def plain_text(text: object) -> str:
    """Return a text as it is read, whatever its case and outer blanks."""
    return (
        expect(str, text, "a decision is read from a text such as 2L:>^>, @3 or x35")
        .strip()
        .upper()
    )


@dataclass(frozen=True)
class Turn:
    """Cards of one value, where they go, bonus or not, and the route.

    >>> Turn.parse("2L:>^>")
    Turn(value=2, places='L', bonus=False, route='>^>')
    """

    value: int
    places: str
    bonus: bool = False
    route: str = ""

    def __post_init__(self) -> None:
        if why := self._wrong():
            raise InvalidTurn(f"{self} is no turn: {why}")

    def _wrong(self) -> str:
        """Return what keeps this from being a turn; nothing if it is one."""
        if self.value not in range(1, VALUES + 1):
            return f"cards have the values 1–{VALUES}, not {self.value!r}"
        if self.places not in tuple(_BITS):
            return f"places are L, R and B in this order, at least one, not {self.places!r}"
        if self.bonus not in (True, False):
            return f"the bonus is taken or not, True or False, not {self.bonus!r}"
        if not set(expect(str, self.route, "a route is a text of ^ < and >")) <= set("<^>"):
            return f"a route is made of ^ < and >, not {self.route!r}"
        if not _ROUTE.fullmatch(self.route):
            return f"a route drifts to one side, and {self.route} goes both ways"
        if len(self.route) > TOP_SPEED:
            return f"a route has at most {TOP_SPEED} steps"
        if self.bonus and self.route:
            return "only a sled without drift takes the bonus, and it has no route"
        return ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a turn; raise InvalidTurn if it is not one."""
        found = _TURN.fullmatch(plain_text(text))
        if not found or not found[2]:
            raise InvalidTurn(
                f"{text!r} is no turn: write a value 1–5, then L, R and B for left dog, right dog "
                "and brake, then + for the bonus or : and a route of ^ < >, as in 2L:>^> or 2LRB+"
            )
        return cls(int(found[1]), found[2], bool(found[3]), found[4] or "")

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        # The same turns are written far more often than made; see `numbered_turn`.
        bonus, route = "+" if self.bonus else "", f":{self.route}" if self.route else ""
        return f"{self.value}{self.places}{bonus}{route}"

    @property
    def bits(self) -> int:
        """The places as bits."""
        return _BITS[self.places]

    @property
    def drifts(self) -> int:
        """How many steps of the route drift."""
        return len(self.route) - self.route.count(AHEAD)

    @property
    def number(self) -> int:
        """The stable number of the turn; see `turns`."""
        return _number(self)


_LETTERS = {"L": LEFT, "R": RIGHT, "B": BRAKE}
_PLACES = {
    bits: "".join(letter for letter, bit in _LETTERS.items() if bits & bit)
    for bits in range(1, PLACES + 1)
}
_BITS = {places: bits for bits, places in _PLACES.items()}


@lru_cache(maxsize=4096)
def _number(turn: Turn) -> int:
    choice = int(turn.bonus)
    if turn.route:
        bits = int("".join("0" if step == AHEAD else "1" for step in turn.route), 2)
        choice = int(ROUTE_ORDER[len(turn.route), bits])
    return int(turn_number(turn.value, turn.bits, choice))


@lru_cache(maxsize=8192)
def numbered_turn(number: int, speed: int, drift: int) -> Turn:
    """Return the turn with a number, given the speed and drift that its cards make."""
    if not 0 <= number < TURNS:
        raise InvalidTurn(f"turns are numbered 0–{TURNS - 1}, not {number}")
    value, bits, choice = turn_parts(number)
    if drift == 0 or speed <= 0:
        return Turn(value, _PLACES[bits], bonus=choice == 1)
    route = int(ROUTES[speed, abs(drift), choice])
    sideways = DRIFT_RIGHT if drift > 0 else DRIFT_LEFT
    steps = (sideways if route >> step & 1 else AHEAD for step in reversed(range(speed)))
    return Turn(value, _PLACES[bits], route="".join(steps))


@dataclass(frozen=True, slots=True)
class Start:
    """The choice of a start space by its number.

    >>> str(Start(4))
    '@4'
    """

    number: int

    def __post_init__(self) -> None:
        if self.number not in range(1, MOST_SLEDS + 1):
            raise InvalidTurn(f"there is no start space {self.number!r}; they are numbered 1–5")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the choice of a start space; raise InvalidTurn if it is not one."""
        found = _START.fullmatch(plain_text(text))
        if not found:
            raise InvalidTurn(f"{text!r} is no start space: write @1 to @{MOST_SLEDS}")
        return cls(int(found[1]))

    def __str__(self) -> str:
        return f"@{self.number}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Dog cards put on the discard pile, by value in ascending order.

    >>> Discard.parse("x53")
    Discard(values=(3, 5))
    """

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        values = expect(tuple, self.values, "cards given up are a tuple of values, as in (3, 5)")
        known = all(value in range(1, VALUES + 1) for value in values)
        if not values or not known or list(values) != sorted(values):
            raise InvalidTurn(f"cards given up have values 1–5 in ascending order, not {values}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a discard; raise InvalidTurn if it is not one."""
        found = _DISCARD.fullmatch(plain_text(text))
        if not found:
            raise InvalidTurn(f"{text!r} is no discard: write x and the values, as in x35")
        return cls(tuple(sorted(map(int, found[1]))))

    def __str__(self) -> str:
        return "x" + "".join(map(str, self.values))

    @property
    def number(self) -> int:
        """The cards as one number; see `decide`."""
        counts = [self.values.count(value) for value in range(1, VALUES + 1)]
        return int(pack_cards(np.array(counts, np.int8)))


Decision = Start | Turn | Discard
"""What is decided in a race: a start space, a turn, the cards to discard."""


@lru_cache(maxsize=4096)
def parse_decision(text: str) -> Decision:
    """Read any decision.

    >>> parse_decision("@4"), parse_decision("x3")
    (Start(number=4), Discard(values=(3,)))
    """
    plain = text.strip()
    if plain[:1] == "@":
        return Start.parse(plain)
    if plain[:1] in ("x", "X"):
        return Discard.parse(plain)
    return Turn.parse(plain)
