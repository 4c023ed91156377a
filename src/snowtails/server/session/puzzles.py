"""Puzzles for visitors: the one of the day, one that suits, and how they were answered."""

import asyncio
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache, lru_cache

from ...coach.puzzle import Puzzle, puzzle_of_day, shipped_puzzles
from ..errors import NotFound
from ..store.puzzles import PuzzleAnswer
from ..store.visitors import Visitor
from ..wire.history import daily_streak
from ..wire.messages import course_message, move_message
from ..wire.puzzle_types import (
    PuzzleAnswered,
    PuzzleName,
    Puzzles,
    PuzzleShown,
    PuzzleStanding,
    PuzzleTheme,
)
from ..wire.puzzles import name_message, race_after, view_message
from ..wire.visitor_types import Streak
from .days import today
from .hub import Hub
from .thinking import can_search

FIRST_LEVEL = 1000
_LEVELS = {1: 700, 2: 900, 3: 1100, 4: 1300, 5: 1500}
"""What solving a puzzle of each grade every other time is worth."""

_FEW, _QUICK, _STEADY = 12, 64, 24
"""The first answers move the level by more than those that follow."""

SAVED_DAYS = 60
"""For how many days nobody is led to the puzzle of a day before it comes."""


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped_puzzles()}


def find_puzzle(name: str) -> Puzzle:
    """Return a puzzle by its id."""
    if (found := _by_id().get(name)) is None:
        raise NotFound("no-puzzle", "there is no such puzzle; its link may be incomplete")
    return found


def level_of(grades: Iterable[tuple[int, bool]]) -> float:
    """Return the level after answers, given the grade of each puzzle and whether it was right.

    >>> level_of([]), round(level_of([(3, True)])), round(level_of([(3, False)]))
    (1000.0, 1041, 977)
    """
    level = float(FIRST_LEVEL)
    for number, (grade, right) in enumerate(grades):
        expected = 1 / (1 + 10 ** ((_LEVELS[grade] - level) / 400))
        level += (_QUICK if number < _FEW else _STEADY) * (right - expected)
    return level


def distance(puzzle: Puzzle, level: float) -> float:
    """Return how far the grade of a puzzle is from a level."""
    return abs(_LEVELS[puzzle.grade] - level)


def streak_of(answers: Iterable[PuzzleAnswer]) -> Streak:
    """Tell how many puzzles in a row were solved, up to now and at best."""
    now = best = 0
    for answer in answers:
        now = now + 1 if answer.correct else 0
        best = max(best, now)
    return Streak(now=now, best=best)


def standing_message(answers: list[PuzzleAnswer], level: float, days: Streak) -> PuzzleStanding:
    """Tell how a visitor does at puzzles."""
    return PuzzleStanding(
        answered=len(answers),
        solved=sum(answer.correct for answer in answers),
        level=round(level),
        streak=streak_of(answers),
        days=days,
    )


@lru_cache(maxsize=2)
def _of_days_from(day: date) -> frozenset[str]:
    """Return the puzzles of a day and of those to come, as far as they are saved for their day."""
    return frozenset(puzzle_of_day(day + timedelta(days=n)).id for n in range(SAVED_DAYS))


@dataclass(frozen=True)
class Progress:
    """A visitor's way through the puzzles; of somebody unknown an empty one."""

    holder: str
    answers: list[PuzzleAnswer]
    """First answers, to puzzles that there still are, the first first."""
    days: dict[str, bool] = field(default_factory=dict)
    """Whether the puzzle of each day was answered right on that day, by its date."""

    @property
    def solved(self) -> dict[str, bool]:
        """Return whether each puzzle was answered right, by its id."""
        return {answer.puzzle: answer.correct for answer in self.answers}

    @property
    def level(self) -> float:
        """Return how hard puzzles may be."""
        known = _by_id()
        return level_of((known[answer.puzzle].grade, answer.correct) for answer in self.answers)

    def name(self, puzzle: Puzzle, day: str | None = None) -> PuzzleName:
        """Tell which puzzle it is; that of a day is as good as new until it is answered then."""
        answered = self.solved.get(puzzle.id) if day is None else self.days.get(day)
        return name_message(puzzle, answered)

    def following(
        self, day: date, passed_over: str = "", theme: PuzzleTheme | None = None
    ) -> Puzzle:
        """Return a puzzle that suits and is new, or else the one answered longest ago.

        Those of the day and of the days to come are passed over, so that their days bring new ones.
        """
        level, solved = self.level, self.solved
        saved = _of_days_from(day) | {passed_over}
        themed = [each for each in shipped_puzzles() if theme in (None, each.theme)]
        fresh = [each for each in themed if each.id not in solved]
        if suits := [each for each in fresh if each.id not in saved]:
            return min(suits, key=lambda each: (distance(each, level), self._order(each)))
        open_to = {each.id for each in themed} - saved
        again = (each.puzzle for each in self.answers if each.puzzle in open_to)
        return find_puzzle(next(again, themed[0].id))

    def _order(self, puzzle: Puzzle) -> str:
        """Return where a puzzle comes among those of its grade: for everybody elsewhere."""
        return hashlib.sha256(f"{self.holder} {puzzle.id}".encode()).hexdigest()


