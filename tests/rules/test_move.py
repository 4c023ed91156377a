"""MOVE: speed, drift, steps and the bonus."""

import pytest

from snowtails.rules import IllegalTurn, Race
from tests.boards import Team, assert_shows, board, put
from tests.rules.playing import play


def on_a_straight(*teams: Team, round: int = 2) -> Race:  # noqa: A002
    """Return a race on a plain course: sled 0 behind, the others ahead."""
    there = [str(i) if i < len(teams) else "." for i in range(5)]
    return board(
        f"""
          0 1     2     3     4
        a|.|.....|{there[1]}....|.....|=|
        b|.|.....|{there[2]}....|.....|=|
        c|.|0....|.....|.....|=|
        d|.|.....|{there[3]}....|.....|=|
        e|.|.....|{there[4]}....|.....|=|
        """,
        *teams,
        round=round,
    )


@pytest.mark.clause("MOVE-1")
@pytest.mark.parametrize(
    ("dogs", "brake", "speed", "drift"),
    [
        ("==", 3, 3, 0),
        ("24", 3, 3, 2),
        ("42", 3, 3, -2),
        ("5=", 1, 7, -2),
        ("15", 1, 5, 4),
        ("15", 4, 2, 4),
        ("55", 1, 9, 0),
        ("11", 5, -3, 0),
        ("21", 3, 0, -1),
    ],
)
def test_speed_is_dogs_minus_brake_and_drift_their_difference(
    dogs: str, brake: int, speed: int, drift: int
) -> None:
    race = on_a_straight(Team(str(brake), dogs, brake=2))
    turn = next(turn for turn in race.turns if turn.places == "B")
    play(race, str(turn), speed=speed, drift=drift)


@pytest.mark.clause("MOVE-1")
@pytest.mark.parametrize("brake", [1, 2, 3, 4, 5])
def test_the_brake_has_no_effect_on_drift(brake: int) -> None:
    race = on_a_straight(Team(str(brake), "35"))
    turn = next(turn for turn in race.turns if turn.places == "B")
    play(race, str(turn), speed=8 - brake, drift=2)


@pytest.mark.clause("MOVE-2")
@pytest.mark.parametrize(("dogs", "speed"), [("11", -3), ("14", 0), ("41", 0), ("12", -2)])
def test_without_speed_a_sled_stays_and_does_not_drift(dogs: str, speed: int) -> None:
    race = on_a_straight(Team("5", dogs))
    assert [str(turn) for turn in race.turns if turn.places == "B"] == ["5B"]  # no route, no bonus
    play(race, "5B", speed=speed, path=(), end="1c1", stop=None, dents={}, draws=5)
    assert race.sleds[0].space == "1c1"


@pytest.mark.clause("MOVE-2")
@pytest.mark.parametrize("dogs", ["14", "41", "23", "12"])
@pytest.mark.parametrize(
    "ahead", [{"2b5": "1", "2c5": "2", "2d5": "3"}, dict.fromkeys(("2b5", "2c5", "2d5"), "#")]
)
def test_without_speed_nothing_ahead_is_met(ahead: dict[str, str], dogs: str) -> None:
    race = board(
        put(
            """
              0 1     2     3
            a|.|.....|.....|=|
            b|.|.....|.....|=|
            c|.|.....|...0.|=|
            d|.|.....|.....|=|
            e|.|.....|.....|=|
            """,
            ahead,
        ),
        Team("5", dogs),
    )
    play(race, "5B", path=(), end="2c4", stop=None, dents={}, draws=5)


@pytest.mark.clause("MOVE-2", "DENT-1", "DENT-6")
@pytest.mark.parametrize(("at", "limit"), [("2c4", 4), ("2c5", 1)])
def test_without_speed_no_sapling_is_hit_and_no_line_crossed(at: str, limit: int) -> None:
    race = board(
        put(
            f"""
              0 1     2     3<{limit}     4
            a|.|.....|....t|.-.-.--|=|
            b|.|.....|....t|..-.-.-|=|
            c|.|.....|....t|...-..-|=|
            d|.|.....|....t|......-|=|
            e|.|.....|....t|.......|=|
            """,
            {at: "0"},
        ),
        Team("5", "14"),
    )
    play(race, "5B", speed=0, path=(), end=at, stop=None, dents={}, draws=5)
    assert len(race.saplings) == 5 - (at == "2c5")


