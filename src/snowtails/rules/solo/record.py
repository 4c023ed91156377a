"""The record of one round of the solo game: everything chosen and everything drawn.

    snowtails solo 1
    course: srdlsuls…
    rules: 1
    opponents: 0

    setup /5241433 b54321 @4 /2 x1
    turn 1 3L /4
    turn 2 2LR +1s /4 -2 /51
    …
    score: 12

A line is the setup or a turn: its decisions in order, each followed by the cards drawn because of
it (`/`); see `notation`. Text behind `;` is a comment. The writer is strict; the reader forgives
case, blanks, blank lines and comments, and keeps headers that it does not know.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ...course import Course, InvalidCourse, Refused
from ...course.problem import expect
from ..bundle import Line
from ..choices import Phase
from ..colours import InvalidColour, choose_colours
from ..deal import Deal, SeededDeal
from ..log import IllegalDraw
from ..notation import InvalidTurn
from ..race import RULES_VERSION
from ..record import (
    HEADER,
    LONGEST_RECORD,
    InvalidRecord,
    checked_headers,
    deal_headers,
    one_line,
)
from ..refusal import IllegalTurn
from .race import NotSolo, SoloRace

FORMAT = 1

OWN_HEADERS = ("course", "name", "rules", "opponents", "colour", "seed", "score")
"""Headers that the round itself gives."""

_FIRST_LINE = re.compile(r"snowtails\s+solo\s+(\d{1,4})", re.IGNORECASE)
_PLAYED = re.compile(r"(setup|turn\s+(\d{1,5}))((?:\s+\S+)*)", re.IGNORECASE)


@dataclass
class SoloRecord:
    """A round as a record tells it, replayed and checked."""

    race: SoloRace
    headers: dict[str, str] = field(default_factory=dict)
    """All headers but OWN_HEADERS."""


def write_solo_record(race: SoloRace, headers: Mapping[str, str] | None = None) -> str:
    """Write a round that was followed from its deal on."""
    if not race.dealt:
        raise Refused("only a round that was followed from its deal on can be recorded")
    first = {
        "course": race.course.line,
        "name": race.course.name,
        "rules": str(RULES_VERSION),
        "opponents": str(int(race.state[0]["opponents"])),
        "colour": race.colours[0] if race.colours != choose_colours(None, 1) else "",
        **deal_headers(race.deal),
        **checked_headers(headers or {}, OWN_HEADERS),
    }
    lines = [f"snowtails solo {FORMAT}"]
    lines += [f"{key}: {written}" for key, value in first.items() if (written := one_line(value))]
    lines += ["", *_played_lines(race)]
    if race.phase is Phase.OVER:
        lines += ["", f"score: {race.score().total}"]
    return "\n".join(lines) + "\n"


def _played_lines(race: SoloRace) -> Iterator[str]:
    """Write the decisions, a line for the setup and for each turn."""
    number = 0
    line = f"setup {_drawn(race.dealt)}"
    for entry, before in zip(race.log, race.history, strict=True):
        if before.turn != number:
            yield line
            number = before.turn
            line = f"turn {number}"
        line += f" {entry.decision}"
        if entry.drawn:
            line += f" {_drawn(entry.drawn)}"
    yield line


def _drawn(cards: tuple[int, ...]) -> str:
    return "/" + "".join(map(str, cards))


def read_solo_record(text: str) -> SoloRecord:
    """Read and replay a record; raise InvalidRecord with the line that is wrong."""
    expect(str, text, "a record is read from its text")
    if len(text) > LONGEST_RECORD:
        raise InvalidRecord(1, f"a record has at most {LONGEST_RECORD} characters")
    lines = [
        Line(number, stripped)
        for number, line in enumerate(re.split(r"\r\n?|\n", text.lstrip("\ufeff")), 1)
        if (stripped := line.partition(";")[0].strip())
    ]
    found = _FIRST_LINE.fullmatch(lines[0].text) if lines else None
    if not found:
        number = lines[0].number if lines else 1
        raise InvalidRecord(
            number, f"a record of a solo round begins with: snowtails solo {FORMAT}"
        )
    if int(found[1]) > FORMAT:
        raise InvalidRecord(
            lines[0].number, f"format {found[1]} is newer than this program reads ({FORMAT})"
        )
    headers: dict[str, Line] = {}
    played: list[Line] = []
    for line in lines[1:]:
        if _PLAYED.fullmatch(line.text):
            played.append(line)
        elif header := HEADER.fullmatch(line.text):
            key = header[1].lower()
            if key in headers:
                raise InvalidRecord(line.number, f"{key} is given twice")
            headers[key] = Line(line.number, header[2])
        else:
            raise InvalidRecord(
                line.number,
                f"{line.text!r} is no header, setup or turn; a turn is its number, decisions and "
                "cards drawn, as in: turn 2 2LR +1s /4 -2 /51",
            )
    race = _replay(headers, played)
    _check_score(race, headers.get("score"))
    return SoloRecord(
        race, {key: line.text for key, line in headers.items() if key not in OWN_HEADERS}
    )


def _course(headers: Mapping[str, Line]) -> Course:
    line = _header(headers, "course")
    name = headers["name"].text if "name" in headers else ""
    try:
        course = Course.parse(line.text.lower(), name)
        course.check()
    except InvalidCourse as error:
        raise InvalidRecord(line.number, f"course: {error}") from None
    return course


def _header(headers: Mapping[str, Line], key: str) -> Line:
    if key not in headers:
        raise InvalidRecord(1, f"the header {key} is missing")
    return headers[key]


def _deal(headers: Mapping[str, Line]) -> Deal | None:
    if "seed" not in headers:
        return None
    line = headers["seed"]
    try:
        return SeededDeal(*[int(number) for number in line.text.split()])
    except (TypeError, ValueError):
        raise InvalidRecord(line.number, f"seed is one number, or two; not {line.text}") from None


def _replay(headers: Mapping[str, Line], lines: list[Line]) -> SoloRace:
    """Play everything that the record says."""
    course = _course(headers)
    if "rules" in headers and headers["rules"].text != str(RULES_VERSION):
        reason = f"rules version {headers['rules'].text}; this program plays {RULES_VERSION}"
        raise InvalidRecord(headers["rules"].number, reason)
    opponents = headers.get("opponents", Line(1, "0"))
    if opponents.text not in ("0", "4"):
        raise InvalidRecord(opponents.number, f"opponents are 0 or 4, not {opponents.text}")
    setup = lines[0] if lines else Line(1, "")
    if not re.match("(?i)setup", setup.text):
        raise InvalidRecord(setup.number, "the setup is missing, as in: setup /52414331 b54321 @1")
    groups = _groups(setup)
    colour = headers.get("colour", Line(1, ""))
    try:
        race = SoloRace(
            course,
            opponents=opponents.text == "4",
            deal=_deal(headers),
            drawn=groups[0][1],
            colour=colour.text.lower() or None,
        )
    except InvalidColour as error:
        raise InvalidRecord(colour.number, str(error)) from None
    except (NotSolo, IllegalDraw) as error:
        raise InvalidRecord(setup.number, str(error)) from None
    for line in lines:
        found = _PLAYED.fullmatch(line.text)
        assert found is not None
        if int(found[2] or 0) != race.turn:
            raise InvalidRecord(line.number, f"turn {race.turn} is next, not {found[1]}")
        first, *rest = groups if line is setup else _groups(line)
        if line is not setup and (first[0] or first[1]):
            raise InvalidRecord(line.number, "cards are drawn after a decision, not before")
        for decision, drawn in rest:
            try:
                race.play(decision, drawn=drawn)
            except (InvalidTurn, IllegalTurn, IllegalDraw) as error:
                raise InvalidRecord(line.number, str(error)) from None
    return race


def _groups(line: Line) -> list[tuple[str, list[int]]]:
    """Return the decisions of a line, each with the cards drawn after it; the first has none."""
    found = _PLAYED.fullmatch(line.text)
    assert found is not None
    groups: list[tuple[str, list[int]]] = [("", [])]
    for word in found[3].split():
        if word[0] != "/":
            groups.append((word, []))
        elif re.fullmatch("/[1-5]*", word):
            groups[-1][1].extend(map(int, word[1:]))
        else:
            raise InvalidRecord(line.number, f"cards drawn have the values 1–5, not {word}")
    return groups


def _check_score(race: SoloRace, line: Line | None) -> None:
    if line is None:
        return
    if race.phase is not Phase.OVER:
        raise InvalidRecord(line.number, "a score is given, but the round is not over")
    if line.text != str(race.score().total):
        raise InvalidRecord(line.number, f"the score is {race.score().total}, not {line.text}")
