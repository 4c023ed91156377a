"""The character of a course, read off its tiles, and courses made up to have one."""

from collections.abc import Callable
from itertools import pairwise
from typing import Literal

import numpy as np

from .course import Course
from .tile import IMPASSABLE, SAPLING, Face

Character = Literal["fast", "twisty", "narrow", "mean"]

FigureName = Literal["length", "par", "pace", "wrecks", "dents", "leads", "skill", "starts"]
"""By what courses are compared once they were raced; see `lab.standing`."""

_DRAWN = 24
"""Courses that are made up before the one with most of a character is taken."""


def _fast(faces: tuple[Face, ...]) -> float:
    """Return the share of plain straights, a little more for several in a row."""
    plain = [not face.curve and not face.hazard for face in faces]
    rows = sum(one and other for one, other in pairwise(plain))
    return (sum(plain) + rows / 2) / len(faces)


def _twisty(faces: tuple[Face, ...]) -> float:
    """Return the degrees of bend for each tile, more where the side changes."""
    bends = [face.turn for face in faces if face.curve]
    changes = sum((one < 0) != (other < 0) for one, other in pairwise(bends))
    return (sum(map(abs, bends)) / 90 + changes) / len(faces)


def _narrow(faces: tuple[Face, ...]) -> float:
    """Return the rocks for each tile."""
    return sum(row.count(IMPASSABLE) for face in faces for row in face.map) / len(faces)


def _mean(faces: tuple[Face, ...]) -> float:
    """Return the hazards for each tile, more where one waits beside a bend."""
    hazards = sum(
        1.5 if any(IMPASSABLE in row for row in face.map) else 1 for face in faces if face.hazard
    )
    beside = sum(
        (one.hazard and other.curve) or (one.curve and other.hazard)
        for one, other in pairwise(faces)
    )
    trees = sum(row.count(SAPLING) for face in faces for row in face.map)
    return (hazards + beside + trees / 8) / len(faces)


_MEASURES: dict[Character, Callable[[tuple[Face, ...]], float]] = {
    "fast": _fast,
    "twisty": _twisty,
    "narrow": _narrow,
    "mean": _mean,
}


def measure(course: Course, character: Character) -> float:
    """Return how much of a character a course has; more than another has, or less.

    >>> measure(Course.parse("sss"), "fast") > measure(Course.parse("srs"), "fast")
    True
    """
    return _MEASURES[character](course.faces) if course.tiles else 0.0


def random_of_character(
    character: Character,
    rng: np.random.Generator,
    *,
    tiles: int | None = None,
    hazards: int | None = None,
) -> Course:
    """Make up a course that has more of a character than others with the same wishes."""
    drawn = [Course.random(rng, tiles=tiles, hazards=hazards) for _ in range(_DRAWN)]
    return max(drawn, key=lambda course: measure(course, character))
