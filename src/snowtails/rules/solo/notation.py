"""Decisions of the solo game as text.

`o5b` places an opponent on tile 5, facing backward (`f`: forward); `b31524` orders the bonus stack,
its top first; `@4` chooses a start space; `2L:>^>` is a turn, and `4LRB+*L` one that also rescues
the covered card of the left dog; `x3` discards surplus; `out3` puts a card out of play; `+1s` takes
#1 and the top of the stack; `-2` discards #2, `-s` the top of the stack, `-` nothing.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Self

import numpy as np

from ...course.problem import expect, whole_number
from ..decide import pack_cards, unpack_cards
from ..notation import Discard, InvalidTurn, Start, Turn, numbered_turn, plain_text
from ..state import VALUES
from ..turns import turn_parts
from .state import SLOTS, TOP
from .turns import BONUS_CHOICE, RESCUE_LEFT, RESCUE_RIGHT

Facing = Literal["forward", "backward"]

_PLACING = re.compile(r"O(\d{1,2})([FB])")
_MARKERS = re.compile(r"B([1-5]{5})")
_RESCUE = re.compile(r"(.*)\*([LR])(\+?)")
_OUT = re.compile(r"OUT([1-5]+)")
_TAKE = re.compile(r"\+([1-3]{0,3}S?)")
_DROP = re.compile(r"-([1-3S]?)")
_STACK = "s"

_RESCUES = {"": 0, "L": RESCUE_LEFT, "R": RESCUE_RIGHT}
_RESCUED = {bits: dog for dog, bits in _RESCUES.items()}


@dataclass(frozen=True, slots=True)
class Placing:
    """The place of an opponent: a tile, and where it faces.

    >>> str(Placing(5, "backward"))
    'o5b'
    """

    tile: int
    facing: Facing

    def __post_init__(self) -> None:
        whole_number(self.tile, "an opponent is placed on a tile by its number")
        if self.facing not in ("forward", "backward"):
            raise InvalidTurn(f"an opponent faces forward or backward, not {self.facing!r}")

    def __str__(self) -> str:
        return f"o{self.tile}{self.facing[0]}"

    @property
    def number(self) -> int:
        """Its number; see `decide`."""
        return 2 * self.tile + (self.facing == "backward")


@dataclass(frozen=True, slots=True)
class Markers:
    """An order of the bonus stack, its top first.

    >>> Markers((3, 1, 5, 2, 4)).number
    17739
    """

    order: tuple[int, ...]

    def __post_init__(self) -> None:
        for marker in expect(tuple, self.order, "markers are a tuple, as in (5, 4, 3, 2, 1)"):
            whole_number(marker, "a marker is a number 1–5")
        if sorted(self.order) != list(range(1, VALUES + 1)):
            raise InvalidTurn(f"the bonus stack has each of 1–5 once, not {self.order}")

    def __str__(self) -> str:
        return "b" + "".join(map(str, self.order))

    @property
    def number(self) -> int:
        """Its number; see `decide`."""
        return sum(marker << 3 * i for i, marker in enumerate(self.order))


@dataclass(frozen=True, slots=True)
class SoloTurn(Turn):
    """A turn; with three cards it may rescue the covered card of the left or right dog.

    >>> SoloTurn.parse("4LRB+*L").rescue
    'L'
    """

    rescue: str = ""

    def __post_init__(self) -> None:
        Turn.__post_init__(self)
        if self.rescue not in tuple(_RESCUES) or (self.rescue and self.places != "LRB"):
            raise InvalidTurn(f"a rescue (*L or *R) needs three cards, not {self.places}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a turn; raise InvalidTurn if it is not one."""
        found = _RESCUE.fullmatch(plain_text(text))
        turn = Turn.parse(found[1] + found[3] if found else text)
        return cls(turn.value, turn.places, turn.bonus, turn.route, found[2] if found else "")

    def __str__(self) -> str:
        return Turn.__str__(self) + (f"*{self.rescue}" if self.rescue else "")

    @property
    def number(self) -> int:
        """Its number; see `turns`."""
        plain = Turn(self.value, self.places, self.bonus, self.route)
        return plain.number + _RESCUES[self.rescue]


@lru_cache(maxsize=8192)
def numbered_solo_turn(number: int, speed: int, drift: int) -> SoloTurn:
    """Return the turn with a number, given the speed without bonus and the drift of its cards."""
    choice = turn_parts(number)[2] if drift == 0 else 0
    rescue = choice & ~BONUS_CHOICE
    # A marker can move a sled whose cards alone would not.
    turn = numbered_turn(number - rescue, max(speed, 1) if drift == 0 else speed, drift)
    return SoloTurn(turn.value, turn.places, turn.bonus, turn.route, _RESCUED[rescue])


