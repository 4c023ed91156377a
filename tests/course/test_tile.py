"""The pieces: TILE-1 to TILE-4 as printed."""

import re

import pytest
from hypothesis import given

from snowtails import Tile
from snowtails.course import FACES, LANES
from snowtails.course.tile import FINISH, RUN_OFF, START, cell
from tests import slow_course, strategies

CURVES = sorted(slow_course.CURVES)
STRAIGHTS = sorted(slow_course.MAPS)


def test_course_files_know_these_names() -> None:
    assert sorted(FACES) == sorted(CURVES + STRAIGHTS)
    assert all(name == face.name for name, face in FACES.items())


@pytest.mark.clause("TILE-1")
@pytest.mark.parametrize("face", [START, *FACES.values(), FINISH], ids=lambda face: face.name)
def test_a_tile_cuts_each_of_five_lanes_into_whole_spaces(face: object) -> None:
    spaces = getattr(face, "spaces", ())
    assert LANES == len(spaces) == 5
    assert all(type(count) is int and count > 0 for count in spaces)


@pytest.mark.clause("TILE-2")
@pytest.mark.parametrize("name", STRAIGHTS)
def test_a_straight_has_five_spaces_in_every_lane(name: str) -> None:
    assert FACES[name].spaces == (5, 5, 5, 5, 5)
    assert (FACES[name].turn, FACES[name].safety) == (0, 0)


@pytest.mark.clause("TILE-2")
@pytest.mark.parametrize("face", [START, FINISH], ids=lambda face: face.name)
def test_start_and_finish_have_one_space_in_every_lane(face: object) -> None:
    assert getattr(face, "spaces", ()) == (1, 1, 1, 1, 1)


@pytest.mark.clause("TILE-3")
@pytest.mark.parametrize("name", CURVES)
def test_curves_have_their_counts_from_the_inside_out_and_their_safety_speed(name: str) -> None:
    counts, _, limit = slow_course.CURVES[name]
    face = FACES[name]
    assert (face.spaces, face.safety) == (counts, limit)
    assert face.turn == {"c": 90, "u": 180}[name[0]] * (1 if name.endswith("right") else -1)


@pytest.mark.clause("TILE-3")
def test_left_and_right_are_the_two_faces_of_one_piece() -> None:
    for kind in ("corner", "u-turn"):
        left, right = FACES[f"{kind}-left"], FACES[f"{kind}-right"]
        assert left.spaces == right.spaces[::-1]
        assert (left.turn, left.safety) == (-right.turn, right.safety)


@pytest.mark.clause("TILE-3")
def test_a_course_may_give_a_curve_another_safety_speed() -> None:
    changed = Tile("u-turn-left", safety=7).face
    assert changed.safety == 7
    assert (changed.spaces, changed.turn) == (FACES["u-turn-left"].spaces, -180)


@pytest.mark.clause("TILE-4")
@pytest.mark.parametrize("name", STRAIGHTS)
def test_hazards_stand_as_printed_with_the_last_row_entered_first(name: str) -> None:
    entered = ["".join(cell(FACES[name], lane, space) for lane in range(5)) for space in range(5)]
    assert tuple(reversed(entered)) == slow_course.MAPS[name]


@pytest.mark.clause("TILE-4")
def test_the_first_row_of_a_map_is_the_last_to_be_entered() -> None:
    face = Tile("straight", map=("t####", ".....", ".....", ".....", "....#")).face
    assert cell(face, 4, 0) == "#"
    assert cell(face, 0, 4) == "t"
    assert cell(face, 0, 0) == "."


def test_only_the_backs_of_straights_are_hazards() -> None:
    assert {name for name, face in FACES.items() if face.hazard} == set(STRAIGHTS) - {"straight"}


@given(strategies.tiles)
def test_a_tile_keeps_its_shape_whatever_the_course_changes(tile: Tile) -> None:
    face, printed = tile.face, FACES[tile.name]
    assert (face.name, face.spaces, face.turn) == (printed.name, printed.spaces, printed.turn)
    assert face.map == (tile.map if tile.map is not None else printed.map)
    assert face.safety == (tile.safety or printed.safety)


def test_codes_can_be_read_back_from_left_to_right() -> None:
    codes = [face.code for face in FACES.values()]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-eg-wz]+", code) for code in codes), "f, x and y mean other things"


@pytest.mark.clause("TILE-8")
def test_run_off_is_plain_straight() -> None:
    assert set(RUN_OFF) == {FACES["straight"]}
