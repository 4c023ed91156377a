"""Pairs of worlds, straight at the application; many more in tests/long."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from snowtails.rules import View
from snowtails.server.session import duplicates
from snowtails.server.session.session import Session
from snowtails.server.wire import messages
from tests.server.company import racing
from tests.server.loops import done
from tests.server.worlds import compare, two_worlds


def test_pairs_of_worlds_are_told_alike(tmp_path: Path) -> None:
    counts = done(compare(tmp_path, pairs=12, seed=1))
    assert counts["moments with other cards"] > 20
    assert counts["questions to thinkers compared"] > 5
    kinds = "races", "duplicate races", "races of seasons", "solo games"
    assert [counts[kind] for kind in kinds] == [6, 2, 2, 2]


def test_a_leak_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = messages._drawn_messages

    def leaking(decided: Any, seat: int | None) -> Iterator[Any]:
        """Tell everybody what every sled has drawn."""
        yield from real(decided, seat)
        for sled in range(3):
            yield from real(decided, sled)

    monkeypatch.setattr(messages, "_drawn_messages", leaking)
    with pytest.raises(AssertionError):
        done(compare(tmp_path, pairs=4, seed=1))


def test_a_thinker_that_knows_too_much_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leaking(session: Session, seat: int) -> View:
        """Let a seat's question tell hidden cards, which no message does."""
        race = racing(session.race_table)
        return View(race, seat, ledgers=(race.state.tobytes(),))  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "question_of", leaking)
    with pytest.raises(AssertionError, match="thinkers were asked something else"):
        done(compare(tmp_path, pairs=4, seed=1))


def test_a_ghost_that_tells_the_future_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = duplicates._way
    monkeypatch.setattr(duplicates, "_way", lambda race, rounds: real(race, rounds + 99))

    async def take_some_up() -> None:
        async with two_worlds(tmp_path) as pairs:
            for seed in range(3):
                await pairs.duplicate(random.Random(seed))

    with pytest.raises(AssertionError, match="/ghosts"):
        done(take_some_up())
