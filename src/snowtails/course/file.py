"""Course files: TOML short enough to write by hand.

name = "Morning Run"
flag = "left"                        # the chequered flag's side; right if not said
tiles = [
  "straight",
  { tile = "corner-left", safety = 5 },
  { tile = "straight", map = [".....", "..#..", ".t.t.", "..#..", "....."] },
  { tile = "saplings", map = ["t....", ".t...", "..t..", "...t.", "....t"] },
]

[description]
en = "Once around the lake."
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import tomli_w

from .problem import InvalidCourse, Problem, nearest, problem
from .tile import Tile

LARGEST_FILE = 100_000

_KEYS = ("name", "tiles", "flag", "description")
_TILE_KEYS = ("tile", "map", "safety")
_HUGE = 10**9


class Contents(NamedTuple):
    """What a course file says."""

    tiles: tuple[Tile, ...]
    flag: str
    name: str
    description: dict[str, str]
    problems: tuple[Problem, ...] = ()
    """What is wrong with keys and types."""


def read_toml(text: str, source: str = "") -> Contents:
    """Read a course file; raise InvalidCourse if it is not even TOML.

    What is wrong with its keys and types is in the contents, so that a builder can be told of
    everything at once.
    """
    if len(text) > LARGEST_FILE:
        raise InvalidCourse([problem("too-large", size=len(text), most=LARGEST_FILE)], source)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidCourse([_syntax(error, text)], source) from None
    except RecursionError:
        too_deep = problem("toml", line=1, column=1, what="brackets are nested too deeply")
        raise InvalidCourse([too_deep], source) from None
    except ValueError:
        # Python reads whole numbers of up to 4300 digits only.
        too_long = problem("toml", line=1, column=1, what="a number is too long")
        raise InvalidCourse([too_long], source) from None
    return _Reader().contents(data)


def _syntax(error: tomllib.TOMLDecodeError, text: str) -> Problem:
    """Turn a parser's message, which ends in its place, into a problem."""
    message = str(error)
    if at := re.search(r" \(at line (\d+), column (\d+)\)$", message):
        line, column = int(at[1]), int(at[2])
        message = message[: at.start()]
    else:
        line = text.count("\n") + 1
        column = len(text) - text.rfind("\n")
        message = message.removesuffix(" (at end of document)")
    what = message[:1].lower() + message[1:]
    return problem("toml", line=line, column=column, what=what)


def _shown(found: object) -> str:
    """Write a value of the wrong type, or its kind where the value may be long."""
    if found is None:
        return "nothing"
    if isinstance(found, int) and abs(found) >= _HUGE:
        return "a huge number"
    kinds = {str: "text", list: "a list", dict: "a table", bool: "true or false"}
    return kinds.get(type(found)) or repr(found)


class _Reader:
    """Checks keys and types of a course file and remembers everything wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def contents(self, data: Mapping[str, Any]) -> Contents:
        self.known_keys(data, _KEYS)
        flag = data.get("flag", "right")
        if flag not in ("left", "right"):
            found = repr(flag) if isinstance(flag, str) else _shown(flag)
            self.problems.append(problem("flag", found=found))
        tiles, name, description = self.tiles(data), self.text(data, "name"), self.description(data)
        return Contents(tiles, flag, name, description, tuple(self.problems))

    def known_keys(
        self, data: Mapping[str, Any], known: Sequence[str], tile: int | None = None
    ) -> None:
        for key in data:
            if key not in known:
                self.problems.append(
                    problem(
                        "unknown-key",
                        tile,
                        key=key,
                        nearest=nearest(key, known),
                        known=", ".join(known),
                    )
                )

    def wrong(self, key: str, wanted: str, found: object, tile: int | None = None) -> None:
        self.problems.append(
            problem("wrong-type", tile, key=key, wanted=wanted, found=_shown(found))
        )

    def text(self, data: Mapping[str, Any], key: str) -> str:
        found = data.get(key, "")
        if not isinstance(found, str):
            self.wrong(key, "text", found)
            return ""
        return found

    def description(self, data: Mapping[str, Any]) -> dict[str, str]:
        found = data.get("description", {})
        if isinstance(found, str):
            return {"en": found}
        if isinstance(found, dict) and all(isinstance(text, str) for text in found.values()):
            return found
        self.wrong("description", "text, or a table with a text for each language", found)
        return {}

    def tiles(self, data: Mapping[str, Any]) -> tuple[Tile, ...]:
        found = data.get("tiles")
        if found is None:
            self.problems.append(problem("missing-tiles"))
            return ()
        if not isinstance(found, list):
            self.wrong("tiles", "a list", found)
            return ()
        return tuple(self.tile(entry, number) for number, entry in enumerate(found, start=1))

    def tile(self, entry: object, number: int) -> Tile:
        if isinstance(entry, str):
            return Tile(entry)
        if not isinstance(entry, dict):
            self.wrong("a tile", 'a name or { tile = "…", … }', entry, number)
            return Tile("")
        self.known_keys(entry, _TILE_KEYS, number)
        name, rows, safety = entry.get("tile"), entry.get("map"), entry.get("safety")
        if not isinstance(name, str):
            self.wrong("tile", "the name of a tile", name, number)
            name = ""
        if rows is not None and not (
            isinstance(rows, list) and all(isinstance(row, str) for row in rows)
        ):
            self.wrong("map", "a list of five texts", rows, number)
            rows = None
        if safety is not None and (type(safety) is not int or abs(safety) >= _HUGE):
            self.wrong("safety", "a small whole number", safety, number)
            safety = None
        return Tile(name, map=None if rows is None else tuple(rows), safety=safety)


def write_toml(contents: Contents) -> str:
    """Write a course file."""
    data: dict[str, object] = {}
    if contents.name:
        data["name"] = contents.name
    if contents.flag != "right":
        data["flag"] = contents.flag
    data["tiles"] = [_tile_entry(tile) for tile in contents.tiles]
    if contents.description:
        data["description"] = contents.description
    return tomli_w.dumps(data)


def _tile_entry(tile: Tile) -> object:
    entry: dict[str, object] = {"tile": tile.name}
    if tile.map is not None:
        entry["map"] = list(tile.map)
    if tile.safety is not None:
        entry["safety"] = tile.safety
    return entry if len(entry) > 1 else tile.name
