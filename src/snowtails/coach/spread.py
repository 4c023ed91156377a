"""One measure for all chances that are told: what races in thought say, and less sure than they.

Nobody drives as races in thought expect. So a share of the chances goes by how many turns everybody
is behind alone, the larger the further it is to the finish, where being behind also says less; and
a small one is everybody's alike. In play, looking back and in puzzles it is the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..mushers import solve
from ..rules.position import RacePosition
from ..rules.sled import Status
from ..rules.state import MOST_SLEDS

ALIKE = 0.02
"""The share that all who race have alike: nobody is sure before one is across."""
BY_TURNS = (0.18, 0.295)
"""The share that goes by turns behind, for each turn that the first has to go, and at most."""
BEHIND = (0.32, 0.05)
"""How many turns behind are a factor e in the odds: at the finish, and more for each turn to go."""
# All were fitted by `python -m bench.chances --fit`, to chances found with open cards, as in a look
# back; decisions with hidden cards, and puzzles, raced to the end, borrow them.


@dataclass(frozen=True)
class Spread:
    """Makes chances that are told of those that races in thought say, in one position."""

    share: float
    """The share of chances that races in thought have no say in; none once somebody is across."""
    expected: tuple[tuple[float, ...], ...]
    """The chance of each place that each sled has in that share; none for those out of the race."""

    def win(self, sled: int, thought: float) -> float:
        """Return the chance to win to be told of a sled, given that in thought."""
        return (1 - self.share) * thought + self.share * self.expected[sled][0]

    def wins(self, thought: Sequence[float]) -> tuple[float, ...]:
        """Return the chances to win to be told of all sleds; they come to one."""
        total = max(sum(thought), 1e-9)
        return tuple(self.win(sled, chance / total) for sled, chance in enumerate(thought))

    def places(self, sled: int, thought: Sequence[float]) -> tuple[float, ...]:
        """Return the chances of each place to be told of a sled that races."""
        return tuple(
            (1 - self.share) * chance + self.share * expected
            for chance, expected in zip(thought, self.expected[sled], strict=True)
        )


def spread_of(position: RacePosition) -> Spread:
    """Return how chances are told in a position."""
    from .chances import add_place_chances  # compiled when it is first needed

    sleds = position.sleds
    racing = [number for number, sled in enumerate(sleds) if sled.status is Status.RACING]
    if not racing or any(sled.status is Status.FINISHED for sled in sleds):
        return Spread(0.0, ((0.0,) * len(sleds),) * len(sleds))
    turns = turns_of(position)
    first = float(np.nanmin(turns))
    by_turns = min(BY_TURNS[0] * first, BY_TURNS[1])
    strengths = -np.nan_to_num(turns) / (BEHIND[0] + BEHIND[1] * first)
    expected = np.zeros((len(sleds), MOST_SLEDS))
    for sled in racing:
        add_place_chances(position.state, strengths, sled, expected[sled])
        expected[sled] *= by_turns
        expected[sled, : len(racing)] += ALIKE / len(racing)  # the last places are those of wrecks
    share = ALIKE + by_turns
    places = (expected[:, : len(sleds)] / share).tolist()
    return Spread(share, tuple(map(tuple, places)))


def turns_of(position: RacePosition) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the turns that each sled has to go, as far as everybody sees; nan for who is out."""
    solution = solve(position.course)
    # Who has not chosen a start space yet counts from the middle one.
    return np.array(
        [
            solution.turns_from(
                sled.space or "0c1", (sled.left, sled.right, sled.brake), sled.dents
            )
            if sled.status is Status.RACING
            else np.nan
            for sled in position.sleds
        ]
    )
