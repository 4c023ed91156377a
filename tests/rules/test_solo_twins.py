"""Whole solo rounds: the engine and its slow twin agree after every decision."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails.rules import Phase
from snowtails.rules.solo import SoloRace
from tests.rules.solo_twins import play_twins

CHUNK = 80


@pytest.mark.parametrize("chunk", range(4))
def test_engine_and_twin_play_alike(chunk: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        seen += play_twins(seed)[1]
    # A comparison that has not seen a rule at work says nothing about it.
    for happening in (
        *("bonus markers", "rescues", "collisions", "dents", "brake cards out of play"),
        *("hits by opponents", "hands too large (SOLO-14)", "extra cards"),
        *(f"decisions of phase {phase}" for phase in ("place", "surplus", "out", "take", "drop")),
        *(f"rounds ended: {end}" for end in ("past", "no_cards", "wrecked")),
    ):
        assert seen[happening] > 0, f"no {happening} in {seen}"


def test_a_twin_with_another_rule_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.naive_solo.MOST_DENTS", 3)
    with pytest.raises(AssertionError):
        list(map(play_twins, range(20)))


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_any_round_keeps_its_cards_comes_back_from_its_record_and_can_be_undone(seed: int) -> None:
    race, _ = play_twins(seed)
    again = SoloRace.from_record(race.record())
    assert again.state.tobytes() == race.state.tobytes()
    assert again.line == race.line
    assert again.record() == race.record()
    lines = [position.line for position in race.history]
    assert len(set(lines)) == len(lines)
    for position in reversed(race.history):
        race.undo()
        assert race.position() == position
    assert race.phase in (Phase.PLACE, Phase.BONUS)
