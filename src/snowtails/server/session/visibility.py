"""Who may look on at a table, where others play with the same cards."""

from ...rules.solo import TRIES
from ..errors import Forbidden
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.table import Table
from .days import today, try_at
from .duplicates import taken_as
from .hub import Hub


async def check_visible(hub: Hub, table: Table, holder: str | None) -> None:
    """Refuse whoever may not look on: others race, or drive a daily trail, with the same cards.

    A run of a duplicate race is open to those who have finished their own. A try is open to all
    when its day is over, and before to those who have used all of theirs.
    """
    table.check_before_end(holder)
    if table.seats_of(holder):
        return
    if isinstance(table, RaceTable) and table.opened.duplicate:
        if not await _is_over(hub, taken_as(holder, table.opened.duplicate) if holder else ""):
            raise Forbidden("not-your-game", "others' runs can be looked at after your own")
    elif isinstance(table, SoloTable) and table.day is not None and table.day >= today(hub):
        # Tries follow each other: when the last is over, all are.
        last = try_at(holder, table.day, TRIES) if holder else ""
        if not await _is_over(hub, last):
            told = "others' tries can be looked at when the day is over, or after your last one"
            raise Forbidden("not-your-game", told)


async def _is_over(hub: Hub, table: str) -> bool:
    """Return whether there is such a table, and what was played there is over."""
    found = await hub.visitors.summary(table) if table else None
    return found is not None and found[1] == "over"
