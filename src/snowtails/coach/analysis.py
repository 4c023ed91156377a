"""Looking back at a race: how it stood after every decision, and what better ones would have won.

Decisions are judged by search, from what the sled that took them could know. How the race stood is
told with all cards open. Luck is what the cards drawn were worth, in turns, beside what a draw is
worth on average; play is what was made of them, in chances to win.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..course.problem import expect
from ..mushers import Budget, compare, search, solve
from ..mushers.playouts import chances_of, luck_of_draw
from ..rules.deal import SeededDeal
from ..rules.notation import Decision, Turn
from ..rules.position import RacePosition
from ..rules.race import Race
from ..rules.state import OFF, VALUES
from ..rules.view import View
from .spread import spread_of

PLAYOUTS = 1000
"""Races in thought for each decision that is judged."""

OUTLOOKS = 250
"""Races in thought that tell how a race stands."""

MOST_OF_A_DRAW = 2.0
"""The most that one draw counts as luck, in turns: where a wreck is near, the figures go astray."""

SEED = 1
"""Chance of the coach's search: who looks at the same position twice finds the same best."""

Chances = tuple[float, ...]
"""For each sled the chance to win; they come to one, unless all are wrecked."""


@dataclass(frozen=True)
class Judged:
    """A decision, looked at afterwards."""

    number: int
    """Its place in the log of the race, from 0."""
    sled: int
    round: int
    decision: Decision
    win: float
    """The chance to win that it left, as far as its sled could know."""
    best: Decision
    """The decision that search finds best; the one that was taken, if nothing is better."""
    best_win: float
    """The chance to win that the best one would have left."""

    @property
    def cost(self) -> float:
        """The chance to win that it gave away."""
        return max(self.best_win - self.win, 0.0)


@dataclass(frozen=True)
class Luck:
    """What a sled's cards were worth, and what it made of them."""

    cards: float
    """Turns that the cards it drew saved, beside what draws are worth on average; below zero for
    bad cards."""
    play: float
    """Chance to win that its decisions gave away, summed up."""


@dataclass(frozen=True)
class Analysis:
    """A race, looked at afterwards."""

    chances: tuple[Chances, ...]
    """How the race stood: before the first decision, and after each one of the log."""
    judged: tuple[Judged, ...]
    """All decisions, in the order of the log."""
    luck: tuple[Luck, ...]
    """For each sled."""

    def costliest(self, sled: int, count: int = 3) -> tuple[Judged, ...]:
        """Return the turns of a sled that gave away most, the costliest first."""
        own = [each for each in self.judged if each.sled == sled and each.cost > 0]
        return tuple(sorted(own, key=lambda each: -each.cost)[:count])


def analyse(
    race: Race,
    *,
    seed: int = SEED,
    playouts: int = PLAYOUTS,
    on_progress: Callable[[float], None] | None = None,
    cancel: threading.Event | None = None,
) -> Analysis | None:
    """Look back at a race, on all cores; return None if `cancel` was set on the way.

    The same seed gives the same analysis. `on_progress` is told the share that is done.

    >>> race = Race("sauna-sprint", sleds=2, seed=7)
    >>> from snowtails import race_on
    >>> race_on(race, ["husky", "pup"], seed=1)
    True
    >>> found = analyse(race, playouts=100)
    >>> len(found.chances) == len(race.log) + 1, found.chances[-1]
    (True, (1.0, 0.0))
    """
    looking = LookBack(race, seed=seed, playouts=playouts)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        # The kernels run without Python's lock, so threads are enough.
        futures = [pool.submit(step) for step in looking.steps]
        try:
            for done, future in enumerate(futures):
                if cancel is not None and cancel.is_set():
                    return None
                future.result()
                if on_progress:
                    on_progress((done + 1) / len(futures))
        finally:
            pool.shutdown(cancel_futures=True)
    return looking.analysis


