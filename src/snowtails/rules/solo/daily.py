"""The daily trail: one solo round a day, the same course and the same cards for everybody.

Everything follows from the date alone. The 64-bit seed of a day is the beginning of the SHA-256 of
`snowtails daily 1 YYYY-MM-DD`. The course is the first that `Course.random` makes for that seed
with one to four hazards by the day of the week, harder towards Sunday; opponents wait on Saturdays
and Sundays. The cards are those of `SeededDeal` with that seed. How often somebody may try is for
the caller to say; TRIES is what we suggest.
"""

import hashlib
from datetime import date

import numpy as np

from ...course import Course
from ...course.problem import expect
from ..deal import SeededDeal
from .race import SoloRace
from .score import Score

TRIES = 3
"""Tries a day."""

_HAZARDS = (1, 1, 2, 2, 3, 3, 4)
"""Hazard tiles from Monday to Sunday."""

_SATURDAY = 5


def daily_seed(day: date) -> int:
    """Return the seed of a day.

    >>> daily_seed(date(2026, 1, 1))
    13137340407915958236
    """
    digest = hashlib.sha256(f"snowtails daily 1 {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def daily_course(day: date) -> Course:
    """Return the course of a day, named by its date."""
    rng = np.random.Generator(np.random.PCG64(daily_seed(day)))
    course = Course.random(rng, solo=True, hazards=_HAZARDS[day.weekday()])
    return Course(course.tiles, course.flag, name=f"Daily trail {day.isoformat()}")


def daily_race(day: date) -> SoloRace:
    """Return the round of a day, ready for the first decision."""
    expect(date, day, "a day is a datetime.date")
    opponents = day.weekday() >= _SATURDAY
    return SoloRace(daily_course(day), opponents=opponents, deal=SeededDeal(daily_seed(day)))


def result_line(day: date, scores: list[Score]) -> str:
    """Return a line to share, of the tries of a day in their order; it gives no way away.

    A square for each try says how it ended: past the line, on the track, or wrecked.

    >>> from .score import Line
    >>> result_line(date(2026, 1, 1), [Score((Line("past", "SOLO-16", 7),), 0)])
    'Snow Tails 2026-01-01 7 🏁'
    """
    marks = {"past": "🏁", "wrecked": "💥"}
    told = "".join(marks.get(score.lines[0].reason, "🛷") for score in scores)
    best = max((score.total for score in scores), default=0)
    return f"Snow Tails {day.isoformat()} {best} {told}".rstrip()
