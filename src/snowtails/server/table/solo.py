"""`SoloTable`: a table with one seat, for a solo game or a try at a daily trail."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from ...course import Course
from ...finding import Finding
from ...rules import Phase, SecretDeal
from ...rules.deal import Deal, SeededDeal
from ...rules.record import secret_headers
from ...rules.solo import (
    ROUNDS,
    SoloGame,
    SoloPlayed,
    SoloPosition,
    SoloRace,
    parse_solo,
    verify_solo,
)
from ...rules.solo.daily import daily_race, daily_seed
from ...rules.verify import live_context
from ..errors import Forbidden, NotFound, Unprocessable
from .events import Body, By, Event, Options, Why, numbered
from .seat import INVITED, Seat
from .solo_events import RoundBegan, SoloDecided, SoloOpened
from .table import Table, course_of
from .tokens import derived


class SoloTable(Table):
    """A solo game, or a try at a daily trail, and all that has happened in it."""

    race: SoloRace
    opened: SoloOpened
    """How the game was begun."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.rounds: tuple[SoloRace, ...] = ()
        """Rounds before the one that is played, or was played last."""
        self.began: tuple[RoundBegan, ...] = ()

    # -- looking ------------------------------------------------------------------------------

    @property
    def host(self) -> str:
        """Hashed token of whoever plays."""
        return self.opened.holder

    @property
    def options(self) -> Options:
        """How it is played."""
        began = self.began[-1]
        return Options(began.course, began.course_name, hints=self.opened.day is None)

    def invitation(self, seat: int) -> str:
        """Return a code that nobody has: there is one seat, and it is taken."""
        return derived(self.host, "invitation", self.name, str(seat))

    @property
    def day(self) -> date | None:
        """The date of the daily trail, if it is one."""
        return date.fromisoformat(self.opened.day) if self.opened.day else None

    @property
    def most_rounds(self) -> int:
        """How many rounds there are: three, or the one of the day."""
        return 1 if self.opened.day else ROUNDS

    @property
    def all_rounds(self) -> tuple[SoloRace, ...]:
        """All rounds that have begun."""
        return (*self.rounds, self.race)

    def step(self, event: int) -> tuple[SoloPlayed, SoloPosition, SoloPosition]:
        """Return what was decided, by the number of its event, and the positions around it."""
        number, entry = self._entries[event]
        race = self.all_rounds[number]
        last = entry + 1 == len(race.log)
        after = race.position() if last else race.position_before(entry + 1)
        return race.log[entry], self.position_before(event), after

    @property
    def game(self) -> SoloGame:
        """The rounds that are over."""
        over = [n for n, race in enumerate(self.all_rounds) if race.phase is Phase.OVER]
        return SoloGame(
            tuple(self.all_rounds[n].score() for n in over), tuple(self._record(n) for n in over)
        )

    def check_before_end(self, holder: str | None) -> None:
        """Refuse to show a daily trail before its end: others drive with the same cards."""
        if self.opened.day and self.stage != "over" and holder != self.seats[0].holder:
            raise Forbidden("not-your-game", "a daily trail can be looked at when it is over")

    def record(self) -> str:
        """Return the record of the game, with its secrets opened; refused before its end."""
        if self.stage != "over":
            raise self._conflict("not-over", "the record is given out when the game is over")
        return self._record(0) if self.opened.day else self.game.record()

    def _record(self, number: int) -> str:
        headers = {"mushers": self.seats[0].name, "race": self._round_name(number)}
        if self.opened.day:
            headers["day"] = self.opened.day
        race = self.all_rounds[number]
        if isinstance(race.deal, SecretDeal):
            headers |= secret_headers(race.deal)
        return race.record(headers)

    def verification(self) -> Iterable[Finding]:
        """Check that the cards follow from the secrets, or from the date."""
        return verify_solo(self.record())

    # -- commands -----------------------------------------------------------------------------

    @classmethod
    def opening(
        cls,
        name: str,
        opened: SoloOpened,
        course: Course,
        opponents: bool,
        secret: bytes,
        now: float,
    ) -> tuple[Event, ...]:
        """Return the events that open a game with its first round, or refuse its course."""
        table = cls.from_events(name, numbered(0, now, [opened]))
        began = table._beginning(course, opponents, secret)
        return (*table.events, *table._next(now, began))

    @classmethod
    def trying(cls, name: str, opened: SoloOpened, now: float) -> tuple[Event, ...]:
        """Return the events that open a try at a daily trail."""
        assert opened.day is not None
        race = daily_race(date.fromisoformat(opened.day))
        return cls.opening(name, opened, race.course, race.opponents, b"", now)

    def begin_round(
        self, number: int, course: Course, opponents: bool, secret: bytes, now: float
    ) -> tuple[Event, ...]:
        """Begin the next round; asked for the same again, return the event that began it."""
        if 1 < number <= len(self.began):
            began = self.began[number - 1]
            if (began.course, began.opponents) == (course.line, opponents):
                found = [event for event in self.events if isinstance(event.body, RoundBegan)]
                return (found[number - 1],)
        if self.stage != "between" or number != len(self.began) + 1:
            raise self._conflict(
                "no-round", f"round {number} cannot begin: this is round {len(self.began)}"
            )
        return self._next(now, self._beginning(course, opponents, secret))

    def hand_over(self, seat: int, why: Why, now: float) -> tuple[Event, ...]:
        """Refuse to let a bot play: nobody waits for a solo game."""
        raise self._conflict("solo", "nobody else plays a solo game; come back when you like")

    def _decided(
        self, played: SoloPlayed, seat: int, answers: int, by: By, took: float | None
    ) -> SoloDecided:
        return SoloDecided(str(played.decision), answers, played.drawn)

    def _says(self, body: Body, seat: int, decision: str, by: By) -> bool:
        return isinstance(body, SoloDecided) and body.decision == str(parse_solo(decision))

    def _cards_drawn(self, played: Any) -> list[int]:
        return list(played.drawn)

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let an event happen that a command returned, or that the log tells of."""
        super().apply(event)
        match event.body:
            case SoloOpened(holder=holder, name=name, colour=colour, dog=dog) as opened:
                self.opened = opened
                self.seats = [Seat(INVITED, holder=holder, name=name, colour=colour, dog=dog)]
                self.stage = "between"
            case RoundBegan() as began:
                if self.began:
                    self.rounds = (*self.rounds, self.race)
                race = self._laid(began)
                self.race = race
                self.began = (*self.began, began)
                self.commitment = began.commitment
                self.stage = "racing"
                self._ask(event)
            case SoloDecided() as decided:
                self._go_on(event, decided.decision, decided.answers, list(decided.drawn))
                if self.race.phase is Phase.OVER:
                    self.stage = "over" if len(self.began) == self.most_rounds else "between"

    # -- helping ------------------------------------------------------------------------------

    def _laid(self, began: RoundBegan) -> SoloRace:
        course = course_of(began.course, began.course_name)
        deal = self._deal(began.secret, course.line, len(self.began))
        return SoloRace(
            course,
            opponents=began.opponents,
            deal=deal,
            drawn=began.drawn,
            colour=self.seats[0].colour,
        )

    def _deal(self, secret: str, course_line: str, number: int) -> Deal:
        """Return where the cards of a round come from, counted from 0."""
        if self.day:
            return SeededDeal(daily_seed(self.day))
        context = live_context(course_line, self.opened.name, self._round_name(number))
        return SecretDeal(bytes.fromhex(secret), context)

    def _round_name(self, number: int) -> str:
        return f"{self.name} {number + 1}"

    def _beginning(self, course: Course, opponents: bool, secret: bytes) -> RoundBegan:
        """Return the event of a new round on a course, or refuse the course."""
        course.check()
        if reasons := course.solo_reasons:
            told = "; ".join(map(str, reasons))
            raise Unprocessable(
                "not-solo",
                told,
                problems=[
                    {"code": each.code, "message": str(each), "facts": each.facts}
                    for each in reasons
                ],
            )
        deal = self._deal(secret.hex(), course.line, len(self.began))
        commitment = deal.commitment if isinstance(deal, SecretDeal) else ""
        dealt = SoloRace(course, opponents=opponents, deal=deal).dealt
        return RoundBegan(course.line, course.name, opponents, secret.hex(), commitment, dealt)


def read_day(text: str) -> date:
    """Return the date of a daily trail, or refuse the text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound("no-day", "a day is written as in 2026-01-31") from None
