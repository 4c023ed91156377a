"""Setting up the solo game, its scores and its grades."""

from collections import Counter

import numpy as np
import pytest

from snowtails import Course, SeededDeal, Tile
from snowtails.rules import IllegalDraw, Phase
from snowtails.rules.solo import (
    NotSolo,
    SoloGame,
    SoloRace,
    grade_of,
    proposals,
    setup_points,
)
from snowtails.rules.solo.score import driving_points, score_of
from snowtails.rules.solo.state import NO_CARDS, PAST, WRECKED, cards_missing
from tests.rules.solo_tables import COURSE, play, table, texts


def with_hazards(*hazards: str) -> Course:
    """Return the lone wolf's course with hazards in place of its inner straights."""
    tiles = ["snowdrift-left", *hazards]
    inner = iter([*tiles, *["straight"] * (5 - len(tiles))])
    names = [tile.name for tile in COURSE.tiles]
    for i in (2, 4, 6, 8, 10):
        names[i] = next(inner)
    return Course(tuple(type(COURSE.tiles[0])(name) for name in names))


@pytest.mark.clause("SOLO-1")
def test_only_a_solo_course_is_taken_and_every_reason_is_told() -> None:
    with pytest.raises(NotSolo, match=r"7 straights.*4 corners.*U-turns.*snowdrift"):
        SoloRace(Course.parse("srs"), deal=SeededDeal(1))
    assert SoloRace(COURSE, deal=SeededDeal(1)).phase is Phase.BONUS


@pytest.mark.clause("SOLO-2")
@pytest.mark.parametrize(
    ("hazards", "opponents", "points"),
    [
        ((), False, 0),
        (("snowdrift-right",), False, 1),
        (("chasm",), False, 1),
        (("chasm", "chasm"), False, 2),
        (("saplings",), False, 2),
        (("saplings", "saplings"), False, 5),
        ((), True, 1),
        (("saplings", "saplings", "chasm", "chasm"), True, 8),
        (("saplings", "saplings", "chasm", "snowdrift-right"), True, 8),
    ],
)
def test_setup_points(hazards: tuple[str, ...], opponents: bool, points: int) -> None:
    assert setup_points(with_hazards(*hazards), opponents) == points


@pytest.mark.clause("SOLO-1", "SOLO-2")
def test_tiles_that_are_not_as_printed_win_no_setup_points() -> None:
    course = with_hazards("saplings", "saplings")
    tiles = list(course.tiles)
    number = [tile.name for tile in tiles].index("saplings")
    tiles[number] = Tile("saplings", map=("t.t.t", ".....", "t.t.t", ".....", "....."))
    own = Course(tuple(tiles))
    assert (setup_points(course, False), setup_points(own, False)) == (5, 2)
    with pytest.raises(NotSolo, match=f"tile {number + 1} is changed"):
        SoloRace(own, deal=SeededDeal(1))


@pytest.mark.clause("SOLO-3", "EX-19")
def test_two_cards_name_row_and_column_of_an_opponent() -> None:
    race = SoloRace(COURSE, opponents=True, drawn=(3, 1))
    assert race.phase is Phase.PLACE
    assert race.placing == (3, 1)
    assert texts(race) == ["o1b", "o3b", "o7b", "o9b", "o11b", "o13b"]
    race.play("o3b", drawn=(2, 3))
    assert [(each.space, each.facing) for each in race.mat.opponents] == [("3e3", "backward")]
    assert texts(race)[:4] == ["o1f", "o1b", "o3f", "o3b"]


@pytest.mark.clause("SOLO-3")
@pytest.mark.parametrize(("decision", "facing"), [("o3f", "forward"), ("o3b", "backward")])
def test_the_player_chooses_where_an_opponent_faces(decision: str, facing: str) -> None:
    race = SoloRace(COURSE, opponents=True, drawn=(2, 3))
    race.play(decision, drawn=(1, 1))
    assert [(each.space, each.facing) for each in race.mat.opponents] == [("3c2", facing)]


