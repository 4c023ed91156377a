"""What happens in a solo game; the bodies of its log, beside those of a table in `events`."""

from .event_body import EventBody


class SoloOpened(EventBody, frozen=True, tag="solo_opened"):
    """Somebody began a solo game, or a try at a daily trail."""

    holder: str
    """Hashed token of the visitor who plays."""
    name: str
    """The visitor's name, as the record gives it."""
    day: str | None = None
    """The date of the daily trail, if it is one."""
    attempt: int = 0
    """Which try at the trail, from 1."""
    colour: str | None = None
    """The colour chosen for the sled; None for any (SETUP-1)."""
    dog: str | None = None
    """The face chosen."""


class RoundBegan(EventBody, frozen=True, tag="round_began"):
    """A round of the game was set up on a course of the player's choice."""

    course: str
    course_name: str
    opponents: bool
    secret: str
    """256 bits that the cards come from; empty for a daily trail: there the date says it all."""
    commitment: str
    drawn: tuple[int, ...]
    """Cards drawn before the first decision."""


class SoloDecided(EventBody, frozen=True, tag="solo_decided"):
    """Something was decided, and cards were drawn because of it."""

    decision: str
    answers: int
    """Number of the event after which this decision was due."""
    drawn: tuple[int, ...] = ()
