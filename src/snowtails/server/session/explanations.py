"""`Explanations`: answers to puzzles, judged and explained one at a time; reasons are kept."""

import asyncio
from collections import OrderedDict

from ...coach.explaining import explain
from ...coach.puzzle import Answer, Puzzle
from ...rules.notation import Turn
from ..wire.coach import reason_message
from ..wire.coach_types import CoachReason

MOST_KEPT = 256
"""Reasons that are remembered."""


class Explanations:
    """Verdicts and reasons for those who answer puzzles.

    They are not found in the mushers' threads, where an answer would wait for thoughts of seconds,
    but by one thread at most: the first answer on a course may have to solve it.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Turn], CoachReason] = OrderedDict()
        self._thinking = asyncio.Lock()

    async def answer(self, puzzle: Puzzle, turn: str) -> Answer:
        """Judge a turn; raise IllegalTurn if it is not legal."""
        async with self._thinking:
            return await asyncio.to_thread(puzzle.answer, turn)

    async def reason(self, puzzle: Puzzle, turn: Turn) -> CoachReason:
        """Return how the best line of a puzzle differs from a turn."""
        key = puzzle.id, turn
        if known := self._kept.get(key):
            return known
        async with self._thinking:
            if (found := self._kept.get(key)) is None:
                found = await asyncio.to_thread(_reason, puzzle, turn)
                self._kept[key] = found
                if len(self._kept) > MOST_KEPT:
                    self._kept.popitem(last=False)
        return found


def _reason(puzzle: Puzzle, turn: Turn) -> CoachReason:
    return reason_message(explain(puzzle, puzzle.answer(turn)))
