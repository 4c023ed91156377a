"""Looking ahead for a player: the chances of each place for everything in reach, and the best turn.

All options are tried in the same worlds, more and more of them, so that there are figures at once
and better ones soon. Only what the seat may know goes in: worlds are dealt from its View.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..course import Refused
from ..course.problem import expect
from ..mushers import solve
from ..rules.choices import Phase, numbered_decision
from ..rules.deal import SeededDeal
from ..rules.move import Move
from ..rules.notation import Decision, Start, Turn
from ..rules.state import MOST_SLEDS
from ..rules.view import View
from .reasons import EVEN, Reason, reason_for
from .spread import spread_of

STAGES: tuple[tuple[int, float], ...] = ((24, 1.0), (96, 1.0), (400, 0.5), (2000, 0.2))
"""In how many worlds options are tried, and which share of them, the best, goes so far."""

TOLD = 3
"""Options that go on to the end at least."""

_AT_A_TIME = 8
"""Worlds between two looks at the clock: a few milliseconds for each option."""


@dataclass(frozen=True)
class Option:
    """Something that may be decided, and what came of it in thought."""

    decision: Decision
    space: str | None
    """Where it ends, or the start space; None for a discard."""
    score: float
    """How good it is; the best option has the best score."""
    won: float
    """The chance to win in races in thought, by which options are compared."""
    places: tuple[float, ...]
    """The chance of each place that is told, the first first: less sure than races in thought."""
    dents: float
    """Dents to be expected, in this turn and the rounds that were thought through."""
    turns: float
    """Turns to be expected until the finish line, unless it is wrecked."""
    wreck: float
    """The chance of being wrecked in the rounds that were thought through."""
    decided: float
    """How often somebody is over the finish line in these rounds."""
    first: float
    """How often it is the first."""
    others: float
    """Turns to be expected until the fastest of the others is over it; 0 if nobody else races."""
    worlds: int
    """In how many worlds it was tried."""

    @property
    def win(self) -> float:
        """The chance to win that is told."""
        return self.places[0]


class LookAhead:
    """What may come of everything that a seat can decide now; it grows with `go_on`.

    `among` names decisions to look at, in place of all that matter.

    >>> from snowtails import Race
    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> race.play("@1"); race.play("@2")
    >>> ahead = LookAhead(race.view(race.actor), seed=1)
    >>> while ahead.go_on(): pass
    >>> ahead.options[0].win > 0.4, str(ahead.options[0].decision) == str(ahead.best.decision)
    (True, True)
    """

    def __init__(
        self,
        view: View,
        seed: int,
        stages: tuple[tuple[int, float], ...] = STAGES,
        among: Sequence[Decision] = (),
    ) -> None:
        from ..mushers.playouts import field_of  # compiled when they are first needed
        from ..mushers.worlds import worlds_of
        from .chances import PLACES, best_by_destination

        expect(View, view, "the coach looks ahead from a view, as in race.view(0)")
        if view.actor is None or view.actor != view.seat:
            raise Refused("there is nothing to decide here, or not for this seat")
        self.view = view
        self._sled = view.actor
        self._stages = stages
        self._word = np.uint64(SeededDeal(seed).seed)
        self._values = solve(view.course).values
        state, track = view.state, view.track.spaces
        numbers = [decision.number for decision in among]
        if not among:
            numbers += [*field_of(state, track, self._values)]
        if not among and view.phase is Phase.TURN:
            numbers += [*best_by_destination(state, track, self._values)]
        self._numbers = np.unique(np.array(numbers, np.int64))
        self._worlds = worlds_of(view)
        self._spread = spread_of(view)
        self._figures = np.zeros((len(self._numbers), PLACES + MOST_SLEDS))
        self._tried = np.zeros(len(self._numbers), np.int64)
        self._decisions = tuple(numbered_decision(state, int(each)) for each in self._numbers)
        self._stage = 0
        self._among = np.arange(len(self._numbers))
        self._obvious = self._most_obvious()
        self._favourite: int | None = None

    def favour(self, decision: Decision) -> None:
        """Call a decision the best as long as nothing else is better by more than chance.

        An analysis compares with what one search finds best: whoever follows the coach should not
        be blamed for another one that is as good.
        """
        self.__dict__.pop("options", None)
        if decision in self._decisions:
            self._favourite = self._decisions.index(decision)

    @property
    def done(self) -> bool:
        """Whether all that was to be tried has been."""
        return self._stage == len(self._stages)

    @property
    def worlds(self) -> int:
        """In how many worlds the best options were tried."""
        return int(self._tried.max())

    @cached_property
    def moves(self) -> Mapping[Decision, Move]:
        """What turns lead to, this turn."""
        return {each: self.view.preview(each) for each in self._decisions if isinstance(each, Turn)}

    def go_on(self, milliseconds: float | None = None) -> bool:
        """Try options in more worlds, for a while or to the end of a stage; return if more can be.

        Without a clock the same seed gives the same figures.
        """
        from .chances import SCORE, try_options

        if self.done:
            return False
        self.__dict__.pop("options", None)  # to be made anew of what is found now
        began = time.perf_counter()
        upto = self._stages[self._stage][0]
        among, state, track = self._among, self.view.state, self.view.track.spaces
        sums, at = self._figures[among], int(self._tried[among[0]])
        decisions = self._numbers[among]
        while at < upto:
            more = min(_AT_A_TIME, upto - at)
            known = self._values, self._worlds
            try_options(state, track, *known, decisions, sums, self._word, (at, at + more))
            at += more
            spent = (time.perf_counter() - began) * 1000
            if milliseconds is not None and spent >= milliseconds:
                break
        self._figures[among], self._tried[among] = sums, at
        if at == upto:
            self._stage += 1
            if not self.done:
                scores = self._figures[among, SCORE]
                count = max(int(len(self._numbers) * self._stages[self._stage][1]), TOLD)
                best = among[np.argsort(-scores, kind="stable")[:count]]
                # What the best is compared with goes on beside it, in the same worlds.
                kept = [self._obvious, *([] if self._favourite is None else [self._favourite])]
                self._among = np.unique(np.append(best, kept))
        return not self.done

    # -- what was found -----------------------------------------------------------------------

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All options, those first that went furthest, of these the best."""
        found = [self._option(i) for i in range(len(self._numbers))]
        found.sort(key=lambda each: (-each.worlds, -each.score))
        if self._favourite is not None:
            favoured = self._option(self._favourite)
            if favoured.worlds == found[0].worlds and favoured.won > found[0].won - EVEN:
                found.remove(favoured)
                found.insert(0, favoured)
        return tuple(found)

    @property
    def destinations(self) -> tuple[Option, ...]:
        """The best option for each space that can be reached; for discards, all of them."""
        best: dict[object, Option] = {}
        for option in self.options:
            best.setdefault(option.space or option.decision, option)
        return tuple(best.values())

    @property
    def best(self) -> Option:
        """The option that came out best."""
        return self.options[0]

    @property
    def reason(self) -> Reason:
        """Why the best is the best: how it differs from what would be obvious, or from the next."""
        options = self.options
        obvious = self._option(self._obvious)
        other = obvious if obvious.decision != options[0].decision else None
        if other is None and len(options) > 1:
            # In the same worlds: what was given up earlier cannot be compared.
            beside = (each for each in options[1:] if each.worlds == options[0].worlds)
            other = next((each for each in beside if each.space != options[0].space), options[1])
        return self.reason_between(options[0], other)

    def reason_between(self, best: Option, other: Option | None) -> Reason:
        """Return how an option differs from another, in all that was found of both."""
        return reason_for(self.view, best, other, self.moves)

    def _option(self, i: int) -> Option:
        from .chances import (
            DECIDED,
            DENTS,
            FASTEST,
            FIRST,
            LOST_RACES,
            PLACES,
            SCORE,
            TURNS,
            WITH_OTHERS,
        )

        worlds = max(int(self._tried[i]), 1)
        figures = self._figures[i]
        sleds = len(self.view.sleds)
        driven = max(worlds - figures[LOST_RACES], 1)
        decision = self._decisions[i]
        places = (figures[PLACES : PLACES + sleds] / worlds).tolist()
        won = float(places[0])
        if not (isinstance(decision, Turn) and self.moves[decision].wrecked):
            places = self._spread.places(self._sled, places)
        return Option(
            decision,
            self._space(decision),
            float(figures[SCORE] / worlds),
            won,
            tuple(places),
            float(figures[DENTS] / worlds),
            float(figures[TURNS] / driven),
            float(figures[LOST_RACES] / worlds),
            float(figures[DECIDED] / worlds),
            float(figures[FIRST] / worlds),
            float(figures[FASTEST] / max(figures[WITH_OTHERS], 1)),
            int(self._tried[i]),
        )

    def _space(self, decision: Decision) -> str | None:
        if isinstance(decision, Turn):
            return self.moves[decision].end
        if isinstance(decision, Start):
            return self.view.track.names[self.view.track.starts[decision.number - 1]]
        return None

    def _most_obvious(self) -> int:
        """Return the option that somebody takes who looks no further: far, and without a dent."""
        if self.view.phase is not Phase.TURN:
            return 0
        track = self.view.track

        def worth(i: int) -> tuple[bool, float, int]:
            move = self.moves[self._decisions[i]]
            return (
                not move.wrecked,
                -move.dent_count - (move.stop is not None),
                track.rank(move.end),
            )

        return max(range(len(self._decisions)), key=worth)
