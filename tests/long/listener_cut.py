"""Cuts off the listeners of two servers on PostgreSQL: python -m tests.long.listener_cut

For ten seconds no bell is heard, while decisions are taken at one server and streams listen at the
other. Soon afterwards every stream must have told everything.
"""

import argparse
import threading
import time
from contextlib import closing, suppress

import httpx
import psycopg

from tests.long.report import write_report
from tests.server.crashing import Load, Racer, ServerProcess, with_token
from tests.server.databases import Postgres, new_database
from tests.server.serving import Guest

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'snowtails' AND query LIKE 'LISTEN%'"
)
SECONDS = 10.0


class Follower:
    """Somebody who looks on at another server."""

    def __init__(self, url: str, racer: Racer) -> None:
        self.number = 0
        self.table = racer.table
        self._url, self._token = url, racer.token
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        guest = Guest(self._url)
        with_token(guest, self._token)
        # Its server is killed at the end.
        with suppress(httpx.TransportError), guest.tab(self.table) as tab:
            for told in tab.messages():
                self.number = max(self.number, told.id or 0)


def cut_off(postgres: Postgres, seconds: float) -> int:
    """Cut every connection that listens, again and again; return how many were cut."""
    ends, cut = time.monotonic() + seconds, 0
    where = f"host={postgres.folder} user=tester dbname=postgres"
    with psycopg.connect(where, autocommit=True) as admin:
        while time.monotonic() < ends:
            cut += len(admin.execute(CUT).fetchall())
            time.sleep(0.05)
    return cut


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        here, there = ServerProcess(database), ServerProcess(database)
        load = Load([here.url], given.tables)
        followers = [Follower(there.url, racer) for racer in load.racers]
        with load:
            cut = cut_off(postgres, SECONDS)
            load.wait_for(given.turns)
        guest = Guest(here.url)
        with_token(guest, load.racers[0].token)
        numbers = [guest.view(each.table)["number"] for each in followers]
        began = time.monotonic()
        while any(each.number < n for each, n in zip(followers, numbers, strict=True)):
            assert time.monotonic() < began + 60, "a stream has not caught up"
            time.sleep(0.01)
        took = time.monotonic() - began
        guest.close()
        for server in (here, there):
            server.kill()
    write_report(
        "listener-cut",
        f"listeners cut off for {SECONDS:.0f} s, {given.tables} races followed at another server",
        {
            "connections cut": cut,
            "decisions acknowledged, at least": given.turns,
            "seconds until all streams had told everything": f"{took:.2f}",
        },
    )


if __name__ == "__main__":
    main()
