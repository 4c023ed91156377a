"""Verifying: a live race follows from its secret, and whatever was changed is found."""

import re
from collections.abc import Iterator

import pytest

from snowtails import Course
from snowtails.finding import Finding
from snowtails.rules import Phase, Race
from snowtails.rules.deal import SecretDeal, SeededDeal
from snowtails.rules.record import InvalidRecord, read_record, secret_headers
from snowtails.rules.verify import live_context, season_header, verify
from tests.rules.random_races import COURSES, go_on, random_race

COURSE = Course.load("nutcracker")
MUSHERS = "Anna, Ben, Zoë"
SECRET = bytes(range(100, 132))


def live_deal(added: tuple[bytes, ...] = (b"a\x01", b"", b"c")) -> SecretDeal:
    return SecretDeal(SECRET, live_context(COURSE.line, MUSHERS, "race 12"), added)


def live_record(decisions: int = 300, **changed: str) -> str:
    """Return the record of a live race, its secret opened."""
    deal = live_deal()
    race = go_on(Race(COURSE, 3, deal=deal), 6, decisions, "gentle")
    headers = {"mushers": MUSHERS, "race": "race 12", **secret_headers(deal), **changed}
    return race.record(headers)


RECORD = live_record()


def bad(text: str) -> list[str]:
    return [finding.what for finding in verify(read_record(text)) if not finding.good]


def test_a_live_race_is_verified() -> None:
    cards = sum(map(len, re.findall(r"[/!]([1-5]+)", RECORD))) + 15
    starts = re.findall("@([45])", RECORD)
    cards += sum(int(number) - 3 for number in starts)
    assert read_record(RECORD).race.phase is Phase.OVER
    assert verify(read_record(RECORD)) == [
        Finding("secret, course, mushers and rules are those committed to", True),
        Finding("the order of choosing follows from the secret", True),
        Finding(f"all {cards} cards drawn follow from the secret", True),
    ]


@pytest.mark.parametrize("decisions", [0, 1, 3, 4, 9])
def test_races_under_way_are_verified(decisions: int) -> None:
    assert bad(live_record(decisions)) == []


def test_headers_in_capitals_are_verified() -> None:
    secret, commitment = SECRET.hex(), live_deal().commitment
    text = RECORD.replace(secret, secret.upper()).replace(commitment, commitment.upper())
    assert bad(text) == []


@pytest.mark.parametrize("mushers", ["Anna; Ben", "  Anna \n Ben  ", "Ann\u2028a", "Zoë,Ben", ""])
def test_any_names_are_verified(mushers: str) -> None:
    deal = SecretDeal(SECRET, live_context("srs", mushers))
    race = go_on(Race(Course.parse("srs"), 2, deal=deal), 1, 8)
    assert bad(race.record({"mushers": mushers, **secret_headers(deal)})) == []


def test_names_cannot_pass_for_something_else() -> None:
    assert live_context("s", "Anna\nrace 1") != live_context("s", "Anna", "1")


def test_a_race_without_added_bytes_is_verified() -> None:
    deal = SecretDeal(SECRET, live_context("s", "Anna"))
    race = go_on(Race(Course.parse("s"), 1, deal=deal), 1, 5)
    assert bad(race.record({"mushers": "Anna", **secret_headers(deal)})) == []


def test_seeded_races_are_verified() -> None:
    race = random_race(COURSES[2], 3, 11, 300, "gentle")
    cards = sum(len(drawn.cards) for entry in race.log for drawn in entry.drawn)
    assert verify(read_record(race.record())) == [
        Finding("the order of choosing follows from the seed", True),
        Finding(f"all {cards} cards drawn follow from the seed", True),
    ]
    other = race.record().replace("seed: 11 0", "seed: 11 1")
    assert any(what.startswith("other cards follow from the seed") for what in bad(other))


def test_a_secret_that_is_not_opened_is_reported() -> None:
    race = go_on(Race(COURSE, 3, deal=live_deal()), 4, 10)
    assert bad(race.record({"mushers": MUSHERS})) == ["the secret has not been opened yet"]


def test_a_record_without_seed_and_commitment_is_reported() -> None:
    text = re.sub("commitment: .*\n", "", RECORD)
    assert bad(text) == ["the record names neither a seed nor a commitment"]


# -- tampering -------------------------------------------------------------------------------------


def other_digit(text: str, at: int) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


COMMITTED = "secret, course, mushers and rules are those committed to"


def test_another_secret_is_found() -> None:
    at = RECORD.index(SECRET.hex())
    for byte in range(0, 64, 7):
        found = bad(other_digit(RECORD, at + byte))
        assert found[0] == COMMITTED
        assert "follow from the secret" in found[-1]


