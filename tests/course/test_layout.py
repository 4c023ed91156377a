"""Tiles in the plane: joints, sizes, headings, overlaps."""

import math
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given
from numpy.typing import NDArray

from snowtails import Course, Tile
from snowtails.course import FACES, LANES, Laid, Point
from snowtails.course.layout import START_HEADING, Bridge, outline
from snowtails.course.tile import FINISH, START, Face
from tests import strategies

ALL_FACES = [START, *FACES.values(), FINISH]
Floats = NDArray[np.float64]

HEADINGS = [0.0, 90.0, 180.0, 270.0]
LENGTH, BANK, INNER_RADIUS = 1.25, 0.25, {90: 1.5, 180: 1.25}
HALF_WIDTH = 5 / 2 + BANK

all_faces = pytest.mark.parametrize("face", ALL_FACES, ids=[face.name for face in ALL_FACES])


def laid(face: Face, heading: float = START_HEADING) -> Laid:
    return Laid(face, Point(3, -7, heading))


def far(one: Point, other: Point) -> float:
    return math.dist(one[:2], other[:2])


def ring_area(face: Face, left: float, right: float) -> float:
    """Return the ground between two places across, by the closed formula."""
    if face.turn == 0:
        return (right - left) * face.spaces[0] * LENGTH
    inner = INNER_RADIUS[abs(face.turn)]
    near, far = inner + left, inner + right
    return math.radians(abs(face.turn)) * (far**2 - near**2) / 2


def spaces_of(face: Face) -> list[tuple[int, int]]:
    return [(lane, space) for lane in range(LANES) for space in range(face.spaces[lane])]


def space_outline(tile: Laid, lane: int, space: int) -> shapely.Polygon:
    count = tile.face.spaces[lane]
    return shapely.Polygon(tile.ring(lane, lane + 1, space / count, (space + 1) / count))


# -- one tile ---------------------------------------------------------------------------------


@all_faces
def test_areas_agree_with_the_closed_formulas(face: Face) -> None:
    lanes = shapely.Polygon(laid(face).ring(0, LANES, 0, 1))
    assert lanes.is_valid
    assert lanes.area == pytest.approx(ring_area(face, 0, LANES), rel=1e-3)
    ground = outline(laid(face))
    assert ground.is_valid
    assert ground.area == pytest.approx(ring_area(face, -BANK, LANES + BANK), rel=5e-3)


@all_faces
@pytest.mark.parametrize("heading", HEADINGS)
def test_spaces_tile_the_lanes_without_gaps(face: Face, heading: float) -> None:
    tile = laid(face, heading)
    spaces = [space_outline(tile, *place) for place in spaces_of(face)]
    union = shapely.unary_union(spaces)
    # Arcs are chords of their own in each lane: slivers of a hair's breadth may stay between.
    assert sum(space.area for space in spaces) == pytest.approx(union.area, rel=2e-3)
    assert union.area == pytest.approx(ring_area(face, 0, LANES), rel=2e-3)
    assert union.buffer(0.01).geom_type == "Polygon"
    assert not union.buffer(0.01).interiors


@all_faces
@pytest.mark.parametrize("heading", HEADINGS)
def test_the_centre_of_a_space_lies_inside_it_and_in_no_other(face: Face, heading: float) -> None:
    tile = laid(face, heading)
    places = spaces_of(face)
    outlines = [space_outline(tile, *place) for place in places]
    for number, place in enumerate(places):
        x, y, _ = tile.centre(*place)
        inside = shapely.contains_xy(outlines, x, y)
        assert np.flatnonzero(inside).tolist() == [number]


@all_faces
def test_spaces_of_a_lane_are_equally_long(face: Face) -> None:
    tile = laid(face)
    for lane in range(LANES):
        areas = [space_outline(tile, lane, space).area for space in range(face.spaces[lane])]
        total = ring_area(face, *([lane, lane + 1] if face.turn <= 0 else [4 - lane, 5 - lane]))
        assert areas == pytest.approx([total / len(areas)] * len(areas), rel=2e-3)


@all_faces
@pytest.mark.parametrize("heading", HEADINGS)
def test_headings_advance_by_the_turn(face: Face, heading: float) -> None:
    tile = laid(face, heading)
    assert tile.exit.heading == (heading + face.turn) % 360
    for lane, space in spaces_of(face):
        share = (space + 0.5) / face.spaces[lane]
        assert tile.centre(lane, space).heading == pytest.approx(
            (heading + face.turn * share) % 360
        )


