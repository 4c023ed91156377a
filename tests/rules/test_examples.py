"""The worked examples of the rulebooks."""

import pytest

from snowtails import Course
from snowtails.course.course import Flag
from snowtails.rules import Phase, Race
from snowtails.rules.deal import SeededDeal
from tests.boards import Team, board
from tests.rules.playing import play

LINE_OF_4 = """
      0 1     2<4     3     4
    a|.|.....|.-.-.--|.....|=|
    b|.|.....|..-.-.-|.....|=|
    c|.|...0.|...-..-|.....|=|
    d|.|.....|......-|.....|=|
    e|.|.....|.......|.....|=|
"""
OPEN = """
      0 1     2     3     4
    a|.|.....|.....|.....|=|
    b|.|.....|.....|.....|=|
    c|.|0....|.....|.....|=|
    d|.|.....|.....|.....|=|
    e|.|.....|.....|.....|=|
"""


@pytest.mark.clause("EX-1")
def test_a_2_on_the_left_dog_drifts_twice_to_the_right_over_the_line() -> None:
    race = board(LINE_OF_4, Team("2", "=4"))
    play(race, "2L:>^>", speed=3, drift=2, path=("1d5", "2d1", "2e2"), dents={})


@pytest.mark.clause("EX-2")
def test_second_place_with_twos_everywhere_moves_two_and_two() -> None:
    race = board(OPEN.replace("|.....|=|", "|.1...|=|", 1), Team("222"))
    play(race, "2LRB+", place_before=2, speed=4, bonus=2, drift=0, end="1c5")


@pytest.mark.clause("EX-3")
def test_speed_5_over_a_line_of_4_is_one_dent() -> None:
    race = board(LINE_OF_4, Team("44", "=5"))
    play(race, "4LB:^>^^^", speed=5, drift=1, dents={"speeding": 1}, end="2d4")


@pytest.mark.clause("EX-4")
def test_dogs_3_and_5_with_brake_5() -> None:
    race = board(OPEN, Team("5", "35"))
    play(race, "5B:>>^", speed=3, drift=2, end="1e4")


@pytest.mark.clause("EX-5")
def test_dogs_3_and_5_with_brake_2_in_a_corner() -> None:
    race = board(
        """
          0 1     2<4     3     4
        a|.|.....|0-.-.--|.....|=|
        b|.|.....|..-.-.-|.....|=|
        c|.|.....|...-..-|.....|=|
        d|.|.....|......-|.....|=|
        e|.|.....|.......|.....|=|
        """,
        Team("2", "35"),
    )
    path = ("2b2", "2c3", "2c4", "2c5", "3c1", "3c2")
    play(race, "2B:>>^^^^", speed=6, drift=2, path=path, dents={})


@pytest.mark.clause("EX-6")
def test_speed_5_over_a_line_of_3_is_two_dents() -> None:
    race = board(LINE_OF_4.replace("2<4", "2<3"), Team("1"))
    play(race, "1B", speed=5, dents={"speeding": 2})


@pytest.mark.clause("EX-7")
def test_speed_5_and_drift_2_left_have_ten_routes() -> None:
    race = board(OPEN, Team("3", "53"))
    routes = [turn.route for turn in race.turns if turn.places == "B"]
    assert len(set(routes)) == len(routes) == 10
    assert "<^<^^" in routes
    play(race, "3B:<^<^^", speed=5, drift=-2, path=("1b2", "1b3", "1a4", "1a5", "2a1"))


@pytest.mark.clause("EX-8")
def test_the_printed_mat_gives_speed_3_balanced_without_bonus_on_the_first_turn() -> None:
    race = board(OPEN.replace("c|.|0", "c|0|."), Team("33"), round=1)
    assert [str(turn) for turn in race.turns if turn.places == "B"] == ["3B"]
    play(race, "3B", "1245", speed=3, drift=0, bonus=0, end="1c3")
    assert [str(turn) for turn in race.turns if turn.places == "B" and turn.value == 3] == [
        "3B",
        "3B+",
    ]


