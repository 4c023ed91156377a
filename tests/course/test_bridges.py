"""Courses that cross themselves, as they are drawn."""

import re

import pytest

from snowtails import Course
from snowtails.course.drawing import draw
from snowtails.course.sketch import sketch

CROSSING = "ssrssrsrssss"


@pytest.mark.clause("TILE-9")
def test_the_later_tile_is_drawn_above_the_earlier_one_with_its_shadow_between() -> None:
    drawn = draw(Course.parse(CROSSING))
    places = [
        drawn.index(part)
        for part in (
            'href="#course-deck-0"',
            'id="course-1c3"',
            'class="bridge-shadow"',
            'href="#course-deck-1"',
            'id="course-12c3"',
        )
    ]
    assert places == sorted(places)
    assert drawn.count('class="bridge-shadow"') == 1


@pytest.mark.clause("TILE-9")
def test_every_space_is_drawn_once_above_and_below() -> None:
    course = Course.parse(CROSSING)
    ids = re.findall(r'id="course-(\d+[a-e]\d+)"', draw(course))
    assert sorted(ids) == sorted(course.track.names)


def test_a_course_that_lies_flat_has_no_bridges() -> None:
    drawn = draw(Course.load("nutcracker"))
    assert "deck-" not in drawn
    assert "bridge" not in drawn


@pytest.mark.clause("TILE-9")
def test_the_sketch_says_what_passes_over_what() -> None:
    first = sketch(Course.parse(CROSSING).track).splitlines()[0]
    assert "11^0,1" in first
    assert "^" not in sketch(Course.load("nutcracker").track)
