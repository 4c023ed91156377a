"""What a league says about its mushers, worked out by hand."""

import pytest

from snowtails.lab.league import Heat, Raced
from snowtails.lab.ranking import Ranked, ranking


def raced(field: str, *rounds: str, turns: tuple[int, ...] | None = None, first: int = 0) -> Raced:
    """Return a heat of mushers with one letter each, given their places race by race."""
    heat = Heat("s", tuple(field), first, len(rounds))
    return Raced(heat, rounds, turns or (0,) * len(field))


def row(found: list[Ranked], musher: str) -> Ranked:
    (one,) = (standing for standing in found if standing.musher == musher)
    return one


TWO_ROUNDS = raced("ab", "12 12", "21 1x", turns=(24, 24))


def test_shares_and_places_are_means_over_rounds() -> None:
    a, b = (row(ranking([TWO_ROUNDS]), name) for name in "ab")
    assert (a.wins.value, b.wins.value) == (0.75, 0.25)
    assert (a.place, b.place) == (1.25, 1.75)
    assert (a.wrecks.value, b.wrecks.value) == (0, 0.25)
    assert a.deals == b.deals == 2


def test_errors_are_those_of_rounds() -> None:
    """a won all of the first round and half of the second: a spread of 0.3536 over two rounds."""
    a = row(ranking([TWO_ROUNDS]), "a")
    assert a.wins.error == pytest.approx(1.96 * 0.353553 / 2**0.5, rel=1e-4)
    assert a.wins.low == pytest.approx(0.75 - a.wins.error)


def test_turns_are_those_of_races_finished() -> None:
    a, b = (row(ranking([TWO_ROUNDS]), name) for name in "ab")
    assert (a.turns, b.turns) == (24 / 4, 24 / 3)


def test_a_musher_that_never_finished_has_no_turns() -> None:
    found = ranking([raced("ab", "1x 1x", "1x 1x", turns=(20, 0))])
    assert row(found, "b").turns == 0
    assert row(found, "b").wrecks.value == 1
    assert row(found, "b").place == 2


def test_a_musher_with_two_sleds_is_counted_by_sled() -> None:
    """In three races, b holds two of three sleds: it is first once, and last or wrecked thrice."""
    found = ranking([raced("abb", "123 213 1x2", "123 123 123", turns=(30, 20, 10))])
    assert row(found, "b").wins.value == pytest.approx((1 / 6 + 0) / 2)
    assert row(found, "b").place == pytest.approx(((2 + 3 + 1 + 3 + 3 + 2) / 6 + 2.5) / 2)
    assert row(found, "b").wrecks.value == pytest.approx((1 / 6 + 0) / 2)
    assert row(found, "b").turns == pytest.approx(30 / 11)
    assert row(found, "a").wins.value == pytest.approx((2 / 3 + 1) / 2)


def test_heats_are_put_together() -> None:
    found = ranking([TWO_ROUNDS, raced("ac", "12 12", turns=(12, 14), first=2)])
    assert row(found, "a").deals == 3
    assert row(found, "a").wins.value == pytest.approx((1 + 0.5 + 1) / 3)
    assert row(found, "a").turns == pytest.approx(36 / 6)
    assert row(found, "c").deals == 1


def test_the_highest_rating_comes_first() -> None:
    found = ranking([raced("cab", "213 213", "213 231", "123 213")])
    assert [standing.musher for standing in found] == ["a", "c", "b"]
    ratings = [standing.elo.value for standing in found]
    assert ratings == sorted(ratings, reverse=True)
    assert ratings[-1] == 0


def test_a_deal_raced_by_several_fields_is_one_deal() -> None:
    found = ranking([TWO_ROUNDS, raced("ac", "21 21", turns=(12, 14))])
    assert row(found, "a").deals == 2
    assert row(found, "a").wins.value == pytest.approx((0.5 + 0.5) / 2)


def test_who_is_still_on_the_track_at_the_end_is_not_wrecked() -> None:
    found = ranking([raced("abc", "1x- 1-x 1--", "123 123 123")])
    assert row(found, "b").wrecks.value == pytest.approx((1 / 3 + 0) / 2)
    assert row(found, "b").place == pytest.approx((2.5 + 2) / 2)  # they share second and third


def test_each_is_ahead_of_the_next_by_the_difference_of_their_ratings() -> None:
    a, c, b = ranking([raced("cab", "213 213", "213 231", "123 213")])
    assert a.ahead is not None
    assert c.ahead is not None
    assert a.ahead.value == pytest.approx(a.elo.value - c.elo.value)
    assert c.ahead.value == pytest.approx(c.elo.value - b.elo.value)
    assert b.ahead is None
