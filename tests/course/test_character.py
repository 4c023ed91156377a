"""The character of courses, and those made up to have one."""

from typing import get_args

import numpy as np
import pytest

from snowtails import Course
from snowtails.course.character import Character, measure, random_of_character


@pytest.mark.parametrize(
    ("character", "more", "less"),
    [
        ("fast", "sssrs", "srsls"),
        ("twisty", "srsls", "srsrs"),
        ("twisty", "sulsurs", "slsrs"),
        ("narrow", "scs", "sts"),
        ("mean", "scrs", "ssrs"),
        ("mean", "stls", "tsls"),
    ],
)
def test_a_character_is_read_off_the_tiles(character: Character, more: str, less: str) -> None:
    courses = Course.parse(more), Course.parse(less)
    assert measure(courses[0], character) > measure(courses[1], character)


@pytest.mark.parametrize("character", get_args(Character))
def test_what_is_made_up_has_more_of_it_than_others(character: Character) -> None:
    rng = np.random.default_rng(3)
    others = [Course.random(rng, tiles=9) for _ in range(30)]
    wished = random_of_character(character, rng, tiles=9)
    assert len(wished.tiles) == 9
    assert wished.status() == ()
    usual = np.mean([measure(each, character) for each in others])
    assert measure(wished, character) > usual