@pytest.mark.clause("MOVE-3")
@pytest.mark.parametrize(
    ("turn", "dogs", "end"),
    [
        ("5B", "==", "1c2"),
        ("4B", "==", "1c3"),
        ("3B", "==", "1c4"),
        ("2B", "==", "1c5"),
        ("1B", "==", "2c1"),
        ("4B", "55", "2c2"),
        ("1B", "44", "2c3"),
        ("2B", "55", "2c4"),
        ("1B", "55", "2c5"),
    ],
)
def test_a_sled_moves_exactly_its_speed(turn: str, dogs: str, end: str) -> None:
    play(on_a_straight(Team(turn[0], dogs)), turn, end=end, stop=None, dents={})


@pytest.mark.clause("MOVE-3", "MOVE-1")
@pytest.mark.parametrize(
    ("dogs", "turn", "end"),
    [("=4", "3B:>^^^", "1d5"), ("4=", "3B:<^^^", "1b5"), ("=4", "3B:^^^>", "1d5")],
)
def test_a_drift_of_one_is_one_step_towards_the_stronger_dog(
    dogs: str, turn: str, end: str
) -> None:
    race = on_a_straight(Team("3", dogs))
    play(race, turn, speed=4, drift={"=4": 1, "4=": -1}[dogs], end=end)


@pytest.mark.clause("MOVE-3")
def test_drifts_may_be_taken_on_any_steps() -> None:
    race = on_a_straight(Team("3", "24"))
    ends = {str(turn): race.preview(turn).path for turn in race.turns if turn.places == "B"}
    assert ends == {
        "3B:>>^": ("1d2", "1e3", "1e4"),
        "3B:>^>": ("1d2", "1d3", "1e4"),
        "3B:^>>": ("1c2", "1d3", "1e4"),
    }
    play(race, "3B:>^>", path=("1d2", "1d3", "1e4"))


@pytest.mark.clause("MOVE-3")
@pytest.mark.parametrize("route", ["^^^", ">^^", ">>>", ">>", ">>^^", "<<^", ""])
def test_all_the_drift_and_no_more_must_be_used(route: str) -> None:
    race = on_a_straight(Team("3", "24"))
    with pytest.raises(IllegalTurn, match="drift"):
        race.play(f"3B:{route}" if route else "3B")


@pytest.mark.clause("MOVE-3")
@pytest.mark.parametrize(
    ("dogs", "card", "route", "end"),
    [("15", 5, ">", "1d2"), ("51", 4, "<<", "1a3"), ("24", 5, ">", "1d2"), ("52", 5, "<<", "1a3")],
)
def test_drift_beyond_the_speed_is_ignored(dogs: str, card: int, route: str, end: str) -> None:
    race = on_a_straight(Team(str(card), dogs))
    assert [turn.route for turn in race.turns if turn.places == "B"] == [route]
    play(race, f"{card}B:{route}", speed=len(route), end=end, dents={})


CURVES = """
      0 1     2<4     3>>3          4
    a|.|.....|.-.-.--|.............|=|
    b|.|.....|..-.-.-|......-.....-|=|
    c|.|.....|...-..-|...-..-..-..-|=|
    d|.|.....|......-|..-.-.-.-.-.-|=|
    e|.|.....|.......|.-.--.-.--.--|=|
"""
"""A course whose curves have spaces of many lengths side by side."""


