"""`Session`: a table that is awake, and the people around it.

The session keeps what is not in the log, because it is gone when the server restarts: who is there,
whose curtain is up, who is thinking, and what has to happen when.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from ..errors import Conflict, Forbidden, NoTable, NotFound
from ..store.errors import NumberTaken, StoreDown, TableGone
from ..store.listing import Listing
from ..table.events import Decided, Event
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.table import Table
from ..wire.encoding import encoded
from ..wire.joined import answer_json
from ..wire.messages import Viewer, viewer_of
from ..wire.types import Presence
from .advice import Advice
from .attendance import Attendance
from .curtains import Curtains, Lifted
from .listener import Listener
from .listings import listing_of
from .message_cache import MessageCache, Told
from .musher_turns import MusherTurns
from .peers import PeerState
from .replaying import UnreadableLog, replaying
from .services import HubServices
from .thinking import Question

if TYPE_CHECKING:
    from .clock import Alarm

log = logging.getLogger("snowtails.server")

MOST_TRIES = 20
"""How often something is tried while the table goes on elsewhere."""
MOST_WATCHING = 24
"""Names of onlookers that are told."""
MOST_VIEWERS = 2_000
"""People whose view of the table is remembered."""
FEW = 16
"""Streams at a table that are told of everybody who comes and goes."""
COUNT_EVERY = 0.5
"""Seconds for which onlookers are counted, where there are more, before it is told."""

Command = Callable[[Table, float], tuple[Event, ...]]
"""Something to be done at a table at a time; returns the events that say so."""


class Session:
    """A table that is awake."""

    def __init__(self, hub: HubServices, table: Table, chain: bytes) -> None:
        self.hub = hub
        self.table = table
        self._steps: Sequence[Table] = (table,)
        """The table after each of the decisions that were stored together last."""
        self._attendance = Attendance()
        self.mushers = MusherTurns(self)
        self._chain = chain
        self._listing = listing_of(table)
        self._lock = asyncio.Lock()
        self._curtains = Curtains()
        self._alarm: Alarm | None = None
        self._asleep = True
        self._woke = hub.clock.now()
        self._awake_since = self._woke
        """Since when clocks run, here or at another server."""
        self._messages = MessageCache()
        self._presence: bytes | None = None
        self._viewers: dict[str | None, Viewer] = {}
        self._counting: asyncio.TimerHandle | None = None
        self._hints: dict[tuple[int, int], asyncio.Task[Advice]] = {}
        self._elsewhere: Sequence[PeerState] = ()
        self.forgotten = False
        """Whether another session may have taken this one's place."""

    @property
    def listeners(self) -> set[Listener]:
        """The streams that are about it."""
        return self._attendance.listeners

    @property
    def _seated(self) -> set[str]:
        """Those who have a seat."""
        return {seat.holder for seat in self.table.seats if seat.holder}

    @property
    def people(self) -> int:
        """How many people have a seat."""
        return len(self._seated)

    @property
    def idle(self) -> bool:
        """Whether nothing is lost if the session is forgotten but when somebody was last seen."""
        is_timed = self._alarm is not None and self.table.deadline is not None
        busy = self.listeners or self.mushers.seat is not None or self._lock.locked()
        return not busy and not is_timed

    @property
    def race_table(self) -> RaceTable:
        """The table, if it is one for a race; else what is asked for is refused."""
        if not isinstance(self.table, RaceTable):
            raise Conflict(
                "solo", "this is for races, not for solo games", number=self.table.number
            )
        return self.table

    @property
    def solo_table(self) -> SoloTable:
        """The table, if it is one for a solo game; else what is asked for is refused."""
        if not isinstance(self.table, SoloTable):
            raise Conflict(
                "no-solo", "this is for solo games, not for races", number=self.table.number
            )
        return self.table

    @property
    def at_work(self) -> bool:
        """Whether somebody listens, or something is due, here or at another server."""
        due = self._alarm is not None or self.mushers.seat is not None
        return due or bool(self.listeners or self._elsewhere)

    # -- doing --------------------------------------------------------------------------------

    async def do(self, command: Command) -> tuple[Event, ...]:
        """Have a command done; the events are stored before the table changes for anybody.

        It is done by the task that asks, so that whoever acts is answered before all those are
        told who look on.
        """
        async with self._lock:
            self._check_kept()
            try:
                with self._telling():
                    return await self._try(command)
            except TableGone:
                self.hub.forget(self)
                raise NoTable from None
            except UnreadableLog:
                self.hub.forget(self)
                raise

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Tell of what has changed meanwhile, whatever comes of it.

        A command that is refused may have read on the way what was done at other servers.
        """
        known = self.table, self._curtains
        try:
            yield
        finally:
            if known != (self.table, self._curtains):
                self.tend()
                self._wake_listeners()

    def _check_kept(self) -> None:
        """Refuse what another session of this table has to do."""
        if self.forgotten:
            raise Conflict("behind", "the table was read anew; look again")

    async def _try(self, command: Command) -> tuple[Event, ...]:
        """Try a command until it is stored; return its events."""
        for _ in range(MOST_TRIES):
            now = self.hub.clock.now()
            events = command(self.table, now)
            fresh = [event for event in events if event.number > self.table.number]
            if not fresh or await self._store(fresh, now):
                return events
        raise Conflict("behind", "the table goes on too quickly elsewhere; look again")

    async def end(self) -> None:
        """Wait for what is being stored, and have the table forgotten: it is to be deleted."""
        async with self._lock:
            self.hub.forget(self)

    async def _store(self, events: list[Event], now: float) -> bool:
        """Store events and go on; return False if the log has gone on elsewhere, and read that.

        What mushers answer at once is stored with them: everybody waits for the disk only once.
        """
        after = self.table.after(events)
        steps = [after, *self.mushers.answers(after, now)]
        after = steps[-1]
        events = after.events[self.table.number :]
        listing = listing_of(after)
        try:
            chain = await self.hub.store.append(
                after.name, events, self._chain, listing, self._listing
            )
        except NumberTaken:
            await self._read_on()
            return False
        except (StoreDown, asyncio.CancelledError):
            # Whether it is kept is not known: whoever asks next reads the log.
            self.hub.forget(self)
            raise
        self._go_on(steps, chain, listing)
        return True

    async def catch_up(self) -> None:
        """Read what other servers have appended to the log.

        If that cannot be read the session is forgotten; TableGone says that they have deleted it.
        """
        async with self._lock:
            try:
                with self._telling():
                    await self._read_on()
            except (TableGone, UnreadableLog):
                self.hub.forget(self)
                raise

    async def _read_on(self) -> None:
        """Read what other servers have written."""
        table, hub = self.table, self.hub
        with replaying(table.name):
            read = await hub.store.read_on(table.name, table.number, self._chain)
            after = table.after(read.events) if read.events else None
        if after:
            self._go_on([after], read.chain, listing_of(after))
        if hub.database.shared and table.options.hot_seat:
            kept = await hub.presence.curtains(table.name)
            lifted = [Lifted(*each) for each in kept]
            self._draw(Curtains.of(lifted, self.table))

    def _go_on(self, steps: Sequence[Table], chain: bytes, listing: Listing) -> None:
        """Take up what the log tells now, one step after the other."""
        after, news = steps[-1], steps[-1].events[self.table.number :]
        self._chain = chain
        self.hub.changed(self._listing, listing)
        self._listing = listing
        if after.options.clock or not all(isinstance(event.body, Decided) for event in news):
            self._presence = None  # decisions change neither who is there nor, mostly, deadlines
        self.mushers.went_on(after.asks)
        self._viewers.clear()
        self._messages.forget_news()
        self.table = after
        self._steps = tuple(steps) if self.listeners else (after,)
        self._curtains = self._curtains.after(after)

    def _draw(self, curtains: Curtains) -> None:
        """Let some curtains be up, and all others down."""
        if curtains != self._curtains:
            self._curtains = curtains
            self._viewers.clear()

    # -- looking ------------------------------------------------------------------------------

    def viewer(self, holder: str | None) -> Viewer:
        """Return what a visitor may see now."""
        if holder not in self._viewers:
            if len(self._viewers) >= MOST_VIEWERS:
                self._viewers.clear()
            viewer = viewer_of(self.table, holder, self._curtains.seat(holder))
            self._viewers[holder] = viewer
        return self._viewers[holder]

    def question(self, seat: int, holder: str) -> Question:
        """Return what a visitor may know from a seat, to be thought about, or refuse it."""
        self.own(seat, holder)
        return self.question_of(seat)

    def question_of(self, seat: int) -> Question:
        """Return what a musher on a seat would be asked."""
        if isinstance(self.table, SoloTable):
            return self.table.race.position()
        if (race := self.race_table.race) is None:
            raise Conflict("not-begun", "the race has not begun", number=self.table.number)
        return race.view(seat)

    def own(self, seat: int, holder: str) -> None:
        """Refuse whoever does not hold a seat, or has its curtain down."""
        if not 0 <= seat < len(self.table.seats):
            raise NotFound("no-seat", f"there is no seat {seat}")
        if seat not in self.table.seats_of(holder):
            raise Forbidden("not-your-seat", f"seat {seat} is not yours")
        if self.viewer(holder).seat != seat:
            raise Forbidden("curtain", f"lift the curtain of seat {seat} first")

    def news(self, told: Told, viewer: Viewer, *, changes: bool) -> tuple[bytes, Told]:
        """Return what a stream has to tell, and what it has told then."""
        presence = self._encoded_presence()
        return self._messages.news(self._steps, presence, told, viewer, changes=changes)

    def encoded_view(self, viewer: Viewer) -> bytes:
        """Return the table as somebody sees it, as JSON."""
        return self._messages.view(self.table, viewer)

    def encoded_events(self, after: int, viewer: Viewer) -> list[bytes]:
        """Return the events after a number as somebody may know them, as JSON."""
        events = self.table.events[max(0, after) :]
        return [self._messages.event(self.table, event, viewer) for event in events]

    def encoded_answer(self, events: tuple[Event, ...], holder: str) -> bytes:
        """Return what a command did, as JSON: its last event, the same each time."""
        # Behind a curtain the answer must not show more the first time than the second.
        viewer = viewer_of(self.table, holder)
        number = events[-1].number if events else self.table.number
        event = self._messages.event(self.table, events[-1], viewer) if events else None
        return answer_json(self.table.name, number, event)

    async def hint(self, musher: str, seat: int) -> tuple[Advice, int]:
        """Return what a musher advises, and the event it answers; it thinks once for all."""
        asks = self.table.asks
        if (asks, seat) not in self._hints:
            self._hints.clear()
            thought = self.hub.advise(musher, self.question_of(seat))
            self._hints[asks, seat] = self.hub.spawn(thought)
        thinking = self._hints[asks, seat]
        try:
            return await asyncio.shield(thinking), asks
        except Exception:
            if self._hints.get((asks, seat)) is thinking:
                del self._hints[asks, seat]  # whoever asks next may have more luck
            raise

    def _encoded_presence(self) -> bytes:
        """Return who is there, as JSON; it is made once for all who listen."""
        if self._presence is None:
            self._presence = encoded(self.presence())
        return self._presence

    def presence(self) -> Presence:
        """Tell who is there, who is thinking, and when a clock runs out."""
        now, seated, here = self.hub.clock.now(), self._seated, self._attendance
        return Presence(
            present=tuple(
                n
                for n, seat in enumerate(self.table.seats)
                if seat.holder and self._is_present(seat.holder, now)
            ),
            onlookers=here.onlookers(seated) + sum(peer.onlookers for peer in self._elsewhere),
            watching=tuple(
                sorted({*here.watching(seated), *(n for p in self._elsewhere for n in p.watching)})
            )[:MOST_WATCHING],
            thinking=next(
                (
                    each
                    for each in (self.mushers.shown, *(p.thinking for p in self._elsewhere))
                    if each is not None
                ),
                None,
            ),
            deadline=None if self._asleep else self.table.deadline,
        )

    async def lift(self, seat: int, holder: str, lifted: bool) -> None:
        """Lift the curtain from the cards of a seat, or let it fall."""
        async with self._lock:
            self._check_kept()
            if seat not in self.table.seats_of(holder):
                raise Forbidden("not-your-seat", f"seat {seat} is not yours")
            curtains = Curtains(self._curtains)
            if lifted:
                curtains[holder] = Lifted(holder, seat, self.table.number)
            elif curtains.seat(holder) == seat:
                del curtains[holder]
            if self.hub.database.shared:
                seen = curtains.seat(holder)
                number = self.table.number
                await self.hub.presence.keep_curtain(self.table.name, holder, seen, number)
            self._draw(curtains)
        self.publish()

    # -- coming and going ---------------------------------------------------------------------

    def enter(self, listener: Listener) -> None:
        """Let a stream listen; whoever was gone has the reins back."""
        self._attendance.enter(listener)
        self._see(listener.holder)
        for seat in self.table.seats_of(listener.holder):
            if self.table.seats[seat].why == "gone":
                self.hub.spawn(self._take_back(seat, listener.holder or ""))
        self._count(listener.holder)

    def leave(self, listener: Listener) -> None:
        """Let a stream go."""
        self._attendance.leave(listener)
        self._see(listener.holder)
        self._count(listener.holder)
        if self.table.stage in ("over", "closed"):
            self.hub.let_sleep(self)

    def _count(self, holder: str | None) -> None:
        """Tell that somebody has come or gone: where many look on, of them only now and then."""
        if len(self.listeners) <= FEW or self.table.seats_of(holder):
            self.publish()
        elif self._counting is None:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(COUNT_EVERY, self._counted)

    def _counted(self) -> None:
        self._counting = None
        self.publish()

    def expect_back(self) -> None:
        """Go on after a restart as if those who race were there, for they were a moment ago.

        Mushers may have decided then when the first are back; but nobody's clock runs meanwhile.
        """
        if not self.forgotten and self.table.options.clock is None:
            for holder in self._seated:
                self._see(holder)

    def seen(self, holder: str | None) -> None:
        """Note that somebody has asked for something just now."""
        if self._attendance.listens(holder) and not self._asleep:
            return  # whoever listens is there anyway
        self._see(holder)

    def _see(self, holder: str | None) -> None:
        self._presence = None
        self._attendance.see(holder, self.hub.clock.now(), self._seated)
        self.tend()
        self.hub.note(self)

    def _is_here(self, holder: str, now: float) -> bool:
        """Return whether somebody is at this server."""
        return self._attendance.is_here(holder, now, self.table.options.grace)

    def _is_present(self, holder: str, now: float) -> bool:
        """Return whether somebody is at this server, or at another."""
        if self._is_here(holder, now):
            return True
        return any(holder in peer.present for peer in self._elsewhere)

    # -- other servers ------------------------------------------------------------------------

    def hear(self, elsewhere: Sequence[PeerState]) -> None:
        """Take note of what the other servers know of the table."""
        if self._elsewhere != elsewhere:
            before, after = (
                {holder for peer in peers for holder in peer.present}
                for peers in (self._elsewhere, elsewhere)
            )
            # Their server may have died, or forgotten them: they have time to come back.
            self._attendance.miss(before - after, self.hub.clock.now())
            self._elsewhere = elsewhere
            self.tend()
            self.publish()

    def peer_state(self) -> PeerState:
        """Return what other servers should know of the table; nothing once it is forgotten."""
        if self.forgotten:
            return PeerState()
        now = self.hub.clock.now()
        seated, here = self._seated, self._attendance
        return PeerState(
            tuple(sorted(each for each in seated if self._is_here(each, now))),
            here.onlookers(seated),
            tuple(sorted(here.watching(seated)))[:MOST_WATCHING],
            self.mushers.shown,
            None if self._asleep else self._awake_since,
        )

    def try_again(self) -> None:
        """See whether a thought that was thought elsewhere has been left undone."""
        if self.mushers.try_again():
            self.tend()

    def is_gone(self, holder: str | None) -> bool:
        """Return whether somebody has had time to come back, also after a restart, and has not."""
        return holder is not None and self._is_gone(holder, self.hub.clock.now())

    def _is_gone(self, holder: str, now: float) -> bool:
        grace = self.table.options.grace
        waited_for = now < self._woke + grace or self._attendance.is_missed(holder, now, grace)
        return not waited_for and not self._is_present(holder, now)

    async def _take_back(self, seat: int, holder: str) -> None:
        # By now the seat may have been moved, or the race be over.
        with suppress(Conflict, Forbidden):
            await self.do(lambda table, now: table.take_back(seat, holder, now))

    # -- what is due --------------------------------------------------------------------------

    def rest(self) -> None:
        """Let nothing more be due: the session is no longer kept."""
        for alarm in (self._alarm, self._counting):
            if alarm:
                alarm.cancel()
        self._alarm = self._counting = None
        self.mushers.rest()

    def tend(self) -> None:
        """Do what is due, and set the alarm for what will be."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        if self.forgotten:
            return
        table, now = self.table, self.hub.clock.now()
        if table.stage != "racing" or table.actor is None:
            self._asleep = True
            if self.listeners or self.hub.database.shared:  # whom it is told when somebody is gone
                self._wait_for(self._times_of_going(now), now)
            return
        if not self._awake(now):
            if not self._asleep:
                self._asleep = True
                self._relieve(now)  # others may wait for them at another server
            return
        if self._asleep:
            elsewhere = [peer.awake_since for peer in self._elsewhere if peer.awake_since]
            self._awake_since = min([now, *elsewhere])
            table.resume(self._awake_since)
            self._asleep = False
            self._woke = now
        actor = table.actor
        deadline = table.deadline
        if driver := table.seats[actor].driver:
            self.mushers.begin(actor, driver, "musher" if table.seats[actor].musher else "relief")
        elif table.overlong:
            self.hub.spawn(self._hand_over(actor))
        elif deadline is not None and now >= deadline:
            self.mushers.begin(actor, table.options.relief, "clock")
        self._relieve(now)
        times = self._times_of_going(now)
        times += [deadline] if deadline else []
        self._wait_for(times, now)

    def _wait_for(self, times: Sequence[float], now: float) -> None:
        """Set the alarm for the first time to come."""
        later = [when for when in times if when > now]
        if later:
            self._alarm = self.hub.clock.call_at(min(later), self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.tend()
        self.publish()

    def _awake(self, now: float) -> bool:
        """Return whether anybody is there: bots do not race on by themselves for long."""
        return bool(self.listeners) or any(self._is_here(each, now) for each in self._seated)

    def _times_of_going(self, now: float) -> list[float]:
        """Return when those who were here will be gone, unless they come back."""
        grace = self.table.options.grace
        return [*self._attendance.times_of_going(self._seated, now, grace), self._woke + grace]

    def _relieve(self, now: float) -> None:
        """Hand over the reins of those who are gone, if anybody else waits for them."""
        if not isinstance(self.table, RaceTable):
            return
        people = [(n, seat) for n, seat in enumerate(self.table.seats) if seat.holder]
        present = {seat.holder for _, seat in people if self._is_present(seat.holder or "", now)}
        if not present:
            return
        for n, seat in people:
            if seat.relief is None and self._is_gone(seat.holder or "", now):
                self.hub.spawn(self._hand_over(n))

    async def _hand_over(self, seat: int) -> None:
        """Have a musher hold the reins of somebody who is gone, or races on for ever."""

        def command(table: Table, now: float) -> tuple[Event, ...]:
            found = table.seats[seat]
            if found.relief or not found.holder:
                return ()
            if table.overlong:
                return table.hand_over(seat, "rounds", now)
            gone = self._is_gone(found.holder, now)
            return table.hand_over(seat, "gone", now) if gone else ()

        with suppress(Conflict):
            await self.do(command)

    def presence_changed(self) -> None:
        """Let who is there be told anew."""
        self._presence = None

    def publish(self) -> None:
        """Tell everybody what has changed, who is there included."""
        self._presence = None
        self._wake_listeners()

    def _wake_listeners(self) -> None:
        self._messages.forget_news()
        self.hub.note(self)
        self.hub.wakes.add(self.listeners)
