"""`MusherTurns`: has mushers decide at a table, one thought at a time."""

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import ref

from ...mushers import BadAnswer
from ...rules import View
from ..errors import Conflict, Stopping
from ..store.errors import StoreDown, TableGone
from ..table.events import By, Event
from ..table.race_table import RaceTable
from ..table.table import Table
from .thinking import decide_at_once

if TYPE_CHECKING:
    from .session import Session

log = logging.getLogger("snowtails.server")

SHOWN_AFTER = 0.1
"""Seconds of thinking after which it is told that a musher thinks: most are done long before."""
MOST_ANSWERS = 4
"""Decisions of instant mushers that are stored with the one before them: more of them would make
everybody else wait."""


class MusherTurns:
    """What mushers think about at one table."""

    def __init__(self, session: "Session") -> None:
        # Weakly, so that a session is freed as soon as nobody uses it: looking for what is held
        # in circles takes long, and is seldom done.
        self._reference = ref(session)
        self.seat: int | None = None
        """The seat for which a musher is thinking."""
        self._asks = 0
        """The event that is, or was last, thought about; 0 if it may be thought about again."""
        self._left_to_others = 0
        self._timer: asyncio.TimerHandle | None = None
        self._shown = False

    @property
    def _session(self) -> "Session":
        session = self._reference()
        assert session is not None, "whoever has mushers think keeps the session"
        return session

    @property
    def shown(self) -> int | None:
        """The seat for which a musher has been thinking for a while."""
        return self.seat if self._shown else None

    def begin(self, seat: int, musher: str, by: By) -> None:
        """Have a musher think, unless it thinks about this already."""
        session = self._session
        asks = session.table.asks
        if self._asks != asks and not session.hub.stopping:
            self._asks = asks
            self.seat = seat
            self._timer = asyncio.get_running_loop().call_later(SHOWN_AFTER, self._show)
            session.hub.spawn(self._decide(session, seat, musher, by, asks))

    async def _decide(self, session: "Session", seat: int, musher: str, by: By, asks: int) -> None:
        """Have a musher decide, unless another server has seen to that."""
        hub = session.hub
        key = f"{session.table.name}:{asks}"
        if not await hub.claim(key):
            self._left_to_others = asks
            self._end(asks)
            return
        try:
            if hub.database.shared:
                await session.catch_up()  # another server may have answered before it let go
            if session.table.asks == asks:
                await self._decide_here(seat, musher, by, asks)
        except StoreDown:
            self._left_to_others = asks
        except TableGone:
            return
        except Exception:
            if self._asks == asks:
                self._asks = 0  # tried again as soon as anybody looks at the table
            raise
        finally:
            self._end(asks)
            await hub.release(key)
        if self._asks == 0:
            session.tend()

    async def _decide_here(self, seat: int, musher: str, by: By, asks: int) -> None:
        def is_due(table: Table) -> bool:
            if by == "relief" and table.seats[seat].relief is None:
                self._asks = 0  # taken back meanwhile
                return False
            return table.asks == asks

        def at_once(table: Table, now: float) -> tuple[Event, ...]:
            return self._at_once(table, seat, musher, by, now) if is_due(table) else ()

        with suppress(Conflict):
            if await self._session.do(at_once) or not is_due(self._session.table):
                return
            decision = await self._think(seat, musher)

            def command(table: Table, now: float) -> tuple[Event, ...]:
                return table.decide(seat, None, decision, asks, now, by) if is_due(table) else ()

            await self._session.do(command)

    async def _think(self, seat: int, musher: str) -> str:
        """Return what a musher decides in a thread of its own."""
        hub, question = self._session.hub, self._session.question_of(seat)
        try:
            decision = await hub.think(musher, question)
        except Stopping:
            raise
        except BadAnswer:  # what it said may name cards
            log.error("%s cannot drive", musher)
        except Exception:
            log.exception("%s cannot drive", musher)
        else:
            if isinstance(question, View):
                hub.instant.note(musher, question.course)
            return str(decision)
        return str(question.decisions[0])  # the race must not wait for ever

    def answers(self, table: Table, now: float) -> list[Table]:
        """Return a table after each decision that mushers take at once, until somebody thinks."""
        steps: list[Table] = []
        while len(steps) < MOST_ANSWERS and (step := self._answered(table, now)):
            steps.append(step)
            table = step
        return steps

    def _answered(self, table: Table, now: float) -> Table | None:
        """Return a table after the decision of an instant musher, if it is up to one."""
        actor = table.actor
        seat = table.seats[actor] if actor is not None else None
        if actor is None or seat is None or seat.driver is None:
            return None
        by: By = "musher" if seat.musher else "relief"
        events = self._at_once(table, actor, seat.driver, by, now)
        return table.after(events) if events else None

    def _at_once(
        self, table: Table, seat: int, musher: str, by: By, now: float
    ) -> tuple[Event, ...]:
        """Return what an instant musher decides, as events; none if it has to think in a thread."""
        if not isinstance(table, RaceTable) or table.race is None:
            return ()
        instant, course = self._session.hub.instant, table.race.course
        values = instant.values(musher, course)
        if values is None:
            return ()
        try:
            # Instant mushers look at what lies open now, not at what has been public before.
            decision = decide_at_once(musher, View(table.race, seat, ledgers=()), values)
            return table.decide(seat, None, str(decision), table.asks, now, by)
        except Exception:  # whoever commanded something has nothing to do with it
            log.exception("%s cannot decide at once", musher)
            instant.forget(musher, course)
            return ()

    def went_on(self, asks: int) -> None:
        """Forget what was thought about, if it has been answered: another event asks now."""
        if asks != self._asks:
            self._forget()

    def try_again(self) -> bool:
        """Return whether a thought that was thought elsewhere may have to be thought here."""
        left = self._left_to_others == self._session.table.asks
        if left:
            self._left_to_others = self._asks = 0
        return left

    def rest(self) -> None:
        """Let nothing more be due."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _show(self) -> None:
        if session := self._reference():  # else it was forgotten, and there is nobody to tell
            self._shown = True
            session.publish()

    def _end(self, asks: int) -> None:
        """Tell that nobody thinks any more, unless the next has begun to."""
        if self.seat is not None and self._asks in (asks, 0):
            shown = self._shown
            self._forget()
            if shown:
                self._session.publish()

    def _forget(self) -> None:
        self.rest()
        if self._shown:
            self._session.presence_changed()
        self.seat, self._shown = None, False
