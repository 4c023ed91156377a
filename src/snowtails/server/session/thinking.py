"""What mushers are asked, and what they answer."""

import numpy as np

from ...course import Course
from ...mushers import LADDER, ask, lay_course
from ...mushers.solo import SoloMusher
from ...rules import View
from ...rules.notation import Decision
from ...rules.solo import SoloDecision, SoloPosition

Question = View | SoloPosition
"""What a musher may know."""

SomeDecision = Decision | SoloDecision

LONE_WOLF = "lone-wolf"
"""The musher of solo games."""


def decide(musher: str, question: Question) -> SomeDecision:
    """Return what a musher decides."""
    rng = np.random.default_rng()
    if isinstance(question, SoloPosition):
        return decide_solo(question, rng)
    return ask(LADDER[musher], question, rng)


def decide_solo(question: SoloPosition, rng: np.random.Generator) -> SoloDecision:
    """Return what the Lone Wolf decides."""
    return SoloMusher().decide(question, rng)


def lay(musher: str, sleds: int) -> Course:
    """Return the course that a musher lays."""
    return lay_course(LADDER[musher], sleds, np.random.default_rng())
