"""SETUP: how a race begins."""

from collections import Counter

import numpy as np
import pytest

from snowtails import Course
from snowtails.rules import IllegalTurn, Phase, Race
from snowtails.rules.deal import SeededDeal

WHOLE_DECK = tuple(value for value in range(1, 6) for _ in range(4))


def started(line: str, *starts: int, seed: int = 0) -> Race:
    """Return a race in which sleds 0, 1, … have chosen these start spaces."""
    race = Race(Course.parse(line), len(starts), deal=SeededDeal(seed), choosing=range(len(starts)))
    for start in starts:
        race.play(f"@{start}")
    return race


@pytest.mark.clause("SETUP-1")
@pytest.mark.parametrize("sleds", range(1, 6))
def test_one_to_five_sleds_race(sleds: int) -> None:
    race = started("sl", *range(1, sleds + 1))
    assert len(race.sleds) == sleds
    moved = []
    for _ in range(sleds):
        assert race.actor is not None
        moved.append(race.actor)
        race.play(race.turns[0])
    assert sorted(moved) == list(range(sleds))


@pytest.mark.clause("SETUP-1")
@pytest.mark.parametrize("sleds", [-1, 0, 6])
def test_other_numbers_of_sleds_are_refused(sleds: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 5 sleds, not {sleds}"):
        Race(Course.parse("sl"), sleds)


@pytest.mark.clause("SETUP-2")
def test_dogs_and_brake_begin_with_threes() -> None:
    for sled in started("sl", 1, 2, 3).sleds:
        assert (sled.left, sled.right, sled.brake) == (3, 3, 3)


@pytest.mark.clause("SETUP-2")
def test_the_threes_on_the_mat_are_no_cards() -> None:
    race = started("sl", 1)
    value = race.hand_of(0)[0]
    race.play(next(turn for turn in race.turns if (turn.value, turn.places) == (value, "L")))
    sled = race.sleds[0]
    assert sled.used == ()  # the three that was covered is not among them
    assert sorted((*race.hand_of(0), *(sled.deck or ()), sled.left)) == list(WHOLE_DECK)


@pytest.mark.clause("SETUP-3")
def test_each_sled_has_its_own_four_of_each_value() -> None:
    assert [sled.deck for sled in Race(Course.parse("s"), 3).sleds] == [WHOLE_DECK] * 3
    for sled in started("s", 1, 3, 5).sleds:
        assert sorted((sled.hand or ()) + (sled.deck or ())) == list(WHOLE_DECK)


@pytest.mark.clause("SETUP-3")
def test_decks_are_shuffled() -> None:
    first: Counter[int] = Counter()
    orders = set()
    for seed in range(200):
        race = Race(Course.parse("s"), 2, deal=SeededDeal(seed), choosing=[0, 1])
        race.play("@1")
        race.play("@2")
        first.update(drawn.cards[0] for drawn in race.log[-1].drawn)
        orders.add(race.log[-1].drawn[0].cards)
    assert len(orders) > 150
    assert all(50 < first[value] < 110 for value in range(1, 6)), first  # 80 each on average


@pytest.mark.clause("SETUP-4")
@pytest.mark.parametrize(
    ("line", "first", "last"),
    [
        ("sl", "0a1", "0e1"),
        ("sr", "0e1", "0a1"),
        ("ssulr", "0a1", "0e1"),
        ("ursl", "0e1", "0a1"),
        ("ss", "0e1", "0a1"),
        ("ssfl", "0a1", "0e1"),
        ("srfl", "0e1", "0a1"),
    ],
)
def test_start_space_1_is_inside_the_first_curve_or_at_the_flag(
    line: str, first: str, last: str
) -> None:
    race = started(line, 1, 5, 3)
    assert [sled.space for sled in race.sleds] == [first, last, "0c1"]


@pytest.mark.clause("SETUP-5")
def test_the_choosing_order_is_random() -> None:
    orders = set()
    for seed in range(60):
        race = Race(Course.parse("s"), 3, rng=np.random.default_rng(seed))
        order = []
        while race.phase is Phase.START:
            order.append(race.actor)
            race.play(race.decisions[0])
        orders.add(tuple(order))
    assert len(orders) == 6


@pytest.mark.clause("SETUP-5")
def test_players_choose_any_free_start_space_in_their_order() -> None:
    race = Race(Course.parse("sl"), 3, deal=SeededDeal(0), choosing=[2, 0, 1])
    assert (race.actor, [str(start) for start in race.decisions]) == (
        2,
        ["@1", "@2", "@3", "@4", "@5"],
    )
    race.play("@4")
    assert (race.actor, race.free_starts) == (0, (1, 2, 3, 5))
    with pytest.raises(IllegalTurn, match="start space taken; free are 1, 2, 3, 5"):
        race.play("@4")
    race.play("@1")
    assert (race.actor, race.free_starts) == (1, (2, 3, 5))
    race.play("@5")
    assert [sled.space for sled in race.sleds] == ["0a1", "0e1", "0d1"]
    assert (race.phase, race.round) == (Phase.TURN, 1)


@pytest.mark.clause("SETUP-6")
@pytest.mark.parametrize(
    ("starts", "cards"),
    [
        ((1, 2, 3, 4, 5), [5, 5, 5, 6, 7]),
        ((5, 4), [7, 6]),
        ((4,), [6]),
        ((5,), [7]),
        ((3, 5, 2), [5, 7, 5]),
    ],
)
@pytest.mark.parametrize("line", ["sl", "sr", "s", "sfl"])
def test_start_spaces_4_and_5_draw_one_and_two_more(
    line: str, starts: tuple[int, ...], cards: list[int]
) -> None:
    assert [sled.hand_size for sled in started(line, *starts).sleds] == cards


@pytest.mark.clause("SETUP-6")
def test_nobody_draws_before_all_have_chosen() -> None:
    race = Race(Course.parse("sl"), 2, deal=SeededDeal(0), choosing=[0, 1])
    race.play("@1")
    assert [sled.hand for sled in race.sleds] == [(), ()]


@pytest.mark.clause("SETUP-7")
def test_the_flag_stands_on_the_right_unless_the_course_says_left() -> None:
    assert Course.parse("ss").flag == "right"
    assert [race.sleds[0].space for race in (started("ss", 1), started("ssfl", 1))] == [
        "0e1",
        "0a1",
    ]
