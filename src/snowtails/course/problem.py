"""What can be wrong with a course, as data; the English sentences are made here."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from operator import index
from typing import Self, SupportsIndex, TypeVar

Value = TypeVar("Value")

SENTENCES = {
    # A text that cannot be read at all.
    "no-file": "there is no file {path}; shipped courses are {names}",
    "closed-file": "the file {path} cannot be read: {why}",
    "no-course": "there is no course called {name}{nearest}; shipped courses are {names}",
    "not-utf8": "line {line}, column {column}: not UTF-8 text; save the file as UTF-8",
    "toml": "line {line}, column {column}: {what}",
    "line": "column {column}: {found} starts no tile; tiles are {codes}",
    "line-flag": "column {column}: fl (flag on the left) must end the line",
    "too-large": "{size} characters are too many for a course; at most {most}",
    # A course file whose keys or types are wrong.
    "unknown-key": "unknown key {key}{nearest}; known keys are {known}",
    "missing-tiles": 'no list of tiles; write tiles = ["straight", "corner-left", …]',
    "wrong-type": "{key} must be {wanted}, not {found}",
    "flag": 'flag must be "left" or "right", not {found}',
    # A course that was read and cannot be raced.
    "no-tiles": "a course needs at least one tile between start and finish",
    "too-many-tiles": "{count} tiles are too many; leave out {excess} (at most {most})",
    "unknown-tile": "unknown tile {name}{nearest}; tiles are {known}",
    "map-size": "its map must be {rows} rows of {lanes} characters; {found}",
    "map-character": "its map has {found} in row {row}; use . for free, # for impassable, t for a "
    "sapling",
    "map-not-sapling": "its map has {found} in row {row}; on saplings use . for free, t for a "
    "sapling, or make the tile a straight",
    "map-misplaced": "{name} cannot have a map of its own; only straight and saplings can",
    "safety-range": "safety speed {safety} is out of range; choose {least} to {most}",
    "safety-misplaced": "{name} has no safety line; only corners and U-turns have one",
    "too-many-saplings": "{count} saplings are too many; take away {excess} (at most {most})",
    "undrivable": "no way leads from the start past this tile; free some spaces of its map",
    # Warnings: the course can be raced all the same.
    "bridge": "it passes over tile {other} ({other_name}) on a snow bridge",
    "run-off-crosses": "the run-off past the finish crosses it; only the picture suffers",
    "start-cut-off": "from start space {starts} no way leads to the finish",
    "trap": "a sled that gets to {spaces} can never leave",
}


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: what kind, on which tile, and the facts of the case."""

    code: str
    tile: int | None
    """Number of the tile, counted as on the track: 0 is the start, 1 the first tile named."""
    facts: Mapping[str, object]

    def __str__(self) -> str:
        sentence = SENTENCES[self.code].format(**self.facts)
        return sentence if self.tile is None else f"tile {self.tile}: {sentence}"


def problem(code: str, tile: int | None = None, /, **facts: object) -> Problem:
    """Make a problem from the facts that its sentence names.

    >>> print(problem("too-many-saplings", count=23, excess=3, most=20))
    23 saplings are too many; take away 3 (at most 20)
    """
    return Problem(code, tile, facts)


def nearest(word: str, known: Sequence[str]) -> str:
    """Return a suggestion to end a sentence about an unknown word with, or nothing.

    >>> nearest("strait", ["straight", "chasm"])
    ' (did you mean straight?)'
    """
    close = get_close_matches(word.lower(), known, n=1, cutoff=0.5)
    return f" (did you mean {close[0]}?)" if close else ""


class Refused(ValueError):
    """Something given that cannot be used; the message says what is wrong and what would be right.

    All errors that Snow Tails raises about what it was given are of this kind.
    """


class InvalidArgument(Refused, TypeError):
    """An argument of a type that cannot be used; the message says what to give instead."""


def expect(kind: type[Value], given: object, wanted: str) -> Value:
    """Return what was given if it is of a kind; raise InvalidArgument otherwise.

    >>> expect(str, 7, "a turn is a text such as 2L:>^>")
    Traceback (most recent call last):
    snowtails.course.problem.InvalidArgument: a turn is a text such as 2L:>^>, not 7
    """
    if isinstance(given, kind):
        return given
    raise InvalidArgument(f"{wanted}, not {given!r}")


def whole_number(given: object, wanted: str) -> int:
    """Return a whole number, of Python or NumPy; raise InvalidArgument if it is none."""
    if type(given) is int:
        return given  # nearly always, and asking for a protocol takes 10 µs
    if not isinstance(given, bool) and isinstance(given, SupportsIndex):
        with suppress(TypeError):  # NumPy's arrays say that they have one
            return index(given)
    raise InvalidArgument(f"{wanted}, not {given!r}")


class InvalidCourse(Refused):
    """A course that cannot be read or raced, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem], source: str = "") -> None:
        self.problems = tuple(problems)
        self.source = source
        where = f"{source}: " if source else ""
        super().__init__("\n".join(f"{where}{problem}" for problem in self.problems))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Problem, ...], str]]:
        return type(self), (self.problems, self.source)
