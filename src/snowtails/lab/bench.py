"""How fast the engine is on this machine.

Machines are shared and noisy, so each task is run many times for a short while and the best time
counts: it is the one least disturbed.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ..course import Course
from ..mushers import INSTANT, CompiledMusher, ask
from ..rules import Move, Race, RacePosition
from ..rules.deal import SeededDeal
from ..rules.reach import reach
from ..rules.state import STATE
from .perft import standing_start
from .races import run_races


@dataclass(frozen=True)
class Figure:
    """One thing measured."""

    what: str
    value: float
    unit: str
    target: float
    more_is_better: bool

    def shown(self, value: float) -> str:
        """Write a value of this kind as people do."""
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

    @property
    def reached(self) -> bool:
        """Whether the target was reached."""
        return self.value >= self.target if self.more_is_better else self.value <= self.target


def best_seconds(task: Callable[[], object], seconds: float = 2.0) -> float:
    """Return the best time of a task that is repeated for some seconds."""
    task()
    best = float("inf")
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        task()
        best = min(best, time.perf_counter() - began)
    return best


def _races(course: Course, musher: CompiledMusher, n: int) -> tuple[float, float]:
    """Return races and turns a second of four sleds with the same musher."""
    results = run_races(course, n, 4, musher, np.random.default_rng(3))
    seconds = best_seconds(lambda: run_races(course, n, 4, musher, np.random.default_rng(3)))
    return n / seconds, float(results["turns"].sum()) / seconds


def _middle_of_a_race(course: Course) -> Race:
    """Return a race of four Yearlings in its third round."""
    race, rng = standing_start(course, 4, seed=5), np.random.default_rng(5)
    while race.round < 3:
        race.play(ask(INSTANT["yearling"], race.view(race.actor), rng))
    return race


def _reach_microseconds(race: Race) -> float:
    state, spaces, sled = race.state, race.track.spaces, race.actor or 0

    def hundred() -> None:
        for _ in range(100):
            reach(state, spaces, sled)

    return best_seconds(hundred) * 1e4


WIDE_REACH = (
    "slturcultcldldrslr 4 turn:2 ff1f 3e4/352/00010/33032/4/m 2a2/=25/11111/21332/0/r "
    "2c5/532/12110/30133/0/r -/=51/00001/23342/5/w0"
)
"""A full hand with 67 moves, the most that thousands of random positions had."""


def _moves_milliseconds() -> float:
    """Time the making and reading of all moves."""
    position = RacePosition.parse(WIDE_REACH)
    read = attrgetter(*Move._fields, "price", "saplings", "dent_count")
    return best_seconds(lambda: list(map(read, position.reach()))) * 1e3


def _play_microseconds(course: Course) -> float:
    """Time whole races of decisions given as text, and divide by the decisions."""
    race, rng = standing_start(course, 4, seed=5), np.random.default_rng(5)
    while race.actor is not None:
        race.play(ask(INSTANT["yearling"], race.view(race.actor), rng))
    decisions = [str(entry.decision) for entry in race.log]
    choosing = range(4)

    def again() -> None:
        fresh = Race(course, 4, deal=SeededDeal(5), choosing=choosing)
        for decision in decisions:
            fresh.play(decision)

    return best_seconds(again) / len(decisions) * 1e6


def measure() -> Iterator[Figure]:
    """Measure one thing after another."""
    course = Course.load("nutcracker")
    _, turns = _races(course, INSTANT["rookie"], 5000)
    yield Figure("random races, four sleds", turns / 1e6, "million turns/s", 5.0, True)
    races, _ = _races(course, INSTANT["yearling"], 500)
    yield Figure("greedy races, four Yearlings", races, "races/s", 15_000, True)
    race = _middle_of_a_race(course)
    yield Figure("reach of one sled, from Python", _reach_microseconds(race), "µs", 20, False)
    what = "all moves of a full hand, every value read"
    yield Figure(what, _moves_milliseconds(), "ms", 1, False)
    yield Figure("race.play, from Python, checked", _play_microseconds(course), "µs", 15, False)
    yield Figure("a race in memory", STATE.itemsize, "bytes", 1024, False)
