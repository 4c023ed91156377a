"""Measure the coach: how soon it has figures before a turn, and how long it looks back at a race.

python -m bench.coach            print the table
python -m bench.coach --write    also put it into docs/benchmarks.md
"""

import argparse
import statistics
import time
from collections.abc import Iterator

from bench.page import write
from snowtails import Race, race_on
from snowtails.coach import LookAhead, LookBack
from snowtails.rules import Phase

COURSE, SLEDS = "whole-box", 4
RACES = 3
FIRST, ALL, BACK = 0.3, 2, 10
"""Seconds to reach: the first figures, all of them, and a race looked at, by one of two cores."""


def raced(seed: int) -> Race:
    race = Race(COURSE, SLEDS, seed=seed)
    race_on(race, ["husky", "yearling", "pup", "husky"], seed=seed)
    return race


def ahead(race: Race) -> Iterator[tuple[float, float, int]]:
    """Yield the seconds to the first figures and to all, and the options, of every fourth turn."""
    again = Race.from_state(race.course, race.beginning.state)
    for number, entry in enumerate(race.log):
        if number % 4 == 0 and again.phase is Phase.TURN:
            view = again.view(again.actor)
            began = time.perf_counter()
            looking = LookAhead(view, 1)
            looking.go_on()
            first = time.perf_counter() - began
            while looking.go_on():
                pass
            yield first, time.perf_counter() - began, len(looking.options)
        again.play(entry.decision, [card for drawn in entry.drawn for card in drawn.cards])


def back(race: Race) -> float:
    """Return the seconds of one core that looking back at a race takes."""
    began = time.perf_counter()
    looking = LookBack(race)
    for step in looking.steps:
        step()
    assert looking.analysis.judged
    return time.perf_counter() - began


def table() -> str:
    races = [raced(seed) for seed in range(1, RACES + 1)]
    next(ahead(races[0]))  # solves the course, and loads the kernels
    firsts, wholes, options = zip(*(found for race in races for found in ahead(race)), strict=True)
    looked = [back(race) for race in races]
    each = sum(looked) / sum(len(race.log) for race in races)
    told = f"The Whole Box, four sleds, {RACES} races, one core of a machine shared with others; "
    told += f"{statistics.mean(options):.0f} options to decide among on average."
    rows = (
        (
            "before a turn, first figures, median",
            f"{statistics.median(firsts):.3f} s",
            f"{FIRST} s",
        ),
        ("the same, slowest", f"{max(firsts):.3f} s", f"{FIRST} s"),
        ("before a turn, all figures, median", f"{statistics.median(wholes):.2f} s", f"{ALL} s"),
        ("first figures, as a share of all", f"{sum(firsts) / sum(wholes):.0%}", ""),
        ("looking back at a whole race, slowest", f"{max(looked):.1f} s", f"{BACK} s"),
        ("the same, for each decision", f"{each * 1000:.0f} ms", ""),
    )
    lines = [told, "", "| | measured | to reach |", "|---|--:|--:|"]
    return "\n".join(
        [*lines, *(f"| {what} | {found} | {wanted} |" for what, found, wanted in rows)]
    )


def main() -> None:
    """Print the table, and write it if that is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", action="store_true")
    found = table()
    print(found)
    if parser.parse_args().write:
        write("coach", f"## Coach\n\n{found}")


if __name__ == "__main__":
    main()
