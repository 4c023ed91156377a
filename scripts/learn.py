"""Teach the network that Togo drives by in thought: race against itself, fit, and race again.

python scripts/learn.py --rounds 16 --workers 2

Every sled takes the turn that the network likes best, now and then another one, and notes what it
was told of it. What the turn was worth is learned from the turns after it and from the place in the
end (temporal differences). After each round the network is kept in `build/traffic.weights`, and its
share of wins against three Huskies is told, in races without search; 25 % is even. Courses never
used for tuning are not learned on. One that the league shows to be better goes into
`src/snowtails/mushers`.
"""

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.searchers import NEVER_TUNED_ON, TUNED_ON
from snowtails import Course
from snowtails.course.track import Spaces
from snowtails.lab.races import begin_race, own_word
from snowtails.mushers import solve
from snowtails.mushers.husky import decide
from snowtails.mushers.learned import NETWORK, UNITS, Network, judge, promising
from snowtails.mushers.playouts import OUT_OF_QUESTION, WIN
from snowtails.mushers.solver import Values
from snowtails.mushers.starts import count_free_starts, nth_free_start
from snowtails.mushers.traffic import BETWEEN, OWN, RIVAL, RIVALS, THERE, TOLD, Told, tell
from snowtails.rules.deal import pick
from snowtails.rules.decide import go_on
from snowtails.rules.flow import set_up
from snowtails.rules.kernel import kernel
from snowtails.rules.movement import LONGEST_PATH
from snowtails.rules.order import actor_of
from snowtails.rules.state import (
    FINISHED,
    MOST_SLEDS,
    OVER,
    START,
    STATE,
    TURN,
    State,
    empty_state,
)

FILE = Path(__file__).parents[1] / "build" / "traffic.weights"
SHIPPED = (
    *("nutcracker", "frozen-river", "lumberjack", "troll-bridge", "northern-lights"),
    *("snow-queens-garden", "hobbits-breakfast", "whole-box", "hairpin-post", "sauna-sprint"),
)
MADE_UP = 30
SLEDS, HOW_OFTEN = (2, 3, 4, 5), (0.15, 0.2, 0.45, 0.2)
ROUND_LIMIT = 60

TURNS, AT_A_TIME, PARTS = 800_000, 20_000, 8
"""Turns that are raced in each round, on a course at a time, and in how many parts for workers."""

KEPT = 3
"""Rounds whose turns are learned from."""

HEAT = 0.4
"""Other turns than the best are tried by exp(difference in log odds / this)."""

ODD_STARTS = 4
"""One start in so many is drawn."""

ALL = -1
"""In place of those who drive by the network: every sled."""

ENDLESS = 10**6
"""More races than there is room for notes."""

COMPANY, RACES, TEST_SEED = 4, 300, 77
"""Sleds in a race against Huskies, races from every seat, and the seed of their cards."""

BATCH = 2048
MEAN_KEPT, SQUARE_KEPT, AT_LEAST = 0.9, 0.999, 1e-8
"""How much of the mean slope and of its mean square a step keeps (Adam), and what is never zero."""

LEAST_RATE = 0.1
"""The share of the rate that is left at the end of a fit."""

DOUBT = 1e-7
"""No chance is quite 0 or 1."""


class Change(NamedTuple):
    """A figure that is another one after the first rounds."""

    first: float
    rounds: int
    later: float

    def at(self, number: int) -> float:
        """Return what it is in a round; the first is 0."""
        return self.first if number < self.rounds else self.later


ODD = Change(0.25, 6, 0.15)
"""How often another turn than the best may be taken."""

PASSED_ON = Change(0.9, 2, 0.75)
"""How much a turn's worth goes by what came of it; the rest by what the network made of it."""

RATE = Change(2e-3, 4, 1e-3)
"""How far a step goes that fits the network."""

FITS = Change(3, 1, 1)
"""How often all notes are gone through."""

NOTE = np.dtype([("told", TOLD), ("best", np.float32), ("worth", np.float32), ("sled", np.int8)])
"""What is noted of a turn: what was told of it, what the best one promised, what it was worth."""

Notes = NDArray[np.void]
Weights = NDArray[np.float32]


# -- racing ----------------------------------------------------------------------------------------


@kernel
def _choice(told: Told, best: int, odd: float, word: np.uint64) -> int:
    """Return the best outcome, or at so many odds another one that is nearly as good."""
    # Sixteen bits of the word say whether, twenty others which.
    if (word & np.uint64(0xFFFF)) >= np.uint64(odd * 0x10000):
        return best
    chances = np.exp((told["logit"] - told[best]["logit"]) / HEAT)
    share = np.float64((word >> np.uint64(20)) & np.uint64(0xFFFFF)) / (1 << 20) * chances.sum()
    for i in range(len(told)):
        share -= chances[i]
        if share <= 0.0:
            return i
    return best


