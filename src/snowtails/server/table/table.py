"""`Table`: the authority over one race and the company around it.

It knows no sockets, no database, no clock and no threads. A command checks whether it may be done
and returns the events that say so; nothing changes until they are applied. The table is what its
events say, so it can be put to sleep and woken, and an event is kept before anybody hears of it.
An event that a command returns with a number already in the log says that the same was done before.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from ...course import Course
from ...mushers import LADDER, OFFERED
from ...rules import IllegalTurn, Phase, Race, RacePosition, Result, Season, SecretDeal
from ...rules.deal import choosing_order
from ...rules.notation import parse_decision
from ...rules.record import secret_headers
from ...rules.state import MOST_SLEDS
from ...rules.verify import live_context, season_header
from ..errors import Conflict, Forbidden, Unprocessable
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
from .leg import LAYING_LASTS, Leg, PastRace
from .participants import Participants
from .paws import BigPaws, TurnTimes
from .seat import INVITED, MOST_ADDED, OFFERS, Seat, checked_name
from .tokens import same

Stage = Literal["waiting", "racing", "over", "closed"]


@lru_cache(maxsize=256)
def course_of(line: str, name: str = "") -> Course:
    """Return a course by its line; it remembers what it has found out about itself."""
    return Course.parse(line, name)


class Table(Participants):
    """A table with its seats, its race and all that has happened at it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.race: Race | None = None
        self.stage: Stage = "waiting"
        self.result: Result | None = None
        """How the race ended, with its record and the secret opened; None before its end."""
        self.asked_at = 0.0
        self._spent = 0.0  # seconds of the clock that were used before a bot took the reins
        self.commitment = ""
        self.rematch: str | None = None
        self.before: dict[int, RacePosition] = {}
        """The position before each decision, by the number of its event."""
        self._turn_times = TurnTimes()
        self._answered: dict[int, int] = {}  # number of the event that answers another

    # -- looking ------------------------------------------------------------------------------

    @property
    def big_paws(self) -> BigPaws | None:
        """Who took the longest single turn so far (PAWS-1)."""
        return self._turn_times.longest

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

    def record(self) -> str:
        """Return the record of the race, with the secret opened; refused before its end."""
        if self.result is None:
            raise Conflict(
                "not-over",
                "the record is given out when the race is over, for it tells all cards",
                number=self.number,
            )
        return self.result.record

    def resume(self, now: float) -> None:
        """Let time run on after the table slept: nobody's clock ran meanwhile."""
        self.asked_at = max(self.asked_at, now)

    # -- the season ---------------------------------------------------------------------------

    @property
    def leg(self) -> Leg | None:
        """Where in a season the race stands."""
        leg = self.opened.season
        return leg.begun_by(self._first_seat_of_host) if leg else None

    @property
    def _first_seat_of_host(self) -> int:
        """The seat where whoever opened the table sat down first; 0 if they only look on."""
        host = self.opened.host
        sat = (event.body for event in self.events if isinstance(event.body, Sat))
        return next((body.seat for body in sat if body.holder == host), 0)

    @property
    def season(self) -> Season | None:
        """The season so far; it counts this race as soon as it is over."""
        if self.leg is None:
            return None
        season = self._season_before(self.leg)
        return season.after(self.result) if self.result else season

    def _season_before(self, leg: Leg) -> Season:
        # Who has no name yet goes by the number.
        return leg.season(seat.name or str(n) for n, seat in enumerate(self.seats, 1))

    @property
    def next_leg(self) -> Leg | None:
        """The race of the season that is due, now that this one is over."""
        leg, result = self.leg, self.result
        if leg is None or leg.last or result is None:
            return None
        course = self.options.course, self.options.course_name
        return leg.after(PastRace(self.name, *course, result.order, result.finishers))

    @property
    def lay_by(self) -> float | None:
        """Until when the layer alone can have the next course laid."""
        if self.layer is None:
            return None
        ended = next(event.at for event in reversed(self.events) if isinstance(event.body, Decided))
        return ended + LAYING_LASTS

    @property
    def layer(self) -> int | None:
        """The seat that has to lay the course of the race that is due (SEASON-1)."""
        leg = None if self.rematch else self.next_leg
        return self._season_before(leg).layer if leg else None

    @property
    def _given_order(self) -> tuple[int, ...]:
        """The order of choosing start spaces that the season gives; empty if it is drawn."""
        return (self._season_before(self.leg).choosing or ()) if self.leg else ()

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
        season: Leg | None = None,
        *,
        sealed: bool = True,
    ) -> tuple[Event, ...]:
        """Return the event that opens a table, or refuse what was wished.

        It is sealed unless bytes to mix in came with the very request that opens it: then nobody
        can know that the secret was there before them.
        """
        if not 1 <= len(offers) <= MOST_SLEDS:
            raise Unprocessable("seats", f"a table has 1 to {MOST_SLEDS} seats, not {len(offers)}")
        for musher in (options.relief, *(offer for offer in offers if offer not in OFFERS)):
            if musher not in LADDER:
                known = ", ".join(OFFERED)
                raise Unprocessable(
                    "no-musher", f"there is no musher {musher!r}; there are {known}", known=known
                )
        course = course_of(options.course, options.course_name)
        course.check()
        deal = SecretDeal(secret, live_context(course.line, "", name))
        seal = deal.commitment if sealed else ""
        kept = secret.hex(), seal, invitations
        opened = Opened(options, tuple(offers), host, *kept, rematch_of, season)
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
        self._check_changes()
        if len(added) > MOST_ADDED:
            raise Unprocessable(
                "added", f"at most {MOST_ADDED} bytes can be added, not {len(added)}"
            )
        if found.holder == holder:
            if self.stage == "waiting" and added and added.hex() != found.added:
                return self._next(now, Sat(seat, holder, found.name, added.hex()))
            return (self._last_of(Sat, seat),)
        if self.stage != "waiting":
            raise self._conflict("begun", "the race has begun; you can look on")
        if not found.free:
            free = [str(n) for n, each in enumerate(self.seats) if each.free]
            told = f"free are {', '.join(free)}" if free else "none is free; you can look on"
            raise self._conflict("seat-taken", f"seat {seat} is taken; {told}")
        invited = holder == self.opened.host or same(code, self.invitation(seat))
        if found.offer == INVITED and not invited:
            raise Forbidden(
                "invitation", f"seat {seat} is kept for whoever has its invitation link"
            )
        if self.seats_of(holder) and not self.options.hot_seat:
            raise self._conflict(
                "seated", "you have a seat at this table; several are for hot-seat tables only"
            )
        return self._next(now, Sat(seat, holder, checked_name(name), added.hex()))

    def begin(self, holder: str, now: float, *, fill: str | None = None) -> tuple[Event, ...]:
        """Begin the race; `fill` names the musher for the seats still free."""
        if self.stage != "waiting":
            if self.race is not None:
                return (self._last_of(Began),)
            raise self._conflict("closed", "this table was closed; open another")
        if holder != self.opened.host and not self.seats_of(holder):
            raise Forbidden("not-seated", "only those who sit at the table can begin the race")
        free = [n for n, seat in enumerate(self.seats) if seat.free]
        if free and fill is None:
            told = ", ".join(map(str, free))
            raise self._conflict(
                "seats-free", f"seats {told} are free: wait, or have them filled with a musher"
            )
        bodies: list[Body] = []
        if free:
            if holder != self.opened.host:
                raise Forbidden("not-host", "only the host can fill seats with mushers")
            if fill is None or fill not in LADDER:
                known = ", ".join(OFFERED)
                raise Unprocessable("no-musher", f"there is no musher {fill!r}; there are {known}")
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
        self._check_changes()
        return self.hand_over(seat, "left", now)

    # -- the race -----------------------------------------------------------------------------

    def decide(
        self, seat: int, decision: str, answers: int, now: float, by: By = "person"
    ) -> tuple[Event, ...]:
        """Decide for a seat; `answers` is the number of the event after which it was due."""
        self._seat(seat)
        if self.race is None:
            raise self._conflict("not-begun", "the race has not begun")
        if (before := self._answered.get(answers)) is not None:
            event = self.events[before - 1]
            assert isinstance(event.body, Decided)
            same_again = str(parse_decision(decision)) == event.body.decision
            if event.body.seat == seat and event.body.by == by and same_again:
                return (event,)
        if answers != self.asks or self.actor != seat:
            raise self._not_due(seat, answers)
        if by == "person" and self.seats[seat].driver:
            raise self._conflict("reins", "a bot holds your reins; take them back first")
        try:
            played = self.race.attempt(decision).played
        except IllegalTurn as error:
            # Its whole message has the position in it, with everybody's cards.
            raise Unprocessable("illegal", f"{error.decision}: {error.reason}") from None
        # A turn that ran out of time is the person's who let it (PAWS-1).
        counts = by in ("person", "clock")
        took = round(max(0.0, now - self.asked_at), 3) if counts else None
        drawn = tuple(Draw(each.sled, each.cards, each.reason) for each in played.drawn)
        return self._next(now, Decided(seat, str(played.decision), answers, by, drawn, took))

    def hand_over(self, seat: int, why: Why, now: float) -> tuple[Event, ...]:
        """Let a bot hold somebody's reins."""
        found = self._seat(seat)
        if self.stage != "racing" or found.holder is None:
            raise self._conflict("not-racing", f"nobody holds the reins of seat {seat} now")
        return self._next(now, HandedOver(seat, self.options.relief, why))

    def take_back(self, seat: int, holder: str, now: float) -> tuple[Event, ...]:
        """Take the reins back from a bot."""
        found = self._own(seat, holder)
        if found.relief is None:
            return (self._last_of(TookBack, seat),) if self._has(TookBack, seat) else ()
        return self._next(now, TookBack(seat))

    def rematched(self, table: str, now: float) -> tuple[Event, ...]:
        """Point the company to the table where it races again, or on."""
        if self.stage != "over":
            raise self._conflict("not-over", "race again when this race is over")
        return self._next(now, Rematched(table))

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        super().apply(event)
        match event.body:
            case Opened(offers=offers):
                self.seats = [Seat.offered(offer) for offer in offers]
            case Sat(seat=n, holder=holder, name=name, added=added, colour=colour):
                self._change(n, holder=holder, name=name, added=added, colour=colour)
            case Rose(seat=n):
                self.seats[n] = Seat.offered(self.seats[n].offer)
            case Filled(seat=n, musher=musher):
                self.seats[n] = Seat.offered(musher)
            case Began(commitment=commitment):
                self._begin(commitment)
                self._ask(event)
            case Decided() as decided:
                self._play(decided, event)
            case HandedOver(seat=n, musher=musher, why=why):
                if self.actor == n and not self.seats[n].relief:
                    self._spent = event.at - self.asked_at
                self._change(n, relief=musher, why=why)
            case TookBack(seat=n):
                self._change(n, relief=None, why=None)
                if self.actor == n:
                    # What was left of the clock is left, and no more.
                    self.asked_at = event.at - self._spent
            case Chatted(holder=holder, key=key, seat=speaker):
                self._chats[holder, key] = event.number
                self._onlookers_said += speaker is None
            case Muted(seat=None, muted=muted):
                self.onlookers_muted = muted
            case Muted(seat=int(n), muted=muted):
                self._change(n, muted=muted)
            case RecoveryOffered(seat=n, code=code, until=until):
                self._change(n, recovery=(code, until))
            case Moved(seat=n, holder=holder):
                self._change(n, holder=holder, recovery=None)
            case Closed():
                self.stage = "closed"
            case Rematched(table=table):
                self.rematch = table

    def _begin(self, commitment: str) -> None:
        deal = self._deal()
        self.commitment = commitment
        choosing = self._given_order or choosing_order(deal, len(self.seats))
        self.race = Race(self.course, len(self.seats), deal=deal, choosing=choosing)
        self.stage = "racing"

    def _play(self, decided: Decided, event: Event) -> None:
        assert self.race is not None
        self.before[event.number] = self.race.position()
        self.race.play(decided.decision, [card for draw in decided.drawn for card in draw.cards])
        self._answered[decided.answers] = event.number
        self._turn_times = self._turn_times.after(decided)
        self._ask(event)
        if self.race.phase is Phase.OVER:
            self._end(self.race)

    def _end(self, race: Race) -> None:
        headers = {"mushers": self.mushers, "race": self.name}
        if self.opened.seal:
            headers["seal"] = self.opened.seal
        if leg := self.leg:
            headers |= season_header(leg.number, leg.races)
        self.result = Result.of(race, headers | secret_headers(self._deal()))
        self.stage = "over"

    def _ask(self, event: Event) -> None:
        self.asks, self.asked_at, self._spent = event.number, event.at, 0.0

    # -- helping ------------------------------------------------------------------------------

    def _deal(self, mushers: str | None = None) -> SecretDeal:
        named = self.mushers if mushers is None else mushers
        return SecretDeal(
            bytes.fromhex(self.opened.secret),
            live_context(self.course.line, named, self.name, self._given_order),
            tuple(bytes.fromhex(seat.added) for seat in self.seats),
        )

    def _not_due(self, seat: int, answers: int) -> Conflict:
        if self.actor is None:
            return self._conflict("over", "the race is over")
        if answers == self.asks:
            return self._conflict(
                "not-your-turn", f"seat {self.actor} has to decide, not seat {seat}"
            )
        return self._stale(answers)
