"""`HubServices`: what a session needs of the hub around it."""

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Any, Protocol

from ..store.database import Database
from ..store.listing import Listing
from ..store.presence import PresenceStore
from ..store.store import Store
from .advice import Advice
from .clock import Clock
from .listener import WakeQueue
from .thinking import InstantMushers, Question, SomeDecision

if TYPE_CHECKING:
    import asyncio

    from .session import Session


class HubServices(Protocol):
    """What a session needs of the hub around it."""

    database: Database
    store: Store
    presence: PresenceStore
    clock: Clock
    wakes: WakeQueue
    instant: InstantMushers
    stopping: bool

    async def think(self, musher: str, question: Question) -> SomeDecision:
        """Return what a musher decides."""

    async def advise(self, musher: str, question: Question) -> Advice:
        """Return what a musher advises, and why."""

    def changed(self, before: Listing | None, after: Listing) -> None:
        """Tell the lobby and the lists of races that a table has changed."""

    def forget(self, session: "Session") -> None:
        """Let the next who asks for the table read it from the store again."""

    def let_sleep(self, session: "Session") -> None:
        """Let a table leave memory, unless somebody uses it."""

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Have something done in the background."""

    async def claim(self, key: str) -> bool:
        """Return whether some work is this server's to do."""

    async def release(self, key: str) -> None:
        """Let other servers do some work."""

    def note(self, session: "Session") -> None:
        """Tell other servers who is at a table."""
