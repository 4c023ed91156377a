"""Courses: finding them, everything wrong with them, the box, the solo game, those that ship."""

import copy
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from snowtails import Course, InvalidCourse, Tile
from snowtails.course import FACES
from tests import strategies

FREE = "....."
STRAIGHT = Tile("straight")
KNOWN = ", ".join(FACES)
MAP_CHARACTERS = "use . for free, # for impassable, t for a sapling"


def own(*rows: str) -> Tile:
    return Tile("straight", map=rows)


def formation(*rows: str) -> Tile:
    return Tile("saplings", map=rows)


def said(*tiles: Tile) -> list[str]:
    """Return everything wrong with a course of these tiles."""
    return [str(found) for found in Course(tiles).status()]


def noted(*tiles: Tile) -> list[str]:
    """Return the warnings about a course of these tiles, which can be raced."""
    course = Course(tiles)
    assert course.status() == ()
    return [str(found) for found in course.warnings()]


# -- finding courses --------------------------------------------------------------------------


def test_a_course_is_loaded_by_its_name_or_path(tmp_path: Path) -> None:
    course = Course.load("nutcracker")
    assert course.name == "The Nutcracker"
    path = tmp_path / "copy.toml"
    path.write_text(course.to_toml(), "utf-8")
    assert Course.load(path) == Course.load(str(path)) == course
    assert Course.load(path).name == course.name


def test_a_course_is_found_by_name_path_or_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('tiles = ["chasm"]', "utf-8")
    assert Course.find("nutcracker") == Course.load("nutcracker")
    assert Course.find(str(path)) == Course.parse("c")
    assert Course.find("srs") == Course.parse("srs")


@pytest.mark.parametrize("find", [Course.load, Course.find])
def test_an_unknown_name_comes_with_the_nearest_one(find: Any) -> None:
    with pytest.raises(InvalidCourse) as caught:
        find("nutcraker")
    assert str(caught.value) == (
        "there is no course called nutcraker (did you mean nutcracker?); "
        f"shipped courses are {', '.join(Course.shipped())}"
    )


def test_a_broken_file_is_not_taken_for_a_line(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("tiles = 7", "utf-8")
    with pytest.raises(InvalidCourse, match="tiles must be a list, not 7"):
        Course.find(str(path))


@given(strategies.courses)
def test_repr_rebuilds_a_sound_course(course: Course) -> None:
    again = eval(repr(course), {"Course": Course})
    assert again == course
    assert again.name == course.name


@given(strategies.any_courses)
def test_repr_rebuilds_any_course(course: Course) -> None:
    again = eval(repr(course), {"Course": Course, "Tile": Tile})
    assert again == course
    assert again.name == course.name


def test_courses_that_race_the_same_are_equal() -> None:
    assert Course.parse("srs", "one") == Course.parse("srs", "other")
    assert hash(Course.parse("srs", "one")) == hash(Course.parse("srs", "other"))
    assert Course.parse("srs") != Course.parse("srsfl")
    assert Course.parse("srs") != Course.parse("sr4s")


# -- everything wrong at once -----------------------------------------------------------------


@given(strategies.courses)
def test_a_sound_course_has_no_problems_and_compiles(course: Course) -> None:
    course.check()
    assert course.status() == ()
    assert course.track.faces[1 : course.track.finish] == course.faces
    assert all(str(warning) for warning in course.warnings())


@given(strategies.any_courses)
def test_status_never_raises_and_every_problem_can_be_said(course: Course) -> None:
    for found in course.status():
        assert str(found)
        assert found.tile is None or 0 <= found.tile <= len(course.tiles) + 1
    if course.status():
        assert course.warnings() == ()
        with pytest.raises(InvalidCourse) as caught:
            course.check()
        assert caught.value.problems == course.status()


@given(strategies.lying_courses)
def test_a_course_of_printed_tiles_can_only_have_too_many_saplings(course: Course) -> None:
    assert {found.code for found in course.status()} <= {"too-many-saplings"}


def test_no_tiles() -> None:
    assert said() == ["a course needs at least one tile between start and finish"]


def test_too_many_tiles() -> None:
    assert said(*[STRAIGHT] * 40) == []
    assert said(*[STRAIGHT] * 42) == ["42 tiles are too many; leave out 2 (at most 40)"]


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("strait", " (did you mean straight?)"),
        ("Corner-Left", " (did you mean corner-left?)"),
        ("uturn-right", " (did you mean u-turn-right?)"),
        ("zzz", ""),
        ("start", " (did you mean straight?)"),
        ("", ""),
    ],
)
def test_an_unknown_tile_comes_with_the_nearest_name(name: str, suggestion: str) -> None:
    assert said(STRAIGHT, Tile(name)) == [
        f"tile 2: unknown tile {name!r}{suggestion}; tiles are {KNOWN}"
    ]