@pytest.mark.clause("MOVE-4")
@pytest.mark.parametrize(
    ("space", "left", "right"),
    [
        # Corner to the left: 3, 4, 5, 6, 7 spaces.
        ("2a1", None, "2b2"),  # 1/3 lies in [1/4, 2/4)
        ("2a2", None, "2b3"),  # 2/3 in [2/4, 3/4)
        ("2a3", None, "3b1"),  # at the tile's end
        ("2b1", "2a1", "2c2"),  # 1/4 in [0, 1/3) and in [1/5, 2/5)
        ("2b2", "2a2", "2c3"),
        ("2b3", "2a3", "2c4"),
        ("2b4", "3a1", "3c1"),
        ("2c1", "2b1", "2d2"),  # 1/5 in [0, 1/4) and in [1/6, 2/6)
        ("2c3", "2b3", "2d4"),  # 3/5 in [2/4, 3/4) and in [3/6, 4/6)
        ("2c4", "2b4", "2d5"),
        ("2d3", "2c3", "2e4"),  # 3/6 in [2/5, 3/5) and in [3/7, 4/7)
        ("2d6", "3c1", "3e1"),
        ("2e1", "2d1", None),
        ("2e6", "2d6", None),
        ("2e7", "3d1", None),
        # U-turn to the right: 13, 11, 9, 7, 5 spaces.
        ("3a1", None, "3b1"),  # 1/13 in [0, 1/11)
        ("3a2", None, "3b2"),  # 2/13 in [1/11, 2/11)
        ("3a12", None, "3b11"),
        ("3c3", "3b4", "3d3"),  # 3/9 in [3/11, 4/11) and in [2/7, 3/7)
        ("3d5", "3c7", "3e4"),  # 5/7 in [6/9, 7/9) and in [3/5, 4/5)
        ("3e1", "3d2", None),
        ("3e4", "3d6", None),
        ("3e5", "4d1", None),
        # Straights: the next space of the lane beside.
        ("1c2", "1b3", "1d3"),
        ("1c5", "2b1", "2d1"),
        ("0c1", "1b1", "1d1"),
    ],
)
def test_a_drift_enters_the_space_at_or_around_the_own_front_line(
    space: str, left: str | None, right: str | None
) -> None:
    for dogs, route, target in (("31", "<", left), ("13", ">", right)):
        race = board(put(CURVES, {space: "0"}), Team("3", dogs))
        play(
            race,
            f"3B:{route}",
            start=space,
            end=target or space,
            stop=None if target else "side",
        )


@pytest.mark.clause("MOVE-5")
def test_nothing_beside_a_diagonal_hinders_it() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.1...|=|
        c|.|.03..|=|
        d|.|.2...|=|
        e|.|.....|=|
        """,
        Team("3", "13"),
        Team(moved=True),
        Team(moved=True),
    )
    play(race, "3B:>", end="1d3", stop=None, dents={})


@pytest.mark.clause("MOVE-5")
def test_a_diagonal_leads_between_two_impassable_spaces() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.#...|=|
        c|.|.0#..|=|
        d|.|.#...|=|
        e|.|.....|=|
        """,
        Team("3", "31"),
    )
    assert race.preview("3B:<").end == "1b3"
    play(race, "3B:<", end="1b3", stop=None, dents={})


