"""Messages joined from parts that are JSON already: those were written once, and are told often.

Each function writes what one type declares; tests compare.
"""

from collections.abc import Iterable

from .encoding import encoded


def events_json(number: int, events: Iterable[bytes]) -> bytes:
    """Write `Events`: the number of the last event of a table, and some of its events."""
    return b'{"number":%d,"events":%b}' % (number, _list(events))


def answer_json(table: str, number: int, event: bytes | None) -> bytes:
    """Write `Answer`: the event that a command led to, or that nothing had to be done."""
    return b'{"table":%b,"number":%d,"event":%b}' % (encoded(table), number, event or b"null")


def lobby_json(tables: Iterable[bytes], watch: Iterable[bytes]) -> bytes:
    """Write `Lobby`: the tables with free seats, and the races to look on at."""
    return b'{"tables":%b,"watch":%b}' % (_list(tables), _list(watch))


def plan_json(plan: str | None) -> bytes:
    """Write `Plan`: the plan of a seat, or that there is none."""
    return b'{"plan":%b}' % (plan or "null").encode()


def _list(parts: Iterable[bytes]) -> bytes:
    return b"[%b]" % b",".join(parts)
