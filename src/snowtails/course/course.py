"""Courses: tiles in order between start and finish, with their text forms and their problems."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, Self

import numpy as np

from . import checks, generate
from .box import Box, SoloReason, count_pieces, solo_reasons
from .chance import generator
from .drawing import Theme, draw
from .file import Contents, read_toml, write_toml
from .layout import Layout, lay
from .line import read_line, write_line
from .problem import InvalidArgument, InvalidCourse, Problem, expect, nearest, problem, whole_number
from .sketch import sketch
from .tile import Face, Tile
from .track import Track, compile_track

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

    def __post_init__(self) -> None:
        wanted = (
            "Course.of takes names, paths and course lines; the tiles of a Course are a tuple, "
            'as in (Tile("straight"), Tile("chasm"))'
        )
        for tile in expect(tuple, self.tiles, wanted):
            expect(Tile, tile, wanted)
        expect(str, self.name, "the name of a course is a text")

    # -- text forms ---------------------------------------------------------------------------

    @classmethod
    def load(cls, name: str | Path) -> Self:
        """Load a shipped course by its name, or a course file by its path.

        A text is a path if it ends in `.toml` or has a slash. Raises InvalidCourse if there is no
        such course or its file cannot be read.
        """
        text = str(name)
        if isinstance(name, Path) or text.endswith(".toml") or "/" in text or "\\" in text:
            return cls.from_toml(_decode(_read(Path(name)), text), text)
        if text not in shipped_names():
            names = shipped_names()
            facts = {"name": text, "nearest": nearest(text, names), "names": ", ".join(names)}
            raise InvalidCourse([problem("no-course", None, **facts)])
        return cls.from_toml(_shipped_folder().joinpath(f"{text}.toml").read_text("utf-8"), text)

    @classmethod
    def parse(cls, line: str, name: str = "") -> Self:
        """Read a course line; raise InvalidCourse if it is not one.

        >>> Course.parse("srs").tiles[1]
        Tile(name='corner-right', map=None, safety=None)
        """
        tiles, flag = read_line(expect(str, line, "a course line is a text such as srsrs"))
        return cls(tiles, _flag(flag), name)

    @classmethod
    def find(cls, text: str) -> Self:
        """Find a course by whatever names it: a shipped name, a file's path or a course line."""
        expect(str, text, "a course is found by a name, a path or a course line")
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
    def of(cls, given: "Course | str | Path") -> "Course":
        """Return a course as it is, or the one that a name, a path or a course line names.

        >>> Course.of("nutcracker") == Course.load("nutcracker")
        True
        """
        if isinstance(given, Course):
            return given
        if isinstance(given, Path):
            return cls.load(given)
        if isinstance(given, str):
            return cls.find(given)
        raise InvalidArgument(
            "a course is a Course, the name of a shipped one, a path or a course line, "
            f"not {given!r}"
        )

    @classmethod
    def from_toml(cls, text: str, source: str = "") -> Self:
        """Read the text of a course file.

        If any of its keys or types is wrong, raises InvalidCourse with that and everything else
        that is wrong.
        """
        contents = read_toml(expect(str, text, "a course file is read from its text"), source)
        course = cls(contents.tiles, _flag(contents.flag), contents.name, contents.description)
        if contents.problems:
            told = {problem.tile for problem in contents.problems if problem.tile is not None}
            more = course.status() if contents.tiles else ()
            rest = [problem for problem in more if problem.tile not in told]
            raise InvalidCourse([*contents.problems, *rest], source)
        return course

    def to_toml(self) -> str:
        """Write the course as the text of a course file."""
        return write_toml(Contents(self.tiles, self.flag, self.name, dict(self.description)))

    @cached_property
    def line(self) -> str:
        """The course line: tiles, own maps, own safety speeds and flag in one short word."""
        self.check()
        return write_line(self.tiles, self.flag)

    def __repr__(self) -> str:
        if self.status():
            return f"Course({self.tiles!r}, {self.flag!r}, {self.name!r})"
        named = f", {self.name!r}" if self.name else ""
        return f"Course.parse({self.line!r}{named})"

    def __str__(self) -> str:
        return sketch(self.track) if not self.status() else repr(self)

    # What can be worked out is worked out again; a course never changes, so a copy is itself.

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.tiles, self.flag, self.name, self.description)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @staticmethod
    def shipped() -> tuple[str, ...]:
        """Return the names of the courses that ship, shortest course first."""
        return shipped_names()

    @classmethod
    def random(
        cls,
        rng: np.random.Generator | None = None,
        *,
        seed: int | None = None,
        tiles: int | None = None,
        hazards: int | None = None,
        in_box: bool = True,
        solo: bool = False,
    ) -> Self:
        """Make up a course that is valid and lies flat, by a generator or a seed.

        The wishes: how many `tiles` between start and finish, how many of them `hazards`, only
        pieces of one box, and fit for the solo game (which settles the number of tiles). Raises
        Refused if no course can fulfil them.
        """
        rng = generator(seed, rng)
        for wish in (tiles, hazards):
            if wish is not None:
                whole_number(wish, "tiles and hazards are whole numbers")
        names = generate.random_tiles(rng, tiles, hazards, in_box=in_box, solo=solo)
        return cls(tuple(Tile(name) for name in names), "left" if rng.random() < 0.5 else "right")

    # -- what it is made of -------------------------------------------------------------------

    @cached_property
    def faces(self) -> tuple[Face, ...]:
        """The faces of the tiles between start and finish."""
        return tuple(tile.face for tile in self.tiles)

    @cached_property
    def layout(self) -> Layout:
        """The tiles as they lie on a table."""
        return lay(self.faces)

    @cached_property
    def track(self) -> Track:
        """The track that the rules race on; raises InvalidCourse if the course is not sound."""
        self.check()
        return self._compiled

    @cached_property
    def _compiled(self) -> Track:
        return _compiled_track(self.faces, self.flag)

    @cached_property
    def box(self) -> Box:
        """The pieces it takes, and whether one box holds them (TILE-7)."""
        return count_pieces(self.tiles)

    @cached_property
    def solo_reasons(self) -> tuple[SoloReason, ...]:
        """Why it cannot be raced in the solo game (SOLO-1); empty if it can."""
        return solo_reasons(self.tiles)

    def svg(self, theme: Theme = "light", prefix: str = "course") -> str:
        """Draw the course as an SVG picture; see `drawing.draw`."""
        return draw(self, theme=theme, prefix=prefix)

    def _repr_svg_(self) -> str | None:
        return None if self.status() else self.svg()

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
        problems = [*checks.flag(self.flag), *checks.tiles_by_themselves(self.tiles)]
        sound = not problems
        if checks.can_be_laid(self.tiles):
            problems += checks.saplings(self.faces)
        if sound:
            problems += checks.driving(self._compiled)
        return tuple(problems)

    def warnings(self) -> tuple[Problem, ...]:
        """Return what a builder may want to know about a course that can be raced."""
        if self.status():
            return ()
        return (
            *checks.bridges(self.layout),
            *checks.run_off(self.layout),
            *checks.cut_off_starts(self.track),
            *checks.traps(self.track, self.tiles),
        )


_compiled_track = lru_cache(maxsize=128)(compile_track)
"""Equal courses share one track, however often they are read or unpickled."""


def _flag(text: str) -> Flag:
    return "left" if text == "left" else "right"


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError, ValueError):
        missing = problem("no-file", path=path, names=", ".join(shipped_names()))
        raise InvalidCourse([missing]) from None
    except OSError as error:
        raise InvalidCourse([problem("closed-file", path=path, why=error.strerror)]) from None


def _decode(data: bytes, source: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise InvalidCourse([problem("not-utf8", line=line, column=column)], source) from None


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
