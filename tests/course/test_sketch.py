"""Tracks drawn in plain characters."""

import re

from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course, Tile
from snowtails.course.sketch import sketch
from tests import strategies


def drawn(course: Course, width: int = 100, **marks: str) -> str:
    """Draw a course between blank lines, each mark given with its space."""
    track = course.track
    spaces = {track.by_name[space]: mark for mark, space in marks.items()}
    return f"\n{sketch(track, spaces, width)}\n"


def test_corners_u_turns_and_hazards() -> None:
    assert drawn(Course.parse("srdlult")) == (
        """
  0 1     2>4     3     4<<3          5     6
a|.|.....|.......|.###.|.-.--.-.--.--|.t.t.|=|
b|.|.....|......-|.###.|..-.-.-.-.-.-|..t..|=|
c|.|.....|...-..-|..#..|...-..-..-..-|.t.t.|=|
d|.|.....|..-.-.-|.....|......-.....-|..t..|=|
e|.|.....|.-.-.--|.....|.............|.t.t.|=|
"""
    )


def test_own_maps_and_safety_speeds_are_drawn() -> None:
    own = Tile("straight", map=("....t", "...#.", "..t..", ".#...", "t...."))
    assert drawn(Course((own, Tile("corner-left", safety=9)))) == (
        """
  0 1     2<9     3
a|.|t....|.-.-.--|=|
b|.|.#...|..-.-.-|=|
c|.|..t..|...-..-|=|
d|.|...#.|......-|=|
e|.|....t|.......|=|
"""
    )


def test_marks_stand_on_their_spaces() -> None:
    assert drawn(Course.parse("sl"), A="0c1", B="1a5", C="2a3", D="2e7", E="3b1") == (
        """
  0 1     2<4     3
a|.|....B|.-.-C--|=|
b|.|.....|..-.-.-|E|
c|A|.....|...-..-|=|
d|.|.....|......-|=|
e|.|.....|......D|=|
"""
    )


def test_run_off_is_drawn_where_a_sled_stands_on_it() -> None:
    assert drawn(Course.parse("s"), A="4c3") == (
        """
  0 1     2 3     4     5
a|.|.....|=|=====|=====|=====|
b|.|.....|=|=====|=====|=====|
c|.|.....|=|=====|==A==|=====|
d|.|.....|=|=====|=====|=====|
e|.|.....|=|=====|=====|=====|
"""
    )


def test_a_long_course_is_wrapped_between_tiles() -> None:
    assert drawn(Course.parse("ssrs"), width=23) == (
        """
  0 1     2
a|.|.....|.....|
b|.|.....|.....|
c|.|.....|.....|
d|.|.....|.....|
e|.|.....|.....|

  3>4     4     5
a|.......|.....|=|
b|......-|.....|=|
c|...-..-|.....|=|
d|..-.-.-|.....|=|
e|.-.-.--|.....|=|
"""
    )


def test_a_two_digit_number_widens_the_finish() -> None:
    last = drawn(Course.parse("sssssssss")).splitlines()
    assert last[1].endswith(" 8     9     10")
    assert last[2].endswith("|.....|.....|= |")


def test_a_tile_over_many_others_names_as_many_as_fit() -> None:
    drawing = sketch(Course.parse("ccccccculcculul1fl").track, width=16)
    (heading,) = [line for line in drawing.splitlines() if "…" in line]
    assert len(heading) <= 16
    assert re.search(r"\^\d+(,\d+)*…", heading)


@given(strategies.courses, st.integers(16, 50))
def test_every_space_is_drawn_within_the_width(course: Course, width: int) -> None:
    drawing = sketch(course.track, width=width)
    assert max(map(len, drawing.splitlines())) <= width
    lanes = [line[1:] for line in drawing.splitlines() if line[:1] in set("abcde")]
    past = course.track.spaces["past"].astype(bool)
    assert sum(line.count("=") for line in lanes) == 5
    assert sum(line.count(".") + line.count("#") + line.count("t") for line in lanes) == sum(~past)
    assert sum(line.count("t") for line in lanes) == len(course.track.saplings)
