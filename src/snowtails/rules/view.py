"""What one seat, or an onlooker, may know of a race, and races that fit it.

A view is built by inclusion: what is not copied here cannot be seen.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..course import Course
from .cards import deck_size, dog_cards, listed
from .choices import Phase, decisions_of, phase_of
from .deal import seeded
from .ledger import Counts, Ledger
from .notation import Decision
from .outcome import Reach, reach_of
from .state import STATE, State, state_of

if TYPE_CHECKING:
    from .race import Race

OPEN = (
    *("saplings", "round", "space", "used", "left", "right", "brake", "left_card", "right_card"),
    *("dents", "status", "place", "moved", "choosing", "sleds", "phase", "actor", "owed"),
)
"""Fields of the state that everybody sees (HAND-5)."""

HIDDEN = ("hand", "deck")


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

    @property
    def phase(self) -> Phase:
        """What has to be decided next."""
        return phase_of(self.state)

    @property
    def actor(self) -> int | None:
        """The sled that has to decide; None when the race is over."""
        return None if self.phase is Phase.OVER else int(self.state[0]["actor"])

    @property
    def hand(self) -> tuple[int, ...]:
        """The own dog cards in ascending order; none for an onlooker."""
        return () if self.seat is None else listed(self.state[0]["hand"][self.seat])

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All that the own sled may decide now, in a fixed order; none if it is another's turn."""
        return decisions_of(self.state, self.course.track) if self.seat == self.actor else ()

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
        return Race.from_state(self.course, state, seeded(rng), self.ledgers)


def view_of(race: "Race", seat: int | None) -> View:
    """Return what a seat may know of a race."""
    whole = race.state
    sleds = range(whole[0]["sleds"])
    if seat is not None and seat not in sleds:
        raise ValueError(f"there is no seat {seat}; seats are 0–{len(sleds) - 1}")
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
        hand_sizes=tuple(dog_cards(whole, sled) for sled in sleds),
        deck_sizes=tuple(deck_size(whole, sled) for sled in sleds),
        ledgers=race.ledgers,
    )
