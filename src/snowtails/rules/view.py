"""What one seat, or an onlooker, may know of a race, and races that fit it.

A view is built by inclusion: what is not copied here cannot be seen.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..course import Refused
from ..course.chance import generator
from ..course.problem import whole_number
from .deal import seeded
from .ledger import Ledger
from .notation import Decision, Turn
from .position import RacePosition
from .position_line import write_position
from .sled import Cards
from .state import MOST_SLEDS, STATE, state_of

if TYPE_CHECKING:
    from .race import Race

OPEN = (
    *("saplings", "round", "space", "used", "left", "right", "brake", "left_card", "right_card"),
    *("dents", "status", "place", "moved", "choosing", "sleds", "phase", "actor", "owed"),
)
"""Fields of the state that everybody sees (HAND-5)."""

HIDDEN = ("hand", "deck")


def _visible(seat: int | None) -> int:
    """Return a mask of a state's bytes: all bits of what a seat may see, none of anything else."""
    mask = np.zeros(1, STATE)
    for name in OPEN:
        mask[name] = -1
    if seat is not None:
        for name in HIDDEN:
            mask[name][0, seat] = -1
    return int.from_bytes(mask.tobytes())


_VISIBLE = {seat: _visible(seat) for seat in (None, *range(MOST_SLEDS))}


class View(RacePosition):
    """A position as a seat may know it; `seat` is None for an onlooker. `race.view` makes it.

    Its `state` has the open fields of the race, and the seat's own hand and deck; the others' are
    empty. Of their sleds `hand` and `deck` are None, and the sizes are known.

    >>> from snowtails import Race
    >>> race = Race("nutcracker", sleds=2, seed=7)
    >>> race.play("@1"); race.play("@2")
    >>> view = race.view(1)
    >>> view.hand, view.sleds[0].hand, view.sleds[0].hand_size
    ((2, 3, 4, 4, 5), None, 5)
    """

    def __init__(
        self, race: RacePosition, seat: int | None, ledgers: tuple[Ledger, ...] | None = None
    ) -> None:
        count: int = race._fields["sleds"]
        if seat is not None:
            seat = whole_number(seat, "a seat is a number from 0 on, or None for an onlooker")
            if seat not in range(count):
                raise Refused(f"there is no seat {seat}; seats are 0–{count - 1}")
        seen = int.from_bytes(race._buffer) & _VISIBLE[seat]
        self._hold(race.course, seen.to_bytes(len(race._buffer)), race.colours)
        self.seat = seat
        hands, decks = (race._fields[name][:count] for name in HIDDEN)
        self.hand_sizes = tuple(map(sum, hands))
        """Dog cards in each hand."""
        self.deck_sizes = tuple(map(sum, decks))
        self._ledgers = race.ledgers if ledgers is None else ledgers
        self._known_places: list[int] | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Everything in the view as plain values: views are equal if their keys are."""
        return *super().key, self.seat, self.hand_sizes, self.deck_sizes, self._ledgers

    def __repr__(self) -> str:
        seat = "an onlooker" if self.seat is None else f"seat {self.seat}"
        return f"<View of {seat}: {self.line}>"

    @property
    def line(self) -> str:
        """The position line, in which hidden cards are question marks; it cannot be read back."""
        hidden = [sled for sled in range(len(self.hand_sizes)) if sled != self.seat]
        return write_position(self.course, self._state, hidden=hidden)

    @property
    def ledgers(self) -> tuple[Ledger, ...]:
        """What has been public about each sled's cards; see `ledger`."""
        if not self._ledgers:  # made for those who look only at what lies open now
            raise Refused("this view is without what has been public; race.view(seat) has it")
        return self._ledgers

    @property
    def hand(self) -> tuple[int, ...]:
        """The own dog cards in ascending order; none for an onlooker."""
        return () if self.seat is None else super().hand_of(self.seat)

    def hand_of(self, sled: int) -> tuple[int, ...]:
        """Return the own dog cards; raise Refused for any other sled's, which are hidden."""
        return super().hand_of(self._own(sled))

    def _cards(self, sled: int, hand: list[int], deck: list[int]) -> Cards:
        if sled == self.seat:
            return super()._cards(sled, hand, deck)
        return Cards(None, None, self.hand_sizes[sled], self.deck_sizes[sled])

    def _hand_size(self, sled: int) -> int:
        return self.hand_sizes[sled]

    def _places(self) -> list[int]:
        if self._known_places is None:  # a view stays as it is
            self._known_places = super()._places()
        return self._known_places

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that the own sled may decide now, in a fixed order; none if it is another's turn."""
        return super().decisions if self.seat == self.actor else ()

    def turns_of(self, sled: int) -> tuple[Turn, ...]:
        """Return the turns that the own sled could play if it moved now."""
        return super().turns_of(self._own(sled))

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns that the own sled may play now; none if it is another's turn."""
        return super().turns if self.seat == self.actor else ()

    def _on_track(self, sled: int | None) -> int:
        return super()._on_track(self._own(self.seat if sled is None else sled))

    def _own(self, sled: int | None) -> int:
        """Return the own sled; refuse any other, whose cards are hidden."""
        if self.seat is None:
            raise Refused("an onlooker has no sled to move")
        if sled != self.seat:
            raise Refused(f"the cards of sled {sled} are hidden from seat {self.seat}")
        return self.seat

    def view(self, seat: int | None) -> "View":
        """Return this view; what another seat may know is not in it."""
        if seat != self.seat:
            raise Refused("a view is one seat's: ask the race for that of another")
        return self

    def deal(self, rng: np.random.Generator | None = None, *, seed: int | None = None) -> "Race":
        """Return a whole race that fits the view: hidden cards are dealt anew."""
        from .race import Race

        rng = generator(seed, rng)
        state = state_of(self._buffer)
        for sled, ledger in enumerate(self.ledgers):
            if sled != self.seat:
                state[0]["hand"][sled], state[0]["deck"][sled] = ledger.sample(rng)
        return Race.from_state(self.course, state, seeded(rng), self.ledgers, self.colours)
