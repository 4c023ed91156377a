"""Measure those who search: matches of one against others, deal by deal, kept in a file.

python -m bench.mushers --search              race on, and print the table of all that was raced
python -m bench.mushers --search --write      also put it into docs/mushers.md
python -m bench.mushers --search --minutes 0  only the table
python -m bench.mushers --search --match "3 husky"   only the matches with such titles
python -m bench.mushers --search --match fate        only the deals that are raced twice

Races are kept in build/searchers.jsonl, under what search finds in some races: one that finds
anything else begins anew, one that only got faster goes on, and so do matches without Togo when he
finds something else. It can be stopped at any time; every deal of every match counts as soon as it
is raced.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from snowtails import Budget, Course, Race, SearchMusher, SeededDeal, search
from snowtails.lab.ratings import Estimate
from snowtails.mushers import INSTANT, LADDER, Musher, ask, own_chance
from snowtails.mushers.searcher import best_by_learning
from snowtails.rules.notation import Decision

FILE = Path(__file__).parents[1] / "build" / "searchers.jsonl"

TUNED_ON = ("nutcracker", "frozen-river", "hobbits-breakfast", "whole-box")
NEVER_TUNED_ON = (
    "midnight-mail",
    "lone-wolf",
    "husky-on-the-rocks",
    "dagger-of-the-mountain-troll",
)
COURSES = (*TUNED_ON, *NEVER_TUNED_ON)

Driver = Callable[[Race, np.random.Generator], Decision]
"""How a sled is driven, given all of the race."""


def driven_by(musher: Musher) -> Driver:
    """Drive as a musher does, who sees what its seat may know."""
    return lambda race, rng: ask(musher, race.view(race.actor), rng)


def oracle(playouts: int) -> Driver:
    """Drive as Togo does with all cards open: nobody could play so."""
    budget = Budget(playouts=playouts)
    return lambda race, rng: best_by_learning(race, budget, int(rng.integers(2**63)))


def searcher(name: str, playouts: int) -> Driver:
    """Drive as a musher that searches, with a budget of one's own."""
    found = LADDER[name]
    assert isinstance(found, SearchMusher)
    return driven_by(replace(found, budget=Budget(playouts=playouts)))


HUSKY = driven_by(INSTANT["husky"])


@cache
def identity(with_togo: bool) -> str:
    """Return a hash of all that search and Huskies find in a race on each course, and Togo too.

    Two to five sleds, every one of them searched for, starts and discards too, from its view and
    with all cards open. Search and Huskies drive in turns, so that it is asked after both.
    """
    digest = hashlib.sha256()
    for number, name in enumerate(COURSES):
        race = Race(Course.load(name), 2 + number % 4, deal=SeededDeal(11))
        rng, budget = np.random.default_rng(11), Budget(playouts=100)
        while (sled := race.actor) is not None:
            tried, open_to_all = (search(seen, budget, 11) for seen in (race.view(sled), race))
            instant = HUSKY(race, rng)
            digest.update(repr((tried, open_to_all, instant)).encode())
            if with_togo:
                digest.update(repr(best_by_learning(race.view(sled), budget, 11)).encode())
            race.play(tried[0].decision if (sled + race.round) % 2 else instant)
        digest.update(repr(race.standings()).encode())
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class Match:
    """One driver against others that are all alike, raced on each deal from every seat."""

    title: str
    one: Driver
    others: Driver
    deals: int
    """On each course."""
    to_reach: float | None = None
    sleds: int = 4


def _matches() -> tuple[Match, ...]:
    malamute, togo = searcher("malamute", 500), searcher("togo", 1000)
    weaker, whole_second = searcher("malamute", 250), searcher("togo", 20_000)
    # Playouts are mostly fewer than each has, so that the figures are its least.
    return (
        Match("malamute (500) against 3 husky", malamute, HUSKY, 60, 0.42),
        Match("togo (1,000) against 3 husky", togo, HUSKY, 60, 0.50),
        Match("togo (20,000) against 3 husky", whole_second, HUSKY, 25, 0.50),
        Match("oracle (1,000) against 3 husky", oracle(1000), HUSKY, 60),
        Match("togo (1,000) against 3 malamute (250)", togo, weaker, 40, 0.30),
        Match("oracle (1,000) against 3 malamute (250)", oracle(1000), weaker, 40),
        Match("malamute (500) against 1 husky", malamute, HUSKY, 40, 0.50, 2),
        Match("malamute (500) against 4 husky", malamute, HUSKY, 16, 0.20, 5),
        Match("togo (1,000) against 1 malamute (250)", togo, weaker, 60, 0.50, 2),
        Match("togo (1,000) against 4 malamute (250)", togo, weaker, 16, 0.20, 5),
    )


