"""`EventSourced`: state that follows from a log of events, so it can be dropped and read again."""

from collections.abc import Iterable
from typing import Self

from ..errors import Conflict
from .events import Body, Event, numbered


class EventSourced:
    """Something with a name and a log; an event changes it when it is applied."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.events: list[Event] = []
        self.number = 0
        """The number of the last event."""
        self.asks = 0
        """Number of the event after which the decision now due was due."""

    @classmethod
    def from_events(cls, name: str, events: Iterable[Event]) -> Self:
        """Return what a log tells of."""
        found = cls(name)
        for event in events:
            found.apply(event)
        return found

    def after(self, events: Iterable[Event]) -> Self:
        """Return the state after some more events; this one stays as it is."""
        following = object.__new__(type(self))
        # Whatever can change in place is copied, however it is called; all else is immutable.
        following.__dict__ = {
            name: value.copy() if hasattr(value, "copy") else value
            for name, value in vars(self).items()
        }
        for event in events:
            following.apply(event)
        return following

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} cannot follow event {self.number}")
        self.events.append(event)
        self.number = event.number

    def _next(self, now: float, *bodies: Body) -> tuple[Event, ...]:
        """Return the events that follow upon the last."""
        # Clocks of machines may step back; a log does not.
        return numbered(self.number, round(max(now, self.events[-1].at), 3), bodies)

    def _conflict(self, code: str, message: str) -> Conflict:
        return Conflict(code, message, number=self.number, asks=self.asks)

    def _stale(self, answers: int) -> Conflict:
        """Refuse a decision that answers another event than the last that asks."""
        return self._conflict(
            "stale",
            f"event {answers} has been answered or asks for nothing; the decision now due "
            f"answers event {self.asks}",
        )
