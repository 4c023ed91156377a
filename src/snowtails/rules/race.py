"""`Race`: the friendly door to a race. It checks every decision and explains what it refuses."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from ..course import Course, Refused
from .cards import draw_given, listed
from .choices import (
    Phase,
    decisions_of,
    free_starts,
    numbered_decision,
    phase_of,
    turns_of,
)
from .deal import Deal, choosing_order, seeded
from .decide import decide
from .flow import DEAL, NO_CARDS, REFILL, after_draw, draw, let_choose, next_draw, set_up
from .ledger import Ledger, first_ledgers, ledgers_after
from .movement import LONGEST_PATH
from .notation import Decision, Discard, Start, Turn, numbered_turn, parse_decision
from .order import position
from .outcome import Preview, Reach, preview, reach_of
from .position import read_position, write_position
from .refusal import NUMBERS, cards_told, counted, why_no_route
from .state import (
    COPIES,
    FINISHED,
    MOST_SLEDS,
    OFF,
    STATE,
    VALUES,
    WRECKED,
    State,
    empty_state,
    state_of,
)
from .turns import legal_pace

if TYPE_CHECKING:
    from .view import View

RULES_VERSION = 1
"""Goes up whenever a legal turn or a result changes."""


class Status(StrEnum):
    """How a sled fares."""

    RACING = "racing"
    FINISHED = "finished"
    WRECKED = "wrecked"


_STATUSES = tuple(Status)


class IllegalTurn(Refused):
    """A decision that cannot be taken now, with the reason and the position."""

    def __init__(self, decision: object, reason: str, position: str) -> None:
        self.decision = decision
        self.reason = reason
        self.position = position
        super().__init__(f"{decision}: {reason}\n  in {position}")


class IllegalDraw(Refused):
    """Cards given to be drawn that cannot be, or too few, or too many of them."""

    def __init__(self, sled: int | None, reason: str) -> None:
        self.sled = sled
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class Sled:
    """A sled and its cards, each pile in ascending order."""

    space: str | None
    """Its space; None before the start and once it has left the track."""
    left: int
    right: int
    brake: int
    hand: tuple[int, ...]
    deck: tuple[int, ...]
    used: tuple[int, ...]
    """Discards and covered cards, which will be shuffled into a new deck."""
    dents: int
    status: Status
    place: int | None
    """Its place once it has finished."""


DrawReason = Literal["deal", "refill", "no_cards"]
_REASONS: dict[int, DrawReason] = {DEAL: "deal", REFILL: "refill", NO_CARDS: "no_cards"}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Cards drawn at once by one sled, in order."""

    sled: int
    cards: tuple[int, ...]
    reason: DrawReason


@dataclass(frozen=True, slots=True)
class Played:
    """One entry of a race's log: a decision and the cards drawn because of it."""

    sled: int
    decision: Decision
    drawn: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """A sled's place in the order of the race."""

    sled: int
    status: Status
    place: int | None
    """Its position; None for a wreck."""


