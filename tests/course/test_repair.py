"""Repairs: what is proposed mends what is wrong."""

import pytest

from snowtails import Course
from snowtails.course.repair import Repair, find_repair, turned_over
from snowtails.course.tile import FACES, Tile

BARRED = (".....", ".....", "#####", ".....", ".....")


def repaired(course: Course) -> Repair:
    found = find_repair(course, (*course.status(), *course.warnings())[0])
    assert found is not None
    return found


@pytest.mark.clause("TILE-9")
def test_a_course_that_crosses_itself_can_bend_the_other_way() -> None:
    repair = repaired(Course.parse("llll"))
    assert (repair.code, repair.tile) == ("turn-over", 4)
    assert repair.course.layout.bridges == ()


@pytest.mark.parametrize(
    ("course", "code", "tile"),
    [
        (Course(()), "add-straight", None),
        (Course.parse("s" * 43), "shorten", None),
        (Course((Tile("straight", BARRED),)), "printed-map", 1),
        (Course((Tile("straight"), Tile("corner-left", safety=12))), "printed-safety", 2),
        (Course((Tile("chasm", BARRED),)), "printed-map", 1),
        (Course.parse("ttt"), "fewer-saplings", None),
    ],
)
def test_each_problem_has_its_repair(course: Course, code: str, tile: int | None) -> None:
    repair = repaired(course)
    assert (repair.code, repair.tile) == (code, tile)
    assert repair.course.status() == ()


def test_a_start_space_that_leads_nowhere_is_freed() -> None:
    course = Course((Tile("straight", (".....", ".....", ".....", ".....", "##...")),))
    assert [each.code for each in course.warnings()] == ["start-cut-off"]
    repair = repaired(course)
    assert repair.code == "printed-map"
    assert repair.course.warnings() == ()


def test_no_more_saplings_are_taken_than_need_be() -> None:
    course = Course.parse("tttt")
    assert sum(row.count("t") for face in repaired(course).course.faces for row in face.map) == 20


def test_what_cannot_be_mended_in_one_step_has_no_repair() -> None:
    course = Course((Tile("nonsense"),))
    assert find_repair(course, course.status()[0]) is None


def test_turning_over_twice_changes_nothing() -> None:
    for name in FACES:
        assert turned_over(turned_over(Tile(name))) == Tile(name)
    assert turned_over(Tile("snowdrift-left")) == Tile("snowdrift-right")