async def progress_of(hub: Hub, visitor: Visitor | None) -> Progress:
    """Return a visitor's way through the puzzles."""
    return Progress("", []) if visitor is None else await _progress(hub, visitor.holder)


async def _progress(hub: Hub, holder: str) -> Progress:
    answers = await hub.puzzles.answers_of(holder)
    first: dict[str, PuzzleAnswer] = {}
    for each in answers:
        if each.puzzle in _by_id():
            first.setdefault(each.puzzle, each)
    days = {each.day: each.correct for each in answers if each.day}
    return Progress(holder, [*first.values()], days)


def _standing(hub: Hub, progress: Progress) -> PuzzleStanding:
    solved = [day for day, right in progress.days.items() if right]
    streak = daily_streak(solved, today(hub))
    return standing_message(progress.answers, progress.level, streak)


async def puzzles_of(
    hub: Hub, visitor: Visitor | None, theme: PuzzleTheme | None = None
) -> Puzzles:
    """Tell the puzzle of the day, the one to go on with, and how a visitor does."""
    progress = await progress_of(hub, visitor)
    day = today(hub).isoformat()
    return Puzzles(
        day=day,
        today=progress.name(puzzle_of_day(today(hub)), day),
        next=progress.name(progress.following(today(hub), theme=theme)),
        puzzles=len(shipped_puzzles()),
        standing=_standing(hub, progress),
    )


def _day_of(hub: Hub, puzzle: Puzzle) -> str | None:
    """Return the date, if a puzzle is that of the day."""
    day = today(hub)
    return day.isoformat() if puzzle_of_day(day).id == puzzle.id else None


async def shown(hub: Hub, visitor: Visitor | None, puzzle: Puzzle) -> PuzzleShown:
    """Tell a puzzle."""
    progress = await progress_of(hub, visitor)
    view = await asyncio.to_thread(view_message, puzzle)
    day = _day_of(hub, puzzle)
    return PuzzleShown(
        name=progress.name(puzzle, day),
        course=course_message(puzzle.view.course.line, ""),
        day=day,
        view=view,
    )


async def answered(hub: Hub, visitor: Visitor | None, puzzle: Puzzle, turn: str) -> PuzzleAnswered:
    """Judge an answer, and keep a visitor's first to the puzzle, and to that of the day."""
    answer = await hub.explanations.answer(puzzle, turn)
    kept = PuzzleAnswer(puzzle.id, answer.right, _day_of(hub, puzzle))
    counted = visitor is not None and await hub.puzzles.keep(visitor.holder, kept, hub.clock.now())
    progress = await progress_of(hub, visitor)
    return PuzzleAnswered(
        correct=answer.right,
        counted=counted,
        chance=answer.chance,
        best_chance=answer.best_chance,
        next_best_chance=answer.next_best_chance,
        move=move_message(answer.chosen),
        best=move_message(answer.best),
        reason=await hub.explanations.reason(puzzle, answer.chosen.turn) if can_search() else None,
        race=await asyncio.to_thread(race_after, puzzle, answer.chosen),
        best_race=await asyncio.to_thread(race_after, puzzle, answer.best),
        standing=_standing(hub, progress),
        next=progress.name(progress.following(today(hub), puzzle.id)),
    )
