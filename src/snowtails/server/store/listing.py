"""What is kept of a table beside its log: what lists show of it, and how it ended."""

from dataclasses import dataclass

RACE_KINDS = ("race", "retry")
"""The kinds of listings that are races; a retry, which tries one again, has no results."""


@dataclass(frozen=True)
class Result:
    """How it ended for one seat of a table."""

    seat: int
    kind: str
    """As that of the listing."""
    holder: str | None
    """Hashed token of the person; None for a musher, and for a duplicate race that a bot drove."""
    musher: str | None
    name: str
    colour: str
    course: str
    """The course line."""
    course_name: str
    day: str | None
    """The date, on a daily trail."""
    at: float
    place: int | None
    """None for a wreck, and where nobody else raced."""
    points: int | None
    """Of a solo game."""
    turns: int
    dents: int


@dataclass(frozen=True)
class Listing:
    """What lists show of a table, kept beside its log."""

    kind: str
    """In which of a visitor's lists it stands: `race`, `retry`, `solo` or `daily`."""
    stage: str
    in_lobby: bool
    updated: float
    summary: str
    """JSON, which the store only keeps."""
    holders: tuple[str | None, ...]
    """The hashed token of each seat's holder."""
    shown: object = None
    """What the lobby shows of it, to see whether that has changed; None if it does not. It is not
    kept."""
    results: tuple[Result, ...] = ()
    """How it ended, by seat; empty before."""
    duplicate: str = ""
    """The duplicate race that the table takes up."""


@dataclass(frozen=True)
class Listed:
    """A table that somebody takes part in, as it was listed."""

    stage: str
    updated: float
    summary: str
    seats: tuple[int, ...]
    """The seats held."""
