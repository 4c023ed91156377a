"""What the solo game proposes to whoever plays it for the first time (SOLO-6)."""

from ..notation import Start
from .notation import Markers, SoloDecision
from .race import SoloPhase

_PROPOSALS: dict[SoloPhase, tuple[SoloDecision, ...]] = {
    SoloPhase.BONUS: (Markers((5, 4, 3, 2, 1)),),
    SoloPhase.START: (Start(1), Start(2), Start(3)),
}


def proposals(phase: SoloPhase) -> tuple[SoloDecision, ...]:
    """Return what a newcomer may well decide in a phase, the simplest first; often nothing.

    >>> [str(decision) for decision in proposals(SoloPhase.BONUS)]
    ['b54321']
    """
    return _PROPOSALS.get(phase, ())
