"""What has been public about a sled's cards since its last reshuffle.

When a sled reshuffles, its deck is empty and its used cards are open, so everybody knows its hand
at that moment. From then on everybody sees what it gives and how many cards it draws.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .notation import Discard, Turn
from .state import COPIES, VALUES, State

if TYPE_CHECKING:
    from .race import Played

Counts = tuple[int, ...]
"""Cards counted by value."""

_NONE: Counts = (0,) * VALUES


@dataclass(frozen=True)
class Ledger:
    """What is public about a sled's cards since its last reshuffle."""

    held: Counts
    """Its hand at the moment of the reshuffle, which is known to all."""
    deck: Counts
    """Its deck at that moment."""
    drawn: int
    """How many cards it has drawn since."""
    given: Counts
    """Cards that it has played or discarded since."""
    needs: tuple[tuple[int, Counts], ...]
    """When it gave cards: how many it had drawn by then, and all it had given."""

    def drew(self, count: int, on_dogs: Counts) -> "Ledger":
        """Return the ledger after cards were drawn, from a new deck if the old was used up."""
        left = sum(self.deck) - self.drawn
        if count <= left:
            return Ledger(self.held, self.deck, self.drawn + count, self.given, self.needs)
        held = tuple(h + d - g for h, d, g in zip(self.held, self.deck, self.given, strict=True))
        deck = tuple(COPIES - h - top for h, top in zip(held, on_dogs, strict=True))
        return Ledger(held, deck, count - left, _NONE, ())

    def gave(self, cards: Counts) -> "Ledger":
        """Return the ledger after cards were played or discarded."""
        given = tuple(g + c for g, c in zip(self.given, cards, strict=True))
        needs = (*self.needs, (self.drawn, given))
        return Ledger(self.held, self.deck, self.drawn, given, needs)

    @cached_property
    def worlds(self) -> tuple[np.ndarray, np.ndarray]:
        """All that the cards drawn may be, as counts by value, and how likely each is.

        Every order of the deck is as likely as any other, except those in which the sled would
        have given a card before it held it.
        """
        needed: dict[int, Counts] = dict(self.needs)  # of several at one time the last asks most
        ways: dict[Counts, float] = {_NONE: 1.0}
        for drawn in range(self.drawn + 1):
            if drawn in needed:
                wanted = [g - h for g, h in zip(needed[drawn], self.held, strict=True)]
                ways = {
                    counts: weight
                    for counts, weight in ways.items()
                    if all(c >= w for c, w in zip(counts, wanted, strict=True))
                }
            if drawn < self.drawn:
                ways = self._draw_one_more(ways)
        weights = np.array(list(ways.values()))
        return np.array(list(ways), np.int8), weights / weights.sum()

    def _draw_one_more(self, ways: dict[Counts, float]) -> dict[Counts, float]:
        after: dict[Counts, float] = {}
        for counts, weight in ways.items():
            for value, left in enumerate(self.deck):
                if (copies := left - counts[value]) > 0:
                    more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                    after[more] = after.get(more, 0.0) + weight * copies
        return after

    def sample(self, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
        """Return a hand and a deck that fit all that is known, with the right probabilities."""
        counts, chances = self.worlds
        drawn = counts[rng.choice(len(counts), p=chances)]
        hand = np.array(self.held, np.int8) + drawn - np.array(self.given, np.int8)
        return hand, np.array(self.deck, np.int8) - drawn


def first_ledgers(state: State) -> tuple[Ledger, ...]:
    """Return what is public when nothing was seen before: which cards are not in the open."""
    ledgers = []
    for sled in range(state[0]["sleds"]):
        hand, deck = state[0]["hand"][sled], state[0]["deck"][sled]
        unseen = tuple(int(count) for count in hand + deck)
        ledgers.append(Ledger(_NONE, unseen, int(hand.sum()), _NONE, ()))
    return tuple(ledgers)


def ledgers_after(ledgers: Sequence[Ledger], entry: "Played", after: State) -> tuple[Ledger, ...]:
    """Return the ledgers after an entry of the log, given the state that it led to."""
    kept = list(ledgers)
    if isinstance(entry.decision, Turn):
        given = [entry.decision.value] * len(entry.decision.places)
        kept[entry.sled] = kept[entry.sled].gave(_counts(given))
    elif isinstance(entry.decision, Discard):
        kept[entry.sled] = kept[entry.sled].gave(_counts(entry.decision.values))
    for drawn in entry.drawn:
        on_dogs = _on_dogs(after, drawn.sled)
        kept[drawn.sled] = kept[drawn.sled].drew(len(drawn.cards), on_dogs)
    return tuple(kept)


def _counts(cards: Sequence[int]) -> Counts:
    return tuple(list(cards).count(value) for value in range(1, VALUES + 1))


def _on_dogs(state: State, sled: int) -> Counts:
    r = state[0]
    tops = [int(r[dog][sled]) for dog in ("left", "right") if r[f"{dog}_card"][sled]]
    return _counts(tops)
