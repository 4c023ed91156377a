"""The race record: a text file with everything that was chosen and everything that was drawn.

    snowtails race 1
    course: srsrs
    mushers: Anna, Ben
    choosing: 1 0

    start: @1 @3
    deal: 13455 12233

    round 1
    1 3L /4
    0 2LB:>^ x3
    …
    result: 2 1

A line of a round is a sled, its turn, its discards (`x`) and the cards it drew (`/`). `!34` before
a turn are cards drawn for lack of dog cards (TURN-4). Text behind `;` is a comment. The result
gives the places in the order of the sleds, `-` for a wreck. The writer is strict; the reader
forgives case, blanks, blank lines and comments, and keeps headers that it does not know.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from ..course import Course, InvalidCourse, Refused
from ..course.problem import expect
from .choices import Phase
from .colours import InvalidColour, choose_colours
from .deal import Deal, SecretDeal, SeededDeal
from .log import IllegalDraw
from .notation import Discard, InvalidTurn, Start, Turn
from .race import RULES_VERSION, Race
from .refusal import IllegalTurn
from .state import MOST_SLEDS

FORMAT = 1
LONGEST_RECORD = 2_000_000

OWN_HEADERS = (
    *("course", "name", "rules", "choosing", "colours", "seed", "start", "deal", "result"),
)
"""Headers that the race itself gives."""

_FIRST_LINE = re.compile(r"snowtails\s+race\s+(\d{1,4})", re.IGNORECASE)
HEADER = re.compile(r"([a-z][a-z0-9-]*)\s*:\s*(.*)", re.IGNORECASE)
_ROUND = re.compile(r"round\s+(\d{1,5})", re.IGNORECASE)
_TURN = re.compile(
    r"(?P<sled>[0-4])(?:\s+!(?P<before>[1-5]+))?(?:\s+(?P<turn>[1-5][^\s/!]*))?"
    r"(?:\s+(?P<discard>x[1-5]+))?(?:\s+/(?P<drawn>[1-5]+))?",
    re.IGNORECASE,
)


class InvalidRecord(Refused):
    """A text that is no race record, with the line that is wrong."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")

    def __reduce__(self) -> tuple[type[Self], tuple[int, str]]:
        return type(self), (self.line, self.reason)


@dataclass
class Record:
    """A race as a record tells it, replayed and checked."""

    race: Race
    headers: dict[str, str] = field(default_factory=dict)
    """All headers but OWN_HEADERS."""

    @property
    def mushers(self) -> tuple[str, ...]:
        """Names of the mushers, by sled."""
        named = self.headers.get("mushers", "")
        return tuple(name.strip() for name in named.split(",")) if named else ()


def write_record(race: Race, headers: Mapping[str, str] | None = None) -> str:
    """Write a race, from the choice of start spaces on, as a race record."""
    head = expect(Race, race, "a record is written of a Race").beginning
    if head.phase is not Phase.START or any(sled.space for sled in head.sleds):
        raise Refused("only a race that was followed from the start can be recorded")
    sleds = len(head.sleds)
    first = {
        "course": race.course.line,
        "name": race.course.name,
        "rules": str(RULES_VERSION),
        "choosing": " ".join(map(str, head.choosing)),
        "colours": " ".join(race.colours) if race.colours != choose_colours(None, sleds) else "",
        **deal_headers(race.deal),
        **checked_headers(headers or {}, OWN_HEADERS),
    }
    lines = [f"snowtails race {FORMAT}"]
    lines += [f"{key}: {written}" for key, value in first.items() if (written := one_line(value))]
    starts = [str(entry.decision) for entry in race.log if isinstance(entry.decision, Start)]
    lines += ["", " ".join(["start:", *starts])]
    deal = [drawn for entry in race.log for drawn in entry.drawn if drawn.reason == "deal"]
    if deal:
        lines.append("deal: " + " ".join("".join(map(str, drawn.cards)) for drawn in deal))
    lines += _turn_lines(race)
    if race.phase is Phase.OVER:
        lines += ["", f"result: {_result(race)}"]
    return "\n".join(lines) + "\n"


