"""What one seat, or an onlooker, may know of a race, and races that fit it.

A view is built by inclusion: what is not copied here cannot be seen. More is public than it seems.
When a sled reshuffles, its deck is empty and its used cards are open, so everybody knows its hand
at that moment. A *ledger* keeps, for each sled, what has been public since then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..course import Course
from .cards import cards_held, deck_size
from .deal import seeded
from .notation import Discard, Turn
from .outcome import Reach, reach_of
from .state import COPIES, STATE, VALUES, State, state_of

if TYPE_CHECKING:
    from .race import Race

Counts = tuple[int, ...]
"""Cards counted by value."""

OPEN = (
    *("saplings", "round", "space", "used", "left", "right", "brake", "left_card", "right_card"),
    *("dents", "status", "place", "moved", "choosing", "sleds", "phase", "actor", "owed"),
)
"""Fields of the state that everybody sees (HAND-5)."""

HIDDEN = ("hand", "deck")


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


_NONE: Counts = (0,) * VALUES


@dataclass(frozen=True, eq=False)
class View:
    """What a seat may know; `seat` is None for an onlooker."""

    course: Course
    seat: int | None
    state: State
    """The open fields of the race, and the seat's own hand and deck; the others' are empty."""
    hand_sizes: Counts
    """Dog cards in each hand."""
    deck_sizes: Counts
    ledgers: tuple[Ledger, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in the view as plain values: views are equal if their keys are."""
        state = self.state.tobytes()
        return self.course, self.seat, state, self.hand_sizes, self.deck_sizes, self.ledgers

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def reach(self) -> Reach:
        """Return everything that the own sled could reach if it moved now."""
        if self.seat is None:
            raise ValueError("an onlooker has no sled to move")
        return reach_of(self.state, self.course.track, self.seat)

    def deal(self, rng: np.random.Generator) -> "Race":
        """Return a whole race that fits the view: hidden cards are dealt anew."""
        from .race import Race

        state = state_of(self.state.tobytes())
        for sled, ledger in enumerate(self.ledgers):
            if sled != self.seat:
                state[0]["hand"][sled], state[0]["deck"][sled] = ledger.sample(rng)
        race = Race.from_state(self.course, state, seeded(rng))
        race._ledgers = self.ledgers
        return race


def view_of(race: "Race", seat: int | None) -> View:
    """Return what a seat may know of a race."""
    whole = race.state
    sleds = range(whole[0]["sleds"])
    if seat is not None and seat not in sleds:
        raise ValueError(f"there is no seat {seat}; seats are 0–{len(sleds) - 1}")
    states = [*race.history, whole]
    seen = np.zeros(1, STATE)
    for name in OPEN:
        seen[name] = whole[name]
    if seat is not None:
        for name in HIDDEN:
            seen[name][0, seat] = whole[name][0, seat]
    return View(
        course=race.course,
        seat=seat,
        state=seen,
        hand_sizes=tuple(cards_held(whole, s) - int(whole[0]["dents"][s]) for s in sleds),
        deck_sizes=tuple(deck_size(whole, sled) for sled in sleds),
        ledgers=tuple(_ledger(race, states, sled) for sled in sleds),
    )


def _ledger(race: "Race", states: Sequence[State], sled: int) -> Ledger:
    """Keep the ledger of one sled from what everybody saw."""
    ledger = race._ledgers[sled] if race._ledgers else _first_ledger(states[0], sled)
    for entry, after in zip(race.log, states[1:], strict=True):
        if entry.sled == sled:
            if isinstance(entry.decision, Turn):
                ledger = ledger.gave(_counts([entry.decision.value] * len(entry.decision.places)))
            elif isinstance(entry.decision, Discard):
                ledger = ledger.gave(_counts(entry.decision.values))
        for drawn in entry.drawn:
            if drawn.sled == sled:
                ledger = ledger.drew(len(drawn.cards), _on_dogs(after, sled))
    return ledger


def _first_ledger(state: State, sled: int) -> Ledger:
    """Return what is public when nothing was seen before: the cards that are not in the open."""
    hand, deck = state[0]["hand"][sled], state[0]["deck"][sled]
    unseen = tuple(int(count) for count in hand + deck)
    return Ledger(_NONE, unseen, int(hand.sum()), _NONE, ())


def _counts(cards: Sequence[int]) -> Counts:
    return tuple(list(cards).count(value) for value in range(1, VALUES + 1))


def _on_dogs(state: State, sled: int) -> Counts:
    r = state[0]
    tops = [int(r[dog][sled]) for dog in ("left", "right") if r[f"{dog}_card"][sled]]
    return _counts(tops)
