"""Measures how soon a stream at one server hears of another: python -m tests.long.doorbell

Decisions are taken at one of two servers on PostgreSQL; streams listen at the other.
"""

import argparse
import time
from contextlib import closing
from statistics import median

from tests.long.followers import Follower, lags
from tests.long.report import Goal, write_report
from tests.server.crashing import PATIENCE, Load, ServerProcess
from tests.server.databases import Postgres, new_database

WITHIN = 100.0
"""Milliseconds after which 99 of 100 streams have heard."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--rate", type=float, default=20.0, help="decisions a second")
    given = parser.parse_args()
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        here, there = ServerProcess(database), ServerProcess(database)
        load = Load([here.url], given.tables, threads=1, pace=1 / given.rate)
        followers = [Follower(there.url, racer) for racer in load.racers]
        for each in followers:
            each.start()
            assert each.listening.wait(PATIENCE)
        with load:
            load.wait_for(given.turns)
        time.sleep(1.0)  # for what was decided last
        took = sorted(lag for _, lag in lags(load, followers))
        assert len(took) >= given.turns, "some were never heard of"
        for server in (here, there):
            server.kill()
    p99 = took[int(len(took) * 0.99)] * 1000
    write_report(
        "doorbell",
        "from an acknowledgement at one server to a stream at another, PostgreSQL",
        {
            "decisions": len(took),
            "median, ms": f"{median(took) * 1000:.0f}",
            "99 of 100 within, ms": f"{p99:.0f}",
            "longest, ms": f"{took[-1] * 1000:.0f}",
        },
        [Goal("p99 in ms", p99, WITHIN)],
    )


if __name__ == "__main__":
    main()
