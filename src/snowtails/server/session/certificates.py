"""`Certificates`: races courses in the background for those who build them.

One thread at a time races, unless more are wished, so that those who race themselves are not
disturbed; visitors take turns, and nobody has more than a few courses raced at once. A course is
raced once for all who look at it, and no longer than somebody does. Each server process has such a
thread of its own: with several, a visitor may be served by each, and a course be raced by each.
"""

import asyncio
import logging
import os
import sys
import threading
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from functools import partial

from ...course import Course
from ...lab.certificate import Certificate
from ...lab.certify import certify
from ..errors import LimitReached, Unavailable
from ..wire.certificate import certificate_message
from ..wire.encoding import encoded
from .following import Followed
from .turns import Turns

log = logging.getLogger("snowtails.server")

RACES = 2000
"""How often a course is raced."""
MOST_RUNS = 64
"""Courses that are raced or wait for it."""
MOST_OF_ONE = 16
"""Courses that are raced, or wait for it, for one visitor, or for all strangers of one address."""
MOST_KEPT = 256
"""Certificates that are remembered."""
POLITENESS = 10
"""How much later than all others the system lets these threads work."""


class _Run(Followed):
    """One course that is being raced."""

    def __init__(self, course: Course, turns: Turns, visitor: str, races: int) -> None:
        super().__init__()
        self.course = course
        self.turn = turns.take(visitor)
        self._races = races
        self._loop = asyncio.get_running_loop()

    def start(self, ended: "Callable[[_Run], None]", abandoned: "Callable[[_Run], None]") -> None:
        """Race in a thread of its own; what becomes of it is told in the loop."""
        self._ended, self._abandoned = ended, abandoned
        threading.Thread(target=self._race, name="certificate", daemon=True).start()

    def _race(self) -> None:
        if sys.platform == "linux":  # elsewhere that would be said of the whole process
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITENESS)
        self.turn.begin()
        try:
            if not self.turn.given_up:
                found = certify(self.course, self._races, on_progress=self._tell, cancel=self.turn)
                self._tell(found, done=not self.turn.given_up)
        except Exception:
            log.exception("the course %s could not be raced", self.course.line)
        finally:
            self.turn.end()
            self._call(self._finish)

    def _tell(self, found: Certificate, *, done: bool = False) -> None:
        message = encoded(certificate_message(found, self._races, done=done))
        self._call(partial(self.show, message, done=done))

    def _call(self, act: Callable[[], None]) -> None:
        with suppress(RuntimeError):  # the loop is closed: the server has stopped
            self._loop.call_soon_threadsafe(act)

    def _finish(self) -> None:
        self._ended(self)
        self.end()

    def abandon(self) -> None:
        """Race no longer, for nobody follows any more."""
        self.turn.set()
        self._abandoned(self)


class Certificates:
    """Races courses for those who look, and remembers what was found."""

    def __init__(self, threads: int = 1, races: int = RACES) -> None:
        self._turns = Turns(threads)
        self._races = races
        self._runs: dict[str, _Run] = {}
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    @property
    def running(self) -> int:
        """How many courses are raced or wait for it."""
        return len(self._runs)

    async def follow(
        self, course: Course, visitor: str, heartbeat: float
    ) -> AsyncGenerator[bytes | None, None]:
        """Give the certificate of a course, better and better; None after a silence."""
        kept = self._kept.get(course.line)
        if kept is not None:
            self._kept.move_to_end(course.line)
            yield kept
            return
        steps = self._run(course, visitor).follow(heartbeat)
        try:
            async for step in steps:
                yield step
        finally:
            await steps.aclose()

    def check_room(self, course: Course, visitor: str) -> None:
        """Refuse a course that cannot be raced now because too many are, by all or by one."""
        if course.line in self._runs or course.line in self._kept:
            return
        own = sum(run.turn.visitor == visitor for run in self._runs.values())
        if own >= MOST_OF_ONE:
            told = f"{own} courses are being raced for you already; leave one of them, or try again"
            raise LimitReached("certificates", told, retry=10)
        if len(self._runs) >= MOST_RUNS:
            told = "too many courses are being raced at the moment; try again"
            raise Unavailable("certificates", told, retry=10)

    def stop(self) -> None:
        """Race no longer, and let those go who wait."""
        for run in list(self._runs.values()):
            run.turn.set()
            run.end()

    def _run(self, course: Course, visitor: str) -> _Run:
        """Return the run of a course, begun if need be."""
        run = self._runs.get(course.line)
        if run is None:
            run = self._runs[course.line] = _Run(course, self._turns, visitor, self._races)
            run.start(self._ended, self._forget)
        return run

    def _ended(self, run: _Run) -> None:
        """Remember what was found, if the course was raced to the end."""
        self._forget(run)
        if run.latest is not None and run.done:
            self._kept[run.course.line] = run.latest
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)

    def _forget(self, run: _Run) -> None:
        if self._runs.get(run.course.line) is run:
            del self._runs[run.course.line]
