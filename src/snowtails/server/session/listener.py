"""`Listener`: one open stream, as sessions and the hub know it."""

import asyncio


class Listener:
    """One open stream: what it has to tell is looked up when it is woken."""

    __slots__ = (
        "_woken",
        "beating",
        "closing",
        "holder",
        "lobby_changed",
        "name",
        "quiet",
        "races_changed",
    )

    def __init__(self, holder: str | None, name: str = "") -> None:
        self.holder = holder
        self.name = name
        self.closing = False
        self.lobby_changed = False
        self.races_changed = False
        self.quiet = 0
        """For how many ticks of the heartbeat it has told nothing."""
        self.beating = False
        """Whether it has to show that it is alive."""
        self._woken = asyncio.Event()

    async def woken(self) -> None:
        """Wait until there may be news."""
        await self._woken.wait()
        self._woken.clear()

    def wake(self) -> None:
        """Let the stream look for news."""
        self._woken.set()

    def beat(self) -> None:
        """Let the stream show that it is alive."""
        self.beating = True
        self._woken.set()

    def close(self) -> None:
        """Let the stream end."""
        self.closing = True
        self._woken.set()
