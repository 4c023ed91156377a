"""Mushers decide at tables that may be forgotten meanwhile."""

import gc
from types import SimpleNamespace
from typing import Any

from snowtails.server.session.musher_turns import MusherTurns
from tests.server.loops import done


class Forgettable:
    """What mushers know of a session."""

    def __init__(self, hub: Any) -> None:
        self.hub = hub
        self.table = SimpleNamespace(name="table", asks=7)

    def publish(self) -> None:
        """Tell nobody."""


def test_a_table_that_is_forgotten_before_a_musher_thinks_goes_on_to_its_end() -> None:
    async def work() -> None:
        claimed: list[str] = []
        spawned: list[Any] = []

        async def claim(key: str) -> bool:
            claimed.append(key)
            return False  # another server sees to it

        hub = SimpleNamespace(stopping=False, spawn=spawned.append, claim=claim)
        session: Any = Forgettable(hub)
        mushers = MusherTurns(session)
        mushers.begin(0, "pup", "musher")
        del session
        gc.collect()
        await spawned.pop()
        assert claimed == ["table:7"]

    done(work())


def test_a_table_that_is_forgotten_is_told_nothing() -> None:
    session: Any = Forgettable(None)
    mushers = MusherTurns(session)
    del session
    gc.collect()
    mushers._show()
    assert mushers.shown is None
