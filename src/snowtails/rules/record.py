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

from ..course import Course, InvalidCourse
from .deal import Deal, SecretDeal, SeededDeal
from .notation import Discard, Start, Turn
from .race import RULES_VERSION, Phase, Race
from .state import MOST_SLEDS

FORMAT = 1
LONGEST_RECORD = 2_000_000

_FIRST_LINE = re.compile(r"snowtails\s+race\s+(\d{1,4})", re.IGNORECASE)
_HEADER = re.compile(r"([a-z][a-z0-9-]*)\s*:\s*(.*)", re.IGNORECASE)
_ROUND = re.compile(r"round\s+(\d{1,5})", re.IGNORECASE)
_TURN = re.compile(
    r"(?P<sled>[0-4])(?:\s+!(?P<before>[1-5]*))?(?:\s+(?P<turn>[1-5][^\s/!]*))?"
    r"(?:\s+(?P<discard>x[1-5]+))?(?:\s+/(?P<drawn>[1-5]+))?",
    re.IGNORECASE,
)


class InvalidRecord(ValueError):
    """A text that is no race record, with the line that is wrong."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}")


@dataclass
class Record:
    """A race as a record tells it, replayed and checked."""

    race: Race
    headers: dict[str, str] = field(default_factory=dict)
    """All headers but those that the race itself gives (course, rules, choosing)."""

    @property
    def mushers(self) -> tuple[str, ...]:
        """Names of the mushers, by sled."""
        named = self.headers.get("mushers", "")
        return tuple(name.strip() for name in named.split(",")) if named else ()


def write_record(race: Race, headers: Mapping[str, str] | None = None) -> str:
    """Write a race, from the choice of start spaces on, as a race record."""
    if not race.history or race.history[0][0]["space"].max() >= 0:
        raise ValueError("only a race that was followed from the start can be recorded")
    head = race.history[0][0]
    sleds = int(head["sleds"])
    first = {
        "course": race.course.line,
        "name": race.course.name,
        "rules": str(RULES_VERSION),
        "choosing": " ".join(map(str, head["choosing"][:sleds])),
        **_deal_headers(race.deal),
        **(headers or {}),
    }
    lines = [f"snowtails race {FORMAT}"]
    for key, value in first.items():
        if not _HEADER.fullmatch(f"{key}: x") or "\n" in value or "\r" in value:
            raise ValueError(f"header {key!r} cannot be written in one line")
        if value:
            lines.append(f"{key}: {value.replace(';', ',')}")
    starts = [entry for entry in race.log if isinstance(entry.decision, Start)]
    lines += ["", "start: " + " ".join(str(entry.decision) for entry in starts)]
    deal = [drawn for entry in race.log for drawn in entry.drawn if drawn.reason == "deal"]
    if deal:
        lines.append("deal: " + " ".join("".join(map(str, drawn.cards)) for drawn in deal))
    lines += _turn_lines(race)
    if race.phase is Phase.OVER:
        places = {standing.sled: standing.place for standing in race.standings()}
        result = " ".join(str(places[sled] or "-") for sled in range(sleds))
        lines += ["", f"result: {result}"]
    return "\n".join(lines) + "\n"


def _turn_lines(race: Race) -> Iterator[str]:
    """Write the turns, under a heading for each round."""
    line = ""
    round_ = 0
    before: dict[int, str] = {}
    for entry, state in zip(race.log, race.history, strict=True):
        if isinstance(entry.decision, Turn):
            if line:
                yield line
            if state[0]["round"] != round_:
                round_ = int(state[0]["round"])
                yield ""
                yield f"round {round_}"
            drawn = f"!{before.pop(entry.sled)} " if entry.sled in before else ""
            line = f"{entry.sled} {drawn}{entry.decision}"
        elif isinstance(entry.decision, Discard):
            line += f" {entry.decision}"
        for found in entry.drawn:
            cards = "".join(map(str, found.cards))
            if found.reason == "refill":
                line += f" /{cards}"
            elif found.reason == "no_cards":
                before[found.sled] = cards
    if line:
        yield line
    for sled, cards in before.items():
        yield f"{sled} !{cards}"


def _deal_headers(deal: Deal | None) -> dict[str, str]:
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
    number: int
    text: str


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
        if len(text) > LONGEST_RECORD:
            raise InvalidRecord(1, f"a record has at most {LONGEST_RECORD} characters")
        self.headers: dict[str, _Line] = {}
        self.turns: list[_Turn] = []
        self.rounds: dict[int, _Line] = {}
        lines = [
            _Line(number, stripped)
            for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
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
        if found := _HEADER.fullmatch(line.text):
            key = found[1].lower()
            if key in self.headers:
                raise InvalidRecord(line.number, f"{key} is given twice")
            self.headers[key] = _Line(line.number, found[2])
        elif found := _ROUND.fullmatch(line.text):
            self.rounds[len(self.turns)] = _Line(line.number, found[1])
        elif found := _TURN.fullmatch(line.text):
            if found["before"] is None and found["turn"] is None:
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
    name = reader.headers.get("name", _Line(0, "")).text
    try:
        course = Course.parse(line.text, name)
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
    race = Race(course, len(choosing), deal=_seeded_deal(reader), choosing=choosing)
    _replay(race, reader)
    own = {"course", "name", "rules", "choosing", "seed", "start", "deal", "result"}
    headers = {key: line.text for key, line in reader.headers.items() if key not in own}
    return Record(race, headers)


def _seeded_deal(reader: _Reader) -> Deal | None:
    if "seed" not in reader.headers:
        return None
    numbers, line = reader.numbers("seed")
    seed, race = [*numbers, 0][:2]
    if len(numbers) > 2 or seed >= 2**64 or race >= 2**63:
        raise InvalidRecord(line, "a seed is a number below 2^64 and the number of the race")
    return SeededDeal(seed, race)


def _replay(race: Race, reader: _Reader) -> None:
    """Play everything that the record says, checking it on the way."""
    _replay_starts(race, reader)
    for i, turn in enumerate(reader.turns):
        if i in reader.rounds and int(reader.rounds[i].text) != race.round:
            line = reader.rounds[i]
            raise InvalidRecord(line.number, f"round {line.text}, but the race is in {race.round}")
        if race.actor != turn.sled:
            wanted = f"sled {race.actor} is next" if race.actor is not None else "the race is over"
            raise InvalidRecord(turn.number, f"{wanted}, not sled {turn.sled}")
        following = reader.turns[i + 1].before if i + 1 < len(reader.turns) else None
        decisions = [text for text in (turn.turn, turn.discard) if text]
        for n, text in enumerate(decisions):
            cards = ""
            if n == len(decisions) - 1:
                cards = (turn.drawn or "") + (following or "")
            _play(race, turn.number, text, cards)
        if turn.turn is None and i + 1 < len(reader.turns):
            raise InvalidRecord(turn.number, f"the turn of sled {turn.sled} is missing")
    _check_result(race, reader)


def _replay_starts(race: Race, reader: _Reader) -> None:
    start = reader.headers.get("start", _Line(0, ""))
    dealt = reader.headers.get("deal", _Line(0, ""))
    chosen = start.text.split()
    for i, text in enumerate(chosen):
        last = i == race.state[0]["sleds"] - 1
        line = dealt.number if last and dealt.text else start.number
        cards = "".join(dealt.text.split()) if last else ""
        if cards and not re.fullmatch("[1-5]+", cards):
            raise InvalidRecord(dealt.number, f"dealt cards have the values 1–5, not {cards!r}")
        _play(race, line, text, cards)


def _play(race: Race, line: int, text: str, cards: str) -> None:
    try:
        race.play(text, drawn=map(int, cards))
    except ValueError as error:
        raise InvalidRecord(line, str(error)) from None


def _check_result(race: Race, reader: _Reader) -> None:
    if "result" not in reader.headers:
        return
    line = reader.headers["result"]
    if race.phase is not Phase.OVER:
        raise InvalidRecord(line.number, "a result is given, but the race is not over")
    places = {standing.sled: standing.place for standing in race.standings()}
    told = " ".join(str(places[sled] or "-") for sled in sorted(places))
    if line.text.split() != told.split():
        raise InvalidRecord(line.number, f"the result is {told}, not {line.text}")