@pytest.mark.clause("TILE-9")
def test_a_course_that_crosses_itself_is_sound_and_its_bridges_name_both_tiles() -> None:
    tiles = (Tile("chasm"), *[Tile("corner-left")] * 4)
    assert said(*tiles) == []
    assert [told for told in noted(*tiles) if "bridge" in told] == [
        "tile 5: it passes over tile 0 (start) on a snow bridge",
        "tile 5: it passes over tile 1 (chasm) on a snow bridge",
        "tile 6: it passes over tile 2 (corner-left) on a snow bridge",
    ]


@pytest.mark.clause("TILE-4")
def test_at_most_twenty_saplings_stand_on_a_course() -> None:
    printed, four = Tile("saplings"), own("t...t", FREE, FREE, FREE, "t...t")
    five = own("t...t", FREE, "..t..", FREE, "t...t")
    assert said(printed, printed, four) == []
    assert said(printed, printed, five) == ["21 saplings are too many; take away 1 (at most 20)"]
    assert said(printed, formation(*["t...t"] * 4, "tttt.")) == []
    assert said(printed, formation(*["t...t"] * 4, "ttttt")) == [
        "21 saplings are too many; take away 1 (at most 20)"
    ]
    assert said(*[own(*["ttttt"] * 5)] * 2) == [
        "50 saplings are too many; take away 30 (at most 20)"
    ]


@pytest.mark.clause("TILE-4")
def test_a_map_is_five_rows_of_five() -> None:
    size = "its map must be 5 rows of 5 characters"
    assert said(own()) == [f"tile 1: {size}; it has 0 rows"]
    assert said(STRAIGHT, own(*[FREE] * 6)) == [f"tile 2: {size}; it has 6 rows"]
    assert said(own(FREE, "....", FREE, "......", FREE)) == [
        f"tile 1: {size}; row 2 has 4",
        f"tile 1: {size}; row 4 has 6",
    ]


@pytest.mark.clause("TILE-4")
def test_a_map_has_three_characters() -> None:
    assert said(own(FREE, "T.t.o", FREE, FREE, "#..s#")) == [
        f"tile 1: its map has 'T' 'o' in row 2; {MAP_CHARACTERS}",
        f"tile 1: its map has 's' in row 5; {MAP_CHARACTERS}",
    ]


@pytest.mark.clause("TILE-4")
@pytest.mark.parametrize("name", sorted(FACES.keys() - {"straight", "saplings"}))
def test_only_straights_and_saplings_can_have_maps_of_their_own(name: str) -> None:
    assert said(STRAIGHT, Tile(name, map=(FREE,) * 5)) == [
        f"tile 2: {name} cannot have a map of its own; only straight and saplings can"
    ]


@pytest.mark.clause("TILE-4")
def test_saplings_stand_in_any_formation_of_a_courses_own() -> None:
    course = Course((STRAIGHT, formation("t....", FREE, FREE, FREE, "...tt")))
    assert course.status() == ()
    standing = [course.track.names[space] for space in course.track.saplings]
    assert sorted(standing) == ["2a5", "2d1", "2e1"]


