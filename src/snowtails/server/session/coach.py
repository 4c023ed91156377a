"""`Coach`: looks ahead for those who race, and back at races that are over.

It thinks in the mushers' threads, a moment at a time: whoever else wants to think waits for one
moment at most, first come first served. What it finds is told to all who follow it, and it stops
when nobody does.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Protocol, TypeVar

import msgspec

from ...coach import LookAhead, LookBack, best_decision, with_comments
from ...course import Course
from ...lab.solo import OneTurnAhead, solo_round
from ...rules import RULES_VERSION, Race
from ...rules.view import View
from ..errors import Conflict, Stopping, Unavailable
from ..store.store import Store
from ..table.events import Given, GivenDecision
from ..table.race_table import RaceTable
from ..wire.coach import advice_message, analysis_in, analysis_message, unfinished_analysis
from ..wire.coach_types import CoachAdvice, RaceAnalysis, SoloDriver
from ..wire.encoding import encoded
from .following import Followed

log = logging.getLogger("snowtails.server")

LOOKS_AHEAD_FOR = 2.0
"""Seconds after which it has looked ahead for long enough."""
MOMENT = 80.0
"""Milliseconds that it thinks before somebody else may."""
TELLS_EVERY = 0.2
"""Seconds between two messages about a race that is being looked at."""
COACH_VERSION = 5
"""Goes up when looking back finds other figures than before: what was kept is found anew."""
FAILED_FOR = 30.0
"""Seconds for which what could not be thought about is not tried again."""
COME_BACK = 3
"""Seconds after which to come back to a server that restarts."""
MOST_LOOKS = 32
"""Looks of a kind, ahead, back or at a solo course, that go on or wait at once."""
MOST_KEPT = 512
"""Finished looks that are remembered."""
ROUNDS = 24
"""Solo rounds that each driver drives."""
DRIVERS = {"clear": OneTurnAhead(), "rough": OneTurnAhead(noise=1.0)}
"""Those of docs/solo.md: with clear eyes, and with an eye that is off by a space."""

Thought = TypeVar("Thought")
Work = AsyncGenerator[tuple[bytes, bool], None]
"""Messages, each with whether it tells everything and may be kept."""
Drive = asyncio.Task[tuple[SoloDriver, ...]]


class KeptAnalysis(msgspec.Struct, frozen=True):
    """An analysis as it is kept, with what it was found by: others would find other figures."""

    rules: int
    coach: int
    analysis: msgspec.Raw


_ANALYSIS = msgspec.json.Decoder(RaceAnalysis)
_ADVICE = msgspec.json.Decoder(CoachAdvice)
_KEPT = msgspec.json.Decoder(KeptAnalysis)


class Thinkers(Protocol):
    """Whose threads it thinks in, and who keeps what it finds."""

    store: Store
    stopping: bool

    async def in_pool(self, thought: Callable[..., Thought], *about: object) -> Thought:
        """Return what a thought comes to."""


class Broadcast(Followed):
    """Work in the background, whose latest message is told to all who follow it."""

    def __init__(self, work: Work, ended: Callable[["Broadcast"], None]):
        super().__init__()
        self.failed = False
        self._ended = ended
        self._task = asyncio.create_task(self._run(work))

    async def _run(self, work: Work) -> None:
        try:
            async for message, done in work:
                self.show(message, done=done)
        except Stopping:
            pass  # whoever follows is let go like all others
        except Exception:
            self.failed = True
            log.exception("the coach could not think")
        finally:
            self.end()

    def end(self) -> None:
        """Let all who follow go, and say so once."""
        if not self.over:
            super().end()
            self._ended(self)

    def abandon(self) -> None:
        """End the work, and let those go who follow it."""
        self._task.cancel()
        self.end()  # at once: whoever asks before the task has ended must not follow it


class Coach:
    """Looks ahead and back for all tables."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._running: dict[tuple[object, ...], Broadcast] = {}
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._drivers: dict[tuple[str, bool], Drive] = {}
        self._failed: set[tuple[object, ...]] = set()
        self._looking_back = asyncio.Semaphore()  # races that are over can wait for each other

    @property
    def running(self) -> int:
        """How many looks are going on."""
        return len(self._running)

    def stop(self) -> None:
        """Look no longer."""
        for look in list(self._running.values()):
            look.abandon()
        for drive in list(self._drivers.values()):
            drive.cancel()

    def _follow(
        self,
        key: tuple[object, ...],
        work: Callable[[], Work],
        heartbeat: float,
    ) -> AsyncGenerator[bytes | None, None]:
        """Give what is known by a key, or find it out; refuse what cannot be at the moment."""
        if key in self._failed:
            told = "the coach could not think about this; the server's log says why"
            raise Unavailable("coach-failed", told, retry=int(FAILED_FOR))
        if key not in self._kept and key not in self._running:
            _check_room(sum(kind == key[0] for kind, *_ in self._running))
        return self._steps(key, work, heartbeat)

    async def _steps(
        self,
        key: tuple[object, ...],
        work: Callable[[], Work],
        heartbeat: float,
    ) -> AsyncGenerator[bytes | None, None]:
        if key in self._kept:
            self._kept.move_to_end(key)
            yield self._kept[key]
            return
        if key not in self._running:
            self._running[key] = Broadcast(work(), lambda ended: self._end(key, ended))
        steps = self._running[key].follow(heartbeat)
        try:
            async for step in steps:
                yield step
        finally:
            await steps.aclose()

    def _end(self, key: tuple[object, ...], ended: Broadcast) -> None:
        if self._running.get(key) is ended:
            del self._running[key]
        if ended.failed:
            self._failed.add(key)
            asyncio.get_running_loop().call_later(FAILED_FOR, self._failed.discard, key)
        if ended.latest is not None and ended.done:
            self._kept[key] = ended.latest
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    # -- ahead --------------------------------------------------------------------------------

    def ahead(
        self, table: str, asks: int, view: View, due: Callable[[], bool], heartbeat: float
    ) -> AsyncGenerator[bytes | None, None]:
        """Tell what may come of all that a seat can decide, as long as it is due."""
        key = ("ahead", table, asks, view.seat)
        return self._follow(key, lambda: self._look_ahead(view, asks, due), heartbeat)

    async def _look_ahead(self, view: View, asks: int, due: Callable[[], bool]) -> Work:
        loop = asyncio.get_running_loop()
        # What is found depends on what the seat may know, and on nothing else.
        ahead = await self._thinkers.in_pool(LookAhead, view, asks)
        began = loop.time()
        more = True
        favoured = False
        while more and due() and not self._thinkers.stopping:
            in_time = loop.time() - began < LOOKS_AHEAD_FOR
            more, message = await self._thinkers.in_pool(_look_on, ahead, asks, in_time)
            yield message, not more
            if more and not favoured:
                # Once there is something to see: what an analysis will compare with.
                ahead.favour(await self._thinkers.in_pool(best_decision, view))
                favoured = True

    async def advised(
        self, table: str, asks: int, view: View, due: Callable[[], bool], heartbeat: float
    ) -> CoachAdvice | None:
        """Return all that is found of what a seat can decide; None if it cannot all be found.

        Whoever asks for a hint hears what those hear who follow the coach: it thinks once.
        """
        told = None
        try:
            async with aclosing(self.ahead(table, asks, view, due, heartbeat)) as steps:
                async for step in steps:
                    told = step or told
        except Unavailable:
            return None
        found = _ADVICE.decode(told) if told else None
        return found if found and found.done else None

    # -- back ---------------------------------------------------------------------------------

    def back(self, table: RaceTable, heartbeat: float) -> AsyncGenerator[bytes | None, None]:
        """Tell how a race stood and what was costly, more and more of it."""
        race = over_race(table)
        return self._follow(("back", table.name), lambda: self._look_back(table, race), heartbeat)

    async def _look_back(self, table: RaceTable, race: Race) -> Work:
        if known := await self._kept_analysis(table.name):
            yield known, True
            return
        loop, pool = asyncio.get_running_loop(), self._thinkers.in_pool
        looking = await pool(LookBack, race)
        told = loop.time()
        for done, step in enumerate(looking.steps):
            async with self._looking_back:
                await pool(step)
            if loop.time() - told >= TELLS_EVERY:
                told = loop.time()
                message = unfinished_analysis(looking, done / len(looking.steps))
                yield encoded(message), False
        found = await pool(lambda: encoded(analysis_message(race, looking.analysis)))
        # Before it is told: whoever hears that it is done asks for what was kept.
        kept = encoded(KeptAnalysis(RULES_VERSION, COACH_VERSION, msgspec.Raw(found)))
        await self._thinkers.store.keep_analysis(table.name, kept)
        yield found, True

    async def _kept_analysis(self, table: str) -> bytes | None:
        """Return the analysis of a race as it was kept; None if there is none to be told."""
        found = await self._thinkers.store.analysis(table)
        if found is None:
            return None
        try:
            kept = _KEPT.decode(found)
            _ANALYSIS.decode(kept.analysis)
        except msgspec.DecodeError:
            return None  # kept by another version, which told other things
        current = (kept.rules, kept.coach) == (RULES_VERSION, COACH_VERSION)
        return bytes(kept.analysis) if current else None

    async def record(self, table: RaceTable) -> str:
        """Return the record of a race that is over, with its analysis as comments if it has one."""
        text = table.record()
        found = await self._kept_analysis(table.name)
        if found is None:
            return text
        analysis = analysis_in(_ANALYSIS.decode(found))
        return await asyncio.to_thread(with_comments, text, analysis)

    # -- solo ---------------------------------------------------------------------------------

    async def drivers(self, course: Course, opponents: bool) -> tuple[SoloDriver, ...]:
        """Return how those who look one turn ahead drive a solo course."""
        key = course.line, opponents
        if key not in self._drivers:
            self._make_room_for_drive()
            self._drivers[key] = asyncio.create_task(self._drive(course, opponents))
            self._drivers[key].add_done_callback(lambda task: self._drive_ended(key, task))
        task = self._drivers[key]
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task.cancelled():
                raise Stopping(COME_BACK) from None
            raise

    def _make_room_for_drive(self) -> None:
        """Forget old drives, never one that goes on; refuse if too many do."""
        over = [key for key, task in self._drivers.items() if task.done()]
        _check_room(len(self._drivers) - len(over))
        for key in over[: max(len(self._drivers) - MOST_KEPT + 1, 0)]:
            del self._drivers[key]

    def _drive_ended(self, key: tuple[str, bool], task: Drive) -> None:
        if task.cancelled() or task.exception():
            del self._drivers[key]  # to be tried again by the next who asks

    async def _drive(self, course: Course, opponents: bool) -> tuple[SoloDriver, ...]:
        found = []
        for name, way in DRIVERS.items():
            scores = []
            for seed in range(1, ROUNDS + 1):
                drive = lambda seed=seed, way=way: solo_round(  # noqa: E731
                    course, way, seed, opponents=opponents
                )
                scores.append(await self._thinkers.in_pool(drive))
            points = [score.total for score in scores]
            found.append(
                SoloDriver(
                    driver=name,  # type: ignore[arg-type]
                    rounds=ROUNDS,
                    mean=round(sum(points) / ROUNDS, 1),
                    worst=min(points),
                    best=max(points),
                )
            )
        return tuple(found)


