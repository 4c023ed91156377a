"""DENT-2, DENT-3, DENT-7: into a sled, into the side, and on purpose."""

from itertools import permutations

import pytest

from snowtails.rules import Phase
from tests.boards import Team, board, put
from tests.rules.bends import BEND, bend
from tests.rules.playing import play

# DENT-2: running into a sled


@pytest.mark.clause("DENT-2", "HAND-1")
def test_a_collision_ends_the_turn_without_refill() -> None:
    race = bend(Team("1344"), Team("3"), other="2c3")
    play(race, "3B", end="2c2", stop="sled", dents={}, draws=0, discards=0)
    assert (race.hand_of(0), race.actor, race.phase) == ((1, 4, 4), 1, Phase.TURN)
    assert race.sleds[1].space == "2c3"  # the sled that was hit stays, without a dent
    assert race.sleds[1].dents == 0


@pytest.mark.clause("DENT-2")
@pytest.mark.parametrize(("sled", "other"), list(permutations(range(5), 2)))
def test_any_sled_runs_into_any_other(sled: int, other: int) -> None:
    rest = [each for each in range(5) if each not in (sled, other)]
    marks = {"1c2": str(sled), "1c4": str(other)}
    marks |= {f"0{lane}1": str(each) for lane, each in zip("abd", rest, strict=True)}
    teams = [Team("3", moved=each != sled) for each in range(5)]
    race = board(put(BEND, marks), *teams)
    play(race, "3B", sled=sled, end="1c3", stop="sled", draws=0, dents={})


@pytest.mark.clause("DENT-2")
def test_a_collision_on_the_first_step_leaves_the_sled_where_it_was() -> None:
    race = bend(Team("3"), Team("3"), other="2c1")
    play(race, "3B", path=(), end="1c5", stop="sled", draws=0)


@pytest.mark.clause("DENT-2", "HAND-2")
def test_after_a_collision_a_hand_above_five_is_brought_down() -> None:
    race = bend(Team("1123455"), other="2c1")
    play(race, "3B", stop="sled", draws=0, discards=1)
    assert (race.phase, race.owed, race.actor) == (Phase.DISCARD, 1, 0)
    race.play("x5", [])
    assert race.hand_of(0) == (1, 1, 2, 4, 5)


@pytest.mark.clause("DENT-2", "DENT-1", "HAND-2")
def test_speeding_before_a_collision_counts_and_may_cost_cards() -> None:
    race = bend(Team("11234", "44"), other="2c3")
    play(race, "1B", speed=7, end="2c2", stop="sled", dents={"speeding": 3}, discards=2, draws=0)
    race.play("x24", [])
    assert (race.hand_of(0), race.sleds[0].dents) == ((1, 3), 3)


@pytest.mark.clause("DENT-2", "DENT-6")
def test_a_sapling_before_a_collision_counts() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|0t.1.|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("35"),
    )
    play(race, "3B", end="1c3", stop="sled", dents={"saplings": 1}, draws=0)
    assert race.hand_of(0) == (5,)


@pytest.mark.clause("DENT-2", "DENT-4")
def test_speeding_before_a_collision_can_wreck() -> None:
    race = bend(Team("1", dents=4), Team("3"), other="2c3")
    play(race, "1B", wrecked=True, dents={"speeding": 1}, place_after=None)
    assert race.actor == 1


# DENT-3: the side


@pytest.mark.clause("DENT-3")
@pytest.mark.parametrize(
    ("marks", "dogs", "turn", "end"),
    [
        ({"1a2": "0"}, "53", "3B:<^^^<", "1a2"),
        ({"1e2": "0"}, "35", "3B:>^^^>", "1e2"),
        ({"1a2": "0"}, "53", "3B:^^<<^", "1a4"),
        ({"1c2": "0", "1c4": "#"}, "==", "3B", "1c3"),
        ({"1c2": "0", "1c3": "#"}, "==", "3B", "1c2"),
    ],
)
def test_the_side_costs_one_dent_and_ends_the_move(
    marks: dict[str, str], dogs: str, turn: str, end: str
) -> None:
    race = board(put(BEND, marks), Team("312", dogs))
    seen = play(race, turn, "45", end=end, stop="side", dents={"side": 1}, draws=2)
    assert (seen.dents[0].clause, seen.dents[0].space) == ("DENT-3", end)
    assert (race.hand_of(0), race.sleds[0].dents) == ((1, 2, 4, 5), 1)  # refilled as usual


@pytest.mark.clause("DENT-3")
def test_drifting_into_something_impassable_is_the_side_too() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|.0...|=|
        d|.|..#..|=|
        e|.|.....|=|
        """,
        Team("3", "13"),
    )
    play(race, "3B:>", end="1c2", stop="side", dents={"side": 1})


@pytest.mark.clause("DENT-3", "DENT-1")
def test_the_side_after_a_line_costs_both() -> None:
    race = bend(Team("2", "53"), at="1a5")
    play(race, "2B:^<<^^^", end="2a1", stop="side", dents={"speeding": 2, "side": 1})


# DENT-7: on purpose

FREE = """
      0 1     2     3
    a|.|.....|.....|=|
    b|.|.....|.....|=|
    c|.|0....|.....|=|
    d|.|.....|.....|=|
    e|.|.....|.....|=|
"""


@pytest.mark.clause("DENT-7")
def test_crashing_on_purpose_is_allowed() -> None:
    blocked = put(FREE, {"1c2": "1", "1b2": "#", "1d2": "#"})
    race = board(blocked, Team("1234"))
    assert race.turns == board(FREE, Team("1234")).turns
    play(race, "3B", stop="sled", path=())
    race = board(blocked, Team("1234"))
    play(race, "4R:>^^^", stop="side", path=(), dents={"side": 1})
