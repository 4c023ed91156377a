"""A server killed in mid-race has lost nothing that it acknowledged; more in tests/long."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import httpx
import pytest

from tests.server.crashing import Load, ServerProcess
from tests.server.databases import Postgres, find_program, new_database
from tests.server.serving import Refusal


@dataclass(frozen=True)
class TwoServers:
    """Two servers on one database, which can be stopped."""

    postgres: Postgres
    servers: tuple[ServerProcess, ServerProcess]

    def load(self) -> Load:
        return Load([each.url for each in self.servers], tables=3, threads=3, thinking=1)


@pytest.fixture(scope="module")
def two_servers() -> Iterator[TwoServers]:
    if not find_program("postgres") or not find_program("initdb"):
        pytest.skip("PostgreSQL is not installed")
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        found = TwoServers(postgres, (ServerProcess(database), ServerProcess(database)))
        yield found
        for each in found.servers:
            each.stop()


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


def test_when_one_of_two_servers_is_killed_the_other_serves_on(two_servers: TwoServers) -> None:
    one, other = two_servers.servers
    with two_servers.load() as load:
        load.wait_for(30)
        one.kill()
        load.wait_for_all()
        load.forget()
        load.wait_for(30)
    kept = load.check(other.url)
    assert kept > 60
    one.start()
    assert load.check(one.url) == kept, "it knows what was played without it"


def test_nothing_acknowledged_is_lost_when_the_database_is_stopped(two_servers: TwoServers) -> None:
    with two_servers.load() as load:
        load.wait_for(30)
        two_servers.postgres.stop_immediately()
        two_servers.postgres.start()
        load.wait_for_all()
        load.forget()
        load.wait_for(30)
    one, other = (load.check(each.url) for each in two_servers.servers)
    assert one == other > 60


def test_a_refusal_is_no_acknowledgement() -> None:
    """What the client notes comes from successes only."""
    with pytest.raises(Refusal):
        raise Refusal(httpx.Response(409, json={"code": "stale", "message": "too late"}))