@pytest.mark.clause("MOVE-5")
def test_only_the_space_entered_counts() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|.0...|=|
        d|.|..1..|=|
        e|.|.....|=|
        """,
        Team("3", "13"),
    )
    play(race, "3B:>", end="1c2", stop="sled")


@pytest.mark.clause("MOVE-6")
@pytest.mark.parametrize("ahead", range(5))
def test_the_bonus_is_the_position_the_leaders_is_one(ahead: int) -> None:
    race = on_a_straight(Team("3"), *[Team()] * ahead)
    play(race, "3B+", place_before=ahead + 1, bonus=ahead + 1, speed=4 + ahead, drift=0)
    steps = 3 + ahead + 1
    assert race.sleds[0].space == (f"1c{1 + steps}" if steps < 5 else f"2c{steps - 4}")


@pytest.mark.clause("MOVE-6")
def test_the_bonus_may_be_left() -> None:
    race = on_a_straight(Team("3"), Team(), Team())
    assert [str(turn) for turn in race.turns if turn.places == "B"] == ["3B", "3B+"]  # all or none
    play(race, "3B", bonus=0, speed=3, end="1c4")


@pytest.mark.clause("MOVE-6", "EX-8")
def test_there_is_no_bonus_on_the_first_turn() -> None:
    race = on_a_straight(Team("3333"), Team(), round=1)
    assert [turn for turn in race.turns if turn.bonus] == []
    with pytest.raises(IllegalTurn, match="no bonus on the first turn"):
        race.preview("3B+")


@pytest.mark.clause("MOVE-6")
def test_a_sled_still_on_the_start_tile_may_take_the_bonus_in_its_second_turn() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|0|.....|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3"),
        round=2,
    )
    play(race, "3B+", bonus=1, end="1c4")


@pytest.mark.clause("MOVE-6")
@pytest.mark.parametrize(
    ("team", "why"),
    [
        (Team("3", "24"), "the bonus needs equal dogs, these are 2 and 4"),
        (Team("3", "43"), "the bonus needs equal dogs, these are 4 and 3"),
        (Team("4", "22"), "the bonus needs a speed of 1 or more, it is 0"),
        (Team("5", "11"), "the bonus needs a speed of 1 or more, it is -3"),
    ],
)
def test_the_bonus_needs_balanced_dogs_and_speed(team: Team, why: str) -> None:
    race = on_a_straight(team, Team())
    with pytest.raises(IllegalTurn, match=why):
        race.play(f"{team.hand}B+")
    assert [turn for turn in race.turns if turn.bonus and turn.places == "B"] == []


@pytest.mark.clause("MOVE-6")
def test_speed_one_is_enough_for_the_bonus() -> None:
    play(on_a_straight(Team("5"), Team()), "5B+", speed=3, bonus=2, end="1c4")


@pytest.mark.clause("MOVE-6")
def test_bonus_steps_go_straight_ahead_after_the_normal_move() -> None:
    race = on_a_straight(Team("4", "44", brake=1), Team(), Team())
    play(race, "4B+", path=("1c2", "1c3", "1c4", "1c5", "2c1", "2c2", "2c3"), bonus=3)


@pytest.mark.clause("MOVE-7", "DENT-1")
@pytest.mark.parametrize(("bonus", "dents"), [("", {}), ("+", {"speeding": 1})])
def test_the_bonus_counts_at_a_line_that_the_normal_move_crosses(
    bonus: str, dents: dict[str, int]
) -> None:
    race = board(
        """
          0 1     2<4     3     4
        a|.|.....|.-.-.--|.1...|=|
        b|.|.....|..-.-.-|.....|=|
        c|.|....0|...-..-|.....|=|
        d|.|.....|......-|.....|=|
        e|.|.....|.......|.....|=|
        """,
        Team("3"),
    )
    play(race, f"3B{bonus}", dents=dents, end="2c5" if bonus else "2c3")


@pytest.mark.clause("MOVE-7", "DENT-1")
def test_the_bonus_counts_at_a_line_that_only_its_steps_cross() -> None:
    race = board(
        """
          0 1     2<4     3     4
        a|.|.....|.-.-.--|.1...|=|
        b|.|.....|..-.-.-|.....|=|
        c|.|.0...|...-..-|.....|=|
        d|.|.....|......-|.....|=|
        e|.|.....|.......|.....|=|
        """,
        Team("3"),
    )
    assert race.preview("3B").end == "1c5"
    play(race, "3B+", end="2c2", speed=5, dents={"speeding": 1})


@pytest.mark.clause("MOVE-7")
def test_the_bonus_may_be_declared_when_the_normal_move_crosses_the_finish() -> None:
    race = board(
        """
          0 1     2
        a|.|....1|=|
        b|.|.....|=|
        c|.|...0.|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3"),
        Team(moved=True),
    )
    play(race, "3B+", end="3c3", bonus=2, finished=True)
    assert race.sleds[0].place == 1


@pytest.mark.clause("MOVE-7", "MOVE-8", "EX-22")
def test_the_bonus_may_be_declared_although_it_collides() -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|.|.....|=|
        c|.|0...1|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3"),
    )
    play(race, "3B+", end="1c4", stop="sled", speed=5, bonus=2, draws=0)


@pytest.mark.clause("MOVE-8", "MOVE-7", "DENT-1")
def test_a_collision_in_the_normal_move_forfeits_the_bonus_but_not_its_dents() -> None:
    race = board(
        """
          0 1     2<4     3
        a|.|.....|.-.-.--|=|
        b|.|.....|..-.-.-|=|
        c|.|....0|.1.-..-|=|
        d|.|.....|......-|=|
        e|.|.....|.......|=|
        """,
        Team("3"),
    )
    play(race, "3B+", end="2c1", stop="sled", speed=5, path=("2c1",), dents={"speeding": 1})
    assert_shows(
        race,
        """
          0 1     2<4     3
        a|.|.....|.-.-.--|=|
        b|.|.....|..-.-.-|=|
        c|.|.....|01.-..-|=|
        d|.|.....|......-|=|
        e|.|.....|.......|=|
        """,
    )


@pytest.mark.clause("MOVE-8", "DENT-3")
def test_the_side_in_the_normal_move_ends_the_bonus_too() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.1...|=|
        b|.|.....|.....|=|
        c|.|0..#.|.....|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
        Team("3"),
    )
    play(race, "3B+", end="1c3", stop="side", dents={"side": 1}, bonus=2)
