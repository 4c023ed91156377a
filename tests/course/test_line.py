"""Course lines: a whole course in one word."""

import string
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course, InvalidCourse, Tile
from snowtails.course.line import LONGEST_LINE
from tests import strategies

MAP = (".....", "..t..", "#...#", "..t..", ".....")
MAP_IN_LINE = "_______y__x___x__y_______"
FORMATION = ("t....", ".t...", "..t..", "...t.", "....t")
FORMATION_IN_LINE = "y_____y_____y_____y_____y"


@given(strategies.courses)
def test_a_course_is_read_back_from_its_line(course: Course) -> None:
    assert Course.parse(course.line) == course
    assert Course.parse(course.line, course.name).name == course.name


@given(strategies.courses)
def test_a_line_fits_in_a_link_as_it_is(course: Course) -> None:
    assert set(course.line) <= set(string.ascii_lowercase + string.digits + "_")
    assert len(course.line) <= 27 * len(course.tiles) + 2


@pytest.mark.parametrize("name", Course.shipped())
def test_shipped_courses_are_read_back_from_their_lines(name: str) -> None:
    course = Course.load(name)
    assert Course.parse(course.line) == course


def test_a_line_is_written_tile_by_tile() -> None:
    tiles = (
        Tile("straight"),
        Tile("corner-left"),
        Tile("corner-right", safety=5),
        Tile("snowdrift-left"),
        Tile("snowdrift-right"),
        Tile("u-turn-left", safety=9),
        Tile("straight", map=MAP),
        Tile("u-turn-right"),
        Tile("chasm"),
        Tile("saplings"),
        Tile("saplings", map=FORMATION),
    )
    line = f"slr5dldrul9s{MAP_IN_LINE}urctt{FORMATION_IN_LINE}"
    assert Course(tiles).line == line
    assert Course(tiles, "left").line == f"{line}fl"
    assert Course.parse(line).tiles == tiles


@pytest.mark.clause("SETUP-7")
def test_the_flag_is_on_the_right_unless_the_line_says_left() -> None:
    assert Course.parse("sl").flag == "right"
    assert Course.parse("slfl").flag == "left"


def test_own_maps_are_told_from_the_tiles_around_them() -> None:
    course = Course.parse(f"s{MAP_IN_LINE}s{'_' * 25}tt{FORMATION_IN_LINE}t")
    assert [tile.map for tile in course.tiles] == [MAP, (".....",) * 5, None, FORMATION, None]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("sq", "column 2: 'q' starts no tile; tiles are s l r ul ur dl dr c t"),
        ("su", "column 2: 'u' starts no tile; tiles are s l r ul ur dl dr c t"),
        ("S", "column 1: 'S' starts no tile; tiles are s l r ul ur dl dr c t"),
        ("s s", "column 2: ' ' starts no tile; tiles are s l r ul ur dl dr c t"),
        ("5s", "column 1: '5' starts no tile; tiles are s l r ul ur dl dr c t"),
        ("sfls", "column 2: fl (flag on the left) must end the line"),
        ("sf", "column 2: fl (flag on the left) must end the line"),
        ("s" * 4001, "4001 characters are too many for a course; at most 4000"),
    ],
)
def test_an_unreadable_line_says_where(line: str, sentence: str) -> None:
    with pytest.raises(InvalidCourse) as caught:
        Course.parse(line)
    assert str(caught.value) == sentence


def test_a_line_that_can_be_read_may_still_be_no_course() -> None:
    assert [found.code for found in Course.parse("").status()] == ["no-tiles"]
    assert [found.code for found in Course.parse("s5").status()] == ["safety-misplaced"]
    assert [found.code for found in Course.parse("s__").status()] == ["map-size", "map-size"]


def test_a_course_with_problems_has_no_line() -> None:
    with pytest.raises(InvalidCourse, match="24 saplings"):
        _ = Course.parse("ttt").line


def test_the_longest_course_has_a_line_that_can_be_read() -> None:
    longest = Course((Tile("straight", map=(".....",) * 5),) * 40, "left")
    assert longest.status() == ()
    assert len(longest.line) < LONGEST_LINE
    assert Course.parse(longest.line) == longest


@given(st.text() | st.text("slrudctf_xy0123456789"))
def test_any_text_is_a_line_or_raises_invalid_course(text: str) -> None:
    with suppress(InvalidCourse):
        course = Course.parse(text)
        assert course.status() or Course.parse(course.line) == course


@given(strategies.courses, st.data())
def test_a_damaged_line_is_a_course_or_raises_invalid_course(
    course: Course, data: st.DataObject
) -> None:
    line = course.line
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, len(line)))
    damaged = line[:start] + data.draw(st.text(max_size=5)) + line[end:]
    with suppress(InvalidCourse):
        Course.parse(damaged).status()
