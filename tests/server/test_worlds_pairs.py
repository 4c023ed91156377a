"""Pairs of worlds, straight at the application; many more in tests/long."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from snowtails.server.wire import messages
from tests.server.loops import done
from tests.server.worlds import compare


def test_pairs_of_worlds_are_told_alike(tmp_path: Path) -> None:
    counts = done(compare(tmp_path, pairs=12, seed=1))
    assert counts["moments with other cards"] > 20
    assert (counts["races"], counts["races of seasons"], counts["solo games"]) == (8, 2, 2)


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