def checked_headers(headers: Mapping[str, str], own: Sequence[str]) -> dict[str, str]:
    """Return headers to be added to a record; refuse its own, and what cannot be read back."""
    wanted = 'headers are a dictionary of texts, as in {"mushers": "Anna, Ben"}'
    given = {
        expect(str, key, wanted).lower(): expect(str, value, wanted)
        for key, value in expect(Mapping, headers, wanted).items()  # type: ignore[type-abstract]
    }
    for key in given:
        found = HEADER.fullmatch(f"{key}:")
        if key in own or not found or found[1] != key:
            raise Refused(f"a record cannot be given the header {key!r}")
    return given


def one_line(text: str) -> str:
    """Return a text as a header can hold it: in one line, and without a comment.

    >>> one_line(" Anna;  Ben ")
    'Anna, Ben'
    """
    return " ".join(text.replace(";", ",").split())


def _turn_lines(race: Race) -> Iterator[str]:
    """Write the turns, under a heading for each round."""
    line = ""
    round_ = 0
    lacking: dict[int, str] = {}
    for entry, before in zip(race.log, race.history, strict=True):
        if isinstance(entry.decision, Turn):
            if line:
                yield line
            if before.round != round_:
                round_ = before.round
                yield ""
                yield f"round {round_}"
            drawn = f"!{lacking.pop(entry.sled)} " if entry.sled in lacking else ""
            line = f"{entry.sled} {drawn}{entry.decision}"
        elif isinstance(entry.decision, Discard):
            line += f" {entry.decision}"
        for found in entry.drawn:
            cards = "".join(map(str, found.cards))
            if found.reason == "refill":
                line += f" /{cards}"
            elif found.reason == "no_cards":
                lacking[found.sled] = cards
    if line:
        yield line
    for sled, cards in lacking.items():
        yield f"{sled} !{cards}"


def deal_headers(deal: Deal | None) -> dict[str, str]:
    """Return the headers that say where the cards came from."""
    if isinstance(deal, SeededDeal):
        return {"seed": f"{deal.seed} {deal.race}"}
    if isinstance(deal, SecretDeal):
        return {"commitment": deal.commitment}
    return {}


def secret_headers(deal: SecretDeal) -> dict[str, str]:
    """Return the headers that open a live race's secret once it is over; see `verify`."""
    return {
        "secret": deal.secret.hex(),
        "added": " ".join(part.hex() or "-" for part in deal.added),
    }


@dataclass
class _Line:
    """A text, or a part of one, and the number of the line in which it stands."""

    number: int
    text: str


_NOTHING = _Line(0, "")


@dataclass
class _Turn:
    """A line of a round as it stands in the text."""

    number: int
    sled: int
    before: str | None
    turn: str | None
    discard: str | None
    drawn: str | None


