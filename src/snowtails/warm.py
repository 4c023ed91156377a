"""Compiling the rules ahead of time, step by step, so that progress can be shown."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Literal

import numpy as np

from .course import Course
from .rules.choices import Phase
from .rules.deal import SeededDeal
from .rules.kernel import CACHE, settings
from .rules.progress import without_progress
from .rules.race import Race

Part = Literal["race", "solo", "certificate", "search"]
"""What is compiled at one go; the others build on the race."""
PARTS: tuple[Part, ...] = ("race", "solo", "certificate", "search")


def _ready(part: Part) -> Path | None:
    """Return the file that says that this version of Python has compiled a part."""
    return None if CACHE is None else CACHE / f"ready-{part}-{sys.implementation.cache_tag}"


def is_warm(part: Part = "race") -> bool:
    """Return whether some rules are compiled, or none are ever."""
    ready = _ready(part)
    return bool(settings.DISABLE_JIT) or (ready is not None and ready.exists())


def steps(part: Part = "race") -> list[tuple[str, Callable[[], object]]]:
    """Return what there is to compile, each with a name."""
    if part == "solo":
        return [("solo turns", _play_solo), ("solo musher", _compile_solo_musher)]
    if part == "search":
        return [("search", _search), ("coach", _look_ahead)]
    if part == "certificate":
        return [("certificates", _compile_certificate)]
    return [
        ("turns", _play_a_race),
        ("reach", lambda: list(_started().reach())),
        ("views", lambda: _started().view(0)),
        ("messages", _compile_writing),
        ("mushers", _compile_mushers),
        ("solver", _compile_solver),
        ("simulations", _compile_lab),
    ]


def compile_all(part: Part = "race") -> Iterator[str]:
    """Compile all of a part, naming each step before it begins, to be shown by the caller.

    If another process is at it, wait for that: what it has compiled is found on the disk.
    """
    with ExitStack() as stack:
        compiled = False
        for number, (name, step) in enumerate(steps(part)):
            yield name
            if not number:
                compiled = stack.enter_context(_alone(part)) and is_warm(part)
            if not compiled:
                with without_progress():
                    step()
        ready = _ready(part)
        if ready is not None and not settings.DISABLE_JIT:
            ready.touch()


@contextmanager
def _alone(part: Part) -> Iterator[bool]:
    """Keep other processes from compiling a part; tell whether one was at it until now."""
    if CACHE is None or os.name != "posix":
        yield False
        return
    import fcntl

    with (CACHE / f"compiling-{part}").open("w") as lock:
        was_taken = False
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            was_taken = True
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            pass  # a file system without locks: several may compile at once, as they may without it
        yield was_taken


def compile_side_by_side(parts: Sequence[Part]) -> Iterator[str]:
    """Compile several parts on all cores, naming their steps.

    What builds on the race comes after it, in processes of their own: it is found on the disk.
    """
    from .lab.workers import spread

    alone = [part for part in parts if part == "race" or CACHE is None]
    for part in alone:
        yield from compile_all(part)
    # Search takes longest: begun last, it would keep one core busy while the others are done.
    others = sorted(set(parts) - set(alone), key=lambda part: (part != "search", part))
    for part, _ in spread(_compile_whole, others):
        yield from (name for name, _ in steps(part))


def _compile_whole(part: Part) -> None:
    for _ in compile_all(part):
        pass


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


def _compile_writing() -> None:
    from .server.wire.move_writer import write_moves, write_turns

    view = _started().view(0)
    write_turns(view)
    write_moves(view)


def _compile_mushers() -> None:
    from .mushers import LADDER

    for name in LADDER:
        LADDER[name]  # is compiled when it is first asked for


def _compile_solver() -> None:
    from .mushers.solver import solve_track

    solve_track(Course.load("sauna-sprint").track)


def _compile_lab() -> None:
    from .lab import ride, run_races

    course = Course.load("sauna-sprint")
    for mushers in (("rookie", "rookie"), ("rookie", "pup")):  # Rookies have a kernel of their own
        run_races(course, 1, 2, mushers, seed=1)
    ride(course, rides=1)


def _compile_certificate() -> None:
    from .lab.certify import certify

    certify(Course.load("sauna-sprint"), races=2)


def _search() -> None:
    from .mushers import Budget, ask, search
    from .mushers.togo import TOGO

    race = _started()
    view, least = race.view(race.actor), Budget(playouts=1)
    search(view, least, seed=1)
    ask(replace(TOGO, budget=least), view, seed=1)


def _look_ahead() -> None:
    from .coach import LookAhead, LookBack

    race = _started()
    LookAhead(race.view(race.actor), 1, stages=((1, 1.0),)).go_on()
    race.play(race.decisions[-1])
    for step in LookBack(race, playouts=1).steps:
        step()


def _play_solo() -> None:
    from .rules.solo import SoloRace

    race = SoloRace(Course.load("lone-wolf"), opponents=True, deal=SeededDeal(1))
    while race.phase is not Phase.OVER:
        if race.phase is Phase.TURN:
            race.preview(race.turns[-1])
            list(race.reach())
        race.play(race.decisions[-1])
    SoloRace.from_record(race.record())
    race.score()


def _compile_solo_musher() -> None:
    from .lab.solo import solo_perft
    from .mushers.solo import SoloMusher
    from .rules.solo import SoloRace

    race = SoloRace(Course.load("lone-wolf"), deal=SeededDeal(1))
    while race.phase is not Phase.TURN:
        race.play(race.decisions[0])
    SoloMusher(tries=1).decide(race, np.random.default_rng(1))
    solo_perft(race, 1)
