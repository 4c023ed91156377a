"""Values behave: they copy, pickle, compare, hash, and print themselves."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings

import snowtails as st
from snowtails.course.drawing.sleds import HULLS
from tests.rules.random_races import COURSES, go_on, races, random_race

LIVE = st.SecretDeal(bytes(range(32)), "a test", (b"anna", b"ben"))


def in_mid_race(deal: st.Deal | None = None) -> st.Race:
    race = st.Race("hobbits-breakfast", 3, deal=deal or st.SeededDeal(7), colours=["teal"])
    race = go_on(race, 3, 12, "gentle")
    assert race.turns
    return race


def in_mid_round() -> st.SoloRace:
    race = st.SoloRace("lone-wolf", opponents=True, seed=3, colour="orchid")
    while race.turn < 3:
        race.play(race.decisions[-1])
    return race


def season() -> st.Season:
    return st.Season(("Anna", "Ben")).after(st.Result((1, 0), finishers=2))


VALUES: dict[str, Callable[[], Any]] = {
    "race": in_mid_race,
    "live race": lambda: in_mid_race(LIVE),
    "position": lambda: in_mid_race().position(),
    "view": lambda: in_mid_race().view(1),
    "onlooker": lambda: in_mid_race().view(None),
    "solo": in_mid_round,
    "solo position": lambda: in_mid_round().position(),
    "course": lambda: st.Course.load("whole-box"),
    "broken course": lambda: st.Course((st.Tile("strait"),)),
    "track": lambda: st.Course.load("whole-box").track,
    "season": season,
    "move": lambda: in_mid_race().reach()[0],
    "sled": lambda: in_mid_race().sleds[0],
    "standings": lambda: in_mid_race().standings(),
    "log": lambda: in_mid_race().log,
    "turn": lambda: st.Turn.parse("2L:>^>"),
    "start": lambda: st.Start.parse("@4"),
    "discard": lambda: st.Discard.parse("x35"),
    "seeded deal": lambda: st.SeededDeal(7, 3),
    "secret deal": lambda: LIVE,
    "phase": lambda: st.Phase.TURN,
}

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}

copied = pytest.mark.parametrize("made", COPIES.values(), ids=COPIES)


@copied
@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_copy_is_equal_and_prints_the_same(
    value: Callable[[], Any], made: Callable[[Any], Any]
) -> None:
    one = value()
    other = made(one)
    assert other == one
    assert type(other) is type(one)
    assert (repr(other), str(other)) == (repr(one), str(one))


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_equal_values_that_never_change_have_equal_hashes(value: Callable[[], Any]) -> None:
    one, other = value(), value()
    assert one == other
    assert one != "something else"
    if isinstance(one, st.Race | st.SoloRace):
        with pytest.raises(TypeError):
            hash(one)
    else:
        assert hash(one) == hash(other)


def finish(race: Any) -> str:
    """Race on to the end, always by the last decision, and return the record."""
    while race.phase is not st.Phase.OVER and race.round < 60:
        race.play(race.decisions[-1])
    record: str = race.record()
    return record


@copied
@pytest.mark.parametrize("race", [in_mid_race, lambda: in_mid_race(LIVE), in_mid_round])
def test_a_copied_race_goes_its_own_way_and_as_the_first_would(
    race: Callable[[], Any], made: Callable[[Any], Any]
) -> None:
    one = race()
    line, entries = one.line, len(one.log)
    other = made(one)
    record = finish(other)
    assert (one.line, len(one.log)) == (line, entries)
    assert other != one
    assert finish(one) == record
    while len(other.log) > entries:
        other.undo()
    assert other.line == line


@settings(max_examples=15)
@given(races)
def test_any_race_comes_back_from_a_pickle_with_all_that_was_public(race: st.Race) -> None:
    again = pickle.loads(pickle.dumps(race))
    assert again == race
    assert [again.view(seat) for seat in (None, 0)] == [race.view(seat) for seat in (None, 0)]
    if race.log:
        assert again.undo() == race.undo()
        assert again == race


def test_races_travel_to_other_processes_and_go_on_there() -> None:
    race = random_race(COURSES[0], 2, 5, 6)
    expected = finish(race.copy())
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(finish, [race]) == expected


@pytest.mark.parametrize("race", [in_mid_race, in_mid_round])
def test_a_copy_keeps_its_cards_when_the_first_takes_back_and_plays_otherwise(
    race: Callable[[], Any],
) -> None:
    one = race()
    for decision in one.decisions[:6]:
        one.play(decision)
        other, expected = one.copy(), one.log[-1]
        one.undo()
        one.play(one.decisions[-1])
        other.undo()
        other.play(decision)
        assert other.log[-1] == expected
        one.undo()


def test_copies_race_on_in_threads_without_getting_into_each_others_way() -> None:
    race = st.Race("whole-box", 3, seed=4)
    expected = finish(race.copy())
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(finish, [race.copy() for _ in range(40)])) == {expected}


def test_a_key_is_a_snapshot() -> None:
    race = in_mid_race()
    key = race.key
    race.play(race.decisions[0])
    assert race.key != key
    race.undo()
    assert race.key == key


def test_a_reach_is_a_value_with_the_best_spaces_first() -> None:
    race = in_mid_race()
    reach = race.reach()
    assert reach == race.position().reach() == pickle.loads(pickle.dumps(reach))
    assert hash(reach) == hash(race.reach())
    best = [
        (move.wrecked, move.dent_count, -race.track.rank(move.end))
        for move in reach.cheapest.values()
    ]
    assert best == sorted(best)
    assert reach.cheapest == {space: moves[0] for space, moves in reach.by_space.items()}
    with pytest.raises(st.InvalidArgument, match="by space see `cheapest`"):
        reach["1c3"]  # type: ignore[call-overload]


def test_a_position_stays_as_it_is_when_the_race_goes_on() -> None:
    race = in_mid_race()
    position, reach = race.position(), race.reach()
    kept = position.line
    race.play(race.decisions[0])
    assert position.line == kept != race.line
    assert race.history[-1] == position
    assert list(reach) == list(position.reach())


def test_positions_are_rebuilt_by_their_repr() -> None:
    position = in_mid_race().position()
    assert position.colours[0] == "teal"
    assert eval(repr(position), {"RacePosition": st.RacePosition}) == position
    course = st.Course.load("whole-box")
    assert eval(repr(course), {"Course": st.Course}) == course
    assert position.line in repr(in_mid_race())
    assert in_mid_round().line in repr(in_mid_round())


def test_what_is_printed_is_the_sketch() -> None:
    race = st.Race("sr", 2, seed=1)
    race.play("@1")
    race.play("@2")
    assert str(race) == str(race.position()) == str(race.view(0)) == race.sketch()
    assert str(race).splitlines()[0] == "  0 1     2>4     3"
    assert [line[2] for line in str(race).splitlines()[1:]] == [".", ".", ".", "1", "0"]


@pytest.mark.parametrize("value", ["race", "view", "solo", "course"])
def test_notebooks_show_a_picture(value: str) -> None:
    shown = VALUES[value]()
    picture = shown._repr_svg_()
    assert picture.startswith("<svg")
    standing = [sled for sled in getattr(shown, "sleds", ()) if sled.space]
    opponents = shown.mat.opponents if isinstance(shown, st.SoloRace) else ()
    assert picture.count('class="sled ') == len(standing) + len(opponents)
    for sled in standing:
        assert f'class="sled {sled.colour}"' in picture


def test_a_course_with_mistakes_has_no_picture() -> None:
    broken = st.Course((st.Tile("strait"),))
    assert broken._repr_svg_() is None
    assert str(broken) == repr(broken)


def test_every_colour_of_sled_can_be_drawn() -> None:
    assert tuple(HULLS) == st.COLOURS


def test_felled_saplings_are_not_drawn() -> None:
    race = st.Race.parse("st 2 turn:0 fe 1a1/==3/11111/33333/0/r")
    assert len(race.saplings) == 7
    assert race.svg().count('class="sapling"') == 7
    assert race.course.svg().count('class="sapling"') == 8
    assert str(race).count("t") == 7


@pytest.mark.parametrize(
    "error",
    [
        st.InvalidCourse([st.Problem("no-tiles", None, {})], "here.toml"),
        st.InvalidRecord(3, "what is wrong"),
        st.IllegalDraw(1, "no such card"),
        st.IllegalTurn("2L", "you hold none", "srs 1 …"),
        st.InvalidTurn("no turn"),
        st.Refused("no"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_come_back_from_other_processes_whole(error: st.Refused) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
