"""What mushers are asked, and what they answer."""

import random
import threading
from weakref import WeakValueDictionary

import numpy as np

from ...course import Course
from ...mushers import INSTANT, LADDER, Musher, SearchMusher, ask, lay_course
from ...mushers.solo import SoloMusher
from ...mushers.solver import Values
from ...rules import View
from ...rules.kernel import CACHE
from ...rules.notation import Decision
from ...rules.solo import SoloDecision, SoloPosition
from ...warm import is_warm

Question = View | SoloPosition
"""What a musher may know."""

SomeDecision = Decision | SoloDecision

LONE_WOLF = "lone-wolf"
"""The musher of solo games."""

STAND_IN = "husky"
"""Who decides for mushers that search, until search is compiled."""


def decide(
    musher: str, question: Question, cancel: threading.Event | None = None, thinking: int = 1
) -> SomeDecision:
    """Return what a musher decides; once `cancel` is set, with what it knows by then.

    If several are thinking, those who search share the time that one of them would take.
    """
    rng = np.random.default_rng()
    if isinstance(question, SoloPosition):
        return decide_solo(question, rng)
    return ask(_driver(musher, cancel, thinking), question, rng)


class InstantMushers:
    """Knows on which courses instant mushers have decided: they are compiled, and know the course.

    From then on they can decide at once, as long as the solver remembers the course: to solve it
    again takes long, and a thread of its own.
    """

    def __init__(self) -> None:
        self._known: WeakValueDictionary[tuple[str, str], Values] = WeakValueDictionary()

    def note(self, musher: str, course: Course) -> None:
        """Note that a musher has decided on a course, if it is an instant one."""
        if musher in INSTANT:
            self._known[musher, course.line] = INSTANT[musher].values(course)

    def values(self, musher: str, course: Course) -> Values | None:
        """Return what a musher knows of a course; None if it cannot decide at once."""
        return self._known.get((musher, course.line))

    def forget(self, musher: str, course: Course) -> None:
        """Let a musher think in a thread of its own next time: it has failed."""
        self._known.pop((musher, course.line), None)


def decide_at_once(musher: str, view: View, values: Values) -> Decision:
    """Return what an instant musher decides, given what it knows of the course.

    That it may is for the table to check.
    """
    word = np.uint64(random.getrandbits(64))
    number = INSTANT[musher].policy(view.state, view.course.track.spaces, values, word)
    return view.numbered(int(number))


def _driver(musher: str, cancel: threading.Event | None, thinking: int) -> Musher:
    """Return the musher that is asked, which is another while its own kernels are compiled.

    Compiling them here would take the interpreter from everybody for a quarter of a minute.
    """
    found = LADDER[musher]
    if not isinstance(found, SearchMusher):
        return found
    return found.hurried(cancel, thinking) if can_search() else LADDER[STAND_IN]


def can_search() -> bool:
    """Return whether search is compiled, or never will be ahead of time."""
    return CACHE is None or is_warm("search")


def decide_solo(question: SoloPosition, rng: np.random.Generator) -> SoloDecision:
    """Return what the Lone Wolf decides."""
    return SoloMusher().decide(question, rng)


def lay(musher: str, sleds: int) -> Course:
    """Return the course that a musher lays."""
    return lay_course(LADDER[musher], sleds, np.random.default_rng())
