"""`DatabaseCheck`: whether the database answers, however many want to know."""

import asyncio

from ..store.database import Database

LASTS = 1.0
"""Seconds for which what was found is told again."""


class DatabaseCheck:
    """Asks the database for all who want to know whether it answers, once at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._asked_at = 0.0
        self._asking: asyncio.Task[None] | None = None

    async def passed(self) -> None:
        """Raise an error if the database does not answer, or did not a moment ago."""
        now = asyncio.get_running_loop().time()
        asking = self._asking
        if asking is None or (asking.done() and now - self._asked_at >= LASTS):
            self._asked_at = now
            self._asking = asking = asyncio.create_task(self._database.ping())
        # Whoever gives up does not give up for the others.
        await asyncio.wait([asking])
        asking.result()
