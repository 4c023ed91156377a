"""Checking that the cards of a race follow from the secret, or the seed, that it names."""

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace

from ..course.problem import expect
from ..finding import Finding
from .deal import Deal, SecretDeal, choosing_order
from .race import RULES_VERSION, Race
from .record import Record, one_line, read_record
from .season import Season


def live_context(
    course_line: str,
    mushers: str,
    race: str = "",
    choosing: Sequence[int] = (),
    given: str = "",
) -> str:
    """Return what the commitment of a live race is bound to.

    `choosing` is the order of choosing start spaces where it is not drawn (SEASON-3); `given` says
    what was played before a race that begins in the midst of another, as its header does.
    """
    named = f"mushers {one_line(mushers)}\nrace {one_line(race)}"
    order = f"\nchoosing {' '.join(map(str, choosing))}" if choosing else ""
    before = f"\ngiven {given}" if given else ""
    return f"snowtails rules {RULES_VERSION}\ncourse {course_line}\n{named}{order}{before}"


def ahead_context(race: str) -> str:
    """Return what a seal is bound to that is shown a race ahead, when no course has been laid."""
    return f"snowtails season\nrace {one_line(race)}"


def season_header(number: int, races: int) -> dict[str, str]:
    """Return the header that says which race of a season a record tells, counted from 1."""
    return {"season": f"{number} of {races}"}


def given_header(decisions: int, race: str) -> dict[str, str]:
    """Return the header that says how many decisions of another race a record begins with."""
    return {"given": f"{decisions} of {race}"}


def verify(record: Record) -> list[Finding]:
    """Check a replayed record against its seed, or its commitment and secret."""
    expect(Record, record, "what is verified is a Record: read_record(text)")
    return list(_findings(record, _is_later(record)))


def verify_season(season: Season) -> list[Finding]:
    """Check all races of a season whose results have their records.

    That each order of choosing is the last result reversed (SEASON-3) the season has checked.
    """
    records = [read_record(result.record) for result in season.results]
    return [
        replace(finding, what=f"race {number}: {finding.what}")
        for number, record in enumerate(records, 1)
        for finding in (
            *_findings(record, number > 1),
            *(_promised(records[number - 2], record) if number > 1 else ()),
        )
    ]


def _promised(before: Record, record: Record) -> Iterator[Finding]:
    """Check the seal of a race against what the race before it in its season told of it."""
    if promised := before.headers.get("next-seal"):
        held = record.headers.get("seal", "").lower() == promised.lower()
        told = "its seal was shown in the race before, when nobody had laid the course"
        yield Finding(told, held, "promised")


def _findings(record: Record, later: bool) -> Iterator[Finding]:
    """Check one race; `later` if it is one of a season behind its first."""
    race, headers = record.race, record.headers
    given = _given(record)
    if race.deal is not None:
        yield from _follows_from(race, race.deal, "the seed", later, given)
    if "commitment" not in headers:
        if race.deal is None:
            yield Finding("the record names neither a seed nor a commitment", False, "no-source")
        return
    deal = yield from opened_deal(race.course.line, headers, _choosing(race) if later else ())
    if deal is not None:
        yield from _follows_from(race, deal, "the secret", later, given)


def opened_deal(
    course_line: str, headers: Mapping[str, str], choosing: Sequence[int] = ()
) -> Generator[Finding, None, SecretDeal | None]:
    """Check a secret against what was committed to, and return its deal if it can be read."""
    if "secret" not in headers:
        yield Finding("the secret has not been opened yet", False, "unopened")
        return None
    race = headers.get("race", "")
    try:
        secret = bytes.fromhex(headers["secret"])
        added = tuple(
            b"" if part == "-" else bytes.fromhex(part) for part in headers.get("added", "").split()
        )
        mushers, given = headers.get("mushers", ""), headers.get("given", "")
        context = live_context(course_line, mushers, race, choosing, given)
        deal = SecretDeal(secret, context, added)
    except ValueError as error:
        yield Finding(f"secret and added bytes cannot be read: {error}", False, "unreadable")
        return None
    committed = deal.commitment == headers["commitment"].lower()
    told = "secret, course, mushers and rules are those committed to"
    yield Finding(told, committed, "committed")
    if "seal" in headers:
        contexts = live_context(course_line, "", race), ahead_context(race)
        seals = [SecretDeal(secret, each).commitment for each in contexts]
        held = headers["seal"].lower() in seals
        yield Finding("the secret was settled before the seats added their bytes", held, "sealed")
    return deal


def _is_later(record: Record) -> bool:
    """Return whether a record says that its race is one of a season behind its first."""
    number = record.headers.get("season", "").partition(" ")[0]
    return number.isdecimal() and int(number) > 1


def _given(record: Record) -> int:
    """Return how many decisions of another race a record says that it begins with."""
    number = record.headers.get("given", "").partition(" ")[0]
    return min(int(number), len(record.race.log)) if re.fullmatch("[0-9]{1,6}", number) else 0


def _choosing(race: Race) -> list[int]:
    return list(race.beginning.choosing)


def _follows_from(
    race: Race, deal: Deal, source: str, later: bool, given: int
) -> Iterator[Finding]:
    """Race again with the deal's own cards and compare; the first decisions may be given."""
    order = _choosing(race)
    if given:
        told = f"the first {given} decisions and their cards are given: those of another race"
        yield Finding(told, True, "given")
    elif later:
        # Whoever writes another order into a live race breaks its commitment.
        told = "the order of choosing is given by the race before it in the season (SEASON-3)"
        yield Finding(told, True, "season")
    else:
        chosen = choosing_order(deal, len(order)) == order
        yield Finding(f"the order of choosing follows from {source}", chosen, "choosing")
    again = Race(race.course, len(order), deal=deal, choosing=order)
    for entry in race.log[:given]:
        again.play(entry.decision, [card for drawn in entry.drawn for card in drawn.cards])
    for entry in race.log[given:]:
        again.play(entry.decision)
        if again.log[-1] != entry:
            where = f"round {again.round}, after {entry.decision} of sled {entry.sled}"
            told = f"other cards follow from {source} than were drawn: {where}"
            yield Finding(told, False, "other-cards")
            return
    cards = sum(len(drawn.cards) for entry in race.log[given:] for drawn in entry.drawn)
    yield Finding(f"all {cards} cards drawn follow from {source}", True, "cards", cards)
