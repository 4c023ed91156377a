"""Logs that cannot be replayed: a fault of the server, not a mistake of whoever asks."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..store.errors import StoreDown, TableGone

OTHER_ERRORS = (StoreDown, TableGone, OSError, MemoryError)
"""Errors that say nothing about a log."""


class UnreadableLog(Exception):
    """A log that was changed, or that another version has written."""


@contextmanager
def replaying(name: str) -> Iterator[None]:
    """Read and replay the log of a table; raise UnreadableLog if that fails.

    What the rules refuse in it would be told to whoever asks, and may name cards.
    """
    try:
        yield
    except OTHER_ERRORS:
        raise
    except Exception as error:
        raise UnreadableLog(f"the log of table {name} cannot be replayed") from error
