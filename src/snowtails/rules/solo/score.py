"""What a round of the solo game is worth, line by line, and the grade of three."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...course import Course
from ...course.tile import RUN_OFF
from ...course.track import Spaces
from ..kernel import kernel, kernel_part
from ..state import OFF, State
from .cards import in_hand
from .state import OPPONENTS, PAST, WRECKED, YOU

ROUNDS = 3
"""Races of a solo game."""

_RUN_OFF = len(RUN_OFF)
_PAST_POINTS = 7
_PLACE_POINTS = np.array((4, 1, 0, -2, -4), np.int64)
"""By lengths before the line, the last first; further back counts as the last entry (SOLO-16)."""

_DENT_POINTS = np.array(((4, 2, 1), (5, 3, 2), (6, 4, 3)), np.int64)
"""By place (past the line, last length, second to last) and dents; else 0 (SOLO-17)."""

_SETUP_POINTS: dict[Literal["snowdrift", "chasm", "saplings"], tuple[int, int]] = {
    "snowdrift": (0, 1),
    "chasm": (1, 1),
    "saplings": (2, 3),
}
"""For the first and the second tile of a kind (SOLO-2)."""


@dataclass(frozen=True, slots=True)
class SetupLine:
    """What one kind of hazard, or the opponents, add to the setup points."""

    kind: Literal["snowdrift", "chasm", "saplings", "opponents"]
    count: int
    points: int


def setup_lines(course: Course, opponents: bool) -> tuple[SetupLine, ...]:
    """Return the setup points of a course by what they are given for (SOLO-2).

    Only tiles as printed count: the points are for the printed hazards (SOLO-1).

    >>> setup_lines(Course.load("lone-wolf"), opponents=True)[0]
    SetupLine(kind='snowdrift', count=1, points=0)
    """
    kinds = [
        tile.name.removesuffix("-left").removesuffix("-right")
        for tile in course.tiles
        if tile.as_printed
    ]
    lines = [
        SetupLine(kind, kinds.count(kind), sum(points[: kinds.count(kind)]))
        for kind, points in _SETUP_POINTS.items()
        if kind in kinds
    ]
    if opponents:
        lines.append(SetupLine("opponents", OPPONENTS, 1))
    return tuple(lines)


def setup_points(course: Course, opponents: bool) -> int:
    """Return the setup points of a course, with or without opponents (SOLO-2).

    >>> setup_points(Course.load("lone-wolf"), opponents=True)
    1
    """
    return sum(line.points for line in setup_lines(course, opponents))


@kernel_part
def lengths_back(game: State, track: Spaces) -> int:
    """Return how many lengths before the line the sled stands: 0 past it, 1 on the last one."""
    finish = int(track[len(track) - 1]["tile"]) - _RUN_OFF
    space = game[0]["space"][YOU]
    # A sled that has not chosen its start space yet stands behind it.
    return finish if space == OFF else max(finish - int(track[space]["tile"]), 0)


@kernel
def place_points(game: State, track: Spaces) -> int:
    """Return the points for the place where a round ended, without cards (SOLO-16)."""
    back = lengths_back(game, track)
    if back == 0:
        return _PAST_POINTS
    return _PLACE_POINTS[min(back, len(_PLACE_POINTS)) - 1]


@kernel
def dent_points(game: State, track: Spaces) -> int:
    """Return the points for few dents (SOLO-17)."""
    back, dents = lengths_back(game, track), int(game[0]["dents"][YOU])
    return _DENT_POINTS[back, dents] if back < 3 and dents < 3 else 0


@kernel
def driving_points(game: State, track: Spaces) -> int:
    """Return all points of a round that is over but its setup points."""
    if game[0]["end"] == WRECKED:
        return 0
    cards = in_hand(game) + 0 if game[0]["end"] == PAST else 0
    return place_points(game, track) + cards + dent_points(game, track)


Reason = Literal["past", "length", "start", "cards", "dents", "setup", "wrecked"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score, with its reason as data."""

    reason: Reason
    clause: str
    points: int
    count: int = 0
    """Lengths before the line (1 is the last), cards in hand, or dents."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a round is worth."""

    lines: tuple[Line, ...]
    setup: int
    """Setup points of its course, which count for the level even if the round scored 0."""

    @property
    def total(self) -> int:
        """All points of the round."""
        return sum(line.points for line in self.lines)


def score_of(game: State, track: Spaces, setup: int) -> Score:
    """Return what a round is worth as it stands; it should be over."""
    g = game[0]
    if g["end"] == WRECKED:
        return Score((Line("wrecked", "SOLO-15", 0, int(g["dents"][YOU])),), setup)
    back, dents = lengths_back(game, track), int(g["dents"][YOU])
    reason: Reason = "length" if back else "past"
    if g["space"][YOU] == OFF or not track[g["space"][YOU]]["tile"]:
        reason = "start"
    lines = [Line(reason, "SOLO-16", int(place_points(game, track)), int(back))]
    if g["end"] == PAST:
        cards = int(in_hand(game))
        lines.append(Line("cards", "SOLO-16", cards, cards))
    lines.append(Line("dents", "SOLO-17", int(dent_points(game, track)), dents))
    lines.append(Line("setup", "SOLO-18", setup))
    return Score(tuple(lines), setup)


# -- the grade -------------------------------------------------------------------------------------

Level = Literal["easy", "normal", "hard"]
Victory = Literal["game", "major", "complete"]

LEVELS: tuple[tuple[int, Level], ...] = ((6, "hard"), (3, "normal"), (0, "easy"))
VICTORIES: tuple[tuple[int, Victory], ...] = ((34, "complete"), (31, "major"), (28, "game"))


@dataclass(frozen=True, slots=True)
class Grade:
    """The rating of a whole game: one of nine, or no victory (SOLO-19).

    >>> str(grade_of(32, 3))
    'normal, major victory'
    """

    level: Level
    victory: Victory | None

    def __str__(self) -> str:
        return (
            f"{self.level}, {self.victory} victory" if self.victory else f"{self.level}, no victory"
        )


def grade_of(points: int, setup: int) -> Grade:
    """Return the grade of points and setup points of three rounds together (SOLO-19)."""
    level = next(level for least, level in LEVELS if setup >= least)
    victory = next((victory for least, victory in VICTORIES if points >= least), None)
    return Grade(level, victory)


def grade_of_scores(scores: Sequence[Score]) -> Grade:
    """Return the grade of the rounds of a game."""
    return grade_of(sum(score.total for score in scores), sum(score.setup for score in scores))
