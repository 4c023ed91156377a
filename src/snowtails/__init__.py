"""Snow Tails, the dog-sled racing game: courses, exact rules and a fast engine.

>>> import numpy as np, snowtails as st
>>> race = st.Race(st.Course.load("nutcracker"), sleds=3, rng=np.random.default_rng(7))
>>> race.play("@1"); race.play("@3"); race.play("@5")
>>> st.Race.from_record(race.record()).position() == race.position()
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .course import Course, InvalidCourse, Problem, Refused, Tile, Track

if TYPE_CHECKING:
    from .lab import perft, run_races
    from .mushers import CompiledMusher, Musher, find_musher, policy, solve
    from .rules import (
        Discard,
        IllegalDraw,
        IllegalTurn,
        InvalidPosition,
        InvalidRecord,
        InvalidSeason,
        InvalidTurn,
        Race,
        Season,
        SecretDeal,
        SeededDeal,
        SoloGame,
        SoloRace,
        Start,
        Turn,
        View,
        read_record,
        read_season,
    )

__version__ = "0.1.0"

__all__ = [
    "CompiledMusher",
    "Course",
    "Discard",
    "IllegalDraw",
    "IllegalTurn",
    "InvalidCourse",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeason",
    "InvalidTurn",
    "Musher",
    "Problem",
    "Race",
    "Refused",
    "Season",
    "SecretDeal",
    "SeededDeal",
    "SoloGame",
    "SoloRace",
    "Start",
    "Tile",
    "Track",
    "Turn",
    "View",
    "find_musher",
    "perft",
    "policy",
    "read_record",
    "read_season",
    "run_races",
    "solve",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    """Load the engine when it is first asked for: courses alone need no compiler."""
    if name in __all__:
        for part in ("rules", "mushers", "lab"):
            module = import_module(f".{part}", __name__)
            if name in module.__all__:
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
