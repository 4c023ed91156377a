"""Chance: every card is drawn by a 64-bit word that comes from outside the race.

A deal has a stream of words for each sled, and one for the table (who chooses first). A word's
place in its stream settles it: nothing that other sleds do changes what a sled draws, and nothing
has to be remembered but how many cards were drawn.
"""

import hashlib
import hmac
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..course import InvalidArgument, Refused
from ..course.chance import expect_rng
from ..course.problem import expect, whole_number
from .kernel import kernel, kernel_part
from .state import MOST_SLEDS

TABLE = MOST_SLEDS
"""Number of the table's stream; the sleds' streams have the numbers of the sleds."""

EVEN_WORDS = 2**64 - 2**64 % 232_792_560
"""Words below this are even for every deck: a multiple of all numbers from 1 to 20."""

Words = NDArray[np.uint64]


@kernel_part
def pick(word: np.uint64, n: int) -> int:
    """Return the number below n that a word names."""
    return int(np.int64(word % np.uint64(n)))


@runtime_checkable
class Deal(Protocol):
    """Where the words of a race come from."""

    def words(self, stream: int, first: int, count: int) -> Words:
        """Return words of a stream, beginning with the one numbered `first`."""


def choosing_order(deal: Deal, sleds: int) -> list[int]:
    """Return the sleds in the order in which they choose start spaces (SETUP-5)."""
    return [int(sled) for sled in shuffled(deal.words(TABLE, 0, sleds))]


@kernel
def shuffled(words: Words) -> NDArray[np.int8]:
    """Return the numbers from 0 on, as many as words, in the order that the words name."""
    order = np.arange(len(words)).astype(np.int8)
    for i in range(len(words) - 1, 0, -1):
        j = pick(words[i], i + 1)
        order[i], order[j] = order[j], order[i]
    return order


# -- simulations: a counter-based generator --------------------------------------------------------

_STEP = np.uint64(0x9E3779B97F4A7C15)


@kernel_part
def _mix(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word (the finishing steps of SplitMix64)."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel_part
def race_key(seed: np.uint64, race: int) -> np.uint64:
    """Return the key of one race of a simulation."""
    key = _mix(np.uint64(seed) + _STEP)
    return _mix(key ^ (np.uint64(race) * _STEP + np.uint64(1)))


@kernel_part
def key_in_race(key: np.uint64, stream: int) -> np.uint64:
    """Return the key of one stream, given that of its race."""
    return _mix(key + (np.uint64(stream) + np.uint64(1)) * _STEP)


@kernel
def stream_key(seed: np.uint64, race: int, stream: int) -> np.uint64:
    """Return the key of one stream of one race of a simulation."""
    return key_in_race(race_key(seed, race), stream)


@kernel_part
def stream_word(key: np.uint64, number: int) -> np.uint64:
    """Return one word of a stream."""
    return _mix(key + np.uint64(number + 1) * _STEP)


@kernel
def seeded_words(seed: np.uint64, race: int, stream: int, first: int, count: int) -> Words:
    """Return words of a stream of one race of a simulation."""
    key = stream_key(seed, race, stream)
    words = np.empty(count, np.uint64)
    for i in range(count):
        words[i] = stream_word(key, first + i)
    return words


@dataclass(frozen=True)
class SeededDeal:
    """Cards of a simulation: fast, repeatable, easily guessed.

    >>> [int(word) % 20 for word in SeededDeal(7).words(0, 0, 4)]
    [13, 13, 10, 9]
    """

    seed: int
    race: int = 0

    def __post_init__(self) -> None:
        whole_number(self.seed, "a seed is a whole number")
        whole_number(self.race, "the number of a race is a whole number")
        if not 0 <= self.seed < 2**64:
            raise Refused(f"a seed is a number from 0 to 2^64 − 1, not {self.seed}")
        if not 0 <= self.race < 2**63:
            raise Refused(f"the number of a race is 0 to 2^63 − 1, not {self.race}")

    def words(self, stream: int, first: int, count: int) -> Words:
        """Return words of a stream, beginning with the one numbered `first`."""
        return seeded_words(np.uint64(self.seed), self.race, stream, first, count)


# -- live races: nobody can foresee the cards, everybody can check them ----------------------------


@dataclass(frozen=True)
class SecretDeal:
    """Cards of a live race, from a 256-bit secret and what each seat adds to it.

    The host shows the `commitment` before the seats add their bytes, and the secret after the race:
    then it is plain that the host chose the cards no more than they did.
    """

    secret: bytes
    context: str
    """What the commitment is bound to: course, mushers and version of the rules."""
    added: tuple[bytes, ...] = ()
    """Bytes that each seat sent when it sat down."""

    def __post_init__(self) -> None:
        expect(bytes, self.secret, "the secret is 32 bytes")
        if len(self.secret) != 32:
            raise Refused(f"the secret must have 32 bytes, not {len(self.secret)}")
        expect(str, self.context, "the context of a commitment is a text")
        for added in expect(tuple, self.added, "what the seats added is a tuple of bytes"):
            expect(bytes, added, "what a seat added is bytes")

    @property
    def commitment(self) -> str:
        """The hash of secret and context, in hexadecimal."""
        return hashlib.sha256(_joined(b"snowtails", self.secret, self.context.encode())).hexdigest()

    def words(self, stream: int, first: int, count: int) -> Words:
        """Return words of a stream, beginning with the one numbered `first`."""
        key = self._key
        return np.array([_secret_word(key, stream, first + i) for i in range(count)], np.uint64)

    @cached_property
    def _key(self) -> bytes:
        return hmac.digest(self.secret, _joined(self.context.encode(), *self.added), "sha256")


def _secret_word(key: bytes, stream: int, number: int) -> int:
    """Return the first even word of the attempts at one place of a stream."""
    attempt = 0
    while True:
        place = b"%d %d %d" % (stream, number, attempt)
        word = int.from_bytes(hmac.digest(key, place, "sha256")[:8], "big")
        if word < EVEN_WORDS:
            return word
        attempt += 1


def _joined(*parts: bytes) -> bytes:
    """Join byte strings so that no two different sequences give the same bytes."""
    return b"".join(b"%d:%b" % (len(part), part) for part in parts)


# -- where chance comes from -----------------------------------------------------------------------


def chance(seed: int | None, rng: np.random.Generator | None, deal: Deal | None) -> Deal | None:
    """Return the deal that was given, or one by a seed, or by a seed drawn from a generator."""
    if sum(given is not None for given in (seed, rng, deal)) > 1:
        raise Refused("chance comes from a seed, an rng or a deal: give one of them")
    if seed is not None:
        return SeededDeal(whole_number(seed, "a seed is a whole number"))
    if rng is not None:
        return seeded(expect_rng(rng))
    if deal is not None and not isinstance(deal, Deal):
        raise InvalidArgument(f"a deal is a SeededDeal or a SecretDeal, not {deal!r}")
    return deal


def seeded(rng: np.random.Generator) -> SeededDeal:
    """Return a deal with a seed from NumPy's generator."""
    return SeededDeal(int(rng.integers(2**64, dtype=np.uint64)))