class _Reader:
    """Reads a record line by line, and remembers where everything stood."""

    def __init__(self, text: str) -> None:
        expect(str, text, "a record is read from its text")
        if len(text) > LONGEST_RECORD:
            raise InvalidRecord(1, f"a record has at most {LONGEST_RECORD} characters")
        self.headers: dict[str, _Line] = {}
        self.turns: list[_Turn] = []
        self.rounds: dict[int, _Line] = {}
        """Headings of rounds, by how many turns stand before each."""
        lines = [
            _Line(number, stripped)
            for number, line in enumerate(re.split(r"\r\n?|\n", text.lstrip("\ufeff")), 1)
            if (stripped := line.partition(";")[0].strip())
        ]
        self._read_first(lines)
        for line in lines[1:]:
            self._read(line)

    def _read_first(self, lines: Sequence[_Line]) -> None:
        found = _FIRST_LINE.fullmatch(lines[0].text) if lines else None
        if not found:
            number = lines[0].number if lines else 1
            raise InvalidRecord(number, f"a record begins with: snowtails race {FORMAT}")
        if int(found[1]) > FORMAT:
            raise InvalidRecord(
                lines[0].number, f"format {found[1]} is newer than this program reads ({FORMAT})"
            )

    def _read(self, line: _Line) -> None:
        if found := HEADER.fullmatch(line.text):
            key = found[1].lower()
            if key in self.headers:
                raise InvalidRecord(line.number, f"{key} is given twice")
            self.headers[key] = _Line(line.number, found[2])
        elif found := _ROUND.fullmatch(line.text):
            if len(self.turns) in self.rounds:
                raise InvalidRecord(line.number, "a round without a turn stands before this one")
            self.rounds[len(self.turns)] = _Line(line.number, found[1])
        elif found := _TURN.fullmatch(line.text):
            if not found["turn"] and (not found["before"] or found["discard"] or found["drawn"]):
                raise InvalidRecord(line.number, "a turn is missing, as in: 0 2L:>^> /4")
            self.turns.append(
                _Turn(
                    line.number,
                    int(found["sled"]),
                    found["before"],
                    found["turn"],
                    found["discard"],
                    found["drawn"],
                )
            )
        else:
            raise InvalidRecord(
                line.number,
                f"{line.text!r} is no header, round or turn; a turn is a sled, its turn, discards "
                "and cards drawn, as in: 0 2LB:>^ x3 or 1 3L /4",
            )

    def header(self, key: str) -> _Line:
        if key not in self.headers:
            raise InvalidRecord(1, f"the header {key} is missing")
        return self.headers[key]

    def numbers(self, key: str) -> tuple[list[int], int]:
        line = self.header(key)
        if not re.fullmatch(r"[0-9]{1,20}(\s+[0-9]{1,20})*", line.text):
            raise InvalidRecord(line.number, f"{key} lists numbers, not {line.text!r}")
        return [int(number) for number in line.text.split()], line.number


def read_record(text: str) -> Record:
    """Read and replay a race record; raise InvalidRecord with the line that is wrong."""
    reader = _Reader(text)
    line = reader.header("course")
    name = reader.headers.get("name", _NOTHING).text
    try:
        course = Course.parse(line.text.lower(), name)
        course.check()
    except InvalidCourse as error:
        raise InvalidRecord(line.number, f"course: {error}") from None
    if "rules" in reader.headers:
        (version, *_), number = reader.numbers("rules")
        if version != RULES_VERSION:
            reason = f"rules version {version}; this program plays version {RULES_VERSION}"
            raise InvalidRecord(number, reason)
    choosing, number = reader.numbers("choosing")
    if sorted(choosing) != list(range(len(choosing))) or len(choosing) > MOST_SLEDS:
        raise InvalidRecord(number, f"choosing lists each sled once, from 0; not {choosing}")
    colours = reader.headers.get("colours", _NOTHING)
    try:
        race = Race(
            course,
            len(choosing),
            deal=_seeded_deal(reader),
            choosing=choosing,
            colours=re.findall(r"[^\s,]+", colours.text.lower()),
        )
    except InvalidColour as error:
        raise InvalidRecord(colours.number, str(error)) from None
    _replay(race, reader)
    headers = {key: line.text for key, line in reader.headers.items() if key not in OWN_HEADERS}
    return Record(race, headers)


def _seeded_deal(reader: _Reader) -> Deal | None:
    if "seed" not in reader.headers:
        return None
    numbers, line = reader.numbers("seed")
    if len(numbers) > 2:
        raise InvalidRecord(line, f"seed has one number, or that of the race too: {numbers}")
    try:
        return SeededDeal(*numbers)
    except ValueError as error:
        raise InvalidRecord(line, str(error)) from None


