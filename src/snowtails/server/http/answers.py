"""What is answered to a command at a table."""

from fastapi import Response

from ..session.session import Session
from ..store.visitors import Visitor
from ..table.events import Event
from .responses import plain


def answer(
    session: Session, events: tuple[Event, ...], visitor: Visitor, status: int = 200
) -> Response:
    """Answer a command with the number and the event that did it; the same each time."""
    return plain(session.encoded_answer(events, visitor.holder), status)
