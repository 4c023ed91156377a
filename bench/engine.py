"""Time the engine against its targets, and against the naive twin in the same run.

python bench/engine.py            print the table
python bench/engine.py --write    also put it into docs/benchmarks.md
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from bench.page import write
from snowtails.course import Course
from snowtails.lab.bench import Figure, measure
from tests.naive import NaiveRace

FIRST_TURN = """
import snowtails as st
race = st.Race(st.Course.load("nutcracker"), sleds=2, deal=st.SeededDeal(1))
race.play("@1"); race.play("@2"); race.play(race.turns[0])
"""
RACE = """
import snowtails as st
assert st.race_on(st.Race("nutcracker", sleds=3, seed=1), "husky", seed=1)
"""
PLAIN = "import sys; sys.modules['scipy'] = None\n"
"""As in a plain install: where SciPy is there, as for research, Numba imports it."""
COMPILE = "from snowtails.warm import compile_all; list(compile_all())"
COMPILE_ALL = """
from snowtails.warm import PARTS, compile_side_by_side
if __name__ == "__main__":
    list(compile_side_by_side(PARTS))
"""


def twin_turns_a_second(seconds: float = 5.0) -> float:
    """Return how many turns of random races the naive twin plays in a second."""
    tiles = [tile.name for tile in Course.load("nutcracker").tiles]
    rng = np.random.default_rng(3)

    def draw(_: int, deck: list[int]) -> int:
        cards = [value for value, count in enumerate(deck, 1) for _ in range(count)]
        return cards[rng.integers(len(cards))]

    turns, best = 0, 0.0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        began, turns = time.perf_counter(), 0
        for _ in range(5):
            race = NaiveRace({"tiles": tiles}, 4, range(4), draw)
            while race.phase != "over":
                legal = race.legal()
                turns += race.phase == "turn"
                race.play(legal[rng.integers(len(legal))])
        best = max(best, turns / (time.perf_counter() - began))
    return best


def seconds_of(code: str, cache: str | None = None) -> float:
    """Return how long a fresh interpreter takes for some code, with bytecode as in an install."""
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return time.perf_counter() - began


def figures() -> list[Figure]:
    found = list(measure())
    ratio = found[0].value * 1e6 / twin_turns_a_second()
    found.insert(1, Figure("the same, against the naive twin", ratio, "times", 200, True))
    for what, code, target in (
        ("import, without the rules", "import snowtails", 0.5),
        ("import and first turn, warm cache", PLAIN + FIRST_TURN, 1.0),
        ("the same, where Numba finds SciPy to import", FIRST_TURN, 1.0),
    ):
        seconds_of(code)
        warm = min(seconds_of(code) for _ in range(5))
        found.append(Figure(what, warm, "s", target, False))
    for what, code, target in (
        ("import and first turn, nothing compiled yet", FIRST_TURN, 10.0),
        ("import and a race of Huskies, nothing compiled yet", RACE, 15.0),
        ("compiling all that races need ahead of time", COMPILE, 20.0),
        ("compiling everything, on both cores", COMPILE_ALL, 40.0),
    ):
        with tempfile.TemporaryDirectory() as cache:
            found.append(Figure(what, seconds_of(code, cache), "s", target, False))
    return found


def table(found: list[Figure]) -> str:
    rows = ["| one core | measured | to reach |", "|---|--:|--:|"]
    rows += [
        f"| {figure.what} | {figure.shown(figure.value)} {figure.unit} "
        f"| {figure.shown(figure.target)} |"
        for figure in found
    ]
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    options = parser.parse_args()
    text = table(figures())
    print(text)
    if options.write:
        write("engine", f"## Engine\n\nBest of many short runs on a shared machine.\n\n{text}")


if __name__ == "__main__":
    main()
