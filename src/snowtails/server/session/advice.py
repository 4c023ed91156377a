"""Hints of a musher: what it would do, and why, in facts that can be checked.

In races the coach gives hints; a Husky does until search is compiled, and a Lone Wolf in solo
games. Reasons are told in what the Husky measures: the turns still to be expected after a move,
over the cards kept and those that may be drawn.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...course.track import FAR
from ...mushers import LADDER, ask, solve
from ...mushers.husky import turns_after
from ...mushers.solver import LOST, Values
from ...rules import Move, View
from ...rules.flow import extra_cards
from ...rules.notation import Decision, Discard, Start, Turn
from ...rules.solo import SoloPosition
from ...rules.state import VALUES
from ..wire.answer_types import HintReason
from .thinking import STAND_IN, Question, SomeDecision, decide

ADVISER = STAND_IN
"""Who advises until search is compiled."""

MATTERS = 0.1
"""Turns below which two moves are as good as each other."""


@dataclass(frozen=True)
class Advice:
    """A decision and the reason for it."""

    decision: SomeDecision
    reason: HintReason


def advise(musher: str, question: Question) -> Advice:
    """Return what to do and why."""
    if isinstance(question, SoloPosition):
        return _advise_alone(musher, question)
    decision = ask(LADDER[musher], question, np.random.default_rng())
    return Advice(decision, _reason(question, decision))


def _reason(view: View, decision: Decision) -> HintReason:
    """Return why a decision is the best, once it is known that it is."""
    match decision:
        case Turn():
            return Prospects(view).reason(decision)
        case Discard():
            return HintReason(code="keep", cards=_kept(view, decision))
        case Start():
            return _start_reason(view, decision)


def _advise_alone(musher: str, game: SoloPosition) -> Advice:
    """Advise in the solo game, where rounds are played to their end in thought."""
    decision = decide(musher, game)
    dents = game.preview(decision).dent_count if isinstance(decision, Turn) else 0
    return Advice(decision, HintReason(code="tried-costs" if dents else "tried", dents=dents))


def _kept(view: View, discard: Discard) -> tuple[Any, ...]:
    """Return the cards that a discard leaves."""
    hand = list(view.hand_of(_seat(view)))
    for value in discard.values:
        hand.remove(value)
    return tuple(hand)


def _start_reason(view: View, start: Start) -> HintReason:
    if start.number == min(view.free_starts):
        return HintReason(code="start-front")
    if more := int(extra_cards(start.number)):
        return HintReason(code="start-cards", count=more)
    return HintReason(code="start-way")


def _seat(view: View) -> int:
    if view.seat is None:
        raise ValueError("an onlooker has nothing to decide")
    return view.seat


class Prospects:
    """What each move in reach promises: the turns to be expected after it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.track = view.track
        self.values: Values = solve(view.course).values
        reach = view.reach(_seat(view))
        self.moves = reach.moves
        self._rows = {int(row["turn"]): row for row in reach.rows}

    @cached_property
    def clean(self) -> tuple[Move, ...]:
        """Those that cost neither a dent nor the refill."""
        return tuple(each for each in self.moves if not self._costs(each))

    @staticmethod
    def _costs(move: Move) -> bool:
        return bool(move.dents or move.stop or move.wrecked)

    def turns_after(self, move: Move) -> float:
        """Return the turns to be expected after a move, over the cards kept and those to come."""
        if move.wrecked:
            return LOST
        if move.finished:
            return 0.0
        best = np.empty((VALUES, 4), np.float32)
        row = self._rows[move.turn.number]
        return float(turns_after(self.view.state, self.values, row, best))

    # -- advising -----------------------------------------------------------------------------

    def reason(self, turn: Turn) -> HintReason:
        """Return why a turn is the best, once it is known that it is."""
        move = self.view.preview(turn)
        if self._costs(move) and self.clean:
            return self._buys(move)
        return self._why(move)

    def _past(self, move: Move) -> int:
        """Return how far past the finish line a move ends; less than all ranks if it does not."""
        return self.track.rank(move.end) if move.finished else -1

    def _buys(self, move: Move) -> HintReason:
        """Say what a costly move buys that the best clean one has not."""
        dents = move.dent_count
        if move.finished:
            best = max(self.clean, key=self._past)
            if not best.finished:
                return HintReason(code="buys-finish", dents=dents)
            if self._past(best) < self._past(move):
                return HintReason(code="buys-further", dents=dents)
            return HintReason(code="tried-costs", dents=dents)
        saved = min(map(self.turns_after, self.clean)) - self.turns_after(move)
        if saved < MATTERS:
            return HintReason(code="tried-costs", dents=dents)
        return HintReason(code="buys" if dents else "buys-bump", dents=dents, turns=round(saved, 1))

    def _why(self, move: Move) -> HintReason:
        if move.wrecked:
            return HintReason(code="lost")
        if move.finished:
            return HintReason(code="finish", dents=move.dent_count)
        if self._costs(move):
            cheapest = min(self.moves, key=lambda each: each.price)
            if cheapest.price[:2] == move.price[:2]:
                return HintReason(code="least", dents=move.dent_count)
            saves = self.turns_after(cheapest) > self.turns_after(move)
            return HintReason(code="no-clean" if saves else "tried-costs", dents=move.dent_count)
        return self._why_clean(move)

    def _why_clean(self, move: Move) -> HintReason:
        furthest = max(self.clean, key=lambda each: self.track.rank(each.end))
        if len({each.end for each in self.clean}) == 1:
            return HintReason(code="only-clean")
        if self.track.rank(move.end) == self.track.rank(furthest.end):
            return HintReason(code="furthest")
        saved = round(self.turns_after(furthest) - self.turns_after(move), 1)
        if saved <= -MATTERS:
            return HintReason(code="tried")
        if saved < MATTERS:
            return HintReason(code="even", space=furthest.end)
        slower = self._slower(move, furthest)
        return slower or HintReason(code="quicker", space=furthest.end, turns=saved)

    def _slower(self, move: Move, furthest: Move) -> HintReason | None:
        """Say that a move leaves a speed for the next bend which the furthest does not."""
        limit, other = self._bend(move), self._bend(furthest)
        speed, faster = self._speed(move), self._speed(furthest)
        if limit is None or limit != other or not speed <= limit < faster:
            return None
        return HintReason(code="slower", space=furthest.end, speed=speed, limit=limit, other=faster)

    @staticmethod
    def _speed(move: Move) -> int:
        """Return the speed that the mat holds after a move: its own, without the bonus."""
        return move.speed - move.bonus

    def _bend(self, move: Move) -> int | None:
        """Return the limit of the next safety line, if the speed on the mat carries that far."""
        row = self.track.spaces[self.track.find(move.end)]
        steps, limit = int(row["bend_in"]), int(row["bend_safety"])
        near = steps < FAR and limit > 0 and steps <= max(self._speed(move), 1)
        return limit if near else None
