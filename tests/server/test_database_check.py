"""Whoever asks whether the server is ready does not keep the database busy."""

import asyncio
from contextlib import closing
from typing import Any

import pytest

from snowtails.server.http import database_check
from snowtails.server.http.database_check import DatabaseCheck
from tests.server.databases import Postgres, find_program, new_database
from tests.server.serving import Serving, refused


class Database:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.answers = asyncio.Event()
        self.fails = False

    async def ping(self) -> None:
        self.asked += 1
        await self.answers.wait()
        if self.fails:
            raise OSError("away")


def test_the_database_is_asked_once_at_a_time_and_not_again_for_a_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def what_is_found_lasts(seconds: float) -> None:
        monkeypatch.setattr(database_check, "LASTS", seconds)

    async def ask() -> None:
        database: Any = Database()
        check = DatabaseCheck(database)
        what_is_found_lasts(0.0)
        asking = [asyncio.create_task(check.passed()) for _ in range(20)]
        await asyncio.sleep(0)
        asking.pop().cancel()
        asking.append(asyncio.create_task(check.passed()))
        await asyncio.sleep(0)
        database.answers.set()
        await asyncio.gather(*asking)
        assert database.asked == 1
        await check.passed()
        assert database.asked == 2, "what was found is old by now"
        database.fails = True
        what_is_found_lasts(1e9)
        await check.passed()
        what_is_found_lasts(0.0)
        with pytest.raises(OSError, match="away"):
            await check.passed()
        what_is_found_lasts(1e9)
        for _ in range(2):
            with pytest.raises(OSError, match="away"):
                await check.passed()
        assert database.asked == 3

    asyncio.run(ask())


@pytest.mark.skipif(not find_program("initdb"), reason="PostgreSQL is not installed")
def test_a_server_whose_database_is_down_is_alive_but_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database_check, "LASTS", 0.0)
    with (
        closing(Postgres()) as postgres,
        Serving(new_database(postgres.folder, "play")) as serving,
    ):
        guest = serving.guest()
        assert guest.get("/ready")["status"] == "ok"
        postgres.stop_immediately()
        with refused(503, "store"):
            guest.get("/ready")
        assert guest.get("/health")["status"] == "ok"
        postgres.start()
        assert guest.get("/ready")["status"] == "ok"
