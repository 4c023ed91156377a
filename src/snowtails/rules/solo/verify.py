"""Checking that the cards of solo rounds follow from the secret, or the seed, that they name."""

from collections.abc import Iterator

from ..bundle import kind_of, read_bundle
from ..deal import Deal
from ..verify import Finding, opened_deal
from .race import SoloRace
from .record import SoloRecord, read_solo_record


def verify_solo(text: str) -> list[Finding]:
    """Check the record of a round, or of a game; raise InvalidRecord if it cannot be replayed."""
    parts = [text]
    if kind_of(text) == "game":
        parts = [part.text for part in read_bundle(text, "game", "solo").parts]
    return [finding for part in parts for finding in _findings(read_solo_record(part))]


def _findings(record: SoloRecord) -> Iterator[Finding]:
    race, headers = record.race, record.headers
    if race.deal is not None:
        yield _follows_from(race, race.deal, "the seed")
    elif "commitment" in headers:
        deal = yield from opened_deal(race.course.line, headers)
        if deal is not None:
            yield _follows_from(race, deal, "the secret")
    else:
        yield Finding("the record names neither a seed nor a commitment", False, "no-source")


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
