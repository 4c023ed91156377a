"""Records of several races in one text: a head, then the race records one behind the other.

    snowtails season 1
    mushers: Anna, Ben

    snowtails race 1
    …

Each race record is whole and can be cut out. A part keeps the line numbers of the text it stands
in, so that what is wrong is named by its own line.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..course.problem import expect
from .record import HEADER, LONGEST_RECORD, InvalidRecord, one_line


@dataclass(frozen=True)
class Line:
    """A text and the number of the line in which it stands."""

    number: int
    text: str


@dataclass(frozen=True)
class Bundle:
    """A text cut into its head and the records in it."""

    headers: dict[str, Line]
    parts: tuple[Line, ...]
    """The records; each begins with blank lines for those that stand before it."""

    def required(self, key: str) -> Line:
        """Return a header that must be there."""
        if key not in self.headers:
            raise InvalidRecord(1, f"the header {key} is missing")
        return self.headers[key]


def kind_of(text: str) -> str:
    """Return of what a text is the record: `race`, `season` …; empty if it is none.

    >>> kind_of("Snowtails  season 1 ; of winter")
    'season'
    """
    lines = (line.partition(";")[0].split() for line in text.lstrip("\ufeff").splitlines())
    match next(filter(None, lines), []):
        case [game, kind, *_] if game.lower() == "snowtails":
            return kind.lower()
    return ""


def write_bundle(kind: str, headers: Mapping[str, str], records: Sequence[str]) -> str:
    """Write a head and the records behind it."""
    lines = [f"snowtails {kind} 1"]
    lines += [f"{key}: {written}" for key, value in headers.items() if (written := one_line(value))]
    return "\n\n".join(["\n".join(lines), *(record.strip("\n") for record in records)]) + "\n"


def read_bundle(text: str, kind: str, inner: str) -> Bundle:
    """Cut a text into its head and its parts; raise InvalidRecord with the line that is wrong."""
    expect(str, text, "a record is read from its text")
    if len(text) > LONGEST_RECORD:
        raise InvalidRecord(1, f"a record has at most {LONGEST_RECORD} characters")
    lines = re.split(r"\r\n?|\n", text.lstrip("\ufeff"))
    starts = [
        i
        for i, line in enumerate(lines)
        if re.match(rf"\s*snowtails\s+{inner}\b", line, re.IGNORECASE)
    ]
    head = lines[: starts[0]] if starts else lines
    told = [
        Line(number, stripped)
        for number, line in enumerate(head, 1)
        if (stripped := line.partition(";")[0].strip())
    ]
    _read_first(told, kind)
    headers: dict[str, Line] = {}
    for line in told[1:]:
        found = HEADER.fullmatch(line.text)
        if not found:
            raise InvalidRecord(
                line.number, f"{line.text!r} is no header, and no record of a {inner} begins here"
            )
        if found[1].lower() in headers:
            raise InvalidRecord(line.number, f"{found[1].lower()} is given twice")
        headers[found[1].lower()] = Line(line.number, found[2])
    parts = tuple(
        Line(start + 1, "\n" * start + "\n".join(lines[start:end]))
        for start, end in pairwise([*starts, len(lines)])
    )
    return Bundle(headers, parts)


def _read_first(lines: Sequence[Line], kind: str) -> None:
    found = (
        re.fullmatch(rf"snowtails\s+{kind}\s+(\d{{1,4}})", lines[0].text, re.IGNORECASE)
        if lines
        else None
    )
    if not found:
        number = lines[0].number if lines else 1
        raise InvalidRecord(number, f"a {kind} begins with: snowtails {kind} 1")
    if int(found[1]) > 1:
        raise InvalidRecord(
            lines[0].number, f"format {found[1]} is newer than this program reads (1)"
        )
