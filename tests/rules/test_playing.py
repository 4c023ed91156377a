"""The helper that plays turns in tests can fail."""

from typing import Any

import pytest

from snowtails.rules.notation import Turn
from tests.boards import Team, board
from tests.rules.playing import assert_came_true, play

STRAIGHT = """
      0 1     2
    a|.|.....|=|
    b|.|.....|=|
    c|.|0....|=|
    d|.|.....|=|
    e|.|.....|=|
"""


def test_expectations_can_fail() -> None:
    race = board(STRAIGHT, Team("3"))
    with pytest.raises(AssertionError):
        play(race, "3B", end="1c5")
    with pytest.raises(AssertionError):
        play(race, "3B", dents={"side": 1})
    assert play(race, "3B", "11245", end="1c4", dents={}).draws == 5
    assert race.hand_of(0) == (1, 1, 2, 4, 5)


@pytest.mark.parametrize(
    "wrong",
    [
        {"end": "1c5"},
        {"wrecked": True},
        {"draws": 3},
        {"discards": 1},
        {"turn": Turn(5, "B")},
    ],
)
def test_a_preview_that_did_not_come_true_is_noticed(wrong: dict[str, Any]) -> None:
    race = board(STRAIGHT, Team("33"))
    before, seen = race.sleds[0], race.preview("3B")
    race.play("3B")
    assert_came_true(race, before, seen)
    with pytest.raises(AssertionError):
        assert_came_true(race, before, seen._replace(**wrong))
