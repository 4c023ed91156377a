"""The country beside the track: open snow, a frozen lake and trees in loose groves.

All of it is made up from the course line alone, so that a course always lies in the same country.
"""

import math
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from ..layout import svg_number
from .figures import SHADOW, TREES, Palette, element, glow, gradient, path, smooth, translate

CLEAR = 0.5
"""Open snow that stays between a track and the trees."""

SMALLEST_LAKE, LARGEST_LAKE = 1.9, 3.4
"""Radii of lakes; where no lake of the smallest fits, there is none."""


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


@dataclass(frozen=True)
class Country:
    """What lies beside the track."""

    frame: Frame
    lake: Lake | None
    trees: tuple[Tree, ...]
    seed: int


def survey(line: str, frame: Frame, track: shapely.Geometry, things: shapely.Geometry) -> Country:
    """Make up the country around a track and the things that stand beside it."""
    seed = zlib.crc32(line.encode())
    rng = random.Random(seed)
    shapely.prepare(track)
    solid = track.union(things).simplify(0.08)
    shapely.prepare(solid)
    lake = _dig_lake(rng, frame, solid)
    return Country(frame, lake, _plant(rng, frame, track, things, lake), seed)


# -- lake -----------------------------------------------------------------------------------------


def _dig_lake(rng: random.Random, frame: Frame, solid: shapely.Geometry) -> Lake | None:
    """Find the widest open place for a lake, if any is wide enough."""
    columns, rows = 24, 24
    x, y = np.meshgrid(
        frame.x + frame.width * (np.arange(columns) + 0.5) / columns,
        frame.y + frame.height * (np.arange(rows) + 0.5) / rows,
    )
    # A lake may leave the picture a little, but not by half.
    room = np.minimum.reduce(
        [
            x - frame.x + 0.5,
            frame.x + frame.width - x + 0.5,
            y - frame.y + 0.5,
            frame.y + frame.height - y + 0.5,
        ]
    )
    room = np.minimum(room * 1.15, shapely.distance(solid, shapely.points(x, y)) - 0.9)
    best = int(np.argmax(room))
    radius = min(float(room.flat[best]), LARGEST_LAKE)
    if radius < SMALLEST_LAKE:
        return None
    middle = (float(x.flat[best]), float(y.flat[best]))
    return Lake(*middle, radius, _shore(rng, *middle, radius, solid))


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
    lake: Lake | None,
) -> tuple[Tree, ...]:
    """Plant trees in loose groves, clear of the track, of signs and of the ice."""
    if lake:
        things = things.union(shapely.Polygon(lake.shore).buffer(0.2))
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


# -- drawing --------------------------------------------------------------------------------------


def scenery_definitions(prefix: str, country: Country, colours: Palette) -> list[str]:
    """Define what the ground is painted with."""
    frame = country.frame
    units: dict[str, str | float] = {"gradientUnits": "userSpaceOnUse", "r": frame.diagonal * 0.8}
    near = {"cx": frame.x + frame.width * 0.06, "cy": frame.y}
    far = {"cx": frame.x + frame.width * 0.96, "cy": frame.y + frame.height}
    return [
        element("clipPath", element("rect", **frame.attributes()), id=f"{prefix}-frame"),
        glow(f"{prefix}-glow", colours.glow, colours.glow_opacity, **units, **near),
        glow(f"{prefix}-dusk", colours.dusk, colours.dusk_opacity, **units, **far),
        gradient(
            f"{prefix}-wave",
            colours.ridge,
            ((0, 0.75), (0.3, 0.35), (1, 0)),
            x1=0,
            y1=0,
            x2=0.1,
            y2=1,
        ),
        gradient(
            f"{prefix}-sheen",
            colours.ice_edge,
            ((0, 0.85), (0.55, 0.1), (1, 0)),
            x1=0,
            y1=0,
            x2=0.8,
            y2=1,
        ),
    ]


