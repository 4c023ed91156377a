"""The engine and the naive twin, racing the same race side by side."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from snowtails import Course, Tile
from snowtails.rules import Phase, Race, Status
from snowtails.rules.cards import cards_missing
from snowtails.rules.deal import SeededDeal
from snowtails.rules.move import Move
from snowtails.rules.notation import Turn
from snowtails.rules.report import reports
from tests.naive import NaiveRace
from tests.strategies import CURVES, repaired


def course_for_twin(course: Course) -> dict[str, Any]:
    tiles = list(enumerate(course.tiles, 1))
    return {
        "tiles": [tile.name for tile in course.tiles],
        "flag": course.flag,
        "maps": {number: tile.map for number, tile in tiles if tile.map},
        "limits": {number: tile.safety for number, tile in tiles if tile.safety},
    }


def twin_draw(deal: SeededDeal) -> Callable[[int, list[int]], int]:
    """Return how the twin draws: by the same words of chance, counted off in its own way."""
    drawn = [0] * 5

    def draw(sled: int, deck: list[int]) -> int:
        word = int(deal.words(sled, drawn[sled], 1)[0])
        drawn[sled] += 1
        cards = [value for value, count in enumerate(deck, 1) for _ in range(count)]
        return cards[word % len(cards)]

    return draw


def counts(cards: tuple[int, ...]) -> list[int]:
    return [cards.count(value) for value in range(1, 6)]


def engine_snapshot(race: Race) -> dict[str, Any]:
    """Return a race in the words of the twin's snapshot."""
    return {
        "phase": str(race.phase),
        "actor": race.actor,
        "round": race.round,
        "owed": race.owed,
        "saplings": sorted(race.saplings),
        "sleds": [
            {
                "space": sled.space,
                "left": sled.left,
                "right": sled.right,
                "brake": sled.brake,
                "hand": counts(sled.hand or ()),
                "deck": counts(sled.deck or ()),
                "used": counts(sled.used),
                "dents": sled.dents,
                "status": str(sled.status),
                "place": sled.place if sled.status is Status.FINISHED else None,
            }
            for sled in race.sleds
        ],
    }


def check_invariants(race: Race, progress: list[int]) -> None:
    """Check what must hold after every step; `progress` is what it was before."""
    state = race.state
    sleds = race.sleds
    spaces = [sled.space for sled in sleds if sled.space is not None]
    assert len(set(spaces)) == len(spaces), "two sleds on one space"
    for number, sled in enumerate(sleds):
        assert cards_missing(state, number) == 0, f"sled {number} has not twenty cards"
        assert sled.dents <= (5 if sled.status == "wrecked" else 4)
        if sled.space is not None:
            rank = int(race.track.spaces["rank"][race.track.by_name[sled.space]])
            assert rank >= progress[number], "progress fell"
            progress[number] = rank


def prefer_safety(seen: Move) -> tuple[int, ...]:
    return seen.dent_count, seen.stop == "sled", -len(seen.path)


def prefer_bumps(seen: Move) -> tuple[int, ...]:
    return seen.dent_count, seen.stop != "sled", -len(seen.turn.places)


STYLES: tuple[Callable[[Move], tuple[int, ...]] | None, ...] = (
    prefer_safety,  # these finish
    prefer_bumps,  # these run out of cards (TURN-4)
    None,  # these are wrecked
)


MIXTURES = ((0.8, 0.1, 0.1), (0.3, 0.6, 0.1), (0.2, 0.2, 0.6))
"""How often each style is followed, race by race."""


def choose(race: Race, rng: np.random.Generator, mixture: tuple[float, ...]) -> str:
    """Choose a decision: the best of a few by some style, or any."""
    decisions = race.decisions
    style = STYLES[rng.choice(len(STYLES), p=mixture)]
    few = [decisions[i] for i in rng.integers(len(decisions), size=12)]
    turns = [decision for decision in few if isinstance(decision, Turn)]
    if style is None or not turns:
        return str(few[0])
    return str(min(turns, key=lambda turn: style(race.preview(turn))))


def race_twins(course: Course, sleds: int, seed: int, most: int = 600) -> Race:
    """Race engine and twin by the same decisions, and compare everything after each."""
    rng = np.random.default_rng(seed)
    deal = SeededDeal(seed)
    race = Race(course, sleds, deal=deal)
    choosing = [int(sled) for sled in race.state[0]["choosing"][:sleds]]
    twin = NaiveRace(course_for_twin(course), sleds, choosing, twin_draw(deal))
    progress = [-1] * sleds
    mixture = MIXTURES[rng.integers(len(MIXTURES))]
    for _ in range(most):
        assert engine_snapshot(race) == twin.snapshot()
        check_invariants(race, progress)
        if race.phase is Phase.OVER:
            assert [(s.sled, s.place) for s in race.standings()] == twin.result()
            break
        assert sorted(map(str, race.decisions)) == sorted(twin.legal())
        if race.round > 0:
            for number, sled in enumerate(race.sleds):
                if sled.space is not None:
                    assert race.place_of(number) == twin.position(number)
        choice = choose(race, rng, mixture)
        race.play(choice)
        twin.play(choice)
    told = [report.to_json() for report in reports(race)]
    assert told == twin.events
    return race


def twin_course(seed: int) -> Course:
    """Return a course by its number: shipped, random in and beyond the box, with own tiles."""
    rng = np.random.default_rng(seed)
    match seed % 4:
        case 0:
            names = Course.shipped()
            return Course.load(names[seed // 4 % len(names)])
        case 1:
            return Course.random(rng)
        case 2:
            return Course.random(rng, tiles=int(rng.integers(1, 15)), in_box=False)
        case _:
            own = tuple(_own_tile(rng) for _ in range(rng.integers(1, 9)))
            return repaired(Course(own, "left" if rng.random() < 0.5 else "right"))


def _own_tile(rng: np.random.Generator) -> Tile:
    if rng.random() < 0.5:
        return Tile(str(rng.choice(CURVES)), safety=int(rng.integers(1, 10)))
    rocks = rng.random() < 0.5
    cells = rng.choice([".", "#" if rocks else ".", "t"], p=(0.8, 0.08, 0.12), size=(5, 5))
    return Tile("straight" if rocks else "saplings", map=tuple("".join(row) for row in cells))


def happenings(race: Race) -> Counter[str]:
    """Count what happened in a race, to know what a comparison has seen."""
    told = Counter({"races": 1, "decisions": len(race.log), "over": race.phase is Phase.OVER})
    for report in reports(race):
        told.update({f"dents for {cause}": count for cause, count in report.dents.items()})
        told["collisions"] += report.stop == "sled"
        told["bonuses"] += report.bonus > 0
        told["draws without cards (TURN-4)"] += bool(report.drawn_before)
        told["wrecks without cards (TURN-4)"] += not report.turn
        told["discards"] += bool(report.discards)
    used = [each.state[0]["used"].sum(axis=1) for each in (*race.history, race)]
    told["reshuffles"] = sum(int((after < before).sum()) for before, after in pairwise(used))
    for sled in race.sleds:
        told[f"sleds {sled.status}"] += 1
    return told
