"""`SoloRace`: the friendly door to one round of the solo game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, Self

import numpy as np

from ...course import Course, Refused
from ..cards import listed
from ..deal import Deal, seeded
from ..movement import LONGEST_PATH
from ..notation import Discard, Start
from ..race import IllegalDraw, IllegalTurn
from ..refusal import NUMBERS, cards_told, counted, why_no_route
from ..state import OFF, State
from .cards import offered
from .decide import decide_solo, solo_decisions
from .flow import can_draw, card_named, is_spare, receive, set_up_solo
from .notation import (
    Drop,
    Markers,
    OutOfPlay,
    Placing,
    SoloDecision,
    SoloTurn,
    Take,
    numbered_cards,
    numbered_markers,
    numbered_solo_turn,
    numbered_take,
    parse_solo,
)
from .outcome import SoloPreview, SoloReach, solo_preview, solo_reach_of
from .position import write_solo_position
from .score import Score, score_of, setup_points
from .state import DRAW, OPPONENTS, SLOTS, SOLO_STATE, YOU, empty_solo, solo_of
from .turns import is_solo_turn, solo_pace, solo_turns

CARDS_STREAM, SPARE_STREAM = range(2)
"""Streams of the deal: the player's cards, and those that opponents are placed by."""


class SoloPhase(StrEnum):
    """What has to be decided next."""

    PLACE = "place"
    BONUS = "bonus"
    START = "start"
    SURPLUS = "surplus"
    TURN = "turn"
    OUT = "out"
    TAKE = "take"
    DROP = "drop"
    DRAW = "draw"
    OVER = "over"


_PHASES = tuple(SoloPhase)

End = Literal["past", "no_cards", "wrecked"]
_ENDS: tuple[End | None, ...] = (None, "past", "no_cards", "wrecked")


class NotSolo(Refused):
    """A course that the solo game cannot be played on, with every reason."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent on the track."""

    space: str
    facing: Literal["forward", "backward"]


@dataclass(frozen=True, slots=True)
class Mat:
    """Everything that lies on the player's table; piles in ascending order."""

    space: str | None
    left: int
    right: int
    brake: int
    hand: tuple[int, ...]
    dents: int
    face_up: tuple[int | None, ...]
    """The cards #1, #2, #3."""
    stack: tuple[int, ...]
    """What is in the stack, though not in which order."""
    discards: tuple[int, ...]
    buried: tuple[int, ...]
    out: tuple[int, ...]
    markers: tuple[int, ...]
    """The bonus stack from its top."""
    brakes: tuple[int, ...]
    """Values that have been played to the brake: the next card of such a value goes out of play."""
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class SoloPlayed:
    """One entry of a round's log: a decision and the cards drawn because of it."""

    decision: SoloDecision
    drawn: tuple[int, ...]


