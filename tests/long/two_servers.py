"""Kills one of two servers on PostgreSQL, and the database: python -m tests.long.two_servers

Whatever was acknowledged by either is there afterwards, and the other server goes on at once.
"""

import argparse
import time
from contextlib import closing

from tests.long.report import Goal, spread, write_report
from tests.server.crashing import Load, ServerProcess
from tests.server.databases import Postgres, new_database

WITHIN = 3.0
"""Seconds after which every race has gone on, whoever had a thought or a clock to see to."""
THINKING = 4
"""Races whose rival thinks: the thought that dies with one server is thought by the other."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="of one server")
    parser.add_argument("--stops", type=int, default=20, help="of the database, immediately")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--between", type=int, default=50, help="acknowledgements")
    given = parser.parse_args()
    first: list[float] = []
    after_kills: list[float] = []
    after_stops: list[float] = []
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        servers = [ServerProcess(database) for _ in range(2)]
        with Load([each.url for each in servers], given.tables, thinking=THINKING) as load:
            load.wait_for_all()
            usual = [load.wait_for_all() for _ in range(5)]
            for kill in range(given.kills):
                load.wait_for(given.between)
                servers[kill % 2].kill()
                killed = time.monotonic()
                after_kills.append(load.wait_for_all())
                first.append(load.first_after(killed) - killed)
                servers[kill % 2].start()
                print(f"kill {kill + 1}: all go on after {after_kills[-1]:.2f} s", flush=True)
            for stop in range(given.stops):
                load.wait_for(given.between)
                postgres.stop_immediately()
                postgres.start()
                started = time.monotonic()
                after_stops.append(load.wait_for_all())
                first.append(load.first_after(started) - started)
                print(f"stop {stop + 1}: all go on after {after_stops[-1]:.2f} s", flush=True)
        kept = [load.check(each.url) for each in servers]
        assert kept[0] == kept[1]
        for each in servers:
            each.stop()
    write_report(
        "two-servers",
        f"two servers on one PostgreSQL, {given.tables} live races, in {THINKING} a rival thinks",
        {
            "kills of one server": given.kills,
            "seconds until every race had gone on, median and longest": spread(after_kills),
            "immediate stops of the database": given.stops,
            "seconds from its start until every race had gone on": spread(after_stops),
            "seconds until the first acknowledgement after either": spread(first),
            "seconds in which every race goes on once, without either": spread(usual),
            "acknowledged decisions, all there and unchanged at both": kept[0],
        },
        [
            Goal("seconds until the first acknowledgement", max(first), WITHIN),
            Goal("seconds after a kill", max(after_kills), WITHIN),
            Goal("seconds after a stop of the database", max(after_stops), WITHIN),
        ],
    )


if __name__ == "__main__":
    main()
