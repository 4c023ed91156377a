"""Keeps a server on SQLite under load for ten minutes: python -m tests.long.soak

People race against bots at a steady rate, table after table, while streams listen. Nothing that
was acknowledged may be lost, and memory must not grow. The server keeps few tables in memory, so
that it has as many as it ever will after the first minute.
"""

import argparse
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

import httpx

from snowtails.server.store.engine import sqlite_url
from tests.long.report import Goal, write_report
from tests.server.crashing import Load, ServerProcess

MB = 1e6
GROWTH = 1.1
"""How much of what it has after a tenth of the time a server may have at the end."""
P99 = 50.0
"""Milliseconds within which 99 of 100 decisions are acknowledged."""


class Listeners:
    """Streams about the lobby that nobody closes; it is noted how those ended that did."""

    def __init__(self, url: str, count: int) -> None:
        self.ended: list[str] = []
        for _ in range(count):
            threading.Thread(target=self._listen, args=(url,), daemon=True).start()

    def _listen(self, url: str) -> None:
        began = time.monotonic()
        try:
            path = f"{url}/api/stream?lobby=true"
            with httpx.stream("GET", path, timeout=None) as response:
                for _ in response.iter_bytes():
                    pass
            why = "the server ended it"
        except httpx.TransportError as error:
            why = repr(error)
        self.ended.append(f"after {time.monotonic() - began:.0f} s: {why}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=200.0, help="people's turns a second")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--streams", type=int, default=1000)
    given = parser.parse_args()
    threads = 4
    memory: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        database = sqlite_url(Path(folder) / "snowtails.db")
        server = ServerProcess(database, "--sessions", str(2 * given.tables))
        listeners = Listeners(server.url, given.streams)
        load = Load([server.url], given.tables, threads, pace=threads / given.rate)
        with load:
            began = time.monotonic()
            while time.monotonic() < began + given.minutes * 60:
                time.sleep(given.minutes * 60 / 20)
                assert not load.failures, load.failures
                assert not listeners.ended, listeners.ended[0]
                memory.append(server.memory)
                turns = sum(len(racer.noted) for racer in load.racers)
                print(f"{turns} turns, {memory[-1] / MB:.0f} MB", flush=True)
            took = time.monotonic() - began
        noted = [each for racer in load.racers for each in racer.noted.values()]
        kept = load.check(server.url)
        server.kill()
        server.start()
        assert load.check(server.url) == kept == len(noted)
        server.stop()
    waited = sorted(each.took for each in noted)
    p99 = waited[int(len(waited) * 0.99)] * 1000
    write_report(
        "soak",
        f"{given.minutes:.0f} minutes of people's turns, each answered by a bot, SQLite",
        {
            "turns a second": f"{len(noted) / took:.0f}",
            "acknowledged decisions, all there before and after a kill": kept,
            "tables": len({table for racer in load.racers for table, _ in racer.noted}),
            "streams that listened all the time": given.streams,
            "median and p99 of an acknowledgement, ms": (
                f"{median(waited) * 1000:.1f} and {p99:.1f}"
            ),
            "memory after a tenth, half and all of the time, MB": ", ".join(
                f"{memory[at] / MB:.0f}" for at in (1, len(memory) // 2 - 1, -1)
            ),
        },
        [Goal("p99 in ms", p99, P99), Goal("growth", memory[-1] / memory[1], GROWTH)],
    )


if __name__ == "__main__":
    main()
