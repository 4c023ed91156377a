"""The compiled track against the rules, space by space."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given

from snowtails import Course, InvalidCourse, Tile, Track
from snowtails.course import FACES, SIDE
from tests import strategies
from tests.slow_course import SlowCourse, Spot

STEPS = {"drift_left": -1, "ahead": 0, "drift_right": 1}
LONGEST_MOVE = 9 + 5


def names(track: Track, *fields: str) -> Iterator[tuple[str, ...]]:
    """Find for each space of a track its name and the names of what its fields lead to."""
    columns = [track.spaces[field].tolist() for field in fields]
    for number, row in enumerate(zip(*columns, strict=True)):
        yield track.names[number], *("-" if to == SIDE else track.names[to] for to in row)


def slow_names(course: SlowCourse, *fields: str) -> Iterator[tuple[str, ...]]:
    for spot in course.spots():
        yield str(spot), *(str(course.step(spot, STEPS[field]) or "-") for field in fields)


def backmost_first(track: Track) -> list[str]:
    return [track.names[number] for number in np.argsort(track.spaces["rank"])]


def slow_backmost_first(course: SlowCourse) -> list[str]:
    return [str(spot) for spot in sorted(course.spots(), key=course.place)]


def step(course: Course, space: str, direction: str) -> str:
    track = course.track
    to = int(track.spaces[direction][track.by_name[space]])
    return "-" if to == SIDE else track.names[to]


def ahead_of(course: Course, one: str, other: str) -> bool:
    rank, number = course.track.spaces["rank"], course.track.by_name
    return bool(rank[number[one]] > rank[number[other]])


def leader(course: Course, *spaces: str) -> str:
    return max(spaces, key=lambda name: course.track.spaces["rank"][course.track.by_name[name]])


# -- every space of every shipped course ------------------------------------------------------


@pytest.mark.clause("MOVE-4", "TILE-5", "TILE-6")
@pytest.mark.parametrize("name", Course.shipped())
def test_every_step_on_shipped_courses_leads_where_the_fractions_say(name: str) -> None:
    course = Course.load(name)
    expected = slow_names(strategies.slow(course), *STEPS)
    for found, wanted in zip(names(course.track, *STEPS), expected, strict=True):
        assert found == wanted


@pytest.mark.clause("ORDER-2", "ORDER-3")
@pytest.mark.parametrize("name", Course.shipped())
def test_spaces_of_shipped_courses_rank_as_the_fractions_say(name: str) -> None:
    course = Course.load(name)
    assert backmost_first(course.track) == slow_backmost_first(strategies.slow(course))


@pytest.mark.clause("TILE-2", "TILE-3", "TILE-4")
@pytest.mark.parametrize("name", Course.shipped())
def test_spaces_of_shipped_courses_hold_what_is_printed(name: str) -> None:
    course = Course.load(name)
    assert_spaces_hold_what_the_tiles_say(course)


def assert_spaces_hold_what_the_tiles_say(course: Course) -> None:
    track, oracle = course.track, strategies.slow(course)
    saplings = 0
    for number, spot in enumerate(oracle.spots()):
        space, held = track.spaces[number], oracle.holds(spot)
        assert (space["tile"], space["lane"]) == (spot.tile, spot.lane)
        assert space["safety"] == oracle.tiles[spot.tile].limit
        assert bool(space["free"]) == (held != "#")
        assert bool(space["past"]) == (spot.tile >= oracle.finish)
        assert space["sapling"] == (saplings if held == "t" else -1)
        saplings += held == "t"
    assert len(track) == number + 1
    assert len(track.saplings) == saplings


# -- courses of every kind --------------------------------------------------------------------


@pytest.mark.clause("MOVE-4", "TILE-5", "TILE-6")
@given(strategies.courses)
def test_every_step_leads_where_the_fractions_say(course: Course) -> None:
    oracle = strategies.slow(course)
    assert list(names(course.track, *STEPS)) == list(slow_names(oracle, *STEPS))


@pytest.mark.clause("ORDER-2", "ORDER-3")
@given(strategies.courses)
def test_rank_agrees_with_the_fractions(course: Course) -> None:
    assert backmost_first(course.track) == slow_backmost_first(strategies.slow(course))
    assert sorted(course.track.spaces["rank"]) == list(range(len(course.track)))


@pytest.mark.clause("TILE-3", "TILE-4")
@given(strategies.courses)
def test_spaces_hold_what_the_tiles_say(course: Course) -> None:
    assert_spaces_hold_what_the_tiles_say(course)


@given(strategies.courses)
def test_every_step_gains_progress_and_rank(course: Course) -> None:
    track, oracle = course.track, strategies.slow(course)
    progress = [oracle.front_line(spot) for spot in oracle.spots()]
    for number, steps in enumerate(track.steps):
        for to in steps:
            assert progress[to] > progress[number]
            assert track.spaces["rank"][to] > track.spaces["rank"][number]


@given(strategies.courses)
def test_a_free_space_leads_on_or_is_walled_in(course: Course) -> None:
    track, oracle = course.track, strategies.slow(course)
    end = len(track.faces) - 1
    for number, spot in enumerate(oracle.spots()):
        if not track.spaces["free"][number] or track.steps[number]:
            continue
        last_row = spot.tile == end and spot.space == 4
        assert last_row or walled_in(oracle, spot), track.names[number]


def walled_in(oracle: SlowCourse, spot: Spot) -> bool:
    """Say whether rocks stand on all spaces, of those on the track, that a step would enter."""
    line = oracle.front_line(spot)
    entered = [
        other
        for other in oracle.spots()
        if abs(other.lane - spot.lane) <= 1
        and oracle.near_line(other) <= line < oracle.front_line(other)
    ]
    return len(entered) >= 2 and all(oracle.holds(other) == "#" for other in entered)


@given(strategies.courses)
def test_leading_on_and_being_reachable_are_what_walking_finds(course: Course) -> None:
    track = course.track
    reached, todo = set(track.starts), list(track.starts)
    while todo:
        fresh = set(track.steps[todo.pop()]) - reached
        reached |= fresh
        todo += fresh
    assert set(np.flatnonzero(track.reachable)) == reached
    for number, steps in enumerate(track.steps):
        past = bool(track.spaces["past"][number])
        assert track.leads_on[number] == (past or any(track.leads_on[to] for to in steps))


@given(strategies.courses)
def test_names_numbers_and_places_round_trip(course: Course) -> None:
    track = course.track
    assert len(set(track.names)) == len(track)
    for number, name in enumerate(track.names):
        assert track.by_name[name] == number
        assert track.number(*track.place(number)) == number
        assert str(Spot(*track.place(number))) == name


# -- tiles ------------------------------------------------------------------------------------


@pytest.mark.clause("TILE-2")
def test_the_finish_line_is_the_joint_before_the_finish_tile() -> None:
    track = Course.parse("srs").track
    past = {track.place(int(number))[0] for number in np.flatnonzero(track.spaces["past"])}
    assert past == {4, 5, 6, 7}
    assert track.faces[track.finish].name == "finish"


@pytest.mark.clause("TILE-3")
def test_all_spaces_of_a_curve_know_its_safety_speed_and_no_others_do() -> None:
    track = Course.parse("srul9s").track
    limits = {(track.place(n)[0], int(track.spaces["safety"][n])) for n in range(len(track))}
    assert {tile: limit for tile, limit in limits if limit} == {2: 4, 3: 9}
    assert len(limits) == len(track.faces)


@pytest.mark.clause("TILE-5")
def test_rocks_are_the_side_of_the_track() -> None:
    chasm = Course.parse("c")
    assert step(chasm, "1a1", "ahead") == "-"
    assert step(chasm, "1b1", "drift_left") == "-"
    assert step(chasm, "1b1", "drift_right") == "-"
    assert step(chasm, "1b1", "ahead") == "1b2"
    assert step(chasm, "1a1", "drift_left") == "-"


@pytest.mark.clause("TILE-5")
def test_rocks_on_both_sides_do_not_block_a_diagonal() -> None:
    chasm = Course.parse("c")
    assert step(chasm, "1b2", "drift_right") == "1c3", "1b3 and 1c2 are rocks"
    assert step(chasm, "1c3", "drift_left") == "1b4"


@pytest.mark.clause("TILE-6")
@pytest.mark.parametrize("face", FACES.values(), ids=FACES.keys())
def test_every_lane_of_a_tile_ends_at_the_joint(face: object) -> None:
    course = Course((Tile(getattr(face, "name", "")), Tile("corner-left")))
    last = [f"1{'abcde'[lane]}{count}" for lane, count in enumerate(course.faces[0].spaces)]
    for name in last:
        for direction in STEPS:
            assert step(course, name, direction) in {"2a1", "2b1", "2c1", "2d1", "2e1", "-"}
    order = backmost_first(course.track)
    assert sorted(order[order.index(min(last, key=order.index)) :][:5]) == sorted(last)


@pytest.mark.clause("TILE-8")
@pytest.mark.parametrize(("line", "before"), [("s", "a5 b5 c5 d5 e5"), ("r", "a7 b6 c5 d4 e3")])
def test_the_longest_move_past_the_line_never_runs_out_of_track(line: str, before: str) -> None:
    track = Course.parse(line).track
    places = {track.by_name[f"1{space}"] for space in before.split()}
    for _ in range(LONGEST_MOVE):
        assert all(track.spaces["ahead"][number] != SIDE for number in places)
        places = {to for number in places for to in track.steps[number]}


# -- drift ------------------------------------------------------------------------------------


@pytest.mark.clause("MOVE-4")
def test_a_drift_on_a_straight_touches_diagonally() -> None:
    straight = Course.parse("s")
    assert step(straight, "1c2", "drift_left") == "1b3"
    assert step(straight, "1c2", "drift_right") == "1d3"


@pytest.mark.clause("MOVE-4")
def test_a_drift_goes_to_the_space_that_contains_the_front_line() -> None:
    corner = Course.parse("sls")  # 3 4 5 6 7 spaces from the left
    assert step(corner, "2a1", "drift_right") == "2b2", "1/3 lies in [1/4, 2/4)"
    assert step(corner, "2b1", "drift_left") == "2a1", "1/4 lies in [0, 1/3)"


@pytest.mark.clause("MOVE-4")
def test_a_drift_goes_to_the_space_that_begins_at_the_front_line() -> None:
    # Between neighbouring lanes of printed curves, lines meet at joints only.
    assert step(Course.parse("sr"), "1c5", "drift_left") == "2b1"
    assert step(Course.parse("s"), "0c1", "drift_right") == "1d1"


@pytest.mark.clause("MOVE-4")
@pytest.mark.parametrize("line", ["ssl", "lsl", "url", "ruls"])
def test_a_drift_at_a_tiles_end_enters_the_next_tile_at_its_beginning(line: str) -> None:
    course = Course.parse(line)
    for lane, count in enumerate(course.faces[0].spaces[:-1]):
        beside = "abcde"[lane + 1]
        assert step(course, f"1{'abcde'[lane]}{count}", "drift_right") == f"2{beside}1"


# -- order ------------------------------------------------------------------------------------


@pytest.mark.clause("ORDER-2")
def test_progress_is_the_front_line_and_not_the_middle() -> None:
    corner = Course.parse("l")  # 3 4 5 6 7
    assert ahead_of(corner, "1a1", "1b1"), "1/3 and 1/4"
    assert ahead_of(corner, "1b2", "1a1"), "2/4 and 1/3"
    assert ahead_of(corner, "1e3", "1c2"), "3/7 and 2/5"
    assert ahead_of(corner, "1a2", "1d3"), "2/3 and 3/6"


@pytest.mark.clause("ORDER-2", "ORDER-3")
def test_equal_fractions_are_level_also_across_lanes_that_do_not_touch() -> None:
    left, right = Course.parse("l"), Course.parse("r")
    assert leader(left, "1b2", "1d3") == "1b2", "2/4 and 3/6, the inside is left"
    assert leader(right, "1b3", "1d2") == "1d2"
    assert leader(left, "1a1", "1d2") == "1a1", "1/3 and 2/6"


@pytest.mark.clause("ORDER-3")
@pytest.mark.parametrize("curve", ["corner", "u-turn"])
@pytest.mark.parametrize(("side", "inside"), [("left", "a"), ("right", "e")])
def test_in_a_curve_the_inside_is_ahead_whatever_comes_next(
    curve: str, side: str, inside: str
) -> None:
    other = {"left": "right", "right": "left"}[side]
    course = Course((Tile(f"{curve}-{side}"), Tile(f"corner-{other}"), Tile("straight")))
    last = [f"1{'abcde'[lane]}{count}" for lane, count in enumerate(course.faces[0].spaces)]
    assert leader(course, *last)[1] == inside


@pytest.mark.clause("ORDER-3")
@pytest.mark.parametrize(
    ("line", "tile", "inside"),
    [
        ("ssl", 1, "a"),
        ("ssr", 1, "e"),
        ("cdlul", 1, "a"),  # hazards are straights
        ("lsr", 2, "e"),  # the curve behind does not matter
        ("rsl", 2, "a"),
        ("rs", 2, "e"),  # no curve left: the flag, right unless said
        ("rsfl", 2, "a"),
        ("lsfl", 2, "a"),
        ("ls", 2, "e"),
        ("s", 1, "e"),
        ("sfl", 1, "a"),
    ],
)
def test_on_a_straight_the_next_curves_inside_is_ahead_and_else_the_flags_side(
    line: str, tile: int, inside: str
) -> None:
    row = [f"{tile}{lane}1" for lane in "abcde"]
    assert leader(Course.parse(line), *row) == f"{tile}{inside}1"


@pytest.mark.clause("ORDER-3", "SETUP-7")
@pytest.mark.parametrize(("line", "nearest"), [("sl", "e"), ("slfl", "a"), ("srfl", "a")])
def test_on_finish_and_run_off_the_flags_side_is_ahead(line: str, nearest: str) -> None:
    course = Course.parse(line)
    for tile in range(course.track.finish, len(course.track.faces)):
        row = [f"{tile}{lane}1" for lane in "abcde"]
        assert leader(course, *row) == f"{tile}{nearest}1"


@pytest.mark.clause("SETUP-4")
@pytest.mark.parametrize(
    ("line", "first_to_last"),
    [
        ("sls", "abcde"),
        ("srs", "edcba"),
        ("sslr", "abcde"),  # the first curve decides
        ("rl", "edcba"),
        ("suls", "abcde"),
        ("surs", "edcba"),
        ("s", "edcba"),  # no curve: the chequered flag's side
        ("sfl", "abcde"),
        ("srfl", "edcba"),
    ],
)
def test_start_spaces_are_numbered_from_the_inside_of_the_first_curve(
    line: str, first_to_last: str
) -> None:
    track = Course.parse(line).track
    assert [track.names[space] for space in track.starts] == [f"0{n}1" for n in first_to_last]


# -- the track itself -------------------------------------------------------------------------


@given(strategies.any_courses)
def test_nothing_invalid_compiles(course: Course) -> None:
    if course.status():
        with pytest.raises(InvalidCourse):
            _ = course.track
    else:
        assert len(course.track) == sum(sum(face.spaces) for face in course.track.faces)


def test_nobody_changes_a_track() -> None:
    with pytest.raises(ValueError, match="read-only"):
        Course.parse("s").track.spaces["rank"][0] = 3
