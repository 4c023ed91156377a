"""The map of a course, as the page gets it."""

import math

import pytest

from snowtails import Course
from snowtails.play.map import map_message


@pytest.mark.parametrize("name", Course.shipped())
def test_every_space_lies_somewhere_and_leads_somewhere(name: str) -> None:
    course = Course.load(name)
    told = map_message(course)
    spaces = told["spaces"]
    assert list(spaces) == list(course.track.names)
    for space in spaces.values():
        for step in ("ahead", "left", "right"):
            assert space[step] is None or space[step] in spaces
        if space["ahead"]:
            ahead = spaces[space["ahead"]]
            apart = math.hypot(ahead["x"] - space["x"], ahead["y"] - space["y"])
            assert 0.4 < apart < 2
            assert ahead["progress"] > space["progress"]


def test_the_next_bend_is_told_until_there_is_none() -> None:
    told = map_message(Course.parse("srs"))
    assert told["starts"] == ["0e1", "0d1", "0c1", "0b1", "0a1"]
    assert (told["spaces"]["0c1"]["bend_in"], told["spaces"]["0c1"]["bend_safety"]) == (6, 4)
    assert told["spaces"]["1c5"]["bend_in"] == 1
    assert told["spaces"]["3c1"]["bend_in"] is None
    assert told["tiles"][2] == {"name": "corner-right", "safety": 4}
