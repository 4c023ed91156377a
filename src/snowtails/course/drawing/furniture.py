"""What stands on and beside the track: signs, flags, start and finish."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely

from ..layout import BANK, Laid, Point, svg_number, svg_point
from ..tile import LANES
from .country import Frame
from .figures import Palette, element, path, translate


class Spot(NamedTuple):
    """A round place on the ground, found for something that stands beside the track."""

    x: float
    y: float
    radius: float
    edge: Point
    """Where the track's side is that it belongs to."""


def line_across(tile: Laid, along: float = 0, left: float = 0, right: float = LANES) -> str:
    """Return the path data of a line across a tile, or across some of its lanes."""
    return f"M{svg_point(tile.at(left, along))}L{svg_point(tile.at(right, along))}"


# -- places beside the track ----------------------------------------------------------------------


def _find_spot(
    edges: Sequence[tuple[Point, int]],
    radii: Sequence[float],
    solid: shapely.Geometry,
    frame: Frame,
    taken: Sequence[Spot],
) -> Spot:
    """Find the nearest free place beside an edge of the track, as large as one can be had.

    Each of the `edges` comes with its side, -1 for the left; earlier ones are preferred.
    """
    for radius in radii:
        found = [
            (math.hypot(out, forward) + order * 0.8, edge.moved(forward, side * out), edge)
            for order, (edge, side) in enumerate(edges)
            for out in (BANK + radius + 0.3 + step for step in (0, 0.6, 1.2, 1.8, 2.4))
            for forward in (0, -0.5, 0.5, -1, 1, -1.6, 1.6, -2.4, 2.4)
        ]
        found.sort(key=lambda candidate: candidate[0])
        points = shapely.points([(point.x, point.y) for _, point, _ in found])
        room = ~shapely.dwithin(solid, points, radius + 0.12)
        room &= shapely.contains(frame.box().buffer(-radius - 0.15), points)
        for spot in taken:
            room &= ~shapely.dwithin(
                shapely.Point(spot.x, spot.y), points, spot.radius + radius + 0.1
            )
        if room.any():
            _, (x, y, _), edge = found[int(np.argmax(room))]
            return Spot(round(x, 2), round(y, 2), radius, edge)
    # Two tracks side by side leave the width of their two banks.
    edge, side = edges[0]
    x, y, _ = edge.moved(0, side * BANK)
    return Spot(x, y, BANK, edge)


def place_signs(laid: Sequence[Laid], solid: shapely.Geometry, frame: Frame) -> list[Spot]:
    """Find a place for the sign of each safety line, on the bend's outside if there is room."""
    spots: list[Spot] = []
    for tile in laid:
        if tile.face.safety:
            left, right = (tile.at(0, 0), -1), (tile.at(LANES, 0), 1)
            edges = (left, right) if tile.face.turn > 0 else (right, left)
            spots.append(_find_spot(edges, (0.95, 0.8, 0.65, 0.5, 0.4), solid, frame, spots))
    return spots


def place_flag(
    finish: Laid, flag: str, solid: shapely.Geometry, frame: Frame, signs: Sequence[Spot]
) -> Spot:
    """Find a place for the chequered flag on its side of the finish line (SETUP-7)."""
    edge = (finish.at(0, 0), -1) if flag == "left" else (finish.at(LANES, 0), 1)
    return _find_spot((edge,), (1.25, 1, 0.8, 0.6, 0.45), solid, frame, signs)


# -- start and finish -----------------------------------------------------------------------------


