"""A race that goes on: decisions are tried, played, logged and taken back."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

from ..course import Course, Refused
from ..course.problem import InvalidArgument, whole_number
from .deal import Deal
from .position import Position

Choice = TypeVar("Choice")
"""What can be decided."""
Entry = TypeVar("Entry")
"""What one decision leaves in the log."""
Kept = TypeVar("Kept", bound=Position)
"""A position that stays as it is."""


class IllegalDraw(Refused):
    """Cards given to be drawn that cannot be, or too few, or too many of them."""

    def __init__(self, sled: int | None, reason: str) -> None:
        self.sled = sled
        super().__init__(reason)

    def __reduce__(self) -> tuple[type[Self], tuple[int | None, str]]:
        return type(self), (self.sled, str(self))


@dataclass(frozen=True)
class Attempt(Generic[Entry, Kept]):
    """A decision that was tried: what it would do and draw. `accept` makes it happen."""

    played: Entry
    """The entry that it would add to the log: the decision, and the cards drawn because of it."""
    position: Kept
    """The position that it would lead to."""
    _before: bytes = field(repr=False)
    _words: list[int] = field(repr=False)


class LoggedPosition(Position, Generic[Choice, Entry, Kept]):
    """A position that changes as decisions are played, and the log of what was played."""

    deal: Deal | None
    """Where the cards come from; without one they are given to `play`."""

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _begin(
        self,
        course: Course,
        state: bytes,
        colours: tuple[str, ...],
        deal: Deal | None,
        streams: int,
    ) -> None:
        self._hold(course, state, colours)
        self.deal = deal
        self._before: list[tuple[bytes, list[int]]] = []
        self._log: list[Entry] = []
        self._words = [0] * streams

    def __getstate__(self) -> dict[str, Any]:
        kept = super().__getstate__()
        return kept | {name: kept[name].copy() for name in ("_before", "_log", "_words")}

    def copy(self) -> Self:
        """Return a race that goes its own way from here on."""
        return self.__copy__()

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in it as plain values: races of one type are equal if their keys are."""
        return (*super().key, self._log, self.deal)

    @property
    def log(self) -> tuple[Entry, ...]:
        """All decisions so far, and the cards drawn because of them."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[Kept, ...]:
        """The positions before each decision of the log."""
        return tuple(self._at(state) for state, _ in self._before)

    @property
    def words_used(self) -> tuple[int, ...]:
        """How many words of each stream of the deal have been used."""
        return tuple(self._words)

    # -- going on -----------------------------------------------------------------------------

    def attempt(
        self, decision: str | Choice, drawn: Iterable[int] | None = None
    ) -> Attempt[Entry, Kept]:
        """Return what a decision would do and draw, changing nothing; raises as `play` does.

        The race may be asked to `accept` it afterwards.
        """
        entry, before, words = self._go(decision, drawn)
        tried = Attempt(entry, self._at(bytes(self._buffer)), before, self._words)
        self._buffer[:], self._words = before, words
        return tried

    def accept(self, attempt: Attempt[Entry, Kept]) -> None:
        """Play a decision that was tried; raise Refused if the race has gone on since."""
        if attempt._before != self._buffer:
            raise Refused(f"the race has gone on since this was tried\n  in {self.line}")
        self._keep(attempt.played, attempt._before, self._words)
        self._buffer[:], self._words = attempt.position._buffer, attempt._words.copy()

    def play(self, decision: str | Choice, drawn: Iterable[int] | None = None) -> None:
        """Take a decision for the actor, and draw the cards that follow from it.

        The cards come from the race's deal, or are those given in `drawn`. Raises InvalidTurn if
        the text is no decision, IllegalTurn if it cannot be taken now, IllegalDraw if the cards
        given do not fit, Refused if there is no deal; the race is then unchanged.
        """
        self._keep(*self._go(decision, drawn))

    def undo(self) -> Entry:
        """Take back the last decision and the cards drawn after it, and return them."""
        if not self._log:
            raise IndexError("there is nothing to take back")
        self._buffer[:], self._words = self._before.pop()
        return self._log.pop()

    def _keep(self, entry: Entry, before: bytes, words: list[int]) -> None:
        self._before.append((before, words))
        self._log.append(entry)

    def _go(
        self, decision: str | Choice, drawn: Iterable[int] | None
    ) -> tuple[Entry, bytes, list[int]]:
        """Go on by a decision; return its entry, and state and words before it."""
        choice = self._read(decision)
        number = self._legal_number(choice)
        cards = None if drawn is None else _cards(drawn)
        before, words = bytes(self._buffer), self._words.copy()
        try:
            entry = self._decide(choice, number, cards)
        except BaseException:
            self._buffer[:], self._words = before, words
            raise
        return entry, before, words

    @abstractmethod
    def _at(self, state: bytes) -> Kept:
        """Return the position with another state."""

    @abstractmethod
    def _read(self, decision: str | Choice) -> Choice:
        """Return a decision that may be given as text."""

    @abstractmethod
    def _legal_number(self, decision: Choice) -> int:
        """Return the number of a decision, or refuse it."""

    @abstractmethod
    def _decide(self, decision: Choice, number: int, cards: list[int] | None) -> Entry:
        """Change the state by a legal decision, draw, and return what to log."""


def _cards(drawn: Iterable[int]) -> list[int]:
    if not hasattr(drawn, "__iter__"):
        raise InvalidArgument(f"drawn lists the values of the cards, as in [3, 5], not {drawn!r}")
    return [whole_number(value, "a card drawn has a value 1–5") for value in drawn]
