import re
from collections import Counter
from typing import Literal
from xml.etree import ElementTree

import numpy as np
import pytest
import shapely
import shapely.affinity

from snowtails.course import Course, InvalidCourse, Tile
from snowtails.course.drawing import DrawnTrack, draw
from snowtails.course.drawing.country import Country, Frame, plant_wood, survey
from snowtails.course.drawing.figures import SHADOW
from snowtails.course.drawing.furniture import Spot, place_flag, place_signs
from snowtails.course.drawing.picture import level_lines
from snowtails.course.layout import Laid, outline
from snowtails.course.tile import FACES, LANES

SVG = "{http://www.w3.org/2000/svg}"
OWN_MAP = "s" + "_____" + "xx__y" + "_xy_x" + "y__xx" + "_____" + "rs"
LINES = ("srsrs", "sdlrtlsurcldrs", "srsrsltrdrultursfl", "cdlcrulrlt", "ulurtcdrl", OWN_MAP)

courses = pytest.mark.parametrize("course", [Course.parse(line) for line in LINES], ids=LINES)


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [found for found in root.iter() if name in found.get("class", "").split()]


def place(found: ElementTree.Element) -> tuple[float, float]:
    match = re.match(r"translate\(([^ ]+) ([^)]+)\)", found.get("transform", ""))
    assert match
    return float(match[1]), float(match[2])


def covered(laid: tuple[Laid, ...]) -> shapely.Geometry:
    return shapely.union_all([outline(tile) for tile in laid])


@courses
def test_every_space_is_one_path_with_its_own_id(course: Course) -> None:
    root = read(draw(course))
    spaces = of_class(root, "space")
    assert {space.tag for space in spaces} == {f"{SVG}path"}
    assert Counter(space.get("id") for space in spaces) == Counter(
        f"course-{name}" for name in course.track.names
    )
    blocked = {space.get("id") for space in of_class(root, "impassable")}
    track = course.track
    assert blocked == {
        f"course-{track.names[n]}" for n in np.flatnonzero(~track.spaces["free"] & 1)
    }


@courses
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_carries_nothing_foreign(course: Course, theme: Literal["light", "dark"]) -> None:
    root = read(draw(course, theme=theme))
    ids = Counter(found.get("id") for found in root.iter() if found.get("id"))
    assert set(ids.values()) == {1}
    for found in root.iter():
        assert found.tag.removeprefix(SVG) not in {"style", "script", "image", "foreignObject", "a"}
        for name, value in found.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            local = re.findall(r"url\(#([^)]+)\)", value)
            assert len(local) == value.count("url(")
            if name.endswith("href"):
                assert value.startswith("#")
                local.append(value[1:])
            assert set(local) <= ids.keys()
            assert "nan" not in value


@courses
def test_the_same_course_is_drawn_the_same(course: Course) -> None:
    assert draw(course) == draw(Course.parse(course.line))


def test_a_prefix_keeps_two_drawings_apart() -> None:
    course = Course.parse("srs")
    one, other = (
        {found.get("id") for found in read(draw(course, prefix=prefix)).iter()} - {None}
        for prefix in ("one", "other")
    )
    assert one.isdisjoint(other)
    assert all(str(name).startswith("one-") for name in one)


@pytest.mark.parametrize("prefix", ["", "1", 'a"b', "a b", "a)", "ä", "a\n"])
def test_a_prefix_that_cannot_begin_an_id_is_refused(prefix: str) -> None:
    with pytest.raises(ValueError, match="prefix"):
        draw(Course.parse("s"), prefix=prefix)


@pytest.mark.parametrize("name", ["</title><script>x</script>", "\"'&<>]]>", "a\x00b\x0b\ud800c"])
def test_a_hostile_name_is_only_a_name(name: str) -> None:
    root = read(draw(Course.parse("srs", name)))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == re.sub("[\x00\x0b\ud800]", "", name)
    assert (root.get("role"), root.get("aria-labelledby")) == ("img", title.get("id"))


def test_a_course_without_a_name_is_titled_with_its_line() -> None:
    assert ">srs</title>" in draw(Course.parse("srs"))


def test_the_themes_differ_in_colours_and_lights_only() -> None:
    course = Course.parse("sdlrtlsurcldrs")
    light, dark = draw(course), draw(course, theme="dark")
    assert light != dark
    lights = '<g class="(aurora|lamps)".*?</g>'
    assert (len(re.findall(lights, light)), len(re.findall(lights, dark))) == (0, 2)
    dark = re.sub(lights, "", dark)
    shapes = [re.findall(r' (?:d|id|transform)="[^"]*"', svg) for svg in (light, dark)]
    assert shapes[0] == shapes[1]


