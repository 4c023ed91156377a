"""Kills a server on SQLite again and again under load: python -m tests.long.kill_server

Nothing that was acknowledged may be lost, and every race must go on.
"""

import argparse
import tempfile
import time
from pathlib import Path

from snowtails.server.store.store import sqlite_url
from tests.long.report import write_report
from tests.server.crashing import Load, ServerProcess


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--between", type=int, default=100, help="acknowledgements")
    given = parser.parse_args()
    ready, first = [], []
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(sqlite_url(Path(folder) / "snowtails.db"))
        with Load([server.url], given.tables) as load:
            for kill in range(given.kills):
                load.wait_for(given.between)
                server.kill()
                ready.append(server.start())
                load.forget()
                began = time.monotonic()
                load.wait_for(1)
                first.append(time.monotonic() - began)
                print(f"kill {kill + 1}: ready after {ready[-1]:.1f} s", flush=True)
            load.forget()
            load.wait_for(given.tables)
        kept = load.check(server.url)
        server.stop()
    write_report(
        "kill-server",
        f"kills of a server on SQLite, {given.tables} live races",
        {
            "kills": given.kills,
            "acknowledged decisions, all there and unchanged": kept,
            "seconds until ready, longest": f"{max(ready):.1f}",
            "seconds from ready to the first acknowledgement, longest": f"{max(first):.2f}",
        },
    )


if __name__ == "__main__":
    main()
