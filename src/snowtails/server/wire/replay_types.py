"""Replays, figures and checks of what was raced, declared."""

from typing import Literal

from .coach_types import RaceAnalysis
from .types import Card, Colour, CourseName, Dog, DrawReason, Message, Move, RaceState


class ReplaySeat(Message, frozen=True):
    """Who raced."""

    seat: int
    name: str
    kind: Literal["person", "musher"]
    colour: Colour
    dog: Dog | None


class FrameDraw(Message, frozen=True):
    """Cards that one sled drew at once."""

    sled: int
    cards: tuple[Card, ...]
    reason: DrawReason


class Frame(Message, frozen=True):
    """A decision and the race after it, all hands open; frame 0 is the race before the first."""

    number: int
    seat: int | None
    decision: str | None
    drawn: tuple[FrameDraw, ...]
    move: Move | None
    """Null if the decision is no turn."""
    race: RaceState


class DentCounts(Message, frozen=True):
    """Dents by their cause."""

    speeding: int
    saplings: int
    side: int
    no_cards: int


class SledFigures(Message, frozen=True):
    """The race of one sled, in figures by round."""

    speeds: tuple[int | None, ...]
    """Null where it had no turn."""
    positions: tuple[int | None, ...]
    """At the start, and at the end of each round; null where it was wrecked."""
    dented: tuple[int, ...]
    dents: DentCounts


class Figures(Message, frozen=True):
    """A race in figures."""

    rounds: int
    lead_changes: int
    """How often another sled came first."""
    sleds: tuple[SledFigures, ...]


class Replay(Message, frozen=True, tag_field="game", tag="race"):
    """A race told again."""

    table: str | None
    course: CourseName
    seats: tuple[ReplaySeat, ...]
    frames: tuple[Frame, ...]
    figures: Figures
    analysis: RaceAnalysis | None
    """What the comments of a record tell; null if it has none, and for tables, which are asked."""


class Finding(Message, frozen=True):
    """One thing that was checked about the cards."""

    what: str
    good: bool
    code: str
    cards: int
    """How many cards were checked."""


class Verification(Message, frozen=True):
    """Whether the cards follow from what was committed to."""

    findings: tuple[Finding, ...]
