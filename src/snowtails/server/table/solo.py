"""`SoloTable`: the authority over one solo game, or one try at a daily trail.

In the spirit of `table`: it knows no sockets, no database and no clock; a command returns the
events that say what was done, and nothing changes until they are applied.
"""

from collections.abc import Iterable
from copy import copy
from datetime import date
from functools import cached_property
from typing import Any, Literal, Self

from ...course import Course
from ...course.box import SoloReason
from ...rules import IllegalTurn, Phase, SecretDeal
from ...rules.deal import Deal, SeededDeal
from ...rules.record import secret_headers
from ...rules.solo import ROUNDS, SoloGame, SoloRace, parse_solo
from ...rules.solo.daily import daily_race, daily_seed
from ...rules.verify import live_context
from ..errors import Forbidden, NotFound, Unprocessable
from .event_sourced import EventSourced
from .events import Event, numbered
from .solo_events import RoundBegan, SoloDecided, SoloOpened
from .table import course_of

Stage = Literal["playing", "between", "over"]
"""A round is played, the next one can begin, or all have been played."""


class SoloTable(EventSourced):
    """A solo game and all that has happened in it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.rounds: list[SoloRace] = []
        self.began: list[RoundBegan] = []
        self._answered: dict[int, int] = {}

    def after(self, events: Iterable[Event]) -> Self:
        """Return the game as it is after some more events; this one stays as it is."""
        table = copy(self)
        table.events = self.events.copy()
        table.rounds = [*self.rounds[:-1], *(race.copy() for race in self.rounds[-1:])]
        table.began = self.began.copy()
        table._answered = self._answered.copy()
        for event in events:
            table.apply(event)
        return table

    # -- looking ------------------------------------------------------------------------------

    @cached_property
    def opened(self) -> SoloOpened:
        """How the game was begun."""
        body = self.events[0].body
        if not isinstance(body, SoloOpened):
            raise _no_game()
        return body

    @property
    def day(self) -> date | None:
        """The date of the daily trail, if it is one."""
        return date.fromisoformat(self.opened.day) if self.opened.day else None

    @property
    def race(self) -> SoloRace:
        """The round that is played, or was played last."""
        return self.rounds[-1]

    @property
    def most_rounds(self) -> int:
        """How many rounds there are: three, or the one of the day."""
        return 1 if self.opened.day else ROUNDS

    @property
    def stage(self) -> Stage:
        """How far the game has come."""
        if self.race.phase is not Phase.OVER:
            return "playing"
        return "over" if len(self.rounds) == self.most_rounds else "between"

    @property
    def game(self) -> SoloGame:
        """The rounds that are over."""
        over = [n for n, race in enumerate(self.rounds) if race.phase is Phase.OVER]
        return SoloGame(
            tuple(self.rounds[n].score() for n in over), tuple(self._record(n) for n in over)
        )

    def seen_by(self, holder: str | None) -> None:
        """Refuse whoever may not see the game: while it is played, all but the player."""
        if self.stage != "over":
            self.played_by(holder)

    def played_by(self, holder: str | None) -> None:
        """Refuse whoever does not play the game."""
        if holder != self.opened.holder:
            raise Forbidden("not-your-game", "this solo game is somebody else's")

    def record(self) -> str:
        """Return the record of the game, with its secrets opened; refused before its end."""
        if self.stage != "over":
            raise self._conflict("not-over", "the record is given out when the game is over")
        return self._record(0) if self.opened.day else self.game.record()

    def _record(self, number: int) -> str:
        headers = {"mushers": self.opened.name, "race": self._round_name(number)}
        if self.opened.day:
            headers["day"] = self.opened.day
        deal = self.rounds[number].deal
        if isinstance(deal, SecretDeal):
            headers |= secret_headers(deal)
        return self.rounds[number].record(headers)

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
        if 1 < number <= len(self.rounds):
            began = self.began[number - 1]
            if (began.course, began.opponents) == (course.line, opponents):
                return (self._began_by(number),)
        if self.stage != "between" or number != len(self.rounds) + 1:
            raise self._conflict(
                "no-round", f"round {number} cannot begin: this is round {len(self.rounds)}"
            )
        return self._next(now, self._beginning(course, opponents, secret))

    def decide(self, decision: str, answers: int, now: float) -> tuple[Event, ...]:
        """Decide; `answers` is the number of the event after which the decision was due."""
        if (before := self._answered.get(answers)) is not None:
            event = self.events[before - 1]
            assert isinstance(event.body, SoloDecided)
            if str(parse_solo(decision)) == event.body.decision:
                return (event,)
        if self.stage != "playing":
            raise self._conflict("over", "the round is over")
        if answers != self.asks:
            raise self._stale(answers)
        try:
            played = self.race.attempt(decision).played
        except IllegalTurn as error:
            raise Unprocessable("illegal", f"{error.decision}: {error.reason}") from None
        return self._next(now, SoloDecided(str(played.decision), answers, played.drawn))

    # -- what events do -----------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Let a round begin, or a decision be taken."""
        super().apply(event)
        match event.body:
            case RoundBegan() as began:
                self.began.append(began)
                self.rounds.append(self._laid(began))
                self.asks = event.number
            case SoloDecided() as decided:
                self.race.play(decided.decision, decided.drawn)
                self._answered[decided.answers] = event.number
                self.asks = event.number

    # -- helping ------------------------------------------------------------------------------

    def _laid(self, began: RoundBegan) -> SoloRace:
        course = course_of(began.course, began.course_name)
        deal = self._deal(began.secret, course.line, len(self.rounds))
        return SoloRace(course, opponents=began.opponents, deal=deal, drawn=began.drawn)

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
                "not-solo", told, problems=[reason_message(each) for each in reasons]
            )
        deal = self._deal(secret.hex(), course.line, len(self.rounds))
        commitment = deal.commitment if isinstance(deal, SecretDeal) else ""
        dealt = SoloRace(course, opponents=opponents, deal=deal).dealt
        return RoundBegan(course.line, course.name, opponents, secret.hex(), commitment, dealt)

    def _began_by(self, number: int) -> Event:
        found = [event for event in self.events if isinstance(event.body, RoundBegan)]
        return found[number - 1]


def reason_message(reason: SoloReason) -> dict[str, Any]:
    """Tell one reason why a course is not fit for the solo game."""
    return {"code": reason.code, "message": str(reason), "facts": reason.facts}


def read_day(text: str) -> date:
    """Return the date of a daily trail, or refuse the text."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotFound("no-day", "a day is written as in 2026-01-31") from None


def _no_game() -> NotFound:
    return NotFound("no-game", "there is no such game; its link may be incomplete")
