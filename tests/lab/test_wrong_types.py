"""Whatever is given in a wrong type is refused by our own error, which says what would be right."""

# mypy: disable-error-code="arg-type, list-item"

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from snowtails import CompiledMusher, InvalidArgument, Race, Refused, SoloRace, policy, solve
from snowtails.lab import League, Sprt, perft, race_league, races_of, ranking, rate, ride, run_races
from snowtails.lab.solo import solo_perft, solo_round
from snowtails.mushers import (
    INSTANT,
    SoloMusher,
    ask,
    check_musher,
    find_musher,
    lay_course,
    race_on,
)
from tests.mushers.idle import Idle

A_COURSE = "a course is a Course, the name of a shipped one, a path or a course line, not 7"
AN_RNG = r"an rng is a NumPy Generator, not 7; write seed=7"
A_MUSHER = "a musher is a name, such as husky, or an object with name, start, choose, discard, not"
PUP = INSTANT["pup"]

anything: Any = 7


def race() -> Race:
    return Race("nutcracker", 2, seed=1)


def view() -> Any:
    return race().view(race().actor)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: run_races(anything, 1, 2, "pup", seed=1), A_COURSE),
        (lambda: run_races("srs", "many", 2, "pup", seed=1), "races is a whole number, not 'many'"),
        (lambda: run_races("srs", 1, 2.5, "pup", seed=1), "sleds is a whole number, not 2.5"),
        (lambda: run_races("srs", 1, 2, anything, seed=1), A_MUSHER),
        (lambda: run_races("srs", 1, 2, ["pup", anything], seed=1), A_MUSHER),
        (lambda: run_races("srs", 1, 1, Idle, seed=1), r"not a class: write Idle\(\)"),
        (lambda: run_races("srs", 1, 1, "pup", anything), AN_RNG),
        (lambda: run_races("srs", 1, 1, "pup", seed="7"), "a seed is a whole number, not '7'"),
        (lambda: run_races("srs", 1, 1, "pup", seed=1, round_limit=None), "a round limit is a"),
        (lambda: races_of("srs", ["pup"], 1, anything), r"are a range, as in range\(100\), not 7"),
        (lambda: races_of("srs", ["pup"], "1", range(1)), "a seed is a whole number, not '1'"),
        (lambda: ride(anything), A_COURSE),
        (lambda: ride("srs", "often"), "rides is a whole number, not 'often'"),
        (lambda: ride("srs", 1, "x"), "a seed is a whole number"),
        (lambda: perft(anything, 1), A_COURSE),
        (lambda: perft("srs", None), "the depth is a whole number, not None"),
        (lambda: solve(anything), A_COURSE),
        (lambda: solve("srs").turns_from("1a1", anything), r"three numbers, as in \(3, 3, 3\)"),
        (lambda: ask(anything, view(), seed=1), A_MUSHER),
        (lambda: ask("pup", race(), seed=1), r"asked with a view, as in race.view\(0\), not <Race"),
        (lambda: ask("pup", view(), anything), AN_RNG),
        (lambda: lay_course(anything, 2, seed=1), A_MUSHER),
        (lambda: race_on(view(), "pup", seed=1), "mushers race on in a Race, not <View"),
        (lambda: race_on(race(), anything, seed=1), A_MUSHER),
        (lambda: race_on(race(), "pup", anything), AN_RNG),
        (lambda: race_on(race(), "pup", seed="x"), "a seed is a whole number"),
        (lambda: check_musher(anything), A_MUSHER),
        (lambda: check_musher("pup", None), "races is a whole number"),
        (lambda: find_musher(anything), A_MUSHER),
        (lambda: find_musher(object()), "which has no name, start, choose, discard"),
        (lambda: policy(anything), "@policy is written above a function, not above 7"),
        (lambda: CompiledMusher("me", lambda *_: 0), "a policy is a function under @policy"),
        (lambda: CompiledMusher(anything, PUP.policy), "the name of a musher is a text"),
        (lambda: CompiledMusher("me", PUP.policy, anything), "values is a function of a course"),
        (lambda: League("husky", ("srs",)), "mushers are given as several, as in"),
        (lambda: League((PUP, "husky"), ("srs",)), "a league knows mushers by their names, not"),
        (lambda: League(("pup", "husky"), "srs"), "courses are given as several"),
        (lambda: League(("pup", "husky"), (anything,)), A_COURSE),
        (lambda: League(("pup", "husky"), ("srs",), 3), r"sleds are given as several, .* \(2, 4\)"),
        (lambda: League(("pup", "husky"), ("srs",), ("3",)), "sleds is a whole number, not '3'"),
        (lambda: League(("pup", "husky"), ("srs",), rounds="9"), "rounds is a whole number"),
        (lambda: League(("pup", "husky"), ("srs",), seed="9"), "a seed is a whole number"),
        (lambda: race_league(anything), "what is raced is a League, not 7"),
        (lambda: race_league(League(("pup", "husky"), ("srs",)), workers="all"), "workers are a"),
        (lambda: rate(anything), r"given as several, as in race_league\(league\), not 7"),
        (lambda: ranking(["x"]), "a heat that was raced is a Raced"),
        (lambda: Sprt(elo1="ten"), "ratings and risk of a test are numbers, not 'ten'"),
        (lambda: SoloMusher().decide(race(), seed=1), "the Lone Wolf plays a SoloRace, not <Race"),
        (lambda: SoloMusher().decide(SoloRace("lone-wolf", seed=1), anything), AN_RNG),
        (lambda: solo_perft(race(), 1), "perft counts from a SoloRace"),
        (lambda: solo_round(anything, lambda *_: 0, 1), A_COURSE),
    ],
)
def test_a_wrong_type_is_refused_with_what_would_be_right(
    call: Callable[[], object], told: str
) -> None:
    with pytest.raises(InvalidArgument, match=told) as caught:
        call()
    assert isinstance(caught.value, Refused)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: run_races("srs", 1, 2, "pup"), "give chance by seed=7, or by an rng"),
        (lambda: run_races("srs", 1, 2, "pup", np.random.default_rng(1), seed=1), "one of them"),
        (lambda: run_races("srs", -1, 2, "pup", seed=1), "0 or more, not -1"),
        (lambda: run_races("srs", 1, 2, "pup", seed=-1), "a seed is a number from 0"),
        (lambda: run_races("srs", 1, 2, "pup", seed=1, round_limit=0), "1 to 32,000, not 0"),
        (lambda: run_races("srs", 1, 2, "pup", seed=1, round_limit=40_000), "1 to 32,000"),
        (lambda: run_races("srs", 1, 2, "pop", seed=1), r"no musher 'pop' \(did you mean pup\?\)"),
        (lambda: run_races("srs", 1, 3, ["pup"], seed=1), "3 sleds need as many mushers, not 1"),
        (lambda: run_races("nutcraker", 1, 2, "pup", seed=1), "did you mean nutcracker"),
        (lambda: races_of("srs", ["pup"], -1, range(1)), "a seed is a number from 0"),
        (lambda: races_of("srs", ["pup"], 1, range(0, 9, 2)), "races have consecutive numbers"),
        (lambda: races_of("srs", [], 1, range(1)), "1 to 5 sleds, not 0"),
        (lambda: ride("srs", 0), "a Husky rides once at least, not 0 times"),
        (lambda: perft("srs", -1), "the depth is 0 or more"),
        (lambda: solve("srs").turns_from("9z9"), "there is no space '9z9'"),
        (lambda: solve("srs").turns_from(-1), "spaces are numbered 0–.*, not -1"),
        (lambda: solve("srs").turns_from(0, (0, 3, 3)), r"1 to 5 each, not \(0, 3, 3\)"),
        (lambda: solve("srs").turns_from(0, (3, 3)), r"1 to 5 each, not \(3, 3\)"),
        (lambda: solve("srs").turns_from(0, dents=5), "0 to 4 dents, not 5"),
        (lambda: check_musher("pup", 0), "in one race at least"),
        (lambda: race_league(League(("pup", "husky"), ("srs",)), workers=0), "one worker at least"),
        (lambda: rate([]), "nothing was raced"),
        (lambda: PUP.choose(view(), (), np.random.default_rng(1)), "for a turn in phase start"),
        (lambda: SoloMusher().decide(over(), seed=1), "the round is over"),
    ],
)
def test_a_wrong_value_is_refused_with_what_would_be_right(
    call: Callable[[], object], told: str
) -> None:
    with pytest.raises(Refused, match=told):
        call()


def over() -> SoloRace:
    """A solo round that is over."""
    solo = SoloRace("lone-wolf", seed=1)
    while solo.decisions:
        solo.play(solo.decisions[0])
    return solo