@pytest.mark.clause("EX-11")
@pytest.mark.parametrize(("bend", "second"), [("<", 0), (">", 2)])
def test_of_two_level_on_a_straight_the_next_curves_inside_is_second(
    bend: str, second: int
) -> None:
    corner = [".-.-.--", "..-.-.-", "...-..-", "......-", "......."]
    a, b, c, d, e = corner if bend == "<" else corner[::-1]
    race = board(
        f"""
          0 1     2{bend}4     3
        a|.|.....|{a}|=|
        b|.|.0...|{b}|=|
        c|.|...1.|{c}|=|
        d|.|.2...|{d}|=|
        e|.|.....|{e}|=|
        """,
        *[Team(moved=False)] * 3,
    )
    third = 2 - second
    assert [race.place_of(sled) for sled in (1, second, third)] == [1, 2, 3]
    assert race.actor == 1


@pytest.mark.clause("EX-12")
def test_of_two_level_in_a_curve_the_inside_lane_is_ahead() -> None:
    race = board(
        """
          0 1     2<4     3
        a|.|.....|.-1-.--|=|
        b|.|.....|.2-.-.-|=|
        c|.|.....|...-..-|=|
        d|.|.....|...0..-|=|
        e|.|.....|.......|=|
        """,
        *[Team(moved=False)] * 3,
    )
    assert [race.place_of(sled) for sled in range(3)] == [2, 1, 3]
    assert race.actor == 1


@pytest.mark.clause("EX-13")
def test_the_step_after_two_drifts_meets_the_side() -> None:
    race = board(OPEN, Team("21345", "=5"))
    play(
        race,
        "2L:>>>^",
        "",
        path=("1d2", "1e3"),
        stop="side",
        dents={"side": 1},
        draws=0,
    )
    assert (len(race.hand_of(0)), race.sleds[0].dents) == (4, 1)
    race = board(OPEN, Team("213", "=5"))
    play(race, "2L:>>>^", "45", end="1e3", dents={"side": 1}, draws=2)
    assert race.hand_of(0) == (1, 3, 4, 5)


@pytest.mark.clause("EX-14")
def test_running_into_a_sled_from_behind_costs_the_refill_only() -> None:
    race = board(OPEN.replace("|0....", "|0.1.."), Team("13"))
    play(race, "3B", "", end="1c2", stop="sled", dents={}, draws=0)
    assert race.hand_of(0) == (1,)


@pytest.mark.clause("EX-15")
def test_too_fast_over_the_line_and_into_a_sled() -> None:
    race = board(LINE_OF_4.replace("|...-..-|", "|.1.-..-|"), Team("14", "55"))
    play(race, "4B", "", speed=6, end="2c1", stop="sled", dents={"speeding": 2}, draws=0)
    assert (race.hand_of(0), race.sleds[0].dents) == ((1,), 2)


@pytest.mark.clause("EX-16")
@pytest.mark.parametrize(("flag", "winner"), [("right", 1), ("left", 0)])
def test_of_two_level_past_the_finish_line_the_one_at_the_flag_wins(
    flag: Flag, winner: int
) -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|...0.|=|
        c|.|.....|=|
        d|.|...1.|=|
        e|.|.....|=|
        """,
        *[Team("3", moved=False)] * 2,
        flag=flag,
    )
    for _ in range(2):
        play(race, "3B", speed=3, finished=True)
    assert race.phase is Phase.OVER
    assert [(s.sled, s.place) for s in race.standings()] == [(winner, 1), (1 - winner, 2)]


@pytest.mark.clause("EX-17")
def test_third_and_balanced_takes_three_steps_more() -> None:
    race = board(OPEN.replace("|.....|=|", "|.12..|=|", 1), Team("3"))
    assert race.preview("3B").end == "1c4"
    play(race, "3B+", place_before=3, bonus=3, speed=6, end="2c2")


@pytest.mark.clause("EX-18")
def test_start_spaces_3_4_and_5_draw_5_6_and_7_cards() -> None:
    race = Race(Course.parse("sl"), 3, deal=SeededDeal(0), choosing=[0, 1, 2])
    for start in ("@3", "@4", "@5"):
        race.play(start)
    assert [sled.hand_size for sled in race.sleds] == [5, 6, 7]


@pytest.mark.clause("EX-22")
def test_a_bonus_may_be_declared_with_a_sled_in_its_way() -> None:
    race = board(OPEN.replace("|0....", "|0...1"), Team("3"))
    play(race, "3B+", bonus=2, end="1c4", stop="sled", dents={})
