"""What the solo game proposes to whoever plays it for the first time (SOLO-6)."""

from ..choices import Phase
from ..notation import Start
from .notation import Markers, SoloDecision

_PROPOSALS: dict[Phase, tuple[SoloDecision, ...]] = {
    Phase.BONUS: (Markers((5, 4, 3, 2, 1)),),
    Phase.START: (Start(1), Start(2), Start(3)),
}


def proposals(phase: Phase) -> tuple[SoloDecision, ...]:
    """Return what a newcomer may well decide in a phase, the simplest first; often nothing.

    >>> [str(decision) for decision in proposals(Phase.BONUS)]
    ['b54321']
    """
    return _PROPOSALS.get(phase, ())
