"""`Attendance`: who is at a table: those with a stream open, and those who asked lately."""

from collections import Counter
from collections.abc import Set

from .listener import Listener

MOST_SEEN = 64
"""Visitors remembered without a stream, beside those who have a seat."""


class Attendance:
    """Who is at one table, as far as this server knows; nothing of it is in the log."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._streams: Counter[str | None] = Counter()  # by whoever listens
        self._seen: dict[str | None, float] = {}
        self._missed: dict[str, float] = {}

    def enter(self, listener: Listener) -> None:
        """Count a stream."""
        self.listeners.add(listener)
        self._streams[listener.holder] += 1

    def leave(self, listener: Listener) -> None:
        """Count a stream no longer."""
        self.listeners.discard(listener)
        self._streams[listener.holder] -= 1
        if not self._streams[listener.holder]:
            del self._streams[listener.holder]

    def listens(self, holder: str | None) -> bool:
        """Return whether somebody has a stream open."""
        return holder in self._streams

    def see(self, holder: str | None, now: float, seated: Set[str]) -> None:
        """Note that somebody has come, gone or asked for something just now."""
        self._seen[holder] = now
        if len(self._seen) > MOST_SEEN:
            self._seen = {
                who: when for who, when in self._seen.items() if who in seated or who is None
            }

    def miss(self, holders: Set[str], now: float) -> None:
        """Note that some who have a seat are at other servers no longer."""
        self._missed |= dict.fromkeys(holders, now)

    def is_missed(self, holder: str, now: float, grace: float) -> bool:
        """Return whether somebody was at another server within the grace."""
        return now < self._missed.get(holder, -1e18) + grace

    def is_here(self, holder: str, now: float, grace: float) -> bool:
        """Return whether somebody listens, or was seen within the grace."""
        return holder in self._streams or now < self._seen.get(holder, -1e18) + grace

    def times_of_going(self, seated: Set[str], now: float, grace: float) -> list[float]:
        """Return when those who have a seat and no stream, and were seen lately, will be gone."""
        going = seated - self._streams.keys()
        times = [seen[each] for seen in (self._seen, self._missed) for each in going & seen.keys()]
        return [when + grace for when in times if now < when + grace]

    def onlookers(self, seated: Set[str]) -> int:
        """Return how many streams are not of those who have a seat."""
        return len(self.listeners) - sum(self._streams[holder] for holder in seated)

    def watching(self, seated: Set[str]) -> set[str]:
        """Return the names of those who look on."""
        found = (each for each in self.listeners if each.name and each.holder not in seated)
        return {each.name for each in found}
