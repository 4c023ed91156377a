"""Drafts: courses that are being built, mistakes and all."""

import re
from pathlib import Path
from typing import Any

import pytest

from snowtails import Course
from snowtails.course.drawing.picture import frame_of
from snowtails.course.tile import Tile
from snowtails.server.wire.draft import SHAPES, draft_message
from tests.server.company import as_json
from tests.server.serving import Refusal, Serving


def draft(course: Course | str) -> Any:
    return as_json(draft_message(Course.parse(course) if isinstance(course, str) else course))


@pytest.mark.parametrize("name", Course.shipped())
def test_a_shipped_course_is_sound_and_can_be_built_again(name: str) -> None:
    course = Course.load(name)
    told = draft(course)
    assert (told["sound"], told["problems"], told["line"]) == (True, [], course.line)
    again = tuple(
        Tile(each["name"], each["map"] and tuple(each["map"]), each["safety"])
        for each in told["tiles"]
    )
    assert Course(again, told["flag"]) == course
    assert Course.from_toml(told["toml"]) == course
    assert [each["name"] for each in told["laid"]] == [
        "start",
        *(tile.name for tile in course.tiles),
        "finish",
    ]
    assert tuple(told["frame"]) == frame_of(course.layout)


def test_the_frame_is_that_of_the_drawing() -> None:
    course = Course.load("nutcracker")
    shown = re.search(r'viewBox="([^"]*)"', course.svg())
    assert shown
    assert [float(each) for each in shown[1].split()] == draft(course)["frame"]


def test_problems_come_with_tile_facts_and_a_repair_that_helps() -> None:
    barred = Tile(
        "straight",
        (
            "#####",
            *[
                ".....",
            ]
            * 4,
        ),
    )
    told = draft(Course((Tile("straight"), barred)))
    problem = told["problems"][0]
    assert (problem["code"], problem["tile"]) == ("undrivable", 2)
    assert problem["message"].startswith("tile 2: ")
    repair = problem["repair"]
    assert (repair["code"], repair["tile"]) == ("printed-map", 2)
    mended = tuple(Tile(each["name"], each["map"]) for each in repair["tiles"])
    assert Course(mended).status() == ()
    assert told["line"] == "ssxxxxx" + "_" * 20, "a link shows what is wrong, too"
    assert told["toml"] == ""


@pytest.mark.clause("TILE-9")
def test_a_bridge_is_said_with_both_tiles_and_how_to_lie_flat() -> None:
    told = draft("llll")
    assert told["sound"]
    warning = told["warnings"][0]
    assert (warning["code"], warning["tile"], warning["facts"]["other"]) == ("bridge", 4, 0)
    assert (warning["repair"]["code"], warning["repair"]["tile"]) == ("turn-over", 4)


def test_what_would_pass_over_other_tiles_is_not_flat() -> None:
    ends = {each["name"]: each["flat"] for each in draft("lll")["ends"]}
    assert list(ends) == list(SHAPES)
    assert ends == {
        "u-turn-left": False,
        "corner-left": False,
        "straight": True,
        "corner-right": True,
        "u-turn-right": True,
    }


def test_pieces_of_the_box_are_counted() -> None:
    told = draft("scrrsulcc")
    counted = {each["piece"]: (each["needed"], each["held"]) for each in told["box"]}
    assert counted["chasm"] == (3, 2)
    assert counted["straight"] == (5, 8)
    assert counted["corner"] == (2, 4)
    assert not told["in_box"]
    assert draft("st")["saplings"] == 8


@pytest.mark.parametrize("course", [Course(()), Course.parse("s" * 45), Course((Tile("x"),))])
def test_nothing_is_too_wrong_to_be_told(course: Course) -> None:
    told = draft(course)
    assert not told["sound"]
    assert told["problems"]


def test_it_is_told_what_may_stand_on_a_tile() -> None:
    cells = {each["name"]: each["cells"] for each in draft("stcl")["laid"]}
    assert (cells["straight"], cells["saplings"], cells["chasm"]) == (".t#", ".t", "")
    assert (cells["corner-left"], cells["start"]) == ("", "")


def test_an_empty_course_offers_its_first_tile() -> None:
    told = draft(Course(()))
    assert [each["name"] for each in told["laid"]] == ["start", "finish"]
    assert [each["flat"] for each in told["ends"]] == [True] * 5


def test_drafts_over_http(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        guest = serving.guest()
        rows = ["t....", ".t...", "..t..", "...t.", "....t"]
        told = guest.post(
            "/api/courses/draft",
            tiles=[{"name": "straight", "map": rows}, {"name": "corner-left", "safety": 5}],
            flag="left",
            name="Lake",
            description={"de": "Um den See."},
        )
        assert told["line"] == "sy_____y_____y_____y_____yl5fl"
        assert (told["name"], told["description"]) == ("Lake", {"de": "Um den See."})
        assert 'name = "Lake"' in told["toml"]
        assert guest.post("/api/courses/draft", course=told["line"])["tiles"] == told["tiles"]
        assert guest.post("/api/courses/draft", course="nutcracker")["name"] == "The Nutcracker"
        made_up = guest.post("/api/courses", tiles=8, hazards=2, character="narrow")
        assert len(made_up["tiles"]) == 8
        for wrong in ({"tiles": [{"name": "s"}] * 81}, {"course": "q"}, {"flag": "up"}):
            with pytest.raises(Refusal) as caught:
                guest.post("/api/courses/draft", **wrong)
            assert caught.value.status == 422
