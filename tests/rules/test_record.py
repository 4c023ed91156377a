"""Race records: strictly written, leniently read, and a damaged one names the line."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails import Course
from snowtails.rules import Phase, Race
from snowtails.rules.deal import SecretDeal, SeededDeal
from snowtails.rules.record import LONGEST_RECORD, InvalidRecord, one_line, read_record
from tests.rules.random_races import (
    COURSES,
    damaged,
    go_on,
    just_lacked_cards,
    races,
    races_with,
    random_race,
)

TEXT = """\
snowtails race 1
course: srs
name: Morning Run
rules: 1
choosing: 1 0
seed: 3404 0
mushers: Anna, Ben

start: @1 @2
deal: 31212 43524

round 1
1 2R:<^ /5
0 3R

round 2
1 5R:^^>^> x3
0 2RB:^^< /453

round 3
1 5R:>^^>^
0 4R:^^>^^

round 4
0 5R:^>>^^^
1 4LR+

round 5
0 1B:^>^^>^^
1 !2 2B+

round 6
0 3L:^^^^>^>

result: 1 -
"""
LETTERS = "0123456abcLRBx/!@:;<^> \n-"


def morning_run() -> Race:
    race = Race(Course.parse("srs", "Morning Run"), 2, deal=SeededDeal(3404))
    played = "@1 @2 2R:<^ 3R 5R:^^>^> x3 2RB:^^< 5R:>^^>^ 4R:^^>^^ 5R:^>>^^^ 4LR+ 1B:^>^^>^^ 2B+"
    for decision in [*played.split(), "3L:^^^^>^>"]:
        race.play(decision)
    return race


def assert_same(race: Race, other: Race) -> None:
    assert other.line == race.line
    assert other.log == race.log
    assert other.state.tobytes() == race.state.tobytes()
    assert other.history == race.history
    assert other.course == race.course
    assert other.course.name == one_line(race.course.name)


# -- the strict writer -----------------------------------------------------------------------------


def test_the_exact_text() -> None:
    assert morning_run().record({"mushers": "Anna, Ben"}) == TEXT


@given(races)
def test_what_is_written_is_read_back(race: Race) -> None:
    text = race.record({"mushers": "Anna, Ben", "note": "a: b"})
    record = read_record(text)
    assert_same(race, record.race)
    assert record.race.deal == race.deal
    assert record.headers == {"mushers": "Anna, Ben", "note": "a: b"}
    assert record.mushers == ("Anna", "Ben")
    assert record.race.record(record.headers) == text


@pytest.mark.parametrize("sleds", [1, 3, 5])
def test_races_under_way_are_read_back(sleds: int) -> None:
    for seed, course in enumerate(COURSES[::2]):
        race = Race(course, sleds, deal=SeededDeal(seed))
        for n in range(16):
            assert_same(race, Race.from_record(race.record()))
            go_on(race, seed + n, 1, "bumping")


def test_a_race_just_after_drawing_for_lack_of_cards_is_read_back() -> None:
    for _, race in zip(range(12), races_with(just_lacked_cards), strict=False):
        assert re.search(r"\n\d ![1-5]+\n$", race.record())
        assert_same(race, Race.from_record(race.record()))


def test_a_race_in_the_middle_of_a_discard_is_read_back() -> None:
    wanted = races_with(lambda race: race.phase is Phase.DISCARD, "wild")
    for _, race in zip(range(12), wanted, strict=False):
        again = Race.from_record(race.record())
        assert_same(race, again)
        assert (again.phase, again.owed) == (Phase.DISCARD, race.owed)


def test_whole_races_are_read_back() -> None:
    for seed in range(40):
        race = random_race(COURSES[seed % len(COURSES)], 1 + seed % 5, seed)
        assert "\nresult: " in race.record()
        assert_same(race, Race.from_record(race.record()))


def test_a_race_before_anybody_has_chosen() -> None:
    race = Race(Course.parse("s"), 3, choosing=[2, 0, 1])
    text = "snowtails race 1\ncourse: s\nrules: 1\nchoosing: 2 0 1\n\nstart:\n"
    assert race.record() == text
    assert_same(race, Race.from_record(text))


def test_a_read_race_goes_on_with_the_same_cards() -> None:
    race = random_race(COURSES[2], 3, 5, 12, "gentle")
    again = Race.from_record(race.record())
    assert go_on(race, 1, 6).log == go_on(again, 1, 6).log


def test_a_race_that_was_not_followed_from_the_start_cannot_be_recorded() -> None:
    race = random_race(COURSES[2], 2, 5, 12, "gentle")
    for other in (Race.parse(race.line), Race.from_state(race.course, race.state)):
        with pytest.raises(ValueError, match="followed from the start"):
            other.record()
    chosen = Race(Course.parse("s"), 2)
    chosen.play("@1")
    with pytest.raises(ValueError, match="followed from the start"):
        Race.parse(chosen.line).record()


def test_the_commitment_is_written_and_the_secret_is_not() -> None:
    deal = SecretDeal(bytes(range(32)), "context")
    race = Race(Course.parse("s"), 2, deal=deal)
    assert f"\ncommitment: {deal.commitment}\n" in race.record()
    assert deal.secret.hex() not in race.record()


@pytest.mark.parametrize(
    "key", ["course", "Result", "start", "seed", "rules", "a:b", "a b", "1", ""]
)
def test_headers_that_cannot_be_given(key: str) -> None:
    with pytest.raises(ValueError, match="cannot be given the header"):
        morning_run().record({key: "x"})


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_name_and_header_is_written_in_one_line(name: str, header: str) -> None:
    race = Race(Course.parse("s", name), 2)
    record = read_record(race.record({"mushers": header}))
    assert_same(race, record.race)
    assert record.headers == ({"mushers": one_line(header)} if one_line(header) else {})


# -- the lenient reader ----------------------------------------------------------------------------


def forgiven() -> dict[str, str]:
    plain = [line for line in TEXT.splitlines() if not line.startswith(("rules", "seed", "name"))]
    return {
        "capitals": TEXT.upper(),
        "small letters": TEXT.lower(),
        "CRLF": TEXT.replace("\n", "\r\n"),
        "CR": TEXT.replace("\n", "\r"),
        "BOM": "\ufeff" + TEXT,
        "no line at the end": TEXT.rstrip(),
        "blank lines": "\n\n" + TEXT.replace("\n", "\n \t\n"),
        "no blank lines": TEXT.replace("\n\n", "\n"),
        "blanks": "\n".join(f"\t{line}  " for line in TEXT.replace(" ", "  \t").split("\n")),
        "comments": "; a race\n" + TEXT.replace("\n", " ; said 0 3L: so\n").replace("\n", "\n;\n"),
        "blanks before colons": TEXT.replace(": ", " : "),
        "no blanks behind colons": TEXT.replace(": ", ":"),
        "cards dealt in one heap": TEXT.replace("31212 43524", "3121243524"),
        "missing headers": "\n".join(plain),
        "no rounds": re.sub("round .*\n", "", TEXT),
        "no result": TEXT.partition("result")[0],
        "headers at the end": re.sub("(start|choosing|deal).*\n", "", TEXT)
        + "deal: 31212 43524\nstart: @1 @2\nchoosing: 1 0\n",
    }


@pytest.mark.parametrize(("what", "text"), forgiven().items(), ids=forgiven())
def test_what_is_forgiven(what: str, text: str) -> None:
    race, record = morning_run(), read_record(text)
    assert record.race.log == race.log
    assert record.race.line == race.line
    assert one_line(record.headers["mushers"]).lower() == "anna, ben"


def test_unknown_headers_are_kept() -> None:
    text = TEXT.replace("\nstart", "Weather: -12 °C: snow\nx-9: 1\n\nstart")
    assert read_record(text).headers == {
        "mushers": "Anna, Ben",
        "weather": "-12 °C: snow",
        "x-9": "1",
    }
    assert read_record(TEXT.replace("mushers: Anna, Ben\n", "")).mushers == ()


# -- damaged records -------------------------------------------------------------------------------

DAMAGE = [
    ("snowtails race 1", "snow race", 1, "a record begins with: snowtails race 1"),
    ("snowtails race 1", "snowtails race 2", 1, "format 2 is newer than this program reads (1)"),
    ("course: srs\n", "", 1, "the header course is missing"),
    ("course: srs", "course: sqs", 2, "course: "),
    ("rules: 1", "rules: 2", 4, "rules version 2; this program plays version 1"),
    ("rules: 1", "rules: one", 4, "rules lists numbers, not 'one'"),
    ("choosing: 1 0\n", "", 1, "the header choosing is missing"),
    ("choosing: 1 0", "choosing: 1 2", 5, "choosing lists each sled once, from 0; not [1, 2]"),
    ("choosing: 1 0", "choosing: 0 1 2 3 4 5", 5, "choosing lists each sled once"),
    ("seed: 3404 0", "seed: 1 2 3", 6, "seed has one number, or that of the race too: [1, 2, 3]"),
    ("seed: 3404 0", f"seed: {2**64}", 6, "a seed is a number from 0 to 2^64"),
    ("seed: 3404 0", "rules: 1", 6, "rules is given twice"),
    ("start: @1 @2", "start: @1 @1", 9, "@1: start space taken; free are 2, 3, 4, 5"),
    ("start: @1 @2", "start: @1 @9", 9, "'@9' is no start space"),
    ("start: @1 @2", "start: @1", 9, "1 of 2 sleds have a start space"),
    ("start: @1 @2", "start: @1 @2 @3", 9, "@3: sled 1 plays a turn first, as in"),
    ("deal: 31212 43524", "deal: 31212 4352", 10, "sled 1 draws 5 cards, 4 given"),
    ("deal: 31212 43524", "deal: 31212 435241", 10, "@2: 1 card too many given: [1]"),
    ("deal: 31212 43524", "deal: 31212 43529", 10, "dealt cards have the values 1–5"),
    ("deal: 31212 43524", "deal: 11111 43524", 10, "card 5: sled 0 cannot draw a 1"),
    ("round 1", "round 3", 12, "round 3, but the race is in 1"),
    ("round 1", "round 1\nround 1", 13, "a round without a turn stands before this one"),
    ("1 2R:<^ /5", "1 2R:<^", 13, "sled 1 draws 1 at the end of this turn, not 0"),
    ("1 2R:<^ /5", "1 2R:<^ /55", 13, "sled 1 draws 1 at the end of this turn, not 2"),
    ("1 2R:<^ /5", "1 !3 2R:<^ /5", 13, "no cards are drawn before the first turn (!)"),
    ("1 2R:<^ /5", "0 2R:<^ /5", 13, "sled 1 is next, not sled 0"),
    ("1 2R:<^ /5", "1 1R:<^ /5", 13, "1R:<^: needs one 1, you hold none"),
    ("1 2R:<^ /5", "1 2R?<^ /5", 13, "'2R?<^' is no turn"),
    ("1 2R:<^ /5", "1", 13, "a turn is missing, as in: 0 2L:>^> /4"),
    ("1 2R:<^ /5", "one 2R", 13, "'one 2R' is no header, round or turn"),
    ("0 3R\n", "", 15, "round 2, but the race is in 1"),
    ("1 5R:^^>^> x3", "1 5R:^^>^>", 17, "sled 1 holds 1 too many: a discard is missing, as in x3"),
    ("1 5R:^^>^> x3", "1 5R:^^>^> x33", 17, "x33: discard 1 card out of "),
    ("0 3R\n", "0 3R x3\n", 14, "x3: sled 1 plays a turn first"),
    ("0 2RB:^^< /453", "0 2RB:^^< /222", 18, "card 3: sled 0 cannot draw a 2"),
    ("0 1B:^>^^>^^", "0 1B:^>^^>^^ /2", 29, "sled 0 draws 0 at the end of this turn, not 1"),
    ("1 !2 2B+", "1 2B+", 29, "sled 1 draws 1 card, 0 given"),
    ("1 !2 2B+", "1 !25 2B+", 30, "1B:^>^^>^^: 1 card too many given: [5]"),
    ("1 !2 2B+", "1 !2", 30, "the turn of sled 1 is missing"),
    ("1 !2 2B+", "1 !2 /4", 30, "a turn is missing"),
    ("1 4LR+", "1 !2 4LR+", 26, "5R:^>>^^^: 1 card too many given: [2]"),
    ("0 3L:^^^^>^>", "0 3L:^^^^>^>\nround 9", 34, "round 9, but the race is in 6"),
    ("0 3L:^^^^>^>", "0 3L:^^^^>^>\n0 1L", 34, "the race is over, not sled 0"),
    ("0 3L:^^^^>^>\n", "", 34, "a result is given, but the race is not over"),
    ("result: 1 -", "result: - 1", 35, "the result is 1 -, not - 1"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), DAMAGE)
def test_a_damaged_record_names_the_line(old: str, new: str, line: int, reason: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(InvalidRecord) as error:
        read_record(TEXT.replace(old, new))
    assert error.value.reason.startswith(reason)
    assert error.value.line == line
    assert str(error.value) == f"line {line}: {error.value.reason}"
    assert isinstance(error.value, ValueError)


def test_refused_turns_show_the_position() -> None:
    with pytest.raises(InvalidRecord, match=r"\n  in srs 2 turn:1 - 1d"):
        read_record(TEXT.replace("1 5R:^^>^>", "1 5R:^^^^>"))


def test_cards_drawn_for_lack_of_cards_have_their_own_line() -> None:
    """What is moved there from the end of the turn before is noticed, and what cannot be drawn."""
    moved = impossible = 0
    for _, race in zip(range(14), races_with(just_lacked_cards), strict=False):
        text = race.record()
        last = text.count("\n")
        other = re.sub(r"/([1-5]*)([1-5])\n(\d) !(\d+)\n$", r"/\1\n\3 !\2\4\n", text)
        if other != text:
            moved += 1
            assert wrong_line(other.replace(" /\n", "\n")) == last - 1
        for value in "12345":
            before, _, cards = text.strip().rpartition("!")
            if line := wrong_line(f"{before}!{value * len(cards)}\n"):
                impossible += 1
                assert line == last
    assert moved > 1
    assert impossible > 2


def wrong_line(text: str) -> int:
    """Return the line that is wrong; 0 if none is."""
    try:
        read_record(text)
    except InvalidRecord as error:
        return error.line
    return 0


def test_a_record_that_is_too_long_is_refused() -> None:
    with pytest.raises(InvalidRecord, match=f"at most {LONGEST_RECORD} characters"):
        read_record(TEXT + " " * LONGEST_RECORD)


def only_ours(text: str) -> None:
    """Read a text; what can be read must be written again."""
    try:
        record = read_record(text)
    except InvalidRecord as error:
        assert 1 <= error.line <= len(re.split("\r\n?|\n", text)), text  # noqa: PT017
        return
    again = read_record(record.race.record(record.headers))
    assert_same(record.race, again.race)


@given(st.text(max_size=80) | st.text(LETTERS, max_size=80))
def test_any_text_gives_a_record_or_our_error(text: str) -> None:
    only_ours(text)
    only_ours("snowtails race 1\n" + text)
    only_ours(f"snowtails race 1\ncourse: s\nchoosing: 0\nstart: @1\ndeal: 12345\n{text}")


@given(damaged(TEXT, "\n :", LETTERS))
def test_a_damaged_small_record_gives_a_record_or_our_error(text: str) -> None:
    only_ours(text)


@settings(max_examples=120)
@given(st.data(), races)
def test_damaged_records_give_a_record_or_our_error(data: st.DataObject, race: Race) -> None:
    only_ours(data.draw(damaged(race.record(), "\n :", LETTERS)))
