"""What is told to whoever builds a course, declared; beside the messages of `types`."""

from typing import Annotated, Literal

from msgspec import Meta

from ...course.character import FigureName
from ...course.repair import RepairCode
from .types import Message, Space

Piece = Literal[
    "straight",
    "corner",
    "u-turn",
    "snowdrift-left",
    "snowdrift-right",
    "chasm",
    "saplings",
    "own rocks",
    "own safety speed",
]
FaceName = Literal[
    "straight",
    "corner-left",
    "corner-right",
    "u-turn-left",
    "u-turn-right",
    "snowdrift-left",
    "snowdrift-right",
    "chasm",
    "saplings",
]
Facts = dict[str, str | int]


class DraftTile(Message, frozen=True):
    """A tile as a course names it."""

    name: str
    map: tuple[str, ...] | None
    """The course's own map, rows as printed; null for the printed one."""
    safety: int | None
    """The course's own safety speed; null for the printed one."""


class LaidTile(Message, frozen=True):
    """A tile as it lies in the drawing; lengths and headings are the drawing's."""

    name: str
    outline: str
    """Its five lanes, as the data of an SVG path."""
    x: float
    """Its middle."""
    y: float
    heading: float
    """The way the track runs there."""
    map: tuple[str, ...]
    """What stands on it, rows as printed; empty where nothing does."""
    safety: int
    """0 where it has no safety line."""
    cells: str
    """What its map may hold: `.` free, `t` a sapling, `#` impassable; empty if it has no own."""


class DraftRepair(Message, frozen=True):
    """A step that mends something, tried by the server."""

    code: RepairCode
    tile: int | None
    tiles: tuple[DraftTile, ...]
    """The course after it."""


class DraftProblem(Message, frozen=True):
    """Something wrong with a course, or worth knowing."""

    code: str
    tile: int | None
    """Counted as on the track: 0 is the start, 1 the first tile named."""
    message: str
    facts: Facts
    repair: DraftRepair | None


class PieceCount(Message, frozen=True):
    """How many of a piece a course takes, and how many the box holds (TILE-7)."""

    piece: Piece
    needed: int
    held: int


class FittingPiece(Message, frozen=True):
    """A piece as it would lie at the open end of a course."""

    name: FaceName
    outline: str
    x: float
    """The middle of its far edge."""
    y: float
    heading: float
    flat: bool
    """Whether it and the finish behind it lie beside all tiles; else on a bridge (TILE-9)."""


class Draft(Message, frozen=True):
    """A course that is being built."""

    line: str
    """Its course line, also while something is wrong with it; empty if none can be written."""
    sound: bool
    """Whether it can be raced."""
    name: str
    description: dict[str, str]
    flag: Literal["left", "right"]
    tiles: tuple[DraftTile, ...]
    laid: tuple[LaidTile, ...]
    """Start, tiles and finish, numbered as on the track."""
    frame: Annotated[tuple[float, ...], Meta(min_length=4, max_length=4)]
    """What its drawing shows: x, y, width, height."""
    problems: tuple[DraftProblem, ...]
    """What keeps it from being raced."""
    warnings: tuple[DraftProblem, ...]
    box: tuple[PieceCount, ...]
    in_box: bool
    """Whether one box holds it."""
    saplings: int
    """How many stand on it (TILE-4)."""
    ends: tuple[FittingPiece, ...]
    """What can be put at its open end."""
    solo: bool
    """Whether the solo game can be played on it (SOLO-1)."""
    toml: str
    """The text of its course file; empty while it cannot be raced."""


# -- how it races ----------------------------------------------------------------------------------


class Share(Message, frozen=True):
    """An estimate, and half the width of its 95 % interval."""

    value: float
    error: float


class Spot(Message, frozen=True):
    """A space on which something happened, in the drawing's lengths."""

    space: Space
    x: float
    y: float
    dents: dict[str, float]
    """Dents in a race, by cause; causes that give none there are left out."""
    stops: float
    """Sleds that end a turn there in a race."""


class LinePoint(Message, frozen=True):
    """A space of the racing line, in the drawing's lengths."""

    space: Space
    x: float
    y: float


class CourseRemark(Message, frozen=True):
    """A thing worth saying about how a course races."""

    code: str
    facts: Facts
    message: str
    """In English."""


class CourseStanding(Message, frozen=True):
    """Where a course stands among those that ship, by one of its figures."""

    figure: FigureName
    value: float
    below: int
    """Shipped courses that have less of it …"""
    above: int
    """… and more."""
    among: int
    """With how many it was compared: all that ship, but for the course itself."""
    message: str
    """In English."""


class CourseCertificate(Message, frozen=True):
    """How a course races, as far as it was raced."""

    line: str
    sleds: int
    races: int
    """How many it was raced so far …"""
    wanted: int
    """… and how many it shall be."""
    done: bool
    par: float | None
    """Turns that a good driver alone needs; null until that is known."""
    rounds: float
    minutes: float
    """What people may expect."""
    wrecks: Share
    """Share of sleds that are wrecked."""
    dents: dict[str, float]
    """Dents of a sled in a race, by cause."""
    bumps: float
    lead_changes: float
    half_leader: Share
    """How often the leader at half-way wins."""
    starts: dict[str, Share]
    """How much more often than an even share each start space wins, by number."""
    lanes: tuple[float, ...]
    """Share of all steps in each lane, from the left."""
    winners_lanes: tuple[float, ...]
    """Share of the winners' way in each lane, from the left."""
    racing_line: tuple[LinePoint, ...]
    """The way that sleds which win go most; empty if nobody has won."""
    skill: Share | None
    """How often a strong musher wins against weak ones; null until that was tried."""
    spots: tuple[Spot, ...]
    remarks: tuple[CourseRemark, ...]
    """The most telling first."""
    standing: tuple[CourseStanding, ...]
    """Compared with the courses that ship; empty if other sleds raced than there."""
