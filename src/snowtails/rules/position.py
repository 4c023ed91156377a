"""`Position`: what can be read of a race, in one way for `Race`, `View` and `SoloRace`."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from ..course import Course, InvalidArgument, Refused
from ..course.lead import Lead, lead
from ..course.problem import expect, whole_number
from ..course.sketch import sketch
from .cards import listed
from .choices import PHASES, Phase, discards_of, free_starts, numbered_decision, turns_of
from .colours import choose_colours
from .move import Move, Mover, Reach
from .movement import LONGEST_PATH, Triple, trace_turn
from .notation import Decision, Start, Turn, numbered_turn
from .order import all_places, place_at
from .position_line import read_position, write_position
from .reach import Outcomes, cheapest_first, paths_of, places_after, reach
from .refusal import NUMBERS, IllegalTurn, counted, why_no_route
from .sled import Cards, Sled, Standing, Status
from .state import OFF, OVER, START, STATE, WRECKED, Fields, State
from .turns import legal_pace

if TYPE_CHECKING:
    from ..course.drawing import DrawnSled, Theme
    from .ledger import Ledger
    from .view import View


_STATUSES = tuple(Status)
_SLED_FIELDS = (
    *("space", "left", "right", "brake", "hand", "deck", "used"),
    *("dents", "moved", "status"),
)


class Position(ABC):
    """What can be read of a race: sleds, their order, what may be decided and where it leads.

    `Race`, `View` and `SoloRace` are positions: whatever reads one reads all. What may not be known
    is not there. `position()` gives a position that stays as it is.
    """

    _RECORD: ClassVar[np.dtype[np.void]]
    """The type of its state."""

    course: Course
    colours: tuple[str, ...]
    """The colours of the sleds (SETUP-1)."""

    def _hold(self, course: Course, state: bytes, colours: tuple[str, ...]) -> None:
        self.course = course
        self.track = course.track
        self.colours = colours
        self._buffer = bytearray(state)
        self._look()

    def _look(self) -> None:
        # The state and its fields are views of the buffer, which is what is kept and copied.
        self._state: State = np.frombuffer(self._buffer, self._RECORD)
        self._fields = Fields(self._buffer, self._RECORD)

    def __getstate__(self) -> dict[str, Any]:
        kept = self.__dict__.copy()
        for name in ("_state", "_fields", "track"):
            del kept[name]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.track = self.course.track
        self._look()

    def __copy__(self) -> Self:
        made = type(self).__new__(type(self))
        # Whatever can change in place is copied, or made anew by `_look`; all else is immutable.
        made.__dict__ = {
            name: value.copy() if isinstance(value, (list, bytearray)) else value
            for name, value in self.__dict__.items()
        }
        made._look()
        return made

    @classmethod
    def _expect_state(cls, state: object) -> State:
        """Return a state as it is, if it is one of such a position."""
        if isinstance(state, np.ndarray) and state.dtype == cls._RECORD and state.shape == (1,):
            return state
        raise InvalidArgument(f"a state is what `{cls.__name__}.state` gives, not {state!r}")

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in it as plain values: positions of one type are equal if their keys are."""
        return self.course, self.colours, bytes(self._buffer)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return type(self) is type(other) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.line}>"

    def __str__(self) -> str:
        return self.sketch()

    # -- reading ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the record that the kernels read and write; see `rules.state`."""
        return np.frombuffer(bytearray(self._buffer), self._RECORD)

    @property
    @abstractmethod
    def round(self) -> int:
        """The round being raced; 0 until the first begins."""

    @property
    @abstractmethod
    def phase(self) -> Phase:
        """What has to be decided next."""

    @property
    @abstractmethod
    def actor(self) -> int | None:
        """The sled that has to decide; None when nobody has to any more."""

    @property
    def over(self) -> bool:
        """Whether nothing is left to be decided."""
        return self.phase is Phase.OVER

    @property
    def owed(self) -> int:
        """How many cards the actor must give up, or take."""
        return int(self._fields["owed"])

    @property
    @abstractmethod
    def sleds(self) -> tuple[Sled, ...]:
        """All sleds, with those of their cards that may be known."""

    @property
    def saplings(self) -> tuple[str, ...]:
        """The spaces on which saplings still stand."""
        standing, names = int(self._fields["saplings"]), self.track.names
        return tuple(
            names[space] for n, space in enumerate(self.track.saplings) if standing >> n & 1
        )

    @abstractmethod
    def standings(self) -> tuple[Standing, ...]:
        """Return the sleds in race order; wrecks last, the later before the earlier (END-4)."""

    @property
    @abstractmethod
    def line(self) -> str:
        """The position line: the whole position as one line of text; see `docs/formats.md`."""

    @abstractmethod
    def position(self) -> "Position":
        """Return an unchanging copy of the position."""

    # -- drawing ------------------------------------------------------------------------------

    def sketch(self, width: int = 100) -> str:
        """Draw the track in plain characters, with the sleds on it and the saplings that stand."""
        standing = {self.track.by_name[name] for name in self.saplings}
        felled = dict.fromkeys(set(self.track.saplings) - standing, ".")
        return sketch(self.track, felled | self._marks(), width)

    def _marks(self) -> dict[int, str]:
        """Return what stands on the track, one character for each space."""
        spaces = self.track.by_name
        return {spaces[sled.space]: str(sled.number) for sled in self.sleds if sled.space}

    def _drawn_sleds(self) -> "list[DrawnSled]":
        """Return the sleds as they are drawn in a picture."""
        from ..course.drawing import DrawnSled

        return [
            DrawnSled(self.track.by_name[sled.space], sled.colour, str(sled.number))
            for sled in self.sleds
            if sled.space
        ]

    def svg(self, theme: "Theme" = "light", prefix: str = "race") -> str:
        """Draw the course with the sleds on it as an SVG picture."""
        from ..course.drawing import draw

        sleds = self._drawn_sleds()
        return draw(self.course, theme=theme, prefix=prefix, sleds=sleds, saplings=self.saplings)

    def _repr_svg_(self) -> str:
        return self.svg()

    # -- deciding -----------------------------------------------------------------------------

    @property
    @abstractmethod
    def decisions(self) -> tuple[Any, ...]:
        """All that the actor may decide now, in a fixed order."""

    @property
    @abstractmethod
    def turns(self) -> tuple[Turn, ...]:
        """The turns that the actor may play, in a fixed order; none if no turn is to be played."""

    @abstractmethod
    def numbered(self, number: int) -> Any:
        """Return the actor's decision with a number, which compiled mushers give; see `decide`."""

    @abstractmethod
    def reach(self, sled: int | None = None) -> Reach:
        """Return every move that a sled could make if it moved now; left out, the actor."""

    @abstractmethod
    def preview(self, turn: str | Turn, sled: int | None = None) -> Move:
        """Return where a legal turn leads, what it costs and why, without playing it."""

    def _moves(self, sled: int, rows: Outcomes) -> Iterator[Move]:
        """Make moves of the rows that `reach` has found, the cheapest first."""
        move = self._mover(sled).move
        rows = cheapest_first(rows)
        paths = paths_of(self._state, self.track.spaces, sled, rows).tolist()
        places = self._places_after(sled, rows)
        origin = int(self._fields["space"][sled])
        for row, path, place in zip(rows.tolist(), paths, places, strict=True):
            hits, number, _, speed, drift, bonus, end, saplings, speeding, side, _ = row
            turn = self._numbered_turn(number, speed - bonus, drift)
            steps, path[0] = path[0], origin
            pace, fallen = (speed, drift, bonus), (saplings, speeding, side)
            yield move(turn, path[: steps + 1], pace, hits, end, fallen, place)

    def _traced(
        self,
        sled: int,
        turn: Turn,
        path: NDArray[np.int16],
        pace: Triple,
        went: Triple,
        fallen: Triple,
    ) -> Move:
        """Make a move of what `trace_turn` says of a turn."""
        (speed, drift, bonus), (steps, hits, end) = pace, went
        spaces = [self._fields["space"][sled], *path[:steps].tolist()]
        driven, place = (speed + bonus, drift, bonus), self._place_at(sled, spaces[-1])
        return self._mover(sled).move(turn, spaces, driven, hits, end, fallen, place)

    def _place_at(self, sled: int, space: int) -> int | None:
        """Return the place of a sled if it stood on a space; None where there are no places."""
        return None

    @abstractmethod
    def _mover(self, sled: int) -> Mover:
        """Return what all moves of a sled have in common."""

    def _places_after(self, sled: int, rows: Outcomes) -> Sequence[int | None]:
        return [None] * len(rows)

    def _numbered_turn(self, number: int, speed: int, drift: int) -> Turn:
        return numbered_turn(number, speed, drift)


