"""The position line: written and read back, and nothing is read that could not be raced on."""

import re

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from snowtails import Course
from snowtails.rules import Phase, Race
from snowtails.rules.deal import SeededDeal
from snowtails.rules.position_line import LAST_ROUND, InvalidPosition, read_position, write_position
from tests.rules.random_races import COURSES, damaged, go_on, races, races_with
from tests.rules.twins import check_invariants

A = "1c2/=42/10211/34221/0/r"
B = "1d4/3=5/00112/33222/1/m"
LETTERS = "0123456789abcde-=/rmfw:trndsc "


def line(*sleds: str, head: str = "srs 3 turn:0 -") -> str:
    return " ".join([head, *sleds])


def assert_can_be_raced(race: Race, seed: int, decisions: int = 12) -> None:
    """Assert that a race goes on, that it stays sound, and that it can be written and read."""
    progress = [-1] * len(race.sleds)
    check_invariants(race, progress)
    for i in range(decisions):
        assert (race.phase is Phase.OVER) == (not race.decisions)
        go_on(race, seed + i, 1)
        check_invariants(race, progress)
    assert Race.parse(race.line).line == race.line


@given(races)
def test_what_is_written_is_read_back(race: Race) -> None:
    course, state = read_position(race.line)
    assert course == race.course
    assert write_position(course, state) == race.line
    assert state.tobytes() == race.state.tobytes()


@pytest.mark.parametrize("phase", [Phase.START, Phase.TURN, Phase.DISCARD, Phase.OVER])
@pytest.mark.parametrize("sleds", [1, 2, 3, 4, 5])
def test_every_phase_is_read_back(phase: Phase, sleds: int) -> None:
    race = next(races_with(lambda race: race.phase is phase, "wild", max(sleds, 2)))
    course, state = read_position(race.line)
    assert (course, state.tobytes()) == (race.course, race.state.tobytes())
    assert f" {phase}" in race.line


def test_a_race_goes_on_alike_from_its_position() -> None:
    for seed, race in zip(range(30), races_with(lambda race: len(race.log) > 12), strict=False):
        twin = Race.parse(race.line)
        for _ in range(10):
            if race.phase is Phase.OVER:
                break
            go_on(race, seed, 1)
            twin.play(race.log[-1].decision, [c for d in race.log[-1].drawn for c in d.cards])
            assert twin.line == race.line


def test_exact_lines() -> None:
    race = Race(Course.parse("srs"), 2, choosing=[1, 0])
    assert race.line == "srs 0 start:10 - -/==3/00000/44444/0/r -/==3/00000/44444/0/r"
    race.play("@2")
    assert race.line == "srs 0 start:10 - -/==3/00000/44444/0/r 0d1/==3/00000/44444/0/r"
    race.play("@1", drawn=[1, 2, 4, 4, 5, 1, 1, 2, 2, 5])
    assert race.line == "srs 1 turn:0 - 0e1/==3/11021/33423/0/r 0d1/==3/22001/22443/0/r"
    race.play("4LB:<^^", drawn=[3, 5])
    assert race.line == "srs 1 turn:1 - 1d3/4=4/11102/33322/0/m 0d1/==3/22001/22443/0/r"


def test_the_line_of_the_description_is_one() -> None:
    text = (read_position.__globals__["__doc__"] or "").splitlines()[2].strip()
    assert Race.parse(text).line == text == line(A, B)


def test_saplings_are_a_hexadecimal_number() -> None:
    course = Course.parse("ts")
    race = Race(course, 1, choosing=[0])
    assert race.line.split()[3] == "ff"
    felled = race.line.replace(" 0 start:0 ff -", " 2 turn:0 fe 1a2")
    felled = felled.replace("00000/44444", "11111/33333")
    assert int(Race.parse(felled).state[0]["saplings"]) == 0xFE