def draw_ground(prefix: str, country: Country, colours: Palette) -> str:
    """Draw open snow under a low light, waves in it, and the lake."""
    frame = country.frame
    parts = [
        element("rect", class_="snow", fill=colours.ground, **frame.attributes()),
        element("rect", class_="dusk", fill=f"url(#{prefix}-dusk)", **frame.attributes()),
        element("rect", class_="glow", fill=f"url(#{prefix}-glow)", **frame.attributes()),
        element(
            "g",
            *(path(d) for d in _waves(country)),
            class_="waves",
            fill=f"url(#{prefix}-wave)",
            transform=f"rotate(-14 {svg_number(frame.x + frame.width / 2)} "
            f"{svg_number(frame.y + frame.height / 2)})",
        ),
    ]
    if country.lake:
        parts.append(_draw_lake(prefix, country.lake, colours))
    return element("g", *parts, class_="ground")


def _waves(country: Country) -> list[str]:
    """Return long waves of wind-blown snow, each with a crest and a slope that fades away."""
    rng = random.Random(country.seed + 1)
    frame = country.frame
    span = frame.diagonal * 1.1
    left = frame.x + frame.width / 2 - span / 2
    top = frame.y + frame.height / 2 - span / 2
    waves = []
    y = top + 2
    while y < top + span:
        x, crest = left - rng.random() * 8, []
        while x < left + span + 10:
            crest.append((round(x, 1), round(y + rng.uniform(-1.5, 1.5), 1)))
            x += rng.uniform(5, 9)
        d = f"M{svg_number(crest[0][0])} {svg_number(crest[0][1])}"
        for (ax, ay), (bx, by) in pairwise(crest):
            third = round((bx - ax) * 0.45, 1)
            d += (
                f"C{svg_number(ax + third)} {svg_number(ay)} {svg_number(bx - third)} "
                f"{svg_number(by)} {svg_number(bx)} {svg_number(by)}"
            )
        waves.append(f"{d}V{svg_number(round(y + 5.5, 1))}H{svg_number(crest[0][0])}Z")
        y += rng.uniform(5, 8.5)
    return waves


def _draw_lake(prefix: str, lake: Lake, colours: Palette) -> str:
    """Draw the ice, its bright shore and the light on it."""
    x, y, radius, shore = lake
    ice = smooth(shore)
    streaks = "".join(
        f"M{svg_number(x + radius * a)} {svg_number(y + radius * b)}l{svg_number(radius * c)} "
        f"{svg_number(-radius * c * 0.25)}"
        for a, b, c in (
            (-0.42, 0.06, 0.5),
            (-0.1, 0.2, 0.42),
            (-0.3, 0.36, 0.22),
            (0.1, -0.22, 0.3),
        )
    )
    return element(
        "g",
        path(ice, colours.ice_dark, stroke=colours.ice_edge, stroke_width=0.5),
        path(ice, colours.ice, transform=translate(0.13, 0.08)),
        path(ice, f"url(#{prefix}-sheen)", transform=translate(0.13, 0.08)),
        path(
            streaks,
            "none",
            stroke=colours.ice_edge,
            stroke_width=0.07,
            stroke_linecap="round",
            opacity=0.8,
        ),
        class_="lake",
    )


def draw_shadows(prefix: str, trees: Sequence[Tree], more: Sequence[str], colours: Palette) -> str:
    """Draw the long shadows of trees and of `more`, so that none darkens another."""
    shadows = [
        element("use", href=f"#{prefix}-shade", transform=translate(x, y, height))
        for x, y, height, _ in trees
    ]
    opacity = min(1, colours.shade * 1.7)
    return element("g", *shadows, *more, class_="shadows", fill=colours.shadow, opacity=opacity)


def draw_trees(prefix: str, trees: Sequence[Tree]) -> str:
    """Draw trees from the back to the front."""
    drawn = [
        element("use", class_="tree", href=f"#{prefix}-{kind}", transform=translate(x, y, height))
        for x, y, height, kind in trees
    ]
    return element("g", *drawn, class_="scenery")
