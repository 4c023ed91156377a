"""What single requests are answered: who one is, hints, plans, health, courses and their maps."""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType

from .build_types import Facts
from .coach_types import CoachAdvice
from .types import Card, Colour, Dog, Message, Space

WhyAdvised = Literal[
    "furthest",
    "only-clean",
    "slower",
    "quicker",
    "even",
    "finish",
    "least",
    "no-clean",
    "lost",
    "buys",
    "buys-bump",
    "buys-finish",
    "buys-further",
    "keep",
    "tried",
    "tried-costs",
    "start-cards",
    "start-front",
    "start-way",
]


class Visitor(Message, frozen=True):
    """Who the visitor is."""

    name: str
    dog: Dog | None
    """The face chosen."""
    colour: Colour | None
    """The colour that the visitor likes best."""
    token: str | UnsetType = UNSET
    """For programs that asked for it."""


class TableName(Message, frozen=True):
    """A table to go to."""

    table: str


class HintReason(Message, frozen=True, omit_defaults=True):
    """Why a hint advises what it does; which facts are told depends on the code."""

    code: WhyAdvised
    dents: int = 0
    """Dents that it costs."""
    turns: float = 0.0
    """Turns that it is expected to save against what it is compared with."""
    space: Space | None = None
    """Where the move ends that it is compared with: the furthest without a dent."""
    speed: int = 0
    """The speed that the mat holds after it."""
    limit: int = 0
    """The safety speed of the next bend."""
    other: int = 0
    """The speed that the mat would hold after the furthest."""
    count: int = 0
    """Cards that a start space brings."""
    cards: tuple[Card, ...] = ()
    """Cards that a discard keeps."""


class Hint(Message, frozen=True):
    """What is best to decide, and why."""

    decision: str
    asks: int
    reason: HintReason
    """Always `tried` beside the coach's advice, which has its own reason."""
    advice: CoachAdvice | None
    """In a race, all that the coach found, the reason included; null until it can think."""


class Plan(Message, frozen=True):
    """The plan kept for a seat; only its owner sees it."""

    plan: dict[str, Any] | None


class Recovery(Message, frozen=True):
    """What a link needs that moves a seat to another device, once, within a day."""

    table: str
    seat: int
    code: str


class Mushers(Message, frozen=True):
    """The mushers that race against people, weakest first."""

    mushers: tuple[str, ...]


class ProblemPart(Message, frozen=True):
    """One thing that is wrong with what was sent."""

    message: str
    code: str | UnsetType = UNSET
    """Of what is wrong with a course."""
    tile: int | UnsetType | None = UNSET
    """Where on a course: 0 is the start, 1 the first tile named; null for the whole."""
    facts: Facts | UnsetType = UNSET
    """Of what is wrong with a course."""
    where: str | UnsetType = UNSET
    """Which part of the body, or which parameter."""


class Problem(Message, frozen=True):
    """Why something was refused; which facts stand beside depends on the code."""

    code: str
    """For programs."""
    message: str
    """For people."""
    retry: int | UnsetType = UNSET
    """Seconds after which it may be asked again, as `Retry-After` has it."""
    problems: tuple[ProblemPart, ...] | UnsetType = UNSET
    """All that is wrong with what was sent."""
    number: int | UnsetType = UNSET
    """Of the table's last event."""
    asks: int | UnsetType = UNSET
    """The number that the decision now due answers."""
    seat: int | UnsetType = UNSET
    """Whose turn it is to lay the next course."""
    course: str | UnsetType = UNSET
    """The course that ships and is the same."""
    line: int | UnsetType = UNSET
    """Where a record is wrong."""
    known: str | UnsetType = UNSET
    """Those that there are, with commas between."""
    today: str | UnsetType = UNSET
    """The day that it is."""
    tries: int | UnsetType = UNSET
    """How many a day has."""
    step: str | UnsetType = UNSET
    """What is being compiled."""
    done: int | UnsetType = UNSET
    """How many steps of compiling are done."""
    total: int | UnsetType = UNSET
    """How many steps it takes to compile."""
    reference: str | UnsetType = UNSET
    """Under which the server's log tells more of a fault."""


class Compiling(Message, frozen=True):
    """How far the rules are compiled."""

    step: str
    """What is being compiled."""
    done: int
    """Steps that are done."""
    total: int


class Health(Message, frozen=True):
    """Whether the server is well."""

    status: str
    version: str | UnsetType = UNSET
    compiling: Compiling | UnsetType | None = UNSET
    """How far the rules are compiled that races do not need; null if all are."""


# -- courses ---------------------------------------------------------------------------------------


class Course(Message, frozen=True):
    """A course."""

    name: str
    """Of a shipped course; else empty."""
    title: str
    description: dict[str, str]
    """By language."""
    line: str
    flag: str
    tiles: tuple[str, ...]
    starts: tuple[Space, ...]
    warnings: tuple[str, ...]


class Courses(Message, frozen=True):
    """The courses that ship."""

    courses: tuple[Course, ...]


class MapSpace(Message, frozen=True):
    """Where a space lies and leads, in the drawing's lengths and degrees clockwise from up."""

    x: float
    y: float
    heading: float
    tile: int
    lane: int
    front: Annotated[tuple[float, ...], Meta(min_length=4, max_length=4)]
    """The line across the track at its front, as x, y, x, y."""
    ahead: Space | None
    """Null for the side."""
    left: Space | None
    right: Space | None
    progress: float
    """Along the track, in spaces of the middle lane."""
    bend_in: int | None
    """Steps ahead that cross the next safety line."""
    bend_safety: int | None
    over: tuple[int, ...]
    """Earlier tiles that its tile passes over on a bridge (TILE-9)."""
    beneath: bool
    """Whether a later tile passes over it."""


class MapTile(Message, frozen=True):
    """A tile of a course."""

    name: str
    safety: int
    """0 on straights."""


class CourseMap(Message, frozen=True):
    """Where all spaces of a course lie."""

    starts: tuple[Space, ...]
    finish: int
    """Number of the finish tile."""
    lanes: str
    """Their letters."""
    spaces: dict[str, MapSpace]
    tiles: tuple[MapTile, ...]