def test_an_unsound_course_is_refused() -> None:
    with pytest.raises(InvalidCourse):
        draw(Course((Tile("staircase"),)))


@pytest.mark.clause("TILE-3")
def test_signs_show_the_courses_own_safety_speeds() -> None:
    signs = of_class(read(draw(Course.parse("sr5slsu" + "l"))), "safety-speed")
    assert [sign.text for sign in signs] == ["5", "4", "3"]


@pytest.mark.clause("TILE-3")
@pytest.mark.parametrize("seed", range(12))
def test_signs_stand_clear_of_the_track_and_of_one_another(seed: int) -> None:
    course = Course.random(np.random.default_rng(seed), tiles=14)
    raced = course.layout.laid[: course.track.finish + 1]
    x, y, width, height = (float(n) for n in read(draw(course)).get("viewBox", "").split())
    spots: list[Spot] = place_signs(raced, covered(raced), Frame(x, y, width, height))
    signs = [shapely.Point(spot.x, spot.y).buffer(spot.radius) for spot in spots]
    lanes = shapely.union_all([shapely.Polygon(tile.ring(0, LANES, 0, 1)) for tile in raced])
    assert not shapely.intersects(lanes, signs).any()
    assert len(shapely.STRtree(signs).query(signs, predicate="intersects").T) == len(signs)


@pytest.mark.clause("SETUP-4")
@pytest.mark.parametrize(("line", "inside"), [("srs", "bottom"), ("sls", "top"), ("sfl", "top")])
def test_start_number_1_is_on_the_inside_of_the_first_curve(line: str, inside: str) -> None:
    numbers = of_class(read(draw(Course.parse(line))), "start-number")
    assert [number.text for number in numbers] == ["1", "2", "3", "4", "5"]
    heights = [place(number)[1] for number in numbers]
    assert heights == sorted(heights, reverse=inside == "bottom")


@pytest.mark.clause("SETUP-7")
@pytest.mark.parametrize(("line", "sign"), [("s", 1), ("sfl", -1)])
def test_the_chequered_flag_stands_on_its_side(line: str, sign: int) -> None:
    course = Course.parse(line)
    (flag,) = of_class(read(draw(course)), "chequered-flag")
    edge = course.layout.laid[course.track.finish].at(LANES if sign > 0 else 0, 0)
    assert (place(flag)[1] - edge.y) * sign > 0
    spot = place_flag(
        course.layout.laid[2],
        course.flag,
        covered(course.layout.laid[:3]),
        Frame(-4, -9, 30, 18),
        (),
    )
    assert (spot.y - edge.y) * sign > spot.radius


@pytest.mark.clause("TILE-1")
def test_yellow_flags_stand_on_the_left_and_red_ones_on_the_right() -> None:
    root = read(draw(Course.parse("s")))
    assert len(of_class(root, "left-flag")) == len(of_class(root, "right-flag")) == 4
    assert all(place(flag)[1] < -LANES / 2 for flag in of_class(root, "left-flag"))
    assert all(place(flag)[1] > LANES / 2 for flag in of_class(root, "right-flag"))


@pytest.mark.clause("ORDER-2")
@pytest.mark.parametrize("name", sorted(FACES))
def test_buds_mark_lines_of_different_lanes_that_are_level(name: str) -> None:
    face = FACES[name]
    expected = {
        (space / length, lane)
        for lane, length in enumerate(face.spaces)
        for space in range(1, length)
        for other in range(LANES)
        if face.curve and other != lane and space * face.spaces[other] % length == 0
    }
    found = {(float(at), lane) for at, lanes in level_lines(face).items() for lane in lanes}
    assert found == expected


@pytest.mark.clause("TILE-4")
@pytest.mark.parametrize("line", ["sts", "sty_____y________________yys"])
def test_saplings_stand_on_their_spaces(line: str) -> None:
    course = Course.parse(line)
    saplings = of_class(read(draw(course)), "sapling")
    names = [course.track.names[space] for space in course.track.saplings]
    assert sorted(str(sapling.get("id")) for sapling in saplings) == sorted(
        f"course-sapling-{name}" for name in names
    )
    for sapling in saplings:
        name = str(sapling.get("id")).removeprefix("course-sapling-")
        tile, lane, space = course.track.place(course.track.by_name[name])
        centre = course.layout.laid[tile].centre(lane, space)
        assert np.hypot(*np.subtract(place(sapling), centre[:2])) < 0.5