@pytest.mark.clause("SOLO-3")
def test_an_opponent_is_not_placed_on_another() -> None:
    race = SoloRace(COURSE, opponents=True, drawn=(3, 2))
    race.play("o3f", drawn=(3, 2))
    assert "o3f" not in texts(race)
    assert "o1f" in texts(race)


@pytest.mark.clause("SOLO-3")
def test_where_no_straight_has_the_space_free_two_more_cards_are_drawn() -> None:
    course = with_hazards("chasm", "chasm", "saplings", "saplings")
    race = SoloRace(course, opponents=True, drawn=(3, 2))
    assert texts(race) == ["o1f", "o1b", "o13f", "o13b"]
    race.play("o1f", drawn=(3, 2))
    race.play("o13f", drawn=(3, 2, 4, 4))
    assert race.placing == (4, 4)


@pytest.mark.clause("SOLO-3")
@pytest.mark.parametrize(("first", "left"), [("o1f", "o13"), ("o13f", "o1")])
def test_one_straight_with_the_space_free_is_enough(first: str, left: str) -> None:
    race = SoloRace(
        with_hazards("chasm", "chasm", "saplings", "saplings"), opponents=True, drawn=(3, 2)
    )
    race.play(first, drawn=(3, 2))
    assert race.placing == (3, 2)
    assert texts(race) == [f"{left}f", f"{left}b"]


@pytest.mark.clause("SOLO-3")
def test_the_spare_cards_are_not_returned() -> None:
    race = SoloRace(COURSE, opponents=True, drawn=(3, 3))
    race.play("o1f", drawn=(3, 3))
    with pytest.raises(ValueError, match="card 1 cannot be a 3"):
        race.play("o3f", drawn=(3, 3))
    assert cards_missing(race.state) == 0


@pytest.mark.clause("SOLO-4")
@pytest.mark.parametrize(("column", "facings"), [(1, "b"), (2, "fb"), (5, "f")])
def test_on_an_edge_lane_an_opponent_is_placed_facing_inward(column: int, facings: str) -> None:
    race = SoloRace(COURSE, opponents=True, drawn=(4, column))
    assert {text[-1] for text in texts(race)} == set(facings)


@pytest.mark.clause("SOLO-5")
def test_five_cards_are_dealt_three_lie_open_and_the_rest_is_the_stack() -> None:
    race = SoloRace(COURSE, drawn=(5, 4, 3, 3, 1, 2, 2, 5))
    assert race.mat.hand == (1, 3, 3, 4, 5)
    assert race.mat.face_up == (2, 2, 5)
    assert len(race.mat.stack) == 12
    assert race.dealt == (5, 4, 3, 3, 1, 2, 2, 5)


@pytest.mark.clause("SOLO-5")
def test_every_card_is_as_likely_as_any_other_to_be_dealt_first() -> None:
    seen = Counter(SoloRace(COURSE, deal=SeededDeal(n)).dealt[0] for n in range(500))
    assert all(70 < seen[value] < 130 for value in range(1, 6))


@pytest.mark.clause("SOLO-5", "TILE-4")
def test_at_the_deal_every_sapling_stands() -> None:
    race = SoloRace(with_hazards("saplings", "saplings"), deal=SeededDeal(1))
    assert len(race.saplings) == 16
    assert race.saplings == tuple(race.track.names[space] for space in race.track.saplings)


@pytest.mark.clause("SOLO-6")
def test_after_the_deal_the_bonus_stack_is_ordered() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(1))
    assert race.phase is Phase.BONUS
    assert len(texts(race)) == len(set(texts(race))) == 120
    play(race, "b31524")
    assert race.mat.markers == (3, 1, 5, 2, 4)
    assert str(race.phase) == "start"


@pytest.mark.clause("SOLO-6")
@pytest.mark.parametrize("order", ["12345", "54321", "25413"])
def test_the_stack_is_used_up_from_the_top_in_the_players_order(order: str) -> None:
    race = play(SoloRace(COURSE, deal=SeededDeal(1)), f"b{order}", "@1")
    state = race.state
    state[0]["turn"] = 2
    state[0]["hand"], state[0]["stack"] = [[0, 0, 0, 4, 1]], [4, 4, 1, 0, 0]
    state[0]["face_up"] = 3
    race = SoloRace.from_state(COURSE, state, SeededDeal(1))
    assert race.preview("4LR+").bonus == int(order[0])
    assert race.mat.markers == tuple(map(int, order))


