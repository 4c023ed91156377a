"""DENT: safety lines, collisions, the side, saplings and wrecks."""

from itertools import permutations

import pytest

from snowtails import Course, SeededDeal
from snowtails.rules import Phase, Race, Status
from tests.boards import Team, assert_shows, board, put
from tests.rules.playing import play

BEND = """
      0 1     2<4     3     4
    a|.|.....|.-.-.--|.....|=|
    b|.|.....|..-.-.-|.....|=|
    c|.|.....|...-..-|.....|=|
    d|.|.....|......-|.....|=|
    e|.|.....|.......|.....|=|
"""


def bend(*teams: Team, at: str = "1c5", other: str = "", limit: int = 4) -> Race:
    """Return a race with sled 0 before or in a bend, and another one that may be in its way."""
    marks = {at: "0", other: "1"} if other else {at: "0"}
    return board(put(BEND.replace("2<4", f"2<{limit}"), marks), *teams)


# DENT-1: speeding


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


@pytest.mark.clause("DENT-1")
def test_two_curves_in_succession_are_two_lines() -> None:
    race = board(
        """
          0 1     2<4     3>>3          4
        a|.|....0|.-.-.--|.............|=|
        b|.|.....|..-.-.-|......-.....-|=|
        c|.|.....|...-..-|...-..-..-..-|=|
        d|.|.....|......-|..-.-.-.-.-.-|=|
        e|.|.....|.......|.-.--.-.--.--|=|
        """,
        Team("1"),
    )
    seen = play(race, "1B", speed=5, end="3a2", dents={"speeding": 3})
    assert [(dent.limit, dent.count, dent.space) for dent in seen.dents] == [
        (4, 1, "2a1"),
        (3, 2, "3a1"),
    ]


@pytest.mark.clause("DENT-1")
def test_only_lines_below_the_speed_cost_dents() -> None:
    race = board(
        """
          0 1     2<6     3>>3          4
        a|.|....0|.-.-.--|.............|=|
        b|.|.....|..-.-.-|......-.....-|=|
        c|.|.....|...-..-|...-..-..-..-|=|
        d|.|.....|......-|..-.-.-.-.-.-|=|
        e|.|.....|.......|.-.--.-.--.--|=|
        """,
        Team("1"),
    )
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


# DENT-6: saplings

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


# DENT-7: on purpose


@pytest.mark.clause("DENT-7")
def test_crashing_on_purpose_is_allowed() -> None:
    free = put(GROVE, {"1c2": ".", "1c4": "."})
    blocked = put(free, {"1c2": "1", "1b2": "#", "1d2": "#"})
    race = board(blocked, Team("1234"))
    assert race.turns == board(free, Team("1234")).turns
    play(race, "3B", stop="sled", path=())
    race = board(blocked, Team("1234"))
    play(race, "4R:>^^^", stop="side", path=(), dents={"side": 1})
