"""`DatabaseCheck`: whether the database answers, however many want to know."""

import asyncio

from ..session.clock import Clock
from ..store.database import Database

LASTS = 1.0
"""Seconds for which what was found is told again."""


class DatabaseCheck:
    """Asks the database for all who want to know whether it answers, once at a time."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._asked_at = 0.0
        self._asking: asyncio.Task[None] | None = None

    async def passed(self) -> None:
        """Raise an error if the database does not answer, or did not a moment ago."""
        now = self._clock.now()
        asking = self._asking
        if asking is None or (asking.done() and now - self._asked_at >= LASTS):
            self._asked_at = now
            self._asking = asking = asyncio.create_task(self._database.ping())
        # Whoever gives up does not give up for the others.
        await asyncio.wait([asking])
        asking.result()
