"""Turns as numbers: a fixed order, stable numbers, and text that says the same."""

import numpy as np
import pytest

from snowtails.rules.movement import pace
from snowtails.rules.notation import Turn, numbered_turn
from snowtails.rules.race import Race
from snowtails.rules.state import COPIES
from snowtails.rules.turns import (
    TURNS,
    count_turns,
    is_legal_turn,
    legal_turns,
    nth_turn,
    turn_number,
    turn_parts,
)
from tests.boards import Team, board
from tests.rules.positions import random_position

OPEN = """
      0 1     2
    a|.|.....|=|
    b|.|.....|=|
    c|.|0....|=|
    d|.|.....|=|
    e|.|.....|=|
"""

PINNED = """
147 2L:>>^ 2L:>^> 2L:^>>
168 2R:<^ 2R:^<
189 2LR 2LR+
210 2B:>^^^^ 2B:^>^^^ 2B:^^>^^ 2B:^^^>^ 2B:^^^^>
231 2LB:>>^^ 2LB:>^>^ 2LB:>^^> 2LB:^>>^ 2LB:^>^> 2LB:^^>>
252 2RB:<^^ 2RB:^<^ 2RB:^^<
441 4L 4L+
462 4R:>^^^ 4R:^>^^ 4R:^^>^ 4R:^^^>
504 4B:>^^ 4B:^>^ 4B:^^>
588 5L:<^^^^^ 5L:^<^^^^ 5L:^^<^^^ 5L:^^^<^^ 5L:^^^^<^ 5L:^^^^^<
609 5R:>>^^^ 5R:>^>^^ 5R:>^^>^ 5R:>^^^> 5R:^>>^^ 5R:^>^>^ 5R:^>^^> 5R:^^>>^ 5R:^^>^> 5R:^^^>>
651 5B:>^ 5B:^>
"""
"""All turns of one position in order, each line with the number of its first. Programs and stored
numbers rely on it: a change of the order is a new version of the rules."""


def positions() -> list[Race]:
    return [random_position(seed) for seed in range(60)]


def test_the_order_of_turns_is_pinned() -> None:
    race = board(OPEN, Team("2245", "=4"))
    pinned = [line.split() for line in PINNED.split("\n") if line]
    assert [str(turn) for turn in race.turns] == [text for line in pinned for text in line[1:]]
    numbers = [int(first) + i for first, *texts in pinned for i in range(len(texts))]
    assert legal_turns(race.state, 0).tolist() == numbers
    assert [turn.number for turn in race.turns] == numbers


def test_numbers_and_texts_of_all_legal_turns_name_each_other() -> None:
    for race in positions():
        for sled in range(len(race.sleds)):
            numbers = legal_turns(race.state, sled).tolist()
            turns = race.turns_of(sled)
            assert [turn.number for turn in turns] == numbers
            assert [Turn.parse(str(turn)) for turn in turns] == list(turns)
            for number, turn in zip(numbers, turns, strict=True):
                speed, drift, _ = pace(race.state, race.track.spaces, sled, number)
                assert numbered_turn(number, speed, drift) == turn
                value, places, choice = turn_parts(number)
                assert turn_number(value, places, choice) == number
                assert (value, places) == (turn.value, turn.bits)
            if race.actor == sled:
                assert [race.numbered(number) for number in numbers] == list(turns)


def test_counting_picking_and_listing_turns_agree() -> None:
    for race in positions():
        for sled in range(len(race.sleds)):
            state = race.state
            listed = legal_turns(state, sled).tolist()
            assert listed == sorted(set(listed))
            assert count_turns(state, sled) == len(listed) <= TURNS
            assert [nth_turn(state, sled, n) for n in range(len(listed))] == listed
            assert [n for n in range(-2, TURNS + 2) if is_legal_turn(state, sled, n)] == listed


def test_there_are_at_most_735_turns() -> None:
    assert TURNS == 735
    race = board(OPEN)
    state = race.state
    most = 0
    for left, right, brake in np.ndindex(5, 5, 5):
        r = state[0]
        r["left"][0], r["right"][0], r["brake"][0] = left + 1, right + 1, brake + 1
        r["hand"][0] = COPIES
        most = max(most, count_turns(state, 0))
        assert legal_turns(state, 0).max() < TURNS
    assert 100 < most < TURNS


@pytest.mark.clause("EX-7", "MOVE-3")
def test_ten_routes_have_ten_numbers_in_a_row() -> None:
    race = board(OPEN, Team("3", "53"))
    routes = [turn for turn in race.turns if turn.places == "B"]
    assert [turn.route for turn in routes] == [
        *("<<^^^", "<^<^^", "<^^<^", "<^^^<", "^<<^^"),
        *("^<^<^", "^<^^<", "^^<<^", "^^<^<", "^^^<<"),
    ]
    assert [turn.number - routes[0].number for turn in routes] == list(range(10))
