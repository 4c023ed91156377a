"""Play solo engine and twin thousands of times and note in docs/proofs.md what was compared.

python -m tests.long.play_solo_twins --rounds 10000

Round number n is always the same round. The numbers of the suite come first.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from rich.progress import track

from bench.page import write
from snowtails.rules.race import RULES_VERSION
from tests.rules.solo_twins import play_twins

CHUNK = 50
NOTE = Path(__file__).parents[2] / "docs" / "proofs.md"


def play_chunk(first: int) -> Counter[str]:
    """Play a chunk of numbers; an assertion fails where engine and twin differ."""
    seen: Counter[str] = Counter()
    for seed in range(first, first + CHUNK):
        try:
            seen += play_twins(seed)[1]
        except AssertionError as difference:
            raise AssertionError(f"round {seed}: {difference}") from difference
    return seen


def table(seen: Counter[str]) -> Iterator[str]:
    rounds = f"{seen.pop('rounds'):,}"
    yield f"| solo rounds, compared state by state (rules version {RULES_VERSION}) | {rounds} |"
    yield "|---|---:|"
    for row in sorted(seen):
        yield f"| {row.replace('_', ' ')} | {seen[row]:,} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=None)
    wanted = parser.parse_args()
    seen: Counter[str] = Counter()
    firsts = range(0, wanted.rounds, CHUNK)
    with ProcessPoolExecutor(wanted.workers) as pool:
        for counts in track(pool.map(play_chunk, firsts), "playing", total=len(firsts)):
            seen += counts
    told = "\n".join(table(seen))
    write("solo-twins", told, NOTE)
    print(told)


if __name__ == "__main__":
    main()