class SoloRace:
    """One round of the solo game on a solo course, with or without opponents.

    Chance comes from a `deal`, or from a seed drawn from `rng`; without either the cards are given
    as `drawn`, here and to `play`.

    >>> race = SoloRace(Course.load("lone-wolf"), rng=np.random.default_rng(1))
    >>> race.play("b54321"); race.play("@1")
    >>> race.mat.hand, race.mat.face_up
    ((2, 2, 3, 3, 5), (3, 4, 2))
    """

    dealt: tuple[int, ...]
    """Cards drawn before the first decision."""

    def __init__(
        self,
        course: Course,
        *,
        opponents: bool = False,
        rng: np.random.Generator | None = None,
        deal: Deal | None = None,
        drawn: Iterable[int] | None = None,
    ) -> None:
        course.check()
        if reasons := course.solo_reasons:
            raise NotSolo("; ".join(map(str, reasons)))
        if rng is not None:
            if deal is not None:
                raise ValueError("a round takes its chance from rng or from a deal, not from both")
            deal = seeded(rng)
        state = empty_solo()
        set_up_solo(state, course.track.spaces, OPPONENTS if opponents else 0)
        self._begin(course, state.tobytes(), deal)
        self.dealt = self._draw_all("the deal", None if drawn is None else list(drawn))

    def _begin(self, course: Course, state: bytes, deal: Deal | None) -> None:
        self.course = course
        self.track = course.track
        self.deal = deal
        self.dealt = ()
        self._buffer = bytearray(state)
        self._state: State = np.frombuffer(self._buffer, SOLO_STATE)
        self._record: Any = self._state[0]
        self._before: list[tuple[bytes, list[int]]] = []
        self._log: list[SoloPlayed] = []
        self._words = [0, 0]
        self._path = np.empty(LONGEST_PATH, np.int16)

    @classmethod
    def from_state(cls, course: Course, state: State, deal: Deal | None = None) -> Self:
        """Return a round that goes on from a state, which is trusted to be sound."""
        race = cls.__new__(cls)
        race._begin(course, state.tobytes(), deal)
        return race

    def copy(self) -> Self:
        """Return a round that goes its own way from here on."""
        race = self.from_state(self.course, self._state, self.deal)
        race.dealt = self.dealt
        race._before = self._before.copy()
        race._log = self._log.copy()
        race._words = self._words.copy()
        return race

    # -- looking ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the round's record; see `state.SOLO_STATE`."""
        return solo_of(self._buffer)

    @property
    def phase(self) -> SoloPhase:
        """What has to be decided next."""
        return _PHASES[self._record["phase"]]

    @property
    def turn(self) -> int:
        """The turn being played; 0 while the round is set up."""
        return int(self._record["turn"])

    @property
    def owed(self) -> int:
        """How many cards are to be discarded, put out of play or taken."""
        return int(self._record["owed"])

    @property
    def end(self) -> End | None:
        """Why the round is over; None while it is not (SOLO-15)."""
        return _ENDS[self._record["end"]]

    @property
    def opponents(self) -> bool:
        """Whether the round is played with the four opponents."""
        return bool(self._record["opponents"])

    @property
    def placing(self) -> tuple[int, int] | None:
        """Row and column, from 1, of the opponent to be placed (SOLO-3)."""
        row, column = int(self._record["row"]), int(self._record["column"])
        return (row, column) if column else None

    @property
    def offered(self) -> tuple[int, ...]:
        """Slots to take from or to discard: 1–3 face up, 4 the top of the stack (SOLO-10)."""
        if self.phase not in (SoloPhase.TAKE, SoloPhase.DROP):
            return ()
        slots = int(offered(self._state))
        return tuple(slot for slot in range(1, SLOTS + 2) if slots >> (slot - 1) & 1)

    @property
    def log(self) -> tuple[SoloPlayed, ...]:
        """All decisions so far, and the cards drawn because of them."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[State, ...]:
        """The states before each decision of the log."""
        return tuple(solo_of(state) for state, _ in self._before)

    @property
    def words_used(self) -> tuple[int, int]:
        """How many words of each stream of the deal have been used."""
        return self._words[0], self._words[1]

    @property
    def mat(self) -> Mat:
        """Everything that lies on the table."""
        g, names = self._record, self.track.names
        space = int(g["space"][YOU])
        piles = {name: listed(g[name]) for name in ("stack", "discards", "buried", "out")}
        return Mat(
            space=None if space == OFF else names[space],
            left=int(g["left"][YOU]),
            right=int(g["right"][YOU]),
            brake=int(g["brake"][YOU]),
            hand=listed(g["hand"][YOU]),
            dents=int(g["dents"][YOU]),
            face_up=tuple(int(card) or None for card in g["face_up"]),
            markers=tuple(int(marker) for marker in g["markers"] if marker),
            brakes=tuple(value for value in range(1, 6) if g["brakes"] >> (value - 1) & 1),
            opponents=tuple(
                Opponent(names[int(g["space"][i + 1])], "forward" if facing > 0 else "backward")
                for i, facing in enumerate(g["facing"])
                if facing
            ),
            **piles,
        )

    @property
    def setup(self) -> int:
        """The setup points of the course (SOLO-2)."""
        return setup_points(self.course, self.opponents)

    def score(self) -> Score:
        """Return what the round is worth, line by line; as it stands, if it is not over."""
        return score_of(self._state, self.track.spaces, self.setup)

    def position(self) -> str:
        """Return the position as one line of text; see `position`."""
        return write_solo_position(self.course, self._state)

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Return the round so far as a record; see `record`."""
        from .record import write_solo_record

        return write_solo_record(self, headers)

    @classmethod
    def from_record(cls, text: str) -> "SoloRace":
        """Return the round that a record tells; raise InvalidRecord if it cannot be replayed."""
        from .record import read_solo_record

        return read_solo_record(text).race

    # -- deciding -----------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[SoloDecision, ...]:
        """All that may be decided now, in a fixed order."""
        numbers = solo_decisions(self._state, self.track.spaces).tolist()
        return tuple(map(self.numbered, numbers))

    @property
    def turns(self) -> tuple[SoloTurn, ...]:
        """The turns that may be played, in a fixed order; none if no turn is to be played."""
        if self.phase is not SoloPhase.TURN:
            return ()
        return tuple(map(self._numbered_turn, solo_turns(self._state).tolist()))

    def numbered(self, number: int) -> SoloDecision:
        """Return the decision with a number, as mushers name it; see `decide`."""
        match self.phase:
            case SoloPhase.PLACE:
                return Placing(number >> 1, "backward" if number & 1 else "forward")
            case SoloPhase.BONUS:
                return numbered_markers(number)
            case SoloPhase.START:
                return Start(number)
            case SoloPhase.SURPLUS:
                return Discard(numbered_cards(number))
            case SoloPhase.OUT:
                return OutOfPlay(numbered_cards(number))
            case SoloPhase.TAKE:
                return numbered_take(number)
            case SoloPhase.DROP:
                return Drop(number)
        return self._numbered_turn(number)

    def _numbered_turn(self, number: int) -> SoloTurn:
        speed, drift, _ = solo_pace(self._state, number)
        return numbered_solo_turn(number, int(speed), int(drift))

    def preview(self, turn: str | SoloTurn) -> SoloPreview:
        """Return where a turn ends, what it costs and why, without playing it."""
        if isinstance(turn, str):
            turn = SoloTurn.parse(turn)
        self._legal_number(turn)
        return solo_preview(self._state, self.track, turn)

    def reach(self) -> SoloReach:
        """Return everything that the sled could reach if it moved now."""
        if self._record["space"][YOU] == OFF:
            raise ValueError(f"the sled is not on the track\n  in {self.position()}")
        return solo_reach_of(self._state, self.track)

    def play(self, decision: str | SoloDecision, drawn: Iterable[int] | None = None) -> None:
        """Take a decision, and draw the cards that follow from it.

        The cards come from the round's deal, or are those given in `drawn`. Raises InvalidTurn if
        the text is no decision, IllegalTurn if it cannot be taken now, IllegalDraw if the cards
        given do not fit, ValueError if there is no deal; the round is then unchanged.
        """
        if isinstance(decision, str):
            decision = parse_solo(decision)
        number = self._legal_number(decision)
        before, words = bytes(self._buffer), self._words.copy()
        try:
            decide_solo(self._state, self.track.spaces, number, self._path)
            cards = self._draw_all(str(decision), None if drawn is None else list(drawn))
        except BaseException:
            self._buffer[:], self._words = before, words
            raise
        self._before.append((before, words))
        self._log.append(SoloPlayed(decision, cards))

    def undo(self) -> SoloPlayed:
        """Take back the last decision and the cards drawn after it, and return them."""
        if not self._log:
            raise IndexError("there is nothing to take back")
        self._buffer[:], self._words = self._before.pop()
        return self._log.pop()

    def _draw_all(self, why: str, given: list[int] | None) -> tuple[int, ...]:
        """Draw until something has to be decided."""
        drawn: list[int] = []
        while self._record["phase"] == DRAW:
            drawn.append(self._draw(why, given, len(drawn)))
        if given is not None and len(given) > len(drawn):
            over = cards_told(len(given) - len(drawn))
            raise IllegalDraw(None, f"{why}: {over} too many given: {given[len(drawn) :]}")
        return tuple(drawn)

    def _draw(self, why: str, given: list[int] | None, n: int) -> int:
        """Draw one card, the nth since the last decision."""
        stream = SPARE_STREAM if is_spare(self._state) else CARDS_STREAM
        if given is None:
            if self.deal is None:
                raise ValueError("this round has no deal: give it one, or the cards drawn")
            word = self.deal.words(stream, self._words[stream], 1)[0]
            value = int(card_named(self._state, word))
        elif n == len(given):
            raise IllegalDraw(None, f"{why}: more cards are drawn than the {n} given")
        else:
            value = given[n]
            if not can_draw(self._state, value):
                raise IllegalDraw(None, f"{why}: card {n + 1} cannot be a {value}")
        self._words[stream] += 1
        receive(self._state, self.track.spaces, value)
        return value

    # -- refusing -----------------------------------------------------------------------------

    def _legal_number(self, decision: SoloDecision) -> int:
        """Return the number of a decision, or refuse it."""
        phase = self.phase
        if isinstance(decision, _KINDS.get(phase, ())):
            if phase is SoloPhase.TURN:
                assert isinstance(decision, SoloTurn)
                number = decision.number
                if is_solo_turn(self._state, number) and self._numbered_turn(number) == decision:
                    return number
                raise self._illegal(decision, self._why_not(decision))
            if decision in self.decisions:
                return decision.number
        raise self._illegal(decision, self._wanted())

    def _wanted(self) -> str:
        """Say what has to be decided, and how it is written."""
        g, mat = self._record, self.mat
        hand = " ".join(map(str, mat.hand))
        wanted = {
            SoloPhase.PLACE: "place an opponent",
            SoloPhase.BONUS: "order the markers 1–5",
            SoloPhase.START: "choose a start space",
            SoloPhase.SURPLUS: f"discard {cards_told(self.owed)} out of {hand}",
            SoloPhase.OUT: f"put {cards_told(self.owed)} out of play, of {hand}",
            SoloPhase.TAKE: f"take {cards_told(self.owed)} of those offered",
            SoloPhase.DROP: f"discard one of the cards left after playing {g['played']}, or none",
            SoloPhase.TURN: "play a turn",
        }
        if self.phase not in wanted:
            return "the round is over"
        shown = ", ".join(map(str, self.decisions[:4]))
        return f"{wanted[self.phase]}, as in {shown}"

    def _why_not(self, turn: SoloTurn) -> str:
        """Return the reason why a turn cannot be played."""
        g = self._record
        needed, held = len(turn.places), int(g["hand"][YOU, turn.value - 1])
        if held < needed:
            return f"needs {counted(needed, turn.value)}, you hold {NUMBERS[held]}"
        if "B" in turn.places and g["brake"][YOU] == turn.value:
            return f"the brake is at {turn.value} already; a card there must change it (SOLO-8)"
        speed, drift, _ = solo_pace(self._state, SoloTurn(turn.value, turn.places).number)
        if turn.bonus:
            if drift:
                return "the bonus needs equal dogs"
            if g["turn"] == 1:
                return "there is no bonus on the first turn"
            top = int(g["markers"][0])
            if not top:
                return "all bonus markers are spent"
            if speed + top < 1:
                return f"the speed is {speed}, with the marker {top} still less than 1 (SOLO-9)"
        alike = (turn.value, turn.places, turn.rescue)
        if turn.rescue and alike not in {(t.value, t.places, t.rescue) for t in self.turns}:
            return "there is no card to rescue: a printed 3 is none (SOLO-11)"
        return why_no_route(turn, int(speed), int(drift))

    def _illegal(self, decision: SoloDecision, reason: str) -> IllegalTurn:
        return IllegalTurn(decision, reason, self.position())


_KINDS: dict[SoloPhase, type[Any]] = {
    SoloPhase.PLACE: Placing,
    SoloPhase.BONUS: Markers,
    SoloPhase.START: Start,
    SoloPhase.SURPLUS: Discard,
    SoloPhase.TURN: SoloTurn,
    SoloPhase.OUT: OutOfPlay,
    SoloPhase.TAKE: Take,
    SoloPhase.DROP: Drop,
}