def draw_start(start: Laid, lanes: Sequence[int], colours: Palette) -> str:
    """Draw the start spaces with their numbers (SETUP-4)."""
    slots, numbers = [], []
    for number, lane in enumerate(lanes, start=1):
        left, right = lane + 0.14, lane + 0.86
        corners = ((left, 0.5), (left, 0.87), (right, 0.87), (right, 0.5))
        slots.append("M" + "L".join(svg_point(start.at(*corner)) for corner in corners))
        numbers.append(
            _number(number, start.at(lane + 0.5, 0.45), 0.62, colours.quiet, "start-number")
        )
    slot = path(
        "".join(slots),
        "none",
        class_="slot",
        stroke=colours.joint,
        stroke_width=0.07,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return element("g", slot, *numbers, class_="start", pointer_events="none")


def _number(number: int, place: Point, size: float, colour: str, class_: str) -> str:
    """Draw an upright number; fonts smaller than a pixel are scaled down from a whole size."""
    return element(
        "text",
        str(number),
        class_=class_,
        transform=translate(place.x, place.y, size / 20),
        font_size=20,
        font_weight=700,
        text_anchor="middle",
        dy="0.36em",
        fill=colour,
    )


def draw_chevrons(tile: Laid, colours: Palette) -> str:
    """Draw a faint hint of the way to go, just after the start."""
    d = "".join(
        "M"
        + "L".join(svg_point(tile.at(*corner)) for corner in ((1.6, f), (2.5, f + 0.07), (3.4, f)))
        for f in (0.03, 0.085)
    )
    return path(
        d,
        "none",
        class_="chevron",
        stroke=colours.bank,
        stroke_width=0.2,
        stroke_linejoin="round",
        stroke_linecap="round",
        pointer_events="none",
    )


def draw_finish(finish: Laid, colours: Palette) -> str:
    """Draw the chequered finish line on the near edge of the finish tile (TILE-2)."""
    size = 0.25
    columns = round(LANES / size)
    squares = "".join(
        f"M{svg_number(column * size - LANES / 2)} {svg_number(-(row + 1) * size)}"
        f"h{size}v{size}h-{size}z"
        for row in range(2)
        for column in range(columns)
        if (row + column) % 2 == 0
    )
    x, y, heading = finish.entry
    return element(
        "g",
        element(
            "rect", x=-LANES / 2, y=-2 * size, width=LANES, height=2 * size, fill=colours.plate
        ),
        path(squares, colours.ink),
        class_="finish",
        transform=translate(x, y, turn=heading),
        pointer_events="none",
    )


def draw_chequered(prefix: str, spot: Spot) -> str:
    """Draw the chequered flag in its place."""
    height = spot.radius / 0.66
    return element(
        "use",
        class_="chequered-flag",
        href=f"#{prefix}-chequered",
        transform=translate(spot.x - 0.42 * height, spot.y + 0.53 * height, height),
    )


def cast_shadows(prefix: str, signs: Sequence[Spot], flag: Spot) -> list[str]:
    """Draw the shadows of signs and of the chequered flag."""
    height = flag.radius / 0.66
    foot = translate(flag.x - 0.42 * height, flag.y + 0.53 * height, height)
    return [
        *(
            element(
                "circle", cx=x + 0.4 * radius, cy=y + 0.22 * radius, r=radius, class_="sign-shadow"
            )
            for x, y, radius, _ in signs
        ),
        element("use", href=f"#{prefix}-flag-shadow", transform=foot),
    ]


# -- safety lines and flags -----------------------------------------------------------------------


def draw_safety_lines(laid: Sequence[Laid], colours: Palette) -> str:
    """Draw the safety line on the near edge of each curve (TILE-3)."""
    lines = "".join(line_across(tile) for tile in laid if tile.face.safety)
    return _draw_safety(lines, "safety-line", 0.16, colours)


def draw_leads(signs: Sequence[Spot], colours: Palette) -> str:
    """Draw what leads from the safety lines to their signs."""
    leads = "".join(f"M{svg_point(s.edge)}L{svg_number(s.x)} {svg_number(s.y)}" for s in signs)
    return _draw_safety(leads, "lead", 0.07, colours)


def _draw_safety(d: str, name: str, width: float, colours: Palette) -> str:
    return path(
        d, "none", class_=name, stroke=colours.danger, stroke_width=width, pointer_events="none"
    )


def draw_signs(prefix: str, laid: Sequence[Laid], signs: Sequence[Spot], colours: Palette) -> str:
    """Draw the signs with the safety speeds."""
    curves = [tile.face for tile in laid if tile.face.safety]
    drawn = [
        element(
            "g",
            element("use", href=f"#{prefix}-sign", transform=translate(x, y, radius)),
            _number(face.safety, Point(x, y, 0), radius * 1.3, colours.ink, "safety-speed"),
            class_="sign",
        )
        for face, (x, y, radius, _) in zip(curves, signs, strict=True)
    ]
    return element("g", *drawn, class_="signs", pointer_events="none")


def draw_flags(prefix: str, laid: Sequence[Laid]) -> str:
    """Draw yellow pennants on the left and red ones on the right of every joint (TILE-1)."""
    joints = [(tile, 0) for tile in laid] + [(laid[-1], 1)]
    flags = [
        element(
            "use",
            class_=f"{side}-flag",
            href=f"#{prefix}-{side}-flag",
            transform=translate(point.x, point.y, turn=point.heading),
        )
        for tile, along in joints
        for side, across in (("left", -BANK * 0.6), ("right", LANES + BANK * 0.6))
        for point in (tile.at(across, along),)
    ]
    return element("g", *flags, class_="flags", pointer_events="none")
