"""A race told again, frame by frame, with all hands open.

Only for races that are over, and for records that somebody brings: a frame tells everybody's cards.
"""

from collections.abc import Sequence
from typing import Any

from ...mushers import LADDER
from ...rules import Race, RacePosition, Turn
from ...rules.race import Played
from ...rules.record import InvalidRecord, read_record
from ..errors import Conflict, Unprocessable
from ..table.table import Table
from .figures import figures_message
from .messages import move_message, race_message

Message = dict[str, Any]


def table_replay(table: Table) -> Message:
    """Tell the race of a table again; refused before its end."""
    if table.race is None or table.stage != "over":
        raise Conflict(
            "not-over",
            "a race is told again when it is over, for that tells all cards",
            number=table.number,
        )
    names = [seat.name for seat in table.seats]
    mushers = [seat.musher is not None for seat in table.seats]
    return {"table": table.name} | _replay(table.race, names, mushers)


def record_replay(text: str) -> Message:
    """Tell again what a race record tells; refuse a text that is none."""
    try:
        record = read_record(text)
    except InvalidRecord as error:
        raise Unprocessable("record", str(error).partition("\n")[0], line=error.line) from None
    sleds = range(len(record.race.sleds))
    named = dict(enumerate(record.mushers))
    names = [named.get(sled) or str(sled + 1) for sled in sleds]
    return {"table": None} | _replay(record.race, names, [name in LADDER for name in names])


def _replay(race: Race, names: Sequence[str], mushers: Sequence[bool]) -> Message:
    positions = [*race.history, race.position()]
    entries = [None, *race.log]
    return {
        "course": {"line": race.course.line, "name": race.course.name},
        "seats": [
            {"seat": seat, "name": name, "kind": "musher" if musher else "person"}
            for seat, (name, musher) in enumerate(zip(names, mushers, strict=True))
        ],
        "frames": [
            {
                "number": number,
                **_entry_message(positions[number - 1], entry),
                "race": _open_message(positions[number]),
            }
            for number, entry in enumerate(entries)
        ],
        "figures": figures_message(race),
    }


def _entry_message(before: RacePosition, entry: Played | None) -> Message:
    """Tell a decision, the cards drawn because of it, and for a turn the move."""
    if entry is None:
        return {"seat": None, "decision": None, "drawn": [], "move": None}
    decision = entry.decision
    move = before.trace(entry.sled, decision) if isinstance(decision, Turn) else None
    return {
        "seat": entry.sled,
        "decision": str(decision),
        "drawn": [
            {"sled": drawn.sled, "cards": list(drawn.cards), "reason": drawn.reason}
            for drawn in entry.drawn
        ],
        "move": move_message(move) if move else None,
    }


def _open_message(position: RacePosition) -> Message:
    """Tell a position as everybody may know it once the race is over."""
    return race_message(position)
