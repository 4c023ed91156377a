"""`IllegalTurn`, and why a turn is refused, in sentences that race and solo game share."""

from typing import Self

from ..course import Refused
from .notation import Turn, numbered_turn

NUMBERS = ("none", "one", "two", "three", "four")


class IllegalTurn(Refused):
    """A decision that cannot be taken now, with the reason and the position line."""

    def __init__(self, decision: object, reason: str, line: str) -> None:
        self.decision = decision
        self.reason = reason
        self.line = line
        super().__init__(f"{decision}: {reason}\n  in {line}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, str, str]]:
        return type(self), (self.decision, self.reason, self.line)


def counted(count: int, value: int) -> str:
    """Return so many cards of a value in words, as in `two 3s`."""
    return f"{NUMBERS[count]} {value}" + ("s" if count > 1 else "")


def cards_told(count: int) -> str:
    """Return so many cards in words, as in `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


def why_no_route(turn: Turn, speed: int, drift: int) -> str:
    """Return why the route of a turn does not fit the speed and drift that its cards make."""
    side = "right" if drift > 0 else "left"
    if turn.route and (speed < 1 or drift == 0):
        why = f"the speed is {speed}, the sled stays" if speed < 1 else "there is no drift"
        return f"{why}: leave the route out"
    if len(turn.route) != speed:
        wanted = numbered_turn(Turn(turn.value, turn.places).number, speed, drift)
        found = f"this route has {len(turn.route)}" if turn.route else "the route is missing"
        return f"the speed is {speed}, the drift {abs(drift)} to the {side}: {found}; try {wanted}"
    if turn.drifts == min(abs(drift), speed):
        return f"the drift is {abs(drift)} to the {side}, not to the other side"
    return f"the drift is {abs(drift)} to the {side}: this route drifts {_times(turn.drifts)}"


def _times(count: int) -> str:
    return {0: "never", 1: "once", 2: "twice"}.get(count, f"{count} times")
