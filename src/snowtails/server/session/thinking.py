"""What mushers are asked, and what they answer."""

from datetime import date

import numpy as np

from ...course import Course
from ...mushers import LADDER, ask, lay_course
from ...mushers.solo import SoloMusher
from ...rules import Phase, View
from ...rules.notation import Decision
from ...rules.solo import SoloDecision, SoloPosition
from ...rules.solo.daily import daily_race, daily_seed

Question = View | SoloPosition
"""What a musher may know."""

SomeDecision = Decision | SoloDecision

LONE_WOLF = "lone-wolf"
"""The musher of solo games."""


def decide(musher: str, question: Question) -> SomeDecision:
    """Return what a musher decides."""
    if isinstance(question, SoloPosition):
        return SoloMusher().decide(question, np.random.default_rng())
    return ask(LADDER[musher], question, np.random.default_rng())


def drive_trail(day: date) -> int:
    """Return the points that the Lone Wolf makes on a daily trail; every time the same."""
    race, musher = daily_race(day), SoloMusher()
    rng = np.random.default_rng(daily_seed(day))
    while race.phase is not Phase.OVER:
        race.play(musher.decide(race.position(), rng))
    return race.score().total


def lay(musher: str, sleds: int) -> Course:
    """Return the course that a musher lays."""
    return lay_course(LADDER[musher], sleds, np.random.default_rng())
