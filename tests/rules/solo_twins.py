"""The solo engine and its naive twin, playing the same round side by side."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from snowtails import Course, SeededDeal
from snowtails.mushers.solo import quick
from snowtails.mushers.solver import solve
from snowtails.rules import Move, Phase
from snowtails.rules.solo import SoloRace, SoloTurn
from snowtails.rules.solo.race import CARDS_STREAM, SPARE_STREAM
from snowtails.rules.solo.state import cards_missing
from tests.naive_solo import NaiveSolo

LONE_WOLF = Course.load("lone-wolf")
STREAMS = {"cards": CARDS_STREAM, "spare": SPARE_STREAM}


def twin_draw(deal: SeededDeal) -> Callable[[str, list[int]], int]:
    """Return how the twin draws: by the same words of chance, counted off in its own way."""
    drawn: Counter[str] = Counter()

    def draw(pile: str, deck: list[int]) -> int:
        word = int(deal.words(STREAMS[pile], drawn[pile], 1)[0])
        drawn[pile] += 1
        cards = [value for value, count in enumerate(deck, 1) for _ in range(count)]
        return cards[word % len(cards)]

    return draw


def snapshot(race: SoloRace) -> dict[str, Any]:
    """Return a round in the words of the twin's snapshot."""
    mat, standing = race.mat, int(race.state[0]["saplings"])
    return {
        "phase": str(race.phase),
        "end": race.end,
        "turn": race.turn,
        "space": mat.space,
        "dogs": (mat.left, mat.right, mat.brake),
        "dents": mat.dents,
        "hand": list(mat.hand),
        "face_up": list(mat.face_up),
        "stack": list(mat.stack),
        "discards": list(mat.discards),
        "buried": list(mat.buried),
        "out": list(mat.out),
        "markers": list(mat.markers),
        "brakes": list(mat.brakes),
        "saplings": sorted(
            race.track.names[space]
            for number, space in enumerate(race.track.saplings)
            if standing >> number & 1
        ),
        "opponents": [(each.space, each.facing == "forward") for each in mat.opponents],
    }


def prefer_safety(seen: Move) -> tuple[int, ...]:
    return seen.dent_count, seen.stop == "sled", -len(seen.path)


def prefer_bumps(seen: Move) -> tuple[int, ...]:
    return seen.dent_count, seen.stop != "sled", len(seen.path), -len(seen.turn.places)


def prefer_many_cards(seen: Move) -> tuple[int, ...]:
    return seen.dent_count, -len(seen.turn.places), "*" not in str(seen.turn)


STYLES = (prefer_safety, prefer_bumps, prefer_many_cards, None)
MIXTURES = ((0.7, 0.1, 0.1, 0.1), (0.3, 0.5, 0.1, 0.1), (0.3, 0.0, 0.6, 0.1), (0.1, 0.1, 0.1, 0.7))


def choose(race: SoloRace, rng: np.random.Generator, mixture: tuple[float, ...]) -> str:
    """Choose a decision: the best of a few by some style, or any; on one course mostly well."""
    if race.course == LONE_WOLF and rng.random() < 0.9:
        word = rng.integers(2**64, dtype=np.uint64)
        values = solve(race.course).values
        return str(race.numbered(int(quick(race.state, race.track.spaces, values, word))))
    decisions = race.decisions
    style = STYLES[rng.choice(len(STYLES), p=mixture)]
    few = [decisions[i] for i in rng.integers(len(decisions), size=10)]
    turns = [decision for decision in few if isinstance(decision, SoloTurn)]
    if style is None or not turns:
        return str(few[0])
    return str(min(turns, key=lambda turn: style(race.preview(turn))))


def twin_race(seed: int) -> tuple[Course, bool]:
    """Return course and opponents of a round by its number."""
    if seed % 10 == 0:
        return LONE_WOLF, seed % 20 == 0
    return Course.random(np.random.default_rng(seed), solo=True), seed % 3 > 0


def play_twins(seed: int) -> tuple[SoloRace, Counter[str]]:
    """Play engine and twin by the same decisions; compare everything; count what happened."""
    course, opponents = twin_race(seed)
    rng = np.random.default_rng([seed, 1])
    deal = SeededDeal(seed)
    race = SoloRace(course, opponents=opponents, deal=deal)
    tiles = [tile.name for tile in course.tiles]
    twin = NaiveSolo(tiles, course.flag, opponents, twin_draw(deal))
    mixture = MIXTURES[rng.integers(len(MIXTURES))]
    seen: Counter[str] = Counter({"rounds": 1})
    while True:
        assert snapshot(race) == twin.snapshot()
        assert cards_missing(race.state) == 0
        assert sorted(map(str, race.decisions)) == sorted(twin.legal)
        if race.phase is Phase.OVER:
            break
        choice = choose(race, rng, mixture)
        note(seen, race, choice)
        race.play(choice)
        twin.play(choice)
    assert race.score().total == twin.score()
    seen[f"rounds ended: {race.end}"] += 1
    return race, seen


def note(seen: Counter[str], race: SoloRace, choice: str) -> None:
    """Count what a decision is about to do."""
    g = race.state[0]
    seen["decisions"] += 1
    seen[f"decisions of phase {race.phase}"] += 1
    if race.phase is Phase.TURN:
        told = race.preview(choice)
        seen["bonus markers"] += told.bonus > 0
        seen["rescues"] += "*" in str(told.turn)
        seen["collisions"] += told.stop == "sled"
        seen["dents"] += told.dent_count
        seen["brake cards out of play"] += (
            "B" in told.turn.places and told.turn.value in race.mat.brakes
        )
    elif race.phase is Phase.OUT:
        seen["hits by opponents" if g["mover"] else "hands too large (SOLO-14)"] += 1
    elif race.phase is Phase.START and int(choice[1:]) > 3:
        seen["extra cards"] += 1