@pytest.mark.clause("TILE-4")
def test_a_formation_of_saplings_holds_nothing_else() -> None:
    use = "on saplings use . for free, t for a sapling, or make the tile a straight"
    assert said(STRAIGHT, formation("t.#.t", FREE, "#x...", FREE, FREE)) == [
        f"tile 2: its map has '#' in row 1; {use}",
        f"tile 2: its map has '#' 'x' in row 3; {use}",
    ]
    assert said(formation("t....")) == [
        "tile 1: its map must be 5 rows of 5 characters; it has 1 rows"
    ]


@pytest.mark.clause("TILE-3")
@pytest.mark.parametrize("name", strategies.CURVES)
def test_safety_speeds_of_curves_go_from_one_to_nine(name: str) -> None:
    for safety in range(1, 10):
        assert said(STRAIGHT, Tile(name, safety=safety)) == []
    for safety in (-4, 0, 10, 10**30):
        assert said(STRAIGHT, Tile(name, safety=safety)) == [
            f"tile 2: safety speed {safety} is out of range; choose 1 to 9"
        ]


@pytest.mark.clause("TILE-3")
@pytest.mark.parametrize("name", sorted(FACES.keys() - set(strategies.CURVES)))
def test_only_curves_can_have_a_safety_speed(name: str) -> None:
    assert said(Tile(name, safety=4)) == [
        f"tile 1: {name} has no safety line; only corners and U-turns have one"
    ]


@pytest.mark.parametrize(
    ("tiles", "culprit"),
    [
        ([own(FREE, FREE, "#####", FREE, FREE)], 1),
        ([STRAIGHT, own("#####", FREE, FREE, FREE, FREE), STRAIGHT], 2),
        ([STRAIGHT, own(FREE, FREE, FREE, FREE, "#####"), STRAIGHT], 2),
        ([own(*[".####"] * 5), own(*["..###"] * 4, "####.")], 2),
        ([Tile("corner-left"), Tile("chasm"), own(FREE, "##.##", "##.##", "#.###", "#####")], 3),
        ([own(FREE, "###..", "..###", FREE, FREE), STRAIGHT], 1),
    ],
)
def test_a_course_that_cannot_be_driven_names_the_tile(tiles: list[Tile], culprit: int) -> None:
    assert said(*tiles) == [
        f"tile {culprit}: no way leads from the start past this tile; free some spaces of its map"
    ]


@pytest.mark.clause("TILE-5")
def test_a_course_that_zigzags_between_rocks_can_be_driven() -> None:
    assert said(own("####.", "###.#", "##.##", "#.###", ".####")) == []


@pytest.mark.clause("SETUP-7")
def test_the_flag_stands_on_one_of_two_sides() -> None:
    wrong: Any = "up"
    found = [str(problem) for problem in Course((STRAIGHT,), wrong).status()]
    assert found == ['flag must be "left" or "right", not \'up\'']
    assert Course((STRAIGHT,)).flag == "right"


def test_everything_is_listed_at_once() -> None:
    tiles = (
        Tile("strait"),
        own("....", "x...."),
        Tile("chasm", map=(FREE,) * 5, safety=3),
        Tile("corner-left", safety=12),
    )
    assert [(found.code, found.tile) for found in Course(tiles).status()] == [
        ("unknown-tile", 1),
        ("map-size", 2),
        ("map-size", 2),
        ("map-character", 2),
        ("map-misplaced", 3),
        ("safety-misplaced", 3),
        ("safety-range", 4),
    ]


