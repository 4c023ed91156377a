"""The sequential test of a change: it is decided, and seldom wrongly."""

from math import log

import numpy as np
import pytest

from snowtails.lab.league import Heat, Raced
from snowtails.lab.sprt import Sprt, pair_scores

WIDE = Sprt(0, 60, risk=0.1)
"""A test that is decided soon."""


def scores(rng: np.random.Generator, elo: float, rounds: int) -> list[float]:
    """Return shares of rounds of two mirrored races, for a musher better by so much."""
    chance = 1 / (1 + 10 ** (-elo / 400))
    return [float(share) for share in rng.binomial(2, chance, rounds) / 2]


def decided(test: Sprt, shares: list[float]) -> str | None:
    """Return the first verdict, looking after every tenth round."""
    for rounds in range(10, len(shares) + 1, 10):
        if verdict := test.verdict(shares[:rounds]):
            return verdict
    return None


def test_a_better_musher_is_accepted_and_an_equal_one_rejected() -> None:
    rng = np.random.default_rng(1)
    assert decided(Sprt(), scores(rng, 60, 5000)) == "accepted"
    assert decided(Sprt(), scores(rng, -40, 5000)) == "rejected"
    assert decided(Sprt(0, 30), scores(rng, 0, 5000)) == "rejected"


@pytest.mark.parametrize(("elo", "wrong"), [(WIDE.elo0, "accepted"), (WIDE.elo1, "rejected")])
def test_errors_are_about_as_frequent_as_wished(elo: float, wrong: str) -> None:
    rng = np.random.default_rng(2)
    verdicts = [decided(WIDE, scores(rng, elo, 1500)) for _ in range(300)]
    assert verdicts.count(None) < 6
    assert 0.02 < verdicts.count(wrong) / 300 < 0.16


def test_the_bound_follows_from_the_risk() -> None:
    assert Sprt(risk=0.05).bound == pytest.approx(log(19))
    assert Sprt(risk=0.01).bound > Sprt(risk=0.05).bound


@pytest.mark.parametrize("few", [[], [1.0]])
def test_fewer_than_two_rounds_say_nothing(few: list[float]) -> None:
    assert Sprt().evidence(few) == 0
    assert Sprt().verdict(few) is None


def test_evidence_is_the_log_of_a_ratio_of_likelihoods() -> None:
    """Normal shares with the variance found: the claims are 0.5 and 0.6401."""
    test, shares = Sprt(0, 100), [0.5, 1.0, 0.5, 0.0, 1.0]
    high = 1 / (1 + 10**-0.25)
    spread = np.var(shares, ddof=1)
    by_hand = sum((x - 0.5) ** 2 - (x - high) ** 2 for x in shares) / (2 * spread)
    assert test.evidence(shares) == pytest.approx(by_hand)
    assert test.evidence([1 - x for x in shares]) < 0 < test.evidence([1.0, 0.5] * 5)


# -- scores ----------------------------------------------------------------------------------------


def raced(field: str, *rounds: str) -> Raced:
    return Raced(Heat("s", tuple(field), 0, len(rounds)), rounds, (0,) * len(field))


@pytest.mark.parametrize(
    ("field", "round_", "score"),
    [
        ("no", "12 12", 1.0),
        ("no", "12 21", 0.5),
        ("on", "12 12", 0.0),
        ("no", "10 00", 0.75),  # the unplaced are behind, and level with each other
        ("no", "01 00", 0.25),
        ("nono", "1234 1234", 0.75),  # of four pairs, the second n is behind the first o
        ("noo", "123 231 312", 0.5),
        ("noo", "100 010 000", (1 + 0.25 + 0.5) / 3),
    ],
)
def test_a_score_is_the_share_of_pairs_in_which_the_new_one_is_ahead(
    field: str, round_: str, score: float
) -> None:
    assert pair_scores([raced(field, round_)], "n", "o") == pytest.approx([score])


def test_there_is_a_score_for_each_round_of_each_heat() -> None:
    heats = [raced("no", "12 12", "21 21"), raced("on", "12 21")]
    assert pair_scores(heats, "n", "o") == [1.0, 0.0, 0.5]