class RacePosition(Position):
    """A position of a race of one to five sleds.

    >>> position = RacePosition.parse("srs 3 turn:0 - 1c2/=42/10211/34221/0/r")
    >>> position.round, position.sleds[0].space, len(position.turns)
    (3, '1c2', 61)
    """

    _RECORD = STATE

    def __init__(
        self,
        course: Course | str | Path,
        state: State,
        colours: Sequence[str | None] | None = None,
    ) -> None:
        sleds = int(self._expect_state(state)[0]["sleds"])
        self._hold(Course.of(course), state.tobytes(), choose_colours(colours, sleds))

    @classmethod
    def parse(cls, line: str, *, colours: Sequence[str | None] | None = None) -> Self:
        """Read a position line; raise InvalidPosition if it is none or could not come about."""
        return cls(*read_position(expect(str, line, "a position line is a text")), colours)

    def __repr__(self) -> str:
        chosen = self.colours != choose_colours(None, len(self.colours))
        colours = f", colours={self.colours!r}" if chosen else ""
        return f"RacePosition.parse({self.line!r}{colours})"

    # -- reading ------------------------------------------------------------------------------

    @property
    def round(self) -> int:
        """The round being raced; 0 while start spaces are chosen."""
        return int(self._fields["round"])

    @property
    def phase(self) -> Phase:
        """What has to be decided next."""
        return PHASES[self._fields["phase"]]

    @property
    def actor(self) -> int | None:
        """The sled that has to decide; None when the race is over."""
        fields = self._fields
        return None if fields["phase"] == OVER else int(fields["actor"])

    @property
    def line(self) -> str:
        """The position line: the whole position as one line of text; see `docs/formats.md`."""
        return write_position(self.course, self._state)

    @property
    def sleds(self) -> tuple[Sled, ...]:
        """All sleds, with all their cards."""
        columns = [self._fields[name] for name in _SLED_FIELDS]
        return tuple(
            [
                self._sled(sled, place or None, fields)
                for sled, (place, *fields) in enumerate(zip(self._places(), *columns, strict=False))
            ]
        )

    def _sled(self, sled: int, place: int | None, fields: Sequence[Any]) -> Sled:
        space, left, right, brake, hand, deck, used, dents, moved, status = fields
        return Sled(
            sled,
            self.colours[sled],
            None if space == OFF else self.track.names[space],
            left,
            right,
            brake,
            *self._cards(sled, hand, deck),
            listed(used),
            dents,
            bool(moved),
            _STATUSES[status],
            place,
        )

    def _cards(self, sled: int, hand: list[int], deck: list[int]) -> Cards:
        """Return a sled's hand and deck, as far as they may be known, and their sizes."""
        return Cards(listed(hand), listed(deck), sum(hand), sum(deck))

    def _places(self) -> list[int]:
        """Return the place of each sled; 0 for a wreck and while start spaces are chosen."""
        if self.phase is Phase.START:
            return [0] * len(self.colours)
        found: list[int] = all_places(self._state, self.track.spaces).tolist()
        return found

    def is_driving(self, sled: int) -> bool:
        """Return whether a sled stands on the track, before the finish line."""
        space: int = self._fields["space"][self._in_race(sled)]
        return space != OFF and space < self.track.first_past

    def place_of(self, sled: int) -> int | None:
        """Return a sled's place now (ORDER-5); None for a wreck and before the start."""
        return self._places()[self._in_race(sled)] or None

    def hand_of(self, sled: int) -> tuple[int, ...]:
        """Return the dog cards in a sled's hand; raise Refused where they are hidden."""
        return listed(self._fields["hand"][self._in_race(sled)])

    def standings(self) -> tuple[Standing, ...]:
        """Return the sleds in race order; wrecks last, the later before the earlier (END-4).

        While start spaces are chosen, they stand in the order of choosing.
        """
        places = self._places()
        statuses, wrecked = self._fields["status"], self._fields["place"]

        def order(sled: int) -> tuple[bool, int]:
            lost = statuses[sled] == WRECKED
            return lost, -wrecked[sled] if lost else places[sled]

        sleds = self.choosing or sorted(range(len(places)), key=order)
        fared = [_STATUSES[statuses[sled]] for sled in sleds]
        leads = [self._lead(*each) for each in zip(pairwise(sleds), pairwise(fared), strict=True)]
        return tuple(
            Standing(sled, status, places[sled] or None, why)
            for sled, status, why in zip(sleds, fared, [*leads, None], strict=True)
        )

    def _lead(self, sleds: tuple[int, int], fared: tuple[Status, Status]) -> Lead | None:
        """Return why the first of two sleds is ahead of the other."""
        if fared[1] is Status.WRECKED:
            return Lead("wrecked", "END-4", 0.0)
        if fared[0] is Status.FINISHED:
            return Lead("finished", "END-1", 0.0)
        if self.phase is Phase.START:
            return None
        front, back = (int(self._fields["space"][sled]) for sled in sleds)
        return lead(self.track, front, back)

    def position(self) -> "RacePosition":
        """Return an unchanging copy of the position."""
        return self

    def view(self, seat: int | None) -> "View":
        """Return what a seat may know, or an onlooker (None)."""
        from .view import View

        return View(self, seat)

    @property
    def ledgers(self) -> "tuple[Ledger, ...]":
        """What has been public about each sled's cards: here only what lies open; see `ledger`."""
        from .ledger import first_ledgers

        return first_ledgers(self._state)

    # -- deciding -----------------------------------------------------------------------------

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that the actor may play, in a fixed order; none if no turn is to be played."""
        if self.phase is not Phase.TURN:
            return ()
        return self.turns_of(int(self._fields["actor"]))

    def turns_of(self, sled: int) -> tuple[Turn, ...]:
        """Return the turns that a sled could play if it moved now."""
        return turns_of(self._state, self._on_track(sled))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that the actor may decide now, in a fixed order."""
        phase, actor = self.phase, self._fields["actor"]
        if phase is Phase.TURN:
            return turns_of(self._state, actor)
        if phase is Phase.START:
            return tuple(map(Start, self.free_starts))
        if phase is Phase.DISCARD:
            return discards_of(listed(self._fields["hand"][actor]), self.owed)
        return ()

    def numbered(self, number: int) -> Decision:
        """Return the actor's decision with a number, which compiled mushers give; see `decide`."""
        return numbered_decision(self._state, whole_number(number, "a decision has a whole number"))

    @property
    def choosing(self) -> tuple[int, ...]:
        """The sleds in the order in which they choose start spaces; none once all have."""
        if self.phase is not Phase.START:
            return ()
        return tuple(self._fields["choosing"][: self._fields["sleds"]])

    @property
    def free_starts(self) -> tuple[int, ...]:
        """Numbers of the start spaces that nobody has chosen."""
        return free_starts(self._state, self.track)

    def reach(self, sled: int | None = None) -> Reach:
        """Return every move that a sled could make if it moved now; left out, the actor."""
        sled = self._on_track(sled)
        return Reach(self.position(), sled, reach(self._state, self.track.spaces, sled))

    def preview(self, turn: str | Turn, sled: int | None = None) -> Move:
        """Return where a legal turn leads, what it costs and why, without playing it.

        The sled is the one to move, or any other as if it moved now.
        """
        return self.trace(*self._legal_turn(turn, sled))

    def trace(self, sled: int, turn: Turn) -> Move:
        """Return where a turn leads that was played here; whether it is legal is not checked."""
        sled = RacePosition._on_track(self, sled)  # also for sleds whose cards a view does not show
        number = expect(Turn, turn, "a turn is a Turn").number
        state, spaces = self._state, self.track.spaces
        path = np.empty(LONGEST_PATH, np.int16)
        return self._traced(sled, turn, path, *trace_turn(state, spaces, sled, number, path))

    def _place_at(self, sled: int, space: int) -> int | None:
        return int(place_at(self._state, self.track.spaces, sled, space))

    def _mover(self, sled: int) -> Mover:
        dents = int(self._fields["dents"][sled])
        return Mover(self.track, sled, self._hand_size(sled), dents, self.place_of(sled))

    def _hand_size(self, sled: int) -> int:
        return sum(self._fields["hand"][sled])

    def _places_after(self, sled: int, rows: Outcomes) -> Sequence[int | None]:
        found: list[int | None] = places_after(self._state, self.track.spaces, sled, rows).tolist()
        return found

    # -- refusing -----------------------------------------------------------------------------

    def _legal_turn(self, turn: str | Turn, sled: int | None) -> tuple[int, Turn]:
        """Return the sled and its turn, or refuse it."""
        if not isinstance(turn, Turn):
            turn = Turn.parse(turn)
        sled = self._on_track(sled)
        number = turn.number
        legal, speed, drift = legal_pace(self._state, sled, number)
        if legal and numbered_turn(number, speed, drift) == turn:
            return sled, turn
        raise IllegalTurn(turn, self._why_not(sled, turn), self.line)

    def _why_not(self, sled: int, turn: Turn) -> str:
        """Return the reason why a sled cannot play a turn."""
        r = self._fields
        needed, held = len(turn.places), r["hand"][sled][turn.value - 1]
        if held < needed:
            return f"needs {counted(needed, turn.value)}, you hold {NUMBERS[held]}"
        left, right, brake = (
            turn.value if letter in turn.places else int(r[name][sled])
            for letter, name in (("L", "left"), ("R", "right"), ("B", "brake"))
        )
        speed, drift = left + right - brake, right - left
        if turn.bonus:
            if drift:
                return f"the bonus needs equal dogs, these are {left} and {right}"
            if speed < 1:
                return f"the bonus needs a speed of 1 or more, it is {speed}"
            return "there is no bonus on the first turn"
        return why_no_route(turn, speed, drift)

    def _on_track(self, sled: int | None) -> int:
        """Return the number of a sled that is on the track; left out, the actor's."""
        sled = int(self._fields["actor"]) if sled is None else self._in_race(sled)
        if self._fields["space"][sled] == OFF:
            before = ": a start space is chosen first" if self._fields["phase"] == START else ""
            raise Refused(f"sled {sled} is not on the track{before}\n  in {self.line}")
        return sled

    def _in_race(self, sled: int) -> int:
        """Return the number of a sled that takes part in the race."""
        sled = whole_number(sled, "a sled is a number from 0 on")
        if not 0 <= sled < self._fields["sleds"]:
            raise Refused(f"there is no sled {sled}; sleds are 0–{self._fields['sleds'] - 1}")
        return sled
