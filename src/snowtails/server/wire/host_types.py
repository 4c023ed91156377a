"""What the host of a server is told of it."""

from .library_types import LibraryCourse
from .types import Message


class RouteFigures(Message, frozen=True):
    """How often something was asked for, and how long that took."""

    route: str
    answered: int
    errors: int
    """Answers that say the server could not (5xx)."""
    mean: float
    """Seconds."""
    slowest: float | None
    """Seconds within which 99 of 100 were answered; null if that took more than five."""


class HostFigures(Message, frozen=True):
    """How much is going on at a server, for its host."""

    version: str
    database: str
    tables: int
    """Tables in memory."""
    streams: int
    thinking: int
    """Mushers that think or wait to."""
    faults: int
    """Requests that failed by a fault of the server."""
    routes: tuple[RouteFigures, ...]
    """Most often asked first."""


class HostCourses(Message, frozen=True):
    """The courses that visitors have published, for whoever may remove them."""

    courses: tuple[LibraryCourse, ...]
