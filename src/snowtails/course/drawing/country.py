"""The country beside the track: where its lake lies, its hut stands and its trees grow.

All of it is made up from the course line alone, so that a course always lies in the same country.
Within the picture trees stand one by one; around it lie whole woods, and beyond them a stretch of
land that is repeated for ever, so that whoever looks past the picture never sees an end.
"""

import math
import random
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from .figures import SHADOW, TREES

CLEAR = 0.5
"""Open snow that stays between a track and the trees."""

SMALLEST_LAKE, LARGEST_LAKE = 1.9, 3.4
"""Radii of lakes; where none of the smallest fits into the picture, it lies beside it."""

HUT = 1.5
"""Radius of the ground that a hut needs."""

AROUND = 10.0
"""Breadth of the land around the picture that is made up for each course."""

STRETCH = 42.0
"""About how long and broad the land is that is repeated beyond."""

WOODS = ((5, 0.6), (9, 0.9), (14, 1.2), (26, 1.8))
"""Kinds of woods: how many trees, and about how far they stand from the middle."""


class Frame(NamedTuple):
    """The part of the plane that the picture shows."""

    x: float
    y: float
    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """Length from corner to corner."""
        return math.hypot(self.width, self.height)

    def grown(self, by: float) -> "Frame":
        """Return a frame that shows so much more on every side."""
        return Frame(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def shaped(self, aspect: float) -> "Frame":
        """Return a frame that shows more to either side, or above and below, and is so wide.

        >>> Frame(0, 0, 10, 10).shaped(2)
        Frame(x=-5.0, y=0.0, width=20, height=10)
        """
        width = max(self.width, self.height * aspect)
        height = max(self.height, self.width / aspect)
        x, y = self.x - (width - self.width) / 2, self.y - (height - self.height) / 2
        return Frame(x, y, width, height)

    def box(self) -> shapely.Polygon:
        """Return the rectangle that it shows."""
        return shapely.box(self.x, self.y, self.x + self.width, self.y + self.height)

    def attributes(self) -> dict[str, float]:
        """Return the attributes of a rectangle that fills it."""
        return {"x": self.x, "y": self.y, "width": self.width, "height": self.height}


class Tree(NamedTuple):
    """A tree by the place of its foot, its height and its kind."""

    x: float
    y: float
    height: float
    kind: str


class Lake(NamedTuple):
    """A frozen lake by the points that lead its shore."""

    x: float
    y: float
    radius: float
    shore: list[tuple[float, float]]


class Wood(NamedTuple):
    """A wood by the place of its middle and its kind, one of WOODS."""

    x: float
    y: float
    kind: int


class Stretch(NamedTuple):
    """Land that is repeated for ever, beginning at a corner of the land around the picture."""

    frame: Frame
    lake: Lake | None
    woods: tuple[Wood, ...]


@dataclass(frozen=True)
class Country:
    """What lies beside the track."""

    frame: Frame
    land: Frame
    """The picture with the land around it."""
    lake: Lake | None
    hut: tuple[float, float] | None
    trees: tuple[Tree, ...]
    woods: tuple[Wood, ...]
    beyond: Stretch
    seed: int


def survey(line: str, frame: Frame, track: shapely.Geometry, things: shapely.Geometry) -> Country:
    """Make up the country around a track and the things that stand beside it."""
    seed = zlib.crc32(line.encode())
    rng = random.Random(seed)
    land = frame.grown(AROUND)
    shapely.prepare(track)
    solid = track.union(things).simplify(0.08)
    shapely.prepare(solid)
    lake = _dig_lake(rng, frame, solid) or _dig_lake(rng, land, solid.union(frame.box()))
    ice = shapely.Polygon(lake.shore) if lake else shapely.Polygon()
    hut = _build_hut(frame, solid, ice) or _build_hut(land, solid.union(frame.box()), ice)
    ground_of_hut = shapely.Point(hut).buffer(HUT) if hut else shapely.Polygon()
    things = shapely.union_all([things, ice.buffer(0.2), ground_of_hut])
    return Country(
        frame=frame,
        land=land,
        lake=lake,
        hut=hut,
        trees=_plant(rng, frame, track, things),
        woods=_grow_woods(rng, land, shapely.union_all([frame.box(), track, ice, ground_of_hut])),
        beyond=_stretch(rng, land),
        seed=seed,
    )


# -- lake and hut ---------------------------------------------------------------------------------


def _dig_lake(rng: random.Random, frame: Frame, solid: shapely.Geometry) -> Lake | None:
    """Find the widest open place for a lake, if any is wide enough."""
    # A lake may leave the picture a little, but not by half.
    x, y, room = _room(frame, solid, 0.9)
    best = int(np.argmax(room))
    radius = min(float(room.flat[best]), LARGEST_LAKE)
    if radius < SMALLEST_LAKE:
        return None
    middle = (float(x.flat[best]), float(y.flat[best]))
    return Lake(*middle, radius, _shore(rng, *middle, radius, solid))


def _room(
    frame: Frame, solid: shapely.Geometry, apart: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return places all over a frame, and how far from each there is open snow."""
    columns, rows = 24, 24
    x, y = np.meshgrid(
        frame.x + frame.width * (np.arange(columns) + 0.5) / columns,
        frame.y + frame.height * (np.arange(rows) + 0.5) / rows,
    )
    inside = np.minimum.reduce(
        [x - frame.x, frame.x + frame.width - x, y - frame.y, frame.y + frame.height - y]
    )
    beside = shapely.distance(solid, shapely.points(x, y)) - apart
    return x, y, np.minimum((inside + 0.5) * 1.15, beside)


def _build_hut(
    frame: Frame, solid: shapely.Geometry, ice: shapely.Polygon
) -> tuple[float, float] | None:
    """Find a place for the hut: with just enough room, and near the lake."""
    x, y, room = _room(frame, solid.union(ice), HUT)
    # A hut is tall: none of it may leave the picture.
    inside = (x > frame.x + HUT) & (x < frame.x + frame.width - HUT)
    inside &= (y > frame.y + 2 * HUT) & (y < frame.y + frame.height - HUT / 2)
    to_lake = shapely.distance(ice, shapely.points(x, y)) if not ice.is_empty else 0.0 * x
    liked = np.where((room > 0) & inside, -np.abs(room - 0.4) - 0.2 * to_lake, -np.inf)
    best = int(np.argmax(liked))
    if liked.flat[best] == -np.inf:
        return None
    return round(float(x.flat[best]), 2), round(float(y.flat[best]), 2)


def _shore(
    rng: random.Random, x: float, y: float, radius: float, solid: shapely.Geometry
) -> list[tuple[float, float]]:
    """Lead a shore around, further out where there is more room, with bays and tongues of land."""
    angles = np.arange(28) * math.tau / 28
    steps = np.linspace(1.05, 1.6, 12) * radius
    rays_x = x + np.outer(np.cos(angles), steps)
    rays_y = y + np.outer(np.sin(angles), steps)
    open_snow = ~shapely.dwithin(solid, shapely.points(rays_x, rays_y), 0.9)
    reach = 1 + 0.05 * np.logical_and.accumulate(open_snow, axis=1).sum(axis=1)
    # Never further out than its neighbours by much: the shore stays soft.
    reach = np.minimum(reach, (np.roll(reach, 1) + np.roll(reach, -1) + reach) / 3)
    for waves, depth in ((2, 0.1), (3, 0.1), (5, 0.05), (7, 0.025)):
        reach *= 1 - depth * (1 + np.sin(waves * angles + rng.random() * math.tau))
    reach *= radius
    shore = np.column_stack([x + reach * np.cos(angles), y + reach * np.sin(angles)])
    return [(float(a), float(b)) for a, b in shore.round(2)]


# -- trees ----------------------------------------------------------------------------------------


def _plant(
    rng: random.Random,
    frame: Frame,
    track: shapely.Geometry,
    things: shapely.Geometry,
) -> tuple[Tree, ...]:
    """Plant trees in loose groves, clear of the track and of everything else."""
    shapely.prepare(things)
    wished = _wish_trees(rng, frame, track)
    x, y, height = (np.array([getattr(tree, key) for tree in wished]) for key in Tree._fields[:3])
    fits = _fits(x, y, height, track, things)
    planted: list[Tree] = []
    taken = np.empty((0, 3))
    for tree, fit in zip(wished, fits.tolist(), strict=True):
        apart = 0.17 * (taken[:, 2] + tree.height)
        near = np.hypot(taken[:, 0] - tree.x, (taken[:, 1] - tree.y) * 1.5) < apart
        if fit and not near.any():
            planted.append(tree)
            taken = np.vstack([taken, tree[:3]])
    return tuple(sorted(planted, key=lambda tree: (tree.y, tree.x)))


def _wish_trees(rng: random.Random, frame: Frame, track: shapely.Geometry) -> list[Tree]:
    """Choose groves well apart, and where in them trees would like to stand."""
    groves: list[tuple[float, float]] = []
    wanted = min(18, round(frame.width * frame.height / 80) + 3)
    for _ in range(wanted * 12):
        x = frame.x + frame.width * (rng.random() * 1.08 - 0.04)
        y = frame.y + frame.height * (rng.random() * 1.08 - 0.02)
        apart = min((math.hypot(x - a, y - b) for a, b in groves), default=math.inf)
        if apart > 5 and not shapely.dwithin(track, shapely.Point(x, y), 1.2):
            groves.append((x, y))
        if len(groves) == wanted:
            break
    return [tree for x, y in groves for tree in _wish_grove(rng, x, y)]


def _wish_grove(rng: random.Random, x: float, y: float) -> Iterator[Tree]:
    """Choose where the trees of a grove would like to stand, the tallest in its middle."""
    size = rng.choice((2, 4, 7, 11, 15, 26))
    lean, mixed = rng.random() * math.pi, rng.random()
    long, broad = 0.5 + 0.1 * size, 0.3 + 0.045 * size
    for _ in range(size):
        a, b = rng.gauss(0, 1), rng.gauss(0, 1)
        height = (0.95 + 1.5 * math.exp(-(a * a + b * b) / 2)) * (0.8 + 0.4 * rng.random())
        east = a * long * math.cos(lean) - b * broad * math.sin(lean)
        south = a * long * math.sin(lean) + b * broad * math.cos(lean)
        kind = TREES[2] if rng.random() < 0.14 else TREES[int(rng.random() < mixed)]
        yield Tree(round(x + east, 2), round(y + south * 0.85, 2), round(height, 2), kind)


def _fits(
    x: NDArray[np.float64],
    y: NDArray[np.float64],
    height: NDArray[np.float64],
    track: shapely.Geometry,
    things: shapely.Geometry,
) -> NDArray[np.bool_]:
    """Say of each tree whether it, and its shadow on the track, is out of the way."""
    fits = np.ones(len(x), bool)
    for up, breadth in ((0, 0.36), (0.5, 0.24), (1, 0.04)):
        crown = shapely.points(x, y - up * height)
        fits &= ~shapely.dwithin(track, crown, breadth * height + CLEAR)
        fits &= ~shapely.dwithin(things, crown, breadth * height + 0.1)
    for along in (0.4, 0.75, 1.0):
        shadow = shapely.points(x + SHADOW[0] * along * height, y + SHADOW[1] * along * height)
        fits &= ~shapely.dwithin(track, shadow, (1.05 - along) * 0.2 * height + 0.25)
    return fits


# -- the land around ------------------------------------------------------------------------------


def plant_wood(kind: int) -> tuple[Tree, ...]:
    """Return the trees of a kind of wood around its middle, from the back to the front."""
    number, spread = WOODS[kind]
    rng = random.Random(kind)
    trees: list[Tree] = []
    while len(trees) < number:
        away, angle = spread * math.sqrt(rng.random()) * 1.5, rng.random() * math.tau
        x, y = away * math.cos(angle) * 1.2, away * math.sin(angle) * 0.85
        height = (1.1 + 1.2 * math.exp(-((away / spread) ** 2))) * (0.8 + 0.4 * rng.random())
        if all(math.hypot(x - t.x, (y - t.y) * 1.5) > 0.17 * (height + t.height) for t in trees):
            tall = TREES[2] if rng.random() < 0.1 else TREES[int(rng.random() < 0.5)]
            trees.append(Tree(round(x, 2), round(y, 2), round(height, 2), tall))
    return tuple(sorted(trees, key=lambda tree: tree.y))


def _grow_woods(rng: random.Random, land: Frame, taken: shapely.Geometry) -> tuple[Wood, ...]:
    """Let woods grow where nothing else is; none of them, nor its shadow, leaves the land."""
    shapely.prepare(taken)
    woods: list[Wood] = []
    for _ in range(round(land.width * land.height / 26)):
        kind = rng.randrange(len(WOODS))
        spread = WOODS[kind][1]
        left, right = land.x + 1.8 * spread + 0.9, land.x + land.width - 1.8 * spread - 2.6
        top, bottom = land.y + 1.3 * spread + 2.4, land.y + land.height - 1.3 * spread - 1.7
        x = round(left + (right - left) * rng.random(), 1)
        y = round(top + (bottom - top) * rng.random(), 1)
        apart = min(
            (math.hypot(x - a, y - b) - 1.5 * WOODS[c][1] for a, b, c in woods), default=math.inf
        )
        if apart > 1.5 * spread and not shapely.dwithin(taken, shapely.Point(x, y), 2 * spread + 1):
            woods.append(Wood(x, y, kind))
    return tuple(sorted(woods, key=lambda wood: wood.y))


def _stretch(rng: random.Random, land: Frame) -> Stretch:
    """Make up land that is repeated beyond; so many stretches are as long as the land around."""
    width = land.width / max(1, round(land.width / STRETCH))
    height = land.height / max(1, round(land.height / STRETCH))
    frame = Frame(land.x, land.y, width, height)
    lake = _dig_lake(rng, frame.grown(-4), shapely.Point(land.x, land.y))
    ice = shapely.Polygon(lake.shore) if lake else shapely.Polygon()
    return Stretch(frame, lake, _grow_woods(rng, frame, ice))
