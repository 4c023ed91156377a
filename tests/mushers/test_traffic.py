"""What the network is told of a position, figure by figure, in the order of its weights."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from snowtails import Race
from snowtails.mushers import traffic as t
from snowtails.mushers.playouts import IN_FRONT
from snowtails.mushers.solver import solve
from snowtails.rules.order import actor_of
from snowtails.rules.reach import reach
from tests.boards import Team, board, put

CROWD = """
  0 1     2     3<3     4
a|.|.....|...1.|.-.-.--|=|
b|.|.....|.....|..-.-.-|=|
c|.|...0.|.....|...-..-|=|
d|.|..2..|.....|......-|=|
e|.|.....|.....|.......|=|
"""

MOVER = Team(hand="1124", dogs="3=", dents=1)
CROWDED = (MOVER, Team(dogs="25", brake=2, dents=2), Team(), Team(status="f1"))
"""Sled 1 is in front and has moved, sled 2 is behind and has not, sled 3 has finished."""

NEAR = """
  0 1     2     3<3     4
a|.|.....|.....|.-.-.--|=|
b|.|.....|.....|..-.-.-|=|
c|.|...0.|.....|...-..-|=|
d|.|.....|...1.|......-|=|
e|.|.....|2....|.......|=|
"""

FINISH = """
  0 1     2     3
