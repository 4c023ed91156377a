"""The contract between a race and whoever drives a sled in it.

A musher is asked for one decision at a time. It sees a `View`, which holds all that its seat may
know and nothing else, and keeps no state between calls: the same view and the same generator give
the same answer. `check` tries whether somebody's musher keeps to this.
"""

import hashlib
import traceback
from collections.abc import Sequence
from operator import index
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ..course import Course, InvalidArgument, Refused
from ..course.chance import expect_rng
from ..course.problem import expect
from ..rules.choices import Phase
from ..rules.notation import Decision, Discard, InvalidTurn, Start, Turn
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


def lay_course(musher: Musher, sleds: int, rng: np.random.Generator) -> Course:
    """Return the course that a musher lays: its own, or a shipped or a random one."""
    if isinstance(musher, Layer):
        course = musher.lay(sleds, rng)
        course.check()
        return course
    if rng.random() < 0.5:
        return Course.random(rng)
    return Course.load(str(rng.choice(Course.shipped())))


def expect_musher(given: object) -> Musher:
    """Return a musher as it is; raise InvalidArgument for anything else."""
    if isinstance(given, Musher) and not isinstance(given, type):
        return given
    if isinstance(given, type):
        raise InvalidArgument(f"a musher is an object, not a class: give {given.__name__}()")
    raise InvalidArgument(
        f"a musher has `name`, `start`, `choose` and `discard` (docs/mushers.md), not {given!r}"
    )


class BadAnswer(Refused):
    """A musher's answer that is not among the decisions it may take, or none because it failed."""


def ask(musher: Musher | str, view: View, rng: np.random.Generator) -> Decision:
    """Return what a musher decides for its seat; raise BadAnswer if it may not, or fails."""
    if isinstance(musher, str):
        from .ladder import find_musher  # the ladder is made of mushers

        musher = find_musher(musher)
    expect_musher(musher)
    expect_rng(rng)
    legal = expect(View, view, "a musher is asked with a View, as in race.view(0)").decisions
    if not legal:
        raise Refused(f"seat {view.seat} has nothing to decide now")
    question = {Phase.START: "start", Phase.DISCARD: "discard"}.get(view.phase, "choose")
    answer: object
    try:
        if view.phase is Phase.START:
            numbers = [decision.number for decision in legal if isinstance(decision, Start)]
            answer = musher.start(view, numbers, rng)
        elif view.phase is Phase.DISCARD:
            answer = musher.discard(view, view.owed, rng)
        else:
            turns = [decision for decision in legal if isinstance(decision, Turn)]
            answer = musher.choose(view, turns, rng)
    except Exception as error:  # it is anybody's code: whatever goes wrong there is its answer
        raise BadAnswer(f"{musher.name} failed in {question} {fault(error)}") from error
    decision = _understood(view.phase, answer)
    if decision not in legal:
        shown = ", ".join(map(str, legal[:8])) + (" …" if len(legal) > 8 else "")
        raise BadAnswer(f"{musher.name} answered {answer!r} to {question}; it may decide {shown}")
    return decision


def fault(error: Exception) -> str:
    """Return where and why somebody's code failed."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"({where}): {type(error).__name__}: {error}"


def _understood(phase: Phase, answer: Any) -> Decision | None:
    """Return the decision that an answer stands for, or None if it stands for none."""
    try:
        if phase is Phase.START:
            return Start(index(answer))
        if phase is Phase.DISCARD:
            return Discard(tuple(sorted(map(index, answer))))
    except (TypeError, InvalidTurn):
        return None
    return answer if isinstance(answer, Turn) else None


def own_chance(seed: int, race: int, seat: int) -> np.random.Generator:
    """Return a musher's own chance in a race, from which its cards cannot be told."""
    digest = hashlib.sha256(f"musher {seed} {race} {seat}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest, "big"))