REFUSED = {
    "srs 3 turn:0 -": "a position has a course, a round, a phase, saplings and sleds; "
    "'srs 3 turn:0 -' has 4 fields",
    line(A, B, A, A, A, A): "a race has at most 5 sleds, not 6",
    line(
        A, head=f"srs {LAST_ROUND + 1} turn:0 -"
    ): f"round '{LAST_ROUND + 1}': write a number from 0 to {LAST_ROUND}",
    line(A, head="srs x turn:0 -"): f"round 'x': write a number from 0 to {LAST_ROUND}",
    line(A, head="srs -1 turn:0 -"): f"round '-1': write a number from 0 to {LAST_ROUND}",
    line(A, head="srs 3 turn:0 1"): "saplings '1': write a number from 0 to 0",
    line(A, head="ts 3 turn:0 100"): "saplings '100': write a number from 0 to ff",
    line(
        "1c2/=42/10211/34221/0"
    ): "sled 0 '1c2/=42/10211/34221/0': write space/dogs and brake/hand/"
    "deck/dents/status, as in 1c2/=42/10211/34221/0/r",
    line("1c9/=42/10211/34221/0/r"): "sled 0: the course has no space 1c9",
    line("1c2/=42/40211/14422/0/r"): "sled 0: more than 4 cards of value 1",
    line("1c2/=42/00041/00000/0/r"): "sled 0: more than 4 cards of value 4",
    line("1c2/=42/10211/34221/5/r"): "sled 0: five dents and only five make a wreck",
    line(A, "-/=42/10211/34221/4/w0"): "sled 1: five dents and only five make a wreck",
    line(A, "1c2/==3/11111/33333/0/r"): "two sleds stand on one space",
    line(A, "1c3/=42/10211/34221/5/w0"): "sled 1: finished and wrecked sleds have left the track",
    line(A, "1c3/=42/10211/34221/0/f1"): "sled 1: finished and wrecked sleds have left the track",
    line(A, "-/=42/10211/34221/0/m"): "sled 1: racing, but on no space",
    line("1a3/==3/11111/33333/0/r", head="dl 3 turn:0 -"): "sled 0: 1a3 is impassable",
    line("1a2/==3/11111/33333/0/r", head="t 3 turn:0 ff"): "sled 0: a sapling stands on 1a2",
    line("4a1/=42/10211/34221/0/r"): "sled 0: past the finish line, it has moved and waits (m)",
    line(A, "-/==3/00000/44444/0/f2"): "places are counted from 1 without gaps, not [2]",
    line(A, "-/==3/00000/44444/5/w1"): "wrecks are counted from 0 without gaps, not [1]",
    line(
        A, head="srs 3 move:0 -"
    ): "phase 'move:0': write start, turn, discard, over and who decides",
    line(A, head="srs 0 turn:0 -"): "round 0 does not go with turn",
    line(A, head="srs 3 start:0 -"): "round 3 does not go with start",
    line(A, head="srs 3 over -"): "a race is over when nobody is racing",
    line("-/==3/00000/44444/0/f1", head="srs 3 over:0 -"): "a race is over when nobody is racing",
    line(A, head="srs 3 turn:1 -"): "phase 'turn:1': name one of the sleds 0–0",
    line(A, head="srs 3 turn -"): "phase 'turn': name one of the sleds 0–0",
    line(A, B, head="srs 3 turn:1 -"): "sled 1 cannot move: sled 0 is next",
    line(B, head="srs 3 turn:0 -"): "sled 0 cannot move: nobody is next",
    line("1c2/==3/00000/44444/0/r"): "sled 0 has no dog card to play",
    line(A, head="srs 3 discard:0 -"): "sled 0 discards only after its move (m)",
    line(B, head="srs 3 discard:0 -"): "sled 0 has no card too many to discard",
    line("0a1/==3/00000/44444/0/r", head="s 0 start:1 -"): "phase 'start:1': list all sleds in the "
    "order of choosing",
    line("0a1/==3/00000/44444/0/r", head="s 0 start:0 -"): "sleds take their start spaces in the "
    "order of choosing",
    line("0a1/==3/00000/44444/0/r", "-/==3/00000/44444/0/r", head="s 0 start:10 -"): "sleds take "
    "their start spaces in the order of choosing",
}


@pytest.mark.parametrize(("text", "reason"), REFUSED.items())
def test_refusals(text: str, reason: str) -> None:
    with pytest.raises(InvalidPosition) as error:
        read_position(text)
    assert str(error.value) == reason
    assert isinstance(error.value, ValueError)


