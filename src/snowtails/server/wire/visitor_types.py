"""What is told to visitors about themselves, declared; beside the messages of `types`."""

from typing import Literal

from .types import Colour, CourseName, Dog, Message


class WayBack(Message, frozen=True):
    """What a link needs that brings the visitor to another device."""

    code: str


class Deleted(Message, frozen=True):
    """What was deleted with a visitor."""

    tables: int
    """Tables at which nobody else sat: they are gone."""
    shared: int
    """Tables shared with others: they stay, with the name that was used there."""


class PastSeat(Message, frozen=True):
    """Who raced, and how it ended."""

    name: str
    kind: Literal["person", "musher"]
    colour: Colour
    place: int | None
    """Null for a wreck, and in solo games."""
    yours: bool


class PastGame(Message, frozen=True):
    """A race, a solo game or a try at a daily trail that is over."""

    table: str
    game: Literal["race", "solo", "daily"]
    course: CourseName
    at: float
    day: str | None
    """The date, on a daily trail."""
    place: int | None
    """The visitor's; null for a wreck, in solo games, and where several seats were theirs."""
    points: int | None
    """In solo games."""
    turns: int
    """Turns that the visitor took."""
    dents: int
    seats: tuple[PastSeat, ...]


class Rival(Message, frozen=True):
    """Somebody raced against, and how often one was before the other."""

    name: str
    kind: Literal["person", "musher"]
    races: int
    ahead: int
    """How often the visitor was ahead."""
    behind: int


class CourseBest(Message, frozen=True):
    """What the visitor has done on a course."""

    course: CourseName
    races: int
    wins: int
    turns: int | None
    """The fewest turns to the finish; null if it was never reached."""


class Streak(Message, frozen=True):
    """How many in a row."""

    now: int
    best: int


class History(Message, frozen=True):
    """What the visitor has raced."""

    name: str
    dog: Dog | None
    colour: Colour | None
    races: int
    """Against others; not counting those with several seats of the visitor's own."""
    wins: int
    wrecks: int
    winning: Streak
    """Races won in a row."""
    daily: Streak
    """Days in a row with a result on the daily trail."""
    rivals: tuple[Rival, ...]
    """Those raced against most often first."""
    courses: tuple[CourseBest, ...]
    """Those raced most often first."""
    games: tuple[PastGame, ...]
    """The latest first."""
