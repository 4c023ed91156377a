"""`MessageCache`: what a table tells, made and encoded once for all who see alike."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..table.events import Decided, Event
from ..table.table import Table
from ..wire.changes import changes_message
from ..wire.declarations import View
from ..wire.encoding import encoded
from ..wire.messages import Viewer
from ..wire.views import event_message, view_message
from .musher_turns import MOST_ANSWERS

MOST_NEWS = 32
MOST_ENCODED = 64
"""What is kept of what was made."""
VIEWS_LAST = MOST_ANSWERS + 2
"""Events for which a view is kept, as many as may be stored together and the one before them;
whoever is further behind is told the whole view."""


class Told(NamedTuple):
    """What a stream has told of a table."""

    number: int | None
    """The last event that its reader knows; None for none."""
    view: tuple[int, tuple[object, ...]] | None = None
    """The number of the view, and who sees like that; None if none was told."""
    presence: bytes = b""


def frame(event: str, data: bytes, number: int | None = None) -> bytes:
    """Write one message of a stream."""
    id_ = b"" if number is None else b"id: %d\n" % number
    return b"%sevent: %s\ndata: %s\n\n" % (id_, event.encode(), data)


class MessageCache:
    """Messages of one table; each is asked for with the table as it is now."""

    def __init__(self) -> None:
        self._views: dict[tuple[int, tuple[object, ...]], View] = {}  # by number, and who sees it
        self._encoded: dict[tuple[object, ...], bytes] = {}
        self._news: dict[tuple[object, ...], tuple[bytes, Told]] = {}

    def forget_news(self) -> None:
        """Let what streams have to tell be made anew: the table or its company has changed."""
        self._news.clear()

    def news(
        self,
        steps: Sequence[Table],
        presence: bytes,
        told: Told,
        viewer: Viewer,
        *,
        changes: bool,
    ) -> tuple[bytes, Told]:
        """Return what a stream has to tell, and what it has told then.

        `steps` are the table after each of its latest decisions, the last as it is now.
        """
        key = (told, viewer.key, changes)
        found = self._news.get(key)
        if found is None:
            if len(self._news) >= MOST_NEWS:
                self._news.clear()
            found = self._tell_steps(steps, presence, told, viewer, changes=changes)
            self._news[key] = found
        return found

    def _tell_steps(
        self,
        steps: Sequence[Table],
        presence: bytes,
        told: Told,
        viewer: Viewer,
        *,
        changes: bool,
    ) -> tuple[bytes, Told]:
        """Tell each step, and what it has changed, to whoever is told changes; else the last."""
        parts = []
        for table in steps:
            behind = told.view is not None and told.view[0] < table.number
            if table is steps[-1] or (changes and behind):
                text, told = self._tell(table, presence, told, viewer, changes=changes)
                parts.append(text)
        return b"".join(parts), told

    def _tell(
        self, table: Table, presence: bytes, told: Told, viewer: Viewer, *, changes: bool
    ) -> tuple[bytes, Told]:
        parts = []
        if told.number is not None:
            parts = [
                frame("happened", self.event(table, event, viewer), event.number)
                for event in table.events[max(0, told.number) :]
            ]
        if told.view != (table.number, viewer.key):
            parts.append(self._tell_view(table, told, viewer, changes=changes))
        if told.presence != presence:
            parts.append(frame("presence", presence))
        return b"".join(parts), Told(table.number, (table.number, viewer.key), presence)

    def _tell_view(self, table: Table, told: Told, viewer: Viewer, *, changes: bool) -> bytes:
        """Tell the view, or what has changed of the one told before."""
        if changes and told.view and told.view[1] == viewer.key:
            changed = self._changes(table, told.view[0], viewer)
            if changed is not None:
                return frame("changed", changed, table.number)
        return frame("view", self.view(table, viewer), table.number)

    def view(self, table: Table, viewer: Viewer) -> bytes:
        """Return the table as somebody sees it, as JSON."""
        key = ("view", table.number, *viewer.key)
        return self._once(key, lambda: encoded(self._view(table, viewer)))

    def _changes(self, table: Table, since: int, viewer: Viewer) -> bytes | None:
        """Return how somebody's view has changed since an event, as JSON.

        None if it is not known any more how it was: then the whole view has to be told.
        """
        before = self._views.get((since, viewer.key))
        if before is None:
            return None
        key = ("changes", since, table.number, *viewer.key)
        return self._once(key, lambda: encoded(changes_message(before, self._view(table, viewer))))

    def _view(self, table: Table, viewer: Viewer) -> View:
        key = table.number, viewer.key
        if key not in self._views:
            oldest = table.number - VIEWS_LAST
            self._views = {each: view for each, view in self._views.items() if each[0] > oldest}
            self._views[key] = view_message(table, viewer)
        return self._views[key]

    def event(self, table: Table, event: Event, viewer: Viewer) -> bytes:
        """Return an event as JSON: the same for all but those who drew cards because of it."""
        drew = isinstance(event.body, Decided) and any(
            drawn.sled == viewer.seat for drawn in event.body.drawn
        )
        key = ("event", event.number, viewer.seat if drew else None)
        return self._once(key, lambda: encoded(event_message(table, event, viewer)))

    def _once(self, key: tuple[object, ...], make: Callable[[], bytes]) -> bytes:
        """Return something encoded, made only once."""
        if key not in self._encoded:
            while len(self._encoded) >= MOST_ENCODED:
                del self._encoded[next(iter(self._encoded))]
            self._encoded[key] = make()
        return self._encoded[key]
