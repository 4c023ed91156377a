"""What can go wrong with the store."""

from ...course import Refused


class NumberTaken(Exception):
    """Another process appended an event with this number first; read the log again."""


class BrokenChain(Exception):
    """A stored log was changed: an event does not follow from the one before."""


class TableGone(Exception):
    """A table that was pruned or deleted while a server still had it in memory."""


class StoreDown(Exception):
    """The database does not answer; whether the last write was kept is not known."""


class CommitUnanswered(Exception):
    """A transaction was to be committed, and whether it was is not known."""


class InvalidDatabase(Refused):
    """A database that cannot be used; the message says what would be right."""
