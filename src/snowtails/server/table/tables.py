"""Which kind of table a log tells of."""

from collections.abc import Sequence

from .events import Event
from .race_table import RaceTable
from .solo import SoloTable
from .solo_events import SoloOpened
from .table import Table


def table_of(name: str, events: Sequence[Event]) -> Table:
    """Return the table that a log tells of."""
    kind = SoloTable if isinstance(events[0].body, SoloOpened) else RaceTable
    return kind.from_events(name, events)
