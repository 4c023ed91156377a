"""Ratings: do they find the strengths that finishes were drawn from?"""

from collections.abc import Sequence
from math import exp, isfinite, log, log10

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
            races.append("".join(map(str, places)).replace("0", "x"))
        rows.append(" ".join(races))
    return Raced(Heat("s", field, 0, rounds), tuple(rows), (0,) * len(field))


def elo(*heats: Raced) -> dict[str, Estimate]:
    """Return the ratings of all who raced, above the one at zero."""
    ratings = rate(heats)
    return {name: ratings.between(name, ratings.zero) for name in ratings.names}


def raced(field: str, *rounds: str) -> Raced:
    return Raced(Heat("s", tuple(field), 0, len(rounds)), rounds, (0,) * len(field))


@pytest.mark.parametrize("unplaced", [0.0, 0.3])
def test_known_strengths_are_found_within_their_intervals(unplaced: float) -> None:
    inside = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        ratings = elo(simulated(rng, 60, tuple(STRENGTHS), unplaced))
        for name in ("pup", "yearling", "husky"):
            found = ratings[name]
            inside.append(abs(found.value - STRENGTHS[name]) < found.error)
            assert 5 < found.error < 100
    # 95 % of 180; fewer than 88 % or all of them would be no 95 % interval.
    assert 0.88 <= np.mean(inside) < 1


def test_many_rounds_come_near() -> None:
    rng = np.random.default_rng(1)
    fields = [("rookie", "pup"), ("pup", "yearling", "husky"), ("rookie", "husky", "husky")]
    ratings = elo(*(simulated(rng, 1500, field) for field in fields))
    for name, strength in STRENGTHS.items():
        assert ratings[name].value == pytest.approx(strength, abs=25)


def test_two_who_meet_are_rated_by_their_share() -> None:
    """Three wins of four are 191 Elo."""
    ratings = elo(raced("ab", *["12 12", "12 21"] * 200))
    assert ratings["a"].value == pytest.approx(400 * log10(3), abs=1)
    assert ratings["b"] == Estimate(0, 0)


def slow_likelihood(strengths: dict[str, float], heats: Sequence[Raced]) -> float:
    """Return the log-likelihood of all finishes, prior included, as the formula has it."""
    total = -0.01 / 2 * sum(strength**2 for strength in strengths.values())
    for heat in heats:
        for row in heat.places:
            for race in row.split():
                racing = list(zip(race, heat.heat.field, strict=True))
                for place, winner in sorted(pair for pair in racing if pair[0] != "x"):
                    total += strengths[winner]
                    total -= log(sum(exp(strengths[name]) for _, name in racing))
                    racing.remove((place, winner))
    return total


def assert_likeliest(heats: Sequence[Raced]) -> None:
    """Compare ratings with others near by; there is but one maximum."""
    ratings = rate(heats)
    best = dict(zip(ratings.names, ratings.elo * log(10) / 400, strict=True))
    near = 1e-3
    for name in best:
        up = slow_likelihood({**best, name: best[name] + near}, heats)
        down = slow_likelihood({**best, name: best[name] - near}, heats)
        assert (up - down) / (2 * near) == pytest.approx(0, abs=1e-3)
        assert max(up, down) < slow_likelihood(best, heats)


@pytest.mark.parametrize("unplaced", [0.0, 0.3])
def test_no_other_strengths_are_likelier(unplaced: float) -> None:
    rng = np.random.default_rng(5)
    fields = [("rookie", "pup", "husky"), ("husky", "husky", "yearling"), ("pup", "yearling")]
    assert_likeliest([simulated(rng, 15, field, unplaced) for field in fields])


def test_chains_of_mushers_who_never_lose_are_rated() -> None:
    """Whole Newton steps from zero would leap ever further here."""
    wins = {"ea": 205, "ef": 594, "ac": 3548, "cb": 11, "bf": 4683}
    assert_likeliest([raced(pair, *["12"] * count) for pair, count in wins.items()])


