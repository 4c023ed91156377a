"""`SessionCache`: a bounded cache of the tables in the store, by name."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any, Protocol, TypeVar

from ..errors import NotFound

_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)
"""What tables and games are called; not every database can even look for other names."""


class Cacheable(Protocol):
    """Something that can be put to sleep."""

    forgotten: bool
    """Whether another may have taken its place."""

    @property
    def idle(self) -> bool:
        """Whether nothing is lost if it sleeps."""

    def rest(self) -> None:
        """Let nothing more be due."""


Cached = TypeVar("Cached", bound=Cacheable)


class SessionCache(OrderedDict[str, Cached]):
    """Tables or games in memory, those asked for last at the end."""

    def __init__(
        self,
        wake: Callable[[str], Awaitable[Cached | None]],
        let_go: Callable[[Cached], None],
        spawn: Callable[[Awaitable[Any]], "asyncio.Task[Any]"],
        most: int,
        missing: NotFound,
    ) -> None:
        super().__init__()
        self._wake = wake
        self._let_go = let_go
        self._spawn = spawn
        self._most = most
        self._missing = missing
        self._waking: dict[str, asyncio.Task[Cached]] = {}

    async def find(self, name: str) -> Cached:
        """Return what has a name, waking it if it sleeps; several who ask at once wake it once."""
        while name not in self:
            if not _NAME.fullmatch(name):
                raise self._missing
            if name not in self._waking:
                self._waking[name] = self._spawn(self._read(name))
            found = await asyncio.shield(self._waking[name])
            if not found.forgotten:  # else it was let go before whoever asked came to its turn
                return found
        self.move_to_end(name)
        return self[name]

    async def _read(self, name: str) -> Cached:
        try:
            found = await self._wake(name)
            if found is None:
                raise self._missing
            return self.keep(name, found)
        finally:
            del self._waking[name]

    def keep(self, name: str, woken: Cached) -> Cached:
        """Keep something in memory, and let others sleep if there are too many."""
        self[name] = woken
        if len(self) > self._most:
            # Those asked for longest ago come first, and are mostly idle.
            idle = (each for each in self.values() if each.idle and each is not woken)
            for other in list(islice(idle, len(self) - self._most)):
                self._let_go(other)
        return woken

    def offer(self, name: str, woken: Cached) -> bool:
        """Keep something that nobody asked for; return False if it has been woken meanwhile."""
        if name in self or name in self._waking:
            woken.rest()
            return False
        self.keep(name, woken)
        return True

    def forget(self, name: str, woken: Cached) -> None:
        """Let the next who asks read it from the store again."""
        woken.forgotten = True
        woken.rest()
        if self.get(name) is woken:
            del self[name]
