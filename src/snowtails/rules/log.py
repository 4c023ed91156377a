"""A race that goes on: decisions are tried, played, logged and taken back."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from ..course import Course, Refused
from ..course.problem import InvalidArgument, expect, whole_number
from .deal import Deal
from .position import Position
from .state import State

DecisionT = TypeVar("DecisionT")
EntryT = TypeVar("EntryT")
PositionT = TypeVar("PositionT", bound=Position)

Words = tuple[int, ...]
"""How many words of each stream of the deal have been used."""


class IllegalDraw(Refused):
    """Cards given to be drawn that cannot be, or too few, or too many of them."""

    def __init__(self, sled: int | None, reason: str) -> None:
        self.sled = sled
        super().__init__(reason)

    def __reduce__(self) -> tuple[type[Self], tuple[int | None, str]]:
        return type(self), (self.sled, str(self))


@dataclass(frozen=True)
class Attempt(Generic[EntryT, PositionT]):
    """A decision that was tried: what it would do and draw. `accept` makes it happen."""

    played: EntryT
    """The entry that it would add to the log: the decision, and the cards drawn because of it."""
    position: PositionT
    """The position that it would lead to."""
    _before: tuple[Position, Deal | None, Words] = field(repr=False)
    _words: Words = field(repr=False)


class LoggedPosition(Position, Generic[DecisionT, EntryT, PositionT]):
    """A position that changes as decisions are played, and the log of what was played."""

    _KEPT: ClassVar[type[Position]]
    """The type of its positions that stay as they are."""

    deal: Deal | None
    """Where the cards come from; without one they are given to `play`."""

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _begin(
        self,
        course: Course,
        state: State,
        colours: tuple[str, ...],
        deal: Deal | None,
        streams: int,
    ) -> None:
        self._hold(course, state.tobytes(), colours)
        self.deal = deal
        self._before: list[tuple[bytes, Words]] = []
        self._log: list[EntryT] = []
        self._words: Words = (0,) * streams
        self._position: PositionT | None = None  # as it is now, once somebody has asked

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_position": None}

    def copy(self) -> Self:
        """Return a race that goes its own way from here on."""
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.line}, {len(self._log)} decisions>"

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in it as plain values: races of one type are equal if their keys are."""
        return *super().key, tuple(self._log), self.deal

    @property
    def log(self) -> tuple[EntryT, ...]:
        """All decisions so far, and the cards drawn because of them."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[PositionT, ...]:
        """The positions before each decision of the log."""
        return tuple(self._at(state) for state, _ in self._before)

    def position_before(self, entry: int) -> PositionT:
        """Return the position before an entry of the log, by its number from 0 on."""
        entry = whole_number(entry, "entries are numbered from 0 on")
        if not 0 <= entry < len(self._before):
            raise Refused(f"there is no entry {entry}; the log has {len(self._before)}, from 0 on")
        return self._at(self._before[entry][0])

    @property
    def beginning(self) -> PositionT:
        """The position before the first decision of the log."""
        return self._at(self._before[0][0] if self._before else self._buffer)

    def position(self) -> PositionT:
        """Return an unchanging copy of the position."""
        if self._position is None:
            self._position = self._at(self._buffer)
        return self._position

    def _at(self, state: bytes | bytearray) -> PositionT:
        position: Any = self._KEPT.__new__(self._KEPT)
        position._hold(self.course, state, self.colours)
        return position

    @property
    def words_used(self) -> Words:
        """How many words of each stream of the deal have been used."""
        return self._words

    def _chance(self) -> Deal:
        """Return the deal, or refuse to draw without one."""
        if self.deal is None:
            raise Refused("this race has no deal: begin it with seed=7, or give the cards drawn")
        return self.deal

    # -- going on -----------------------------------------------------------------------------

    def attempt(
        self, decision: str | DecisionT, drawn: Iterable[int] | None = None
    ) -> Attempt[EntryT, PositionT]:
        """Return what a decision would do and draw, changing nothing; raises as `play` does.

        The race may be asked to `accept` it afterwards.
        """
        entry, state, words = self._work_out(decision, drawn)
        before = (self.position(), self.deal, self._words)
        return Attempt(entry, self._at(state), before, words)

    def accept(self, attempt: Attempt[EntryT, PositionT]) -> None:
        """Play a decision that was tried; raise Refused if the race has gone on since."""
        expect(Attempt, attempt, "what is accepted is what `attempt` returned")
        if attempt._before != (self.position(), self.deal, self._words):
            raise Refused(f"the race has gone on since this was tried\n  in {self.line}")
        self._keep(attempt.played, attempt.position._buffer, attempt._words)
        if attempt.position.course is self.course:  # an equal one may have another name
            self._position = attempt.position

    def play(self, decision: str | DecisionT, drawn: Iterable[int] | None = None) -> None:
        """Take a decision for the actor, and draw the cards that follow from it.

        The cards come from the race's deal, or are those given in `drawn`. Raises InvalidTurn if
        the text is no decision, IllegalTurn if it cannot be taken now, IllegalDraw if the cards
        given do not fit, Refused if there is no deal; the race is then unchanged.
        """
        self._keep(*self._work_out(decision, drawn))

    def undo(self) -> EntryT:
        """Take back the last decision and the cards drawn after it, and return them."""
        if not self._log:
            raise IndexError("there is nothing to take back")
        self._go_to(*self._before.pop())
        return self._log.pop()

    def _keep(self, entry: EntryT, state: bytearray, words: Words) -> None:
        self._before.append((bytes(self._buffer), self._words))
        self._log.append(entry)
        self._go_to(state, words)

    def _go_to(self, state: bytes | bytearray, words: Words) -> None:
        self._buffer[:], self._words = state, words
        self._fields.clear()
        self._position = None

    def _work_out(
        self, decision: str | DecisionT, drawn: Iterable[int] | None
    ) -> tuple[EntryT, bytearray, Words]:
        """Return the entry, the state and the words used after a decision; change nothing."""
        choice = self._read(decision)
        number = self._legal_number(choice)
        cards = None if drawn is None else cards_given(drawn)
        buffer = bytearray(self._buffer)
        entry, words = self._decide(np.frombuffer(buffer, self._RECORD), choice, number, cards)
        return entry, buffer, words

    @abstractmethod
    def _read(self, decision: str | DecisionT) -> DecisionT:
        """Return a decision that may be given as text."""

    @abstractmethod
    def _legal_number(self, decision: DecisionT) -> int:
        """Return the number of a decision, or refuse it."""

    @abstractmethod
    def _decide(
        self, state: State, decision: DecisionT, number: int, cards: list[int] | None
    ) -> tuple[EntryT, Words]:
        """Change a state by a legal decision and draw; return what to log, and the words used."""


def cards_given(drawn: Iterable[int]) -> list[int]:
    """Return the values of cards given to be drawn; raise InvalidArgument if they are none."""
    if not hasattr(drawn, "__iter__"):
        raise InvalidArgument(f"drawn lists the values of the cards, as in [3, 5], not {drawn!r}")
    return [whole_number(value, "a card drawn has a value 1–5") for value in drawn]