@all_faces
@pytest.mark.parametrize("heading", HEADINGS)
def test_the_heading_is_the_way_the_lane_runs(face: Face, heading: float) -> None:
    tile, hair = laid(face, heading), 1e-6
    for across in (0.5, 2.5, 4.5):
        for along in (0.25, 0.5, 0.75):
            x, y, way = tile.at(across, along)
            x2, y2, _ = tile.at(across, along + hair)
            found = math.degrees(math.atan2(x2 - x, -(y2 - y)))
            assert math.cos(math.radians(found - way)) == pytest.approx(1)


@pytest.mark.clause("TILE-1")
@all_faces
def test_lane_a_is_on_the_left_and_lane_e_on_the_right(face: Face) -> None:
    tile = laid(face)
    for along in (0, 0.3, 1):
        middle, left, right = (tile.at(across, along) for across in (2.5, 0, 5))
        assert far(middle.moved(0, -2.5), left) < 1e-9
        assert far(middle.moved(0, 2.5), right) < 1e-9


def test_a_bend_to_the_right_turns_clockwise_on_the_picture() -> None:
    assert laid(FACES["corner-right"], 0).exit == pytest.approx((3 + 4, -7 - 4, 90))
    assert laid(FACES["corner-left"], 0).exit == pytest.approx((3 - 4, -7 - 4, 270))
    assert laid(FACES["u-turn-right"], 0).exit == pytest.approx((3 + 7.5, -7, 180))
    assert laid(FACES["straight"], 0).exit == pytest.approx((3, -7 - 6.25, 0))
    assert laid(START, 90).exit == pytest.approx((3 + 1.25, -7, 90))


def test_paths_follow_arcs_exactly() -> None:
    corner = Laid(FACES["corner-right"], Point(0, 0, 0))
    assert corner.path(0, 5, 0, 1) == "M-2.5 0A6.5 6.5 0 0 1 4 -6.5L4 -1.5A1.5 1.5 0 0 0 2.5 0Z"
    straight = Laid(FACES["straight"], Point(0, 0, 90))
    assert straight.path(0, 1, 0.2, 0.4) == "M1.25 -2.5L2.5 -2.5L2.5 -1.5L1.25 -1.5Z"


# -- tiles together ---------------------------------------------------------------------------


@pytest.mark.clause("TILE-1")
@given(strategies.lying_courses)
def test_tiles_join_exactly_lane_by_lane(course: Course) -> None:
    tiles = course.layout.laid
    assert [tile.face.name for tile in tiles][-4:] == ["finish", *["straight"] * 3]
    for before, after in pairwise(tiles):
        assert before.exit == after.entry
        assert after.entry.heading % 90 == 0
        for across in (0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5):
            here, there = before.at(across, 1), after.at(across, 0)
            assert far(here, there) < 1e-9
            assert math.cos(math.radians(here.heading - there.heading)) == pytest.approx(1)


@given(strategies.lying_courses)
def test_bounds_hold_all_spaces_but_the_run_off(course: Course) -> None:
    x0, y0, x1, y1 = course.layout.bounds
    for tile in course.layout.laid[:-3]:
        for place in spaces_of(tile.face):
            x, y, _ = tile.centre(*place)
            assert x0 < x < x1
            assert y0 < y < y1


def depth(tile: Laid, points: Floats) -> Floats:
    """Return how deep points lie in a tile with its banks, negative outside.

    A second way to measure ground: on a curve by polar coordinates, with no outline drawn.
    """
    heading = math.radians(tile.entry.heading)
    x, y = points[:, 0] - tile.entry.x, points[:, 1] - tile.entry.y
    forward = x * math.sin(heading) - y * math.cos(heading)
    right = x * math.cos(heading) + y * math.sin(heading)
    turn = tile.face.turn
    if turn == 0:
        across = HALF_WIDTH - abs(right)
        along = np.minimum(forward, tile.face.spaces[0] * LENGTH - forward)
    else:
        middle = INNER_RADIUS[abs(turn)] + 5 / 2
        towards_near = middle - (right if turn > 0 else -right)
        across = HALF_WIDTH - abs(np.hypot(towards_near, forward) - middle)
        # The edges are lines through the centre: one for both ends of a U-turn, square in a corner.
        along = forward if abs(turn) == 180 else np.minimum(forward, towards_near)
    found: Floats = np.minimum(across, along)
    return found


_ACROSS, _ALONG = np.meshgrid(np.linspace(-BANK, LANES + BANK, 56), np.linspace(0, 1, 120))


def grid(tile: Laid) -> Floats:
    """Return points all over a tile, less than a fifth of a lane apart."""
    places = zip(_ACROSS.flat, _ALONG.flat, strict=True)
    points: Floats = np.array([tile.at(across, along)[:2] for across, along in places])
    return points


