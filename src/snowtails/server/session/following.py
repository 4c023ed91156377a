"""`Followed`: what is found out in the background, for all who follow it."""

import asyncio
from typing import Self


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

    def follow(self, heartbeat: float) -> "Follower":
        """Count one more who follows, from now on until it is closed."""
        return Follower(self, heartbeat)

    def enter(self, woken: asyncio.Event) -> None:
        """Count a follower, who is woken by each message and at the end."""
        self._followers.add(woken)

    def leave(self, woken: asyncio.Event) -> None:
        """Count a follower no longer, and stop if that was the last."""
        if woken in self._followers:
            self._followers.remove(woken)
            if not self._followers:
                self.abandon()


class Told(Followed):
    """What was found before: told once, and over."""

    def __init__(self, message: bytes | None) -> None:
        super().__init__()
        self.latest, self.done, self.over = message, True, True

    def abandon(self) -> None:
        """Do nothing: nothing goes on."""


class Follower:
    """Gives the messages as they come, or the latest of them; None after a silence.

    It has to be closed, even if nothing was ever taken from it.
    """

    def __init__(self, followed: Followed, heartbeat: float) -> None:
        self._followed = followed
        self._heartbeat = heartbeat
        self._told: bytes | None = None
        self._closed = False
        self._woken = asyncio.Event()
        followed.enter(self._woken)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes | None:
        while not self._closed:
            self._woken.clear()
            if self._followed.latest is not self._told:
                self._told = self._followed.latest
                return self._told
            if self._followed.over:
                break
            try:
                await asyncio.wait_for(self._woken.wait(), self._heartbeat)
            except TimeoutError:
                return None
        raise StopAsyncIteration

    @property
    def done(self) -> bool:
        """Whether the latest message tells everything."""
        return self._followed.done

    def close(self) -> None:
        """Follow no longer."""
        self._closed = True
        self._woken.set()
        self._followed.leave(self._woken)