def test_tiles_with_mistakes_are_counted_all_the_same() -> None:
    corners = [Tile("corner-left")] * 3
    tiles = (own("tx"), Tile("corner-left", safety=0), *corners, *[Tile("saplings")] * 3)
    found = [(found.code, found.tile) for found in Course(tiles).status()]
    assert found[:4] == [
        ("map-size", 1),
        ("map-size", 1),
        ("map-character", 1),
        ("safety-range", 2),
    ]
    assert found[4:] == [("too-many-saplings", None)]


def test_layout_and_driving_problems_come_together() -> None:
    blocked = own("ttttt", *["#####"] * 4)
    tiles = (*[blocked] * 5, *[Tile("corner-right")] * 4)
    codes = Counter(found.code for found in Course(tiles).status())
    assert codes.keys() == {"too-many-saplings", "undrivable"}
    assert codes["undrivable"] == 1


def test_the_track_of_a_course_with_problems_is_refused() -> None:
    course = Course((Tile("saplings"),) * 3, name="Wood")
    with pytest.raises(InvalidCourse) as caught:
        _ = course.track
    assert caught.value.problems == course.status()
    assert str(caught.value).startswith("Wood: 24 saplings are too many")


# -- warnings ---------------------------------------------------------------------------------


@pytest.mark.clause("TILE-8", "TILE-9")
def test_run_off_that_crosses_the_course_is_a_warning() -> None:
    assert noted(STRAIGHT, *[Tile("corner-left")] * 3) == [
        "tile 0: the run-off past the finish crosses it; only the picture suffers",
        "tile 1: the run-off past the finish crosses it; only the picture suffers",
    ]
    assert noted(*[Tile("corner-left")] * 3) == []


def test_start_spaces_that_are_cut_off_are_a_warning() -> None:
    cut = own(FREE, FREE, FREE, FREE, "##...")
    lost = "no way leads to the finish"
    assert noted(cut) == [f"tile 0: from start space 5 {lost}"]
    assert noted(cut, Tile("corner-left")) == [f"tile 0: from start space 1 {lost}"]
    both = own(FREE, FREE, FREE, FREE, "##.##")
    assert noted(both) == [f"tile 0: from start space 1, 5 {lost}"]


def test_traps_of_own_maps_are_a_warning() -> None:
    trap = own(FREE, FREE, "##...", FREE, FREE)
    assert noted(STRAIGHT, trap) == ["tile 2: a sled that gets to 2a2 can never leave"]
    pocket = own(FREE, "###..", FREE, FREE, FREE)
    assert noted(pocket) == ["tile 1: a sled that gets to 1a2, 1a3, 1b3 can never leave"]


def test_hazards_as_printed_are_no_warning() -> None:
    for name in strategies.HAZARDS:
        assert noted(Tile(name)) == []


# -- the box ----------------------------------------------------------------------------------


def counts(course: Course) -> dict[str, int]:
    return {piece: count.needed for piece, count in course.box.counts.items() if count.needed}


@pytest.mark.clause("TILE-7")
def test_the_box_holds_these_pieces() -> None:
    held = {piece: count.held for piece, count in Course.parse("s").box.counts.items()}
    assert held == {
        "straight": 8,
        "corner": 4,
        "u-turn": 2,
        "snowdrift-left": 1,
        "snowdrift-right": 1,
        "chasm": 2,
        "saplings": 2,
        "own rocks": 0,
        "own safety speed": 0,
    }


@pytest.mark.clause("TILE-7")
@pytest.mark.parametrize(
    ("enough", "beyond", "missing"),
    [
        ("ssssssss", "sssssssss", {"straight": (9, 8)}),
        ("sslsrslsr", "sslsrslsrsl", {"corner": (5, 4)}),
        ("sulsurs", "sulsursul", {"u-turn": (3, 2)}),
        ("dl", "dldl", {"snowdrift-left": (2, 1)}),
        ("dr", "drdr", {"snowdrift-right": (2, 1)}),
        ("cc", "ccc", {"chasm": (3, 2)}),
        ("tt", "ttt", {"saplings": (3, 2)}),
        ("ssctdldrss", "sssctdldrss", {"straight": (9, 8)}),  # hazards are backs of straights
        ("sr", "sr4", {"own safety speed": (1, 0)}),
    ],
)
def test_a_course_beyond_the_box_says_what_is_missing(
    enough: str, beyond: str, missing: dict[str, tuple[int, int]]
) -> None:
    assert Course.parse(enough).box.enough
    assert Course.parse(enough).box.missing == {}
    assert not Course.parse(beyond).box.enough
    assert Course.parse(beyond).box.missing == missing


