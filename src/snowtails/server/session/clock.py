"""Time, as an argument: the machine's for a server, a hand-driven one for tests."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """Something that will be done at a time, unless it is cancelled."""

    def cancel(self) -> None:
        """Leave it undone."""


class Clock(Protocol):
    """What time it is, and what is to be done when."""

    def now(self) -> float:
        """Return the time in seconds since 1970."""

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Have something done at a time."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        return time.time()

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        """Have something done at a time, by the running event loop."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()), action)