@pytest.mark.clause("SOLO-6")
def test_a_newcomer_is_proposed_five_to_one_and_a_start_on_the_first_three() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(1))
    assert [str(decision) for decision in proposals(race.phase)] == ["b54321"]
    race.play(proposals(race.phase)[0])
    assert race.mat.markers == (5, 4, 3, 2, 1)
    assert [str(decision) for decision in proposals(race.phase)] == ["@1", "@2", "@3"]
    assert set(proposals(race.phase)) <= set(race.decisions)
    race.play(proposals(race.phase)[0])
    assert proposals(race.phase) == ()


@pytest.mark.clause("SOLO-7")
@pytest.mark.parametrize(("start", "more"), [("@1", 0), ("@3", 0), ("@4", 1), ("@5", 2)])
def test_start_spaces_four_and_five_draw_more_and_discard_it_again(start: str, more: int) -> None:
    race = play(SoloRace(COURSE, deal=SeededDeal(1)), "b12345", start)
    assert len(race.mat.hand) == 5 + more
    assert len(race.mat.stack) == 12 - more
    if more:
        assert race.phase is Phase.SURPLUS
        assert race.owed == more
        play(race, texts(race)[0])
    assert (race.phase, race.turn) == (Phase.TURN, 1)
    assert len(race.mat.discards) == more


@pytest.mark.clause("SOLO-7", "SOLO-10")
def test_nothing_is_owed_when_a_turn_is_to_be_played() -> None:
    race = play(SoloRace(COURSE, deal=SeededDeal(1)), "b12345", "@5")
    assert race.owed == 2
    play(race, texts(race)[0])
    assert (race.phase, race.owed) == (Phase.TURN, 0)
    taking = play(table("3c1", "11255", face_up="423"), "1LR")
    assert taking.owed == 2
    assert (str(play(taking, "+12").phase), taking.owed) == ("drop", 0)


@pytest.mark.clause("SOLO-5")
@pytest.mark.parametrize("nonsense", [0, 6, -1])
def test_only_cards_of_the_stack_can_be_dealt(nonsense: int) -> None:
    with pytest.raises(IllegalDraw, match=f"card 2 cannot be a {nonsense}"):
        SoloRace(COURSE, drawn=(1, nonsense, 3, 4, 5, 1, 2, 3))
    with pytest.raises(IllegalDraw, match="card 5 cannot be a 1"):
        SoloRace(COURSE, drawn=(1, 1, 1, 1, 1, 2, 3, 4))


@pytest.mark.clause("SOLO-7", "SETUP-4")
def test_start_space_one_is_inside_the_first_curve() -> None:
    assert play(SoloRace(COURSE, deal=SeededDeal(1)), "b12345", "@1").mat.space == "0e1"


# -- score -----------------------------------------------------------------------------------------


def ended(space: str, hand: str = "", dents: int = 0, *, past: bool = False) -> tuple[int, ...]:
    """Return the points of each line for a round that ended so."""
    race = table(space, hand=hand, dents=dents)
    state = race.state
    state[0]["end"] = PAST if past else NO_CARDS
    return tuple(line.points for line in score_of(state, race.track.spaces, 0).lines)


@pytest.mark.clause("SOLO-16")
def test_past_the_line_each_card_in_hand_counts() -> None:
    assert ended("14c1", "1234", past=True) == (7, 4, 4, 0)
    assert ended("15c2", "", past=True) == (7, 0, 4, 0)


@pytest.mark.clause("SOLO-16")
@pytest.mark.parametrize(
    ("space", "points"),
    [
        ("13c1", 4),
        ("12c1", 1),
        ("11c1", 0),
        ("10c1", -2),
        ("9c1", -4),
        ("1c1", -4),
        ("0c1", -4),
    ],
)
def test_before_the_line_the_length_counts(space: str, points: int) -> None:
    assert ended(space, dents=4)[0] == points


