"""The sequential test of a change: it is decided, and seldom wrongly."""

from math import log

import numpy as np
import pytest

from snowtails.lab.league import Heat, InvalidLeague, League, Raced
from snowtails.lab.sprt import Sprt, Verdict, pair_scores, scores_in_order

WIDE = Sprt(0, 60, risk=0.1)
"""A test that is decided soon."""


def scores(rng: np.random.Generator, elo: float, rounds: int) -> list[float]:
    """Return shares of rounds of two mirrored races, for a musher better by so much."""
    chance = 1 / (1 + 10 ** (-elo / 400))
    return [float(share) for share in rng.binomial(2, chance, rounds) / 2]


def word(test: Sprt, shares: list[float]) -> str:
    return test.test(shares).word


def test_a_better_musher_is_accepted_and_an_equal_one_rejected() -> None:
    rng = np.random.default_rng(1)
    assert word(Sprt(), scores(rng, 60, 5000)) == "accepted"
    assert word(Sprt(), scores(rng, -40, 5000)) == "rejected"
    assert word(Sprt(0, 30), scores(rng, 0, 5000)) == "rejected"


def test_who_always_wins_is_accepted_and_who_never_differs_rejected() -> None:
    assert word(Sprt(), [1.0] * 1000) == "accepted"
    assert word(Sprt(), [0.5] * 1000) == "rejected"
    assert word(Sprt(), [0.0] * 1000) == "rejected"


@pytest.mark.parametrize(("elo", "wrong"), [(WIDE.elo0, "accepted"), (WIDE.elo1, "rejected")])
def test_errors_are_about_as_frequent_as_wished(elo: float, wrong: str) -> None:
    rng = np.random.default_rng(2)
    verdicts = [word(WIDE, scores(rng, elo, 1500)) for _ in range(300)]
    assert verdicts.count("undecided") < 6
    assert 0.02 < verdicts.count(wrong) / 300 < 0.16


def test_a_verdict_stands_whatever_comes_after_it() -> None:
    shares = scores(np.random.default_rng(3), 60, 2000)
    verdict = WIDE.test(shares)
    assert 2 < verdict.rounds < 2000
    assert WIDE.test(shares[: verdict.rounds]) == verdict
    assert WIDE.test([*shares[: verdict.rounds], *[0.0] * 500]) == verdict
    assert word(WIDE, shares[: verdict.rounds - 1]) == "undecided"


def test_the_bound_follows_from_the_risk() -> None:
    assert Sprt(risk=0.05).bound == pytest.approx(log(19))
    assert Sprt(risk=0.01).bound > Sprt(risk=0.05).bound


def test_nothing_raced_says_nothing() -> None:
    assert Sprt().test([]) == Verdict("undecided", 0.0, 0)


def test_evidence_is_the_log_of_a_ratio_of_likelihoods() -> None:
    """Shares are taken as normal, with the variance found; the claims are 0.5 and 0.6401."""
    test, shares = Sprt(0, 100), [0.5, 1.0, 0.5, 0.0, 1.0]
    high = 1 / (1 + 10**-0.25)
    padded = [*shares, 0.0, 1.0]
    by_hand = sum((x - 0.5) ** 2 - (x - high) ** 2 for x in padded) / (2 * np.var(padded))
    assert test.test(shares).evidence == pytest.approx(by_hand * 5 / 7)
    assert test.test(shares).rounds == 5
    assert test.test([1 - x for x in shares]).evidence < 0 < test.test([1.0, 0.5] * 5).evidence


@pytest.mark.parametrize("wish", [(10, 0), (5, 5), (0, 10, 0.5), (0, 10, 0)])
def test_a_test_that_cannot_be_decided_is_refused(wish: tuple[float, ...]) -> None:
    with pytest.raises(InvalidLeague, match=r"the lower one first|between 0 and a half"):
        Sprt(*wish)


# -- scores ----------------------------------------------------------------------------------------


def raced(field: str, *rounds: str) -> Raced:
    return Raced(Heat("s", tuple(field), 0, len(rounds)), rounds, (0,) * len(field))


@pytest.mark.parametrize(
    ("field", "round_", "score"),
    [
        ("no", "12 12", 1.0),
        ("no", "12 21", 0.5),
        ("on", "12 12", 0.0),
        ("no", "1x xx", 0.75),  # the unplaced are behind, and level with each other
        ("no", "x1 x-", 0.25),
        ("nono", "1234 1234", 0.75),  # of four pairs, the second n is behind the first o
        ("noo", "123 231 312", 0.5),
        ("noo", "1xx x1x x--", (1 + 0.25 + 0.5) / 3),
    ],
)
def test_a_score_is_the_share_of_pairs_in_which_the_new_one_is_ahead(
    field: str, round_: str, score: float
) -> None:
    assert pair_scores([raced(field, round_)], "n", "o") == pytest.approx([score])


def test_there_is_a_score_for_each_round_of_each_heat() -> None:
    heats = [raced("no", "12 12", "21 21"), raced("on", "12 21")]
    assert pair_scores(heats, "n", "o") == [1.0, 0.0, 0.5]


def test_scores_are_taken_in_order_up_to_the_first_heat_that_is_missing() -> None:
    """What is finished first must not count first: it would be the shorter races."""
    league = League(("pup", "rookie"), ("s",), (2,), rounds=30)
    heats = list(league.heats())
    rows = ("12 12", "12 21", "21 21")
    raced = [
        Raced(heat, (row,) * heat.count, (0, 0)) for heat, row in zip(heats, rows, strict=True)
    ]
    assert scores_in_order(league, raced[::-1]) == [1.0] * 10 + [0.5] * 10 + [0.0] * 10
    assert scores_in_order(league, [raced[2], raced[0]]) == [1.0] * 10
    assert scores_in_order(league, raced[1:]) == []
