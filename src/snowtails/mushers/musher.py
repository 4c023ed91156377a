"""The contract between a race and whoever drives a sled in it.

A musher is asked for one decision at a time. It sees a `View`, which holds all that its seat may
know and nothing else, and keeps no state between calls: the same view and the same generator give
the same answer. `check` tries whether somebody's musher keeps to this.
"""

import hashlib
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from ..course import Course
from ..rules.notation import Turn
from ..rules.view import View


@runtime_checkable
class Musher(Protocol):
    """Whoever decides for a sled."""

    @property
    def name(self) -> str:
        """What it is called in records and tables."""

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        """Return the number of one of the free start spaces."""

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        """Return one of the turns that the own sled may play."""

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        """Return n values of cards in the own hand to give up."""


@runtime_checkable
class Layer(Protocol):
    """A musher with a wish of its own when it is its turn to lay the course (SEASON-1)."""

    def lay(self, sleds: int, rng: np.random.Generator) -> Course:
        """Return the course that so many sleds shall race on."""


def fault(error: Exception) -> str:
    """Return where and why somebody's code failed."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"({where}): {type(error).__name__}: {error}"


def own_chance(seed: int, race: int, seat: int) -> np.random.Generator:
    """Return a musher's own chance in a race, from which its cards cannot be told."""
    digest = hashlib.sha256(f"musher {seed} {race} {seat}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
