"""The course line: a whole course in one short word that fits in a link.

Each tile is one or two letters (`s` straight, `l` and `r` corners, `ul` and `ur` U-turns, `dl` and
`dr` snowdrifts, `c` chasm, `t` saplings). A digit behind a curve is its own safety speed. The own
map of a straight or of saplings follows as 25 characters, row by row as printed, `_` free, `x`
impassable, `y` a sapling. `fl` at the end puts the chequered flag on the left.
"""

import re
from collections.abc import Sequence

from .problem import InvalidCourse, problem
from .tile import FACES, LANES, Tile

LONGEST_LINE = 4000

_NAMES = {face.code: name for name, face in FACES.items()}
_CODES = "|".join(sorted(_NAMES, key=len, reverse=True))
_TILE = re.compile(rf"(?P<code>{_CODES})(?P<safety>[0-9]+)?(?P<map>[_xy]+)?")
_TO_LINE = str.maketrans(".#t", "_xy")
_FROM_LINE = str.maketrans("_xy", ".#t")


def read_line(text: str) -> tuple[tuple[Tile, ...], str]:
    """Read a course line into its tiles and the side of the flag.

    >>> tiles, flag = read_line("sr5fl")
    >>> tiles[1], flag
    (Tile(name='corner-right', map=None, safety=5), 'left')
    """
    if len(text) > LONGEST_LINE:
        raise InvalidCourse([problem("too-large", size=len(text), most=LONGEST_LINE)])
    tiles: list[Tile] = []
    end = len(text)
    flag = "right"
    if (mark := text.find("f")) >= 0:
        if text[mark:] != "fl":
            raise InvalidCourse([problem("line-flag", column=mark + 1)])
        flag, end = "left", mark
    position = 0
    while position < end:
        found = _TILE.match(text, position, end)
        if not found:
            strange, codes = repr(text[position]), " ".join(_NAMES)
            raise InvalidCourse([problem("line", column=position + 1, found=strange, codes=codes)])
        safety, rows = found["safety"], found["map"]
        tiles.append(
            Tile(
                _NAMES[found["code"]],
                map=_rows(rows) if rows else None,
                safety=int(safety) if safety else None,
            )
        )
        position = found.end()
    return tuple(tiles), flag


def _rows(cells: str) -> tuple[str, ...]:
    cells = cells.translate(_FROM_LINE)
    return tuple(cells[i : i + LANES] for i in range(0, len(cells), LANES))


def write_line(tiles: Sequence[Tile], flag: str) -> str:
    """Write the tiles of a sound course as a course line."""
    written = (
        FACES[tile.name].code
        + ("" if tile.safety is None else str(tile.safety))
        + "".join(tile.map or ()).translate(_TO_LINE)
        for tile in tiles
    )
    return "".join(written) + ("fl" if flag == "left" else "")
