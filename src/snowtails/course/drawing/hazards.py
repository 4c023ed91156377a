"""What lies on the track: snowdrifts, chasms, rocks and saplings."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence

import shapely

from ..layout import BANK, Laid, svg_number
from ..tile import IMPASSABLE, LANE_LETTERS, LANES, SAPLING, cell
from .figures import SHADOW, Palette, element, path, smooth, translate

Cell = tuple[int, int]
"""A space of a straight by lane and place in the lane."""


def draw_hazards(
    prefix: str,
    laid: Mapping[int, Laid],
    colours: Palette,
    standing: Collection[str] | None = None,
) -> str:
    """Draw what lies on tiles, by number; a sapling has an id such as `course-sapling-3a2`.

    Of the saplings only those are drawn that stand; left out, all do.
    """
    drawn: list[str] = []
    saplings: list[str] = []
    for number, tile in laid.items():
        if not tile.face.hazard:
            continue
        cells = [(lane, space) for lane in range(LANES) for space in range(tile.face.spaces[lane])]
        blocked = [at for at in cells if cell(tile.face, *at) == IMPASSABLE]
        rng = random.Random(number)
        for group in _groups(blocked):
            drawn += _draw_group(prefix, tile, group, rng, colours)
        for at in cells:
            if cell(tile.face, *at) == SAPLING:
                x, y, _ = tile.centre(*at)
                name = f"{number}{LANE_LETTERS[at[0]]}{at[1] + 1}"
                if standing is not None and name not in standing:
                    continue
                saplings.append(
                    element(
                        "use",
                        id=f"{prefix}-sapling-{name}",
                        class_="sapling",
                        href=f"#{prefix}-sapling",
                        transform=translate(x, y + 0.36, 0.86),
                    )
                )
    return element("g", *drawn, *saplings, class_="hazards", pointer_events="none")


def _groups(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Sort spaces into groups whose spaces lie side by side."""
    left, groups = set(cells), []
    for seed in cells:
        if seed not in left:
            continue
        left.remove(seed)
        group = [seed]
        for lane, space in group:
            beside = {(lane - 1, space), (lane + 1, space), (lane, space - 1), (lane, space + 1)}
            group += sorted(beside & left)
            left -= beside
        groups.append(group)
    return groups


def _draw_group(
    prefix: str, tile: Laid, group: Sequence[Cell], rng: random.Random, colours: Palette
) -> Iterator[str]:
    """Draw impassable spaces as what the tile has there: a drift, a chasm or rocks."""
    if tile.face.name.startswith("snowdrift"):
        yield _draw_drift(_area(tile, group, 0.65), colours)
    elif tile.face.name == "chasm" and len(group) > 1:
        yield _draw_chasm(_area(tile, group, 0.4), rng, colours)
    else:
        figure = "column" if tile.face.name == "chasm" else "rock"
        for at in group:
            x, y, heading = tile.centre(*at)
            turned = heading % 180 == 90
            size = "1.2 .98" if turned else ".98 1.2"
            where = f"translate({svg_number(x)} {svg_number(y)})scale({size})"
            yield element("use", class_=figure, href=f"#{prefix}-{figure}", transform=where)


def _area(tile: Laid, group: Sequence[Cell], fill: float) -> shapely.Polygon:
    """Return the ground that a group of spaces is drawn on.

    Its outer corners are rounded off. Its inner ones, and those between it and the bank, fill up
    as far as the radius `fill` goes.
    """
    length = tile.face.spaces[0]
    spaces = shapely.union_all(
        [
            # A little over the space, so that neighbours join.
            shapely.Polygon(
                tile.ring(lane - 0.01, lane + 1.01, (n - 0.01) / length, (n + 1.01) / length)
            )
            for lane, n in group
        ]
    )
    lanes = {lane for lane, _ in group}
    banks = [
        shapely.Polygon(tile.ring(left, left + 0.35, 0, 1))
        for lane, left in ((0, -BANK), (LANES - 1, LANES + BANK - 0.35))
        if lane in lanes
    ]
    soft = spaces.buffer(-0.4).buffer(0.4)
    whole = shapely.union_all([soft, *banks]).buffer(fill).buffer(-fill)
    return whole.intersection(spaces.buffer(0.5)).buffer(-0.08).buffer(0.08).simplify(0.05)


def _corners(
    shape: shapely.Polygon, inset: float, lean: float, rounded: float = 0
) -> list[tuple[float, float]]:
    """Return the corners of an area drawn in by `inset` and moved down-light by `lean`."""
    x, y = lean, lean * SHADOW[1] / SHADOW[0]
    drawn_in = shape.buffer(-inset - rounded, quad_segs=3).buffer(rounded, quad_segs=4)
    drawn_in = drawn_in.simplify(0.03)
    return [(round(a + x, 2), round(b + y, 2)) for a, b in drawn_in.exterior.coords[:-1]]


def _draw_drift(area: shapely.Polygon, colours: Palette) -> str:
    """Draw snow heaped up high, its slopes in steps from the shade to the light."""
    layers = (
        (0, 0, colours.heap_dark),
        (0.13, -0.11, colours.heap),
        (0.3, -0.24, colours.heap_lit),
        (0.48, -0.36, colours.crest),
    )
    shadow = smooth(_corners(area, 0.02, 0.36))
    return element(
        "g",
        path(shadow, colours.shadow, opacity=colours.shade),
        *(path(smooth(_corners(area, inset, lean, 0.35)), fill) for inset, lean, fill in layers),
        class_="drift",
    )


def _draw_chasm(area: shapely.Polygon, rng: random.Random, colours: Palette) -> str:
    """Draw a jagged crevasse: bright ice on the side that the light reaches, then the depth."""
    edge = area.simplify(0.12).segmentize(0.75).exterior.coords[:-1]
    rim = shapely.Polygon(
        [(x + rng.uniform(-0.09, 0.09), y + rng.uniform(-0.09, 0.09)) for x, y in edge]
    )
    layers = (
        (-0.06, -0.02, colours.crest),
        (0, 0, colours.depth_ice),
        (0.08, -0.07, colours.depth_wall),
        (0.2, -0.17, colours.depth),
    )
    return element(
        "g",
        *(path(_angular(_corners(rim, inset, lean)), colour) for inset, lean, colour in layers),
        class_="chasm",
    )


def _angular(points: Sequence[tuple[float, float]]) -> str:
    """Return the path data of a closed outline with corners."""
    return f"M{'L'.join(f'{svg_number(x)} {svg_number(y)}' for x, y in points)}Z"
