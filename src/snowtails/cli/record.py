"""`snowtails replay` and `verify`: what records tell, whatever they are the record of."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..finding import Finding
from .output import Json, about, console, fail, print_findings
from .race import ensure_compiled
from .solo import tell_decision, tell_score

if TYPE_CHECKING:
    from ..rules import Record
    from ..rules.solo import SoloRace

RecordFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", help="The record of a race, a season or a solo game; - for standard input."
    ),
]

SOLO = ("solo", "game")
"""Kinds of records of the solo game: of a round, and of all three."""


def replay(
    file: RecordFile,
    as_json: Json = False,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")] = False,
) -> None:
    """Replay the record of a race, a season or a solo game and check it, turn by turn.

    With --json: one line of JSON for each race or round, one for each turn, one for the result.
    """
    with about(file):
        text, kind = _read(file)
        if as_json:
            for line in _lines(text, kind):
                typer.echo(json.dumps(line, ensure_ascii=False))
        elif kind in SOLO:
            for number, round_ in enumerate(_rounds(text, kind), 1):
                _show_round(round_, number, step)
        else:
            from .driving import show_again

            for record in _races(text, kind):
                show_again(record, step=step)


def verify(file: RecordFile, as_json: Json = False) -> None:
    """Check that the cards in a record follow from its seed, or from the secret committed to.

    Exits with 1 if they do not, or if it cannot be told.
    """
    with about(file):
        print_findings(_findings(*_read(file)), as_json=as_json)


def read_text(file: Path) -> str:
    """Return the text of a record's file, or of what is piped in."""
    data = sys.stdin.buffer.read() if file == Path("-") else file.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise fail(f"{file}: line {line}: not UTF-8 text; a race record is") from None


def _read(file: Path) -> tuple[str, str]:
    """Return the text of a record and its kind, with the rules for it compiled."""
    from ..rules.bundle import kind_of

    text = read_text(file)
    kind = kind_of(text)
    if kind in SOLO:
        ensure_compiled("solo")
    else:
        ensure_compiled()
    return text, kind


def _findings(text: str, kind: str) -> list[Finding]:
    from ..rules import read_record, read_season
    from ..rules.solo import verify_solo
    from ..rules.verify import verify, verify_season

    if kind in SOLO:
        return verify_solo(text)
    return verify_season(read_season(text)) if kind == "season" else verify(read_record(text))


def _races(text: str, kind: str) -> "list[Record]":
    from ..rules import read_record, read_season

    if kind != "season":
        return [read_record(text)]
    return [read_record(result.record) for result in read_season(text).results]


def _rounds(text: str, kind: str) -> "list[SoloRace]":
    from ..rules.solo import SoloGame, read_solo_record

    records = SoloGame.from_record(text).records if kind == "game" else [text]
    return [read_solo_record(record).race for record in records]


def _lines(text: str, kind: str) -> Iterator[dict[str, Any]]:
    """Tell what a record is the record of, for referees."""
    from ..rules import referee_lines
    from ..rules.solo import SoloGame, game_line, solo_referee_lines

    if kind in SOLO:
        for round_ in _rounds(text, kind):
            yield from solo_referee_lines(round_)
        if kind == "game":
            yield game_line(SoloGame.from_record(text))
    else:
        for record in _races(text, kind):
            yield from referee_lines(record.race)


def _show_round(race: "SoloRace", number: int, step: bool) -> None:
    """Show a solo round decision by decision, on request waiting after each turn."""
    from ..rules import Phase
    from ..rules.solo import SoloRace, SoloTurn

    console.print(f"\nround {number}: {race.course.name or race.course.line}", markup=False)
    again = SoloRace(race.course, opponents=race.opponents, drawn=race.dealt)
    for entry in race.log:
        console.print(tell_decision(again, entry.decision), markup=False, soft_wrap=True)
        again.play(entry.decision, drawn=entry.drawn)
        if step and isinstance(entry.decision, SoloTurn):
            typer.prompt("Enter for the next turn", default="", show_default=False)
    if race.phase is Phase.OVER:
        console.print(tell_score(race.score()), markup=False, soft_wrap=True)
