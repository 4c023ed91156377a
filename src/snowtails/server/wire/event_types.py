"""Events at a table, declared as visitors may know them."""

from msgspec import UNSET, UnsetType

from .types import By, Card, Colour, Dog, DrawReason, Message, Move, Options, Reaction, Why


class Happening(Message, frozen=True, tag_field="kind"):
    """An event, as a visitor may know it."""

    number: int
    at: float
    """Seconds since 1970."""


class HappenedOpened(Happening, frozen=True, tag="opened"):
    """A table was opened."""

    options: Options
    seal: str | None


class HappenedSat(Happening, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    name: str
    colour: Colour | None
    """The colour chosen, if one was."""
    dog: Dog | None
    """The face chosen, if one was."""


class HappenedRose(Happening, frozen=True, tag="rose"):
    """Somebody gave a seat up before the race."""

    seat: int


class HappenedFilled(Happening, frozen=True, tag="filled"):
    """A musher was put on a free seat."""

    seat: int
    musher: str


class HappenedBegan(Happening, frozen=True, tag="began"):
    """The race began."""

    commitment: str


class Drawn(Message, frozen=True):
    """Cards that one sled drew at once."""

    sled: int
    count: int
    reason: DrawReason
    cards: tuple[Card, ...] | UnsetType = UNSET
    """There for the own sled alone."""


class HappenedDecided(Happening, frozen=True, tag="decided"):
    """A start space, a turn or a discard was decided."""

    seat: int
    decision: str
    answers: int
    by: By
    took: float | None
    """Seconds that a person took, or let run out."""
    drawn: tuple[Drawn, ...]
    move: Move | UnsetType = UNSET
    """For a turn."""


class HappenedHandedOver(Happening, frozen=True, tag="handed_over"):
    """A bot took somebody's reins."""

    seat: int
    musher: str
    why: Why


class HappenedTookBack(Happening, frozen=True, tag="took_back"):
    """A person took the reins back."""

    seat: int


class HappenedChatted(Happening, frozen=True, tag="chatted"):
    """Somebody said something: plain text, for the client to escape."""

    name: str
    text: str
    seat: int | None
    """Null for an onlooker."""


class HappenedReacted(Happening, frozen=True, tag="reacted"):
    """Somebody called something that everybody reads in the own language."""

    name: str
    reaction: Reaction
    seat: int | None
    """Null for an onlooker."""


class HappenedMuted(Happening, frozen=True, tag="muted"):
    """The host muted somebody, or no longer."""

    seat: int | None
    """Null for all onlookers."""
    muted: bool


class HappenedRecoveryOffered(Happening, frozen=True, tag="recovery_offered"):
    """A link was made by which a seat can be moved."""

    seat: int


class HappenedMoved(Happening, frozen=True, tag="moved"):
    """A seat was moved to another device."""

    seat: int


class HappenedClosed(Happening, frozen=True, tag="closed"):
    """Everybody left before the race began."""


class HappenedRematched(Happening, frozen=True, tag="rematched"):
    """The company races again, or on in its season, at another table."""

    table: str
