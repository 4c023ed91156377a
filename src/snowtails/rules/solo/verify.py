"""Checking that the cards of solo rounds follow from the secret, or the seed, that they name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from ...finding import Finding
from ..bundle import kind_of
from ..deal import Deal, SeededDeal
from ..verify import opened_deal
from .daily import daily_course, daily_seed
from .game import SoloGame
from .race import SoloRace
from .record import SoloRecord, read_solo_record


def verify_solo(text: str) -> list[Finding]:
    """Check the record of a round, or of a game; raise InvalidRecord if it cannot be replayed."""
    if kind_of(text) != "game":
        return list(_findings(read_solo_record(text)))
    records = [read_solo_record(record) for record in SoloGame.from_record(text).records]
    found = [
        replace(finding, what=f"round {number}: {finding.what}")
        for number, record in enumerate(records, 1)
        for finding in _findings(record)
    ]
    return [*found, *_one_game(records)]


def _one_game(records: Sequence[SoloRecord]) -> Iterator[Finding]:
    """Check that rounds with names of their own are those of one game, each once and in order."""
    named = [record.headers.get("race", "") for record in records]
    if any(named):
        game = named[0].rpartition(" ")[0]
        wanted = [f"{game} {number}" for number in range(1, len(records) + 1)]
        yield Finding("the rounds are those of one game, in their order", named == wanted, "rounds")


def _findings(record: SoloRecord) -> Iterator[Finding]:
    race, headers = record.race, record.headers
    if "day" in headers:
        yield _of_the_day(race, headers["day"])
    if race.deal is not None:
        yield _follows_from(race, race.deal, "the seed")
    elif "commitment" in headers:
        deal = yield from opened_deal(race.course.line, headers)
        if deal is not None:
            yield _follows_from(race, deal, "the secret")
    else:
        yield Finding("the record names neither a seed nor a commitment", False, "no-source")


def _of_the_day(race: SoloRace, text: str) -> Finding:
    """Check that a round was played on the trail of its day."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return Finding(f"{text!r} is no day", False, "unreadable")
    same = race.course.line == daily_course(day).line and race.deal == SeededDeal(daily_seed(day))
    return Finding(f"course and seed are those of the trail of {day}", same, "daily")


def _follows_from(race: SoloRace, deal: Deal, source: str) -> Finding:
    """Play the round again with the deal's own cards and compare."""
    again = SoloRace(race.course, opponents=race.opponents, deal=deal)
    same = again.dealt == race.dealt
    for entry in race.log:
        if not same:
            break
        again.play(entry.decision)
        same = again.log[-1] == entry
    if not same:
        told = f"other cards follow from {source} than were drawn: turn {again.turn}"
        return Finding(told, False, "other-cards")
    cards = len(race.dealt) + sum(len(entry.drawn) for entry in race.log)
    return Finding(f"all {cards} cards drawn follow from {source}", True, "cards", cards)
