"""`SoloRace`: the friendly door to one round of the solo game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from ...course import Course, InvalidArgument, Refused
from ...course.problem import expect
from ..choices import Phase
from ..colours import choose_colours
from ..deal import Deal, chance
from ..log import IllegalDraw, LoggedPosition, Words, cards_given
from ..movement import LONGEST_PATH
from ..notation import Discard, Start
from ..refusal import IllegalTurn, cards_told
from ..state import State
from .decide import decide_solo
from .flow import can_draw, card_named, is_spare, receive, set_up_solo
from .notation import (
    Drop,
    Markers,
    OutOfPlay,
    Placing,
    SoloDecision,
    SoloTurn,
    Take,
    parse_solo,
)
from .position import SoloPosition
from .state import DRAW, OPPONENTS, empty_solo

CARDS_STREAM, SPARE_STREAM = range(2)
"""Streams of the deal: the player's cards, and those that opponents are placed by."""


class NotSolo(Refused):
    """A course that the solo game cannot be played on, with every reason."""


@dataclass(frozen=True, slots=True)
class SoloPlayed:
    """One entry of a round's log: a decision and the cards drawn because of it."""

    decision: SoloDecision
    drawn: tuple[int, ...]


class SoloRace(LoggedPosition[SoloDecision, SoloPlayed, SoloPosition], SoloPosition):
    """One round of the solo game on a solo course, with or without opponents.

    The course is a `Course`, or whatever names one. Chance comes from a `seed`, an `rng` or a
    `deal`, as in a `Race`; without any of them the cards are given as `drawn`, here and to `play`.

    >>> race = SoloRace("lone-wolf", rng=np.random.default_rng(1))
    >>> race.play("b54321"); race.play("@1")
    >>> race.mat.hand, race.mat.face_up
    ((2, 2, 3, 3, 5), (3, 4, 2))
    """

    _KEPT = SoloPosition

    dealt: tuple[int, ...]
    """Cards drawn before the first decision."""

    def __init__(
        self,
        course: Course | str | Path,
        *,
        opponents: bool = False,
        seed: int | None = None,
        rng: np.random.Generator | None = None,
        deal: Deal | None = None,
        drawn: Iterable[int] | None = None,
        colour: str | None = None,
    ) -> None:
        course = Course.of(course)
        if opponents not in (True, False):
            raise InvalidArgument(f"opponents are True or False, not {opponents!r}")
        course.check()
        if reasons := course.solo_reasons:
            raise NotSolo("; ".join(map(str, reasons)))
        state = empty_solo()
        set_up_solo(state, course.track.spaces, OPPONENTS if opponents else 0)
        self._open(course, state, chance(seed, rng, deal), choose_colours([colour], 1))
        given = None if drawn is None else cards_given(drawn)
        dealt = self.state
        self.dealt, words = self._draw_all(dealt, "the deal", given)
        self._go_to(dealt.tobytes(), words)

    def _open(
        self, course: Course, state: State, deal: Deal | None, colours: tuple[str, ...]
    ) -> None:
        self._begin(course, state, colours, deal, streams=2)
        self.dealt = ()

    @classmethod
    def from_state(cls, course: Course | str, state: State, deal: Deal | None = None) -> Self:
        """Return a round that goes on from a state, which is trusted to be sound."""
        race = cls.__new__(cls)
        given = chance(None, None, deal)
        race._open(Course.of(course), cls._expect_state(state), given, choose_colours(None, 1))
        return race

    @classmethod
    def from_record(cls, text: str) -> "SoloRace":
        """Return the round that a record tells; raise InvalidRecord if it cannot be replayed."""
        from .record import read_solo_record

        return read_solo_record(text).race

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Return the round so far as a record; see `record`."""
        from .record import write_solo_record

        return write_solo_record(self, headers)

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in it as plain values: rounds are equal if their keys are."""
        return *super().key, self.dealt

    # -- going on -----------------------------------------------------------------------------

    def _read(self, decision: str | SoloDecision) -> SoloDecision:
        if isinstance(decision, SoloDecision):
            return decision
        return parse_solo(expect(str, decision, "a decision is a text such as 2L:>^> or @3"))

    def _decide(
        self, state: State, decision: SoloDecision, number: int, cards: list[int] | None
    ) -> tuple[SoloPlayed, Words]:
        decide_solo(state, self.track.spaces, number, np.empty(LONGEST_PATH, np.int16))
        drawn, words = self._draw_all(state, str(decision), cards)
        return SoloPlayed(decision, drawn), words

    def _draw_all(
        self, state: State, why: str, given: list[int] | None
    ) -> tuple[tuple[int, ...], Words]:
        """Draw until something has to be decided; return the cards, and the words used by then."""
        drawn: list[int] = []
        words = list(self._words)
        while state[0]["phase"] == DRAW:
            stream = SPARE_STREAM if is_spare(state) else CARDS_STREAM
            if given is None:
                word = self._chance().words(stream, words[stream], 1)[0]
                value = int(card_named(state, word))
            elif len(drawn) == len(given):
                raise IllegalDraw(None, f"{why}: more cards are drawn than the {len(given)} given")
            elif not can_draw(state, value := given[len(drawn)]):
                raise IllegalDraw(None, f"{why}: card {len(drawn) + 1} cannot be a {value}")
            receive(state, self.track.spaces, value)
            words[stream] += 1
            drawn.append(value)
        if given is not None and len(given) > len(drawn):
            over = cards_told(len(given) - len(drawn))
            raise IllegalDraw(None, f"{why}: {over} too many given: {given[len(drawn) :]}")
        return tuple(drawn), tuple(words)

    # -- refusing -----------------------------------------------------------------------------

    def _legal_number(self, decision: SoloDecision) -> int:
        """Return the number of a decision, or refuse it."""
        phase = self.phase
        if isinstance(decision, _KINDS.get(phase, ())):
            if isinstance(decision, SoloTurn):
                return self._check_turn(decision)
            if decision in self.decisions:
                return decision.number
        raise IllegalTurn(decision, self._wanted(), self.line)

    def _wanted(self) -> str:
        """Say what has to be decided, and how it is written."""
        g, mat = self._fields, self.mat
        hand = " ".join(map(str, mat.hand))
        wanted = {
            Phase.PLACE: "place an opponent",
            Phase.BONUS: "order the markers 1–5",
            Phase.START: "choose a start space",
            Phase.SURPLUS: f"discard {cards_told(self.owed)} out of {hand}",
            Phase.OUT: f"put {cards_told(self.owed)} out of play, of {hand}",
            Phase.TAKE: f"take {cards_told(self.owed)} of those offered",
            Phase.DROP: f"discard one of the cards left after playing {g['played']}, or none",
            Phase.TURN: "play a turn",
        }
        if self.phase not in wanted:
            return "the round is over"
        shown = ", ".join(map(str, self.decisions[:4]))
        return f"{wanted[self.phase]}, as in {shown}"


_KINDS: dict[Phase, type[Any]] = {
    Phase.PLACE: Placing,
    Phase.BONUS: Markers,
    Phase.START: Start,
    Phase.SURPLUS: Discard,
    Phase.TURN: SoloTurn,
    Phase.OUT: OutOfPlay,
    Phase.TAKE: Take,
    Phase.DROP: Drop,
}
