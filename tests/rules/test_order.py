"""ORDER: who is ahead, and who moves when."""

import pytest

from snowtails import Course
from snowtails.course.course import Flag
from snowtails.rules.deal import SeededDeal
from snowtails.rules.race import Race
from tests.boards import Team, board
from tests.rules.playing import play


def order(race: Race) -> list[int]:
    """Return the sleds in race order."""
    return [standing.sled for standing in race.standings()]


@pytest.mark.clause("ORDER-1")
def test_sleds_move_in_race_order_and_each_once_a_round() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|..0..|.....|=|
        c|.|1....|.....|=|
        d|.|...2.|.....|=|
        e|.|.....|.....|=|
        """,
        Team("3", moved=False),
        Team("3", moved=False),
        Team("3", "13", moved=False),
        round=4,
    )
    play(race, "3B:>", sled=2, end="1e5", speed=1)
    play(race, "3B", sled=0, end="2b1")  # overtakes sled 2, which has moved and waits
    play(race, "3B", sled=1, end="1c4")
    assert (race.round, race.actor, order(race)) == (5, 0, [0, 2, 1])


@pytest.mark.clause("ORDER-1")
def test_the_next_round_follows_the_new_order() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.1...|.....|=|
        c|.|.....|.....|=|
        d|.|0....|.....|=|
        e|.|.....|.....|=|
        """,
        Team("3"),
        Team("33", moved=False),
    )
    play(race, "3LB", sled=1, end="1b5")
    play(race, "3B+", sled=0, end="2d1")
    assert (race.round, race.actor) == (3, 0)


@pytest.mark.clause("ORDER-2")
def test_progress_is_the_fraction_of_the_lane_that_lies_behind_the_front() -> None:
    race = board(
        """
          0 1     2<4     3
        a|.|.....|0-.-.--|=|
        b|.|.....|1.-.-.-|=|
        c|.|.....|.2.-..-|=|
        d|.|.....|.3....-|=|
        e|.|.....|.4.....|=|
        """
    )
    # Fronts at 1/3, 1/4, 2/5, 2/6 and 2/7: a and d are level, the inside is ahead.
    assert order(race) == [2, 0, 3, 4, 1]


@pytest.mark.clause("ORDER-2")
def test_lanes_that_do_not_touch_are_compared_too() -> None:
    race = board(
        """
          0 1     2>>3          3
        a|.|.....|.......0.....|=|
        b|.|.....|......-..1..-|=|
        c|.|.....|...-.2-..-..-|=|
        d|.|.....|..-.-.-3-.-.-|=|
        e|.|.....|.-.--4-.--.--|=|
        """
    )
    # Fronts at 8/13, 9/11, 5/9, 5/7 and 3/5.
    assert order(race) == [1, 3, 0, 4, 2]


@pytest.mark.clause("ORDER-2")
def test_a_tile_further_is_ahead_whatever_the_lane() -> None:
    race = board(
        """
          0 1<4     2>4     3
        a|.|.-.-.--|0......|=|
        b|.|..-.-.-|......-|=|
        c|.|...-..-|...-..-|=|
        d|.|......-|..-.-.-|=|
        e|.|......1|.-.-.--|=|
        """
    )
    assert order(race) == [0, 1]


LEVEL = {
    "in a curve to the left": (
        """
          0 1>4     2<4     3>4     4
        a|.|.......|.-.-0--|.......|=|
        b|.|......-|..-.-1-|......-|=|
        c|.|...-..-|...-.2-|...-..-|=|
        d|.|..-.-.-|.....3-|..-.-.-|=|
        e|.|.-.-.--|......4|.-.-.--|=|
        """,
        "right",
        "01234",
    ),
    "in a curve to the right": (
        """
          0 1<4     2>>3          3<4     4
        a|.|.-.-.--|............0|.-.-.--|=|
        b|.|..-.-.-|......-....1-|..-.-.-|=|
        c|.|...-..-|...-..-..-.2-|...-..-|=|
        d|.|......-|..-.-.-.-.-3-|......-|=|
        e|.|.......|.-.--.-.--4--|.......|=|
        """,
        "left",
        "43210",
    ),
    "before a curve to the left": (
        """
          0 1>4     2     3     4<4     5
        a|.|.......|..0..|.....|.-.-.--|=|
        b|.|......-|..1..|.....|..-.-.-|=|
        c|.|...-..-|..2..|.....|...-..-|=|
        d|.|..-.-.-|..3..|.....|......-|=|
        e|.|.-.-.--|..4..|.....|.......|=|
        """,
        "right",
        "01234",
    ),
    "before a curve to the right": (
        """
          0 1<4     2     3>4     4
        a|.|.-.-.--|..0..|.......|=|
        b|.|..-.-.-|..1..|......-|=|
        c|.|...-..-|..2..|...-..-|=|
        d|.|......-|..3..|..-.-.-|=|
        e|.|.......|..4..|.-.-.--|=|
        """,
        "left",
        "43210",
    ),
    "on the start tile": (
        """
          0 1     2<4     3
        a|0|.....|.-.-.--|=|
        b|1|.....|..-.-.-|=|
        c|2|.....|...-..-|=|
        d|3|.....|......-|=|
        e|4|.....|.......|=|
        """,
        "right",
        "01234",
    ),
    "after the last curve, flag on the left": (
        """
          0 1>4     2     3
        a|.|.......|....0|=|
        b|.|......-|....1|=|
        c|.|...-..-|....2|=|
        d|.|..-.-.-|....3|=|
        e|.|.-.-.--|....4|=|
        """,
        "left",
        "01234",
    ),
    "after the last curve, flag on the right": (
        """
          0 1<4     2     3
        a|.|.-.-.--|....0|=|
        b|.|..-.-.-|....1|=|
        c|.|...-..-|....2|=|
        d|.|......-|....3|=|
        e|.|.......|....4|=|
        """,
        "right",
        "43210",
    ),
    "with no curve, flag on the left": (
        """
          0 1     2
        a|.|0....|=|
        b|.|1....|=|
        c|.|2....|=|
        d|.|3....|=|
        e|.|4....|=|
        """,
        "left",
        "01234",
    ),
    "with no curve, flag on the right": (
        """
          0 1     2
        a|.|0....|=|
        b|.|1....|=|
        c|.|2....|=|
        d|.|3....|=|
        e|.|4....|=|
        """,
        "right",
        "43210",
    ),
}


