"""DENT-1: safety lines, and the dents for crossing them too fast."""

import pytest

from snowtails import SeededDeal
from snowtails.rules import Race
from tests.boards import Team, board
from tests.rules.bends import bend
from tests.rules.playing import play


@pytest.mark.clause("DENT-1")
@pytest.mark.parametrize(
    ("turn", "dogs", "dents"),
    [("3B", "==", 0), ("2B", "==", 0), ("1B", "==", 1), ("2B", "44", 2), ("1B", "44", 3)],
)
def test_each_point_above_the_safety_speed_is_a_dent(turn: str, dogs: str, dents: int) -> None:
    race = bend(Team(turn[0] + "55", dogs))
    seen = play(race, turn, dents={"speeding": dents} if dents else {})
    if dents:
        (dent,) = seen.dents
        assert (dent.clause, dent.speed, dent.limit, dent.space) == ("DENT-1", 4 + dents, 4, "2c1")


@pytest.mark.clause("DENT-1")
@pytest.mark.parametrize(("limit", "dents"), [(1, 4), (2, 3), (5, 0), (6, 0), (9, 0)])
def test_a_course_may_have_its_own_safety_speeds(limit: int, dents: int) -> None:
    race = bend(Team("1"), limit=limit)
    play(race, "1B", speed=5, dents={"speeding": dents} if dents else {})


@pytest.mark.clause("DENT-1")
@pytest.mark.parametrize("route", ["<^^^^^", "^<^^^^", "^^^^^<"])
def test_a_line_is_crossed_by_a_drift_as_by_a_step_ahead(route: str) -> None:
    race = bend(Team("1", "43"))
    play(race, f"1B:{route}", speed=6, dents={"speeding": 2})


@pytest.mark.clause("DENT-1")
def test_the_speed_of_the_whole_turn_counts_not_the_steps_left() -> None:
    race = bend(Team("1", "44"), at="1c1")
    play(race, "1B", speed=7, end="2c3", dents={"speeding": 3})


@pytest.mark.clause("DENT-1")
def test_moving_within_a_curve_and_out_of_it_crosses_no_line() -> None:
    race = bend(Team("1", "44"), at="2c1")
    play(race, "1B", speed=7, end="3c3", dents={})


@pytest.mark.clause("DENT-1", "MOVE-4")
@pytest.mark.parametrize(("at", "first"), [("2b1", "2a1"), ("2c1", "2b1"), ("2e1", "2d1")])
def test_the_first_space_of_the_lane_beside_is_no_line_within_the_curve(
    at: str, first: str
) -> None:
    race = bend(Team("1", "43"), at=at)
    seen = play(race, "1B:<^^^^^", speed=6, dents={})
    assert seen.path[0] == first


TWO_BENDS = """
      0 1     2<4     3>>3          4
    a|.|....0|.-.-.--|.............|=|
    b|.|.....|..-.-.-|......-.....-|=|
    c|.|.....|...-..-|...-..-..-..-|=|
    d|.|.....|......-|..-.-.-.-.-.-|=|
    e|.|.....|.......|.-.--.-.--.--|=|
"""


@pytest.mark.clause("DENT-1")
def test_two_curves_in_succession_are_two_lines() -> None:
    race = board(TWO_BENDS, Team("1"))
    seen = play(race, "1B", speed=5, end="3a2", dents={"speeding": 3})
    assert [(dent.limit, dent.count, dent.space) for dent in seen.dents] == [
        (4, 1, "2a1"),
        (3, 2, "3a1"),
    ]


@pytest.mark.clause("DENT-1")
def test_only_lines_below_the_speed_cost_dents() -> None:
    race = board(TWO_BENDS.replace("2<4", "2<6"), Team("1"))
    play(race, "1B", speed=5, end="3a2", dents={"speeding": 2})


@pytest.mark.clause("DENT-1")
def test_a_line_can_lie_right_behind_the_start() -> None:
    race = board(
        """
          0 1<4     2
        a|.|.-.-.--|=|
        b|.|..-.-.-|=|
        c|0|...-..-|=|
        d|.|......-|=|
        e|.|.......|=|
        """,
        Team("1"),
        round=1,
    )
    play(race, "1B", speed=5, end="1c5", dents={"speeding": 1})


@pytest.mark.clause("DENT-1", "DENT-2")
def test_a_step_that_collides_crosses_nothing() -> None:
    race = bend(Team("1", "44"), other="2c1")
    play(race, "1B", speed=7, end="1c5", stop="sled", dents={})


@pytest.mark.clause("DENT-1", "DENT-3")
def test_a_step_off_the_side_crosses_nothing() -> None:
    race = bend(Team("2", "53"), at="1a5")
    play(race, "2B:<^<^^^", speed=6, path=(), stop="side", dents={"side": 1})


@pytest.mark.clause("DENT-1", "MOVE-7", "MOVE-8")
def test_a_forfeited_bonus_counts_at_lines_crossed_before() -> None:
    race = bend(Team("3"), other="2c2")
    play(race, "3B+", speed=5, bonus=2, end="2c1", dents={"speeding": 1})
    race = bend(Team("3"), other="2c2")
    play(race, "3B", speed=3, bonus=0, end="2c1", dents={})


@pytest.mark.clause("DENT-1", "MOVE-7", "MOVE-8")
def test_a_bonus_forfeited_at_the_side_counts_at_lines_crossed_before() -> None:
    before = """
          0 1     2<4     3     4     5
        a|.|....0|.-.-.--|.###.|.....|=|
        b|.|.....|..-.-.-|.###.|.....|=|
        c|.|.....|...-..-|..#..|.....|=|
        d|.|.....|......-|.....|.....|=|
        e|.|.....|.......|.....|.....|=|
    """
    # Speed 5 is cut short at its fifth step, so that no step of the bonus is ever taken.
    race = board(before, Team("1445", "4="))
    play(race, "4R+", speed=6, bonus=1, end="3a1", dents={"speeding": 2, "side": 1}, stop="side")
    race = board(before, Team("1445", "4="))
    play(race, "4R", speed=5, bonus=0, end="3a1", dents={"speeding": 1, "side": 1}, stop="side")
    race = Race.parse("sldls 2 turn:0 - 1a5/4=3/10022/22211/0/r", SeededDeal(0))
    play(race, "4R+", speed=6, end="3a1", dents={"speeding": 2, "side": 1})
