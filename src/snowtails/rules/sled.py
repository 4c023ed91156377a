"""A sled as a position tells it: its cards, how it fares, where it stands in the race."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ..course.lead import Lead


class Status(StrEnum):
    """How a sled fares; a solo sled that ran out of cards still counts as racing."""

    RACING = "racing"
    FINISHED = "finished"
    WRECKED = "wrecked"


class Cards(NamedTuple):
    """The cards of a sled, as far as they may be known, and how many they are."""

    hand: tuple[int, ...] | None
    deck: tuple[int, ...] | None
    hand_size: int
    deck_size: int


class Sled(NamedTuple):
    """A sled and its cards, each pile in ascending order."""

    number: int
    colour: str
    space: str | None
    """Its space; None before the start and once it has left the track."""
    left: int
    right: int
    brake: int
    hand: tuple[int, ...] | None
    """Its dog cards; None where they may not be known."""
    deck: tuple[int, ...] | None
    """What is in its deck, though not in which order; None where it may not be known."""
    hand_size: int
    """How many dog cards it holds."""
    deck_size: int
    used: tuple[int, ...]
    """Discards and covered cards, which will be shuffled into a new deck."""
    dents: int
    moved: bool
    """Whether it has moved in this round."""
    status: Status
    place: int | None
    """Its place in the race (ORDER-5), final once it has finished; None for a wreck and before the
    start."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A sled's place in the order of the race."""

    sled: int
    status: Status
    place: int | None
    """Its place; None for a wreck."""
    lead: Lead | None
    """Why it is ahead of the sled that follows; None for the last, and before the start."""

    def __str__(self) -> str:
        place = f"{self.place}." if self.place else "–"
        status = "" if self.status is Status.RACING else f" {self.status}"
        return f"{place} sled {self.sled}{status}" + (f": {self.lead}" if self.lead else "")