@kernel
def _note_worth(race: State, notes: Notes, passed_on: float) -> None:
    """Note what each turn was worth: by the turns after it, and by the place in the end."""
    r = race[0]
    for sled in range(r["sleds"]):
        worth = 0.0
        if r["status"][sled] == FINISHED:
            place = r["place"][sled]
            worth = (1.0 - WIN) * (r["sleds"] - place) / max(r["sleds"] - 1, 1)
            worth += WIN if place == 1 else 0.0
        for i in range(len(notes) - 1, -1, -1):
            note = notes[i]
            if note["sled"] == sled:
                note["worth"] = worth
                best = 1.0 / (1.0 + np.exp(-note["best"]))
                as_best = note["told"]["logit"] == note["best"]
                worth = passed_on * worth + (1.0 - passed_on) * best if as_best else best


@kernel
def race_and_note(
    fresh: State,
    track: Spaces,
    values: Values,
    network: Network,
    seed: np.uint64,
    races: int,
    driven: int,
    odd: float,
    passed_on: float,
    notes: Notes,
) -> tuple[int, int]:
    """Race, and note the turns of those who drive by the network; return how many, and their wins.

    `driven` has a bit for each of them; the others are Huskies. It ends when the notes are full;
    with room for none nothing is noted.
    """
    race = np.zeros(1, STATE)
    path = np.empty(LONGEST_PATH, np.int16)
    keys = np.empty((2, MOST_SLEDS), np.uint64)
    counts = np.empty((2, MOST_SLEDS), np.int64)
    count = wins = 0
    for number in range(races):
        begin_race(race, fresh, seed, number, keys, counts)
        r = race[0]
        first = count
        while r["phase"] != OVER and r["round"] <= ROUND_LIMIT:
            sled = actor_of(race)
            word = own_word(keys, counts, sled)
            decision = -1
            if r["phase"] == START and odd > 0.0 and pick(word, ODD_STARTS) == 0:
                free = count_free_starts(race)
                decision = nth_free_start(race, track, pick(word >> np.uint64(8), free))
            elif r["phase"] == TURN and (driven >> sled) & 1:
                outcomes, turns = promising(race, track, values)
                if turns[0] < OUT_OF_QUESTION:
                    told = np.zeros(len(outcomes), TOLD)
                    tell(race, track, values, outcomes, turns, told)
                    judge(network, told)
                    best = int(np.argmax(told["logit"]))
                    chosen = _choice(told, best, odd, word)
                    decision = outcomes[chosen]["turn"] + 0
                    if len(notes) > 0:
                        note = notes[count]
                        note["told"] = told[chosen]
                        note["told"]["rival"][:] = told[0]["rival"]
                        note["best"] = told[best]["logit"]
                        note["sled"] = sled
                        count += 1
                        if count == len(notes):
                            return first, wins
            if decision < 0:
                decision = decide(race, track, values, word)
            go_on(race, track, decision, path, keys[0], counts[0])
        _note_worth(race, notes[first:count], passed_on)
        for sled in range(r["sleds"]):
            won = r["status"][sled] == FINISHED and r["place"][sled] == 1
            wins += 1 if won and (driven >> sled) & 1 else 0
    return count, wins


@cache
def courses() -> tuple[Course, ...]:
    """Return the courses that are learned on."""
    shipped = tuple(map(Course.load, SHIPPED))
    return *shipped, *shipped, *(Course.random(seed=number) for number in range(MADE_UP))


def _raced(course: Course, sleds: int) -> tuple[State, Spaces, Values]:
    fresh = empty_state()
    set_up(fresh, course.track.spaces, sleds)
    return fresh, course.track.spaces, solve(course).values


