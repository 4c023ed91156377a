"""Asking mushers by name or as they are, for decisions, courses and whole races."""

# ruff: noqa: ARG002 - one contract for all, whatever each needs

from typing import Any

import numpy as np
import pytest

from snowtails import CompiledMusher, Course, Phase, Race, Refused, SecretDeal, SeededDeal, Status
from snowtails.mushers import INSTANT, ROUND_LIMIT, BadAnswer, ask, find_musher, lay_course, race_on
from tests.mushers.idle import Idle

PUP = INSTANT["pup"]


def test_a_musher_is_taken_as_it_is_or_by_its_name() -> None:
    assert find_musher(PUP) is PUP
    assert find_musher("pup") is PUP
    idle = Idle()
    assert find_musher(idle) is idle


def test_a_named_musher_decides_as_it_does() -> None:
    race = Race("nutcracker", 2, seed=3)
    view = race.view(race.actor)
    decided = {ask(each, view, seed=5) for each in ("pup", PUP)}
    assert decided == {ask("pup", view, np.random.default_rng(5))}


# -- whole races -----------------------------------------------------------------------------------


def test_race_on_ends_a_race_from_wherever_it_stands() -> None:
    race = Race("nutcracker", 3, seed=3)
    race.play(race.decisions[0])
    assert race_on(race, ["husky", PUP, "rookie"], seed=1)
    assert race.phase is Phase.OVER
    entries = len(race.log)
    assert race_on(race, "husky", seed=1), "there is nothing left to do"
    assert len(race.log) == entries


def test_the_same_seed_gives_the_same_race() -> None:
    races = [Race("nutcracker", 2, seed=3) for _ in range(3)]
    for race, seed in zip(races, (1, 1, 2), strict=True):
        race_on(race, "rookie", seed=seed)
    assert races[0] == races[1] != races[2]


def test_mushers_have_chance_of_their_own_in_each_race_of_a_seed() -> None:
    first = [Race("nutcracker", 1, deal=SeededDeal(3, number)) for number in range(8)]
    for race in first:
        race_on(race, "rookie", seed=3, round_limit=1)
    assert len({race.log[0].decision for race in first}) > 1


def test_an_rng_serves_as_well_as_a_seed() -> None:
    races = [Race("nutcracker", 2, deal=SecretDeal(b"x" * 32, "here")) for _ in range(2)]
    for race in races:
        race_on(race, "rookie", np.random.default_rng(4))
    assert races[0].record() == races[1].record()


def test_a_race_that_does_not_end_is_broken_off() -> None:
    race = Race("nutcracker", 2, seed=1)
    assert not race_on(race, Idle(), seed=1)
    assert race.round == ROUND_LIMIT + 1
    assert {sled.status for sled in race.sleds} == {Status.RACING}
    assert all(sled.space for sled in race.sleds)


def test_who_finished_before_a_race_is_broken_off_has_its_place() -> None:
    race = Race("nutcracker", 2, seed=1)
    assert not race_on(race, ["husky", Idle()], seed=1, round_limit=30)
    assert [sled.status for sled in race.sleds] == [Status.FINISHED, Status.RACING]
    assert race.sleds[0].place == 1


# -- courses ---------------------------------------------------------------------------------------


class Laying(CompiledMusher):
    """Lays whatever it was told to."""

    laid: Any = None

    def lay(self, sleds: int, rng: np.random.Generator) -> Course:
        if isinstance(self.laid, Exception):
            raise self.laid
        return self.laid  # type: ignore[no-any-return]


def laying(laid: object) -> Laying:
    musher = Laying("layer", PUP.policy)
    object.__setattr__(musher, "laid", laid)
    return musher


@pytest.mark.parametrize("laid", ["srs", "nutcracker", Course.parse("srs")], ids=repr)
def test_a_course_is_laid_as_courses_are_given(laid: Any) -> None:
    assert lay_course(laying(laid), 3, seed=1) == Course.of(laid)


@pytest.mark.parametrize(
    ("laid", "told"),
    [
        (None, "layer laid None: a course is a Course"),
        ("zigzag", "layer laid 'zigzag': there is no course called"),
        (Course(()), "at least one tile"),
        (ZeroDivisionError("no snow"), r"layer failed in lay \(.*\): ZeroDivisionError: no snow"),
    ],
    ids=repr,
)
def test_a_course_that_cannot_be_raced_is_a_bad_answer(laid: object, told: str) -> None:
    with pytest.raises(BadAnswer, match=told):
        lay_course(laying(laid), 3, seed=1)


def test_the_ladder_lays_by_name_too() -> None:
    assert lay_course("pup", 3, seed=1) == lay_course(PUP, 3, np.random.default_rng(1))


def test_chance_must_be_given() -> None:
    with pytest.raises(Refused, match="give chance by seed=7"):
        lay_course("pup", 3)
