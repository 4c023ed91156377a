"""Solo rounds and games follow from their secret or seed, and whatever was changed is found."""

import re
from datetime import date

import pytest

from snowtails import Course
from snowtails.rules import Phase
from snowtails.rules.deal import Deal, SecretDeal, SeededDeal
from snowtails.rules.record import secret_headers
from snowtails.rules.solo import SoloGame, SoloRace, daily_race, verify_solo
from snowtails.rules.verify import live_context

COURSE = Course.load("lone-wolf")
SECRET = SecretDeal(bytes(range(32)), live_context(COURSE.line, "Anna", "game 1"))


def played(deal: Deal | None) -> SoloRace:
    """Play a round with the first decision that is left."""
    drawn = None if deal else (1, 2, 3, 4, 5, 1, 2, 3)
    race = SoloRace(COURSE, deal=deal, drawn=drawn)
    while race.phase is not Phase.OVER and deal:
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


def live(number: int, game: str = "game") -> tuple[SoloRace, dict[str, str]]:
    """Return a live round of a game and its headers."""
    name = f"{game} {number}"
    deal = SecretDeal(bytes([number] * 32), live_context(COURSE.line, "Anna", name))
    return played(deal), {"mushers": "Anna", "race": name, **secret_headers(deal)}


def test_rounds_of_other_games_are_found() -> None:
    game = SoloGame().after(*live(1)).after(*live(2)).after(*live(3))
    assert codes(game.record())[-1] == ("rounds", True)
    assert SoloGame.from_record(game.record()) == game
    assert SoloGame.from_record(game.record()).record() == game.record()
    for forged in (
        SoloGame().after(*live(1)).after(*live(1)).after(*live(1)),
        SoloGame().after(*live(1)).after(*live(2, "other")).after(*live(3)),
    ):
        assert codes(forged.record())[-1] == ("rounds", False)


def test_a_round_of_the_day_is_played_on_the_trail_of_its_day() -> None:
    day = date(2026, 1, 5)
    race = daily_race(day)
    while race.phase is not Phase.OVER:
        race.play(race.decisions[0])
    assert codes(race.record({"day": "2026-01-05"})) == [("daily", True), ("cards", True)]
    assert codes(race.record({"day": "2026-01-06"}))[0] == ("daily", False)
    assert codes(race.record({"day": "tomorrow"}))[0] == ("unreadable", False)


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