def experience(network: Network, turns: int, odd: float, passed_on: float, seed: int) -> Notes:
    """Return notes of some turns, raced against itself on all kinds of courses."""
    rng = np.random.default_rng(seed)
    parts = []
    for _ in range(turns // AT_A_TIME):
        course = courses()[rng.integers(len(courses()))]
        race = _raced(course, int(rng.choice(SLEDS, p=HOW_OFTEN)))
        notes = np.zeros(AT_A_TIME, NOTE)
        word = rng.integers(2**63, dtype=np.uint64)
        count, _ = race_and_note(*race, network, word, ENDLESS, ALL, odd, passed_on, notes)
        parts.append(notes[:count])
    return np.concatenate(parts)


def wins_against_huskies(network: Network, name: str) -> float:
    """Return the share of races that the network wins on a course, one against three."""
    race = _raced(Course.load(name), COMPANY)
    none = np.zeros(0, NOTE)
    won = [
        race_and_note(*race, network, np.uint64(TEST_SEED), RACES, 1 << seat, 0.0, 0.0, none)[1]
        for seat in range(COMPANY)
    ]
    return sum(won) / (COMPANY * RACES)


# -- fitting ---------------------------------------------------------------------------------------


def _fresh_network(rng: np.random.Generator) -> Network:
    """Return a network that says what the turns to go say."""
    network = np.zeros(1, NETWORK)
    for name, beside in (
        *((name, RIVAL + BETWEEN + OWN) for name in ("rival", "between", "own")),
        *((name, OWN + 3 * UNITS) for name in ("own_above", "rivals_above")),
    ):
        shape = network[name].shape
        network[name] = rng.normal(size=shape) * np.sqrt(2 / beside)
    return network


def _slopes(network: Network, notes: Notes) -> tuple[Network, float]:
    """Return by how much each weight makes the notes less likely, and how unlikely they are."""
    n, told, worth = network[0], notes["told"], notes["worth"]
    count = len(notes)
    own = told["own"]
    seen = np.concatenate([told["rival"], told["between"]], axis=2)
    weights = np.concatenate([n["rival"], n["between"]])
    units = (seen.reshape(-1, RIVAL + BETWEEN) @ weights).reshape(count, RIVALS, UNITS)
    units += (own @ n["own"] + n["bias"])[:, None]
    units = np.maximum(units, 0) * told["rival"][:, :, THERE, None]
    found = units.sum(axis=1)
    above = np.maximum(own @ n["own_above"] + found @ n["rivals_above"] + n["bias_above"], 0)
    logit = told["by_turns"] + above @ n["last"] + n["last_bias"]
    chance = 1 / (1 + np.exp(-logit))
    likely = worth * np.log(chance + DOUBT) + (1 - worth) * np.log(1 - chance + DOUBT)

    slopes = np.zeros(1, NETWORK)
    s = slopes[0]
    error = (chance - worth) / np.float32(count)
    s["last"], s["last_bias"] = error @ above, error.sum()
    in_above = np.outer(error, n["last"]) * (above > 0)
    s["own_above"], s["rivals_above"] = own.T @ in_above, found.T @ in_above
    s["bias_above"] = in_above.sum(axis=0)
    in_units = (in_above @ n["rivals_above"].T)[:, None] * (units > 0)
    of_all = in_units.sum(axis=1)
    s["own"], s["bias"] = own.T @ of_all, of_all.sum(axis=0)
    of_each = seen.reshape(-1, RIVAL + BETWEEN).T @ in_units.reshape(-1, UNITS)
    s["rival"], s["between"] = of_each[:RIVAL], of_each[RIVAL:]
    return slopes, -float(likely.mean())


class Learner:
    """Fits a network to notes, by Adam."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self._weights: Weights = network.view("<f4")
        self._mean, self._square = np.zeros_like(self._weights), np.zeros_like(self._weights)
        self._steps = 0

    def fit(self, notes: Sequence[Notes], rate: float, rng: np.random.Generator) -> float:
        """Go through some notes once, ever more carefully; return how unlikely they are."""
        places = [(part, i) for part, each in enumerate(notes) for i in range(0, len(each), BATCH)]
        mixed = [each[rng.permutation(len(each))] for each in notes]
        unlikely = []
        for done, k in enumerate(rng.permutation(len(places))):
            part, first = places[k]
            slopes, off = _slopes(self.network, mixed[part][first : first + BATCH])
            left = LEAST_RATE + (1 - LEAST_RATE) / 2 * (1 + np.cos(np.pi * done / len(places)))
            self._step(slopes.view("<f4"), rate * left)
            unlikely.append(off)
        return float(np.mean(unlikely))

    def _step(self, slopes: Weights, rate: float) -> None:
        self._steps += 1
        self._mean += np.float32(1 - MEAN_KEPT) * (slopes - self._mean)
        self._square += np.float32(1 - SQUARE_KEPT) * (slopes**2 - self._square)
        mean = self._mean / np.float32(1 - MEAN_KEPT**self._steps)
        square = self._square / np.float32(1 - SQUARE_KEPT**self._steps)
        self._weights -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(AT_LEAST))


# -- both, again and again -------------------------------------------------------------------------


def main() -> None:
    """Learn for some rounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE, help="where the network is kept")
    wanted = parser.parse_args()
    wanted.file.parent.mkdir(exist_ok=True)
    rng = np.random.default_rng(wanted.seed)
    learner = Learner(_fresh_network(rng))
    kept: list[Notes] = []
    with ProcessPoolExecutor(wanted.workers, get_context("spawn")) as pool:
        for number in range(wanted.rounds):
            began = time.perf_counter()
            parts = [
                pool.submit(
                    experience,
                    learner.network,
                    TURNS // PARTS,
                    ODD.at(number),
                    PASSED_ON.at(number),
                    int(rng.integers(2**62)),
                )
                for _ in range(PARTS)
            ]
            kept = [*kept, np.concatenate([part.result() for part in parts])][-KEPT:]
            for _ in range(int(FITS.at(number))):
                unlikely = learner.fit(kept, RATE.at(number), rng)
            learner.network.tofile(wanted.file)
            shares = [
                np.mean(list(pool.map(wins_against_huskies, [learner.network] * len(names), names)))
                * 100
                for names in (TUNED_ON, NEVER_TUNED_ON)
            ]
            print(
                f"{number + 1}: {shares[0]:.1f} % on courses of its own, {shares[1]:.1f} % on "
                f"others; off by {unlikely:.4f}; {time.perf_counter() - began:.0f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
