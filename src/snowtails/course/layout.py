"""The table that tiles are laid on: where every tile and every space lies in the plane.

Lengths are in lane widths. The plane is that of a picture: x to the right, y down. Headings are
degrees clockwise from up, so that a bend to the right adds to the heading.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .tile import FINISH, LANES, RUN_OFF, START, Face

SPACE_LENGTH = 1.25
"""Length of a space of a straight."""

BANK = 0.25
"""Width of the bank on either side of the lanes; banks of two tiles may not overlap."""

INNER_RADIUS = {90: 1.5, 180: 1.25}
"""Radius of the inside lane's inner edge, by the angle of the bend."""

START_HEADING = 90


class Point(NamedTuple):
    """A point of the plane and the way the track runs there."""

    x: float
    y: float
    heading: float

    def moved(self, forward: float, right: float) -> "Point":
        """Return the point that lies so far forward and to the right, heading the same way."""
        sine, cosine = math.sin(math.radians(self.heading)), math.cos(math.radians(self.heading))
        x = self.x + sine * forward + cosine * right
        y = self.y - cosine * forward + sine * right
        return Point(x, y, self.heading)

    def turned(self, degrees: float) -> "Point":
        """Return the same point with another heading."""
        return Point(self.x, self.y, (self.heading + degrees) % 360)


def svg_number(value: float) -> str:
    """Write a number as short as a picture needs it.

    >>> svg_number(2.5), svg_number(1 / 3), svg_number(-0.0001)
    ('2.5', '0.333', '0')
    """
    return f"{round(value, 3) + 0.0:g}"


def svg_point(point: Point) -> str:
    """Write the place of a point as the data of an SVG path has it."""
    return f"{svg_number(point.x)} {svg_number(point.y)}"


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile lying on the table, entered at the middle of its near edge.

    Places on it are given as (`across`, `along`): `across` runs from 0 at the left edge of the
    leftmost lane to 5 at the right edge of the rightmost, `along` from 0 at the near edge to 1.
    """

    face: Face
    entry: Point

    @property
    def length(self) -> float:
        """Length of a straight."""
        return self.face.spaces[0] * SPACE_LENGTH

    def radius(self, across: float) -> float:
        """Return the radius of the bend at a place across a curve."""
        turn = self.face.turn
        return INNER_RADIUS[abs(turn)] + (LANES - across if turn > 0 else across)

    def at(self, across: float, along: float) -> Point:
        """Return the point and the heading at a place on the tile."""
        turn = self.face.turn
        if turn == 0:
            return self.entry.moved(along * self.length, across - LANES / 2)
        side = math.copysign(1, turn)
        centre = self.entry.moved(0, side * self.radius(LANES / 2))
        return centre.turned(along * turn).moved(0, -side * self.radius(across))

    @property
    def exit(self) -> Point:
        """The entry of the tile that follows."""
        return self.at(LANES / 2, 1)

    def centre(self, lane: int, space: int) -> Point:
        """Return the middle of a space and the heading there."""
        return self.at(lane + 0.5, (space + 0.5) / self.face.spaces[lane])

    def path(self, left: float, right: float, near: float, far: float) -> str:
        """Return the outline of a part of the tile as the data of an SVG path, arcs exact."""
        corners = ((left, near), (left, far), (right, far), (right, near))
        a, b, c, d = (svg_point(self.at(*corner)) for corner in corners)
        there, back = self.arc_to(left, far - near), self.arc_to(right, near - far)
        return f"M{a}{there}{b}L{c}{back}{d}Z"

    def arc_to(self, across: float, along: float) -> str:
        """Return the SVG path command, without its end point, that follows the tile's bend."""
        if self.face.turn == 0:
            return "L"
        radius, sweep = svg_number(self.radius(across)), self.face.turn * along > 0
        return f"A{radius} {radius} 0 0 {int(sweep)} "

    def ring(self, left: float, right: float, near: float, far: float) -> NDArray[np.float64]:
        """Return the corners of a part of the tile as an outline, arcs as short chords."""
        chords = max(1, math.ceil(abs(self.face.turn) * (far - near) / 3))
        along = [near + (far - near) * i / chords for i in range(chords + 1)]
        edge = [self.at(left, f) for f in along] + [self.at(right, f) for f in reversed(along)]
        return np.array([point[:2] for point in edge])


@cache
def _outline_at_origin(face: Face, heading: float) -> NDArray[np.float64]:
    """Return a tile's outline, banks included, as if it lay at the origin.

    It is drawn in by a hair, so that tiles that merely touch do not overlap.
    """
    side, end = 0.004, 0.0001
    laid = Laid(face, Point(0, 0, heading))
    return laid.ring(side - BANK, LANES + BANK - side, end, 1 - end)


def outline(laid: Laid) -> shapely.Polygon:
    """Return the ground that a tile covers, banks included."""
    x, y, heading = laid.entry
    # The cache is by shape: maps and safety speeds do not change the ground a tile covers.
    shape = Face("", "", laid.face.spaces, laid.face.turn)
    return shapely.Polygon(_outline_at_origin(shape, heading) + np.array([x, y]))


class Bridge(NamedTuple):
    """A tile that passes over an earlier one, both by number."""

    tile: int
    other: int


@dataclass(frozen=True)
class Layout:
    """All tiles of a course as they lie: start, the course's tiles, finish, run-off."""

    laid: tuple[Laid, ...]

    @cached_property
    def _outlines(self) -> list[shapely.Polygon]:
        return [outline(laid) for laid in self.laid]

    def _meetings(self) -> Iterator[Bridge]:
        """Find all pairs of tiles on the same ground, the later tile first."""
        tree = shapely.STRtree(self._outlines)
        for tile, other in tree.query(self._outlines, predicate="intersects").T:
            if other < tile:
                yield Bridge(int(tile), int(other))

    @cached_property
    def bridges(self) -> tuple[Bridge, ...]:
        """Where a tile passes over an earlier one (TILE-9); run-off does not count."""
        return tuple(sorted(pair for pair in self._meetings() if pair.tile < self._end))

    @cached_property
    def decks(self) -> tuple[range, ...]:
        """The tiles up to the finish in runs that lie flat, each above those before it."""
        starts = [0]
        for tile, other in self.bridges:
            if other >= starts[-1] and tile > starts[-1]:
                starts.append(tile)
        return tuple(map(range, starts, [*starts[1:], self._end]))

    @cached_property
    def run_off_crossings(self) -> tuple[int, ...]:
        """Tiles that the run-off crosses."""
        return tuple(sorted({pair.other for pair in self._meetings() if pair.tile >= self._end}))

    @property
    def _end(self) -> int:
        """Number of the first tile of the run-off."""
        return len(self.laid) - len(RUN_OFF)

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Smallest x and y, largest x and y of the ground covered, run-off left out."""
        x0, y0, x1, y1 = shapely.total_bounds(self._outlines[: self._end])
        return float(x0), float(y0), float(x1), float(y1)


def lay(tiles: Sequence[Face]) -> Layout:
    """Lay tiles on the table, from the start at the origin to the end of the run-off."""
    laid: list[Laid] = []
    entry = Point(0, 0, START_HEADING)
    for face in (START, *tiles, FINISH, *RUN_OFF):
        laid.append(Laid(face, entry))
        entry = laid[-1].exit
    return Layout(tuple(laid))
