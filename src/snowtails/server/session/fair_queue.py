"""`FairQueue`: threads that work for visitors, a few at a time, each visitor in turn."""

import threading
import time
from collections import OrderedDict, deque

SLICE = 0.1
"""Seconds that a thread may work on while others wait."""


class FairQueue:
    """Lets some threads work at a time; the next slot is that of the visitor who waits longest."""

    def __init__(self, at_a_time: int = 1) -> None:
        self._free = at_a_time
        self._waiting: OrderedDict[str, deque[Slot]] = OrderedDict()
        self._changed = threading.Condition()

    def take(self, visitor: str) -> "Slot":
        """Queue for a slot; `Slot.begin` waits for it."""
        return Slot(self, visitor)

    def _begin(self, slot: "Slot") -> None:
        with self._changed:
            self._waiting.setdefault(slot.visitor, deque()).append(slot)
            self._changed.wait_for(lambda: slot.given_up or (self._free and self._next() is slot))
            self._forget(slot)
            if not slot.given_up:
                self._free -= 1
                slot.began = time.monotonic()
            self._changed.notify_all()

    def _end(self, slot: "Slot") -> None:
        with self._changed:
            if slot.began is not None:
                slot.began = None
                self._free += 1
                self._changed.notify_all()

    def _give_up(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _next(self) -> "Slot | None":
        return next(iter(self._waiting.values()))[0] if self._waiting else None

    def _forget(self, slot: "Slot") -> None:
        """Take a slot out of the queue; whatever else its visitor waits for goes behind."""
        own = self._waiting.pop(slot.visitor)
        own.remove(slot)
        if own:
            self._waiting[slot.visitor] = own

    @property
    def someone_waits(self) -> bool:
        """Whether somebody else wants to work."""
        return bool(self._waiting)


class Slot(threading.Event):
    """A thread's right to work; set once its work is not wanted any more.

    It is handed to long work as the event that cancels it. Whenever that looks whether it is set,
    others who wait get their turn first.
    """

    def __init__(self, queue: FairQueue, visitor: str) -> None:
        super().__init__()
        self.visitor = visitor
        self.began: float | None = None
        """When the thread began to work; None while it waits."""
        self._queue = queue

    @property
    def given_up(self) -> bool:
        """Whether the work is not wanted any more."""
        return super().is_set()

    def begin(self) -> None:
        """Wait until it is this thread's turn, or its work is not wanted any more."""
        self._queue._begin(self)

    def end(self) -> None:
        """Let somebody else work."""
        self._queue._end(self)

    def set(self) -> None:
        """Say that the work is not wanted any more."""
        super().set()
        self._queue._give_up()

    def is_set(self) -> bool:
        """Return whether the work is not wanted any more, after others had their turn."""
        now = time.monotonic()
        if self.began is not None and now - self.began > SLICE and self._queue.someone_waits:
            self.end()
            self.begin()
        return self.given_up