@dataclass(frozen=True)
class Deal:
    """What came of one deal, raced with the one in every seat."""

    match: str
    course: str
    number: int
    wins: float
    """The share of races that the one won."""
    wrecks: float
    """The share in which it was wrecked."""
    place: float | None = None
    """Its mean place, the last for a wreck; not kept of deals raced long ago."""


@dataclass(frozen=True)
class Fate:
    """Who won one deal when four Malamutes raced it twice, thinking by another chance."""

    course: str
    number: int
    winners: tuple[int, int]


_FATES = 16
"""Deals on each course that are raced twice."""


def raced_before(file: Path = FILE) -> list[Deal]:
    """Return the deals in a file that were raced by those who decide as today's do."""
    return [Deal(**row["deal"]) for row in _rows(file) if "deal" in row]


def fates_before(file: Path = FILE) -> list[Fate]:
    """Return the deals in a file that were raced twice."""
    return [Fate(**row["fate"]) for row in _rows(file) if "fate" in row]


def _rows(file: Path) -> list[dict[str, Any]]:
    """Return what today's searchers have raced, or others who decide as they do."""
    if not file.exists():
        return []
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [row for row in rows if row["code"] == _code(row)]


def _code(row: dict[str, Any]) -> str:
    """Return what a row is kept under today: Togo counts where it races, its hands open or not."""
    title = row["deal"]["match"] if "deal" in row else ""
    return identity("togo" in title or "oracle" in title)


def race_twice(minutes: float, file: Path = FILE) -> None:
    """Race what is missing of the deals that are raced twice, for so long at most."""
    known = {(fate.course, fate.number) for fate in fates_before(file)}
    until = time.monotonic() + 60 * minutes
    drivers = [searcher("malamute", 250)] * 4
    for number, course in product(range(_FATES), COURSES):
        if (course, number) not in known and time.monotonic() < until:
            first, second = (_winner(course, number, drivers, seed) for seed in (11, 12))
            _keep(file, fate=vars(Fate(course, number, (first, second))))


def _keep(file: Path, **found: Any) -> None:
    file.parent.mkdir(exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps({"code": _code(found), **found}) + "\n")


def _winner(course: str, number: int, drivers: Sequence[Driver], seed: int) -> int:
    """Return which seat wins a deal; the drivers take their chance from a seed."""
    race = Race(Course.load(course), len(drivers), deal=SeededDeal(11, number))
    chances = [own_chance(seed, number, sled) for sled in range(len(drivers))]
    while (sled := race.actor) is not None and not any(
        each.status == "finished" for each in race.sleds
    ):
        race.play(drivers[sled](race, chances[sled]))
    return next((sled for sled, each in enumerate(race.sleds) if each.place == 1), -1)  # if any


def race_on(minutes: float, part: str, file: Path = FILE) -> None:
    """Race what is missing of the matches with some part of a title, for so long at most."""
    known = {(deal.match, deal.course, deal.number) for deal in raced_before(file)}
    until = time.monotonic() + 60 * minutes
    matches = [match for match in _matches() if part in match.title]
    if not matches:
        return
    for number, match, course in product(
        range(max(match.deals for match in matches)), matches, COURSES
    ):
        if number >= match.deals or (match.title, course, number) in known:
            continue
        if time.monotonic() >= until:
            return
        _keep(file, deal=vars(_race(match, course, number)))


def _race(match: Match, course: str, number: int) -> Deal:
    wins = wrecks = places = 0
    for seat in range(match.sleds):
        race = Race(Course.load(course), match.sleds, deal=SeededDeal(11, number))
        chances = [own_chance(11, number, sled) for sled in range(match.sleds)]
        while (sled := race.actor) is not None and race.sleds[seat].status == "racing":
            race.play((match.one if sled == seat else match.others)(race, chances[sled]))
        wins += race.sleds[seat].place == 1
        wrecks += race.sleds[seat].status == "wrecked"
        places += race.sleds[seat].place or match.sleds
    each = (total / match.sleds for total in (wins, wrecks, places))
    return Deal(match.title, course, number, *each)


