"""Measure whether chances that the coach tells are true, on courses that they were not fitted to.

python -m bench.chances            race, and print the tables
python -m bench.chances --write    also put them into docs/benchmarks.md
python -m bench.chances --fit      fit the figures of `coach/spread.py` anew, and print them

Mushers of mixed strength race on shipped courses and on made-up ones; at moments taken at random
the chances of all sleds are found as in a look back, and who won says whether they were true. Every
second course is for fitting, the others for the tables.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bench.page import write
from snowtails import Course, Race, ask
from snowtails.coach.analysis import OUTLOOKS, SEED
from snowtails.coach.spread import ALIKE, BEHIND, BY_TURNS, spread_of, turns_of
from snowtails.mushers import Budget, compare, search, solve
from snowtails.mushers.playouts import chances_of
from snowtails.rules.deal import SeededDeal
from snowtails.rules.position import RacePosition
from snowtails.rules.sled import Status
from snowtails.rules.state import MOST_SLEDS

RACES = 3000
MADE_UP, LONGER = 24, 6
"""Courses that are made up: of one box, and longer than any box allows."""
_MUSHERS = ("pup", "yearling", "husky", "search")
_THOUGHT = 60
"""Races in thought for each decision of whoever searches."""
_SHARE = 0.09
"""The share of moments that is looked at."""
_JUDGED = 3
"""At every third of these the decision that was taken is tried, as far as its sled could know."""

Figures = NDArray[np.float64]
Chosen = NDArray[np.bool_]
Told = tuple[Figures, Figures]
"""The chances told of all sleds, and those of the decisions that were taken."""


@dataclass(frozen=True)
class Moment:
    """A position, and what came of it."""

    course: int
    position: RacePosition
    thought: tuple[float, ...]
    actor: int
    own: float
    """What races in thought say of the decision that was taken; nan where nobody asked."""
    winner: int


def courses() -> list[Course]:
    """Return the courses that are raced: shipped ones, made-up ones, and long ones."""
    chance = np.random.default_rng(5)
    made_up = [Course.random(chance, tiles=3 + n % 12) for n in range(MADE_UP)]
    longer = [Course.random(chance, tiles=16 + 2 * n, in_box=False) for n in range(LONGER)]
    return [*map(Course.load, Course.shipped()), *made_up, *longer]


def moments(races: int) -> Iterator[Moment]:
    """Race, and yield moments taken at random."""
    chance, known, count = np.random.default_rng(1), courses(), 0
    for number in range(races):
        at = int(chance.integers(len(known)))
        sleds = int(chance.integers(2, MOST_SLEDS + 1))
        mushers = [str(chance.choice(_MUSHERS)) for _ in range(sleds)]
        race = Race(known[at], sleds, deal=SeededDeal(77, number))
        taken = []
        while (sled := race.actor) is not None:
            view = race.view(sled)
            if mushers[sled] == "search":
                seed = int(chance.integers(1 << 60))
                decision = search(view, Budget(playouts=_THOUGHT), seed)[0].decision
            else:
                decision = ask(mushers[sled], view, chance)
            if chance.random() < _SHARE and not _is_across(race):
                taken.append((race.position(), view, decision))
            race.play(decision)
        winner = next((n for n, sled in enumerate(race.sleds) if sled.place == 1), None)
        for position, view, decision in taken if winner is not None else ():
            state, track = position.state, position.track.spaces
            values = solve(position.course).values
            thought = chances_of(state, track, values, np.uint64(SEED), OUTLOOKS)
            own = float("nan")
            if count % _JUDGED == 0:
                own = compare(view, (decision,), OUTLOOKS, SEED)[0].win
            count += 1
            assert position.actor is not None
            assert winner is not None
            yield Moment(at, position, tuple(thought.tolist()), position.actor, own, winner)


def _is_across(race: Race) -> bool:
    return any(sled.status is Status.FINISHED for sled in race.sleds)


class Sample:
    """Moments as arrays; a row each, a column for each sled."""

    def __init__(self, found: list[Moment]) -> None:
        self.found = found
        self.turns = _rows(turns_of(each.position) for each in found)
        self.racing: Chosen = ~np.isnan(self.turns)
        self.first: Figures = np.nanmin(self.turns, axis=1)
        self.actor = np.array([each.actor for each in found])
        self.own = np.array([each.own for each in found])
        self.winner = np.array([each.winner for each in found])
        thought = np.nan_to_num(_rows(np.array(each.thought) for each in found))
        self.thought: Figures = thought / np.maximum(thought.sum(axis=1, keepdims=True), 1e-9)
        self.alike: Figures = self.racing / self.racing.sum(axis=1, keepdims=True)

    @cached_property
    def held_out(self) -> Chosen:
        """Which moments are on courses that nothing is fitted to."""
        return np.array([each.course % 2 == 1 for each in self.found])

    @cached_property
    def sleds(self) -> NDArray[np.int64]:
        """How many sleds take part."""
        return np.array([len(each.position.sleds) for each in self.found])

    def mixed(self, shares: Figures, expected: Figures) -> Told:
        """Return chances of which a share is what is expected, the rest what was thought."""
        rest = 1 - shares
        own = expected[np.arange(len(shares)), self.actor]
        return (
            rest[:, None] * self.thought + shares[:, None] * expected,
            rest * self.own + shares * own,
        )

    def by_turns(self, figures: Figures) -> Told:
        """Return the chances that `spread_of` tells, if these were its figures."""
        alike, for_each, most, scale, more = figures
        ahead = np.nan_to_num(self.first[:, None] - self.turns)
        odds = np.exp(ahead / (scale + more * self.first)[:, None]) * self.racing
        by_turns = np.minimum(for_each * self.first, most)
        share = alike + by_turns
        parts = by_turns[:, None] * odds / odds.sum(axis=1, keepdims=True) + alike * self.alike
        return self.mixed(share, parts / share[:, None])

    def told(self) -> Told:
        """Return the chances that the coach tells, by its own code."""
        every = zip(self.found, self.thought, self.own, strict=True)
        wins, owns = [], []
        for each, thought, own in every:
            spread = spread_of(each.position)
            wins.append(np.array(spread.wins(thought[: len(each.position.sleds)].tolist())))
            owns.append(spread.win(each.actor, float(own)))
        return np.nan_to_num(_rows(iter(wins))), np.array(owns)

    def losses(self, told: Told) -> tuple[Figures, Figures]:
        """Return the log losses: of who wins, and of whether the decision led to a win."""
        wins, own = told
        of_winner = -np.log(np.maximum(wins[np.arange(len(wins)), self.winner], 1e-4))
        came = np.where(self.actor == self.winner, own, 1 - own)
        return of_winner, -np.log(np.maximum(came, 1e-4))


def _rows(found: Iterator[Figures]) -> Figures:
    rows = [np.append(row, np.full(MOST_SLEDS - len(row), np.nan)) for row in found]
    return np.array(rows)


FIGURES = np.array([ALIKE, *BY_TURNS, *BEHIND])


def fitted(sample: Sample, steps: int = 600) -> Figures:
    """Return the figures with the least loss on the courses for fitting, ALIKE given."""
    chance, best, size = np.random.default_rng(0), FIGURES, 0.3

    def loss(figures: Figures) -> float:
        return float(sample.losses(sample.by_turns(figures))[0][~sample.held_out].mean())

    least = loss(best)
    for _ in range(steps):
        changed = chance.random(len(best)) < 0.5
        changed[0] = False
        other = best * np.exp(changed * chance.normal(size=len(best)) * size)
        if other[0] + other[2] < 1 and (found := loss(other)) < least:
            best, least = other, found
        else:
            size = max(size * 0.995, 0.02)
    return best


def table(sample: Sample) -> str:
    held, told = sample.held_out, sample.told()
    assert np.allclose(told[0], sample.by_turns(FIGURES)[0]), "both ways to tell are one"
    simpler = sample.mixed(np.minimum(0.04 + 0.045 * sample.first, 0.9), sample.alike)
    measures = {
        "all alike": sample.mixed(np.ones(len(held)), sample.alike),
        "as thought": (sample.thought, sample.own),
        "a share alike": simpler,
        "told": told,
    }
    about = f"{held.sum():,} moments of races of mixed mushers on {len(courses()) // 2} courses "
    about += "that nothing was fitted to. *A share alike* is a simpler measure: a share, by turns "
    about += "to go, that all have alike."
    head = f"| log loss of who wins, less is better | moments | {' | '.join(measures)} |"
    lines = [about, "", head, f"|---|{'--:|' * (1 + len(measures))}"]
    losses = {name: sample.losses(each) for name, each in measures.items()}

    def row(what: str, chosen: Chosen, kind: int = 0) -> str:
        figures = " | ".join(f"{each[kind][chosen].mean():.3f}" for each in losses.values())
        return f"| {what} | {chosen.sum():,} | {figures} |"

    lines.append(row("all", held))
    for low, high in ((0, 2), (2, 4), (4, 7), (7, 11), (11, 16), (16, 99)):
        chosen = held & (sample.first >= low) & (sample.first < high)
        name = f"{low} turns to go or more" if high == 99 else f"{low} to {high} turns to go"
        lines.append(row(name, chosen))
    lines += [row(f"{n} sleds", held & (sample.sleds == n)) for n in range(2, MOST_SLEDS + 1)]
    asked = held & ~np.isnan(sample.own)
    lines += [row("decisions, cards hidden: won or not", asked, 1), ""]
    lines += _calibration(sample, told[0], simpler[0])
    return "\n".join(lines)


def _calibration(sample: Sample, *told: Figures) -> Iterator[str]:
    """Say how often sleds won that were told so much, by either measure."""
    chosen = sample.racing & sample.held_out[:, None]
    won = (np.arange(MOST_SLEDS) == sample.winner[:, None])[chosen]
    yield "| told | sleds | told on average | won | a share alike: sleds | on average | won |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for tenth in range(10):
        cells = []
        for figures in (each[chosen] for each in told):
            here = np.minimum((figures * 10).astype(int), 9) == tenth
            means = (f"{each[here].mean():.1%}" if here.any() else "" for each in (figures, won))
            cells += [f"{here.sum():,}", *means]
        yield f"| {tenth * 10} to {tenth * 10 + 10} % | {' | '.join(cells)} |"


def main() -> None:
    """Print the tables, and write or fit if that is wished."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--races", type=int, default=RACES)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--fit", action="store_true")
    wishes = parser.parse_args()
    sample = Sample(list(moments(wishes.races)))
    if wishes.fit:
        names = ("ALIKE", "for each turn", "at most", "BEHIND at the finish", "for each turn")
        for name, figure in zip(names, fitted(sample), strict=True):
            print(f"{name}: {figure:.4f}")
    found = table(sample)
    print(found)
    if wishes.write:
        write("chances", f"## Chances that the coach tells\n\n{found}")


if __name__ == "__main__":
    main()
