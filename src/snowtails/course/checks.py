"""What keeps a course from being raced, and what its builder may want to know."""

from collections.abc import Sequence

import numpy as np

from .layout import Layout
from .problem import Problem, nearest, problem
from .tile import FACES, FREE, IMPASSABLE, LANES, SAPLING, Face, Map, Tile
from .track import Track

MOST_TILES = 40
"""Longer courses are refused: three times the box is a long evening."""

MOST_SAPLINGS = 20

SAFETY_SPEEDS = range(1, 10)
"""Safety speeds that a course may give a curve: up to the fastest speed without a bonus."""

MAP_ROWS = 5

OWN_MAPS = {"straight": {FREE, IMPASSABLE, SAPLING}, "saplings": {FREE, SAPLING}}
"""Tiles whose map a course may replace, and what may stand on it (TILE-4)."""


def flag(side: str) -> list[Problem]:
    """Return a problem if the chequered flag stands on neither side (SETUP-7)."""
    return [] if side in ("left", "right") else [problem("flag", found=repr(side))]


def tiles_by_themselves(tiles: Sequence[Tile]) -> list[Problem]:
    """Return what is wrong with the tiles, whatever lies around them."""
    if not tiles:
        return [problem("no-tiles")]
    problems = [found for number, tile in enumerate(tiles, 1) for found in _tile(number, tile)]
    if (excess := len(tiles) - MOST_TILES) > 0:
        problems.append(problem("too-many-tiles", count=len(tiles), excess=excess, most=MOST_TILES))
    return problems


def can_be_laid(tiles: Sequence[Tile]) -> bool:
    """Return whether the tiles can be laid on a table, whatever else is wrong with them."""
    return len(tiles) <= MOST_TILES and all(tile.name in FACES for tile in tiles)


def _tile(number: int, tile: Tile) -> list[Problem]:
    printed = FACES.get(tile.name)
    if printed is None:
        close, known = nearest(tile.name, tuple(FACES)), ", ".join(FACES)
        return [problem("unknown-tile", number, name=repr(tile.name), nearest=close, known=known)]
    problems = []
    if tile.map is not None:
        if tile.name not in OWN_MAPS:
            problems.append(problem("map-misplaced", number, name=tile.name))
        problems += _map(number, tile.name, tile.map)
    if tile.safety is not None:
        least, most = SAFETY_SPEEDS[0], SAFETY_SPEEDS[-1]
        if not printed.curve:
            problems.append(problem("safety-misplaced", number, name=tile.name))
        elif not least <= tile.safety <= most:
            problems.append(
                problem("safety-range", number, safety=tile.safety, least=least, most=most)
            )
    return problems


def _map(number: int, name: str, rows: Map) -> list[Problem]:
    problems = []
    allowed = OWN_MAPS.get(name, OWN_MAPS["straight"])
    strange_code = "map-not-sapling" if name == "saplings" else "map-character"
    if len(rows) != MAP_ROWS:
        found = f"it has {len(rows)} rows"
        problems.append(problem("map-size", number, rows=MAP_ROWS, lanes=LANES, found=found))
    for i, row in enumerate(rows, 1):
        if len(row) != LANES:
            found = f"row {i} has {len(row)}"
            problems.append(problem("map-size", number, rows=MAP_ROWS, lanes=LANES, found=found))
        if strange := sorted(set(row) - allowed):
            problems.append(
                problem(strange_code, number, found=" ".join(map(repr, strange)), row=i)
            )
    return problems


def saplings(faces: Sequence[Face]) -> list[Problem]:
    """Return a problem if there are more saplings than a course may have (TILE-4)."""
    count = sum(row.count(SAPLING) for face in faces for row in face.map)
    if (excess := count - MOST_SAPLINGS) <= 0:
        return []
    return [problem("too-many-saplings", count=count, excess=excess, most=MOST_SAPLINGS)]


def bridges(layout: Layout) -> list[Problem]:
    """Return a warning for each tile that passes over another on a snow bridge (TILE-9)."""
    return [
        problem("bridge", tile, other=other, other_name=layout.laid[other].face.name)
        for tile, other in layout.bridges
    ]


def driving(track: Track) -> list[Problem]:
    """Return a problem if no way leads from start to finish, naming the tile that bars it."""
    if track.leads_on[:LANES].any():
        return []
    tile = int(track.spaces["tile"][track.reachable].max())
    # Whoever stands at a tile's end and cannot go on is stopped by the tile that follows.
    ends = [track.first[tile][lane] + track.faces[tile].spaces[lane] - 1 for lane in range(LANES)]
    return [problem("undrivable", tile + 1 if track.reachable[ends].any() else tile)]


def run_off(layout: Layout) -> list[Problem]:
    """Return a warning for each tile that the run-off crosses (TILE-8)."""
    return [problem("run-off-crosses", tile) for tile in layout.run_off_crossings]


def cut_off_starts(track: Track) -> list[Problem]:
    """Return a warning if a sled on some start space can never finish."""
    lost = [str(n) for n, start in enumerate(track.starts, 1) if not track.leads_on[start]]
    return [problem("start-cut-off", 0, starts=", ".join(lost))] if lost else []


def traps(track: Track, tiles: Sequence[Tile]) -> list[Problem]:
    """Return a warning for each of the course's own maps that a sled may never get out of.

    The outer lane in front of a printed snowdrift is a trap too; players know that one.
    """
    trapped = np.flatnonzero(track.reachable & ~track.leads_on)
    found = []
    for number, tile in enumerate(tiles, 1):
        spaces = [track.names[n] for n in trapped if track.spaces["tile"][n] == number]
        if spaces and tile.map is not None:
            found.append(problem("trap", number, spaces=", ".join(spaces)))
    return found
