"""Compares pairs of worlds that differ in hidden cards: python -m tests.long.worlds

Each pair is a race, a race of a season or a solo game, played in both worlds with the same
decisions, chat, errors and dropped streams, until the game itself gives the difference away.
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path

from snowtails.server.store import engine
from tests.long.report import write_report
from tests.server.worlds import compare

AT_ONCE = 200
"""Pairs of one pair of servers."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=1e9, help="after which it ends")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    engine.SYNCHRONOUS = "OFF"  # nobody cuts the power here
    counts: Counter[str] = Counter()
    began, pairs = time.monotonic(), 0
    while pairs < given.pairs and time.monotonic() < began + given.minutes * 60:
        with tempfile.TemporaryDirectory() as folder:
            some = min(AT_ONCE, given.pairs - pairs)
            counts += asyncio.run(compare(Path(folder), some, given.seed + pairs))
        pairs += some
        print(f"{pairs} pairs after {time.monotonic() - began:.0f} s", flush=True)
    write_report(
        "worlds",
        "pairs of worlds that differ only in what a seat may not know",
        {"pairs, all told alike": pairs, **dict(sorted(counts.items()))},
    )


if __name__ == "__main__":
    main()