class Race:
    """A race of sleds on a course.

    Chance comes from a `deal`, or from a seed drawn from `rng`; without either the cards drawn are
    given to `play`. `choosing` is the order in which the sleds choose start spaces; left out, it
    is as random as the deal (SETUP-5), or 0, 1, 2 … where there is none.

    >>> race = Race(Course.load("nutcracker"), sleds=2, rng=np.random.default_rng(7))
    >>> race.play("@1"); race.play("@2")
    >>> len(race.turns), str(race.turns[0])
    (41, '1L:>')
    """

    def __init__(
        self,
        course: Course,
        sleds: int = 2,
        *,
        rng: np.random.Generator | None = None,
        deal: Deal | None = None,
        choosing: Sequence[int] | None = None,
    ) -> None:
        if not 1 <= sleds <= MOST_SLEDS:
            raise ValueError(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
        if rng is not None:
            if deal is not None:
                raise ValueError("a race takes its chance from rng or from a deal, not from both")
            deal = seeded(rng)
        if choosing is None:
            choosing = choosing_order(deal, sleds) if deal else range(sleds)
        if sorted(choosing) != list(range(sleds)):
            raise ValueError(f"the sleds 0–{sleds - 1} choose once each, not {list(choosing)}")
        state = empty_state()
        set_up(state, course.track.spaces, sleds)
        let_choose(state, np.array(choosing, np.int8))
        self._begin(course, state.tobytes(), deal)

    def _begin(self, course: Course, state: bytes, deal: Deal | None) -> None:
        self.course = course
        self.track = course.track
        self.deal = deal
        # The state and its one record are views of this buffer, which is saved and restored.
        self._buffer = bytearray(state)
        self._state: State = np.frombuffer(self._buffer, STATE)
        self._record: Any = self._state[0]
        self._before: list[tuple[bytes, list[int]]] = []
        self._log: list[Played] = []
        self._words = [0] * MOST_SLEDS
        self._ledgers: list[tuple[Ledger, ...]] = []  # after so many entries; made when asked for
        self._path = np.empty(LONGEST_PATH, np.int16)
        self._drawn = np.empty(COPIES * VALUES, np.int8)

    @classmethod
    def from_state(
        cls,
        course: Course,
        state: State,
        deal: Deal | None = None,
        ledgers: tuple[Ledger, ...] | None = None,
    ) -> Self:
        """Return a race that goes on from a state, which is trusted to be sound.

        `ledgers` is what has been public before; left out, only what lies open is.
        """
        race = cls.__new__(cls)
        race._begin(course, state.tobytes(), deal)
        if ledgers is not None:
            race._ledgers.append(ledgers)
        return race

    def copy(self) -> Self:
        """Return a race that goes its own way from here on."""
        race = self.from_state(self.course, self._state, self.deal)
        race._before = self._before.copy()
        race._log = self._log.copy()
        race._words = self._words.copy()
        race._ledgers = self._ledgers.copy()
        return race

    # -- looking ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """A copy of the race's record; see `state.STATE`."""
        return state_of(self._buffer)

    @property
    def round(self) -> int:
        """The round being raced; 0 while start spaces are chosen."""
        return int(self._record["round"])

    @property
    def phase(self) -> Phase:
        """What has to be decided next."""
        return phase_of(self._state)

    @property
    def actor(self) -> int | None:
        """The sled that has to decide; None when the race is over."""
        return None if self.phase is Phase.OVER else int(self._record["actor"])

    @property
    def owed(self) -> int:
        """How many cards the actor must discard."""
        return int(self._record["owed"])

    @property
    def log(self) -> tuple[Played, ...]:
        """All decisions so far, and the cards drawn because of them."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[State, ...]:
        """The states before each decision of the log."""
        return tuple(state_of(state) for state, _ in self._before)

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """What has been public about each sled's cards; see `ledger`."""
        if not self._ledgers:
            first = state_of(self._before[0][0]) if self._before else self._state
            self._ledgers.append(first_ledgers(first))
        for n in range(len(self._ledgers), len(self._log) + 1):
            after = state_of(self._before[n][0]) if n < len(self._before) else self._state
            self._ledgers.append(ledgers_after(self._ledgers[-1], self._log[n - 1], after))
        return self._ledgers[-1]

    @property
    def words_used(self) -> tuple[int, ...]:
        """How many words of each sled's stream of the deal have been used."""
        return tuple(self._words)

    @property
    def sleds(self) -> tuple[Sled, ...]:
        """All sleds, with all their cards."""
        r = self._record
        return tuple(self._sled(r, i) for i in range(r["sleds"]))

    def _sled(self, r: Any, i: int) -> Sled:
        status = _STATUSES[r["status"][i]]
        space = int(r["space"][i])
        return Sled(
            space=None if space == OFF else self.track.names[space],
            left=int(r["left"][i]),
            right=int(r["right"][i]),
            brake=int(r["brake"][i]),
            hand=listed(r["hand"][i]),
            deck=listed(r["deck"][i]),
            used=listed(r["used"][i]),
            dents=int(r["dents"][i]),
            status=status,
            place=int(r["place"][i]) if status is Status.FINISHED else None,
        )

    def position_of(self, sled: int) -> int | None:
        """Return a sled's position now (ORDER-5); None if it is not, or no longer, in the race."""
        r = self._record
        sled = self._in_race(sled)
        if r["status"][sled] != FINISHED and r["space"][sled] == OFF:
            return None
        return position(self._state, self.track.spaces, sled)

    def standings(self) -> tuple[Standing, ...]:
        """Return the sleds in race order; wrecks last, the later before the earlier (END-4)."""
        r = self._record

        def order(sled: int) -> tuple[int, int]:
            status, place = int(r["status"][sled]), int(r["place"][sled])
            if status == WRECKED:
                return 2, -place
            return (0, place) if status == FINISHED else (1, self.position_of(sled) or 0)

        found = sorted(range(r["sleds"]), key=order)
        return tuple(
            Standing(sled, _STATUSES[r["status"][sled]], self.position_of(sled)) for sled in found
        )

    def position(self) -> str:
        """Return the position as one line of text; see `position`."""
        return write_position(self.course, self._state)

    @classmethod
    def from_position(cls, line: str, deal: Deal | None = None) -> Self:
        """Return a race that goes on from a position line; raise InvalidPosition if it is none."""
        course, state = read_position(line)
        return cls.from_state(course, state, deal)

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Return the race so far as a race record; see `record`."""
        from .record import write_record

        return write_record(self, headers)

    @classmethod
    def from_record(cls, text: str) -> "Race":
        """Return the race that a record tells; raise InvalidRecord if it cannot be replayed."""
        from .record import read_record

        return read_record(text).race

    def view(self, seat: int | None) -> "View":
        """Return what a seat may know, or an onlooker (None)."""
        from .view import view_of

        return view_of(self, seat)

    # -- deciding -----------------------------------------------------------------------------

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that the actor may play, in a fixed order; none if no turn is to be played."""
        if self.phase is not Phase.TURN:
            return ()
        return self.turns_of(int(self._record["actor"]))

    def turns_of(self, sled: int) -> tuple[Turn, ...]:
        """Return the turns that a sled could play if it moved now."""
        return turns_of(self._state, self._in_race(sled))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that the actor may decide now, in a fixed order."""
        return decisions_of(self._state, self.track)

    def numbered(self, number: int) -> Decision:
        """Return the actor's decision with a number, as compiled mushers name it; see `decide`."""
        return numbered_decision(self._state, number)

    @property
    def free_starts(self) -> tuple[int, ...]:
        """Numbers of the start spaces that nobody has chosen."""
        return free_starts(self._state, self.track)

    def preview(self, turn: str | Turn, sled: int | None = None) -> Preview:
        """Return where a turn ends, what it costs and why, without playing it.

        The sled is the one to move, or any other as if it moved now.
        """
        return preview(self._state, self.track, *self._legal_turn(turn, sled))

    def reach(self, sled: int | None = None) -> Reach:
        """Return everything that a sled could reach if it moved now; left out, the actor."""
        return reach_of(self._state, self.track, self._on_track(sled))

    def play(self, decision: str | Decision, drawn: Iterable[int] | None = None) -> None:
        """Take a decision for the actor, and draw the cards that follow from it.

        The cards come from the race's deal, or are those given in `drawn`. Raises InvalidTurn if
        the text is no decision, IllegalTurn if it cannot be taken now, IllegalDraw if the cards
        given do not fit, ValueError if there is no deal; the race is then unchanged.
        """
        if isinstance(decision, str):
            decision = parse_decision(decision)
        number = self._legal_number(decision)
        cards = None if drawn is None else list(drawn)
        before, words = bytes(self._buffer), self._words.copy()
        actor = int(self._record["actor"])
        try:
            decide(self._state, self.track.spaces, number, self._path)
            draws = []
            while (due := next_draw(self._state))[1]:
                draws.append(self._draw(cards, *due))
            if cards:
                left = f"{decision}: {cards_told(len(cards))} too many given: {cards}"
                raise IllegalDraw(None, left)
        except BaseException:
            self._buffer[:], self._words = before, words
            raise
        self._before.append((before, words))
        self._log.append(Played(actor, decision, tuple(draws)))

    def undo(self) -> Played:
        """Take back the last decision and the cards drawn after it, and return them."""
        if not self._log:
            raise IndexError("there is nothing to take back")
        self._buffer[:], self._words = self._before.pop()
        del self._ledgers[len(self._log) :]
        return self._log.pop()

    def _draw(self, cards: list[int] | None, sled: int, owed: int, why: int) -> Drawn:
        """Draw the cards owed to a sled."""
        reason = _REASONS[why]
        if cards is not None:
            given, cards[:] = cards[:owed], cards[owed:]
            for i, value in enumerate(given):
                if not draw_given(self._state, sled, value):
                    raise IllegalDraw(sled, f"card {i + 1}: sled {sled} cannot draw a {value}")
            if len(given) < owed:
                raise IllegalDraw(sled, f"sled {sled} draws {cards_told(owed)}, {len(given)} given")
            after_draw(self._state, self.track.spaces)
            self._words[sled] += owed
            return Drawn(sled, tuple(given), reason)
        if self.deal is None:
            raise ValueError("this race has no deal: give it one, or the cards that are drawn")
        words = self.deal.words(sled, self._words[sled], owed)
        self._words[sled] += owed
        count = draw(self._state, self.track.spaces, words, self._drawn)
        return Drawn(sled, tuple(self._drawn[:count].tolist()), reason)

    # -- refusing -----------------------------------------------------------------------------

    def _legal_number(self, decision: Decision) -> int:
        """Return the number of a decision, or refuse it."""
        phase = self.phase
        if isinstance(decision, Turn) and phase is Phase.TURN:
            return self._legal_turn(decision, None)[1].number
        if isinstance(decision, Start) and phase is Phase.START:
            if decision.number in self.free_starts:
                return decision.number
            free = ", ".join(map(str, self.free_starts))
            raise self._illegal(decision, f"start space taken; free are {free}")
        if isinstance(decision, Discard) and phase is Phase.DISCARD:
            if decision in self.decisions:
                return decision.number
            hand = listed(self._record["hand"][self._record["actor"]])
            held = " ".join(map(str, hand))
            raise self._illegal(decision, f"discard {cards_told(self.owed)} out of {held}")
        wanted = {
            Phase.START: f"sled {self.actor} chooses a start space first, as in @3",
            Phase.TURN: f"sled {self.actor} plays a turn first, as in {self._example()}",
            Phase.DISCARD: f"sled {self.actor} discards {cards_told(self.owed)} first, as in x3",
        }
        raise self._illegal(decision, wanted.get(phase, "the race is over"))

    def _example(self) -> str:
        return str(next(iter(self.turns), ""))

    def _legal_turn(self, turn: str | Turn, sled: int | None) -> tuple[int, Turn]:
        """Return the sled and its turn, or refuse it."""
        if isinstance(turn, str):
            turn = Turn.parse(turn)
        sled = self._on_track(sled)
        number = turn.number
        legal, speed, drift = legal_pace(self._state, sled, number)
        if legal and numbered_turn(number, speed, drift) == turn:
            return sled, turn
        raise self._illegal(turn, self._why_not(sled, turn))

    def _why_not(self, sled: int, turn: Turn) -> str:
        """Return the reason why a sled cannot play a turn."""
        r = self._record
        needed, held = len(turn.places), int(r["hand"][sled, turn.value - 1])
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
        sled = int(self._record["actor"]) if sled is None else self._in_race(sled)
        if self._record["space"][sled] == OFF:
            raise ValueError(f"sled {sled} is not on the track\n  in {self.position()}")
        return sled

    def _in_race(self, sled: int) -> int:
        """Return the number of a sled that takes part in the race."""
        if not 0 <= sled < self._record["sleds"]:
            raise ValueError(f"there is no sled {sled}; sleds are 0–{self._record['sleds'] - 1}")
        return sled

    def _illegal(self, decision: Decision, reason: str) -> IllegalTurn:
        return IllegalTurn(decision, reason, self.position())
