"""Views, events and summaries of any table."""

from ..table.events import Event
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.table import Table
from .declarations import View
from .event_types import Happening
from .messages import Viewer, race_event, race_summary, race_view
from .solo_messages import solo_event, solo_summary, solo_view
from .solo_types import SoloSummary
from .types import Summary


def view_message(table: Table, viewer: Viewer) -> View:
    """Tell the whole table as somebody sees it."""
    if isinstance(table, SoloTable):
        return solo_view(table, viewer)
    assert isinstance(table, RaceTable)
    return race_view(table, viewer)


def event_message(table: Table, event: Event, viewer: Viewer) -> Happening:
    """Tell the part of an event that somebody may know."""
    if isinstance(table, SoloTable):
        return solo_event(table, event)
    assert isinstance(table, RaceTable)
    return race_event(table, event, viewer)


def summary_message(table: Table) -> Summary | SoloSummary:
    """Tell in short what a table is."""
    if isinstance(table, SoloTable):
        return solo_summary(table)
    assert isinstance(table, RaceTable)
    return race_summary(table)
