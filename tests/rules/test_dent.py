"""DENT-4, DENT-5: the order of dents, wrecks, and dents in hand."""

import pytest

from snowtails.rules import Status
from tests.boards import Team, assert_shows, board
from tests.rules.bends import bend
from tests.rules.playing import play

# DENT-4: the order of dents, and wrecks


ALL_THREE = """
      0 1     2     3<4     4     5
    a|.|.....|.....|.-.-.--|.....|=|
    b|.|.....|.....|..-.-.-|.....|=|
    c|.|.....|....0|...-..-|t#...|=|
    d|.|.....|.....|......-|.....|=|
    e|.|.....|.....|.......|.....|=|
"""
"""Speed 7 from here: over the line of 4, onto a sapling, into the side."""


@pytest.mark.clause("DENT-4")
@pytest.mark.parametrize(
    ("held", "fallen"),
    [
        (0, [("saplings", 1), ("speeding", 3), ("side", 1)]),
        (1, [("saplings", 1), ("speeding", 3)]),
        (2, [("saplings", 1), ("speeding", 2)]),
        (3, [("saplings", 1), ("speeding", 1)]),
        (4, [("saplings", 1)]),
    ],
)
def test_saplings_then_speeding_then_the_side_and_the_fifth_wrecks(
    held: int, fallen: list[tuple[str, int]]
) -> None:
    race = board(ALL_THREE, Team("1", "44", dents=held))
    seen = play(race, "1B", end="4c1", wrecked=True, draws=0, discards=0)
    assert [(dent.cause, dent.count) for dent in seen.dents] == fallen
    assert race.sleds[0].dents == 5


@pytest.mark.clause("DENT-4")
@pytest.mark.parametrize(
    ("held", "fallen", "wrecked"),
    [
        (2, {"speeding": 1, "side": 1}, False),
        (3, {"speeding": 1, "side": 1}, True),
        (4, {"speeding": 1}, True),
    ],
)
def test_speeding_falls_before_the_side(held: int, fallen: dict[str, int], wrecked: bool) -> None:
    race = bend(Team("5", "53", dents=held), at="1a5", limit=2)
    play(race, "5B:^<<", speed=3, end="2a1", dents=fallen, wrecked=wrecked)
    assert race.sleds[0].status is (Status.WRECKED if wrecked else Status.RACING)


@pytest.mark.clause("DENT-4")
def test_a_wreck_is_removed_at_once() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|1.0#.|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3", dents=4),
        Team("4"),
    )
    play(race, "3B", wrecked=True, dents={"side": 1}, draws=0)
    play(race, "4B", sled=1, end="1c3", stop=None)  # through where the wreck stood
    assert_shows(
        race,
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|..1#.|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
    )


LAST_BEND = """
      0 1     2>>3          3
    a|.|.....|.............|=|
    b|.|.....|......-.....-|=|
    c|.|.....|...-..-..-..-|=|
    d|.|.....|..-.-.-.-.-.-|=|
    e|.|....0|.-.--.-.--.--|=|
"""


@pytest.mark.clause("DENT-4")
@pytest.mark.parametrize(("held", "fallen"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_past_the_line_dents_fall_only_up_to_four(held: int, fallen: int) -> None:
    race = board(LAST_BEND, Team("12", "44", dents=held))
    dents = {"speeding": fallen} if fallen else {}
    play(race, "1B", speed=7, end="4e1", dents=dents, wrecked=False, finished=True)
    sled = race.sleds[0]
    assert (sled.status, sled.place, sled.dents) == (Status.FINISHED, 1, 4)


@pytest.mark.clause("DENT-4")
def test_past_the_line_speeding_keeps_its_result_after_a_collision_there() -> None:
    race = board(
        """
          0 1     2>>3          3 4     5     6
        a|.|.....|.............|=|=====|=====|=====|
        b|.|.....|......-.....-|=|=====|=====|=====|
        c|.|.....|...-..-..-..-|=|=====|=====|=====|
        d|.|.....|..-.-.-.-.-.-|=|=====|=====|=====|
        e|.|....0|.-.--.-.--.--|=|1====|=====|=====|
        """,
        Team("1", "44", dents=2),
    )
    play(race, "1B", end="3e1", stop="sled", finished=True, dents={"speeding": 2}, wrecked=False)
    assert [(s.sled, s.place) for s in race.standings()] == [(1, 1), (0, 2)]


@pytest.mark.clause("DENT-4")
def test_one_space_before_the_line_there_is_no_mercy() -> None:
    race = board(LAST_BEND, Team("3", "44", dents=4))
    play(race, "3B", speed=5, end="2e5", wrecked=True, finished=False, dents={"speeding": 1})
    assert [(s.sled, s.place) for s in race.standings()] == [(0, None)]


@pytest.mark.clause("DENT-4")
def test_leaving_the_track_past_the_line_can_not_wreck() -> None:
    race = board(
        """
          0 1     2
        a|.|....0|=|
        b|.|.....|=|
        c|.|.....|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("5", "53", dents=4),
    )
    play(race, "5B:^<<", end="2a1", stop="side", dents={}, wrecked=False, finished=True)
    assert (race.sleds[0].status, race.sleds[0].dents) == (Status.FINISHED, 4)


# DENT-5: dents in hand


@pytest.mark.clause("DENT-5", "HAND-1")
@pytest.mark.parametrize("dents", range(5))
def test_dents_count_towards_the_hand_of_five(dents: int) -> None:
    race = bend(Team("3", dents=dents))
    play(race, "3B", draws=5 - dents)
    assert len(race.hand_of(0)) == 5 - dents
    assert race.sleds[0].dents == dents


@pytest.mark.clause("DENT-5")
def test_dents_are_neither_played_nor_discarded() -> None:
    race = bend(Team("31245", "44", dents=3))
    assert {turn.value for turn in race.turns} == {1, 2, 3, 4, 5}
    play(race, "3B", speed=5, dents={"speeding": 1}, discards=3)
    assert [str(decision) for decision in race.decisions] == ["x124", "x125", "x145", "x245"]
    race.play("x124", [])
    assert (race.hand_of(0), race.sleds[0].dents) == ((5,), 4)
    assert race.sleds[0].used == (1, 2, 3, 4)


@pytest.mark.clause("DENT-5")
def test_dents_are_open_to_all() -> None:
    race = bend(Team("3", dents=2))
    assert race.view(None).state[0]["dents"][0] == 2
