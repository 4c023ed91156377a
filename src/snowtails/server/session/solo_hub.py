"""`SoloHub`: the solo games that are awake, and everybody's days on the daily trail.

Nobody else is there: no streams, no presence, no clocks. A game is kept in the same store as a
table, under the same guarantees, and read from it again when somebody asks for it.
"""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import numpy as np

from ...course import Course
from ...mushers.solo import SoloMusher
from ...rules.solo import TRIES, SoloDecision, SoloRace
from ..errors import Conflict, LimitReached, NotFound
from ..store.store import Listing, NumberTaken, StoreDown, first_link
from ..table.events import Event
from ..table.solo import SoloTable
from ..table.solo_events import SoloOpened
from ..table.tokens import derived
from ..wire.solo_messages import solo_summary
from .cache import SessionCache
from .hub import Hub, Visitor

Command = Callable[[SoloTable, float], tuple[Event, ...]]
"""Something to be done in a game at a time; returns the events that say so."""

MOST_LISTED = 60
GIVEN_UP = 7 * 24 * 3600.0
"""Seconds after which a game that nobody touches counts as given up; it can still be played."""
MOST_DAYS = 120
"""Days of the daily trail that are told."""


class SoloSession:
    """A solo game that is awake."""

    def __init__(self, solo_hub: "SoloHub", table: SoloTable, chain: bytes) -> None:
        self.table = table
        self._den = solo_hub
        self._chain = chain
        self._lock = asyncio.Lock()
        self._forgotten = False
        self._hint: tuple[int, asyncio.Task[SoloDecision]] | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing is lost if the session is dropped from memory."""
        return not self._lock.locked()

    def rest(self) -> None:
        """Let nothing more be thought about."""
        if self._hint is not None:
            self._hint[1].cancel()

    async def do(self, command: Command) -> Event:
        """Have a command done, even if whoever asked gives up; return the event that says so."""
        return await asyncio.shield(self._den.hub.spawn(self._do(command)))

    async def _do(self, command: Command) -> Event:
        async with self._lock:
            if self._forgotten:
                raise Conflict("behind", "the game was read anew; look again")
            events = command(self.table, self._den.hub.clock.now())
            fresh = [event for event in events if event.number > self.table.number]
            if fresh:
                await self._store(fresh)
            return events[-1]

    async def _store(self, events: list[Event]) -> None:
        after = self.table.after(events)
        listing = listing_of(after)
        try:
            self._chain = await self._den.hub.store.append(
                after.name, events, self._chain, listing, listing
            )
        except (NumberTaken, StoreDown) as error:
            self._forgotten = True
            self._den.forget(self)
            if isinstance(error, NumberTaken):
                raise Conflict("behind", "the game has gone on elsewhere; look again") from error
            raise
        self.table = after

    async def hint(self) -> tuple[SoloDecision, int]:
        """Return what the Lone Wolf would decide, and the event it answers; it thinks once."""
        asks = self.table.asks
        if self._hint is None or self._hint[0] != asks:
            hub = self._den.hub
            self._hint = asks, hub.spawn(hub.in_pool(_decided, self.table.race.copy()))
        return await asyncio.shield(self._hint[1]), asks


def _decided(race: SoloRace) -> SoloDecision:
    return SoloMusher().decide(race, np.random.default_rng())


class SoloHub:
    """Keeps solo games and days."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        no_game = NotFound("no-game", "there is no such game; its link may be incomplete")
        self._sessions = SessionCache[SoloSession](
            self._wake, hub.spawn, hub.limits.sessions, no_game
        )

    # -- games --------------------------------------------------------------------------------

    async def session(self, name: str) -> SoloSession:
        """Return a game, waking it if it sleeps."""
        return await self._sessions.find(name)

    async def _wake(self, name: str) -> SoloSession | None:
        found = await self.hub.store.read(name)
        if found is None or not isinstance(found.events[0].body, SoloOpened):
            return None
        table = await asyncio.to_thread(SoloTable.from_events, name, found.events)
        return SoloSession(self, table, found.chain)

    def forget(self, session: SoloSession) -> None:
        """Let the next who asks for the game read it from the store again."""
        self._sessions.forget(session.table.name, session)

    async def open(
        self, visitor: Visitor, course: Course, opponents: bool, key: str
    ) -> SoloSession:
        """Begin a game; with the same key again, return the one begun before."""
        name = self.hub.entropy(16).hex()
        if key:
            name = derived(visitor.holder, "solo", key)
            try:
                return await self.session(name)
            except NotFound:
                pass  # as it should be
        since = self.hub.clock.now() - GIVEN_UP
        unfinished = [
            each
            for each in await self.games_of(visitor)
            if each["stage"] != "over" and each["updated"] > since
        ]
        if len(unfinished) >= self.hub.limits.tables:
            raise LimitReached(
                "games", f"you have {len(unfinished)} unfinished games; finish some first"
            )
        opened = SoloOpened(visitor.holder, visitor.name)
        secret, now = self.hub.entropy(32), self.hub.clock.now()
        return await self._found(
            name, lambda: SoloTable.opening(name, opened, course, opponents, secret, now)
        )

    async def _found(self, name: str, opening: Callable[[], tuple[Event, ...]]) -> SoloSession:
        """Store a new game and wake it."""
        events = await asyncio.to_thread(opening)
        table = SoloTable.from_events(name, events)
        try:
            chain = await self.hub.store.append(name, events, first_link(name), listing_of(table))
        except NumberTaken:
            return await self.session(name)  # opened twice at once
        return self._sessions.keep(name, SoloSession(self, table, chain))

    async def games_of(self, visitor: Visitor) -> list[dict[str, Any]]:
        """Return the summaries of a visitor's games, the latest first."""
        return await self._shelf(visitor.holder, "solo", MOST_LISTED)

    async def _shelf(self, holder: str, what: str, most: int) -> list[dict[str, Any]]:
        found = await self.hub.store.races_of(shelf_of(holder, what), most)
        return [summary for summary, _ in found]

    # -- days ---------------------------------------------------------------------------------

    @property
    def today(self) -> date:
        """The date, everywhere on earth the same: by the server's clock, in UTC."""
        return datetime.fromtimestamp(self.hub.clock.now(), UTC).date()

    async def tries_of(self, visitor: Visitor) -> dict[str, list[dict[str, Any]]]:
        """Return the summaries of a visitor's tries by their day, the latest day first."""
        days: dict[str, list[dict[str, Any]]] = {}
        for summary in await self._shelf(visitor.holder, "daily", MOST_DAYS * TRIES):
            days.setdefault(summary["day"], []).append(summary)
        for tries in days.values():
            tries.sort(key=lambda each: int(each["attempt"]))
        return dict(sorted(days.items(), reverse=True))

    async def try_trail(self, visitor: Visitor, day: date) -> SoloSession:
        """Go on with the unfinished try at a trail, or begin the next; refuse a fourth."""
        tries = (await self.tries_of(visitor)).get(day.isoformat(), [])
        if tries and tries[-1]["stage"] != "over":
            return await self.session(tries[-1]["game"])
        if day != self.today:
            told = f"the trail of {self.today} is open now, not that of {day}"
            raise Conflict("not-today", told, today=self.today.isoformat())
        if len(tries) >= TRIES:
            raise Conflict("tries", f"you have had your {TRIES} tries today", tries=TRIES)
        attempt = len(tries) + 1
        # Named by its number, so that two requests at once open one try.
        name = derived(visitor.holder, "daily", day.isoformat(), str(attempt))
        opened = SoloOpened(visitor.holder, visitor.name, day.isoformat(), attempt)
        now = self.hub.clock.now()
        return await self._found(name, lambda: SoloTable.trying(name, opened, now))


def shelf_of(holder: str, what: str) -> str:
    """Return under whose name the store lists a visitor's games: apart from the races."""
    return derived(holder, "shelf", what)


def listing_of(table: SoloTable) -> Listing:
    """Return what lists show of a game."""
    summary = solo_summary(table)
    shelf = shelf_of(table.opened.holder, "daily" if table.opened.day else "solo")
    return Listing(table.stage, False, summary["updated"], summary, (shelf,))
