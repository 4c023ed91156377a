"""Cuts off the listeners of two servers on PostgreSQL: python -m tests.long.listener_cut

For ten seconds and a thousand turns no bell is heard, while decisions are taken at one server and
streams listen at the other. Every stream must hear of everything within two seconds all the same.
"""

import argparse
import time
from contextlib import closing
from statistics import median

import psycopg

from tests.long.followers import Follower, lags
from tests.long.report import Goal, write_report
from tests.server.crashing import PATIENCE, Load, ServerProcess
from tests.server.databases import Postgres, new_database

CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE application_name = 'snowtails' AND query LIKE 'LISTEN%'"
)
SECONDS = 10.0
WITHIN = 2.0


def cut_off(postgres: Postgres, load: Load, turns: int) -> tuple[int, float]:
    """Cut every connection that listens, again and again; return how many, and for how long."""
    began, cut = time.monotonic(), 0
    where = f"host={postgres.folder} user=tester dbname=postgres"
    with psycopg.connect(where, autocommit=True) as admin:
        while time.monotonic() < began + SECONDS or turns_of(load, began) < turns:
            assert not load.failures, load.failures
            cut += len(admin.execute(CUT).fetchall())
            time.sleep(0.05)
    return cut, time.monotonic() - began


def turns_of(load: Load, since: float) -> int:
    """Return how many decisions were acknowledged since a time."""
    return sum(noted.at > since for racer in load.racers for noted in list(racer.noted.values()))


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
        for each in followers:
            each.start()
            assert each.listening.wait(PATIENCE)
        with load:
            began = time.monotonic()
            cut, lasted = cut_off(postgres, load, given.turns)
            ended = time.monotonic()
        time.sleep(2 * WITHIN)  # for what was decided last
        found = list(lags(load, followers))
        missed = turns_of(load, 0) - len(found)
        for server in (here, there):
            server.kill()
    during = [lag for at, lag in found if began < at < ended]
    late = sum(lag > WITHIN for lag in during)
    write_report(
        "listener-cut",
        f"listeners cut off, {given.tables} races followed at another server",
        {
            "seconds without a doorbell": f"{lasted:.1f}",
            "connections cut": cut,
            "decisions acknowledged meanwhile": len(during),
            "seconds until a stream at the other server told of one, median": (
                f"{median(during):.2f}"
            ),
            "longest": f"{max(during):.2f}",
            f"later than {WITHIN:.0f} s, or never": late + missed,
        },
        [Goal("heard of late or never", late + missed, 0)],
    )


if __name__ == "__main__":
    main()
