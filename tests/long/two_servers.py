"""Kills one of two servers on PostgreSQL, and the database: python -m tests.long.two_servers

Whatever was acknowledged by either is there afterwards, and the other server goes on at once.
"""

import argparse
import time
from contextlib import closing

from tests.long.report import Goal, write_report
from tests.server.crashing import Load, ServerProcess
from tests.server.databases import Postgres, new_database

WITHIN = 3.0
"""Seconds after which decisions are acknowledged again."""


def seconds_until_served(load: Load) -> float:
    """Return after how many seconds the next decision is acknowledged."""
    load.forget()
    began = time.monotonic()
    load.wait_for(1)
    return time.monotonic() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50, help="of one server")
    parser.add_argument("--stops", type=int, default=20, help="of the database, immediately")
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--between", type=int, default=50, help="acknowledgements")
    given = parser.parse_args()
    after_kills, after_stops = [0.0], [0.0]
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        servers = [ServerProcess(database) for _ in range(2)]
        with Load([each.url for each in servers], given.tables) as load:
            for kill in range(given.kills):
                load.wait_for(given.between)
                servers[kill % 2].kill()
                after_kills.append(seconds_until_served(load))
                servers[kill % 2].start()
                print(f"kill {kill + 1}: served after {after_kills[-1]:.2f} s", flush=True)
            for stop in range(given.stops):
                load.wait_for(given.between)
                postgres.stop_immediately()
                postgres.start()
                after_stops.append(seconds_until_served(load))
                print(f"stop {stop + 1}: served after {after_stops[-1]:.2f} s", flush=True)
        kept = [load.check(each.url) for each in servers]
        assert kept[0] == kept[1]
        for each in servers:
            each.stop()
    write_report(
        "two-servers",
        f"two servers on one PostgreSQL, {given.tables} live races",
        {
            "kills of one server": given.kills,
            "seconds until the other acknowledged, longest": f"{max(after_kills):.2f}",
            "immediate stops of the database": given.stops,
            "seconds from its start to an acknowledgement, longest": f"{max(after_stops):.2f}",
            "acknowledged decisions, all there and unchanged at both": kept[0],
        },
        [
            Goal("seconds after a kill", max(after_kills), WITHIN),
            Goal("seconds after a stop of the database", max(after_stops), WITHIN),
        ],
    )


if __name__ == "__main__":
    main()
