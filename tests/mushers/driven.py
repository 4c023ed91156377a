"""Races of mushers through the friendly door, and the questions that they were asked."""

from collections.abc import Iterator, Sequence

import numpy as np

from snowtails import CompiledMusher, Course, Race, SeededDeal
from snowtails.mushers import INSTANT
from snowtails.rules.state import State

MUSHERS = tuple(INSTANT.values())


def driven(
    course: Course, seats: Sequence[CompiledMusher], seed: int, rounds: int = 60
) -> Iterator[Race]:
    """Run a race and yield it whenever somebody has to decide, before it is decided."""
    race = Race(course, len(seats), deal=SeededDeal(seed))
    rng = np.random.default_rng(seed)
    while (sled := race.actor) is not None and race.round <= rounds:
        yield race
        word = int(rng.integers(2**64, dtype=np.uint64))
        race.play(race.numbered(decided(seats[sled], course, race.view(sled).state, word)))


def mixed_races(course: Course, first: int = 0) -> Iterator[Race]:
    """Run race after race of two to five sleds, each with a musher of its own drawn at random."""
    seed = first
    while True:
        rng = np.random.default_rng(seed)
        seats = [MUSHERS[i] for i in rng.integers(len(MUSHERS), size=2 + seed % 4)]
        yield from driven(course, seats, seed)
        seed += 1


def decided(musher: CompiledMusher, course: Course, state: State, word: int) -> int:
    """Return the number of what a policy decides in a state."""
    values, spaces = musher.values(course), course.track.spaces
    return int(musher.policy(state, spaces, values, np.uint64(word)))
