"""People vanish: every race goes on, or sleeps and wakes; more in tests/long."""

from pathlib import Path

from tests.server.loops import done
from tests.server.vanishing import KINDS, vanish


def test_tables_finish_or_sleep_and_wake(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    found = done(vanish(database, count=len(KINDS), seed=1))
    assert set(found.values()) == {1}
