"""Measure the solo game: what points rounds and games bring, by how well one plays.

python bench/solo.py            print the tables
python bench/solo.py --write    also put them into docs/solo.md
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

import numpy as np
from rich.progress import track

from bench.page import BENCHMARKS, write
from snowtails import Course
from snowtails.lab.solo import OneTurnAhead, Thorough, Way, at_once, solo_round
from snowtails.rules.solo import ROUNDS, Score, grade_of
from snowtails.rules.solo.score import VICTORIES

PAGE = BENCHMARKS.parent / "solo.md"


@dataclass(frozen=True)
class Field:
    """Courses to play on."""

    name: str
    hazards: int
    opponents: bool

    def course(self, number: int) -> Course:
        """Return one of the courses by its number."""
        if self.hazards == 1 and number == 0:
            return Course.load("lone-wolf")
        return Course.random(
            np.random.default_rng([self.hazards, number]), solo=True, hazards=self.hazards
        )


FIELDS = (
    Field("without optional hazards", 1, opponents=False),
    Field("five hazards and the opponents", 5, opponents=True),
)
WAYS: dict[str, Way] = {
    "one turn ahead, roughly": OneTurnAhead(noise=1.0),
    "one turn ahead": OneTurnAhead(),
    "at once": at_once,
    "the Lone Wolf": Thorough(),
}
COURSES = 10
"""Courses of each field; a game is played on one of them."""


def game(task: tuple[Field, str, int]) -> list[Score]:
    """Play a game by its number, which settles course and cards."""
    field, way, number = task
    course = field.course(number % COURSES)
    return [
        solo_round(course, WAYS[way], ROUNDS * number + i, opponents=field.opponents)
        for i in range(ROUNDS)
    ]


def rows(field: Field, games: dict[str, int], workers: int) -> list[str]:
    """Return the table of a field."""
    names = [f"{victory} ({least})" for least, victory in reversed(VICTORIES)]
    heads = [field.name, "games", "points a round", "worst–best", "wrecked", "out of cards", *names]
    found = [f"| {' | '.join(heads)} |", "|---|" + "--:|" * (len(heads) - 1)]
    with ProcessPoolExecutor(workers) as pool:
        for way, count in games.items():
            tasks = [(field, way, number) for number in range(count)]
            played = list(track(pool.map(game, tasks), f"{field.name}, {way}", total=count))
            found.append(row(way, played))
    return found


def row(way: str, played: Sequence[Sequence[Score]]) -> str:
    driven = np.array([score.total for g in played for score in g])
    wrecks = np.mean([score.lines[0].reason == "wrecked" for g in played for score in g])
    # A round that ends neither past the line nor in a wreck ended for lack of cards (SOLO-15).
    short = np.mean([s.lines[0].reason in ("length", "start") for g in played for s in g])
    grades = Counter(
        grade_of(sum(s.total for s in g), sum(s.setup for s in g)).victory for g in played
    )
    shares, total = [], 0
    for _, victory in VICTORIES:  # who has a complete victory has the lesser ones too
        total += grades[victory]
        shares.append(f"{100 * total / len(played):.0f} %")
    spread = f"{driven.min()}–{driven.max()}"
    return (
        f"| {way} | {len(played)} | {driven.mean():.1f} | {spread} | {100 * wrecks:.0f} % "
        f"| {100 * short:.0f} % | " + " | ".join(reversed(shares)) + " |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=40, help="of the Lone Wolf, for each table")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="put the tables into docs/solo.md")
    wanted = parser.parse_args()
    games = dict.fromkeys(WAYS, 100) | {"the Lone Wolf": wanted.games}
    tables: list[str] = []
    for field in FIELDS:
        tables.append("\n".join(rows(field, games, wanted.workers)))
        print(tables[-1])
        if wanted.write:  # what is done is kept if the rest is broken off
            write("scores", "\n\n".join(tables), PAGE)


if __name__ == "__main__":
    main()
