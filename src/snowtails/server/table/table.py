"""`Table`: the authority over what is played at one table, and the company around it.

It knows no sockets, no database, no clock and no threads. A command checks whether it may be done
and returns the events that say so; nothing changes until they are applied. The table is what its
events say, so it can be put to sleep and woken, and an event is kept before anybody hears of it.
An event that a command returns with a number already in the log says that the same was done before.

What differs from game to game is in `RaceTable` and `SoloTable`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ...course import Course
from ...finding import Finding
from ...mushers import ROUND_LIMIT
from ...rules import IllegalTurn
from ...rules.colours import COLOURS, choose_colours
from ...rules.log import Attempt, LoggedPosition
from ..errors import Conflict, Forbidden, Unprocessable
from .events import (
    Body,
    By,
    Chatted,
    Closed,
    Event,
    Filled,
    HandedOver,
    Moved,
    Muted,
    Reacted,
    RecoveryOffered,
    Rematched,
    Rose,
    Sat,
    TookBack,
    Why,
)
from .participants import Participants
from .seat import INVITED, MOST_ADDED, Seat, checked_name
from .tokens import same

DRIVES_HOME = "husky"
"""The musher that takes the reins in a race that goes on for too long."""


@lru_cache(maxsize=256)
def course_of(line: str, name: str = "") -> Course:
    """Return a course by its line; it remembers what it has found out about itself."""
    return Course.parse(line, name)


@lru_cache(maxsize=1024)
def _chosen_colours(wishes: tuple[str | None, ...]) -> tuple[str, ...]:
    """Return the colours of all sleds; every view tells them."""
    return choose_colours(wishes, len(wishes))


class Table(Participants, ABC):
    """A table with its seats, what is played at it and all that has happened."""

    race: LoggedPosition[Any, Any, Any] | None
    """The race, or the round of a solo game, that is played or was played last."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.asked_at = 0.0
        self._spent = 0.0  # seconds of the clock that were used before a bot took the reins
        self.commitment = ""
        self.rematch: str | None = None
        self._answered: dict[int, int] = {}  # number of the event that answers another
        self._entries: dict[int, tuple[int, int]] = {}
        # By the number of the event of a decision: which of all rounds, and where in its log.
        self._tried: tuple[int, Attempt[Any, Any] | None] = 0, None
        # What was tried last, and the number of the event that would say so.

    # -- looking ------------------------------------------------------------------------------

    @abstractmethod
    def record(self) -> str:
        """Return the record of what was played, with secrets opened; refused before its end."""

    @abstractmethod
    def verification(self) -> Iterable[Finding]:
        """Check that the cards follow from what was committed to; refused before the end."""

    def check_before_end(self, holder: str | None) -> None:
        """Refuse to show before its end what others play with the same cards."""

    @property
    def all_rounds(self) -> tuple[LoggedPosition[Any, Any, Any], ...]:
        """All that has begun to be played: the race, or the rounds of a solo game."""
        return (self.race,) if self.race else ()

    def position_before(self, event: int) -> Any:
        """Return the position before a decision, by the number of its event."""
        number, entry = self._entries[event]
        return self.all_rounds[number].position_before(entry)

    @property
    def actor(self) -> int | None:
        """The seat that has to decide."""
        return self.race.actor if self.race else None

    @property
    def deadline(self) -> float | None:
        """When the clock of the person who has to decide runs out."""
        clock = self.options.clock
        if clock is None or self.actor is None or self.seats[self.actor].driver:
            return None
        return self.asked_at + clock

    @property
    def overlong(self) -> bool:
        """Whether it has gone on for so long that only mushers decide, until it is over."""
        return False

    @property
    def mushers(self) -> str:
        """The names of all who race, as records give them."""
        return ", ".join(seat.name for seat in self.seats)

    def resume(self, now: float) -> None:
        """Let time run on after the table slept: nobody's clock ran meanwhile.

        No event says so, for who is there is in no log: a table that is read anew has slept.
        """
        self.asked_at = max(self.asked_at, now)

    # -- before the race ----------------------------------------------------------------------

    def sit(
        self,
        seat: int,
        holder: str,
        name: str,
        now: float,
        *,
        code: str = "",
        added: bytes = b"",
        colour: str | None = None,
        dog: str | None = None,
    ) -> tuple[Event, ...]:
        """Take a free seat; whoever sits there may still choose otherwise before the race."""
        found = self._seat(seat)
        if len(added) > MOST_ADDED:
            raise Unprocessable(
                "added", f"at most {MOST_ADDED} bytes can be added, not {len(added)}"
            )
        if found.holder == holder:
            chosen = added.hex() or found.added, colour or found.colour, dog or found.dog
            if self.stage == "waiting" and chosen != (found.added, found.colour, found.dog):
                self._check_changes(seat, holder)
                self._check_colour(seat, colour)
                return self._next(now, Sat(seat, holder, found.name, *chosen))
            # A solo game has no such event: it was opened by whoever sits there.
            return (self._last_of(Sat, seat) if self._has(Sat, seat) else self.events[0],)
        if self.stage != "waiting":
            raise self._conflict("begun", "the race has begun; you can look on")
        if not found.free:
            free = [str(n) for n, each in enumerate(self.seats) if each.free]
            told = f"free are {', '.join(free)}" if free else "none is free; you can look on"
            raise self._conflict("seat-taken", f"seat {seat} is taken; {told}")
        invited = holder == self.host or same(code, self.invitation(seat))
        if found.offer == INVITED and not invited:
            raise Forbidden(
                "invitation", f"seat {seat} is kept for whoever has its invitation link"
            )
        if self.seats_of(holder) and not self.options.hot_seat:
            raise self._conflict(
                "seated", "you have a seat at this table; several are for hot-seat tables only"
            )
        self._check_changes(seat, holder)
        self._check_colour(seat, colour)
        return self._next(now, Sat(seat, holder, checked_name(name), added.hex(), colour, dog))

    def leave(self, seat: int, holder: str, now: float) -> tuple[Event, ...]:
        """Give up a seat before the race; in the race, leave the reins to a bot."""
        found = self._seat(seat)
        if self.stage == "waiting":
            if found.holder != holder:
                raise self._not_yours(seat)
            others = [each for each in self.seats if each.holder and each is not found]
            # A host who only looks on keeps the table open when a guest comes and goes.
            bodies = (event.body for event in self.events)
            seated = any(isinstance(b, Sat) and b.holder == self.host for b in bodies)
            closing = seated and not others
            return self._next(now, Rose(seat), *([Closed()] if closing else []))
        self._own(seat, holder)
        if found.why == "left":
            return (self._last_of(HandedOver, seat),)
        self._check_changes(seat, holder, more=2)  # whoever leaves can come back
        return self.hand_over(seat, "left", now)

    # -- the race -----------------------------------------------------------------------------

    def decide(
        self,
        seat: int,
        holder: str | None,
        decision: str,
        answers: int,
        now: float,
        by: By = "person",
    ) -> tuple[Event, ...]:
        """Decide for a seat; `answers` is the number of the event after which it was due.

        A person who decides holds the seat, and is back if gone; mushers decide without a holder.
        """
        found = self._seat(seat)
        if by == "person" and found.holder != holder:
            raise self._not_yours(seat)
        if holder is not None and found.why == "gone" and answers == self.asks:
            back = self.take_back(seat, holder, now)
            present = self.after(back)
            decided = present.decide(seat, holder, decision, answers, now)
            self._tried = present._tried
            return (*back, *decided)
        if self.race is None:
            raise self._conflict("not-begun", "the race has not begun")
        if (before := self._answered.get(answers)) is not None:
            event = self.events[before - 1]
            if self._says(event.body, seat, decision, by):
                return (event,)
        if answers != self.asks or self.actor != seat:
            raise self._not_due(seat, answers)
        if by == "person":
            self._check_length()
        if by == "person" and found.driver:
            raise self._conflict("reins", "a bot holds your reins; take them back first")
        try:
            tried = self.race.attempt(decision)
        except IllegalTurn as error:
            # Its whole message has the position in it, with everybody's cards.
            raise Unprocessable("illegal", f"{error.decision}: {error.reason}") from None
        # A turn that ran out of time is the person's who let it (PAWS-1).
        counts = by in ("person", "clock")
        took = round(max(0.0, now - self.asked_at), 3) if counts else None
        self._tried = self.number + 1, tried
        return self._next(now, self._decided(tried.played, seat, answers, by, took))

    @abstractmethod
    def _decided(self, played: Any, seat: int, answers: int, by: By, took: float | None) -> Body:
        """Return the body of the event that says what was decided and drawn."""

    @abstractmethod
    def _says(self, body: Body, seat: int, decision: str, by: By) -> bool:
        """Return whether an event says that a seat decided just this."""

    def _go_on(self, event: Event, decision: str, answers: int, drawn: list[int]) -> None:
        """Let a decision happen: as it was tried just now, or as the log tells it."""
        assert self.race is not None
        self._entries[event.number] = len(self.all_rounds) - 1, len(self.race.log)
        (number, tried), self._tried = self._tried, (0, None)
        # Nothing has happened since it was tried, or the number would be another.
        if tried and number == event.number and str(tried.played.decision) == decision:
            assert self._cards_drawn(tried.played) == drawn
            self.race.accept(tried)
        else:
            self.race.play(decision, drawn)
        self._answered[answers] = event.number
        self._ask(event)

    @abstractmethod
    def _cards_drawn(self, played: Any) -> list[int]:
        """Return the cards that a decision drew, in order."""

    def hand_over(self, seat: int, why: Why, now: float) -> tuple[Event, ...]:
        """Let a bot hold somebody's reins."""
        found = self._seat(seat)
        if self.stage != "racing" or found.holder is None:
            raise self._conflict("not-racing", f"nobody holds the reins of seat {seat} now")
        musher = DRIVES_HOME if self.overlong else self.options.relief
        return self._next(now, HandedOver(seat, musher, why))

    def take_back(self, seat: int, holder: str, now: float) -> tuple[Event, ...]:
        """Take the reins back from a bot."""
        found = self._own(seat, holder)
        if found.relief is None:
            return (self._last_of(TookBack, seat),) if self._has(TookBack, seat) else ()
        self._check_length()
        self._check_changes(seat, holder)
        return self._next(now, TookBack(seat))

    def rematched(self, table: str, now: float) -> tuple[Event, ...]:
        """Point the company to the table where it races again, or on."""
        if self.stage != "over":
            raise self._conflict("not-over", "race again when this race is over")
        return self._next(now, Rematched(table))

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the sleds: those chosen, and what is left for the others (SETUP-1)."""
        return _chosen_colours(tuple(seat.colour for seat in self.seats))

    def free_colour(self, seat: int, colour: str | None) -> str | None:
        """Return a colour if no other seat has chosen it, else None."""
        return colour if colour not in self._colours_of_others(seat) else None

    def _colours_of_others(self, seat: int) -> set[str | None]:
        return {each.colour for n, each in enumerate(self.seats) if n != seat}

    def _check_colour(self, seat: int, colour: str | None) -> None:
        """Refuse a colour that another seat has chosen."""
        others = self._colours_of_others(seat)
        if colour is not None and colour in others:
            free = ", ".join(each for each in COLOURS if each not in others)
            raise self._conflict("colour-taken", f"{colour} is taken; free are {free}")

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        super().apply(event)
        match event.body:
            case Sat(seat=n, holder=holder, name=name, added=added, colour=colour, dog=dog):
                self._change(n, holder=holder, name=name, added=added, colour=colour, dog=dog)
            case Rose(seat=n):
                self.seats[n] = Seat.offered(self.seats[n].offer)
            case Filled(seat=n, musher=musher):
                self.seats[n] = Seat.offered(musher)
            case HandedOver(seat=n, musher=musher, why=why):
                if self.actor == n and not self.seats[n].relief:
                    self._spent = event.at - self.asked_at
                # What the server sees counts for nobody; it ends when nobody takes back any more.
                change = self._change if why == "left" else self._set
                change(n, relief=musher, why=why)
            case TookBack(seat=n):
                self._change(n, relief=None, why=None)
                if self.actor == n:
                    # What was left of the clock is left, and no more.
                    self.asked_at = event.at - self._spent
            case Chatted() as said:
                self._chats = self._chats.after(event, said, racing=self._races(said.seat))
            case Reacted() as said:
                self._reactions = self._reactions.after(event, said, racing=self._races(said.seat))
            case Muted(seat=n, muted=muted):
                self._mutes += 1
                if n is None:
                    self.onlookers_muted = muted
                else:
                    self._set(n, muted=muted)
            case RecoveryOffered(seat=n, code=code, until=until):
                self._change(n, recovery=(code, until))
            case Moved(seat=n, holder=holder):
                self._move(n, holder)
            case Closed():
                self.stage = "closed"
            case Rematched(table=table):
                self.rematch = table

    def _ask(self, event: Event) -> None:
        self.asks, self.asked_at, self._spent = event.number, event.at, 0.0

    # -- helping ------------------------------------------------------------------------------

    def _check_length(self) -> None:
        """Refuse people who race on for ever, or the log of a table would grow without end."""
        if self.overlong:
            told = f"this race has gone on for {ROUND_LIMIT} rounds; a {DRIVES_HOME} drives it home"
            raise self._conflict("rounds", told)

    def _not_due(self, seat: int, answers: int) -> Conflict:
        if self.actor is None:
            return self._conflict("over", "the race is over")
        if answers == self.asks:
            return self._conflict(
                "not-your-turn", f"seat {self.actor} has to decide, not seat {seat}"
            )
        return self._stale(answers)
