"""Whole races: the engine and its slow twin agree after every decision."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails import Course
from snowtails.rules.race import Race
from tests.boards import Team, board
from tests.rules.twins import check_invariants, happenings, race_twins, twin_course
from tests.strategies import courses

CHUNK = 40


def raced(seeds: range) -> Counter[str]:
    """Race twins by their numbers, which settle course, sleds, decisions and cards."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        seen += happenings(race_twins(twin_course(seed), 1 + seed // 4 % 5, seed))
    return seen


@pytest.mark.parametrize("chunk", range(6))
def test_engine_and_twin_race_alike(chunk: int) -> None:
    seen = raced(range(chunk * CHUNK, (chunk + 1) * CHUNK))
    # A comparison that has not seen a rule at work says nothing about it.
    for happening in (
        *("sleds finished", "sleds wrecked", "collisions", "discards", "reshuffles", "bonuses"),
        *("dents for speeding", "dents for saplings", "dents for side"),
        *("draws without cards (TURN-4)", "wrecks without cards (TURN-4)"),
    ):
        assert seen[happening] > 0, f"no {happening} in {seen}"
    assert seen["over"] == seen["races"] == CHUNK


@settings(max_examples=25)
@given(courses, st.integers(1, 5), st.integers(0, 2**32))
def test_engine_and_twin_race_alike_on_any_course(course: Course, sleds: int, seed: int) -> None:
    race_twins(course, sleds, seed)


def test_a_twin_with_another_rule_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.naive.MOST_DENTS", 3)
    with pytest.raises(AssertionError):
        raced(range(20))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [("space", 1, "two sleds"), ("hand", 4, "twenty cards"), ("dents", 5, "dents|assert")],
)
def test_broken_invariants_are_noticed(field: str, value: int, message: str) -> None:
    race = board(
        """
          0 1     2
        a|.|.....|=|
        b|1|.....|=|
        c|0|.....|=|
        d|.|.....|=|
        e|.|.....|=|
        """,
        Team("3"),
    )
    check_invariants(race, [-1, -1])
    state = race.state
    state[0][field][0] = value
    with pytest.raises(AssertionError, match=message):
        check_invariants(Race.from_state(race.course, state), [-1, -1])
    with pytest.raises(AssertionError, match="progress fell"):
        check_invariants(race, [-1, 400])
