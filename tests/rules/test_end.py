"""END: finishing, blocking, and the result."""

import pytest

from snowtails.course.course import Flag
from snowtails.rules import Phase, Race, Status
from tests.boards import Team, assert_shows, board
from tests.rules.playing import play


def result(race: Race) -> list[tuple[int, int | None]]:
    return [(standing.sled, standing.place) for standing in race.standings()]


@pytest.mark.clause("END-1")
def test_the_furthest_past_the_line_is_ahead_whoever_crossed_first() -> None:
    race = board(
        """
          0 1     2
        a|.|...0.|=|
        b|.|....1|=|
        c|.|..2..|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("2", moved=False),
        Team("5", moved=False),
        Team("1", "44"),
    )
    play(race, "5B", sled=1, end="2b1", finished=True)
    assert race.sleds[1].status is Status.RACING  # until the round is over
    play(race, "2B", sled=0, end="3a2", finished=True)
    play(race, "1B", sled=2, end="3c4", finished=True)
    assert race.phase is Phase.OVER
    assert result(race) == [(2, 1), (0, 2), (1, 3)]


@pytest.mark.clause("END-1", "SETUP-7")
@pytest.mark.parametrize(("flag", "places"), [("left", [1, 2, 3]), ("right", [3, 2, 1])])
def test_level_past_the_line_the_flag_side_is_ahead(flag: Flag, places: list[int]) -> None:
    race = board(
        """
          0 1<4     2     3
        a|.|.-.-.--|....0|=|
        b|.|..-.-.-|....1|=|
        c|.|...-..-|.....|=|
        d|.|......-|....2|=|
        e|.|.......|.....|=|
        """,
        *[Team("4", moved=False)] * 3,
        flag=flag,
    )
    for _ in range(3):
        play(race, "4B", speed=2, finished=True)
    assert [sled.place for sled in race.sleds] == places


@pytest.mark.clause("END-1")
def test_finishers_of_a_later_round_rank_behind_however_far_they_get() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|....1|=|
        c|.|.0...|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", brake=3),
        Team("5", moved=False),
    )
    play(race, "5B", sled=1, end="2b1")
    play(race, "3B", "11145", sled=0, end="1c5", finished=False)
    assert (race.round, race.sleds[1].place, race.place_of(0)) == (3, 1, 2)
    play(race, "1B", sled=0, end="3c4", finished=True)
    assert result(race) == [(1, 1), (0, 2)]


@pytest.mark.clause("END-1")
def test_the_finish_line_is_the_near_edge_of_the_finish_tile() -> None:
    drawing = """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|...0.|=|
        d|.|.....|=|
        e|.|.....|=|
        """
    race = board(drawing, Team("5"))
    play(race, "5B", end="1c5", finished=False)
    assert race.phase is Phase.TURN
    race = board(drawing, Team("4"))
    play(race, "4B", end="2c1", finished=True)
    assert race.phase is Phase.OVER


@pytest.mark.clause("END-2")
def test_a_sled_past_the_line_blocks_until_its_round_ends() -> None:
    drawing = """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|...01|=|
        d|.|.....|=|
        e|.|.....|=|
        """
    race = board(drawing, Team("22"), Team("5", moved=False))
    play(race, "5B", sled=1, end="2c1", finished=True)
    assert race.sleds[1].space == "2c1"
    play(race, "2B", sled=0, end="1c5", stop="sled", draws=0)
    first = race.sleds[1]
    assert (first.space, first.status) == (None, Status.FINISHED)
    assert_shows(race, drawing.replace("01", ".0"))
    play(race, "2B", sled=0, path=("2c1", "3c1", "3c2", "3c3"), stop=None)
    assert result(race) == [(1, 1), (0, 2)]


@pytest.mark.clause("END-3")
def test_the_race_goes_on_until_the_last_sled_is_out() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|0....|.....|=|
        c|.|.....|....1|=|
        d|.|.....|....2|=|
        e|.|.....|....#|=|
        """,
        Team("3333"),
        Team("3", moved=False),
        Team("3", "13", dents=4, moved=False),
    )
    play(race, "3B:>", sled=2, end="3e1", finished=True)
    play(race, "3B", sled=1, finished=True)
    play(race, "3B", "11", sled=0, end="1b4")
    assert (race.phase, race.actor, race.round) == (Phase.TURN, 0, 3)
    play(race, "3B", sled=0, end="2b2")
    assert (race.phase, race.actor, race.round) == (Phase.TURN, 0, 4)
    play(race, "3B", sled=0, end="2b5")
    play(race, "1B", sled=0, finished=True)
    assert (race.phase, race.actor, race.decisions) == (Phase.OVER, None, ())
    assert result(race) == [(1, 1), (2, 2), (0, 3)]


@pytest.mark.clause("END-3", "DENT-4")
def test_the_race_is_over_when_the_last_sled_is_wrecked() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|.0#..|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", dents=4),
        Team(status="f1"),
    )
    play(race, "3B", wrecked=True)
    assert (race.phase, result(race)) == (Phase.OVER, [(1, 1), (0, None)])


@pytest.mark.clause("END-4")
def test_wrecks_stand_behind_all_finishers_the_later_before_the_earlier() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.0#..|=|
        c|.|...1#|=|
        d|.|.2#..|=|
        e|.|3....|=|
        """,
        Team("33", dents=4),
        Team("3", dents=4, moved=False),
        Team("33", dents=3, moved=False),
        Team("3", brake=3),
    )
    play(race, "3B", sled=1, wrecked=True)
    play(race, "3B", sled=2, wrecked=False, dents={"side": 1})  # the flag is on the right
    play(race, "3B", sled=0, wrecked=True)
    play(race, "3B", "12345", sled=3, end="1e4")
    assert race.round == 3
    assert result(race) == [(3, 1), (2, 2), (0, None), (1, None)]
    play(race, "3B", sled=3, finished=True)
    play(race, "3B", sled=2, wrecked=True)
    assert race.phase is Phase.OVER
    assert result(race) == [(3, 1), (2, None), (0, None), (1, None)]
    # The line tells after how many others each was wrecked.
    assert [sled.rpartition("/")[2] for sled in race.line.split()[-4:]] == ["w1", "w0", "w2", "f1"]
    assert not any(sled.moved for sled in race.sleds)


@pytest.mark.clause("END-4", "SETUP-1")
def test_all_may_be_unplaced() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.0#..|=|
        c|.|.....|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", dents=4),
        Team(status="w1"),
        Team(status="w0"),
    )
    play(race, "3B", wrecked=True)
    assert result(race) == [(0, None), (1, None), (2, None)]