@pytest.mark.clause("TILE-7")
def test_a_formation_of_saplings_counts_as_that_piece() -> None:
    one = formation("t.t.t", *[FREE] * 4)
    assert counts(Course((one,))) == {"straight": 1, "saplings": 1}
    assert Course((one, Tile("saplings"))).box.enough
    assert Course((one,) * 3).box.missing == {"saplings": (3, 2)}


@pytest.mark.clause("TILE-7")
def test_own_maps_are_laid_with_the_boxs_saplings_but_not_with_rocks() -> None:
    assert Course((own("t.t.t", *[FREE] * 4),)).box.enough
    assert Course((own("#....", *[FREE] * 4),)).box.missing == {"own rocks": (1, 0)}


@given(strategies.courses)
def test_every_tile_takes_one_piece(course: Course) -> None:
    needed = course.box.counts
    assert sum(needed[piece].needed for piece in ("straight", "corner", "u-turn")) == len(
        course.tiles
    )


# -- the solo game ----------------------------------------------------------------------------

SOLO = Course.parse("srsrdlrsulsrsuls")
"""Straights and curves in turn, the least of hazards."""


def reasons(*tiles: Tile) -> dict[str, str]:
    return {reason.code: str(reason) for reason in Course(tiles).solo_reasons}


def solo_with(number: int, tile: Tile | None) -> dict[str, str]:
    """Return the reasons after one tile (from 1) was changed or taken away."""
    tiles = list(SOLO.tiles)
    tiles[number - 1 : number] = [] if tile is None else [tile]
    return reasons(*tiles)


@pytest.mark.clause("SOLO-1")
def test_a_solo_course_has_no_reasons_against_it() -> None:
    assert SOLO.status() == ()
    assert SOLO.solo_reasons == ()
    assert counts(SOLO) == {"straight": 7, "corner": 4, "u-turn": 2, "snowdrift-left": 1}


@pytest.mark.clause("SOLO-1")
@pytest.mark.parametrize(
    ("number", "tile", "expected"),
    [
        (
            13,
            None,
            {
                "alternating": "straights and curves must alternate, "
                "beginning and ending with a straight",
                "straights": "the solo game takes 7 straights before the finish, not 6",
                "plain-ends": "the straights next to start and finish must be plain",
            },
        ),
        (
            2,
            Tile("u-turn-right"),
            {
                "corner": "the solo game takes all 4 corners, not 3",
                "u-turn": "the solo game takes both U-turns, not 3",
            },
        ),
        (5, STRAIGHT, {"snowdrift": "at least one snowdrift must lie on the course"}),
        (
            1,
            Tile("chasm"),
            {"plain-ends": "the straights next to start and finish must be plain"},
        ),
        (
            13,
            Tile("saplings"),
            {"plain-ends": "the straights next to start and finish must be plain"},
        ),
        (
            4,
            Tile("corner-right", safety=5),
            {"printed": "tile 4 is changed; the solo game takes tiles as printed"},
        ),
        (
            3,
            own("t....", *[FREE] * 4),
            {"printed": "tile 3 is changed; the solo game takes tiles as printed"},
        ),
        (
            3,
            formation("t.t.t", ".t.t.", "t.t.t", FREE, FREE),
            {"printed": "tile 3 is changed; the solo game takes tiles as printed"},
        ),
        (3, Tile("snowdrift-left"), {"box": "the box holds 1 snowdrift-left, not 2"}),
        (3, Tile("snowdrift-right"), {}),
    ],
)
def test_each_reason_against_a_solo_course(
    number: int, tile: Tile | None, expected: dict[str, str]
) -> None:
    assert solo_with(number, tile) == expected


