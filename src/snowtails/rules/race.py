"""`Race`: the friendly door to a race. It checks every decision and explains what it refuses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

import numpy as np

from ..course import Course, InvalidArgument, Refused
from ..course.problem import expect, whole_number
from .cards import draw_given, listed
from .choices import Phase
from .colours import choose_colours
from .deal import Deal, chance, choosing_order
from .decide import decide
from .flow import DEAL, NO_CARDS, REFILL, after_draw, draw, let_choose, next_draw, set_up
from .ledger import Ledger, first_ledgers, ledgers_after
from .log import IllegalDraw, LoggedPosition, Words
from .movement import LONGEST_PATH
from .notation import Decision, Discard, Start, Turn, parse_decision
from .position import RacePosition
from .position_line import read_position
from .refusal import IllegalTurn, cards_told
from .state import COPIES, MOST_SLEDS, VALUES, State, empty_state

RULES_VERSION = 1
"""Goes up whenever a legal turn or a result changes."""

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


class Race(LoggedPosition[Decision, Played, RacePosition], RacePosition):
    """A race of sleds on a course.

    The course is a `Course`, or whatever names one: the name of a shipped course, a path, a course
    line. Chance comes from a `seed`, or an `rng` that a seed is drawn from, or a `deal`; without
    any of them the cards drawn are given to `play`. `choosing` is the order in which the sleds
    choose start spaces; left out, it is as random as the deal (SETUP-5), or 0, 1, 2 … where there
    is none. `colours` are those that the sleds wish for, None for any (SETUP-1).

    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> race.play("@1"); race.play("@2")
    >>> len(race.turns), str(race.turns[0])
    (45, '2L:>^')
    """

    _KEPT = RacePosition

    def __init__(
        self,
        course: Course | str | Path,
        sleds: int = 2,
        *,
        seed: int | None = None,
        rng: np.random.Generator | None = None,
        deal: Deal | None = None,
        choosing: Sequence[int] | None = None,
        colours: Sequence[str | None] | None = None,
    ) -> None:
        course = Course.of(course)
        sleds = whole_number(sleds, f"sleds is a number from 1 to {MOST_SLEDS}")
        if not 1 <= sleds <= MOST_SLEDS:
            raise Refused(f"a race has 1 to {MOST_SLEDS} sleds, not {sleds}")
        deal = chance(seed, rng, deal)
        if choosing is None:
            choosing = choosing_order(deal, sleds) if deal else range(sleds)
        if not isinstance(choosing, Sequence):
            raise InvalidArgument(f"choosing lists the sleds, as in [1, 0, 2], not {choosing!r}")
        choosing = [whole_number(sled, "choosing lists the sleds by number") for sled in choosing]
        if sorted(choosing) != list(range(sleds)):
            raise Refused(f"the sleds 0–{sleds - 1} choose once each, not {choosing}")
        state = empty_state()
        set_up(state, course.track.spaces, sleds)
        let_choose(state, np.array(choosing, np.int8))
        self._open(course, state, deal, choose_colours(colours, sleds))

    def _open(
        self, course: Course, state: State, deal: Deal | None, colours: tuple[str, ...]
    ) -> None:
        self._begin(course, state, colours, deal, streams=MOST_SLEDS)
        self._ledgers: list[tuple[Ledger, ...]] = []  # after so many entries; made when asked for

    @classmethod
    def from_state(
        cls,
        course: Course | str | Path,
        state: State,
        deal: Deal | None = None,
        ledgers: tuple[Ledger, ...] | None = None,
        colours: Sequence[str | None] | None = None,
    ) -> Self:
        """Return a race that goes on from a state, which is trusted to be sound.

        `ledgers` is what has been public before; left out, only what lies open is.
        """
        course, state = Course.of(course), cls._expect_state(state)
        race = cls.__new__(cls)
        race._open(
            course, state, chance(None, None, deal), choose_colours(colours, int(state[0]["sleds"]))
        )
        if ledgers is not None:
            race._ledgers.append(ledgers)
        return race

    @classmethod
    def parse(
        cls,
        line: str,
        deal: Deal | None = None,
        *,
        seed: int | None = None,
        rng: np.random.Generator | None = None,
        colours: Sequence[str | None] | None = None,
    ) -> Self:
        """Return a race that goes on from a position line; raise InvalidPosition if it is none.

        Chance comes from a `seed`, an `rng` or a `deal`, as in a new race.
        """
        course, state = read_position(expect(str, line, "a position line is a text"))
        return cls.from_state(course, state, chance(seed, rng, deal), colours=colours)

    @classmethod
    def from_record(cls, text: str) -> "Race":
        """Return the race that a record tells; raise InvalidRecord if it cannot be replayed."""
        from .record import read_record

        return read_record(text).race

    def record(self, headers: Mapping[str, str] | None = None) -> str:
        """Return the race so far as a race record; see `record`."""
        from .record import write_record

        return write_record(self, headers)

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """What has been public about each sled's cards; see `ledger`."""
        if not self._ledgers:
            self._ledgers.append(first_ledgers(self.beginning.state))
        for n in range(len(self._ledgers), len(self._log) + 1):
            after = self._at(self._before[n][0]) if n < len(self._before) else self
            self._ledgers.append(ledgers_after(self._ledgers[-1], self._log[n - 1], after.state))
        return self._ledgers[-1]

    def undo(self) -> Played:
        """Take back the last decision and the cards drawn after it, and return them."""
        del self._ledgers[max(len(self._log), 1) :]
        return super().undo()

    # -- going on -----------------------------------------------------------------------------

    def _read(self, decision: str | Decision) -> Decision:
        if isinstance(decision, (Turn, Start, Discard)):
            return decision
        return parse_decision(expect(str, decision, "a decision is a text such as 2L:>^> or @3"))

    def _decide(
        self, state: State, decision: Decision, number: int, cards: list[int] | None
    ) -> tuple[Played, Words]:
        actor = int(state[0]["actor"])
        words = list(self._words)
        decide(state, self.track.spaces, number, np.empty(LONGEST_PATH, np.int16))
        draws = []
        while (due := next_draw(state))[1]:
            draws.append(self._draw(state, words, cards, *due))
        if cards:
            left = f"{decision}: {cards_told(len(cards))} too many given: {cards}"
            raise IllegalDraw(None, left)
        return Played(actor, decision, tuple(draws)), tuple(words)

    def _draw(
        self,
        state: State,
        words: list[int],
        cards: list[int] | None,
        sled: int,
        owed: int,
        why: int,
    ) -> Drawn:
        """Draw the cards owed to a sled, and count the words used."""
        used, words[sled] = words[sled], words[sled] + owed
        if cards is None:
            drawn = np.empty(COPIES * VALUES, np.int8)
            count = draw(state, self.track.spaces, self._chance().words(sled, used, owed), drawn)
            return Drawn(sled, tuple(drawn[:count].tolist()), _REASONS[why])
        given, cards[:] = cards[:owed], cards[owed:]
        for i, value in enumerate(given):
            if not draw_given(state, sled, value):
                raise IllegalDraw(sled, f"card {i + 1}: sled {sled} cannot draw a {value}")
        if len(given) < owed:
            raise IllegalDraw(sled, f"sled {sled} draws {cards_told(owed)}, {len(given)} given")
        after_draw(state, self.track.spaces)
        return Drawn(sled, tuple(given), _REASONS[why])

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
            hand = listed(self._fields["hand"][self._fields["actor"]])
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

    def _illegal(self, decision: Decision, reason: str) -> IllegalTurn:
        return IllegalTurn(decision, reason, self.line)
