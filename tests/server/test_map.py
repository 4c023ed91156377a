"""The map of a course, as the page gets it."""

import math

import pytest

from snowtails import Course
from snowtails.server.wire.course_map import map_message
from tests.server.company import as_json


@pytest.mark.parametrize("name", Course.shipped())
def test_every_space_lies_somewhere_and_leads_somewhere(name: str) -> None:
    course = Course.load(name)
    told = as_json(map_message(course))
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
    told = as_json(map_message(Course.parse("srs")))
    assert told["starts"] == ["0e1", "0d1", "0c1", "0b1", "0a1"]
    assert (told["spaces"]["0c1"]["bend_in"], told["spaces"]["0c1"]["bend_safety"]) == (6, 4)
    assert told["spaces"]["1c5"]["bend_in"] == 1
    assert told["spaces"]["3c1"]["bend_in"] is None
    assert told["tiles"][2] == {"name": "corner-right", "safety": 4}


def test_a_front_line_runs_across_the_whole_track() -> None:
    spaces = as_json(map_message(Course.parse("srs")))["spaces"]
    for space in spaces.values():
        left, right = space["front"][:2], space["front"][2:]
        assert math.dist(left, right) == pytest.approx(5, abs=0.01)
    # Level spaces have one front line: 1/3, 2/6 of the corner; the side is the picture's.
    assert spaces["2e1"]["front"] == spaces["2b2"]["front"]


@pytest.mark.clause("TILE-9")
def test_the_map_tells_what_lies_beneath_a_bridge() -> None:
    spaces = map_message(Course.parse("ssrssrsrssss")).spaces
    beneath = {space.tile for space in spaces.values() if space.beneath}
    assert beneath == {1}  # the start is only touched
    assert spaces["12c3"].over == (0, 1)
    assert not spaces["12c3"].beneath
    flat = map_message(Course.load("nutcracker")).spaces.values()
    assert not any(space.beneath or space.over for space in flat)
