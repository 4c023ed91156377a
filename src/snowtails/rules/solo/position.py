"""`SoloPosition`: what can be read of a round of the solo game."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from ...course import Course, InvalidArgument, Refused
from ...course.problem import expect, whole_number
from ..cards import listed
from ..choices import Phase
from ..colours import COLOURS, choose_colours
from ..move import Move, Mover, Reach
from ..movement import LONGEST_PATH
from ..notation import Discard, Start, Turn
from ..position import Position
from ..refusal import NUMBERS, IllegalTurn, counted, why_no_route
from ..sled import Sled, Standing, Status
from ..state import OFF, VALUES, State
from .cards import offered
from .decide import solo_decisions
from .notation import (
    Drop,
    OutOfPlay,
    Placing,
    SoloDecision,
    SoloTurn,
    numbered_cards,
    numbered_markers,
    numbered_solo_turn,
    numbered_take,
)
from .position_line import write_solo_position
from .score import Score, score_of, setup_points
from .state import SLOTS, SOLO_STATE, YOU
from .turns import is_solo_turn, solo_pace, solo_reach, solo_turns, trace_solo_turn

if TYPE_CHECKING:
    from ...course.drawing import DrawnSled

_PHASES = (
    *(Phase.PLACE, Phase.BONUS, Phase.START, Phase.SURPLUS, Phase.TURN),
    *(Phase.OUT, Phase.TAKE, Phase.DROP, Phase.DRAW, Phase.OVER),
)
"""The phases in the order of their numbers in the state."""

End = Literal["past", "no_cards", "wrecked"]
_ENDS: tuple[End | None, ...] = (None, "past", "no_cards", "wrecked")


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


class SoloPosition(Position):
    """A position of a round of the solo game.

    Its one sled has the number 0; its deck is the stack, its used cards are the discards. `mat`
    shows everything else that lies on the table.
    """

    _RECORD = SOLO_STATE

    def __init__(
        self, course: Course | str | Path, state: State, colour: str | None = None
    ) -> None:
        if getattr(state, "dtype", None) != SOLO_STATE or state.shape != (1,):
            raise InvalidArgument(f"a state is what `SoloRace.state` gives, not {state!r}")
        self._hold(Course.of(course), state.tobytes(), choose_colours([colour], 1))

    # -- reading ------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The turn being played, since one sled's round is one turn; 0 during the setup."""
        return self.turn

    @property
    def turn(self) -> int:
        """The turn being played; 0 while the round is set up."""
        return int(self._fields["turn"])

    @property
    def phase(self) -> Phase:
        """What has to be decided next."""
        return _PHASES[self._fields["phase"]]

    @property
    def actor(self) -> int | None:
        """The player's sled, 0; None when the round is over."""
        return None if self.phase is Phase.OVER else YOU

    @property
    def end(self) -> End | None:
        """Why the round is over; None while it is not (SOLO-15)."""
        return _ENDS[self._fields["end"]]

    @property
    def opponents(self) -> bool:
        """Whether the round is played with the four opponents."""
        return bool(self._fields["opponents"])

    @property
    def placing(self) -> tuple[int, int] | None:
        """Row and column, from 1, of the opponent to be placed (SOLO-3)."""
        row, column = int(self._fields["row"]), int(self._fields["column"])
        return (row, column) if column else None

    @property
    def offered(self) -> tuple[int, ...]:
        """Slots to take from or to discard: 1–3 face up, 4 the top of the stack (SOLO-10)."""
        if self.phase not in (Phase.TAKE, Phase.DROP):
            return ()
        slots = int(offered(self._state))
        return tuple(slot for slot in range(1, SLOTS + 2) if slots >> (slot - 1) & 1)

    @property
    def sleds(self) -> tuple[Sled, ...]:
        """The player's sled."""
        mat = self.mat
        status = {"past": Status.FINISHED, "wrecked": Status.WRECKED}.get(str(self.end))
        return (
            Sled(
                number=YOU,
                colour=self.colours[YOU],
                space=None if self.end == "wrecked" else mat.space,
                left=mat.left,
                right=mat.right,
                brake=mat.brake,
                hand=mat.hand,
                deck=mat.stack,
                hand_size=len(mat.hand),
                deck_size=len(mat.stack),
                used=mat.discards,
                dents=mat.dents,
                moved=False,
                status=status or Status.RACING,
                place=None,
            ),
        )

    @property
    def mat(self) -> Mat:
        """Everything that lies on the table."""
        g, names = self._fields, self.track.names
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
            brakes=tuple(value for value in range(1, VALUES + 1) if g["brakes"] >> (value - 1) & 1),
            opponents=tuple(
                Opponent(names[int(g["space"][i + 1])], "forward" if facing > 0 else "backward")
                for i, facing in enumerate(g["facing"])
                if facing
            ),
            **piles,
        )

    def standings(self) -> tuple[Standing, ...]:
        """Return the player's sled, which races alone."""
        return tuple(Standing(sled.number, sled.status, None, None) for sled in self.sleds)

    @property
    def setup(self) -> int:
        """The setup points of the course (SOLO-2)."""
        return setup_points(self.course, self.opponents)

    def score(self) -> Score:
        """Return what the round is worth, line by line; as it stands, if it is not over."""
        return score_of(self._state, self.track.spaces, self.setup)

    @property
    def line(self) -> str:
        """The position as one line of text, which cannot be read back; see `position_line`."""
        return write_solo_position(self.course, self._state)

    def position(self) -> "SoloPosition":
        """Return an unchanging copy of the position."""
        return self

    def _marks(self) -> dict[int, str]:
        facing = {"forward": ">", "backward": "<"}
        marks = super()._marks()
        for each in self.mat.opponents:
            marks[self.track.by_name[each.space]] = facing[each.facing]
        if self._fields["space"][YOU] == OFF:
            marks |= {space: str(number) for number, space in enumerate(self.track.starts, 1)}
        return marks

    def _drawn_sleds(self) -> "list[DrawnSled]":
        from ...course.drawing import DrawnSled

        others = (colour for colour in COLOURS if colour not in self.colours)
        return super()._drawn_sleds() + [
            DrawnSled(self.track.by_name[each.space], colour)
            for each, colour in zip(self.mat.opponents, others, strict=False)
        ]

    # -- deciding -----------------------------------------------------------------------------

    @property
    def decisions(self) -> tuple[SoloDecision, ...]:
        """All that may be decided now, in a fixed order."""
        numbers = solo_decisions(self._state, self.track.spaces).tolist()
        return tuple(map(self.numbered, numbers))

    @property
    def turns(self) -> tuple[SoloTurn, ...]:
        """The turns that may be played, in a fixed order; none if no turn is to be played."""
        if self.phase is not Phase.TURN:
            return ()
        return tuple(map(self._turn_of, solo_turns(self._state).tolist()))

    def numbered(self, number: int) -> SoloDecision:
        """Return the decision with a number, as mushers name it; see `decide`."""
        whole_number(number, "a decision has a whole number")
        match self.phase:
            case Phase.PLACE:
                return Placing(number >> 1, "backward" if number & 1 else "forward")
            case Phase.BONUS:
                return numbered_markers(number)
            case Phase.START:
                return Start(number)
            case Phase.SURPLUS:
                return Discard(numbered_cards(number))
            case Phase.OUT:
                return OutOfPlay(numbered_cards(number))
            case Phase.TAKE:
                return numbered_take(number)
            case Phase.DROP:
                return Drop(number)
        return self._turn_of(number)

    def _turn_of(self, number: int) -> SoloTurn:
        speed, drift, _ = solo_pace(self._state, number)
        return numbered_solo_turn(number, int(speed), int(drift))

    def _numbered_turn(self, number: int, speed: int, drift: int) -> Turn:
        return numbered_solo_turn(number, speed, drift)

    def reach(self, sled: int | None = None) -> Reach:
        """Return every move that the sled could make if it moved now."""
        self._on_track(sled)
        return Reach(self.position(), YOU, solo_reach(self._state, self.track.spaces))

    def preview(self, turn: str | Turn, sled: int | None = None) -> Move:
        """Return where a legal turn leads, what it costs and why, without playing it."""
        self._on_track(sled)
        if not isinstance(turn, SoloTurn):
            turn = SoloTurn.parse(str(turn) if isinstance(turn, Turn) else turn)
        self._check_turn(turn)
        return self.trace(YOU, turn)

    def trace(self, sled: int, turn: Turn) -> Move:
        """Return where a turn leads that was played here; whether it is legal is not checked."""
        self._on_track(sled)
        number = expect(Turn, turn, "a turn is a Turn").number
        state, spaces = self._state, self.track.spaces
        path = np.empty(LONGEST_PATH, np.int16)
        return self._traced(YOU, turn, path, *trace_solo_turn(state, spaces, number, path))

    def _mover(self, sled: int) -> Mover:
        g = self._fields
        return Mover(self.track, YOU, sum(g["hand"][YOU]), int(g["dents"][YOU]), None)

    # -- refusing -----------------------------------------------------------------------------

    def _on_track(self, sled: int | None) -> None:
        """Refuse any sled but the player's, and that one while it is not on the track."""
        if sled is not None and whole_number(sled, "the solo game's only sled is 0") != YOU:
            raise Refused(f"there is no sled {sled}; the solo game's only one is 0")
        if self._fields["space"][YOU] == OFF or self.over:
            raise Refused(f"the sled is not on the track\n  in {self.line}")

    def _check_turn(self, turn: SoloTurn) -> int:
        """Return the number of a turn, or refuse it."""
        number = turn.number
        if is_solo_turn(self._state, number) and self._turn_of(number) == turn:
            return number
        raise IllegalTurn(turn, self._why_not(turn), self.line)

    def _why_not(self, turn: SoloTurn) -> str:
        """Return the reason why a turn cannot be played."""
        g = self._fields
        needed, held = len(turn.places), int(g["hand"][YOU][turn.value - 1])
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
