"""Repairs: one step that mends what is wrong with a course, tried before it is proposed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from .problem import Problem
from .tile import FACES, FREE, SAPLING, Tile

if TYPE_CHECKING:
    from .course import Course

RepairCode = Literal[
    "add-straight",
    "fewer-saplings",
    "insert-straight",
    "make-straight",
    "printed-map",
    "printed-safety",
    "shorten",
    "turn-over",
]

_MOST_BENDS = 6
"""Bends that are tried the other way round, the nearest first."""

Tiles = tuple[Tile, ...]


@dataclass(frozen=True)
class Repair:
    """A step that mends a course: what is done, to which tile, and the course after it."""

    code: RepairCode
    tile: int | None
    """Counted as problems count; None where it is not about one tile."""
    course: "Course"


def find_repair(course: "Course", problem: Problem) -> Repair | None:
    """Return the first step after which less is wrong with a course, or None.

    >>> from snowtails import Course
    >>> crossing = Course.parse("llll")
    >>> mended = find_repair(crossing, crossing.warnings()[0])
    >>> mended.code, mended.tile, mended.course.line
    ('turn-over', 4, 'lllr')
    """
    problems, warnings = len(course.status()), len(course.warnings())
    for code, tile, tiles in _candidates(course.tiles, problem):
        changed = replace(course, tiles=tiles)
        after = len(changed.status())
        if after < problems or (after == 0 and len(changed.warnings()) < warnings):
            return Repair(code, tile, changed)
    return None


def turned_over(tile: Tile) -> Tile:
    """Return the other face of a bend or a snowdrift, bent or piled to the other side.

    >>> turned_over(Tile("corner-left", safety=5))
    Tile(name='corner-right', map=None, safety=5)
    """
    name = tile.name
    if name.endswith("-left"):
        return replace(tile, name=name.removesuffix("left") + "right")
    if name.endswith("-right"):
        return replace(tile, name=name.removesuffix("right") + "left")
    return tile


def _candidates(tiles: Tiles, problem: Problem) -> Iterator[tuple[RepairCode, int | None, Tiles]]:
    """Give steps that may help, the most natural first."""
    at = (problem.tile or 0) - 1
    inside = 0 <= at < len(tiles)
    match problem.code:
        case "no-tiles":
            yield "add-straight", None, (Tile("straight"),)
        case "too-many-tiles":
            excess = problem.facts["excess"]
            assert isinstance(excess, int)
            yield "shorten", None, tiles[:-excess]
        case "too-many-saplings":
            excess = problem.facts["excess"]
            assert isinstance(excess, int)
            yield "fewer-saplings", None, _without_saplings(tiles, excess)
        case "bridge":
            yield from _moved_apart(tiles, min(at, len(tiles) - 1))
        case "safety-range" | "safety-misplaced" if inside:
            yield "printed-safety", at + 1, _put(tiles, at, replace(tiles[at], safety=None))
        case "map-misplaced" | "map-size" | "map-character" | "map-not-sapling" if inside:
            yield "printed-map", at + 1, _put(tiles, at, replace(tiles[at], map=None))
        case "undrivable" | "trap" | "start-cut-off":
            yield from _freed(tiles, at)


def _moved_apart(tiles: Tiles, last: int) -> Iterator[tuple[RepairCode, int, Tiles]]:
    bends = [i for i in range(last, -1, -1) if FACES[tiles[i].name].curve]
    for i in bends[:_MOST_BENDS]:
        yield "turn-over", i + 1, _put(tiles, i, turned_over(tiles[i]))
    for i in bends[:_MOST_BENDS]:
        yield "insert-straight", i + 1, (*tiles[:i], Tile("straight"), *tiles[i:])


def _freed(tiles: Tiles, at: int) -> Iterator[tuple[RepairCode, int, Tiles]]:
    """Take away what bars the way, on the tile itself or on one beside it."""
    near = sorted(range(len(tiles)), key=lambda i: abs(i - at))
    for i in near:
        if tiles[i].map is not None:
            yield "printed-map", i + 1, _put(tiles, i, replace(tiles[i], map=None))
    for i in near:
        if FACES[tiles[i].name].hazard:
            yield "make-straight", i + 1, _put(tiles, i, Tile("straight"))


def _without_saplings(tiles: Tiles, excess: int) -> Tiles:
    """Take away saplings from the end of the course on."""
    changed = list(tiles)
    for i in range(len(tiles) - 1, -1, -1):
        rows: Sequence[str] = tiles[i].map or FACES[tiles[i].name].map
        cells = list("".join(rows))
        for cell in range(len(cells)):
            if cells[cell] == SAPLING and excess > 0:
                cells[cell] = FREE
                excess -= 1
        if cells != list("".join(rows)):
            text = "".join(cells)
            own = tuple(text[start : start + 5] for start in range(0, len(text), 5))
            changed[i] = replace(tiles[i], map=own)
    return tuple(changed)


def _put(tiles: Tiles, at: int, tile: Tile) -> Tiles:
    return (*tiles[:at], tile, *tiles[at + 1 :])
