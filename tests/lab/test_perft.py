"""Counts are the oracle: a rule that gains or loses a turn shows here.

The file is made by `snowtails perft DEPTH -c COURSE -n SLEDS --seed SEED`; each line has course,
sleds, seed and the counts by depth.
"""

from pathlib import Path

import pytest

from snowtails import Course, Race, SeededDeal, perft
from snowtails.lab.perft import standing_start
from tests.lab.walking import walked

LINES = (Path(__file__).parent / "perft.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: "-".join(line.split()[:3]))
def test_counts_are_pinned(line: str) -> None:
    name, sleds, seed, *counts = line.split()
    race = standing_start(Course.find(name), int(sleds), int(seed))
    assert [perft(race, depth) for depth in range(1, len(counts) + 1)] == list(map(int, counts))


def test_the_file_covers_six_courses_and_all_numbers_of_sleds() -> None:
    assert len({line.split()[0] for line in LINES}) >= 6
    assert {line.split()[1] for line in LINES} == set("12345")


@pytest.mark.parametrize("name", ["nutcracker", "lumberjack", "whole-box"])
@pytest.mark.parametrize("sleds", [1, 3, 5])
def test_counting_agrees_with_playing(name: str, sleds: int) -> None:
    race = standing_start(Course.load(name), sleds, 11)
    for depth in (1, 2):
        assert perft(race, depth) == walked(race, depth)


def test_only_a_seeded_race_past_its_start_can_be_counted() -> None:
    course = Course.load("nutcracker")
    with pytest.raises(ValueError, match="choose the start spaces first"):
        perft(Race(course, 2, deal=SeededDeal(1)), 1)
    with pytest.raises(ValueError, match="needs a race with a seed"):
        perft(Race(course, 2), 1)
