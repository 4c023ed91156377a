"""`Listener`: one open stream, as sessions and the hub know it."""

import asyncio
import logging
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from random import randrange

log = logging.getLogger("snowtails.server")

AT_ONCE = 32
"""Streams of one table that are woken before anything else that waits has its turn."""
CATCH_UP = 16
"""Tables that wait for each one more whose streams are woken at once."""


SPREAD = 5
"""Ticks of the heartbeat by which streams that were told the same differ: else all would beat at
once, and whoever waits for an answer would wait for all of them."""


class Listener:
    """One open stream: what it has to tell is looked up when it is woken."""

    # There may be thousands: each is small, and waits for a future of its own.
    __slots__ = (
        "_news",
        "_waiting",
        "beating",
        "client",
        "closing",
        "holder",
        "lobby_changed",
        "name",
        "quiet",
        "races_changed",
        "start",
    )

    def __init__(self, holder: str | None, name: str = "", client: str = "") -> None:
        self.holder = holder
        self.name = name
        self.client = client
        """By what its client is counted."""
        self.closing = False
        self.lobby_changed = False
        self.races_changed = False
        self.start = randrange(SPREAD)
        self.quiet = self.start
        """For how many ticks of the heartbeat it has told nothing, and a few more of its own."""
        self.beating = False
        """Whether it has to show that it is alive."""
        self._news = False
        self._waiting: asyncio.Future[None] | None = None

    @property
    def clients(self) -> tuple[str, ...]:
        """By what it is counted: its client, and whoever listens."""
        return tuple(each for each in (self.client, self.holder) if each)

    def has_told(self) -> None:
        """Note that it has shown that it is alive."""
        self.quiet = self.start

    async def woken(self) -> None:
        """Wait until there may be news."""
        if not self._news:
            self._waiting = asyncio.get_running_loop().create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        self._news = False

    def wake(self) -> None:
        """Let the stream look for news."""
        self._news = True
        if self._waiting and not self._waiting.done():
            self._waiting.set_result(None)

    def beat(self) -> None:
        """Let the stream show that it is alive."""
        self.beating = True
        self.wake()

    def close(self) -> None:
        """Let the stream end."""
        self.closing = True
        self.wake()


class WakeQueue:
    """Wakes the streams of one table after the other, and those of a large one some at a time.

    What a stream tells is made when it is woken, and that takes longer than to acknowledge a
    decision: if all were woken at once, whoever waits for an answer would wait for all of them.
    """

    def __init__(self) -> None:
        self._waiting: deque[Iterator[Listener]] = deque()

    def add(self, listeners: Iterable[Listener]) -> None:
        """Have streams woken that are about the same."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._wake_some)
        self._waiting.append(iter(list(listeners)))

    def _wake_some(self) -> None:
        """Wake some, then let everything else that waits have its turn."""
        for _ in range(1 + len(self._waiting) // CATCH_UP):
            listeners = self._waiting.popleft()
            some = list(islice(listeners, AT_ONCE))
            if len(some) == AT_ONCE:
                self._waiting.append(listeners)
            for listener in some:
                self._wake(listener)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake(self, listener: Listener) -> None:
        try:
            listener.wake()
        except Exception:  # the others have to be woken all the same
            log.exception("a stream could not be woken")
