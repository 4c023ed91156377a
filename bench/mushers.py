"""Measure the mushers: how fast they are, and in a league how good.

python -m bench.mushers             print the tables
python -m bench.mushers --write     also put them into docs/mushers.md and docs/benchmarks.md
python -m bench.mushers --search    the table of those who search instead; see `bench.searchers`
"""

import argparse
import time
from collections.abc import Sequence
from functools import partial

import numpy as np
from rich.progress import Progress

from bench.page import BENCHMARKS, write
from bench.searchers import NEVER_TUNED_ON, TUNED_ON, search_section
from snowtails import Course, Race, SeededDeal, run_races
from snowtails.lab.bench import best_seconds
from snowtails.lab.league import League, Raced, race_league
from snowtails.lab.ranking import Ranked, ranking
from snowtails.lab.ratings import Estimate
from snowtails.lab.ride import ride
from snowtails.mushers import INSTANT, LADDER, ask, solver
from snowtails.rules import Phase
from snowtails.rules.state import WRECKED

PAGE = BENCHMARKS.parent / "mushers.md"

ROUNDS = 300
"""Deals for each field on each course."""

MATCHES = (
    (("pup", "rookie", "rookie", "rookie"), 0.80),
    (("yearling", "pup", "pup", "pup"), 0.36),
    (("husky", "yearling", "yearling", "yearling"), 0.36),
    (("yearling", "pup"), 0.60),
    (("husky", "yearling"), 0.60),
)
"""One against the others, and the share of wins to reach."""


def race_all(league: League, title: str) -> list[Raced]:
    """Race a league, showing how far it is."""
    with Progress(transient=True) as bar:
        task = bar.add_task(title, total=sum(heat.count for heat in league.heats()))
        return race_league(league, on_heat=lambda raced: bar.advance(task, raced.heat.count))


def league_table(size: int, rows: Sequence[Ranked]) -> str:
    """Return the ranking of races with so many sleds."""
    text = [
        f"**{size} sleds**, {min(row.deals for row in rows):,} deals",
        "",
        "| | Elo | ahead of the next | wins % | wrecks % | mean place | turns, if finished |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    text += [
        f"| {row.musher} | {row.elo.shown()} | {row.ahead.shown() if row.ahead else ''} "
        f"| {row.wins.shown(100, 1)} | {row.wrecks.shown(100, 1)} | {row.place:.2f} "
        f"| {row.turns:.1f} |"
        for row in rows
    ]
    return "\n".join(text)


def league_section() -> str:
    """Race the ladder with 2 to 5 sleds on all courses."""
    courses = (*TUNED_ON, *NEVER_TUNED_ON)
    league = League(tuple(INSTANT), courses, (2, 3, 4, 5), ROUNDS)
    raced = race_all(league, "league")
    tables = [
        league_table(size, ranking([r for r in raced if len(r.heat.field) == size]))
        for size in league.sleds
    ]
    told = ", ".join(Course.load(name).name or name for name in courses)
    return "\n\n".join([f"On {told}; {ROUNDS} rounds for each field on each.", *tables])


def match_section() -> str:
    """Race one against the rung below, on courses that nothing was tuned on."""
    told = ", ".join(Course.load(name).name or name for name in NEVER_TUNED_ON)
    text = [
        f"On courses never used for tuning: {told}; {ROUNDS} rounds on each.",
        "",
        "| match | wins % | lower end | to reach | by course |",
        "|---|--:|--:|--:|---|",
    ]
    for field, target in MATCHES:
        league = League(field, NEVER_TUNED_ON, (len(field),), ROUNDS, seed=2)
        raced = race_all(league, " against ".join(dict.fromkeys(field)))
        wins = _wins(field[0], raced)
        each = (_wins(field[0], [r for r in raced if r.heat.course == c]) for c in league.courses)
        text.append(
            f"| {field[0]} against {len(field) - 1} {field[1]} | {wins.shown(100, 1)} "
            f"| {wins.low * 100:.1f} | {target * 100:.0f} "
            f"| {', '.join(f'{share.value * 100:.0f}' for share in each)} |"
        )
    return "\n".join(text)


