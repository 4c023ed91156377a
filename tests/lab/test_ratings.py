"""Ratings: do they find the strengths that finishes were drawn from?"""

from math import isfinite, log10

import numpy as np
import pytest

from snowtails.lab.league import Heat, Raced
from snowtails.lab.ratings import Estimate, rate

STRENGTHS = {"rookie": 0.0, "pup": 150.0, "yearling": 230.0, "husky": 400.0}
"""In Elo."""


def simulated(
    rng: np.random.Generator, rounds: int, field: tuple[str, ...], unplaced: float = 0.0
) -> Raced:
    """Return a heat whose finishes follow Plackett and Luce; now and then the rest are unplaced."""
    strengths = np.array([STRENGTHS[name] for name in field]) * np.log(10) / 400
    rows = []
    for _ in range(rounds):
        races = []
        for _ in field:
            # The order of exponential waits with these rates is Plackett–Luce.
            order = np.argsort(rng.exponential(np.exp(-strengths)))
            places = np.empty(len(field), int)
            places[order] = np.arange(1, len(field) + 1)
            if rng.random() < unplaced:
                places[places > rng.integers(1, len(field))] = 0
            races.append("".join(map(str, places)))
        rows.append(" ".join(races))
    return Raced(Heat("s", field, 0, rounds), tuple(rows), (0,) * len(field))


def raced(field: str, *rounds: str) -> Raced:
    return Raced(Heat("s", tuple(field), 0, len(rounds)), rounds, (0,) * len(field))


@pytest.mark.parametrize("unplaced", [0.0, 0.3])
def test_known_strengths_are_found_within_their_intervals(unplaced: float) -> None:
    inside = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        ratings = rate([simulated(rng, 60, tuple(STRENGTHS), unplaced)])
        for name in ("pup", "yearling", "husky"):
            found = ratings[name]
            inside.append(abs(found.value - STRENGTHS[name]) < found.error)
            assert 5 < found.error < 100
    # 95 % of 180; fewer than 88 % or all of them would be no 95 % interval.
    assert 0.88 <= np.mean(inside) < 1


def test_many_rounds_come_near() -> None:
    rng = np.random.default_rng(1)
    fields = [("rookie", "pup"), ("pup", "yearling", "husky"), ("rookie", "husky", "husky")]
    ratings = rate([simulated(rng, 1500, field) for field in fields])
    for name, strength in STRENGTHS.items():
        assert ratings[name].value == pytest.approx(strength, abs=25)


def test_two_who_meet_are_rated_by_their_share() -> None:
    """Three wins of four are 191 Elo."""
    ratings = rate([raced("ab", *["12 12", "12 21"] * 200)])
    assert ratings["a"].value == pytest.approx(400 * log10(3), abs=1)
    assert ratings["b"] == Estimate(0, 0)


def test_the_unplaced_come_after_all_others_and_among_them_none_is_first() -> None:
    told = rate([raced("abc", *["100 100 020"] * 50, *["001 010 100"] * 50)])
    assert told["a"].value > told["b"].value > told["c"].value - 100
    alike = rate([raced("abc", *["100 100 100", "100 100 100"] * 20)])
    assert alike["b"].value == pytest.approx(alike["c"].value, abs=0.1)


def test_a_race_that_nobody_finishes_says_nothing() -> None:
    heats = [raced("ab", "12 21", "12 12")]
    with_wrecks = rate([*heats, raced("ab", "00 00")])
    assert with_wrecks["a"].value == pytest.approx(rate(heats)["a"].value, abs=0.01)


def test_the_order_of_heats_and_mushers_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    heats = [simulated(rng, 20, ("husky", "rookie", "pup")), simulated(rng, 20, ("pup", "husky"))]
    swapped = [
        Raced(
            Heat("s", result.heat.field[::-1], 0, result.heat.count),
            tuple(" ".join(race[::-1] for race in row.split()) for row in result.places),
            result.turns,
        )
        for result in heats[::-1]
    ]
    one, two = rate(heats), rate(swapped)
    for name in one:
        assert one[name].value == pytest.approx(two[name].value, abs=0.1)
        assert one[name].error == pytest.approx(two[name].error, abs=0.1)


def test_the_rookie_is_at_zero_or_else_the_weakest() -> None:
    rng = np.random.default_rng(3)
    with_rookie = rate([simulated(rng, 50, ("pup", "rookie", "husky"))])
    assert with_rookie["rookie"] == Estimate(0, 0)
    without = rate([simulated(rng, 50, ("husky", "pup", "yearling"))])
    assert without["pup"] == Estimate(0, 0)
    assert min(rating.value for rating in without.values()) == 0
    other = rate([simulated(rng, 50, ("husky", "pup", "yearling"))], zero="husky")
    assert other["husky"].value == 0 > other["pup"].value


def test_a_musher_that_always_wins_has_a_finite_rating() -> None:
    for rounds in (3, 300):
        ratings = rate([raced("abc", *["123 123 132"] * rounds)])
        assert 300 < ratings["a"].value < 5000
        assert isfinite(ratings["a"].error)


def test_rounds_that_repeat_themselves_make_wider_intervals_than_their_races() -> None:
    """Races of one round share their luck: ten rounds of four races are not forty races."""
    together = rate([raced("ab", *["12 12 12 12", "21 21 21 21"] * 10)], zero="b")
    mixed = rate([raced("ab", *["12 21 12 21"] * 20)], zero="b")
    assert together["a"].error > 50
    assert mixed["a"].error < 1


def test_an_estimate_of_one_round_has_no_error_yet() -> None:
    assert np.isnan(Estimate.of([0.5]).error)
    assert Estimate.of([0.0, 1.0]).error == pytest.approx(1.96 * 0.5)