def test_another_commitment_is_found() -> None:
    at = RECORD.index(live_deal().commitment)
    assert bad(other_digit(RECORD, at + 5)) == [COMMITTED]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Anna, Ben, Zoë", "Anna, Ben, Zoe"),
        ("Anna, Ben, Zoë", "Ben, Anna, Zoë"),
        ("race: race 12", "race: race 13"),
        (f"mushers: {MUSHERS}\n", ""),
    ],
)
def test_other_names_are_found(old: str, new: str) -> None:
    assert RECORD.count(old) == 1
    assert COMMITTED in bad(RECORD.replace(old, new))


@pytest.mark.parametrize("added", ["6101 - 64", "6101 63", "6101 - 63 -", "- 6101 63", "610163"])
def test_other_added_bytes_are_found(added: str) -> None:
    assert RECORD.count("added: 6101 - 63") == 1
    found = bad(RECORD.replace("added: 6101 - 63", f"added: {added}"))
    assert COMMITTED not in found
    assert any("cards" in what or "choosing" in what for what in found)


@pytest.mark.parametrize(("key", "value"), [("secret", "00ff"), ("secret", "what"), ("added", "é")])
def test_what_cannot_be_read_is_reported(key: str, value: str) -> None:
    (what,) = bad(re.sub(f"\n{key}: .*", f"\n{key}: {value}", RECORD))
    assert what.startswith("secret and added bytes cannot be read: ")


def test_another_course_is_found() -> None:
    """A course that races alike, but is another, so that the record can still be replayed."""
    other = RECORD.replace(f"course: {COURSE.line}", f"course: {COURSE.line}fl")
    short = re.sub("round 1\n.*", "", other, flags=re.DOTALL)
    assert bad(short)[0] == COMMITTED


def test_another_order_of_choosing_is_found() -> None:
    text = re.sub("\n\nround 1\n.*", "", RECORD, flags=re.DOTALL)
    starts = re.sub("start: .*\ndeal: .*", "start:", text)
    assert bad(starts) == []
    order = re.findall("choosing: (.*)", starts)[0]
    found = bad(starts.replace(f"choosing: {order}", f"choosing: {order[::-1]}"))
    assert "the order of choosing follows from the secret" in found


def with_other_cards() -> Iterator[str]:
    """Change each card drawn to each other value, where the record can still be replayed."""
    drawn = [*re.finditer(r"(?<=[/!])[1-5]+", RECORD), *re.finditer(r"(?<=deal: ).*", RECORD)]
    for cards in drawn:
        for at in range(*cards.span()):
            for value in "12345".replace(RECORD[at], "") if RECORD[at] != " " else "":
                text = RECORD[:at] + value + RECORD[at + 1 :]
                try:
                    read_record(text)
                except InvalidRecord:
                    continue
                yield text


def test_every_other_card_is_found() -> None:
    texts = list(with_other_cards())
    assert len(texts) > 20
    for text in texts:
        (what,) = bad(text)
        assert re.fullmatch(
            r"other cards follow from the secret than were drawn: round \d+, after \S+ of sled \d",
            what,
        )


def test_a_seed_does_not_stand_in_for_the_secret() -> None:
    """A record with a seed of its own must still follow from what was committed to."""
    race = Race(COURSE, 3, deal=SeededDeal(5))
    go_on(race, 1, 12)
    headers = {"mushers": MUSHERS, "race": "race 12", "commitment": live_deal().commitment}
    assert bad(race.record(headers)) == ["the secret has not been opened yet"]
    opened = race.record({**headers, **secret_headers(live_deal())})
    assert any("follow from the secret" in what for what in bad(opened))


# -- seasons ---------------------------------------------------------------------------------------


def season_record() -> str:
    """Return the record of a live race that is the second of its season."""
    order = [2, 0, 1]
    deal = SecretDeal(SECRET, live_context(COURSE.line, MUSHERS, "race 12", order))
    race = go_on(Race(COURSE, 3, deal=deal, choosing=order), 4, 300, "gentle")
    headers = {"mushers": MUSHERS, "race": "race 12", **season_header(2, 4)}
    return race.record(headers | secret_headers(deal))


@pytest.mark.clause("SEASON-3")
def test_the_order_of_choosing_of_a_later_race_is_the_one_committed_to() -> None:
    text = season_record()
    assert [finding.code for finding in verify(read_record(text))] == [
        "committed",
        "season",
        "cards",
    ]
    assert bad(text) == []
    assert COMMITTED in bad(text.replace("season: 2 of 4\n", ""))
    assert COMMITTED in bad(RECORD.replace("race: race 12\n", "race: race 12\nseason: 2 of 4\n"))
