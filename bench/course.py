"""Time the course layer: compile the longest course of the box, make one up, draw one.

python bench/course.py            print the table
python bench/course.py --write    also put it into docs/benchmarks.md
"""

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

from bench.page import write
from snowtails import Course

TARGET = 50
"""Milliseconds that neither compiling nor making up a course may take."""


def milliseconds(task: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Return the median and the worst time of a task, after one round to warm up."""
    task()
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        task()
        times.append((time.perf_counter() - began) * 1000)
    return statistics.median(times), max(times)


def tasks() -> dict[str, Callable[[], object]]:
    longest = Course.load("whole-box").line
    rng = np.random.default_rng(0)

    def compiled() -> object:
        # A fresh course each time: it remembers what it has found out about itself.
        course = Course.parse(longest)
        return course.status(), course.track

    return {
        "compile the whole box: read its line, check it, build the track": compiled,
        "make up a course": lambda: Course.random(rng),
        "make up a course of 14 tiles, the whole box": lambda: Course.random(rng, tiles=14),
        "make up a solo course": lambda: Course.random(rng, solo=True),
        "draw the whole box as SVG": lambda: Course.parse(longest).svg(),
    }


def table(rounds: int) -> str:
    rows = [f"| milliseconds, {rounds} rounds | median | worst |", "|---|--:|--:|"]
    for name, task in tasks().items():
        median, worst = milliseconds(task, rounds)
        rows.append(f"| {name} | {median:.1f} | {worst:.1f} |")
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    options = parser.parse_args()
    found = table(options.rounds)
    print(found)
    if options.write:
        heading = f"## Courses\n\nThe target for compiling and making up is {TARGET} ms.\n"
        write("course", f"{heading}\n{found}")


if __name__ == "__main__":
    main()
