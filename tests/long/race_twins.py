"""Race engine and twin thousands of times and note in docs/proofs.md what was compared.

python -m tests.long.race_twins --races 20000

Race number n is always the same race. The numbers of the suite come first.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.progress import track

from bench.page import write
from snowtails.rules.race import RULES_VERSION
from tests.rules.twins import happenings, race_twins, twin_course

CHUNK = 50
NOTE = Path(__file__).parents[2] / "docs" / "proofs.md"
ROWS = (
    *("decisions", "sleds finished", "sleds wrecked", "collisions", "bonuses", "discards"),
    *("reshuffles", "dents for speeding", "dents for saplings", "dents for side"),
    *("draws without cards (TURN-4)", "wrecks without cards (TURN-4)"),
)


def race_chunk(first: int) -> Counter[str]:
    """Race a chunk of numbers; an assertion fails where engine and twin differ."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        try:
            seen += happenings(race_twins(twin_course(seed), 1 + seed // 4 % 5, seed))
        except AssertionError as difference:
            raise AssertionError(f"race {seed}: {difference}") from difference
    return seen


def table(seen: Counter[str]) -> Iterator[str]:
    yield f"| races, compared state by state (rules version {RULES_VERSION}) | {seen['races']:,} |"
    yield "|---|---:|"
    for row in ROWS:
        yield f"| {row} | {seen[row]:,} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after these")
    wanted = parser.parse_args()
    seen: Counter[str] = Counter()
    began = time.monotonic()
    firsts = range(0, wanted.races, CHUNK)
    with ProcessPoolExecutor(wanted.workers) as pool:
        for counts in track(pool.map(race_chunk, firsts), "racing", total=len(firsts)):
            seen += counts
            if time.monotonic() - began > 60 * wanted.minutes:
                pool.shutdown(cancel_futures=True)
                break
    write("twins", "\n".join(table(seen)), NOTE)
    print("\n".join(table(seen)))


if __name__ == "__main__":
    main()
