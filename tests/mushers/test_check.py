"""The check that ships with the package: good mushers pass, each fault is named."""

# ruff: noqa: ARG002 - mushers need not look at all they are given

import random
from collections.abc import Sequence

import numpy as np
import pytest

from snowtails import CompiledMusher, Turn, View
from snowtails.mushers import Musher
from snowtails.mushers.check import check_musher
from tests.mushers.driven import MUSHERS
from tests.mushers.test_two_worlds import peek

LEGAL = "answers were legal"
GENERATORS = "leaves the global random generators alone"
UNTOUCHED = "does not change the view"
STATELESS = "keeps no state"
ENDS = "races come to an end"
BLIND = "does not look at what its seat may not know"


class Plain:
    """Takes the first thing it may, always."""

    name = "plain"

    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        return free[0]

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        return turns[0]

    def discard(self, view: View, n: int, rng: np.random.Generator) -> Sequence[int]:
        hand = view.state[0]["hand"][view.seat]
        return [value for value, count in enumerate(hand, 1) for _ in range(count)][:n]


class Drawing(Plain):
    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        return turns[int(rng.integers(len(turns)))]


class Counting(Plain):
    calls = 0

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        self.calls += 1
        return turns[self.calls % len(turns)]


class Standing(Plain):
    """Takes the slowest turn that costs nothing, for ever."""

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        return min(view.reach(), key=lambda move: (*move.price[:2], move.speed)).turn


class Remembering(Plain):
    """Is lost when a race goes back in time."""

    last = 0

    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        now = view.round
        if now not in (1, self.last, self.last + 1):
            raise KeyError(f"round {now} after {self.last}")
        self.last = now
        return turns[0]


class Gambling(Plain):
    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        random.choice(turns)
        return turns[0]


class OldGambling(Plain):
    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        np.random.random()
        return turns[0]


class Scribbling(Plain):
    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        view.hand_sizes = (*view.hand_sizes[1:], 0)
        return turns[0]


class Raising(Plain):
    def choose(self, view: View, turns: Sequence[Turn], rng: np.random.Generator) -> Turn:
        raise ZeroDivisionError("no dogs left")


class Cheating(Plain):
    def start(self, view: View, free: Sequence[int], rng: np.random.Generator) -> int:
        return 6


def findings(musher: Musher, races: int = 5) -> dict[str, bool]:
    return {finding.what: finding.good for finding in check_musher(musher, races)}


def faults(musher: Musher, races: int = 5) -> list[str]:
    return [what for what, good in findings(musher, races).items() if not good]


@pytest.mark.parametrize("musher", [*MUSHERS, Plain(), Drawing()], ids=lambda musher: musher.name)
def test_a_good_musher_passes(musher: Musher) -> None:
    found = findings(musher)
    assert all(found.values())
    told = "\n".join(found)
    looked_at = [LEGAL, GENERATORS, ENDS, UNTOUCHED, STATELESS]
    looked_at += [BLIND] if isinstance(musher, CompiledMusher) else []
    assert all(what in told for what in looked_at)
    assert len(found) == len(looked_at) + 2  # its name and its time


@pytest.mark.parametrize(
    ("musher", "fault"),
    [
        (Counting(), STATELESS),
        (Standing(), ENDS),
        (Remembering(), STATELESS),
        (Gambling(), GENERATORS),
        (OldGambling(), GENERATORS),
        (CompiledMusher("peeking", peek), BLIND),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_fault_is_found_and_nothing_else(musher: Musher, fault: str) -> None:
    (found,) = faults(musher)
    assert fault in found


def test_a_musher_that_writes_into_its_view_is_found() -> None:
    assert any(UNTOUCHED in fault for fault in faults(Scribbling()))


def test_nothing_is_looked_at_after_an_error() -> None:
    found = findings(Raising())
    assert list(found.values()) == [True, False]
    assert any("failed in choose" in what and "no dogs left" in what for what in found)


def test_an_illegal_answer_is_told_with_what_was_legal() -> None:
    (fault,) = faults(Cheating())
    assert fault.startswith("plain answered 6 to start; it may decide @")


@pytest.mark.parametrize("name", ["", "a,b", "x" * 41, "two\nlines", 7, None], ids=repr)
def test_a_bad_name_is_found(name: str) -> None:
    musher = Plain()
    musher.name = name
    (fault,) = faults(musher, races=1)
    assert "a name of 1–40 characters" in fault
    assert repr(name) in fault


def test_a_name_may_be_in_any_language() -> None:
    musher = Plain()
    musher.name = "雪の犬 Zoë"
    assert not faults(musher, races=1)
