"""The drawings that other tests are made of."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails import Course
from snowtails.rules.race import Race
from tests.boards import BadDrawing, Team, assert_shows, board, put, show
from tests.strategies import courses

CORNER = """
      0 1     2<4     3
    a|.|.#...|.-.-.--|=|
    b|.|..t..|..-.-.-|=|
    c|.|..0..|...-..-|=|
    d|.|....1|......-|=|
    e|.|.....|.......|=|
"""


def test_a_drawing_is_a_race() -> None:
    race = board(CORNER, Team("2234", "=4", brake=2, dents=1), round=3)
    assert race.course == Course.parse("s___________y___x_________l")
    sled = race.sleds[0]
    assert (sled.space, sled.left, sled.right, sled.brake) == ("1c3", 3, 4, 2)
    assert (sled.hand, sled.dents, sled.used) == ((2, 2, 3, 4), 1, ())
    assert sled.deck == (1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 5)
    assert (race.round, race.actor, race.sleds[1].space) == (3, 0, "1d5")
    assert race.hand_of(1) == (1, 2, 3, 4, 5)


def test_sleds_ahead_of_sled_0_have_moved_unless_told() -> None:
    assert board(CORNER).line.split()[2] == "turn:0"
    assert board(CORNER, Team(), Team(moved=False)).actor == 1
    assert board(CORNER, Team(moved=True), Team(moved=False)).actor == 1


def test_cards_missing_to_twenty_are_used() -> None:
    sled = board(CORNER, Team("1", "24", deck="55")).sleds[0]
    assert (sled.deck, sled.used) == ((5, 5), (1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5))


def test_sleds_out_of_the_race_are_not_drawn() -> None:
    race = board(CORNER, Team(), Team(), Team(status="f1"), Team(status="w0"))
    assert [sled.status for sled in race.sleds] == ["racing", "racing", "finished", "wrecked"]
    assert (race.sleds[2].place, race.sleds[3].dents) == (1, 5)


@settings(max_examples=50)
@given(courses, st.integers(0, 999))
def test_what_is_shown_can_be_read(course: Course, seed: int) -> None:
    rng = np.random.default_rng(seed)
    race = Race(course, 3, rng=rng)
    while race.phase != "over" and race.round <= seed % 5:
        race.play(race.decisions[rng.integers(len(race.decisions))])
    spaces = [sled.space for sled in race.sleds]
    if None not in spaces:
        again = board(show(race), flag=course.flag)
        assert show(again) == show(race)
        assert [sled.space for sled in again.sleds] == spaces


def test_felled_saplings_are_shown_as_free() -> None:
    race = board(CORNER.replace("|..0", "|0.t"), Team("3"))
    race.play("3B")
    assert_shows(race, CORNER.replace("|..0..|", "|...0.|"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("b|", "x|", "lanes a–e"),
        ("|.-.-.--|", "|", "all its tiles"),
        ("2<4", "2", "five spaces in each lane"),
        ("2<4", "2<<<4", "<<<4 is no bend"),
        ("2<4", "2<", "< is no bend"),
        ("2<4", "2<<3", r"out of shape[^T]*This course is drawn so:\n  0 1     2<<3          3\na"),
        ("|....1|", "|....0|", "sled 0 is drawn twice"),
        ("|....1|", "|....2|", "sled 1 is either drawn or out"),
        ("|..t..|", "|..?..|", "map"),
        ("......-", "-......", "This course is drawn so"),
        ("......-", ".....1-", "sled 1 is drawn twice"),
        ("1     2", "1    2", "This course is drawn so"),
        ("#", "# ", "five spaces"),
    ],
)
def test_a_wrong_drawing_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(BadDrawing, match=message):
        board(CORNER.replace(old, new, 1))


def test_a_sled_is_drawn_or_out_of_the_race() -> None:
    with pytest.raises(BadDrawing, match="sled 1 is either drawn or out of the race"):
        board(CORNER, Team(), Team(status="f1"))
    with pytest.raises(BadDrawing, match="sled 2 is either drawn or out of the race"):
        board(CORNER, Team(), Team(), Team())


def test_the_comparison_of_drawings_can_fail() -> None:
    assert_shows(board(CORNER), CORNER)
    with pytest.raises(AssertionError, match=r"assert .* == "):  # it tells what it compared
        assert_shows(board(CORNER), CORNER.replace("....1", "...1."))


def test_marks_are_put_on_spaces_by_name() -> None:
    drawn = put(CORNER, {"1c3": ".", "2a3": "0", "2b4": "2", "0e1": "3"})
    assert [sled.space for sled in board(drawn).sleds] == ["2a3", "1d5", "2b4", "0e1"]
    with pytest.raises(BadDrawing, match="'c3' is no space"):
        put(CORNER, {"c3": "0"})