# -- tables ----------------------------------------------------------------------------------------


def search_section(minutes: float, part: str) -> str:
    """Race on for so long at most, and tell all that was raced."""
    if part in "fate":
        race_twice(minutes)
    race_on(minutes, part)
    raced = raced_before()
    told = ", ".join(Course.load(name).name or name for name in COURSES)
    return "\n".join(
        [
            f"On {told}, the last four never used for tuning.",
            "",
            "| match | deals | wins % | lower end | to reach | mean place | by course |",
            "|---|--:|--:|--:|--:|--:|---|",
            *(_row(match, found) for match in _matches() if (found := _of(match, raced))),
            "",
            *_findings(raced),
            *_fate(fates_before()),
        ]
    )


def _of(match: Match, raced: Sequence[Deal]) -> list[Deal]:
    """Return the deals of a match; none if they are too few to tell how deals differ."""
    own = [deal for deal in raced if deal.match == match.title]
    return own if len(own) > len(COURSES) else []


def _row(match: Match, raced: Sequence[Deal]) -> str:
    share = Estimate.of((deal.course, deal.wins) for deal in raced)
    own = ([deal.wins for deal in raced if deal.course == name] for name in COURSES)
    each = ", ".join(f"{np.mean(wins) * 100:.0f}" if wins else "–" for wins in own)
    to_reach = "" if match.to_reach is None else f"{match.to_reach * 100:.0f}"
    places = [(deal.course, deal.place) for deal in raced if deal.place is not None]
    place = Estimate.of(places).shown(1, 2) if len(places) > len(COURSES) else ""
    return (
        f"| {match.title} | {len(raced)} | {share.shown(100, 1)} | {share.low * 100:.1f} "
        f"| {to_reach} | {place} | {each} |"
    )


def _fate(fates: Sequence[Fate]) -> Iterator[str]:
    """Tell how much of who wins a deal settles before anybody decides."""
    if len(fates) > 1:
        same = np.array([fate.winners[0] == fate.winners[1] for fate in fates])
        error = 1.96 * same.std() / np.sqrt(len(same)) * 100
        settled = (same.mean() - 0.25) / 0.75
        each = ", ".join(
            f"{np.mean([won == again for won, again in own]) * 100:.0f}"
            for name in COURSES
            if (own := [fate.winners for fate in fates if fate.course == name])
        )
        yield (
            f"Of {len(fates)} deals that four Malamutes (250) raced twice, thinking by another "
            f"chance, the same seat won {same.mean() * 100:.0f} ± {error:.0f} % ({each} by course; "
            f"25 % if the deal meant nothing): it settles {settled * 100:.0f} % of who wins among "
            "equals."
        )


def _findings(raced: Sequence[Deal]) -> Iterator[str]:
    """Tell how far Togo goes on the way to the Oracle, and how often those who search wreck."""
    togo, best = (
        {(deal.course, deal.number): deal.wins for deal in raced if deal.match == title}
        for title in ("togo (1,000) against 3 husky", "oracle (1,000) against 3 husky")
    )
    both = sorted(togo.keys() & best.keys())
    if len(both) > 1:
        pairs = np.array([(togo[key], best[key]) for key in both])
        drawn = np.random.default_rng(1).integers(len(both), size=(2000, len(both)))
        means = pairs[drawn].mean(axis=1)
        way = np.sort((means[:, 0] - 0.25) / (means[:, 1] - 0.25))
        found = (pairs[:, 0].mean() - 0.25) / (pairs[:, 1].mean() - 0.25)
        yield (
            f"Of the way from a Husky (25 %) to the Oracle, Togo goes {found * 100:.0f} % "
            f"({way[50] * 100:.0f} to {way[1949] * 100:.0f}, on {len(both)} deals raced by both; "
            "to reach: 70)."
        )
    sleds = {match.title: match.sleds for match in _matches()}
    for name in COURSES:
        course = Course.load(name)
        hazards = {tile.name.partition("-")[0] for tile in course.tiles}
        own = [deal for deal in raced if deal.course == name]
        if {"chasm", "saplings", "snowdrift"} <= hazards and own:
            races = sum(sleds[deal.match] for deal in own)
            wrecks = sum(deal.wrecks * sleds[deal.match] for deal in own)
            yield (
                f"On {course.name}, where every hazard is, those who search were wrecked in "
                f"{wrecks:.0f} of {races} races (to stay under: 1 %)."
            )
