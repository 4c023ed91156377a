"""Chance: repeatable, even, independent; in live races also unforeseeable and checkable."""

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import lcm, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from snowtails.rules import Phase, Race
from snowtails.rules import deal as dealing
from snowtails.rules.cards import draw_card
from snowtails.rules.deal import (
    EVEN_WORDS,
    TABLE,
    SecretDeal,
    SeededDeal,
    Words,
    choosing_order,
    pick,
    seeded,
    stream_key,
)
from snowtails.rules.decide import decide
from snowtails.rules.flow import draw_from_streams
from snowtails.rules.movement import LONGEST_PATH
from snowtails.rules.state import empty_state
from tests.rules.random_races import COURSES, random_race

SECRET = bytes(range(32))
words64 = st.integers(0, 2**64 - 1)


# -- seeded deals ----------------------------------------------------------------------------------


def mixed(word: int) -> int:
    """The finishing steps of SplitMix64, in Python's own numbers."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % 2**64
    return word ^ (word >> 31)


def slow_word(seed: int, race: int, stream: int, number: int) -> int:
    step = 0x9E3779B97F4A7C15
    key = mixed((seed + step) % 2**64)
    key = mixed(key ^ (race * step + 1) % 2**64)
    key = mixed((key + (stream + 1) * step) % 2**64)
    return mixed((key + (number + 1) * step) % 2**64)


@given(words64, st.integers(0, 2**63 - 1), st.integers(0, TABLE), st.integers(0, 1000))
def test_words_depend_on_seed_race_stream_and_number_alone(
    seed: int, race: int, stream: int, first: int
) -> None:
    words = SeededDeal(seed, race).words(stream, first, 3)
    assert words.dtype == np.uint64
    assert words.tolist() == [slow_word(seed, race, stream, first + i) for i in range(3)]


@pytest.mark.parametrize(("seed", "race"), [(-1, 0), (2**64, 0), (0, -1), (0, 2**63)])
def test_seeds_that_cannot_be(seed: int, race: int) -> None:
    wrong = f"a seed is a number .*, not {seed}" if seed else f"number of a race .*, not {race}"
    with pytest.raises(ValueError, match=f"{wrong}$"):
        SeededDeal(seed, race)


def test_deals_from_numpy() -> None:
    first, second = (seeded(np.random.default_rng(3)) for _ in range(2))
    assert first == second != seeded(np.random.default_rng(4))


def assert_even(counts: NDArray[np.int64]) -> None:
    """Assert by chi-square that equal chances gave these counts; five deviations are allowed."""
    expected = counts.sum() / counts.size
    assert expected >= 5
    chi, freedom = float(((counts - expected) ** 2 / expected).sum()), counts.size - 1
    assert abs(chi - freedom) < 5 * sqrt(2 * freedom), f"{chi=:.1f}, {freedom=}"


def test_assert_even_can_fail() -> None:
    assert_even(np.bincount(np.random.default_rng(1).integers(20, size=20_000)))
    with pytest.raises(AssertionError):
        assert_even(np.bincount(np.random.default_rng(1).binomial(19, 0.5, size=20_000)))
    with pytest.raises(AssertionError):
        assert_even(np.full(400, 1000))


@pytest.mark.parametrize("n", [2, 3, 5, 7, 13, 16, 20])
@pytest.mark.parametrize("stream", [0, 4, TABLE])
def test_words_are_even(n: int, stream: int) -> None:
    words = SeededDeal(2024).words(stream, 0, 20_000)
    assert_even(np.bincount((words % np.uint64(n)).astype(np.int64), minlength=n))
    assert_even(np.bincount((words >> np.uint64(60)).astype(np.int64), minlength=16))


def pairs(one: Words, other: Words, n: int = 5) -> NDArray[np.int64]:
    joint = (one % np.uint64(n)) * np.uint64(n) + other % np.uint64(n)
    return np.bincount(joint.astype(np.int64), minlength=n * n)


@pytest.mark.parametrize("n", [4, 5, 19])
def test_streams_are_independent(n: int) -> None:
    count, base = 20_000, SeededDeal(5, 8)
    words = base.words(0, 0, count)
    for other in range(1, TABLE + 1):
        assert_even(pairs(words, base.words(other, 0, count), n))
    assert_even(pairs(words, base.words(0, 1, count), n))
    assert_even(pairs(words, replace(base, race=9).words(0, 0, count), n))
    assert_even(pairs(words, replace(base, seed=6).words(0, 0, count), n))


def test_neighbouring_races_are_independent() -> None:
    first = np.array([SeededDeal(7, race).words(0, 0, 2) for race in range(8000)])
    assert_even(pairs(first[:-1, 0], first[1:, 0]))
    assert_even(pairs(first[:, 0], first[:, 1]))


def test_simulations_draw_what_a_race_with_the_same_seed_draws() -> None:
    race = Race("srs", 3, deal=SeededDeal(5, 3), choosing=(0, 1, 2))
    state, spaces = race.state, race.track.spaces
    keys = np.array([stream_key(np.uint64(5), 3, sled) for sled in range(3)], np.uint64)
    drawn, path = np.zeros(3, np.int64), np.empty(LONGEST_PATH, np.int16)
    while race.phase is not Phase.OVER:
        decision = race.decisions[0]
        race.play(decision)
        decide(state, spaces, decision.number, path)
        draw_from_streams(state, spaces, keys, drawn)
        assert state.tobytes() == race.state.tobytes()
        assert drawn.tolist() == list(race.words_used[:3])


def test_what_a_sled_draws_does_not_depend_on_the_others() -> None:
    """Duplicate deals: the first twenty cards are the same, whatever anybody does."""
    for course in COURSES[:6]:
        drawn = set()
        for sleds, style in product([1, 2, 5], ["wild", "gentle", "bumping"]):
            race = random_race(course, sleds, 77, 150, style)
            mine = [card for e in race.log for d in e.drawn if d.sled == 0 for card in d.cards]
            assert len(mine) >= 5
            drawn.add(tuple(mine[:20]))
        longest = max(drawn, key=len)
        assert all(longest[: len(cards)] == cards for cards in drawn)


# -- from words to cards ---------------------------------------------------------------------------


@dataclass(frozen=True)
class GivenDeal:
    """A deal with the words that a test gives it."""

    given: tuple[int, ...]

    def words(self, stream: int, first: int, count: int) -> Words:
        assert stream == TABLE
        return np.array(self.given[first : first + count], np.uint64)


@pytest.mark.parametrize("sleds", [1, 2, 3, 4, 5])
def test_every_order_of_choosing_is_equally_likely(sleds: int) -> None:
    words = product([0], *(range(i + 1) for i in range(1, sleds)))
    orders = Counter(tuple(choosing_order(GivenDeal(given), sleds)) for given in words)
    assert orders == Counter(permutations(range(sleds)))


def test_even_words_are_even_for_every_deck() -> None:
    period = lcm(*range(1, 21))
    assert EVEN_WORDS % period == 0
    assert EVEN_WORDS <= 2**64 < EVEN_WORDS + period


@pytest.mark.parametrize("n", range(1, 21))
def test_a_word_picks_every_number_equally_often(n: int) -> None:
    for first in (0, 2**64 - 4 * n):
        picked = Counter(pick(np.uint64(word), n) for word in range(first, first + 4 * n))
        assert picked == dict.fromkeys(range(n), 4)


@pytest.mark.parametrize(
    "deck", [(1, 0, 0, 0, 0), (2, 1, 0, 1, 0), (0, 4, 0, 0, 3), (4, 4, 4, 4, 4)]
)
def test_every_card_is_drawn_equally_often(deck: tuple[int, ...]) -> None:
    size, drawn = sum(deck), Counter[int]()
    for word in range(3 * size):
        race = empty_state()
        race[0]["deck"][0] = deck
        value = draw_card(race, 0, np.uint64(word))
        drawn[value] += 1
        assert race[0]["hand"][0].tolist() == [int(v == value) for v in range(1, 6)]
    assert drawn == {value: 3 * count for value, count in enumerate(deck, 1) if count}


# -- live deals ------------------------------------------------------------------------------------


def joined(*parts: bytes) -> bytes:
    return b"".join(str(len(part)).encode() + b":" + part for part in parts)


def slow_secret_word(deal: SecretDeal, stream: int, number: int, limit: int = EVEN_WORDS) -> int:
    """Work out a word from the description of live deals."""
    message = joined(deal.context.encode(), *deal.added)
    key = hmac.new(deal.secret, message, hashlib.sha256).digest()
    for attempt in range(100):
        place = f"{stream} {number} {attempt}".encode()
        word = int.from_bytes(hmac.new(key, place, hashlib.sha256).digest()[:8], "big")
        if word < limit:
            return word
    raise AssertionError("no even word in a hundred")


deals = st.builds(
    SecretDeal,
    st.binary(min_size=32, max_size=32),
    st.text(max_size=20),
    st.lists(st.binary(max_size=5), max_size=3).map(tuple),
)


@given(deals, st.integers(0, TABLE), st.integers(0, 10**6))
def test_live_words_are_as_described(deal: SecretDeal, stream: int, first: int) -> None:
    words = deal.words(stream, first, 3)
    assert words.dtype == np.uint64
    assert words.tolist() == [slow_secret_word(deal, stream, first + i) for i in range(3)]
    assert (
        deal.commitment
        == hashlib.sha256(joined(b"snowtails", deal.secret, deal.context.encode())).hexdigest()
    )


def test_known_answers() -> None:
    """These may never change: live races of old could not be verified any more."""
    deal = SecretDeal(SECRET, "snowtails rules 1", (b"Anna", b"Ben"))
    assert deal.commitment == "df514763af77f94d685c1602895646fce8bcf1c7ad91274958b2f69283a65cae"
    assert deal.words(0, 0, 3).tolist() == [
        7985722608373281206,
        9725861509920728646,
        10824559567125138827,
    ]
    assert SeededDeal(7).words(2, 0, 3).tolist() == [
        16511707367946817497,
        14374862308794886913,
        1936621774259392262,
    ]


def test_uneven_words_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = 2**62
    monkeypatch.setattr(dealing, "EVEN_WORDS", limit)
    deal = SecretDeal(SECRET, "context")
    words = deal.words(1, 0, 300)
    assert words.max() < limit
    assert words.tolist() == [slow_secret_word(deal, 1, i, limit) for i in range(300)]
    first_try = [slow_secret_word(deal, 1, i) for i in range(300)]
    assert 40 < sum(word < limit for word in first_try) < 110


def test_live_words_are_below_the_even_limit_and_even() -> None:
    words = SecretDeal(SECRET, "context").words(0, 0, 8000)
    assert int(words.max()) < EVEN_WORDS
    assert_even(np.bincount((words % np.uint64(20)).astype(np.int64), minlength=20))


def test_the_commitment_changes_with_every_byte() -> None:
    context = "snowtails rules 1\ncourse srs"
    base = SecretDeal(SECRET, context)
    secrets = [bytes([*SECRET[:i], SECRET[i] ^ 1, *SECRET[i + 1 :]]) for i in range(32)]
    contexts = [context[:i] + "#" + context[i + 1 :] for i in range(len(context))]
    others = [replace(base, secret=secret) for secret in secrets]
    others += [replace(base, context=other) for other in [*contexts, context + " ", context[:-1]]]
    commitments = {deal.commitment for deal in [base, *others]}
    assert len(commitments) == len(others) + 1
    assert len({deal.words(0, 0, 1)[0] for deal in [base, *others]}) == len(others) + 1


def test_added_bytes_change_the_cards_but_not_the_commitment() -> None:
    """The host commits before the seats add theirs."""
    added: list[tuple[bytes, ...]] = [
        (),
        (b"",),
        (b"ab",),
        (b"a", b"b"),
        (b"b", b"a"),
        (b"ab", b""),
    ]
    some = [SecretDeal(SECRET, "context", parts) for parts in added]
    assert len({deal.commitment for deal in some}) == 1
    assert len({tuple(deal.words(0, 0, 5).tolist()) for deal in some}) == len(some)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_secrets_have_256_bits(length: int) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {length}"):
        SecretDeal(bytes(length), "context")


parts_of_bytes = st.lists(
    st.binary(max_size=4) | st.sampled_from([b"1:", b"0:", b"1:0"]), max_size=4
)


@given(parts_of_bytes, parts_of_bytes)
def test_no_two_sequences_are_joined_alike(one: list[bytes], other: list[bytes]) -> None:
    assert (dealing._joined(*one) == dealing._joined(*other)) == (one == other)


def test_sequences_that_look_alike_are_joined_differently() -> None:
    alike = [[b"ab"], [b"a", b"b"], [b"1:a", b"b"], [b"a1:b"], [b"", b"ab"], [b"ab", b""], []]
    assert len({dealing._joined(*parts) for parts in alike}) == len(alike)