def _look_on(ahead: LookAhead, asks: int, in_time: bool) -> tuple[bool, bytes]:
    """Look ahead a moment longer; return whether there is more to find, and what was found."""
    more = ahead.go_on(MOMENT) and in_time
    return more, encoded(advice_message(ahead, asks, done=not more))


def _check_room(looks: int) -> None:
    """Refuse one more look of a kind if too many go on."""
    if looks >= MOST_LOOKS:
        told = "the coach thinks for too many at the moment; try again"
        raise Unavailable("coach", told, retry=10)


def over_race(table: RaceTable) -> Race:
    """Return the race of a table, which has to be over: all cards are open then."""
    if table.race is None or table.stage != "over":
        told = "the coach looks back when the race is over, for that tells all cards"
        raise Conflict("not-over", told, number=table.number)
    return table.race


def given_until(table: RaceTable, frame: int) -> tuple[Given, int]:
    """Return how a race went until the decision of a frame, and the seat that took it."""
    race = over_race(table)
    if frame > len(race.log):
        told = f"the race has {len(race.log)} decisions; there is no frame {frame}"
        raise Conflict("no-frame", told, number=table.number)
    before = race.log[: frame - 1]
    given = Given(
        table.name,
        tuple(race.beginning.choosing),
        race.colours,
        tuple(
            GivenDecision(
                str(entry.decision), tuple(card for each in entry.drawn for card in each.cards)
            )
            for entry in before
        ),
    )
    return given, race.log[frame - 1].sled
