"""`Followed`: what is found out in the background, for all who follow it."""

import asyncio
from collections.abc import AsyncGenerator


class Followed:
    """Something whose latest message is told to all who follow it, until it is over."""

    def __init__(self) -> None:
        self.latest: bytes | None = None
        self.done = False
        """Whether the latest message tells everything."""
        self.over = False
        self._followers: set[asyncio.Event] = set()

    def show(self, message: bytes, *, done: bool) -> None:
        """Tell a message to all who follow."""
        self.latest, self.done = message, done
        self._wake()

    def end(self) -> None:
        """Let all who follow go, once they know the latest message."""
        self.over = True
        self._wake()

    def abandon(self) -> None:
        """Stop, for nobody follows any more."""
        raise NotImplementedError

    def _wake(self) -> None:
        for each in self._followers:
            each.set()

    async def follow(self, heartbeat: float) -> AsyncGenerator[bytes | None, None]:
        """Give the messages as they come, or the latest of them; None after a silence."""
        woken, told = asyncio.Event(), None
        self._followers.add(woken)
        try:
            while True:
                woken.clear()
                if self.latest is not told:
                    told = self.latest
                    yield told
                elif self.over:
                    return
                else:
                    try:
                        await asyncio.wait_for(woken.wait(), heartbeat)
                    except TimeoutError:
                        yield None
        finally:
            self._followers.discard(woken)
            if not self._followers:
                self.abandon()
