"""Solo rounds and games follow from their secret or seed, and whatever was changed is found."""

import re

import pytest

from snowtails import Course
from snowtails.rules.deal import Deal, SecretDeal, SeededDeal
from snowtails.rules.record import secret_headers
from snowtails.rules.solo import SoloGame, SoloPhase, SoloRace, verify_solo
from snowtails.rules.verify import live_context

COURSE = Course.load("lone-wolf")
SECRET = SecretDeal(bytes(range(32)), live_context(COURSE.line, "Anna", "game 1"))


def played(deal: Deal | None) -> SoloRace:
    """Play a round with the first decision that is left."""
    drawn = None if deal else (1, 2, 3, 4, 5, 1, 2, 3)
    race = SoloRace(COURSE, deal=deal, drawn=drawn)
    while race.phase is not SoloPhase.OVER and deal:
        race.play(race.decisions[0])
    return race


RECORD = played(SECRET).record({"mushers": "Anna", "race": "game 1", **secret_headers(SECRET)})


def codes(text: str) -> list[tuple[str, bool]]:
    return [(finding.code, finding.good) for finding in verify_solo(text)]


def test_a_live_round_is_verified() -> None:
    assert codes(RECORD) == [("committed", True), ("cards", True)]


def test_a_whole_game_is_verified_round_by_round() -> None:
    race = played(SeededDeal(3))
    game = SoloGame().after(race).after(race)
    assert codes(game.record()) == [("cards", True)] * 2


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        (re.sub("secret: 00", "secret: 01", RECORD), "committed"),
        (re.sub("secret: 00", "secret: ", RECORD), "unreadable"),
        (re.sub("secret: .*\n", "", RECORD), "unopened"),
        (re.sub("race: game 1", "race: game 2", RECORD), "committed"),
        (played(None).record(), "no-source"),
        (re.sub(r"seed: 3 0", "seed: 4 0", played(SeededDeal(3)).record()), "other-cards"),
    ],
)
def test_what_was_changed_is_found(changed: str, code: str) -> None:
    assert (code, False) in codes(changed)
