"""`Listener`: one open stream, as sessions and the hub know it."""

import asyncio


class Listener:
    """One open stream: what it has to tell is looked up when it is woken."""

    def __init__(self, holder: str | None, name: str = "") -> None:
        self.holder = holder
        self.name = name
        self.woken = asyncio.Event()
        self.closing = False
        self.lobby_changed = False
        self.races_changed = False

    def wake(self) -> None:
        """Let the stream look for news."""
        self.woken.set()

    def close(self) -> None:
        """Let the stream end."""
        self.closing = True
        self.woken.set()