@pytest.mark.clause("ORDER-3", "SETUP-7")
@pytest.mark.parametrize("where", LEVEL)
def test_level_sleds_are_ordered_by_the_inside_or_the_flag(where: str) -> None:
    drawing, flag, expected = LEVEL[where]
    side: Flag = "left" if flag == "left" else "right"
    race = board(drawing, *[Team("3", moved=False)] * 5, flag=side)
    assert "".join(map(str, order(race))) == expected
    assert race.actor == int(expected[0])


@pytest.mark.clause("ORDER-3", "END-1")
@pytest.mark.parametrize(("flag", "winner"), [("left", 0), ("right", 1)])
def test_past_the_line_the_flag_decides_even_after_a_curve(flag: Flag, winner: int) -> None:
    race = board(
        """
          0 1>4     2 3     4     5
        a|.|.......|=|=0===|=====|=====|
        b|.|......-|=|=====|=====|=====|
        c|.|...-.2-|=|=====|=====|=====|
        d|.|..-.-.-|=|=1===|=====|=====|
        e|.|.-.-.--|=|=====|=====|=====|
        """,
        Team(moved=True),
        Team(moved=True),
        Team("3", "13"),
        flag=flag,
    )
    play(race, "3B:>", sled=2)
    assert order(race) == [winner, 1 - winner, 2]


@pytest.mark.clause("ORDER-4")
@pytest.mark.parametrize("line", ["sl", "sr", "ursl", "s", "sfl"])
def test_in_the_first_round_start_numbers_are_the_order(line: str) -> None:
    starts = [4, 1, 5, 2, 3]
    race = Race(Course.parse(line), 5, deal=SeededDeal(0), choosing=range(5))
    for start in starts:
        race.play(f"@{start}")
    moved = []
    while race.round == 1:
        assert race.actor is not None
        if race.phase == "turn":
            moved.append(starts[race.actor])
        race.play(race.decisions[-1])
    assert moved == [1, 2, 3, 4, 5]


@pytest.mark.clause("ORDER-5")
def test_position_counts_those_racing_ahead_and_the_finished_but_not_the_wrecked() -> None:
    race = board(
        """
          0 1     2     3     4
        a|.|.....|.....|.....|=|
        b|.|0....|.....|.....|=|
        c|.|...1.|.....|.....|=|
        d|.|.....|.....|.....|=|
        e|.|.....|.....|.....|=|
        """,
        Team("3"),
        Team("3"),
        Team(status="w0"),
        Team(status="f1"),
        Team(status="f2"),
    )
    assert [race.place_of(sled) for sled in range(5)] == [4, 3, None, 1, 2]
    play(race, "3B+", place_before=4, place_after=3, bonus=4, end="2b3")


@pytest.mark.clause("ORDER-5")
def test_position_is_taken_at_the_start_of_the_own_turn() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|0....|.....|=|
        c|.|...#1|#....|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
        Team("3"),
        Team("3", dents=4, moved=False),
    )
    assert race.place_of(0) == 2
    play(race, "3B", sled=1, wrecked=True)
    assert race.place_of(0) == 1
    play(race, "3B+", sled=0, place_before=1, bonus=1, end="1b5")


@pytest.mark.clause("ORDER-5")
def test_a_sled_past_the_line_is_ahead_before_and_after_the_round_ends() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|0....|=|
        c|.|....1|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", "==", brake=5),
        Team("1", moved=False),
    )
    play(race, "1B", sled=1, finished=True, place_after=1)
    assert (race.place_of(0), race.place_of(1)) == (2, 1)
    play(race, "3B+", sled=0, bonus=2, end="2b1", place_before=2)
    assert race.phase == "over"
    assert [(s.sled, s.place) for s in race.standings()] == [(1, 1), (0, 2)]
