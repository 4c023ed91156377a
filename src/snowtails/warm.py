"""Compiling the rules ahead of time, step by step, so that progress can be shown."""

from collections.abc import Callable, Iterator

from .course import Course
from .rules.choices import Phase
from .rules.deal import SeededDeal
from .rules.kernel import CACHE, settings
from .rules.race import Race

_READY = None if CACHE is None else CACHE / "ready"


def is_warm() -> bool:
    """Return whether the rules have been compiled on this machine before."""
    return _READY is not None and _READY.exists()


def steps() -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with a name."""
    return [
        ("turns", _play_a_race),
        ("reach", lambda: _started().reach()),
        ("views", lambda: _started().view(0)),
        ("mushers", _compile_mushers),
        ("simulations", _compile_lab),
    ]


def compile_all() -> Iterator[str]:
    """Compile everything, naming each step before it begins."""
    for name, step in steps():
        yield name
        step()
    if _READY is not None and not settings.DISABLE_JIT:
        _READY.touch()


def _started() -> Race:
    race = Race(Course.load("lumberjack"), 2, deal=SeededDeal(1))
    while race.phase is Phase.START:
        race.play(race.decisions[-1])
    return race


def _play_a_race() -> None:
    race = _started()
    while race.phase is not Phase.OVER:
        if race.phase is Phase.TURN:
            race.preview(race.turns[-1])
        race.play(race.decisions[-1])
    Race.from_record(race.record())


def _compile_mushers() -> None:
    from .mushers.solver import solve_track  # mushers compile when they are imported

    solve_track(Course.load("sauna-sprint").track)


def _compile_lab() -> None:
    from .lab.ride import ride  # so do simulations

    ride(Course.load("sauna-sprint"), rides=1)
