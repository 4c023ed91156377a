"""Kills a server on SQLite again and again under load: python -m tests.long.kill_server

Nothing that was acknowledged may be lost, and every race must go on.
"""

import argparse
import tempfile
import time
from pathlib import Path

from snowtails.server.store.engine import sqlite_url
from tests.long.report import Goal, spread, write_report
from tests.server.crashing import Load, ServerProcess

WITHIN = 2.0
"""Seconds from the start to the first acknowledgement, and from readiness until all go on."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--between", type=int, default=100, help="acknowledgements")
    given = parser.parse_args()
    ready: list[float] = []
    first: list[float] = []
    on: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(sqlite_url(Path(folder) / "snowtails.db"))
        with Load([server.url], given.tables) as load:
            load.wait_for_all()
            usual = [load.wait_for_all() for _ in range(3)]
            load.forget()
            for kill in range(given.kills):
                load.wait_for(given.between)
                server.kill()
                killed = time.monotonic()
                ready.append(server.start())
                on.append(load.wait_for_all())
                first.append(load.first_after(killed) - killed)
                load.forget()
                told = f"ready after {ready[-1]:.1f} s, all go on {on[-1]:.1f} s later"
                print(f"kill {kill + 1}: {told}", flush=True)
        kept = load.check(server.url)
        server.stop()
    write_report(
        "kill-server",
        f"kills of a server on SQLite, {given.tables} live races",
        {
            "kills": given.kills,
            "acknowledged decisions, all there and unchanged": kept,
            "seconds from start to ready, median and longest": spread(ready),
            "seconds from start to the first acknowledgement, median and longest": spread(first),
            "seconds in which every race goes on once, without a kill": spread(usual),
            "seconds from ready until every race had gone on, median and longest": spread(on),
        },
        [
            Goal("seconds from start to the first acknowledgement", max(first), WITHIN),
            Goal("seconds until every race had gone on", max(on), WITHIN),
        ],
    )


if __name__ == "__main__":
    main()
