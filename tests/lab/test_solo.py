"""Solo perft: counts are the oracle. And rounds played in bulk."""

from pathlib import Path

import numpy as np
import pytest

from snowtails import Course, SeededDeal, SoloRace
from snowtails.lab.solo import OneTurnAhead, at_once, at_random, solo_perft, solo_round
from tests.lab.walking import walked

AHEAD, ROUGHLY = OneTurnAhead(), OneTurnAhead(noise=3.0)
LINES = (Path(__file__).parent / "solo_perft.txt").read_text("utf-8").splitlines()


def started(name: str, opponents: bool, seed: int) -> SoloRace:
    """Return a round before its first turn: the first place for each opponent, start space 5."""
    race = SoloRace(Course.find(name), opponents=opponents, deal=SeededDeal(seed))
    while str(race.phase) != "start":
        race.play(race.decisions[0])
    race.play("@5")
    return race


@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line.split()[:3]))
def test_counts_are_pinned(line: str) -> None:
    name, opponents, seed, *counts = line.split()
    race = started(name, opponents == "4", int(seed))
    assert [solo_perft(race, depth) for depth in range(1, len(counts) + 1)] == [*map(int, counts)]


@pytest.mark.parametrize("opponents", [False, True])
def test_counting_agrees_with_playing(opponents: bool) -> None:
    race = started("lone-wolf", opponents, 11)
    for depth in (0, 1, 2):
        assert solo_perft(race, depth) == walked(race, depth)
    fresh = SoloRace(Course.load("lone-wolf"), opponents=opponents, deal=SeededDeal(2))
    assert solo_perft(fresh, 2) == walked(fresh, 2)


def test_only_a_seeded_round_can_be_counted() -> None:
    with pytest.raises(ValueError, match="needs a round with a seed"):
        solo_perft(SoloRace(Course.load("lone-wolf"), drawn=(1, 2, 3, 4, 5, 1, 2, 3)), 1)
    with pytest.raises(ValueError, match="depth is 0 or more"):
        solo_perft(started("lone-wolf", False, 1), -1)


def test_who_thinks_scores_more_than_who_does_not() -> None:
    course = Course.load("lone-wolf")
    points = {
        way: [solo_round(course, way, seed, opponents=True).total for seed in range(20)]
        for way in (at_random, AHEAD, ROUGHLY, at_once)
    }
    assert np.mean(points[at_once]) > 9 > 3 > np.mean(points[at_random])
    assert np.mean(points[at_once]) > np.mean(points[AHEAD]) > np.mean(points[ROUGHLY])
    assert np.mean(points[ROUGHLY]) > np.mean(points[at_random]), "people see what lies ahead"
    assert points[at_once] == [
        solo_round(course, at_once, seed, opponents=True).total for seed in range(20)
    ]
