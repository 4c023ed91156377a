"""Compiling all kernels ahead of time, step by step, so that progress can be shown."""

from collections.abc import Callable, Iterator

import numpy as np

from ..course import Course
from ..rules.deal import SeededDeal
from ..rules.kernel import CACHE
from ..rules.race import Phase, Race

_READY = None if CACHE is None else CACHE / "ready"


def is_warm() -> bool:
    """Return whether all kernels have been compiled on this machine before."""
    return _READY is not None and _READY.exists()


def steps() -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with a name."""
    race = Race(Course.load("lumberjack"), 2, deal=SeededDeal(1))
    return [
        ("turns", lambda: _play_to_the_end(race.copy())),
        ("reach", lambda: _after_starts(race.copy()).reach()),
        ("views", lambda: race.view(0)),
        ("mushers", _import_mushers),
        ("simulations", _run_races),
        ("counting", lambda: _count(_after_starts(race.copy()))),
    ]


def compile_all() -> Iterator[str]:
    """Compile everything, naming each step before it begins."""
    for name, step in steps():
        yield name
        step()
    if _READY is not None:
        _READY.touch()


def _after_starts(race: Race) -> Race:
    while race.phase is Phase.START:
        race.play(race.decisions[-1])
    return race


def _play_to_the_end(race: Race) -> None:
    while race.phase is not Phase.OVER:
        decision = race.decisions[-1]
        if race.phase is Phase.TURN:
            race.preview(race.turns[-1])
        race.play(decision)
    Race.from_record(race.record())


def _import_mushers() -> None:
    from .. import mushers  # noqa: F401 - importing policies compiles them


def _run_races() -> None:
    from ..mushers import careful, rookie
    from .races import run_races

    run_races(Course.load("nutcracker"), 1, 2, (careful, rookie), np.random.default_rng(0))


def _count(race: Race) -> None:
    from .perft import perft

    perft(race, 2)
