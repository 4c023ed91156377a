"""`Table`: the authority over one race and the company around it.

It knows no sockets, no database, no clock and no threads. A command checks whether it may be done
and returns the events that say so; nothing changes until they are applied. The table is what its
events say, so it can be put to sleep and woken, and an event is kept before anybody hears of it.
An event that a command returns with a number already in the log says that the same was done before.
"""

import re
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, Self

from ..course import Course
from ..mushers import LADDER, OFFERED
from ..rules import Discard, IllegalTurn, Phase, Race, SecretDeal, Turn
from ..rules.deal import choosing_order
from ..rules.notation import parse_decision
from ..rules.record import secret_headers
from ..rules.state import MOST_SLEDS, State
from ..rules.verify import live_context
from .events import (
    Began,
    Body,
    By,
    Chatted,
    Closed,
    Decided,
    Draw,
    Event,
    Filled,
    HandedOver,
    Moved,
    Muted,
    Opened,
    Options,
    RecoveryOffered,
    Rematched,
    Rose,
    Sat,
    TookBack,
    Why,
    numbered,
)
from .logged import Logged
from .refusal import Forbidden, Missing, NotNow, Unfit
from .token import derived, hashed, same

LONGEST_NAME = 24
LONGEST_TEXT = 300
LONGEST_KEY = 64
MOST_CHATS = 500
MOST_ADDED = 64
"""Bytes that a seat may add to the secret."""
RECOVERY_LASTS = 24 * 3600.0

OPEN, INVITED = "open", "invited"
"""Offers of a seat: to whoever sees the table, or to whoever has the seat's link."""

Stage = Literal["waiting", "racing", "over", "closed"]


@dataclass
class Seat:
    """A seat, and who sits there."""

    offer: str
    musher: str | None = None
    """The musher to whom the seat belongs."""
    holder: str | None = None
    """Hashed token of the person to whom it belongs."""
    name: str = ""
    added: str = ""
    relief: str | None = None
    """The musher that holds the reins for the person."""
    why: Why | None = None
    muted: bool = False
    recovery: tuple[str, float] | None = None
    """Hash of the code that moves the seat, and until when."""

    @property
    def free(self) -> bool:
        """Whether it can be taken."""
        return self.musher is None and self.holder is None

    @property
    def driver(self) -> str | None:
        """The musher that decides now; None if a person does, or nobody."""
        return self.musher or self.relief


@dataclass(frozen=True)
class BigPaws:
    """Who took the longest single turn so far (PAWS-1)."""

    seat: int
    seconds: float


@lru_cache(maxsize=256)
def course_of(line: str, name: str = "") -> Course:
    """Return a course by its line; it remembers what it has found out about itself."""
    return Course.parse(line, name)


