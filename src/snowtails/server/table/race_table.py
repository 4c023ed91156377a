"""`RaceTable`: a table for a race of one to five sleds, by itself or as part of a season."""

from collections.abc import Iterable, Sequence
from typing import Any

from ...course import Course
from ...finding import Finding
from ...mushers import LADDER, OFFERED, ROUND_LIMIT
from ...rules import Phase, Race, Result, Season, SecretDeal, read_record, verify
from ...rules.deal import choosing_order
from ...rules.notation import parse_decision
from ...rules.race import Played
from ...rules.record import secret_headers
from ...rules.state import MOST_SLEDS
from ...rules.verify import ahead_context, given_header, live_context, season_header
from ..errors import Conflict, Forbidden, Unprocessable
from .events import (
    Began,
    Body,
    By,
    Decided,
    Draw,
    Event,
    Filled,
    Given,
    Opened,
    Options,
    numbered,
)
from .leg import LAYING_LASTS, Leg, PastRace
from .paws import BigPaws, TurnTimes
from .seat import OFFERS, Seat
from .table import Table, course_of
from .tokens import derived

TAKER = "taker"
"""Who takes up a duplicate race, as its record names everybody who does."""


class RaceTable(Table):
    """A table at which a race is, or will be."""

    race: Race | None
    opened: Opened
    """How the table was opened."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.race = None
        self._result: Result | None = None  # made when somebody asks for it
        self._turn_times = TurnTimes()
        self.next_host = ""
        """Who is the host of the table that follows: whoever opened this one, on whichever device
        the own seat is now."""
        self._host_seat = 0  # where the host sat when the race began; 0 if they only looked on

    # -- looking ------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """Hashed token of whoever opened it."""
        return self.opened.host

    @property
    def options(self) -> Options:
        """How it is played."""
        return self.opened.options

    def invitation(self, seat: int) -> str:
        """Return the code in the invitation to a seat."""
        return derived(self.opened.invitations, "invitation", str(seat))

    @property
    def course(self) -> Course:
        """The course to be raced."""
        return course_of(self.options.course, self.options.course_name)

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the sleds; a race that is tried again keeps those it had."""
        given = self.opened.given
        return given.colours if given else super().colours

    @property
    def overlong(self) -> bool:
        """Whether so many rounds are over that mushers drive it to its end."""
        return self.race is not None and self.race.round > ROUND_LIMIT

    @property
    def big_paws(self) -> BigPaws | None:
        """Who took the longest single turn so far (PAWS-1)."""
        return self._turn_times.longest

    @property
    def result(self) -> Result | None:
        """How the race ended, with its record and the secret opened; None before its end."""
        if self._result is None and self.stage == "over":
            assert self.race is not None
            self._result = self._ended(self.race)
        return self._result

    def record(self) -> str:
        """Return the record of the race, with the secret opened; refused before its end."""
        if self.result is None:
            raise Conflict(
                "not-over",
                "the record is given out when the race is over, for it tells all cards",
                number=self.number,
            )
        return self.result.record

    def verification(self) -> Iterable[Finding]:
        """Check that the cards follow from the secret committed to; refused before the end."""
        return verify(read_record(self.record()))

    def check_before_end(self, holder: str | None) -> None:
        """Refuse to show a duplicate race before its end: others race with the same cards."""
        if self.opened.duplicate and self.stage != "over" and not self.seats_of(holder):
            told = "a duplicate race can be looked at when it is over"
            raise Forbidden("not-your-game", told)

    # -- the season ---------------------------------------------------------------------------

    @property
    def leg(self) -> Leg | None:
        """Where in a season the race stands."""
        leg = self.opened.season
        return leg.begun_by(self._host_seat) if leg else None

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
        leg = self.leg
        if leg is None or leg.last or (result := self.result) is None:
            return None
        course = self.options.course, self.options.course_name
        return leg.after(PastRace(self.name, *course, result.order, result.finishers))

    @property
    def following(self) -> str:
        """The name of the table that follows: two who ask for it at once get one."""
        return derived(self.opened.invitations, "rematch")

    @property
    def next_seal(self) -> str:
        """The commitment to the secret of the race to come, shown before anybody lays its course.

        Whoever lays the course adds bytes with it: then it is too late to settle a secret.
        """
        if not self.opened.next_secret:
            return ""
        secret = bytes.fromhex(self.opened.next_secret)
        return SecretDeal(secret, ahead_context(self.following)).commitment

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
        seal: str | None = None,
        given: Given | None = None,
        duplicate: str = "",
        next_secret: bytes = b"",
    ) -> tuple[Event, ...]:
        """Return the event that opens a table, or refuse what was wished.

        Without a `seal` that was shown at the table before, it gets one. The seal is empty if bytes
        to mix in came with the very request that opens it and nothing was shown: then nobody can
        know that the secret was there before them.
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
        if seal is None:
            context = live_context(course.line, "", duplicate or name)
            seal = SecretDeal(secret, context).commitment
        kept = secret.hex(), seal, invitations
        opened = Opened(
            *(options, tuple(offers), host, *kept),
            *(rematch_of, season, given, duplicate, next_secret.hex()),
        )
        return numbered(0, now, [opened])

    # -- the race -----------------------------------------------------------------------------

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

    def _decided(
        self, played: Played, seat: int, answers: int, by: By, took: float | None
    ) -> Decided:
        drawn = tuple(Draw(each.sled, each.cards, each.reason) for each in played.drawn)
        return Decided(seat, str(played.decision), answers, by, drawn, took)

    def _says(self, body: Body, seat: int, decision: str, by: By) -> bool:
        return (
            isinstance(body, Decided)
            and (body.seat, body.by) == (seat, by)
            and body.decision == str(parse_decision(decision))
        )

    def _cards_drawn(self, played: Any) -> list[int]:
        return [card for drawn in played.drawn for card in drawn.cards]

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        super().apply(event)
        match event.body:
            case Opened() as opened:
                self.opened = opened
                self.next_host = opened.host
                self.seats = [Seat.offered(offer) for offer in opened.offers]
            case Began(commitment=commitment):
                self._begin(commitment)
                self._ask(event)
            case Decided() as decided:
                self._play(decided, event)

    def _move(self, seat: int, holder: str) -> None:
        if self.seats_of(self.next_host) == (seat,):
            self.next_host = holder
        super()._move(seat, holder)

    def _begin(self, commitment: str) -> None:
        self._host_seat = next(iter(self.seats_of(self.next_host)), 0)
        deal = self._deal()
        self.commitment = commitment
        given = self.opened.given
        choosing = given.choosing if given else self._given_order
        self.race = Race(
            self.course,
            len(self.seats),
            deal=deal,
            choosing=choosing or choosing_order(deal, len(self.seats)),
            colours=self.colours,
        )
        for each in given.decisions if given else ():
            self.race.play(each.decision, each.cards)
        self.stage = "racing"

    def _play(self, decided: Decided, event: Event) -> None:
        assert self.race is not None
        drawn = [card for draw in decided.drawn for card in draw.cards]
        self._go_on(event, decided.decision, decided.answers, drawn)
        self._turn_times = self._turn_times.after(decided)
        if self.race.phase is Phase.OVER:
            self.stage = "over"

    def _ended(self, race: Race) -> Result:
        """Return how a race ended."""
        mushers, name = self._committed_to(self.mushers)
        headers = {"mushers": mushers, "race": name}
        if self.opened.seal:
            headers["seal"] = self.opened.seal
        if self.next_seal:
            headers["next-seal"] = self.next_seal
        if leg := self.leg:
            headers |= season_header(leg.number, leg.races)
        headers |= self._given_header
        return Result.of(race, headers | secret_headers(self._deal()))

    # -- helping ------------------------------------------------------------------------------

    @property
    def _given_header(self) -> dict[str, str]:
        """What the record says of the race in whose midst this one begins."""
        given = self.opened.given
        return given_header(len(given.decisions), given.table) if given else {}

    def _deal(self, mushers: str | None = None) -> SecretDeal:
        named, name = self._committed_to(self.mushers if mushers is None else mushers)
        return SecretDeal(
            bytes.fromhex(self.opened.secret),
            live_context(
                self.course.line,
                named,
                name,
                self._given_order,
                self._given_header.get("given", ""),
            ),
            tuple(bytes.fromhex(seat.added) for seat in self.seats),
        )

    def _committed_to(self, mushers: str) -> tuple[str, str]:
        """Return the mushers and the race that the commitment names, and with it the cards.

        In a duplicate race these are the same for all who take it up.
        """
        if key := self.opened.duplicate:
            return ", ".join(seat.musher or TAKER for seat in self.seats), key
        return mushers, self.name
