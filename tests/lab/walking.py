"""Counting without a kernel, by playing."""

from typing import TypeVar

from snowtails import Race, SoloRace

AnyRace = TypeVar("AnyRace", Race, SoloRace)


def walked(race: AnyRace, depth: int) -> int:
    """Count by really playing every decision and taking it back."""
    if depth == 0:
        return 1
    total = 0
    for decision in race.decisions:
        race.play(decision)
        total += walked(race, depth - 1)
        race.undo()
    return total
