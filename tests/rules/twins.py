"""The engine and the naive twin, racing the same race side by side."""

from collections.abc import Callable
from typing import Any

import numpy as np

from naive import NaiveRace
from snowtails import Course
from snowtails.rules.cards import cards_missing
from snowtails.rules.deal import SeededDeal
from snowtails.rules.race import Phase, Race
from snowtails.rules.report import reports


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
    standing = int(race.state[0]["saplings"])
    return {
        "phase": str(race.phase),
        "actor": race.actor,
        "round": race.round,
        "owed": race.owed,
        "saplings": sorted(
            race.track.names[space]
            for number, space in enumerate(race.track.saplings)
            if standing >> number & 1
        ),
        "sleds": [
            {
                "space": sled.space,
                "left": sled.left,
                "right": sled.right,
                "brake": sled.brake,
                "hand": counts(sled.hand),
                "deck": counts(sled.deck),
                "used": counts(sled.used),
                "dents": sled.dents,
                "status": str(sled.status),
                "place": sled.place,
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


def race_twins(course: Course, sleds: int, seed: int, most: int = 400) -> Race:
    """Race engine and twin by random decisions, and compare everything after each."""
    rng = np.random.default_rng(seed)
    deal = SeededDeal(seed)
    race = Race(course, sleds, deal=deal)
    choosing = [int(sled) for sled in race.state[0]["choosing"][:sleds]]
    twin = NaiveRace(course_for_twin(course), sleds, choosing, twin_draw(deal))
    progress = [-1] * sleds
    for _ in range(most):
        assert engine_snapshot(race) == twin.snapshot()
        check_invariants(race, progress)
        if race.phase is Phase.OVER:
            assert [(s.sled, s.place) for s in race.standings()] == twin.result()
            break
        decisions = [str(decision) for decision in race.decisions]
        assert sorted(decisions) == sorted(twin.legal())
        if race.round > 0:
            for sled in range(sleds):
                if race.sleds[sled].space is not None:
                    assert race.position_of(sled) == twin.position(sled)
        choice = decisions[rng.integers(len(decisions))]
        race.play(choice)
        twin.play(choice)
    told = [report.to_json() for report in reports(race)]
    assert told == twin.events
    return race
