"""Courses: tiles in order between start and finish, with their text forms and their problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, Self

import numpy as np

from . import generate
from .box import Box, SoloReason, count_pieces, solo_reasons
from .file import Contents, nearest, read_toml, write_toml
from .line import read_line, write_line
from .problem import InvalidCourse, Problem
from .table import Table, lay
from .tile import FACES, IMPASSABLE, LANES, SAPLING, FREE, Face, Tile
from .track import Track, compile_track

MOST_TILES = 40
"""Longer courses are refused: three times the box is a long evening."""

MOST_SAPLINGS = 20

SAFETY_SPEEDS = range(1, 10)
"""Safety speeds that a course may give a curve: up to the fastest speed without a bonus."""

MAP_ROWS = 5

Flag = Literal["left", "right"]


@dataclass(frozen=True, repr=False)
class Course:
    """Tiles in order; start, finish and run-off are implied.

    A course may be built with mistakes in it: `status` names them all, and `track` refuses to
    compile such a course. Two courses are equal if they race the same, whatever their names.

    >>> course = Course.load("nutcracker")
    >>> course.status()
    ()
    >>> Course.parse(course.line) == course
    True
    """

    tiles: tuple[Tile, ...]
    flag: Flag = "right"
    """Side of the finish tile on which the chequered flag stands (SETUP-7)."""
    name: str = field(default="", compare=False)
    description: Mapping[str, str] = field(default_factory=dict, compare=False)
    """A sentence about the course, by language."""

    # -- text forms ---------------------------------------------------------------------------

    @classmethod
    def load(cls, name: str | Path) -> Self:
        """Load a shipped course by its name, or a course file by its path.

        A text is a path if it ends in `.toml` or has a slash. Raises InvalidCourse if there is no
        such course or its file cannot be read.
        """
        text = str(name)
        if isinstance(name, Path) or text.endswith(".toml") or "/" in text or "\\" in text:
            path = Path(name)
            if not path.is_file():
                facts: dict[str, object] = {"path": path, "names": ", ".join(shipped_names())}
                raise InvalidCourse([Problem("no-file", facts=facts)])
            return cls.from_toml(_decode(path.read_bytes(), text), text)
        if text not in shipped_names():
            facts = {"name": text, "nearest": nearest(text, shipped_names())}
            raise InvalidCourse([Problem("no-course", facts=facts)])
        return cls.from_toml(_shipped_folder().joinpath(f"{text}.toml").read_text("utf-8"), text)

    @classmethod
    def parse(cls, line: str, name: str = "") -> Self:
        """Read a course line; raise InvalidCourse if it is not one.

        >>> Course.parse("srs").tiles[1]
        Tile(name='corner-right', map=None, safety=None)
        """
        tiles, flag = read_line(line)
        return cls(tiles, _flag(flag), name)

    @classmethod
    def find(cls, text: str) -> Self:
        """Find a course by whatever names it: a shipped name, a file's path or a course line."""
        try:
            return cls.load(text)
        except InvalidCourse as unknown:
            if unknown.problems[0].code != "no-course":
                raise
            try:
                return cls.parse(text)
            except InvalidCourse:
                raise unknown from None

    @classmethod
    def from_toml(cls, text: str, source: str = "") -> Self:
        """Read the text of a course file; raise InvalidCourse with all that is unreadable."""
        contents = read_toml(text, source)
        return cls(contents.tiles, _flag(contents.flag), contents.name, contents.description)

    def to_toml(self) -> str:
        """Write the course as the text of a course file."""
        return write_toml(Contents(self.tiles, self.flag, self.name, dict(self.description)))

    @property
    def line(self) -> str:
        """The course line: tiles, own maps, own safety speeds and flag in one short word."""
        self.check()
        return write_line(self.tiles, self.flag)

    def __repr__(self) -> str:
        if self.status():
            return f"Course({self.tiles!r}, {self.flag!r}, {self.name!r})"
        named = f", {self.name!r}" if self.name else ""
        return f"Course.parse({self.line!r}{named})"

    @staticmethod
    def shipped() -> tuple[str, ...]:
        """Return the names of the courses that ship, shortest course first."""
        return shipped_names()

    @classmethod
    def random(
        cls,
        rng: np.random.Generator,
        *,
        tiles: int | None = None,
        hazards: int | None = None,
        in_box: bool = True,
        solo: bool = False,
    ) -> Self:
        """Make up a course that is valid and lies flat.

        The wishes: how many `tiles` between start and finish, how many of them `hazards`, only
        pieces of one box, and fit for the solo game (which settles the number of tiles). Raises
        ValueError if no course can fulfil them.
        """
        names = generate.random_tiles(rng, tiles, hazards, in_box=in_box, solo=solo)
        return cls(tuple(Tile(name) for name in names), "left" if rng.random() < 0.5 else "right")

    # -- what it is made of -------------------------------------------------------------------

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the tiles between start and finish."""
        return tuple(tile.face for tile in self.tiles)

    @cached_property
    def table(self) -> Table:
        """The tiles as they lie on a table."""
        return lay(self.faces)

    @cached_property
    def track(self) -> Track:
        """The track that the rules race on; raises InvalidCourse if the course is not sound."""
        self.check()
        return self._compiled

    @cached_property
    def _compiled(self) -> Track:
        return compile_track(self.faces, self.flag)

    @cached_property
    def box(self) -> Box:
        """The pieces it takes, and whether one box holds them (TILE-7)."""
        return count_pieces(self.tiles)

    @cached_property
    def solo_reasons(self) -> tuple[SoloReason, ...]:
        """Why it cannot be raced in the solo game (SOLO-1); empty if it can."""
        return solo_reasons(self.tiles)

    # -- what is wrong with it ----------------------------------------------------------------

    def check(self) -> None:
        """Raise InvalidCourse if anything is wrong."""
        if problems := self.status():
            raise InvalidCourse(problems, self.name)

    def status(self) -> tuple[Problem, ...]:
        """Return everything that keeps the course from being raced."""
        return self._status

    @cached_property
    def _status(self) -> tuple[Problem, ...]:
        problems = [*_count_problems(self.tiles)]
        for number, tile in enumerate(self.tiles, start=1):
            problems += _tile_problems(number, tile)
        if problems:
            return tuple(problems)
        problems += _sapling_problems(self.tiles)
        problems += [
            Problem(
                "overlap",
                tile,
                {"other": other, "other_name": self.table.laid[other].face.name},
            )
            for tile, other in self.table.overlaps
        ]
        if not self._compiled.leads_on[:LANES].any():
            problems.append(Problem("undrivable", _barrier(self._compiled)))
        return tuple(problems)

    def warnings(self) -> tuple[Problem, ...]:
        """Return what a builder may want to know about a course that can be raced."""
        if self.status():
            return ()
        found = [Problem("run-off-crosses", tile) for tile in self.table.run_off_crossings]
        track = self.track
        cut_off = [n for n, start in enumerate(track.starts, 1) if not track.leads_on[start]]
        if cut_off:
            starts = ", ".join(map(str, cut_off))
            found.append(Problem("start-cut-off", 0, {"starts": starts}))
        trapped = np.flatnonzero(track.reachable & ~track.leads_on & (track.spaces["tile"] > 0))
        for tile in dict.fromkeys(track.spaces["tile"][trapped].tolist()):
            spaces = [track.names[n] for n in trapped if track.spaces["tile"][n] == tile]
            found.append(Problem("trap", tile, {"spaces": ", ".join(spaces)}))
        return tuple(found)


def _flag(text: str) -> Flag:
    return "left" if text == "left" else "right"


def _decode(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        facts: dict[str, object] = {
            "line": before.count(b"\n") + 1,
            "column": error.start - before.rfind(b"\n"),
        }
        raise InvalidCourse([Problem("not-utf8", facts=facts)], source) from None


def _shipped_folder() -> Traversable:
    return resources.files(__package__).joinpath("shipped")


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the names of the courses that ship, shortest course first."""
    sizes: dict[str, int] = {}
    for entry in _shipped_folder().iterdir():
        stem, _, ending = entry.name.rpartition(".")
        if ending == "toml":
            sizes[stem] = len(read_toml(entry.read_text("utf-8"), entry.name).tiles)
    return tuple(sorted(sizes, key=lambda stem: (sizes[stem], stem)))


