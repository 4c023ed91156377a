"""Files that keep what was raced, line by line: what is asked for again goes on from there."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..course import Refused
from ..mushers import musher_code
from ..rules.kernel import FINGERPRINT


class InvalidFile(Refused):
    """A file that does not tell of what is to be raced."""


def kept_lines(file: Path, kind: str, seed: int, mushers: Iterable[str]) -> list[str]:
    """Return the lines of a file of some kind, such as a league, or begin it.

    What was raced counts only for the mushers, rules and deals that it was raced with; else
    InvalidFile is raised. A line that was cut off while it was written is dropped.
    """
    header: dict[str, Any] = {"format": _format(kind), "seed": seed, "code": FINGERPRINT}
    header["mushers"] = {name: code for name in mushers if (code := musher_code(name))}
    if not file.exists() or not file.stat().st_size:
        file.write_text(json.dumps(header) + "\n", encoding="utf-8")
        return []
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidFile(f"{file} is no file of a {kind}; give another") from None
    first, *lines = text.split("\n")
    _compare(file, kind, first, header)
    if not text.endswith("\n"):
        file.write_text("\n".join([first, *lines[:-1], ""]), encoding="utf-8")
    return lines[:-1]


def _format(kind: str) -> str:
    return f"snowtails {kind} 1"


def _compare(file: Path, kind: str, first: str, header: dict[str, Any]) -> None:
    """Refuse a file whose first line does not fit, and say what does not."""
    try:
        found = json.loads(first)
        told = dict(found) if found["format"] == _format(kind) else {}
    except (ValueError, KeyError, TypeError):
        told = {}
    if not told:
        raise InvalidFile(f"{file} is no file of a {kind}; give another")
    if told["seed"] != header["seed"]:
        seeds = f"the seed {told['seed']}, not {header['seed']}"
        raise InvalidFile(f"{file} was raced with {seeds}; give another file or that seed")
    if told["code"] != header["code"]:
        raise InvalidFile(
            f"{file} was raced with other versions of the rules or the ladder; give another file"
        )
    if told["mushers"] != header["mushers"]:
        names = told["mushers"].keys() | header["mushers"].keys()
        other = sorted(n for n in names if told["mushers"].get(n) != header["mushers"].get(n))
        raise InvalidFile(
            f"{file} was raced without {other[0]}, or before it changed; give another file"
        )