def _replay(race: Race, reader: _Reader) -> None:
    """Play everything that the record says, checking it on the way."""
    _replay_starts(race, reader)
    if reader.turns and reader.turns[0].before:
        raise InvalidRecord(reader.turns[0].number, "no cards are drawn before the first turn (!)")
    for i, turn in enumerate(reader.turns):
        _check_rounds(race, reader, i)
        if race.actor != turn.sled:
            wanted = f"sled {race.actor} is next" if race.actor is not None else "the race is over"
            raise InvalidRecord(turn.number, f"{wanted}, not sled {turn.sled}")
        following = reader.turns[i + 1] if i + 1 < len(reader.turns) else None
        if turn.turn:
            _replay_turn(race, turn, following)
        elif following:
            raise InvalidRecord(turn.number, f"the turn of sled {turn.sled} is missing")
    _check_rounds(race, reader, len(reader.turns))
    _check_result(race, reader)


def _check_rounds(race: Race, reader: _Reader, turns: int) -> None:
    """Check the heading that stands behind so many turns."""
    line = reader.rounds.get(turns)
    if line and int(line.text) != race.round:
        raise InvalidRecord(line.number, f"round {line.text}, but the race is in {race.round}")


def _replay_starts(race: Race, reader: _Reader) -> None:
    sleds = len(race.sleds)
    start = reader.headers.get("start", _Line(1, ""))
    dealt = reader.headers.get("deal", _Line(start.number, ""))
    cards = "".join(dealt.text.split())
    if not re.fullmatch("[1-5]*", cards):
        raise InvalidRecord(dealt.number, f"dealt cards have the values 1–5, not {dealt.text!r}")
    chosen = start.text.split()
    if cards and len(chosen) < sleds:
        raise InvalidRecord(start.number, f"{len(chosen)} of {sleds} sleds have a start space")
    for i, text in enumerate(chosen, 1):
        told = _Line(dealt.number, cards if i == sleds else "")
        _play(race, _Line(start.number, text), told, _NOTHING)


def _replay_turn(race: Race, turn: _Turn, following: _Turn | None) -> None:
    """Play the turn of one line, its discards, and the cards that the next sled draws first."""
    played = _Line(turn.number, turn.turn or "")
    drawn = _Line(turn.number, turn.drawn or "")
    later = _Line(following.number, following.before or "") if following else _NOTHING
    if race.phase is Phase.TURN:
        try:
            owed = race.preview(played.text).draws
        except ValueError as error:
            raise InvalidRecord(turn.number, str(error)) from None
        if len(drawn.text) != owed:
            reason = f"sled {turn.sled} draws {owed} at the end of this turn, not {len(drawn.text)}"
            raise InvalidRecord(turn.number, reason)
    if turn.discard:
        _play(race, played, drawn, _NOTHING)
        _play(race, _Line(turn.number, turn.discard), _NOTHING, later)
        return
    _play(race, played, drawn, later)
    if race.phase is Phase.DISCARD and following:
        reason = f"sled {turn.sled} holds {race.owed} too many: a discard is missing, as in x3"
        raise InvalidRecord(turn.number, reason)


def _play(race: Race, decision: _Line, drawn: _Line, later: _Line) -> None:
    """Play a decision with the cards that its sled draws, and those that the next draws first."""
    try:
        race.play(decision.text, drawn=map(int, drawn.text + later.text))
    except (InvalidTurn, IllegalTurn) as error:
        raise InvalidRecord(decision.number, str(error)) from None
    except IllegalDraw as error:
        # Whoever has just drawn does not lack cards: if both draw, they are two sleds (TURN-4).
        own = drawn.text and error.sled == race.actor
        wrong = drawn if own or not later.text else later
        raise InvalidRecord(wrong.number or decision.number, str(error)) from None


def _check_result(race: Race, reader: _Reader) -> None:
    if "result" not in reader.headers:
        return
    line = reader.headers["result"]
    if race.phase is not Phase.OVER:
        raise InvalidRecord(line.number, "a result is given, but the race is not over")
    told = _result(race)
    if line.text.split() != told.split():
        raise InvalidRecord(line.number, f"the result is {told}, not {line.text}")


def _result(race: Race) -> str:
    """Write the places in the order of the sleds."""
    return " ".join(str(sled.place or "-") for sled in race.sleds)