@dataclass(frozen=True, slots=True)
class OutOfPlay:
    """Dog cards put out of play, by value in ascending order.

    >>> str(OutOfPlay((3, 5)))
    'out35'
    """

    values: tuple[int, ...]

    def __post_init__(self) -> None:
        Discard(self.values)  # the same cards can be given up

    def __str__(self) -> str:
        return "out" + "".join(map(str, self.values))

    @property
    def number(self) -> int:
        """The cards as one number; see `decide`."""
        counts = [self.values.count(value) for value in range(1, VALUES + 1)]
        return int(pack_cards(np.array(counts, np.int8)))


@dataclass(frozen=True, slots=True)
class Take:
    """Face-up cards taken, by their slots, and the top of the stack (SOLO-10).

    >>> Take((1,), top=True)
    Take(slots=(1,), top=True)
    >>> str(_)
    '+1s'
    """

    slots: tuple[int, ...]
    top: bool = False

    def __post_init__(self) -> None:
        for slot in expect(tuple, self.slots, "slots are a tuple, as in (1, 2)"):
            whole_number(slot, "a slot is a number 1–3")
        if list(self.slots) != sorted(set(self.slots) & set(range(1, SLOTS + 1))):
            raise InvalidTurn(f"slots are 1, 2 and 3, each once and in order, not {self.slots}")
        if not self.slots and not self.top:
            raise InvalidTurn("at least one card is taken: a slot, or s for the top of the stack")

    def __str__(self) -> str:
        return "+" + "".join(map(str, self.slots)) + (_STACK if self.top else "")

    @property
    def number(self) -> int:
        """The slots as a set of bits; see `decide`."""
        return sum(1 << (slot - 1) for slot in self.slots) + (TOP if self.top else 0)


@dataclass(frozen=True, slots=True)
class Drop:
    """A card not taken that is discarded: of a slot from 1, of the stack (4), or none (0).

    >>> str(Drop(2)), str(Drop(4)), str(Drop(0))
    ('-2', '-s', '-')
    """

    slot: int

    def __post_init__(self) -> None:
        whole_number(self.slot, "a slot is a number")
        if not 0 <= self.slot <= SLOTS + 1:
            raise InvalidTurn(f"slots are 1–{SLOTS}, the stack 4, none 0; not {self.slot}")

    def __str__(self) -> str:
        return "-" + ("" if not self.slot else _STACK if self.slot > SLOTS else str(self.slot))

    @property
    def number(self) -> int:
        """The slot; see `decide`."""
        return self.slot


SoloDecision = Placing | Markers | Start | Discard | SoloTurn | OutOfPlay | Take | Drop
"""What is decided in a solo round, from placing opponents to the refill."""


def numbered_cards(number: int) -> tuple[int, ...]:
    """Return the cards given up in a decision with some number, in ascending order."""
    counts = unpack_cards(number).tolist()
    return tuple(value for value, count in enumerate(counts, 1) for _ in range(count))


def numbered_take(number: int) -> Take:
    """Return the cards taken in a decision with some number."""
    slots = tuple(slot for slot in range(1, SLOTS + 1) if number >> (slot - 1) & 1)
    return Take(slots, top=bool(number & TOP))


def numbered_markers(number: int) -> Markers:
    """Return the order of the bonus stack with some number."""
    return Markers(tuple(number >> 3 * i & 7 for i in range(VALUES)))


@lru_cache(maxsize=4096)
def parse_solo(text: str) -> SoloDecision:
    """Read any decision of the solo game.

    >>> parse_solo("O5B"), parse_solo("-S"), parse_solo("out53")
    (Placing(tile=5, facing='backward'), Drop(slot=4), OutOfPlay(values=(3, 5)))
    """
    plain = text.strip().upper()
    if found := _PLACING.fullmatch(plain):
        return Placing(int(found[1]), "backward" if found[2] == "B" else "forward")
    if found := _MARKERS.fullmatch(plain):
        return Markers(tuple(map(int, found[1])))
    if found := _OUT.fullmatch(plain):
        return OutOfPlay(tuple(sorted(map(int, found[1]))))
    if found := _TAKE.fullmatch(plain):
        slots = found[1].removesuffix("S")
        return Take(tuple(sorted(map(int, slots))), top=slots != found[1])
    if found := _DROP.fullmatch(plain):
        return Drop(SLOTS + 1 if found[1] == "S" else int(found[1] or 0))
    if plain[:1] == "X":
        return Discard.parse(plain)
    if re.fullmatch(r"@[1-5]", plain):
        return Start(int(plain[1]))
    if plain[:1] in ("O", "B", "+", "-", "@"):
        raise InvalidTurn(
            f"{text!r} is no decision: an opponent is placed as in o5b, the bonus stack ordered as "
            "in b31524, a start space chosen as in @4, cards put out of play as in out3, taken as "
            "in +1s, discarded as in -2 or - for none"
        )
    return SoloTurn.parse(plain)
