"""A musher of one's own: always the furthest space that costs no dent.

snowtails musher check examples/sprinter.py:Sprinter
snowtails race --mushers examples/sprinter.py:Sprinter,husky
snowtails league --mushers examples/sprinter.py:Sprinter,pup,yearling --sleds 3
"""

from collections.abc import Sequence

import numpy as np

from snowtails import Move, Turn, View


class Sprinter:
    """Wants to be far ahead, now."""

    name = "sprinter"

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        """Return the lowest number: those who stand there move first."""
        return free[0]

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        """Return the turn that leads furthest among those that cost least."""

        def cost(move: Move) -> tuple[bool, int, int]:
            lost = move.wrecked or move.end in view.track.dead_ends
            return lost, move.dent_count, -view.track.rank(move.end)

        return min(view.reach(), key=cost).turn

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        """Return the lowest cards."""
        return view.hand[:n]
