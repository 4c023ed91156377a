"""Decisions as text: what is written is read back, and nothing else is read."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails.rules.notation import (
    Decision,
    Discard,
    InvalidTurn,
    Start,
    Turn,
    numbered_turn,
    parse_decision,
)
from snowtails.rules.turns import CHOICES, TURNS
from tests.rules.random_races import damaged

PLACES = ("L", "R", "LR", "B", "LB", "RB", "LRB")

values = st.integers(1, 5)
places = st.sampled_from(PLACES)
routes = st.text("<^", max_size=9) | st.text("^>", max_size=9)
turns = st.builds(Turn, values, places, route=routes) | st.builds(
    Turn, values, places, st.just(True)
)
discards = st.builds(
    Discard, st.lists(values, min_size=1, max_size=7).map(lambda cards: tuple(sorted(cards)))
)
decisions = turns | discards | st.builds(Start, values)


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("2L:>^>", Turn(2, "L", route=">^>")),
        ("2LRB+", Turn(2, "LRB", bonus=True)),
        ("4LB:^^>^^", Turn(4, "LB", route="^^>^^")),
        ("3B", Turn(3, "B")),
        ("x35", Discard((3, 5))),
        ("@4", Start(4)),
    ],
)
def test_examples(text: str, decision: Decision) -> None:
    assert parse_decision(text) == decision
    assert str(decision) == text


@given(decisions)
def test_what_is_written_is_read_back(decision: Decision) -> None:
    assert parse_decision(str(decision)) == decision
    assert eval(repr(decision)) == decision
    if not isinstance(decision, Start):
        assert type(decision).parse(str(decision)) == decision


@given(decisions, st.text(" \t\n", max_size=3))
def test_case_and_blanks_are_forgiven(decision: Decision, blank: str) -> None:
    text = str(decision)
    assert parse_decision(blank + text.lower() + blank) == decision
    assert parse_decision(blank + text.upper() + blank) == decision


def test_the_order_of_discards_is_forgiven() -> None:
    assert parse_decision("x531") == Discard((1, 3, 5))


def only_ours(text: str) -> None:
    """Read a text as everything; whatever is read must be written again."""
    for parse in (parse_decision, Turn.parse, Discard.parse):
        try:
            found = parse(text)
        except InvalidTurn:
            continue
        assert parse(str(found)) == found


@given(st.text(max_size=12) | st.text("12345LRB+:<^>x@ 06", max_size=12))
def test_any_text_gives_a_decision_or_our_error(text: str) -> None:
    only_ours(text)


@given(decisions.flatmap(lambda found: damaged(str(found), ":", "0123456LRB+:<^>x@ ")))
def test_damaged_decisions_give_a_decision_or_our_error(text: str) -> None:
    only_ours(text)


@pytest.mark.parametrize(
    "text", ["", "@", "@0", "@6", "@12", "x", "x6", "x0", "3", "L", "6L", "3RL"]
)
@pytest.mark.parametrize("around", ["{}", " {} "])
def test_no_decisions(text: str, around: str) -> None:
    with pytest.raises(InvalidTurn):
        parse_decision(around.format(text))


@pytest.mark.parametrize(
    "text", ["3LL", "3+L", "3L+:^", "3L:<>", "3L:x", "3L:^^^^^^^^^^", "33L", "３L"]
)
def test_no_turns(text: str) -> None:
    with pytest.raises(InvalidTurn):
        Turn.parse(text)


def test_errors_say_what_to_write() -> None:
    with pytest.raises(InvalidTurn) as turn:
        parse_decision("two left")
    assert str(turn.value) == (
        "'two left' is no turn: write a value 1–5, then L, R and B for left dog, right dog and "
        "brake, then + for the bonus or : and a route of ^ < >, as in 2L:>^> or 2LRB+"
    )
    with pytest.raises(InvalidTurn, match=r"^'@9' is no start space: write @1 to @5$"):
        parse_decision("@9")
    with pytest.raises(
        InvalidTurn, match=r"^'x' is no discard: write x and the values, as in x35$"
    ):
        parse_decision("x")


@pytest.mark.parametrize(
    "fields",
    [
        (0, "L"),
        (6, "L"),
        (2, ""),
        (2, "RL"),
        (2, "l"),
        (2, "L", True, "^"),
        (2, "L", False, "<>"),
        (2, "L", False, "^" * 10),
        (2, "L", False, "abc"),
        (2, "L", False, "^^\n"),
    ],
)
def test_turns_that_cannot_be_written_cannot_be_made(fields: tuple[int, str, bool, str]) -> None:
    with pytest.raises(InvalidTurn, match="is no turn: "):
        Turn(*fields)


@pytest.mark.parametrize("cards", [(), (5, 3), (0,), (6,), (-1, 3), (3, 9)])
def test_discards_that_cannot_be_written_cannot_be_made(cards: tuple[int, ...]) -> None:
    with pytest.raises(InvalidTurn, match="values 1–5 in ascending order"):
        Discard(cards)


@pytest.mark.parametrize("number", [0, 6, -1])
def test_start_spaces_that_cannot_be_written_cannot_be_made(number: int) -> None:
    with pytest.raises(InvalidTurn, match="numbered 1–5"):
        Start(number)


def test_turns_are_numbered_in_the_order_of_their_routes() -> None:
    assert [str(numbered_turn(n, 4, 2)) for n in range(6)] == [
        *("1L:>>^^", "1L:>^>^", "1L:>^^>", "1L:^>>^", "1L:^>^>", "1L:^^>>")
    ]
    assert [str(numbered_turn(n, 4, 0)) for n in (146, 147, 148)] == ["1LRB", "2L", "2L+"]


def paces() -> list[tuple[int, int]]:
    """List every speed and drift that dogs and brake can make."""
    five = range(1, 6)
    return sorted({(a + b - c, b - a) for a in five for b in five for c in five})


@pytest.mark.parametrize(("speed", "drift"), paces())
def test_numbers_name_turns(speed: int, drift: int) -> None:
    """Given speed and drift, every turn has a number of its own, and the number gives it back."""
    sideways = "<" if drift < 0 else ">"
    tails = [""]
    if drift and speed > 0:
        chosen = combinations(range(speed), min(abs(drift), speed))
        tails = [":" + "".join(sideways if i in at else "^" for i in range(speed)) for at in chosen]
        assert len(tails) == comb(speed, min(abs(drift), speed)) <= CHOICES
    elif not drift and speed > 0:
        tails.append("+")
    every = [
        Turn.parse(f"{value}{place}{t}") for value in range(1, 6) for place in PLACES for t in tails
    ]
    numbers = [turn.number for turn in every]
    assert [numbered_turn(number, speed, drift) for number in numbers] == every
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < TURNS