@pytest.mark.parametrize(
    "sled",
    [
        "-/==3/00000/44444/0/m",
        "-/==3/00000/44444/0/f1",
        "-/==3/00000/44444/5/w0",
        "-/==3/00000/44444/1/r",
        "-/3=3/00000/44344/0/r",
        "-/==2/00000/44444/0/r",
        "-/==3/10000/34444/0/r",
        "-/==3/00000/44443/0/r",
    ],
)
def test_before_the_start_sleds_are_as_they_were_set_up(sled: str) -> None:
    with pytest.raises(InvalidPosition, match="as they were set up"):
        read_position(f"s 0 start:01 - {sled} -/==3/00000/44444/0/r")


def test_before_the_start_all_saplings_stand_and_sleds_on_start_spaces() -> None:
    fresh = "-/==3/00000/44444/0/r"
    for text in (f"t 0 start:0 fe {fresh}", f"s 0 start:01 - 1a1{fresh[1:]} {fresh}"):
        with pytest.raises(InvalidPosition, match="as they were set up"):
            read_position(text)


def test_a_bad_course_is_named() -> None:
    for course in ("q", "sq", "cc" * 30, "s" * 5000):
        with pytest.raises(InvalidPosition, match=r"^course "):
            read_position(line(A, head=f"{course} 3 turn:0 -"))


def test_the_last_round_leaves_room() -> None:
    race = Race.parse(line(A, head=f"srs {LAST_ROUND} turn:0 -"), SeededDeal(1))
    go_on(race, 1, 20)
    assert race.round > LAST_ROUND


@given(st.text(max_size=60) | st.text(LETTERS, max_size=60))
def test_any_text_gives_a_position_or_our_error(text: str) -> None:
    for found in (text, line(A, text), f"srs {text} {A}", f"{text} 3 turn:0 - {A}"):
        try:
            Race.parse(found)
        except InvalidPosition:
            continue


@settings(max_examples=200)
@given(st.data(), races)
def test_damaged_positions_can_be_raced_or_are_refused(data: st.DataObject, race: Race) -> None:
    text = data.draw(damaged(race.line, " /:", LETTERS))
    try:
        found = Race.parse(text, SeededDeal(5))
    except InvalidPosition:
        return
    assert_can_be_raced(found, 5)


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Make up positions of sound fields that care little for each other."""
    track = (course := draw(st.sampled_from(COURSES[:11]))).track
    ranks, past = track.spaces["rank"], track.spaces["past"]
    spaces = draw(st.lists(st.integers(0, len(track) - 1), min_size=1, max_size=3, unique=True))
    out = draw(st.sampled_from([[], ["f1"], ["w0"], ["f2", "f1"], ["w0", "f1"], ["w0", "w1"]]))
    moved = {space: bool(past[space]) or draw(st.booleans()) for space in spaces}

    def sled(name: str, status: str) -> str:
        hand = [draw(st.integers(0, 2)) for _ in range(5)]
        deck = [draw(st.integers(0, 3 - count)) for count in hand]
        cards = "/".join("".join(map(str, pile)) for pile in (hand, deck))
        dogs = draw(st.sampled_from(["==", "=3", "45", "1=", "25"]))
        dents = 5 if status[0] == "w" else draw(st.integers(0, 4))
        return f"{name}/{dogs}{draw(st.integers(1, 5))}/{cards}/{dents}/{status}"

    sleds = [sled(track.names[space], "rm"[moved[space]]) for space in spaces]
    sleds += [sled("-", status) for status in out]
    to_move = [space for space in spaces if not moved[space]]
    phase = draw(st.sampled_from(["turn", "discard"]))
    actor = max(to_move, key=lambda space: ranks[space], default=spaces[0])
    if phase == "discard":
        actor = draw(st.sampled_from(spaces))
    standing = draw(st.integers(0, (1 << len(track.saplings)) - 1))
    for space in spaces:
        standing &= ~(1 << max(int(track.spaces["sapling"][space]), 0))
    rounds = draw(st.integers(1, 3))
    return f"{course.line} {rounds} {phase}:{spaces.index(actor)} {standing:x} {' '.join(sleds)}"


@settings(max_examples=200)
@given(positions())
def test_made_up_positions_can_be_raced_or_are_refused(text: str) -> None:
    try:
        race = Race.parse(text, SeededDeal(3))
    except InvalidPosition as error:
        event(re.sub(r"[0-9]", "", str(error)))
        return
    event("can be raced")
    assert_can_be_raced(race, 3)
