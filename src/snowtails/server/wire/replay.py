"""Races and solo games told again, frame by frame, with all hands open.

Only when they are over, and from records that somebody brings: a frame tells everybody's cards.
"""

from collections.abc import Sequence

from ...coach import Analysis, read_comments
from ...mushers import LADDER
from ...rules import Race, RacePosition, Turn
from ...rules.bundle import kind_of
from ...rules.race import Played
from ...rules.record import InvalidRecord, Record, read_record
from ..errors import Conflict, Unprocessable
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.table import Table
from .coach import analysis_message
from .declarations import AnyReplay
from .figures import figures_message
from .messages import course_message, move_message, race_message
from .replay_types import Frame, FrameDraw, Replay, ReplaySeat
from .solo_replay import solo_record_replay, solo_table_replay


def table_replay(table: Table) -> AnyReplay:
    """Tell again what was played at a table; refused before its end."""
    if isinstance(table, SoloTable):
        return solo_table_replay(table)
    assert isinstance(table, RaceTable)
    if table.race is None or table.stage != "over":
        raise Conflict(
            "not-over",
            "a race is told again when it is over, for that tells all cards",
            number=table.number,
        )
    names = [seat.name for seat in table.seats]
    mushers = [seat.musher is not None for seat in table.seats]
    dogs = [seat.dog for seat in table.seats]
    return _replay(table.name, table.race, names, mushers, dogs)


def record_replay(text: str) -> AnyReplay:
    """Tell again what a record of a race or of a solo game tells; refuse a text that is none."""
    try:
        if (kind := kind_of(text)) in ("solo", "game"):
            return solo_record_replay(text, kind)
        return _race_record_replay(read_record(text), read_comments(text))
    except InvalidRecord as error:
        message = str(error).partition("\n")[0]
        raise Unprocessable("record", message, line=error.line) from None


def _race_record_replay(record: Record, analysis: Analysis | None) -> Replay:
    sleds = range(len(record.race.sleds))
    named = dict(enumerate(record.mushers))
    names = [named.get(sled) or str(sled + 1) for sled in sleds]
    mushers = [name in LADDER for name in names]
    return _replay(None, record.race, names, mushers, [None] * len(names), analysis)


def _replay(
    table: str | None,
    race: Race,
    names: Sequence[str],
    mushers: Sequence[bool],
    dogs: Sequence[str | None],
    analysis: Analysis | None = None,
) -> Replay:
    positions = [*race.history, race.position()]
    seats = zip(names, mushers, race.colours, dogs, strict=True)
    return Replay(
        table=table,
        course=course_message(race.course.line, race.course.name),
        seats=tuple(
            ReplaySeat(
                seat=seat,
                name=name,
                kind="musher" if musher else "person",
                colour=colour,  # type: ignore[arg-type]
                dog=dog,  # type: ignore[arg-type]
            )
            for seat, (name, musher, colour, dog) in enumerate(seats)
        ),
        frames=tuple(
            _frame(number, positions[number - 1], entry, positions[number])
            for number, entry in enumerate([None, *race.log])
        ),
        figures=figures_message(race),
        analysis=analysis_message(race, analysis) if analysis else None,
    )


def _frame(number: int, before: RacePosition, entry: Played | None, after: RacePosition) -> Frame:
    """Tell a decision, the cards drawn because of it, for a turn the move, and the race after."""
    decision = entry.decision if entry else None
    move = before.trace(entry.sled, decision) if entry and isinstance(decision, Turn) else None
    return Frame(
        number=number,
        seat=entry.sled if entry else None,
        decision=str(decision) if entry else None,
        drawn=tuple(
            FrameDraw(sled=drawn.sled, cards=drawn.cards, reason=drawn.reason)  # type: ignore[arg-type]
            for drawn in (entry.drawn if entry else ())
        ),
        move=move_message(move) if move else None,
        race=race_message(after),
    )
