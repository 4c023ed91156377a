"""Solo positions for tests: what lies on the table, the rest of the twenty cards in the stack."""

from collections.abc import Sequence

import numpy as np

from snowtails import Course, SeededDeal
from snowtails.rules.solo import SoloRace
from snowtails.rules.solo.flow import set_up_solo
from snowtails.rules.solo.state import BEGINNING, TURN, cards_missing, empty_solo
from snowtails.rules.state import OFF

COURSE = Course.load("lone-wolf")
"""Tiles 1, 3, 7, 9, 11, 13 are plain straights, 5 a snowdrift, the finish is tile 14."""


def counts(cards: str) -> np.ndarray:
    return np.array([cards.count(value) for value in "12345"], np.int8)


def table(
    space: str = "1c1",
    hand: str = "12345",
    dogs: str = "==",
    brake: int = 3,
    face_up: str = "123",
    *,
    stack: str | None = None,
    discards: str = "",
    dents: int = 0,
    markers: str = "12345",
    brakes: str = "",
    turn: int = 2,
    opponents: Sequence[str] = (),
    course: Course = COURSE,
) -> SoloRace:
    """Return a round in which a turn is to be played.

    Dogs are written with `=` for a printed three. A stack left out is all that lies nowhere else;
    where it is given, the rest is out of play. Opponents are written as `3b2f`: space and facing.
    """
    state = empty_solo()
    set_up_solo(state, course.track.spaces, 0)
    g, by_name = state[0], course.track.by_name
    g["space"] = OFF
    g["space"][0] = by_name[space]
    g["hand"][0] = counts(hand)
    for dog, shown in zip(("left", "right"), dogs, strict=True):
        g[dog] = 3 if shown == "=" else int(shown)
        g[f"{dog}_card"] = shown != "="
    g["brake"] = brake
    g["face_up"] = [int(card) if card != "-" else 0 for card in face_up]
    g["discards"] = counts(discards)
    rest = 4 - counts(hand + dogs + face_up + discards)
    assert (rest >= 0).all(), "more than four cards of a value"
    g["stack"] = rest if stack is None else counts(stack)
    g["out"] = 0 if stack is None else rest - counts(stack)
    g["dents"] = dents
    g["markers"] = [int(marker) for marker in markers.ljust(5, "0")]
    g["brakes"] = sum(1 << (int(value) - 1) for value in brakes)
    g["turn"] = turn
    g["opponents"] = len(opponents)
    for i, told in enumerate(opponents):
        g["space"][i + 1] = by_name[told[:-1]]
        g["facing"][i] = 1 if told[-1] == "f" else -1
    g["phase"], g["step"] = TURN, BEGINNING
    assert cards_missing(state) == 0
    assert (g["out"] >= 0).all()
    return SoloRace.from_state(course, state, SeededDeal(0))


def play(race: SoloRace, *decisions: str) -> SoloRace:
    """Play some decisions, the cards coming from the deal."""
    for decision in decisions:
        race.play(decision)
    return race


def texts(race: SoloRace) -> list[str]:
    """Return all decisions as text."""
    return [str(decision) for decision in race.decisions]
