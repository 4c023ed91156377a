"""`Hub`: all tables that are awake, the lobby, the visitors and the mushers' thinking.

Memory is only a cache: whatever is not here is read from the store when somebody asks for it.
"""

import asyncio
import logging
import os
import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from ...course import Course, Refused
from ...rules import RULES_VERSION, Race
from ..errors import LimitReached, NoTable, NotFound, Stopping, Unauthorized, Unprocessable
from ..store.courses import CourseStore
from ..store.database import Database
from ..store.duplicates import DuplicateStore
from ..store.errors import NumberTaken, TableGone
from ..store.listing import RACE_KINDS, Listed, Listing
from ..store.log import Log, first_link
from ..store.presence import PresenceStore
from ..store.puzzles import PuzzleStore
from ..store.store import Store
from ..store.visitors import Visitor, VisitorStore
from ..table.events import Given, Options
from ..table.leg import Leg
from ..table.race_table import RaceTable
from ..table.seat import INVITED, checked_name
from ..table.table import Table
from ..table.tables import table_of
from ..table.tokens import derived, hashed, new_token
from ..wire.types import OwnSummary, Races, Summary
from .advice import Advice, advise
from .cache import SessionCache
from .certificates import Certificates
from .clock import Clock, SystemClock
from .coach import Coach
from .explanations import Explanations
from .limits import Limits
from .listener import Listener, WakeQueue
from .listings import listing_of
from .lobby import Lobby
from .peers import Peers
from .replaying import replaying
from .session import Session
from .thinking import InstantMushers, Question, SomeDecision, decide, lay

log = logging.getLogger("snowtails.server")

Thought = TypeVar("Thought")

MOST_LISTED = 100
RECENT = 60.0
"""Seconds without an event after which a race is not waked before anybody asks for it."""
BEATS = 15
"""Into how many ticks the time between heartbeats is cut: each stream beats at its own."""
MOST_BEATING = 16
"""Streams that beat at once."""


@dataclass(frozen=True)
class Mine:
    """A seat wished for oneself, under a name, perhaps in a colour and with a face."""

    name: str
    colour: str | None = None
    dog: str | None = None


