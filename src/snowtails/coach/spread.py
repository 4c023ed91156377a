"""One measure for all chances that are told: what races in thought say, and less sure than they.

Nobody drives as races in thought expect. So a share of the chances is everybody's alike, the more
the further it is to the finish. In play, looking back and in puzzles it is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..mushers import solve
from ..rules.position import RacePosition
from ..rules.sled import Status

_ASTRAY = (0.04, 0.045)
"""The share at the finish and for each turn to go. Fitted to 7,348 positions of 929 races of mixed
mushers on five courses: of sleds that were given more than 95 % two to three turns from the finish,
84 % won. Those chances were found with open cards and three rounds ahead, as in a look back; for
decisions with hidden cards, and for puzzles, raced to the end, the share is borrowed."""
_MOST = 0.9


@dataclass(frozen=True)
class Spread:
    """Makes chances that are told of those that races in thought say, in one position."""

    alike: float
    """The share of chances that all who race have alike; none once somebody is across."""
    racing: tuple[bool, ...]
    """Whether each sled races."""

    def win(self, thought: float) -> float:
        """Return the chance to win to be told of a sled that races, given that in thought."""
        return (1 - self.alike) * thought + self.alike / max(sum(self.racing), 1)

    def wins(self, thought: Sequence[float]) -> tuple[float, ...]:
        """Return the chances to win to be told of all sleds; they come to one."""
        total = max(sum(thought), 1e-9)
        return tuple(
            self.win(chance / total) if racing else (1 - self.alike) * chance / total
            for chance, racing in zip(thought, self.racing, strict=True)
        )

    def places(self, thought: Sequence[float]) -> tuple[float, ...]:
        """Return the chances of each place to be told of a sled that races.

        The last places are those of wrecks.
        """
        racing = sum(self.racing)
        return tuple(
            self.win(chance) if place < racing else (1 - self.alike) * chance
            for place, chance in enumerate(thought)
        )


def spread_of(position: RacePosition) -> Spread:
    """Return how chances are told in a position."""
    racing = tuple(sled.status is Status.RACING for sled in position.sleds)
    if not any(racing) or any(sled.status is Status.FINISHED for sled in position.sleds):
        return Spread(0.0, racing)
    solution = solve(position.course)
    # Who has not chosen a start space yet counts from the middle one.
    turns = (
        solution.turns_from(sled.space or "0c1", (sled.left, sled.right, sled.brake), sled.dents)
        for sled in position.sleds
        if sled.status is Status.RACING
    )
    least, a_turn = _ASTRAY
    return Spread(min(least + a_turn * min(turns), _MOST), racing)
