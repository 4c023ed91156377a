"""The contract between a race and whoever drives a sled in it.

A musher is asked for one decision at a time. It sees a `View`, which holds all that its seat may
know and nothing else, and keeps no state between calls: the same view and the same generator give
the same answer. `check` tries whether somebody's musher keeps to this.
"""

import hashlib
import traceback
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from ..course import Course, Refused
from ..rules.notation import Decision, Discard, Start, Turn
from ..rules.view import View

_Kind = TypeVar("_Kind", Start, Turn, Discard)


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


class Decider(ABC):
    """A musher that decides in one way, whichever of the three questions it is asked."""

    name: str

    @abstractmethod
    def _decide(self, view: View, rng: np.random.Generator) -> Decision:
        """Return whatever its seat has to decide."""

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        """Return the number of a free start space."""
        return self._answer(view, rng, Start).number

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        """Return a turn."""
        return self._answer(view, rng, Turn)

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        """Return the values of the cards to give up."""
        return self._answer(view, rng, Discard).values

    def _answer(self, view: View, rng: np.random.Generator, kind: type[_Kind]) -> _Kind:
        decision = self._decide(view, rng)
        if not isinstance(decision, kind):
            asked = kind.__name__.lower()
            raise Refused(f"{self.name} is asked for a {asked} in phase {view.phase}: use ask()")
        return decision


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