a|.|.....|.....|=|
b|.|.....|.....|=|
c|.|.....|...01|=|
d|.|.....|.....|=|
e|.|.....|..t..|=|
"""


def told_of(race: Race, turn: str, to_go: float = 2.0) -> Any:
    """Return what is told of the outcome of a turn, given the turns to go after it."""
    track, values = race.track.spaces, solve(race.course).values
    outcomes = reach(race.state, track, actor_of(race.state))
    ((chosen,),) = np.nonzero([str(race.numbered(int(out["turn"]))) == turn for out in outcomes])
    told = np.zeros(1, t.TOLD)
    t.tell(race.state, track, values, outcomes[chosen : chosen + 1], np.array([to_go]), told)
    return told[0]


def assert_figures(told: Any, expected: Mapping[int, float]) -> None:
    """Assert that figures are as expected: all of them, and in the order that was taught."""
    assert list(expected) == list(range(len(told)))
    assert dict(enumerate(told.tolist())) == pytest.approx(expected)


def test_of_the_own_sled_is_told_how_the_outcome_leaves_it() -> None:
    told = told_of(board(CROWD, *CROWDED), "4R:>^^^")  # to 2d3
    own = told["own"]
    stance = {
        t.TURNS_TO_GO: 2.0 / 10,
        t.LAST_TURNS: 2.0 / 3,
        t.DENTS: 1 / 5,
        t.LEFT_DOG: 3 / 5,
        t.RIGHT_DOG: 4 / 5,
        t.BRAKE_CARD: 3 / 5,
        t.SPEED: 4 / 5,
        t.DRIFT: 1 / 4,
        t.DRIFT_SIZE: 1 / 4,
        t.NO_DRIFT: 0,
        t.BEND_IN: 3 / 15,
        t.BEND_SAFETY: 3 / 5,
        t.HASTE: 1 / 5,
        t.IN_BEND: 0,
        t.LANE: 1 / 2,
        t.IS_PAST: 0,
    }
    hand = dict(enumerate((2 / 2, 1 / 2, 0, 0, 0), t.KEPT_CARDS))
    places = dict(enumerate((0, 0, 1, 0, 0), t.PLACES))
    assert_figures(
        own,
        {
            **stance,
            t.HAND_SAVES: own[t.HAND_SAVES],
            t.LAST_DENT: 0,
            **hand,
            t.DRAWS: 1 / 5,
            t.HIT_A_SLED: 0,
            t.OFF_THE_MIDDLE: 1 / 2,
            t.PAST_BY: 0,
            t.DECK: 15 / 20,
            t.FIRST_ROUND: 0,
            t.SIDE_AHEAD: 0,
            t.SIDE_LEFT: 0,
            t.SIDE_RIGHT: 0,
            t.ONE_TURN: 0,
            t.TWO_TURNS: 1,
            t.ON_A_SAPLING: 0,
            **places,
            t.STILL_TO_MOVE: 1 / 4,
            t.RIVALS_LEFT: 2 / 4,
            t.SOME_FINISHED: 1,
            t.PROMISED: told["by_turns"] / 3,
        },
    )
    assert told["rivals"] == 2


def test_a_hand_saves_the_turns_that_one_dealt_anew_would_need_more() -> None:
    race = board(CROWD, *CROWDED)
    ride = float(solve(race.course).values[race.track.find("2d3"), 1, 2, 3, 2]["ride"])
    for to_go in (ride - 0.5, ride + 0.5):
        own = told_of(race, "4R:>^^^", to_go)["own"]
        assert own[t.HAND_SAVES] == pytest.approx(ride - to_go)


def test_of_a_rival_is_told_how_it_stands() -> None:
    rivals = told_of(board(CROWD, *CROWDED), "4R:>^^^")["rival"]
    turns = rivals[0][t.TURNS_TO_GO] * 10
    assert 0.5 < turns < 2
    assert_figures(
        rivals[0],
        {
            t.TURNS_TO_GO: turns / 10,
            t.LAST_TURNS: turns / 3,
            t.DENTS: 2 / 5,
            t.LEFT_DOG: 2 / 5,
            t.RIGHT_DOG: 5 / 5,
            t.BRAKE_CARD: 2 / 5,
            t.SPEED: 5 / 5,
            t.DRIFT: 3 / 4,
            t.DRIFT_SIZE: 3 / 4,
            t.NO_DRIFT: 0,
            t.BEND_IN: 2 / 15,
            t.BEND_SAFETY: 3 / 5,
            t.HASTE: 2 / 5,
            t.IN_BEND: 0,
            t.LANE: -1,
            t.IS_PAST: 0,
            t.MOVED: 1,
            t.FINISHING: 0,
            t.THERE: 1,
        },
    )
    assert not rivals[2:].any(), "nobody else is on the track"


def test_a_rival_that_has_not_moved_will_have_one_turn_less_to_go() -> None:
    *others, behind, finished = CROWDED
    before = told_of(board(CROWD, *CROWDED), "4R:>^^^")["rival"][1]
    race = board(CROWD, *others, replace(behind, moved=True), finished)
    after = told_of(race, "4R:>^^^")["rival"][1]
    assert after[t.TURNS_TO_GO] == pytest.approx(before[t.TURNS_TO_GO] + 1 / 10)
    assert (before[t.MOVED], after[t.MOVED]) == (0, 1)


def test_between_two_sleds_is_told_how_they_stand_to_each_other() -> None:
    told = told_of(board(CROWD, *CROWDED), "4R:>^^^")  # from 2d3 to a rival on 2a4, and on 1d3
    turns = told["rival"][:, t.TURNS_TO_GO] * 10
    ahead, behind = told["between"][:2]
    spaces = 1 + 3 / 5  # of two beside each other the inner one is ahead, by a fifth for each lane
    assert_figures(
        ahead,
        {
            t.SLOWER: (turns[0] - 2) / 2,
            t.SLIGHTLY_SLOWER: -1,  # or less
            t.AHEAD: spaces / 6,
            t.NEARLY_LEVEL: spaces / 3,
            t.IS_AHEAD: 1,
            t.LANES_TO_IT: -3 / 4,
            t.LANES_APART: 3 / 4,
            t.SAME_LANE: 0,
            t.NEXT_LANE: 0,
            t.IN_OUR_WAY: 0,
            t.IN_ITS_WAY: 0,
            t.DRIFTING_TO_IT: -1,
            t.ITS_DRIFT_TO_US: 1,
            t.FASTER: 1 / 5,
            t.CLOSE_AHEAD: 0,
            t.CLOSE_BEHIND: 0,
            t.OUT_OF_ORDER: 0,
        },
    )
    assert_figures(
        behind,
        {
            t.SLOWER: (turns[1] - 2) / 2,
            t.SLIGHTLY_SLOWER: min(turns[1] - 2, 1),
            t.AHEAD: -5 / 6,
            t.NEARLY_LEVEL: -1,
            t.IS_AHEAD: 0,
            t.LANES_TO_IT: 0,
            t.LANES_APART: 0,
            t.SAME_LANE: 1,
            t.NEXT_LANE: 0,
            t.IN_OUR_WAY: 0,
            t.IN_ITS_WAY: 1 - 5 / 11,
            t.DRIFTING_TO_IT: 0,
            t.ITS_DRIFT_TO_US: 0,
            t.FASTER: (3 - 4) / 5,
            t.CLOSE_AHEAD: 0,
            t.CLOSE_BEHIND: 0,
            t.OUT_OF_ORDER: 0,
        },
    )


def test_whoever_stands_close_by_is_told() -> None:
    told = told_of(board(NEAR, MOVER, Team(), Team(moved=True)), "4R:>^^^")  # to 2d3
    ahead, behind = told["between"][:2]
    assert (ahead[t.CLOSE_AHEAD], ahead[t.CLOSE_BEHIND]) == (1, 0)
    assert ahead[t.IN_OUR_WAY] == pytest.approx(1 - 1 / 11)
    assert (behind[t.CLOSE_AHEAD], behind[t.CLOSE_BEHIND]) == (0, 1)
    assert (behind[t.NEXT_LANE], behind[t.LANES_TO_IT]) == (1, 1 / 4)
    assert behind[t.DRIFTING_TO_IT] == 1 / 2
    assert behind[t.OUT_OF_ORDER] == 1, "it has moved, and is behind all the same"


def test_past_the_line_only_how_far_counts() -> None:
    race = board(put(FINISH, {"2c5": ".", "3a1": "1"}), Team(hand="1345"), Team())
    told = told_of(race, "3B", -0.04)  # to the second space past the line
    own, rival = told["own"], told["rival"][0]
    assert own[t.IS_PAST] == 1
    assert own[t.PAST_BY] == pytest.approx(10 * 0.04)
    assert (own[t.HAND_SAVES], own[t.ONE_TURN], own[t.TWO_TURNS]) == (0, 0, 0)
    assert own[t.PLACES] == 1
    assert (rival[t.FINISHING], rival[t.IS_PAST]) == (1, 1)
    assert rival[t.TURNS_TO_GO] == pytest.approx(-0.02 / 10)


def test_a_sled_that_was_hit_and_the_last_dent_are_told() -> None:
    race = board(FINISH, Team(hand="4", dents=4), Team())
    own = told_of(race, "4B", 1.05)["own"]  # against the sled ahead
    assert (own[t.HIT_A_SLED], own[t.DRAWS], own[t.LAST_DENT]) == (1, 0, 1)
    assert (own[t.ONE_TURN], own[t.TWO_TURNS]) == (1, 1)
    assert own[t.FIRST_ROUND] == 0


def test_sides_saplings_and_the_first_round_are_told() -> None:
    race = board(put(FINISH, {"2c4": ".", "1e5": "0"}), Team(hand="1345"), Team(), round=1)
    own = told_of(race, "3B")["own"]  # to 2e3, on the sapling
    assert own[t.FIRST_ROUND] == 1
    assert own[t.ON_A_SAPLING] == 1
    assert [own[each] for each in (t.SIDE_AHEAD, t.SIDE_LEFT, t.SIDE_RIGHT)] == [0, 0, 1]
    assert own[t.OFF_THE_MIDDLE] == own[t.LANE] == 1


def test_of_two_who_need_as_many_turns_the_one_in_front_has_the_better_odds() -> None:
    for space, odds in (("2c5", -IN_FRONT), ("1a1", IN_FRONT)):
        drawing = put(FINISH, {"2c4": ".", "2c5": ".", "1c1": "0"} | {space: "1"})
        race = board(drawing, Team(hand="1345"), Team(moved=True))
        to_go = float(told_of(race, "3B")["rival"][0][t.TURNS_TO_GO]) * 10
        told = told_of(race, "3B", to_go)
        assert told["by_turns"] == pytest.approx(odds, abs=1e-4)
        assert told["own"][t.PROMISED] == pytest.approx(odds / 3, abs=1e-4)