@courses
def test_trees_keep_off_the_track_and_its_banks(course: Course) -> None:
    (scenery,) = of_class(read(draw(course)), "scenery")
    trees = of_class(scenery, "tree")
    ground = covered(course.layout.laid[: course.track.finish + 2])
    assert len(trees) > 10
    for tree in trees:
        x, y = place(tree)
        height = float(re.findall(r"scale\(([^)]+)\)", tree.get("transform", "") + "scale(1)")[0])
        assert not ground.intersects(shapely.box(x - 0.3 * height, y - height, x + 0.3 * height, y))


def country_of(course: Course) -> Country:
    x, y, width, height = (float(n) for n in read(draw(course)).get("viewBox", "").split())
    ground = covered(course.layout.laid)
    return survey(course.line, Frame(x, y, width, height), ground, shapely.Polygon())


@courses
def test_the_land_goes_on_without_a_cut(course: Course) -> None:
    country = country_of(course)
    land, stretch = country.land, country.beyond
    # So many stretches fit beside the land around the picture that none is cut there.
    assert (land.width / stretch.frame.width) % 1 == pytest.approx(0, abs=1e-9)
    assert (land.height / stretch.frame.height) % 1 == pytest.approx(0, abs=1e-9)
    assert stretch.woods
    for wood in stretch.woods:
        for x, y, height, _ in plant_wood(wood.kind):
            tree = shapely.box(x - 0.36 * height, y - height, x + SHADOW[0] * height, y + 0.05)
            assert stretch.frame.box().contains(shapely.affinity.translate(tree, *wood[:2]))


@courses
def test_every_country_has_a_lake_a_hut_and_woods_beside_the_track(course: Course) -> None:
    country = country_of(course)
    ground = covered(course.layout.laid)
    assert country.lake
    assert country.hut
    assert not ground.intersects(shapely.Polygon(country.lake.shore))
    assert ground.distance(shapely.Point(country.hut)) > 1
    assert shapely.Polygon(country.lake.shore).distance(shapely.Point(country.hut)) > 1
    for wood in country.woods:
        for x, y, height, _ in plant_wood(wood.kind):
            tree = shapely.box(x - 0.3 * height, y - height, x + 0.3 * height, y)
            assert not ground.intersects(shapely.affinity.translate(tree, *wood[:2]))


@courses
def test_the_course_is_in_the_picture(course: Course) -> None:
    x, y, width, height = (float(n) for n in read(draw(course)).get("viewBox", "").split())
    left, top, right, bottom = course.layout.bounds
    assert x + 2 < left < right < x + width - 2
    assert y + 2 < top < bottom < y + height - 2


def test_drawings_stay_small() -> None:
    assert len(draw(Course.parse("srs"))) < 70_000
    assert len(draw(Course.random(np.random.default_rng(5), tiles=14, hazards=6))) < 150_000


def test_tracks_run_through_the_middle_of_their_spaces() -> None:
    course = Course.parse("srs")
    names = ["0c1", "1c1", "1c2", "1d3", "1d4", "2d1"]
    way = [course.track.by_name[name] for name in names]
    root = read(draw(course, tracks=[DrawnTrack(way, "blue")]))
    (track,) = of_class(root, "blue")
    middle, runners = (found.get("d", "") for found in track)
    ends = [tuple(map(float, end)) for end in re.findall(r"([-\d.]+) ([-\d.]+)(?=C|$)", middle)]
    laid = course.layout.laid
    centres = [laid[tile].centre(lane, n) for tile, lane, n in map(course.track.place, way)]
    assert np.allclose(ends, [(x, y) for x, y, _ in centres], atol=0.001)
    assert runners.count("M") == 2


def test_tracks_of_several_sleds_lie_beside_one_another() -> None:
    course = Course.parse("srs")
    way = [course.track.by_name[name] for name in ("0c1", "1c1", "1c2")]
    svg = draw(course, tracks=[DrawnTrack(way, "blue"), DrawnTrack(way, "teal")], theme="dark")
    one, other = (of_class(read(svg), colour)[0][0].get("d") for colour in ("blue", "teal"))
    assert one != other
    assert "all-tracks" not in draw(course)
