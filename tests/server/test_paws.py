"""Big Paws: who has taken the longest single turn, told decision by decision."""

from itertools import accumulate

import pytest

from snowtails.server.table.events import Decided
from snowtails.server.table.paws import BigPaws, TurnTimes


def decided(seat: int, took: float | None, decision: str = "3L") -> Decided:
    """Return a decision of a person, or of a bot where no time is told."""
    return Decided(
        seat, decision, answers=1, by="person" if took is not None else "relief", took=took
    )


def holders(*decisions: Decided) -> list[BigPaws | None]:
    """Return who holds the token after each of some decisions."""
    times = accumulate(decisions, TurnTimes.after, initial=TurnTimes())
    return [known.longest for known in times][1:]


@pytest.mark.clause("PAWS-1")
def test_equal_times_move_nothing() -> None:
    told = holders(decided(0, 5.0), decided(1, 5.0), decided(1, 4.0), decided(1, 5.5))
    assert told == [BigPaws(0, 5.0)] * 3 + [BigPaws(1, 5.5)]


@pytest.mark.clause("PAWS-1")
def test_what_a_bot_plays_for_somebody_counts_for_nobody() -> None:
    told = holders(decided(1, None), decided(0, 2.0), decided(1, None), decided(1, None, "x3"))
    assert told == [None] + [BigPaws(0, 2.0)] * 3


@pytest.mark.clause("PAWS-1")
def test_a_discard_adds_to_its_turn_alone() -> None:
    told = holders(
        *(decided(0, 3.0), decided(0, 2.0, "x4")),  # five seconds in all
        *(decided(1, 4.0), decided(0, None), decided(1, 2.0, "x5")),  # a bot's turn in between
        *(decided(1, 9.0, "@3"), decided(1, 4.5)),  # no turn yet, then one
    )
    assert told == [BigPaws(0, 3.0)] + [BigPaws(0, 5.0)] * 6
