"""What is answered to a command at a table."""

from fastapi import Response

from ..session.hub import Visitor
from ..session.session import Session
from ..table.events import Event
from ..wire import messages
from .responses import plain


def answer(
    session: Session, events: tuple[Event, ...], visitor: Visitor, status: int = 200
) -> Response:
    """Answer a command with the number and the event that did it; the same each time."""
    # Behind a curtain the answer must not show more the first time than the second.
    viewer = messages.viewer_of(session.table, visitor.holder)
    event = messages.event_message(session.table, events[-1], viewer) if events else None
    number = events[-1].number if events else session.table.number
    return plain({"table": session.table.name, "number": number, "event": event}, status)