@pytest.mark.clause("SOLO-17")
@pytest.mark.parametrize(
    ("space", "past", "points"),
    [
        ("14c1", True, (4, 2, 1, 0, 0)),
        ("13c1", False, (5, 3, 2, 0, 0)),
        ("12c1", False, (6, 4, 3, 0, 0)),
        ("11c1", False, (0, 0, 0, 0, 0)),
    ],
)
def test_few_dents_count(space: str, past: bool, points: tuple[int, ...]) -> None:
    assert tuple(ended(space, dents=dents, past=past)[-2] for dents in range(5)) == points


@pytest.mark.clause("SOLO-16")
@pytest.mark.parametrize(
    ("space", "past", "reason", "count"),
    [
        ("14c1", True, "past", 0),
        ("13c1", False, "length", 1),
        ("9c1", False, "length", 5),
        ("0c1", False, "start", 14),
    ],
)
def test_the_place_is_told_with_its_reason(space: str, past: bool, reason: str, count: int) -> None:
    race = table(space)
    state = race.state
    state[0]["end"] = PAST if past else NO_CARDS
    line = score_of(state, race.track.spaces, 0).lines[0]
    assert (line.reason, line.count) == (reason, count)


@pytest.mark.clause("SOLO-15", "SOLO-16", "SOLO-17")
@pytest.mark.parametrize("end", [PAST, NO_CARDS, WRECKED])
@pytest.mark.parametrize("space", ["14c1", "13c1", "12c1", "5e1"])
@pytest.mark.parametrize(("hand", "dents"), [("", 0), ("124", 1), ("5", 4)])
def test_mushers_reckon_with_the_points_of_the_score(
    end: int, space: str, hand: str, dents: int
) -> None:
    race = table(space, hand, dents=dents)
    state, spaces = race.state, race.track.spaces
    state[0]["end"] = end
    assert driving_points(state, spaces) == score_of(state, spaces, 0).total


@pytest.mark.clause("SOLO-18")
def test_setup_points_are_added() -> None:
    race = table("14c1", hand="", course=with_hazards("chasm"))
    state = race.state
    state[0]["end"] = PAST
    score = score_of(state, race.track.spaces, setup_points(race.course, opponents=True))
    assert score.total == 7 + 4 + 2
    assert score.lines[-1].reason == "setup"


@pytest.mark.clause("SOLO-19")
@pytest.mark.parametrize(
    ("points", "setup", "grade"),
    [
        (27, 0, "easy, no victory"),
        (28, 2, "easy, game victory"),
        (30, 3, "normal, game victory"),
        (31, 5, "normal, major victory"),
        (33, 6, "hard, major victory"),
        (34, 24, "hard, complete victory"),
        (60, 0, "easy, complete victory"),
    ],
)
def test_points_and_setup_points_make_one_of_nine_grades(
    points: int, setup: int, grade: str
) -> None:
    assert str(grade_of(points, setup)) == grade


@pytest.mark.clause("SOLO-19", "EX-10")
def test_both_snowdrifts_in_all_three_rounds_are_normal() -> None:
    setup = 3 * setup_points(with_hazards("snowdrift-right"), opponents=False)
    assert str(grade_of(32, setup)) == "normal, major victory"


@pytest.mark.clause("SOLO-19", "EX-20")
def test_both_saplings_once_and_both_snowdrifts_once_are_hard() -> None:
    courses = with_hazards("saplings", "saplings"), with_hazards("snowdrift-right"), COURSE
    setup = sum(setup_points(course, opponents=False) for course in courses)
    assert setup == 6
    assert str(grade_of(34, setup)) == "hard, complete victory"


@pytest.mark.clause("SOLO-19", "SOLO-15")
def test_setup_points_of_a_round_that_scored_nothing_count_for_the_level() -> None:
    game = SoloGame()
    rng = np.random.default_rng(3)
    while not game.over:
        race = SoloRace(with_hazards("chasm"), rng=rng)
        while race.phase is not Phase.OVER:
            race.play(race.decisions[rng.integers(len(race.decisions))])
        assert race.end == "wrecked"
        game = game.after(race)
    assert (game.points, game.setup) == (0, 3)
    assert str(game.grade) == "normal, no victory"
