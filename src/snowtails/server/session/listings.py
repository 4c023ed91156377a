"""What lists show of a table."""

import msgspec

from ..store.store import Listing
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.table import Table
from ..wire.encoding import encoded
from ..wire.messages import race_summary
from ..wire.solo_messages import solo_summary


def listing_of(table: Table) -> Listing:
    """Return what lists show of a table."""
    holders = tuple(seat.holder for seat in table.seats)
    updated = table.events[-1].at
    if isinstance(table, SoloTable):
        kind = "daily" if table.opened.day else "solo"
        summary = encoded(solo_summary(table)).decode()
        return Listing(kind, table.stage, False, updated, summary, holders)
    assert isinstance(table, RaceTable)
    told = race_summary(table)
    to_see = table.stage == "racing" or (table.stage == "waiting" and told.free > 0)
    return Listing(
        kind="race",
        stage=table.stage,
        in_lobby=table.options.listed and to_see,
        updated=updated,
        summary=encoded(told).decode(),
        holders=holders,
        # What somebody in the lobby sees change of a table.
        shown=msgspec.structs.replace(told, number=0, actor=None, updated=0.0),
    )
