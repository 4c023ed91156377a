"""Big Paws: the token of whoever took the longest single turn so far (PAWS-1)."""

from dataclasses import dataclass, replace

from ...rules import Discard, Turn
from ...rules.notation import parse_decision
from .events import Decided


@dataclass(frozen=True)
class BigPaws:
    """Who took the longest single turn so far."""

    seat: int
    seconds: float


@dataclass(frozen=True)
class TurnTimes:
    """How long the company has waited: for the turn now taken, and at most for any."""

    longest: BigPaws | None = None
    turn: float = 0.0
    """Seconds that the last turn took so far: its discard still belongs to it."""

    def after(self, decided: Decided) -> "TurnTimes":
        """Return what is known after a decision; choosing a start space is no turn."""
        decision = parse_decision(decided.decision)
        if decided.took is None or not isinstance(decision, Turn | Discard):
            return replace(self, turn=0.0)
        turn = decided.took + (self.turn if isinstance(decision, Discard) else 0.0)
        if turn > (self.longest.seconds if self.longest else 0.0):
            return TurnTimes(BigPaws(decided.seat, turn), turn)
        return replace(self, turn=turn)
