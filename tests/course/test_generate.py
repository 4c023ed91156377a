"""Courses made up at random: valid, varied, as wished."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course
from snowtails.course import FACES

seeds = st.integers(0, 2**32)


def made_up(
    seed: int,
    tiles: int | None = None,
    hazards: int | None = None,
    *,
    in_box: bool = True,
    solo: bool = False,
) -> Course:
    rng = np.random.default_rng(seed)
    return Course.random(rng, tiles=tiles, hazards=hazards, in_box=in_box, solo=solo)


def hazards_of(course: Course) -> int:
    return sum(FACES[tile.name].hazard for tile in course.tiles)


def assert_lies_flat(course: Course) -> None:
    assert course.status() == ()
    assert course.warnings() == ()
    assert course.layout.run_off_crossings == ()


@given(seeds)
def test_a_random_course_is_valid_and_in_the_box(seed: int) -> None:
    course = made_up(seed)
    assert_lies_flat(course)
    assert course.box.enough
    assert 5 <= len(course.tiles) <= 14


@given(seeds, st.integers(1, 14))
def test_a_random_course_is_as_long_as_wished(seed: int, tiles: int) -> None:
    course = made_up(seed, tiles)
    assert_lies_flat(course)
    assert course.box.enough
    assert len(course.tiles) == tiles


@given(seeds, st.integers(0, 6))
def test_a_random_course_has_as_many_hazards_as_wished(seed: int, hazards: int) -> None:
    course = made_up(seed, hazards=hazards)
    assert_lies_flat(course)
    assert course.box.enough
    assert hazards_of(course) == hazards


@given(seeds, st.none() | st.integers(1, 30), st.none() | st.integers(0, 30))
def test_a_random_course_beyond_the_box_keeps_its_wishes(
    seed: int, tiles: int | None, hazards: int | None
) -> None:
    if tiles is not None and hazards is not None:
        hazards = min(hazards, tiles)
    course = made_up(seed, tiles, hazards, in_box=False)
    assert_lies_flat(course)
    assert tiles in (None, len(course.tiles))
    assert hazards in (None, hazards_of(course))


@pytest.mark.clause("SOLO-1")
@given(seeds, st.sampled_from([None, 13]), st.none() | st.integers(1, 5), st.booleans())
def test_a_random_solo_course_is_fit_for_the_solo_game(
    seed: int, tiles: int | None, hazards: int | None, in_box: bool
) -> None:
    course = made_up(seed, tiles, hazards, in_box=in_box, solo=True)
    assert_lies_flat(course)
    assert course.solo_reasons == ()
    assert course.box.enough
    assert hazards in (None, hazards_of(course))


@pytest.mark.parametrize(
    ("tiles", "hazards"), [(n, k) for n, k in product(range(1, 15), range(7)) if k <= n]
)
def test_all_wishes_that_the_box_allows_are_fulfilled(tiles: int, hazards: int) -> None:
    for seed in range(3):
        course = made_up(seed, tiles, hazards)
        assert_lies_flat(course)
        assert course.box.enough
        assert (len(course.tiles), hazards_of(course)) == (tiles, hazards)


def test_random_courses_vary() -> None:
    courses = [made_up(seed) for seed in range(100)]
    assert len({course.line for course in courses}) > 95
    assert {tile.name for course in courses for tile in course.tiles} == FACES.keys()
    assert {course.flag for course in courses} == {"left", "right"}
    assert len({len(course.tiles) for course in courses}) > 6
    assert len({hazards_of(course) for course in courses}) > 3
    assert len({made_up(seed, solo=True).line for seed in range(100)}) > 95


@given(seeds)
def test_the_same_seed_gives_the_same_course(seed: int) -> None:
    assert made_up(seed) == made_up(seed)
    assert made_up(seed, solo=True) == made_up(seed, solo=True)


@pytest.mark.parametrize(
    ("tiles", "hazards", "in_box", "solo", "sentence"),
    [
        (0, None, True, False, "a random course has 1 to 14 tiles, not 0"),
        (15, None, True, False, "a random course has 1 to 14 tiles, not 15"),
        (31, None, False, False, "a random course has 1 to 30 tiles, not 31"),
        (5, 6, True, False, "5 tiles can have 0 to 5 hazards, not 6"),
        (5, -1, True, False, "5 tiles can have 0 to 5 hazards, not -1"),
        (14, 7, True, False, "14 tiles can have 0 to 6 hazards, not 7"),
        (9, 10, False, False, "9 tiles can have 0 to 9 hazards, not 10"),
        (None, 31, False, False, "30 tiles can have 0 to 30 hazards, not 31"),
        (None, 6, True, True, "13 tiles can have 1 to 5 hazards, not 6"),
        (None, 0, True, True, "13 tiles can have 1 to 5 hazards, not 0"),
        (12, None, True, True, "a solo course has 13 tiles, not 12; leave the number out"),
    ],
)
def test_impossible_wishes_are_told_what_is_possible(
    tiles: int | None, hazards: int | None, in_box: bool, solo: bool, sentence: str
) -> None:
    for seed in range(5):
        with pytest.raises(ValueError, match=f"^{sentence}$"):
            made_up(seed, tiles, hazards, in_box=in_box, solo=solo)
