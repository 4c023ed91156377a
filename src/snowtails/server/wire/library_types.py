"""What is told of the courses that ship and of those that visitors have published, declared."""

from ...course.character import Character
from .build_types import CourseStanding
from .types import Message


class CourseFigures(Message, frozen=True):
    """How a course races, in short."""

    par: float | None
    """Turns that a good driver alone needs."""
    rounds: float
    minutes: float
    """What people may expect."""
    wrecks: float
    """Share of sleds that are wrecked."""
    dents: float
    """Dents of a sled in a race."""
    leads: float
    """How often the lead changes in a race."""
    half_leader: float
    """How often the leader at half-way wins."""
    skill: float | None
    """How often a strong musher wins against weak ones."""
    starts: float
    """How much more often the best start space wins than the worst."""


class CourseRating(Message, frozen=True):
    """How a course is rated, from one star to five."""

    mean: float
    count: int


class LibraryCourse(Message, frozen=True):
    """A course that ships or was published."""

    key: str
    """Its name in addresses: that of a course that ships, or what its line comes to."""
    shipped: bool
    title: str
    description: dict[str, str]
    line: str
    by: str | None
    """Who has published it; null if it ships, or if that visitor was deleted."""
    yours: bool
    published: float | None
    """When, in seconds since 1970; null if it ships."""
    tiles: int
    spaces: int
    """Spaces of the middle lane from start to finish."""
    hazards: int
    """Tiles with something on them."""
    characters: tuple[Character, ...]
    """Of what it has more than two in three courses that ship; empty until it was raced."""
    setup: int | None
    """Its setup points in the solo game (SOLO-2); null if it is not fit for it (SOLO-1)."""
    figures: CourseFigures | None
    """Null until it was raced."""
    rating: CourseRating | None
    """Null until somebody has rated it."""
    stars: int | None
    """The visitor's own rating."""
    raced: bool
    """Whether the visitor had a seat in a race or game on it that has ended, and so may rate it."""


class Library(Message, frozen=True):
    """The courses that ship and those that were published, the latest first."""

    courses: tuple[LibraryCourse, ...]


class LibraryEntry(Message, frozen=True):
    """A course, and where it stands."""

    course: LibraryCourse
    standing: tuple[CourseStanding, ...]
    """Compared with the courses that ship; empty until it was raced."""


class Publication(Message, frozen=True):
    """What came of publishing a course."""

    course: LibraryCourse
    fresh: bool
    """Whether it is new; otherwise this very course had been published before."""


class Withdrawn(Message, frozen=True):
    """A course that is not published any more."""

    key: str
