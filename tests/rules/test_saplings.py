"""DENT-6: saplings."""

import pytest

from snowtails import Course
from snowtails.rules import Phase, Race
from tests.boards import Team, assert_shows, board, put
from tests.rules.playing import play

GROVE = """
      0 1     2     3
    a|.|.....|.....|=|
    b|.|.....|.....|=|
    c|.|0t.t.|.....|=|
    d|.|.....|.....|=|
    e|.|.....|.....|=|
"""


@pytest.mark.clause("DENT-6")
def test_a_sapling_costs_a_dent_and_the_move_goes_on() -> None:
    race = board(GROVE, Team("4"))
    seen = play(race, "4B", end="1c3", stop=None, dents={"saplings": 1}, draws=4)
    assert (seen.dents[0].clause, seen.dents[0].space) == ("DENT-6", "1c2")


@pytest.mark.clause("DENT-6", "TILE-4")
def test_all_saplings_stand_when_a_race_begins() -> None:
    race = Race(Course.parse("ts"), 1, choosing=[0])
    race.play("@3", [1, 3, 3, 4, 5])
    assert_shows(
        race,
        """
          0 1     2     3
        a|.|.t.t.|.....|=|
        b|.|..t..|.....|=|
        c|0|.t.t.|.....|=|
        d|.|..t..|.....|=|
        e|.|.t.t.|.....|=|
        """,
    )
    play(race, "1B", end="1c5", dents={"saplings": 2}, discards=1)


@pytest.mark.clause("DENT-6")
def test_several_saplings_may_be_hit_in_one_turn() -> None:
    race = board(GROVE, Team("2"))
    play(race, "2B", end="1c5", dents={"saplings": 2}, draws=3)
    assert_shows(
        race,
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|....0|.....|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
    )


@pytest.mark.clause("DENT-6")
def test_a_sapling_is_gone_for_good() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|1|.0t.t|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", "24"),
        Team("1"),
    )
    play(race, "3B:^>>", sled=0, end="1e5", dents={"saplings": 1})
    play(race, "1B", sled=1, end="1c5", dents={"saplings": 1})  # only the second one stood


@pytest.mark.clause("DENT-6")
def test_a_sapling_is_hit_by_a_drift_and_by_the_bonus() -> None:
    race = board(put(GROVE, {"1c1": ".", "1b1": "0"}), Team("3", "13"))
    play(race, "3B:>", end="1c2", dents={"saplings": 1})
    race = board(put(GROVE, {"1c2": ".", "1c3": "t"}), Team("5"))
    play(race, "5B+", path=("1c2", "1c3"), dents={"saplings": 1})


@pytest.mark.clause("DENT-6", "DENT-4")
def test_the_fifth_dent_at_a_sapling_stops_the_move_there() -> None:
    race = board(GROVE, Team("2", dents=4), Team(status="f1"))
    play(race, "2B", path=("1c2",), end="1c2", stop=None, wrecked=True, dents={"saplings": 1})
    assert_shows(
        race,
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|...t.|.....|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
    )
    assert race.phase is Phase.OVER


@pytest.mark.clause("DENT-6", "DENT-4")
def test_the_second_sapling_wrecks_with_three_dents_held() -> None:
    race = board(GROVE, Team("2", dents=3))
    play(race, "2B", path=("1c2", "1c3", "1c4"), wrecked=True, dents={"saplings": 2})


@pytest.mark.clause("DENT-6", "DENT-4")
def test_a_sapling_before_the_line_wrecks_although_the_move_would_finish() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|..0t.|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("2", dents=4),
    )
    assert race.preview("2B").finished is False
    play(race, "2B", end="1c4", wrecked=True, finished=False)
    assert [(s.sled, s.place) for s in race.standings()] == [(0, None)]


@pytest.mark.clause("DENT-6", "DENT-4")
@pytest.mark.parametrize(("held", "end"), [(2, "3c2"), (3, "3c2"), (4, "3c1")])
def test_dents_owed_for_speeding_do_not_stop_the_move_at_a_sapling(held: int, end: str) -> None:
    race = board(
        """
          0 1     2<4     3     4
        a|.|.....|.-.-.--|.....|=|
        b|.|.....|..-.-.-|.....|=|
        c|.|....0|...-..-|t....|=|
        d|.|.....|......-|.....|=|
        e|.|.....|.......|.....|=|
        """,
        Team("1", "44", dents=held),
    )
    fallen = {"saplings": 1, "speeding": 4 - held} if held < 4 else {"saplings": 1}
    play(race, "1B", speed=7, end=end, wrecked=True, dents=fallen)


@pytest.mark.clause("DENT-6", "DENT-3")
def test_a_sapling_before_the_side_costs_both() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|0t#..|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3"),
    )
    play(race, "3B", end="1c2", stop="side", dents={"saplings": 1, "side": 1}, draws=3)
