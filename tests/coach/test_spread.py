"""Chances as they are told: less sure than races in thought, by turns to go and turns behind."""

import numpy as np
import pytest

from snowtails.coach.spread import ALIKE, BY_TURNS, Spread, spread_of, turns_of
from tests.boards import Team, board

APART = """
  0 1     2     3     4     5
a|.|.....|.....|.....|.....|=|
b|.|.....|.....|.....|.....|=|
c|.|2..1.|.....|0....|.....|=|
d|.|.....|.....|.....|.....|=|
e|.|.....|.....|.....|.....|=|
"""
AT_THE_END = """
  0 1     2     3     4     5
a|.|.....|.....|.....|.....|=|
b|.|.....|.....|.....|.....|=|
c|.|.....|.....|2..1.|....0|=|
d|.|.....|.....|.....|.....|=|
e|.|.....|.....|.....|.....|=|
"""
SIDE_BY_SIDE = """
  0 1     2     3
a|.|.....|.....|=|
b|.|0....|.....|=|
c|.|1....|.....|=|
d|.|.....|.....|=|
e|.|.....|.....|=|
"""
OUT = (0.0, 0.0, 0.0)
THREE = (Team(), Team(), Team())


def test_a_share_is_what_is_expected_and_the_rest_what_was_thought() -> None:
    spread = Spread(0.2, ((0.6, 0.4, 0.0), (0.4, 0.6, 0.0), OUT))
    places = spread.places(0, (0.7, 0.2, 0.1))
    assert places == pytest.approx((0.8 * 0.7 + 0.2 * 0.6, 0.8 * 0.2 + 0.2 * 0.4, 0.8 * 0.1))
    assert places[0] == spread.win(0, 0.7)
    wins = spread.wins((2.0, 2.0, 0.0))
    assert wins == pytest.approx((0.8 * 0.5 + 0.2 * 0.6, 0.8 * 0.5 + 0.2 * 0.4, 0.0))


@pytest.mark.parametrize("drawing", [APART, AT_THE_END])
def test_whoever_is_further_behind_is_told_less(drawing: str) -> None:
    spread = spread_of(board(drawing, *THREE, round=3))
    first, second, last = (each[0] for each in spread.expected)
    assert first > second > last > 0
    by_sled, by_place = spread.expected, zip(*spread.expected, strict=True)
    assert [sum(each) for each in (*by_sled, *by_place)] == pytest.approx([1.0] * 6)


def test_nobody_is_sure_before_one_is_across() -> None:
    spread = spread_of(board(AT_THE_END, *THREE, round=3))
    sure = spread.wins((1.0, 0.0, 0.0))
    assert sum(sure) == pytest.approx(1.0)
    assert sure[0] <= 1 - ALIKE * 2 / 3
    across = board(AT_THE_END.replace("2..1.", "...1."), Team(), Team(), Team(status="f1"), round=3)
    assert spread_of(across).wins((0.0, 0.0, 1.0)) == (0.0, 0.0, 1.0)


def test_far_from_the_finish_more_is_open() -> None:
    far, near = (spread_of(board(drawing, *THREE, round=3)) for drawing in (APART, AT_THE_END))
    assert ALIKE < near.share < far.share <= ALIKE + BY_TURNS[1]


def test_dents_and_dogs_count_as_turns_behind() -> None:
    race = board(SIDE_BY_SIDE, Team(), Team(dents=4, dogs="11"), round=3)
    turns = turns_of(race)
    assert turns[0] < turns[1]
    (own, *_), (other, *_) = spread_of(race).expected
    assert own > other


def test_who_is_wrecked_has_the_last_place_for_sure() -> None:
    race = board(APART.replace("2..1.", "2...."), Team(), Team(status="w0"), Team())
    spread = spread_of(race)
    assert spread.expected[1] == OUT
    assert np.isnan(turns_of(race)[1])
    assert [each[2] for each in spread.expected] == [0.0, 0.0, 0.0]
    assert sum(spread.wins((0.9, 0.0, 0.1))) == pytest.approx(1.0)
