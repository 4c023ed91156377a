"""Whatever is sent, nothing fails and nothing happens; more in tests/long."""

import random
from pathlib import Path

import pytest

from snowtails.server.http.app import make_app
from tests.server.asgi import living
from tests.server.fuzzing import Fuzzer
from tests.server.loops import done
from tests.server.serving import ManualClock
from tests.server.unlimited import UNLIMITED


@pytest.mark.usefixtures("unpainted")
def test_made_up_requests_change_nothing(tmp_path: Path) -> None:
    async def run() -> Fuzzer:
        app = make_app(
            f"sqlite:///{tmp_path / 'snowtails.db'}", limits=UNLIMITED, clock=ManualClock()
        )
        async with living(app):
            fuzzer = Fuzzer(app, random.Random(1))
            await fuzzer.prepare()
            before = await fuzzer.happened()
            await fuzzer.shoot(800)
            assert await fuzzer.happened() == before
        return fuzzer

    statuses = done(run()).statuses
    assert {200, 401, 403, 404, 405, 409, 422} <= set(statuses), "all kinds of answers were met"
