"""Search: decisions are tried out in worlds that fit the view, those that do well in more of them.

What is tried, and how, is in `playouts`, and in `learned` for mushers that learned. The better half
of what was tried is tried in more worlds, and so on, until one is left.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..course.problem import expect
from ..rules.choices import numbered_decision
from ..rules.deal import SeededDeal
from ..rules.notation import Decision
from ..rules.position import RacePosition
from ..rules.state import State
from ..rules.view import View
from .musher import Decider
from .solver import solve

_PLAYOUTS_AT_A_TIME = 16
"""Races in thought between two looks at the clock: less than a few milliseconds."""


@dataclass(frozen=True)
class Budget:
    """How long a search goes on: for so many races in thought, for so many milliseconds, or both.

    With both, what is spent first ends it. Only a search without a clock comes out the same again.
    """

    playouts: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        given = [each for each in (self.playouts, self.milliseconds) if each is not None]
        numbers = all(type(each) in (int, float) for each in given)
        if not given or not numbers or not min(given) > 0:
            raise Refused(f"a budget is some playouts, some milliseconds or both, not {self}")

    def spent(self, playouts: int, began: float) -> float:
        """Return the share that is spent after some playouts, given when the search began."""
        share = 0.0 if self.playouts is None else playouts / self.playouts
        if self.milliseconds is not None:
            share = max(share, (time.perf_counter() - began) * 1000 / self.milliseconds)
        return share


@dataclass(frozen=True)
class Tried:
    """A decision that was tried, and what came of it."""

    decision: Decision
    score: float
    """How good it is; the best decision has the best score."""
    win: float
    """The chance to win after it."""
    place: float
    """The place that may be expected after it."""
    worlds: int
    """In how many worlds it was tried."""


def search(
    position: RacePosition,
    budget: Budget,
    seed: int,
    cancel: threading.Event | None = None,
) -> tuple[Tried, ...]:
    """Try the decisions of whoever is to decide, and return them, the best first.

    A View is searched over the worlds that fit it; what else is searched is open to all. The same
    seed and number of playouts give the same. Once `cancel` is set, it ends with what is known.
    """
    from .playouts import try_out  # compiled when it is first needed

    found = _search(position, budget, seed, cancel, try_out)
    return tuple(_told(position.state, *each) for each in found)


def _search(
    position: RacePosition,
    budget: Budget,
    seed: int,
    cancel: threading.Event | None,
    try_out: Callable[..., None],
) -> list[tuple[int, NDArray[np.float64], int]]:
    """Search; return decisions as numbers, their figures, and in how many worlds each was tried."""
    from .playouts import PLACE, SCORE, field_of
    from .worlds import known_world, worlds_of

    began = time.perf_counter()
    expect(RacePosition, position, "what is searched is a Race or a View, as in race.view(0)")
    expect(Budget, budget, "a budget is a Budget, as in Budget(playouts=500)")
    word = np.uint64(SeededDeal(seed).seed)
    if position.actor is None or (isinstance(position, View) and position.seat != position.actor):
        raise Refused("there is nothing to decide here, or not for this seat")
    state, track = position.state, position.track.spaces
    values = solve(position.course).values
    worlds = worlds_of(position) if isinstance(position, View) else known_world()
    field = field_of(state, track, values)
    figures = np.zeros((len(field), PLACE + 1))
    tried = np.zeros(len(field), np.int64)
    order = np.arange(len(field))  # the best first, as far as is known
    stages = max((len(field) - 1).bit_length(), 1)
    left, playouts, done, cancelled = len(field), 0, 0, False
    for stage in range(stages):
        among = order[:left]
        sums = figures[among]
        while True:
            more = max(_PLAYOUTS_AT_A_TIME // left, 1)
            try_out(state, track, values, worlds, field[among], sums, word, (done, done + more))
            done += more
            playouts += more * left
            cancelled = cancel is not None and cancel.is_set()
            enough = left == 1 or budget.spent(playouts, began) >= (stage + 1) / stages
            if cancelled or enough:
                break
        figures[among], tried[among] = sums, done
        order[:left] = among[np.argsort(-sums[:, SCORE], kind="stable")]
        left = (left + 1) // 2
        if cancelled:
            break
    return [(int(field[i]), figures[i], int(tried[i])) for i in order]


def best_by_learning(
    position: RacePosition, budget: Budget, seed: int, cancel: threading.Event | None = None
) -> Decision:
    """Search as `search` does, by races in thought in which one drives as was learned."""
    from .learned import learned, try_learned

    number, _, _ = _search(position, budget, seed, cancel, partial(try_learned, learned()))[0]
    return numbered_decision(position.state, number)


def compare(
    position: RacePosition, decisions: Sequence[Decision], worlds: int, seed: int
) -> tuple[Tried, ...]:
    """Try some decisions in the same worlds, and return what came of each, in their order."""
    from .playouts import PLACE, try_out
    from .worlds import known_world, worlds_of

    state, track = position.state, position.track.spaces
    known = worlds_of(position) if isinstance(position, View) else known_world()
    numbers = np.array([decision.number for decision in decisions], np.int64)
    figures = np.zeros((len(numbers), PLACE + 1))
    word, values = np.uint64(SeededDeal(seed).seed), solve(position.course).values
    try_out(state, track, values, known, numbers, figures, word, (0, worlds))
    return tuple(
        _told(state, int(number), sums, worlds)
        for number, sums in zip(numbers, figures, strict=True)
    )


def _told(state: State, number: int, figures: NDArray[np.float64], worlds: int) -> Tried:
    decision = numbered_decision(state, number)
    score, win, place = (figures / max(worlds, 1)).tolist()
    return Tried(decision, score, win, place, worlds)


@dataclass(frozen=True)
class SearchMusher(Decider):
    """A musher that decides by search, for as long as its budget lasts."""

    name: str
    budget: Budget
    patience: float
    """Milliseconds that somebody who waits for it would grant; see `hurried`."""
    temper: str = ""
    """What it is like to race against, in a sentence."""
    learned: bool = False
    """Whether it drives in thought as was learned from races, and not as a Husky does."""
    cancel: threading.Event | None = None
    """Once it is set, decisions are taken with what is known by then."""

    def hurried(self, cancel: threading.Event | None = None, sharing: int = 1) -> "SearchMusher":
        """Return the musher as it decides for somebody who waits: by the clock, and cancellable.

        Several that think at once share the time.
        """
        budget = replace(self.budget, milliseconds=self.patience / sharing)
        return replace(self, budget=budget, cancel=cancel)

    def _decide(self, view: View, rng: np.random.Generator) -> Decision:
        expect(View, view, "a musher is asked with a view, as in race.view(0)")
        seed = int(rng.integers(2**64, dtype=np.uint64))
        if self.learned:
            return best_by_learning(view, self.budget, seed, self.cancel)
        return search(view, self.budget, seed, self.cancel)[0].decision