class Table(Logged):
    """A table with its seats, its race and all that has happened at it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.seats: list[Seat] = []
        self.race: Race | None = None
        self.stage: Stage = "waiting"
        self.asked_at = 0.0
        self.commitment = ""
        self.big_paws: BigPaws | None = None
        self.onlookers_muted = False
        self.rematch: str | None = None
        self.before: dict[int, State] = {}
        """The state of the race before each decision, by the number of its event."""
        self._turn_took = 0.0
        self._answered: dict[int, int] = {}  # number of the event that answers another
        self._chats: dict[tuple[str, str], int] = {}

    def after(self, events: Iterable[Event]) -> Self:
        """Return the table as it is after some more events; this one stays as it is."""
        table = copy(self)
        table.events = self.events.copy()
        table.seats = [replace(seat) for seat in self.seats]
        table.race = self.race.copy() if self.race else None
        table.before = self.before.copy()
        table._answered = self._answered.copy()
        table._chats = self._chats.copy()
        for event in events:
            table.apply(event)
        return table

    # -- looking ------------------------------------------------------------------------------

    @property
    def opened(self) -> Opened:
        """How the table was opened."""
        body = self.events[0].body
        assert isinstance(body, Opened)
        return body

    @property
    def options(self) -> Options:
        """How the table is played."""
        return self.opened.options

    @property
    def course(self) -> Course:
        """The course to be raced."""
        return course_of(self.options.course, self.options.course_name)

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
    def mushers(self) -> str:
        """The names of all who race, as records give them."""
        return ", ".join(seat.name for seat in self.seats)

    def seats_of(self, holder: str | None) -> tuple[int, ...]:
        """Return the seats that a visitor holds."""
        if holder is None:
            return ()
        return tuple(n for n, seat in enumerate(self.seats) if seat.holder == holder)

    def invitation(self, seat: int) -> str:
        """Return the code in the invitation to a seat."""
        return derived(self.opened.invitations, "invitation", str(seat))

    def record(self) -> str:
        """Return the record of the race, with the secret opened; refused before its end."""
        if self.race is None or self.stage != "over":
            raise NotNow(
                "not-over",
                "the record is given out when the race is over, for it tells all cards",
                number=self.number,
            )
        deal = self._deal()
        headers = {"mushers": self.mushers, "race": self.name, "seal": self.opened.seal}
        return self.race.record(headers | secret_headers(deal))

    def resume(self, now: float) -> None:
        """Let time run on after the table slept: nobody's clock ran meanwhile."""
        self.asked_at = max(self.asked_at, now)

    # -- opening ------------------------------------------------------------------------------

    @staticmethod
    def opening(
        name: str,
        options: Options,
        offers: Sequence[str],
        host: str,
        secret: bytes,
        invitations: str,
        now: float,
        rematch_of: str | None = None,
    ) -> tuple[Event, ...]:
        """Return the event that opens a table, or refuse what was wished."""
        if not 1 <= len(offers) <= MOST_SLEDS:
            raise Unfit("seats", f"a table has 1 to {MOST_SLEDS} seats, not {len(offers)}")
        for musher in (options.relief, *(offer for offer in offers if offer not in _OFFERS)):
            if musher not in LADDER:
                known = ", ".join(OFFERED)
                raise Unfit(
                    "no-musher", f"there is no musher {musher!r}; there are {known}", known=known
                )
        course = course_of(options.course, options.course_name)
        course.check()
        seal = SecretDeal(secret, live_context(course.line, "", name)).commitment
        opened = Opened(options, tuple(offers), host, secret.hex(), seal, invitations, rematch_of)
        return numbered(0, now, [opened])

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
    ) -> tuple[Event, ...]:
        """Take a free seat; whoever sits there may still add other bytes before the race."""
        found = self._seat(seat)
        if len(added) > MOST_ADDED:
            raise Unfit("added", f"at most {MOST_ADDED} bytes can be added, not {len(added)}")
        if found.holder == holder:
            if self.stage == "waiting" and added and added.hex() != found.added:
                return self._next(now, Sat(seat, holder, found.name, added.hex()))
            return (self._last_of(Sat, seat),)
        if self.stage != "waiting":
            raise self._not_now("begun", "the race has begun; you can look on")
        if not found.free:
            free = [str(n) for n, each in enumerate(self.seats) if each.free]
            told = f"free are {', '.join(free)}" if free else "none is free; you can look on"
            raise self._not_now("seat-taken", f"seat {seat} is taken; {told}")
        invited = holder == self.opened.host or same(code, self.invitation(seat))
        if found.offer == INVITED and not invited:
            raise Forbidden(
                "invitation", f"seat {seat} is kept for whoever has its invitation link"
            )
        if self.seats_of(holder) and not self.options.hot_seat:
            raise self._not_now(
                "seated", "you have a seat at this table; several are for hot-seat tables only"
            )
        return self._next(now, Sat(seat, holder, checked_name(name), added.hex()))

    def begin(self, holder: str, now: float, *, fill: str | None = None) -> tuple[Event, ...]:
        """Begin the race; `fill` names the musher for the seats still free."""
        if self.stage != "waiting":
            if self.race is not None:
                return (self._last_of(Began),)
            raise self._not_now("closed", "this table was closed; open another")
        if holder != self.opened.host and not self.seats_of(holder):
            raise Forbidden("not-seated", "only those who sit at the table can begin the race")
        free = [n for n, seat in enumerate(self.seats) if seat.free]
        if free and fill is None:
            told = ", ".join(map(str, free))
            raise self._not_now(
                "seats-free", f"seats {told} are free: wait, or have them filled with a musher"
            )
        bodies: list[Body] = []
        if free:
            if holder != self.opened.host:
                raise Forbidden("not-host", "only the host can fill seats with mushers")
            if fill not in LADDER:
                known = ", ".join(OFFERED)
                raise Unfit("no-musher", f"there is no musher {fill!r}; there are {known}")
            bodies += [Filled(seat, fill) for seat in free]
        names = [seat.name or fill or "" for seat in self.seats]
        return self._next(now, *bodies, Began(self._deal(", ".join(names)).commitment))

    def leave(self, seat: int, holder: str, now: float) -> tuple[Event, ...]:
        """Give up a seat before the race; in the race, leave the reins to a bot."""
        found = self._seat(seat)
        if self.stage == "waiting":
            if found.holder != holder:
                raise self._not_yours(seat)
            others = [each for each in self.seats if each.holder and each is not found]
            # A host who only looks on keeps the table open when a guest comes and goes.
            bodies = (event.body for event in self.events)
            seated = any(isinstance(b, Sat) and b.holder == self.opened.host for b in bodies)
            closing = seated and not others
            return self._next(now, Rose(seat), *([Closed()] if closing else []))
        self._own(seat, holder)
        if found.why == "left":
            return (self._last_of(HandedOver, seat),)
        return self.hand_over(seat, "left", now)

    # -- the race -----------------------------------------------------------------------------

    def decide(
        self, seat: int, decision: str, answers: int, now: float, by: By = "person"
    ) -> tuple[Event, ...]:
        """Decide for a seat; `answers` is the number of the event after which it was due."""
        self._seat(seat)
        if self.race is None:
            raise self._not_now("not-begun", "the race has not begun")
        if (before := self._answered.get(answers)) is not None:
            event = self.events[before - 1]
            assert isinstance(event.body, Decided)
            same_again = str(parse_decision(decision)) == event.body.decision
            if event.body.seat == seat and event.body.by == by and same_again:
                return (event,)
        if answers != self.asks or self.actor != seat:
            raise self._not_due(seat, answers)
        if by == "person" and self.seats[seat].driver:
            raise self._not_now("reins", "a bot holds your reins; take them back first")
        try:
            self.race.play(decision)
        except IllegalTurn as error:
            # Its whole message has the position in it, with everybody's cards.
            raise Unfit("illegal", f"{error.decision}: {error.reason}") from None
        played = self.race.undo()
        took = round(max(0.0, now - self.asked_at), 3) if by == "person" else None
        drawn = tuple(Draw(each.sled, each.cards, each.reason) for each in played.drawn)
        return self._next(now, Decided(seat, str(played.decision), answers, by, drawn, took))

    def hand_over(self, seat: int, why: Why, now: float) -> tuple[Event, ...]:
        """Let a bot hold somebody's reins."""
        found = self._seat(seat)
        if self.stage != "racing" or found.holder is None:
            raise self._not_now("not-racing", f"nobody holds the reins of seat {seat} now")
        return self._next(now, HandedOver(seat, self.options.relief, why))

    def take_back(self, seat: int, holder: str, now: float) -> tuple[Event, ...]:
        """Take the reins back from a bot."""
        found = self._own(seat, holder)
        if found.relief is None:
            return (self._last_of(TookBack, seat),) if self._has(TookBack, seat) else ()
        return self._next(now, TookBack(seat))

    # -- the company --------------------------------------------------------------------------

    def chat(self, holder: str, name: str, text: str, key: str, now: float) -> tuple[Event, ...]:
        """Say something to the whole table."""
        if (said := self._chats.get((holder, key))) is not None:
            return (self.events[said - 1],)
        text = " ".join(text.split())
        if not 1 <= len(text) <= LONGEST_TEXT or not text.isprintable():
            raise Unfit("text", f"say something in 1 to {LONGEST_TEXT} printable characters")
        if not 1 <= len(key) <= LONGEST_KEY:
            raise Unfit("key", f"a key has 1 to {LONGEST_KEY} characters")
        held = self.seats_of(holder)
        seat = held[0] if held else None
        if self.onlookers_muted if seat is None else self.seats[seat].muted:
            raise Forbidden("muted", "the host has muted you at this table")
        if len(self._chats) >= MOST_CHATS:
            raise self._not_now("chat-full", f"this table has said its {MOST_CHATS} messages")
        return self._next(now, Chatted(checked_name(name), text, holder, key, seat))

    def mute(self, holder: str, seat: int | None, muted: bool, now: float) -> tuple[Event, ...]:
        """Mute a seat, or all onlookers, or give them their voice back."""
        if holder != self.opened.host:
            raise Forbidden("not-host", "only the host can mute")
        before = self.onlookers_muted if seat is None else self._seat(seat).muted
        return self._next(now, Muted(seat, muted)) if before != muted else ()

    def offer_recovery(self, seat: int, holder: str, code: str, now: float) -> tuple[Event, ...]:
        """Let whoever brings a code move a seat to another device, once."""
        self._own(seat, holder)
        return self._next(now, RecoveryOffered(seat, hashed(code), now + RECOVERY_LASTS))

    def recover(self, seat: int, holder: str, code: str, now: float) -> tuple[Event, ...]:
        """Move a seat to the device that brings its code."""
        found = self._seat(seat)
        offered, until = found.recovery or ("", 0.0)
        if not same(hashed(code), offered) or now > until:
            used = [event for event in self.events if isinstance(event.body, Moved)]
            for event in used:
                assert isinstance(event.body, Moved)
                if event.body.holder == holder and same(event.body.code, hashed(code)):
                    return (event,)
            raise Forbidden(
                "recovery", "this link was used, is too old or was replaced; make a new one"
            )
        if self.seats_of(holder) and not self.options.hot_seat:
            raise self._not_now("seated", "this device has a seat at the table already")
        return self._next(now, Moved(seat, holder, offered))

    def rematched(self, table: str, now: float) -> tuple[Event, ...]:
        """Point the company to the table where it races again."""
        if self.stage != "over":
            raise self._not_now("not-over", "race again when this race is over")
        return self._next(now, Rematched(table))

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        super().apply(event)
        match event.body:
            case Opened(offers=offers):
                self.seats = [_offered(offer) for offer in offers]
            case Sat(seat=n, holder=holder, name=name, added=added):
                seat = self.seats[n]
                seat.holder, seat.name, seat.added = holder, name, added
            case Rose(seat=n):
                self.seats[n] = _offered(self.seats[n].offer)
            case Filled(seat=n, musher=musher):
                self.seats[n] = _offered(musher)
            case Began(commitment=commitment):
                self._begin(commitment)
                self._ask(event)
            case Decided() as decided:
                self._play(decided, event)
            case HandedOver(seat=n, musher=musher, why=why):
                self.seats[n].relief, self.seats[n].why = musher, why
            case TookBack(seat=n):
                self.seats[n].relief = self.seats[n].why = None
                if self.actor == n:
                    self.asked_at = event.at
            case Chatted(holder=holder, key=key):
                self._chats[holder, key] = event.number
            case Muted(seat=None, muted=muted):
                self.onlookers_muted = muted
            case Muted(seat=int(n), muted=muted):
                self.seats[n].muted = muted
            case RecoveryOffered(seat=n, code=code, until=until):
                self.seats[n].recovery = code, until
            case Moved(seat=n, holder=holder):
                self.seats[n].holder, self.seats[n].recovery = holder, None
            case Closed():
                self.stage = "closed"
            case Rematched(table=table):
                self.rematch = table

    def _begin(self, commitment: str) -> None:
        deal = self._deal()
        self.commitment = commitment
        self.race = Race(
            self.course, len(self.seats), deal=deal, choosing=choosing_order(deal, len(self.seats))
        )
        self.stage = "racing"

    def _play(self, decided: Decided, event: Event) -> None:
        assert self.race is not None
        self.before[event.number] = self.race.state
        self.race.play(decided.decision, [card for draw in decided.drawn for card in draw.cards])
        self._answered[decided.answers] = event.number
        self._measure(decided)
        self._ask(event)
        if self.race.phase is Phase.OVER:
            self.stage = "over"

    def _measure(self, decided: Decided) -> None:
        """Give Big Paws to whoever took longer than anybody before (PAWS-1).

        A turn and its discard are one turn; choosing a start space is none.
        """
        decision = parse_decision(decided.decision)
        if decided.took is None or not isinstance(decision, Turn | Discard):
            self._turn_took = 0.0
            return
        before = self._turn_took if isinstance(decision, Discard) else 0.0
        self._turn_took = before + decided.took
        if self._turn_took > (self.big_paws.seconds if self.big_paws else 0.0):
            self.big_paws = BigPaws(decided.seat, self._turn_took)

    def _ask(self, event: Event) -> None:
        self.asks, self.asked_at = event.number, event.at

    # -- helping ------------------------------------------------------------------------------

    def _deal(self, mushers: str | None = None) -> SecretDeal:
        named = self.mushers if mushers is None else mushers
        return SecretDeal(
            bytes.fromhex(self.opened.secret),
            live_context(self.course.line, named, self.name),
            tuple(bytes.fromhex(seat.added) for seat in self.seats),
        )

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Missing("no-seat", f"there is no seat {seat}; seats are 0–{len(self.seats) - 1}")
        return self.seats[seat]

    def _own(self, seat: int, holder: str) -> Seat:
        found = self._seat(seat)
        if found.holder != holder:
            raise self._not_yours(seat)
        return found

    def _not_yours(self, seat: int) -> Forbidden:
        return Forbidden("not-your-seat", f"seat {seat} is not yours")

    def _not_due(self, seat: int, answers: int) -> NotNow:
        if self.actor is None:
            return self._not_now("over", "the race is over")
        if answers == self.asks:
            return self._not_now(
                "not-your-turn", f"seat {self.actor} has to decide, not seat {seat}"
            )
        return self._stale(answers)

    def _has(self, kind: type[Body], seat: int | None = None) -> bool:
        return any(
            isinstance(event.body, kind) and getattr(event.body, "seat", None) == seat
            for event in self.events
        )

    def _last_of(self, kind: type[Body], seat: int | None = None) -> Event:
        return next(
            event
            for event in reversed(self.events)
            if isinstance(event.body, kind) and getattr(event.body, "seat", None) == seat
        )


_OFFERS = (OPEN, INVITED)


def _offered(offer: str) -> Seat:
    """Return a seat as it is offered: free, or a musher's."""
    if offer in _OFFERS:
        return Seat(offer)
    return Seat(offer, musher=offer, name=offer)


_UNFIT_FOR_RECORDS = re.compile("[,;:]")


def checked_name(name: str) -> str:
    """Return a person's name as it will be shown, or refuse it."""
    shown = " ".join(name.split())
    if (
        not 1 <= len(shown) <= LONGEST_NAME
        or not shown.isprintable()
        or _UNFIT_FOR_RECORDS.search(shown)
    ):
        raise Unfit(
            "name",
            f"a name has 1 to {LONGEST_NAME} printable characters, none of them , ; or :",
        )
    return shown