@pytest.mark.parametrize(("wins", "races"), [(3, 4), (1, 3), (5, 5), (4000, 4000), (7, 1000)])
def test_two_who_meet_are_rated_as_one_equation_says(wins: int, races: int) -> None:
    """Where wins are what the strengths let expect, but for the prior's pull on either."""
    low, high = -30.0, 30.0
    for _ in range(100):
        apart = (low + high) / 2
        surplus = wins - races / (1 + exp(-apart)) - 0.01 * apart / 2
        low, high = (apart, high) if surplus > 0 else (low, apart)
    ratings = rate([raced("ab", *["12"] * wins, *["21"] * (races - wins))])
    assert ratings.between("a", "b").value == pytest.approx(apart * 400 / log(10), abs=1e-6)


def test_whoever_races_alone_is_rated_zero() -> None:
    assert rate([raced("a", "1", "1")]).elo.tolist() == [0]


def test_the_unplaced_come_after_all_others_and_among_them_none_is_first() -> None:
    told = elo(raced("abc", *["1xx 1xx x1x"] * 50, *["xx1 x1x 1xx"] * 50))
    assert told["a"].value > told["b"].value > told["c"].value - 100
    alike = elo(raced("abc", *["1xx 1xx 1xx"] * 40))
    assert alike["b"].value == pytest.approx(alike["c"].value, abs=0.1)


def test_a_race_that_nobody_finishes_says_nothing() -> None:
    heats = [raced("ab", "12 21", "12 12")]
    with_wrecks = elo(*heats, Raced(Heat("ss", ("a", "b"), 0, 1), ("xx xx",), (0, 0)))
    assert with_wrecks["a"].value == pytest.approx(elo(*heats)["a"].value, abs=0.01)


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
    one, two = elo(*heats), elo(*swapped)
    for name in one:
        assert one[name].value == pytest.approx(two[name].value, abs=0.1)
        assert one[name].error == pytest.approx(two[name].error, abs=0.1)


def test_the_rookie_is_at_zero_or_else_the_weakest() -> None:
    rng = np.random.default_rng(3)
    with_rookie = elo(simulated(rng, 50, ("pup", "rookie", "husky")))
    assert with_rookie["rookie"] == Estimate(0, 0)
    without = elo(simulated(rng, 50, ("husky", "pup", "yearling")))
    assert without["pup"] == Estimate(0, 0)
    assert min(rating.value for rating in without.values()) == 0


def test_a_musher_that_always_wins_has_a_finite_rating() -> None:
    for rounds in (3, 300):
        ratings = elo(raced("abc", *["123 123 132"] * rounds))
        assert 300 < ratings["a"].value < 5000
        assert isfinite(ratings["a"].error)


def test_races_of_one_deal_share_their_luck() -> None:
    """Twenty deals of four races that all end alike are twenty races, not eighty."""
    together = rate([raced("ab", *["12 12 12 12", "21 21 21 21"] * 10)]).between("a", "b")
    mixed = rate([raced("ab", *["12 21 12 21"] * 20)]).between("a", "b")
    assert together.value == pytest.approx(mixed.value, abs=0.1)
    assert together.error == pytest.approx(2 * mixed.error, rel=0.02)


def test_differences_have_their_own_errors() -> None:
    """Two who meet often are known well against each other, even if both are far from a third."""
    rng = np.random.default_rng(8)
    ratings = rate([simulated(rng, 400, ("pup", "husky")), simulated(rng, 10, ("pup", "rookie"))])
    assert ratings.between("husky", "pup").error < ratings.between("husky", "rookie").error / 2
    there, back = ratings.between("husky", "pup"), ratings.between("pup", "husky")
    assert there.value == pytest.approx(-back.value)
    assert there.error == pytest.approx(back.error)


def test_an_estimate_is_a_mean_and_half_an_interval() -> None:
    found = Estimate.of([("s", 0.0), ("s", 1.0), ("s", 0.0), ("s", 1.0)])
    assert found.value == 0.5
    assert found.error == pytest.approx(1.96 * 0.57735 / 2, rel=1e-4)
    assert (found.low, found.high) == (0.5 - found.error, 0.5 + found.error)


def test_that_courses_differ_is_no_error() -> None:
    apart = Estimate.of([("s", 0.0), ("ss", 1.0), ("s", 0.2), ("ss", 0.8)])
    assert apart.value == pytest.approx(0.5)
    assert apart.error == pytest.approx(1.96 * 0.141421 / 2, rel=1e-4)
