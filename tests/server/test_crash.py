"""A server killed in mid-race has lost nothing that it acknowledged; more in tests/long."""

import httpx
import pytest

from tests.server.crashing import Load, ServerProcess
from tests.server.serving import Refusal


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    server = ServerProcess(database)
    with Load([server.url], tables=3, threads=3) as load:
        load.wait_for(30)
        server.kill()
        server.start()
        load.forget()
        load.wait_for(3)
    assert load.check(server.url) > 30
    server.stop()


def test_a_refusal_is_no_acknowledgement() -> None:
    """What the client notes comes from successes only."""
    with pytest.raises(Refusal):
        raise Refusal(httpx.Response(409, json={"code": "stale"}))
