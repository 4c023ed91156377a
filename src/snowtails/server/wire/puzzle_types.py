"""What is told about puzzles, declared; beside the messages of `types`."""

from typing import Literal

from .coach_types import CoachReason
from .types import CourseName, Message, Move, RaceState, RaceView
from .visitor_types import Streak

PuzzleTheme = Literal[
    "bend", "chasm", "snowdrift", "saplings", "block", "bonus", "sprint", "cards", "lane"
]


class PuzzleName(Message, frozen=True):
    """Which puzzle it is."""

    puzzle: str
    """Its id."""
    theme: PuzzleTheme
    grade: int
    """From 1, easy, to 5."""
    solved: bool | None
    """Whether the visitor's first answer, or that of its day, was right; null if there is none."""


class PuzzleStanding(Message, frozen=True):
    """How the visitor does at puzzles; only first tries count."""

    answered: int
    solved: int
    level: int
    """Like a rating: 1000 at the beginning; it rises with what is solved, more for hard ones."""
    streak: Streak
    """Puzzles solved in a row."""
    days: Streak
    """Days in a row whose puzzle was solved on its day."""


class Puzzles(Message, frozen=True):
    """The puzzle of the day, the one to go on with, and how the visitor does."""

    day: str
    """The date, in UTC."""
    today: PuzzleName
    next: PuzzleName
    """One that suits the visitor's level, was not answered, and is not that of a day to come."""
    puzzles: int
    """How many there are."""
    standing: PuzzleStanding


class PuzzleShown(Message, frozen=True):
    """A puzzle: the position as its sled to move sees it."""

    name: PuzzleName
    course: CourseName
    day: str | None
    """The date, if it is the puzzle of the day."""
    view: RaceView
    """As a table would tell it; the visitor drives sled 0."""


class PuzzleAnswered(Message, frozen=True):
    """What came of an answer."""

    correct: bool
    counted: bool
    """Whether it was the visitor's first try, or the first on its day, and is kept."""
    chance: float
    """The chance to win that the turn leaves."""
    best_chance: float
    next_best_chance: float
    """The most that any line leaves that is not right."""
    move: Move
    best: Move
    """The best line; turns that leave the same are as good."""
    reason: CoachReason | None
    """How the best line differs from the turn, or, if that is right, from the best of the others,
    of whose places only the chance of the first is told; null while the server cannot search."""
    race: RaceState
    """The race after the turn, before cards are drawn."""
    best_race: RaceState
    """The race after the best line, before cards are drawn."""
    standing: PuzzleStanding
    next: PuzzleName
