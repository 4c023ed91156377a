"""Tiles: five lanes, each cut into its own number of spaces.

Everything else about a tile (what lies ahead of a space, where a drift leads, who is level with
whom, how it is drawn) follows from these numbers, so none of it is written down here.
"""

from dataclasses import dataclass

from .problem import Refused, expect, nearest, whole_number

LANES = 5
"""Lanes across the track, counted 0–4 from the left (yellow) to the right (red) side (TILE-1)."""

LANE_LETTERS = "abcde"

FREE, IMPASSABLE, SAPLING = ".", "#", "t"
"""What a character of a tile's map means."""

Map = tuple[str, ...]
"""Rows of a tile as printed: the last row is entered first, lanes left to right (TILE-4)."""


@dataclass(frozen=True, slots=True)
class Face:
    """One printed face of a piece of track."""

    name: str
    code: str
    """How a course line writes it."""
    spaces: tuple[int, int, int, int, int]
    """Spaces in each lane, from the left."""
    turn: int = 0
    """Degrees by which the track bends, positive to the right."""
    safety: int = 0
    """Safety speed of the line at its near edge; 0 where there is none."""
    map: Map = ()
    """Hazards printed on it; empty where there are none."""

    @property
    def curve(self) -> bool:
        """Whether it is a corner or a U-turn."""
        return self.turn != 0

    @property
    def hazard(self) -> bool:
        """Whether hazards are printed on it."""
        return bool(self.map)


_INSIDE_OUT = {90: (3, 4, 5, 6, 7), 180: (5, 7, 9, 11, 13)}
_SAFETY = {90: 4, 180: 3}


def _curve(name: str, code: str, turn: int) -> Face:
    """Lay the inside lane of a bend on its own side (TILE-3)."""
    a, b, c, d, e = _INSIDE_OUT[abs(turn)]
    spaces = (a, b, c, d, e) if turn < 0 else (e, d, c, b, a)
    return Face(name, code, spaces, turn, _SAFETY[abs(turn)])


def _straight(name: str, code: str, *rows: str) -> Face:
    return Face(name, code, (5, 5, 5, 5, 5), map=rows)


START = Face("start", "", (1, 1, 1, 1, 1))
FINISH = Face("finish", "", (1, 1, 1, 1, 1))

FACES: dict[str, Face] = {
    face.name: face
    for face in (
        _straight("straight", "s"),
        _curve("corner-left", "l", -90),
        _curve("corner-right", "r", 90),
        _curve("u-turn-left", "ul", -180),
        _curve("u-turn-right", "ur", 180),
        _straight("snowdrift-left", "dl", ".....", "##...", "###..", "##...", "....."),
        _straight("snowdrift-right", "dr", ".....", "...##", "..###", "...##", "....."),
        _straight("chasm", "c", ".....", "#.#.#", "##.##", "#.#.#", "....."),
        _straight("saplings", "t", ".....", "t.t.t", ".t.t.", "t.t.t", "....."),
    )
}
"""Every face that a course may name, by its name in course files."""

RUN_OFF = (FACES["straight"],) * 3
"""Track beyond the finish tile, enough for a move of 9 + 5 past the line (TILE-8)."""


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as a course names it, with what the course changes about it.

    It may be nonsense (a face that does not exist, a map of the wrong size); `Course.status`
    says so. Only tiles of a sound course have a `face`.

    >>> Tile("corner-left", safety=5).face.spaces
    (3, 4, 5, 6, 7)
    """

    name: str
    map: Map | None = None
    """The course's own map of a straight or of saplings, instead of the printed one."""
    safety: int | None = None
    """The course's own safety speed of a curve, instead of the printed one."""

    def __post_init__(self) -> None:
        expect(str, self.name, "a tile has the name of a face, such as straight")
        if self.map is not None:
            rows = expect(tuple, self.map, "a map is a tuple of five texts, such as '..#..'")
            for row in rows:
                expect(str, row, "a row of a map is a text, such as '..#..'")
        if self.safety is not None:
            whole_number(self.safety, "a safety speed is a whole number")

    @property
    def as_printed(self) -> bool:
        """Whether the course changes nothing about it."""
        return self.map is None and self.safety is None

    @property
    def face(self) -> Face:
        """The printed face, with the course's own map and safety speed applied."""
        face = FACES.get(self.name)
        if face is None:
            near = nearest(self.name, tuple(FACES))
            raise Refused(f"there is no tile {self.name!r}{near}; tiles are {', '.join(FACES)}")
        if self.as_printed:
            return face
        rows = face.map if self.map is None else self.map
        safety = face.safety if self.safety is None else self.safety
        return Face(face.name, face.code, face.spaces, face.turn, safety, rows)


def cell(face: Face, lane: int, space: int) -> str:
    """Return what stands on a space: FREE, IMPASSABLE or SAPLING.

    >>> cell(FACES["snowdrift-left"], 0, 1)
    '#'
    """
    return face.map[-1 - space][lane] if face.map else FREE