class Hub:
    """Keeps tables, visitors and mushers."""

    def __init__(
        self,
        database: Database,
        clock: Clock | None = None,
        limits: Limits | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        thinkers: int | None = None,
    ) -> None:
        self.database = database
        self.store = Store(database)
        self.visitors = VisitorStore(database)
        self.courses = CourseStore(database, RULES_VERSION)
        self.puzzles = PuzzleStore(database)
        self.duplicates = DuplicateStore(database)
        self.presence = PresenceStore(database)
        self.clock = clock or SystemClock()
        self.limits = limits or Limits()
        self.stopping = False
        self.thinking = 0
        """How many mushers are thinking, or wait for their turn to."""
        self.sessions = SessionCache[Session](
            self._wake, self.forget, self.spawn, self.limits.sessions, NoTable()
        )
        self.listeners: set[Listener] = set()
        self.streams_of: Counter[str] = Counter()
        """How many streams are open, by visitor and by address."""
        self.unreadable: set[str] = set()
        """Tables that cannot be woken, and are left out of histories."""
        self.driving_par: set[str] = set()
        """Days whose trail a musher drives just now, to know its par."""
        self.pacemakers: dict[str, asyncio.Task[Race]] = {}
        """Races of a Husky with the cards of duplicate races, by their key."""
        self.wakes = WakeQueue()
        self.instant = InstantMushers()
        self._lobby = Lobby(self.store, self.clock, self.spawn, self.wakes)
        self._with_races: dict[str, set[Listener]] = {}
        self.entropy = entropy
        # First come, first served is fair: a table asks for one thought at a time.
        self._pool = ThreadPoolExecutor(
            thinkers or max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="musher"
        )
        self._pool_closed = False
        self._in_a_hurry = threading.Event()
        """Set once mushers shall decide with what they know."""
        self._visitors: OrderedDict[str, Visitor] = OrderedDict()  # by the hash of their token
        self._tokens_of: dict[str, set[str]] = {}  # those of them that a holder has
        self.visitors_changed = 0
        """How often a visitor was to be read again."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.peers: Peers | None = None
        self.certificates = Certificates()
        self.coach = Coach(self)
        self.explanations = Explanations()
        self._heart: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Keep streams alive, and in step with other servers, if there can be any."""
        self._heart = asyncio.create_task(self._beat())
        if self.database.shared:
            self.peers = Peers(self)
            self.peers.start()

    async def close(self) -> None:
        """End all streams and all thinking, and wait for what is being written."""
        self.stop()
        if self._heart:
            self._heart.cancel()
        for session in self.sessions.values():
            session.rest()
        self._lobby.rest()
        if self.peers:
            await self.peers.stop()
        self._pool_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.database.close()

    def stop(self) -> None:
        """Tell all streams to come back later, and mushers to come to an end."""
        self.stopping = True
        self._in_a_hurry.set()
        for listener in self.listeners:
            listener.close()
        self.certificates.stop()
        self.coach.stop()

    def check_going(self) -> None:
        """Refuse what a server that stops does not begin any more."""
        if self.stopping:
            raise Stopping(self.limits.come_back)

    async def _beat(self) -> None:
        """Have streams show that they are alive that told nothing for a while: one timer for all.

        Few at a time, so that nobody waits while thousands beat.
        """
        while True:
            await asyncio.sleep(self.limits.heartbeat / BEATS)
            beating = 0
            for listener in list(self.listeners):
                listener.quiet += 1
                if listener.quiet >= BEATS:
                    listener.has_told()
                    listener.beat()
                    beating += 1
                    if beating % MOST_BEATING == 0:
                        await asyncio.sleep(0)

    def spawn(self, work: Awaitable[Any]) -> asyncio.Task[Any]:
        """Have something done in the background; what goes wrong there is logged."""
        task = asyncio.ensure_future(work)
        assert isinstance(task, asyncio.Task)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, Refused):
            log.error("something in the background failed", exc_info=error)

    # -- visitors -----------------------------------------------------------------------------

    async def welcome(
        self, name: str, dog: str | None = None, colour: str | None = None
    ) -> tuple[str, Visitor]:
        """Give somebody new a token."""
        token = new_token()
        visitor = Visitor(hashed(token), checked_name(name), dog, colour)
        await self.visitors.add(visitor, self.clock.now())
        self._remember(visitor.holder, visitor)
        return token, visitor

    async def keep_visitor(self, visitor: Visitor) -> None:
        """Remember a visitor who has changed; seats already taken stay as they are."""
        there = await self.visitors.change(visitor, self.clock.now())
        self.forget_visitor(visitor.holder)
        if not there:
            raise _unknown_token()
        self._remember(visitor.holder, visitor)

    async def visitor(self, token: str) -> Visitor:
        """Return whoever has a token, or refuse it."""
        key = hashed(token)
        if key in self._visitors and not self.database.shared:
            self._visitors.move_to_end(key)
            return self._visitors[key]
        forgotten = self.visitors_changed
        found = await self.visitors.find(key)
        if found is None:
            raise _unknown_token()
        if self.visitors_changed == forgotten:  # else it may have been deleted since it was read
            self._remember(key, found)
        return found

    def forget_visitor(self, holder: str) -> None:
        """Read a visitor from the store again, whichever device is used."""
        self.visitors_changed += 1
        for key in self._tokens_of.pop(holder, ()):
            del self._visitors[key]

    def _remember(self, key: str, visitor: Visitor) -> None:
        self._visitors[key] = visitor
        self._tokens_of.setdefault(visitor.holder, set()).add(key)
        while len(self._visitors) > self.limits.visitors_in_memory:
            oldest, other = self._visitors.popitem(last=False)
            tokens = self._tokens_of[other.holder]
            tokens.discard(oldest)
            if not tokens:
                del self._tokens_of[other.holder]

    # -- tables -------------------------------------------------------------------------------

    async def session(self, name: str) -> Session:
        """Return the session of a table, waking it if it sleeps."""
        while True:
            session = await self.sessions.find(name)
            if self.database.shared:
                with suppress(TableGone):  # if it is asked for again, it says so
                    await session.catch_up()
            if not session.forgotten:
                return session

    async def find_session(self, name: str) -> Session | None:
        """Return the session of a table; None if there is no such table."""
        try:
            return await self.session(name)
        except NotFound:
            return None

    async def wake_recent(self) -> None:
        """Wake the races that went on just before the server was started, and know their people.

        They will be back in a moment; one by one this would take several times as long.
        """
        since = self.clock.now() - RECENT
        logs = await self.store.read_recent(since, self.limits.sessions)
        tables = await asyncio.to_thread(_replayed, logs)
        sessions = [Session(self, table, logs[table.name].chain) for table in tables]
        if self.peers:
            await self.peers.hear(sessions)
        for session in sessions:
            kept = self.sessions.offer(session.table.name, session)
            if kept and not self.database.shared:  # else people may be at another server
                session.expect_back()
        holders = {seat.holder for table in tables for seat in table.seats if seat.holder}
        for key, visitor in (await self.visitors.find_all(holders)).items():
            self._remember(key, visitor)

    async def _wake(self, name: str) -> Session | None:
        with replaying(name):
            found = await self.store.read(name)
            if found is None:
                return None
            table = await asyncio.to_thread(table_of, name, found.events)
        session = Session(self, table, found.chain)
        if self.peers:
            await self.peers.hear([session])
        return session

    def forget(self, session: Session) -> None:
        """Let the next who asks for the table read it from the store again."""
        self.sessions.forget(session.table.name, session)
        for listener in session.listeners:
            listener.close()
        self.note(session)

    def let_sleep(self, session: Session) -> None:
        """Let a table leave memory, unless it is in use or knows who of several is gone."""
        if session.idle and session.people <= 1:
            self.forget(session)

    def next_secret(self, season: Leg | None) -> bytes:
        """Return a secret for the race after one of a season; empty if none comes after it."""
        return self.entropy(32) if season and not season.last else b""

    async def open_table(
        self,
        visitor: Visitor,
        options: Options,
        seats: Sequence[str | Mine],
        *,
        added: bytes = b"",
        key: str = "",
        begin: bool = False,
        season: Leg | None = None,
        given: Given | None = None,
    ) -> Session:
        """Open a table as wished; with the same key again, return the one opened before."""
        name = self.entropy(16).hex()  # whoever knows it may look on
        if key:
            name = derived(visitor.holder, "table", key)
            if known := await self.find_session(name):
                return known
        mine = {n: wish for n, wish in enumerate(seats) if isinstance(wish, Mine)}
        if len(mine) > 1 and not options.hot_seat:
            raise Unprocessable("hot-seat", "several seats of one's own need a hot-seat table")
        await self.check_number_of_tables(visitor)
        offers = [wish if isinstance(wish, str) else INVITED for wish in seats]
        now = self.clock.now()
        opening = await asyncio.to_thread(
            RaceTable.opening,
            *(name, options, offers, visitor.holder, self.entropy(32)),
            *(self.entropy(16).hex(), now, None, season),
            seal="" if added else None,
            given=given,
            next_secret=self.next_secret(season),
        )
        table = RaceTable.from_events(name, opening)
        wished = {own.colour for own in mine.values()}
        for n, (seat, own) in enumerate(mine.items()):
            liked = visitor.colour if n == 0 and visitor.colour not in wished else None
            chosen: Any = {"added": added, "colour": own.colour or liked, "dog": own.dog}
            table = table.after(table.sit(seat, visitor.holder, own.name, now, **chosen))
        if begin:
            table = table.after(table.begin(visitor.holder, now))
        return await self.found(table)

    async def found(self, table: Table) -> Session:
        """Store a new table and wake it."""
        listing = listing_of(table)
        try:
            chain = await self.store.append(
                table.name, table.events, first_link(table.name), listing
            )
        except NumberTaken:
            return await self.session(table.name)  # opened twice at once, with the same key
        self.changed(None, listing)
        session = self.sessions.keep(table.name, Session(self, table, chain))
        session.tend()
        return session

    async def check_number_of_tables(self, visitor: Visitor) -> None:
        """Refuse whoever has too many races that are not over."""
        unfinished = await self.store.unfinished_of(visitor.holder, RACE_KINDS)
        if unfinished >= self.limits.tables:
            raise LimitReached(
                "tables", f"you have {unfinished} unfinished races; finish or leave some first"
            )

    # -- lists --------------------------------------------------------------------------------

    def listen(self, listener: Listener, *, lobby: bool, races: bool) -> None:
        """Let a stream hear of the lobby, of its visitor's races, or of the server's end alone."""
        self.listeners.add(listener)
        self.streams_of.update(listener.clients)
        if lobby:
            self._lobby.listeners.add(listener)
        if races and listener.holder:
            self._with_races.setdefault(listener.holder, set()).add(listener)

    def unlisten(self, listener: Listener) -> None:
        """Let a stream go."""
        self.listeners.discard(listener)
        for client in listener.clients:
            self.streams_of[client] -= 1
            if not self.streams_of[client]:
                del self.streams_of[client]
        self._lobby.listeners.discard(listener)
        if listener.holder in self._with_races:
            self._with_races[listener.holder].discard(listener)
            if not self._with_races[listener.holder]:
                del self._with_races[listener.holder]

    def changed(self, before: Listing | None, after: Listing) -> None:
        """Tell the lobby and the lists of races that a table has changed."""
        self._lobby.see(before, after)
        for holder in {*after.holders, *(before.holders if before else ())}:
            self._tell_races(holder or "")

    def _tell_races(self, holder: str) -> None:
        for listener in self._with_races.get(holder, ()):
            listener.races_changed = True
            listener.wake()

    async def lobby(self) -> bytes:
        """Return the tables with free seats and the races to watch, as JSON."""
        return await self._lobby.encoded()

    async def races_of(self, visitor: Visitor) -> Races:
        """Return what a visitor takes part in, and where it is the visitor's turn."""
        found = await self.store.tables_of(visitor.holder, RACE_KINDS, MOST_LISTED)
        return Races(races=tuple(map(_own_summary, found)))

    # -- other servers ------------------------------------------------------------------------

    def awake(self) -> list[Session]:
        """Return the sessions that somebody listens to, or that have something to do."""
        return [session for session in self.sessions.values() if session.at_work]

    def awake_session(self, table: str) -> Session | None:
        """Return the session of a table, if it is in memory."""
        return self.sessions.get(table)

    async def lists_changed(self, tables: set[str]) -> None:
        """Tell lobby and lists of races that tables have changed elsewhere."""
        await self._lobby.look()
        holders = await self.store.holders(tables) if self._with_races else set()
        for holder in holders & self._with_races.keys():
            self._tell_races(holder)

    async def claim(self, key: str) -> bool:
        """Return whether some work is this server's to do."""
        return await self.peers.claim(key) if self.peers else True

    async def release(self, key: str) -> None:
        """Let other servers do some work."""
        if self.peers:
            await self.peers.release(key)

    def note(self, session: Session) -> None:
        """Tell other servers who is at a table."""
        if self.peers:
            self.peers.note(session)

    # -- thinking -----------------------------------------------------------------------------

    async def lay(self, musher: str, sleds: int) -> Course:
        """Return the course that a musher lays."""
        return await self.in_pool(lay, musher, sleds)

    async def think(self, musher: str, question: Question) -> SomeDecision:
        """Return what a musher decides."""
        return await self.in_pool(decide, musher, question, self._in_a_hurry, self.thinking + 1)

    async def advise(self, musher: str, question: Question) -> Advice:
        """Return what a musher advises, and why."""
        return await self.in_pool(advise, musher, question)

    async def in_pool(self, thought: Callable[..., Thought], *about: object) -> Thought:
        """Return what a long thought comes to; it is thought in a thread of its own.

        Once the hub is closed nothing more is thought: whoever asks or waits is told so.
        """
        if self._pool_closed:
            raise Stopping(self.limits.come_back)
        self.thinking += 1
        thinking = asyncio.get_running_loop().run_in_executor(self._pool, thought, *about)
        try:
            return await thinking
        except asyncio.CancelledError:
            asking = asyncio.current_task()
            if asking and asking.cancelling():
                raise
            raise Stopping(self.limits.come_back) from None  # it was the thought that was given up
        finally:
            self.thinking -= 1


_SUMMARY = msgspec.json.Decoder(Summary)


def _own_summary(listed: Listed) -> OwnSummary:
    summary, seats = _SUMMARY.decode(listed.summary), listed.seats
    layer = summary.season.layer if summary.season else None
    # Somebody has to decide, or to lay the next course.
    due = summary.actor in seats or layer in seats
    return OwnSummary(**msgspec.structs.asdict(summary), yours=seats, your_turn=due)


def _unknown_token() -> Unauthorized:
    told = "nobody is known by this token; ask for a new one"
    return Unauthorized("unknown-token", told)


def _replayed(logs: Mapping[str, Log]) -> list[Table]:
    """Return the tables that logs tell of, all but those that cannot be replayed."""
    tables = []
    for name, found in logs.items():
        try:
            table = table_of(name, found.events)
            if isinstance(table, RaceTable) and table.race:
                table.race.view(None)  # works out what has been public, or the first to ask waits
            tables.append(table)
        except Exception:  # whoever asks for that table will be told
            log.exception("table %s cannot be woken", name)
    return tables