class LookBack:
    """The work of an analysis, in steps that may be done in any order and by any threads.

    Each step takes a tenth of a second or less. Those that tell how the race stood come first.
    """

    def __init__(self, race: Race, *, seed: int = SEED, playouts: int = PLAYOUTS) -> None:
        if not expect(Race, race, "what is analysed is a Race").log:
            raise Refused("there is nothing to analyse: nobody has decided yet")
        SeededDeal(seed)
        solve(race.course)
        self._race = race
        self._seed = seed
        self._playouts = playouts
        positions = (*race.history, race.position())
        befores = tuple(_retraced(race))
        self._chances: list[Chances | None] = [None] * len(positions)
        self._judged: list[Judged | None] = [None] * len(befores)
        self.steps: tuple[Callable[[], None], ...] = (
            *(partial(self._stand, number, each) for number, each in enumerate(positions)),
            *(partial(self._judge, number, each) for number, each in enumerate(befores)),
        )

    @property
    def chances(self) -> tuple[Chances, ...]:
        """How the race stood, as far as that is known from the beginning on."""
        return tuple(takewhile(lambda each: each is not None, self._chances))  # type: ignore[arg-type]

    @property
    def analysis(self) -> Analysis:
        """What was found, once all steps are done."""
        judged = tuple(each for each in self._judged if each is not None)
        if len(judged) < len(self._judged) or len(self.chances) < len(self._chances):
            raise Refused("the race is not analysed yet: do all steps first")
        return Analysis(self.chances, judged, _luck(self._race, judged))

    def _stand(self, number: int, position: RacePosition) -> None:
        """Find everybody's chance to win, with all cards open."""
        values, word = solve(position.course).values, np.uint64(SeededDeal(self._seed).seed)
        won = chances_of(position.state, position.track.spaces, values, word, OUTLOOKS)
        chances = spread_of(position).wins(won.tolist())
        self._chances[number] = tuple(round(each, 3) for each in chances)

    def _judge(self, number: int, before: Race) -> None:
        """Judge a decision by search, from what its sled could know."""
        entry, view = self._race.log[number], before.view(before.actor)
        playouts, seed = self._playouts, self._seed
        if len(view.decisions) == 1:
            best = entry.decision
        else:
            best = best_decision(view, seed=seed, playouts=playouts)
        # In other worlds than those in which the best one was found, where it had luck perhaps;
        # as many races as it took to find it, whether they compare two decisions or one.
        decisions = tuple(dict.fromkeys((entry.decision, best)))
        worlds = max(playouts // len(decisions), 1)
        played, *others = compare(view, decisions, worlds, seed ^ 1)
        better, spread = others[0] if others else played, spread_of(before)
        win, best_win = (
            0.0 if _wrecks(before, each.decision) else round(spread.win(entry.sled, each.win), 3)
            for each in (played, better)
        )
        if better.score <= played.score or best_win <= win:
            better, best_win = played, win  # a better place perhaps, but no better chance to win
        self._judged[number] = Judged(
            number, entry.sled, before.round, entry.decision, win, better.decision, best_win
        )


def _wrecks(before: Race, decision: Decision) -> bool:
    """Return whether a decision wrecks the sled at once."""
    return isinstance(decision, Turn) and before.preview(decision).wrecked


def _retraced(race: Race) -> Iterator[Race]:
    """Play a race again, and give a copy of it before each decision."""
    again = Race.from_state(race.course, race.beginning.state, colours=race.colours)
    for entry in race.log:
        yield again.copy()
        again.play(entry.decision, drawn=[card for each in entry.drawn for card in each.cards])


def best_decision(view: View, *, seed: int = SEED, playouts: int = PLAYOUTS) -> Decision:
    """Return what search finds best that a seat can decide now.

    An analysis compares with it, and whoever looks ahead favours it: see `LookAhead.favour`.
    """
    return search(view, Budget(playouts=playouts), seed)[0].decision


def _luck(race: Race, judged: Sequence[Judged]) -> tuple[Luck, ...]:
    """Return what the cards of each sled were worth, and what it gave away."""
    values = solve(race.course).values
    saved = [0.0] * len(race.sleds)
    positions = (*race.history, race.position())
    for entry, before, after in zip(race.log, positions[:-1], positions[1:], strict=True):
        for drawn in entry.drawn:
            if after.state[0]["space"][drawn.sled] != OFF:
                left = int(before.state[0]["deck"][drawn.sled].sum())
                chosen = drawn_by_chance(drawn.cards, left)
                worth = float(luck_of_draw(after.state, values, drawn.sled, chosen))
                saved[drawn.sled] += min(max(worth, -MOST_OF_A_DRAW), MOST_OF_A_DRAW)
    return tuple(
        Luck(round(cards, 3), round(sum(each.cost for each in judged if each.sled == sled), 3))
        for sled, cards in enumerate(saved)
    )


def drawn_by_chance(cards: Sequence[int], left: int) -> NDArray[np.int8]:
    """Count by value those of the cards drawn, in order, that chance chose.

    If the deck, which had so many cards left, ran out, all of these were sure to come; chance chose
    only among those that were shuffled anew (HAND-3).
    """
    chosen = cards[left:] if left < len(cards) else cards
    return np.bincount(np.array(chosen) - 1, minlength=VALUES).astype(np.int8)