def _count_problems(tiles: Sequence[Tile]) -> list[Problem]:
    if not tiles:
        return [Problem("no-tiles")]
    if (excess := len(tiles) - MOST_TILES) > 0:
        facts: dict[str, object] = {"count": len(tiles), "excess": excess, "most": MOST_TILES}
        return [Problem("too-many-tiles", facts=facts)]
    return []


def _tile_problems(number: int, tile: Tile) -> list[Problem]:
    """Return what is wrong with a tile whatever lies around it."""
    known = FACES.get(tile.name)
    if known is None:
        facts: dict[str, object] = {
            "name": repr(tile.name),
            "nearest": nearest(tile.name, tuple(FACES)),
            "known": ", ".join(FACES),
        }
        return [Problem("unknown-tile", number, facts)]
    problems = []
    if tile.map is not None:
        if tile.name != "straight":
            problems.append(Problem("map-misplaced", number, {"name": tile.name}))
        problems += _map_problems(number, tile.map)
    if tile.safety is not None:
        if not known.curve:
            problems.append(Problem("safety-misplaced", number, {"name": tile.name}))
        elif tile.safety not in SAFETY_SPEEDS:
            facts = {
                "safety": tile.safety,
                "least": SAFETY_SPEEDS[0],
                "most": SAFETY_SPEEDS[-1],
            }
            problems.append(Problem("safety-range", number, facts))
    return problems


def _map_problems(number: int, rows: Sequence[str]) -> list[Problem]:
    problems = []
    lengths = [len(row) for row in rows]
    if lengths != [LANES] * MAP_ROWS:
        wrong = next((i for i, length in enumerate(lengths, 1) if length != LANES), None)
        found = f"row {wrong} has {lengths[wrong - 1]}" if wrong else f"it has {len(rows)} rows"
        facts: dict[str, object] = {"rows": MAP_ROWS, "lanes": LANES, "found": found}
        problems.append(Problem("map-size", number, facts))
    for i, row in enumerate(rows, start=1):
        if strange := sorted(set(row) - {FREE, IMPASSABLE, SAPLING}):
            facts = {"found": " ".join(map(repr, strange)), "row": i}
            problems.append(Problem("map-character", number, facts))
    return problems


def _sapling_problems(tiles: Sequence[Tile]) -> list[Problem]:
    count = sum(row.count(SAPLING) for tile in tiles for row in tile.face.map)
    if count <= MOST_SAPLINGS:
        return []
    facts = {"count": count, "excess": count - MOST_SAPLINGS, "most": MOST_SAPLINGS}
    return [Problem("too-many-saplings", facts=facts)]


def _barrier(track: Track) -> int:
    """Return the number of the tile that no way leads past."""
    furthest = max(np.flatnonzero(track.reachable), key=lambda space: track.spaces["tile"][space])
    tile = int(track.spaces["tile"][furthest])
    # Whoever stands at a tile's end and cannot go on is stopped by the tile that follows.
    last = [track.first[tile][lane] + track.faces[tile].spaces[lane] - 1 for lane in range(LANES)]
    return tile + 1 if track.reachable[last].any() else tile
