"""Decisions as numbers."""

from itertools import combinations

import numpy as np
import pytest

from snowtails.rules.decide import cards_to_give, pack_cards, unpack_cards


@pytest.mark.clause("HAND-2", "SOLO-7", "SOLO-14")
@pytest.mark.parametrize("owed", [1, 2, 3])
@pytest.mark.parametrize(
    "hand", ["1122345", "4444", "13355", "22233", "1112344", "1234555", "12", "112233445"]
)
def test_cards_to_give_up_are_all_that_the_hand_can_spare(hand: str, owed: int) -> None:
    counts = np.array([hand.count(value) for value in "12345"], np.int8)
    found = [
        "".join(value * count for value, count in zip("12345", unpack_cards(number), strict=True))
        for number in cards_to_give(counts, owed).tolist()
    ]
    assert sorted(found) == sorted({"".join(some) for some in combinations(hand, owed)})
    assert len(found) == len(set(found))


@pytest.mark.parametrize("counts", [(0, 0, 0, 0, 0), (1, 2, 3, 4, 0), (4, 0, 4, 0, 1)])
def test_cards_are_unpacked_as_they_were_packed(counts: tuple[int, ...]) -> None:
    assert unpack_cards(pack_cards(np.array(counts, np.int8))).tolist() == list(counts)