@pytest.mark.clause("SOLO-1")
def test_straights_and_curves_alternate() -> None:
    tiles = list(SOLO.tiles)
    tiles[2], tiles[3] = tiles[3], tiles[2]
    assert reasons(*tiles).keys() == {"alternating"}
    assert reasons(*SOLO.tiles, Tile("straight")).keys() == {"alternating", "straights"}
    assert reasons(*SOLO.tiles[1:]).keys() == {"alternating", "straights", "plain-ends"}


@pytest.mark.clause("SOLO-1")
def test_at_most_five_hazards_fit_on_a_solo_course() -> None:
    names = ["snowdrift-left", "snowdrift-right", "chasm", "chasm", "saplings", "saplings"]
    tiles = list(SOLO.tiles)
    for place, name in zip(range(2, 12, 2), names, strict=False):
        tiles[place] = Tile(name)
    assert reasons(*tiles) == {}
    tiles[12] = Tile(names[-1])
    assert reasons(*tiles).keys() == {"plain-ends"}


@given(strategies.courses)
def test_a_course_fit_for_the_solo_game_is_in_the_box(course: Course) -> None:
    if not course.solo_reasons:
        assert course.box.enough
    assert all(str(reason) for reason in course.solo_reasons)


# -- courses that ship ------------------------------------------------------------------------


def test_at_least_twelve_courses_ship_shortest_first() -> None:
    names = Course.shipped()
    assert len(names) >= 12
    lengths = [len(Course.load(name).tiles) for name in names]
    assert lengths == sorted(lengths)
    assert names[lengths.index(max(lengths))] == "whole-box"


def test_the_courses_of_the_books_are_among_them() -> None:
    titles = {Course.load(name).name for name in Course.shipped()}
    assert titles >= {
        "The Nutcracker",
        "The Hobbit's Breakfast",
        "Dagger of the Mountain Troll",
        "Husky on the Rocks",
    }
    assert len(titles) == len(Course.shipped())


@pytest.mark.parametrize("name", Course.shipped())
def test_shipped_courses_can_be_raced_and_have_no_warnings(name: str) -> None:
    course = Course.load(name)
    assert course.status() == ()
    assert course.warnings() == ()


@pytest.mark.parametrize("name", Course.shipped())
def test_shipped_courses_are_described_in_three_languages(name: str) -> None:
    description = Course.load(name).description
    assert description.keys() == {"en", "de", "ja"}
    assert len(set(description.values())) == 3
    assert description["en"][-1] == description["de"][-1] == "."
    assert description["ja"].endswith("。")


@pytest.mark.clause("ADVICE-1")
def test_the_first_race_is_short_with_two_corners_and_no_hazards() -> None:
    assert counts(Course.load("nutcracker")) == {"straight": 3, "corner": 2}


@pytest.mark.clause("SOLO-1")
def test_at_least_two_shipped_courses_are_for_the_solo_game() -> None:
    solo = {name for name in Course.shipped() if not Course.load(name).solo_reasons}
    assert len(solo) >= 2
    assert {"lone-wolf", "midnight-mail"} <= solo


@pytest.mark.clause("TILE-7")
def test_one_shipped_course_uses_every_piece_of_the_box() -> None:
    box = Course.load("whole-box").box
    assert box.enough
    assert all(count.needed == count.held for count in box.counts.values())


def test_shipped_courses_differ() -> None:
    assert len({Course.load(name) for name in Course.shipped()}) == len(Course.shipped())


def test_courses_are_values() -> None:
    course = Course.load("troll-bridge")
    assert copy.deepcopy(course) == course == replace(course, name="another name")
    assert replace(course, flag="right") != course
