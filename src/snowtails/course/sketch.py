"""A track drawn in plain characters, unrolled from left to right, for terminals and tests.

Lane a, the left one, is on top. Tiles stand between bars under their numbers; a bend shows its
side and safety speed, a tile that passes over earlier ones their numbers behind a `^` (TILE-9). `.`
is a free space, `#` impassable, `t` a sapling, `=` lies past the finish line. Lanes with fewer
spaces are stretched with `-`, so that what stands in one column is about level.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from .layout import Bridge, lay
from .problem import whole_number
from .tile import IMPASSABLE, LANE_LETTERS, LANES, RUN_OFF, SAPLING, Face, cell
from .track import Track

LONGEST_TILE = 13
"""Spaces of the outer lane of a U-turn: no heading is wider, so that every tile fits a row."""


def sketch(track: Track, marks: Mapping[int, str] | None = None, width: int = 100) -> str:
    """Draw a track, with marks (one character each) on some of its spaces.

    The run-off is drawn only if there is a mark on it.

    >>> from snowtails import Course
    >>> track = Course.parse("sr").track
    >>> print(sketch(track, {track.by_name["1b2"]: "A"}))
      0 1     2>4     3
    a|.|.....|.......|=|
    b|.|.A...|......-|=|
    c|.|.....|...-..-|=|
    d|.|.....|..-.-.-|=|
    e|.|.....|.-.-.--|=|
    """
    whole_number(width, "the width is a number of characters")
    marks = marks or {}
    run_off = any(track.spaces["tile"][space] > track.finish for space in marks)
    shown = range(len(track.faces) if run_off else len(track.faces) - len(RUN_OFF))
    over: dict[int, list[int]] = {}
    for tile, other in _bridges(track.faces[1 : track.finish]):
        over.setdefault(tile, []).append(other)
    blocks = [_block(track, tile, marks, over.get(tile, [])) for tile in shown]
    rows: list[list[str]] = []
    for block in blocks:
        if not rows or len(rows[-1][1]) + len(block[1]) >= width:
            rows.append([" ", *LANE_LETTERS])
        rows[-1] = [before + part for before, part in zip(rows[-1], block, strict=True)]
    closed = [[row[0], *(line + "|" for line in row[1:])] for row in rows]
    return "\n\n".join("\n".join(line.rstrip() for line in row) for row in closed)


@lru_cache(maxsize=16)
def _bridges(tiles: tuple[Face, ...]) -> tuple[Bridge, ...]:
    """Return which tiles pass over which; kept, for a race is drawn after every turn."""
    return lay(tiles).bridges


def _block(
    track: Track, tile: int, marks: Mapping[int, str], over: Sequence[int] = ()
) -> list[str]:
    """Draw one tile: its heading, then a line for each lane."""
    face = track.faces[tile]
    width = max(face.spaces)
    lines = [f" {_heading(tile, face, over)}".ljust(width + 1)]
    for lane in range(LANES):
        cells = ["-"] * width
        for space in range(face.spaces[lane]):
            number = track.number(tile, lane, space)
            cells[space * width // face.spaces[lane]] = marks.get(
                number, _plain(track, tile, cell(face, lane, space))
            )
        lines.append("|" + "".join(cells))
    # A heading wider than its tile (a two-digit number over the finish) widens the tile.
    widest = max(map(len, lines))
    return [lines[0].ljust(widest), *(line.ljust(widest) for line in lines[1:])]


def _heading(tile: int, face: Face, over: Sequence[int]) -> str:
    """Return a tile's number, its bend, and which tiles it passes over, as many as fit."""
    plain = f"{tile}{_bend(face)}"
    whole = f"{plain}^{','.join(map(str, over))}" if over else plain
    if len(whole) <= LONGEST_TILE:
        return whole
    told = [f"{plain}^{','.join(map(str, over[:count]))}…" for count in range(len(over), 0, -1)]
    return next((each for each in told if len(each) <= LONGEST_TILE), f"{plain}^…")


def _bend(face: Face) -> str:
    arrow = ("<" if face.turn < 0 else ">") * (abs(face.turn) // 90)
    return f"{arrow}{face.safety}" if face.curve else ""


def _plain(track: Track, tile: int, found: str) -> str:
    if found in (IMPASSABLE, SAPLING):
        return found
    return "=" if tile >= track.finish else "."
