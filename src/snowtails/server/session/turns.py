"""`Turns`: threads that work for visitors, a few at a time, each visitor in turn."""

import threading
import time
from collections import OrderedDict, deque

SLICE = 0.1
"""Seconds that a thread may work on while others wait."""


class Turns:
    """Lets some threads work at a time; the next turn is that of the visitor who waits longest."""

    def __init__(self, at_a_time: int = 1) -> None:
        self._free = at_a_time
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._changed = threading.Condition()

    def take(self, visitor: str) -> "Turn":
        """Queue for a turn; `Turn.begin` waits for it."""
        return Turn(self, visitor)

    def _begin(self, turn: "Turn") -> None:
        with self._changed:
            self._waiting.setdefault(turn.visitor, deque()).append(turn)
            self._changed.wait_for(lambda: turn.given_up or (self._free and self._next() is turn))
            self._forget(turn)
            if not turn.given_up:
                self._free -= 1
                turn.began = time.monotonic()
            self._changed.notify_all()

    def _end(self, turn: "Turn") -> None:
        with self._changed:
            if turn.began is not None:
                turn.began = None
                self._free += 1
                self._changed.notify_all()

    def _give_up(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _next(self) -> "Turn | None":
        return next(iter(self._waiting.values()))[0] if self._waiting else None

    def _forget(self, turn: "Turn") -> None:
        """Take a turn out of the queue; whatever else its visitor waits for goes behind."""
        own = self._waiting.pop(turn.visitor)
        own.remove(turn)
        if own:
            self._waiting[turn.visitor] = own

    @property
    def someone_waits(self) -> bool:
        """Whether somebody else wants to work."""
        return bool(self._waiting)


class Turn(threading.Event):
    """A thread's right to work; set once its work is not wanted any more.

    It is handed to long work as the event that cancels it. Whenever that looks whether it is set,
    others who wait get their turn first.
    """

    def __init__(self, turns: Turns, visitor: str) -> None:
        super().__init__()
        self.visitor = visitor
        self.began: float | None = None
        """When the thread began to work; None while it waits."""
        self._turns = turns

    @property
    def given_up(self) -> bool:
        """Whether the work is not wanted any more."""
        return super().is_set()

    def begin(self) -> None:
        """Wait until it is this thread's turn, or its work is not wanted any more."""
        self._turns._begin(self)

    def end(self) -> None:
        """Let somebody else work."""
        self._turns._end(self)

    def set(self) -> None:
        """Say that the work is not wanted any more."""
        super().set()
        self._turns._give_up()

    def is_set(self) -> bool:
        """Return whether the work is not wanted any more, after others had their turn."""
        now = time.monotonic()
        if self.began is not None and now - self.began > SLICE and self._turns.someone_waits:
            self.end()
            self.begin()
        return self.given_up