_GRIDS = {
    (face.name, heading): grid(Laid(face, Point(0, 0, heading)))
    for face in ALL_FACES
    for heading in HEADINGS
}


def sampled_depth(tile: Laid, other: Laid) -> float:
    """Return how deep two tiles lie in each other, as far as points of the first show it."""
    points = _GRIDS[tile.face.name, tile.entry.heading] + np.array(tile.entry[:2])
    return float(np.minimum(depth(tile, points), depth(other, points)).max())


@all_faces
@pytest.mark.parametrize("heading", HEADINGS)
def test_the_second_way_to_measure_ground_is_right(face: Face, heading: float) -> None:
    tile = Laid(face, Point(0, 0, heading))
    inside = depth(tile, _GRIDS[face.name, heading])
    assert inside.min() > -1e-9
    length = math.inf if face.curve else face.spaces[0] * LENGTH
    assert inside.max() == pytest.approx(min(HALF_WIDTH, length / 2), abs=0.3)
    beyond = tile.ring(-BANK - 0.1, LANES + BANK + 0.1, -0.05, 1.05)
    assert (depth(tile, beyond) < 0).all()


@pytest.mark.clause("TILE-9")
@given(strategies.lying_courses)
def test_bridges_are_where_sampling_finds_tiles_on_the_same_ground(course: Course) -> None:
    tiles, found = course.layout.laid[:-3], set(course.layout.bridges)
    for later in range(len(tiles)):
        for earlier in range(later):
            pair = Bridge(later, earlier)
            shared = sampled_depth(tiles[later], tiles[earlier])
            if shared > 0.02:
                assert pair in found
            if shared < -0.15:
                assert pair not in found
    assert all(0 <= pair.other < pair.tile < len(tiles) for pair in found)
    assert course.layout.bridges == tuple(sorted(found))


@pytest.mark.clause("TILE-9")
@pytest.mark.parametrize("name", Course.shipped())
def test_shipped_courses_lie_flat(name: str) -> None:
    tiles = Course.load(name).layout.laid[:-3]
    for later in range(len(tiles)):
        for earlier in range(later):
            assert sampled_depth(tiles[later], tiles[earlier]) < 1e-9


@pytest.mark.clause("TILE-9")
def test_tiles_that_merely_touch_make_no_bridge() -> None:
    table = Course.parse("lll").layout
    finish, start = shapely.Polygon(table.laid[4].ring(-BANK, 5 + BANK, 0, 1)), table.laid[0]
    assert shapely.distance(finish, shapely.Polygon(start.ring(-BANK, 5 + BANK, 0, 1))) < 1e-9
    assert table.bridges == ()


@pytest.mark.clause("TILE-9")
@pytest.mark.parametrize(
    ("line", "bridges"),
    [
        ("llll", [(4, 0), (5, 1)]),
        ("sllls", [(5, 0), (5, 1), (6, 0), (6, 1)]),
        ("rsurlurl", [(6, 0)]),  # two hundredths of a lane, and those are bank
        ("ursrrul", [(5, 0), (5, 1)]),  # of tile 1 no more than its very edge
        ("sslsrrr", []),
    ],
)
def test_both_tiles_of_a_bridge_are_named(line: str, bridges: list[tuple[int, int]]) -> None:
    assert list(Course.parse(line).layout.bridges) == bridges


@pytest.mark.clause("TILE-9")
@pytest.mark.parametrize("tile", FACES)
@pytest.mark.parametrize("following", FACES)
def test_no_tile_lies_on_the_one_that_it_follows(tile: str, following: str) -> None:
    course = Course((Tile("straight"), Tile(tile), Tile(following), Tile("straight")))
    assert all(pair.tile > pair.other + 1 for pair in course.layout.bridges)


@pytest.mark.clause("TILE-9")
@given(strategies.lying_courses)
def test_decks_lie_flat_each_above_those_before(course: Course) -> None:
    layout = course.layout
    assert [tile for deck in layout.decks for tile in deck] == list(range(len(layout.laid) - 3))
    for deck in layout.decks:
        assert not any(pair.tile in deck and pair.other in deck for pair in layout.bridges)
    if not layout.bridges:
        assert len(layout.decks) == 1


@pytest.mark.clause("TILE-9", "TILE-8")
def test_run_off_may_cross_the_course() -> None:
    course = Course.parse("slll")
    assert course.layout.bridges == ()
    assert course.layout.run_off_crossings == (0, 1)
    assert course.status() == ()