def _wins(musher: str, raced: Sequence[Raced]) -> Estimate:
    return next(row.wins for row in ranking(raced) if row.musher == musher)


def wreck_section() -> str:
    """Count the wrecks of four Huskies on the courses that have every hazard."""
    text = [
        "| courses with every hazard | wrecks %, per sled and race | upper end |",
        "|---|--:|--:|",
    ]
    for course in map(Course.load, Course.shipped()):
        hazards = {tile.name.partition("-")[0] for tile in course.tiles}
        if {"chasm", "saplings", "snowdrift"} <= hazards:
            results = run_races(course, 5000, 4, INSTANT["husky"], np.random.default_rng(9))
            shares = (results["status"][:, :4] == WRECKED).mean(axis=1)
            wrecks = Estimate.of((course.line, float(share)) for share in shares)
            text.append(f"| {course.name} | {wrecks.shown(100, 2)} | {wrecks.high * 100:.2f} |")
    return "\n".join(text)


def par_section() -> str:
    """Compare the solver's estimate with what a Husky alone really takes."""
    text = ["| course | par | a Husky alone | difference |", "|---|--:|--:|--:|"]
    for course in map(Course.load, Course.shipped()):
        par, real = solver.solve(course).par, ride(course).mean
        text.append(f"| {course.name} | {par:.2f} | {real:.2f} | {(par / real - 1) * 100:+.1f} % |")
    return "\n".join(text)


def speed_section() -> str:
    """Time the solver, a turn from Python, and races in compiled code."""
    course = max(map(Course.load, Course.shipped()), key=lambda found: len(found.track))
    first = best_seconds(lambda: solver.solve_track(course.track))

    def from_disk() -> None:
        solver._kept.clear()
        solver.solve(course)

    rows = [
        ("solving the longest course of the box, first time", f"{first:.2f} s", "3 s"),
        ("the same, from the disk", f"{best_seconds(from_disk) * 1000:.1f} ms", "instant"),
    ]
    rows += [
        (
            f"a turn of the {name}, asked from Python",
            f"{milliseconds_a_turn(name):.2f} ms",
            to_reach,
        )
        for name, to_reach in [*((name, "2 ms") for name in INSTANT), ("malamute", "50 ms")]
    ]
    for name in ("nutcracker", "hobbits-breakfast", "whole-box"):
        rate = husky_races_a_second(found := Course.load(name))
        rows.append((f"races of four Huskies, {found.name}", f"{rate:,.0f}/s", "3,000/s"))
    table = ["| one core | measured | to reach |", "|---|--:|--:|"]
    table += [f"| {what} | {measured} | {target} |" for what, measured, target in rows]
    return "## Mushers\n\n" + "\n".join(table)


def husky_races_a_second(course: Course) -> float:
    husky = INSTANT["husky"]
    return 300 / best_seconds(lambda: run_races(course, 300, 4, husky, np.random.default_rng(3)))


def milliseconds_a_turn(name: str) -> float:
    """Return the mean milliseconds that a musher takes for a turn, views and checks included."""
    musher, rng = LADDER[name], np.random.default_rng(1)
    times = []
    for seed in range(10):
        race = Race(Course.load("whole-box"), 5, deal=SeededDeal(seed))
        while (sled := race.actor) is not None and race.round < 12:
            view, phase, began = race.view(sled), race.phase, time.perf_counter()
            decision = ask(musher, view, rng)
            if phase is Phase.TURN:
                times.append(time.perf_counter() - began)
            race.play(decision)
    return float(np.mean(times)) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--search", action="store_true")
    parser.add_argument("--minutes", type=float, default=600, help="at most, for --search")
    parser.add_argument("--match", default="", help="part of the titles that --search races")
    given = parser.parse_args()
    wanted = given.write
    sections = {
        "matches": match_section,
        "league": league_section,
        "wrecks": wreck_section,
        "par": par_section,
        "mushers": speed_section,
    }
    if given.search:
        sections = {"search": partial(search_section, given.minutes, given.match)}
    for name, make in sections.items():
        text = make()
        print(f"\n{text}")
        if wanted:
            write(name, text, BENCHMARKS if name == "mushers" else PAGE)


if __name__ == "__main__":
    main()
