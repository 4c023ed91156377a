"""The log of a table: events chained by hash, each to the one before."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..table.events import Event, parse_event
from .errors import BrokenChain


@dataclass(frozen=True)
class Log:
    """The events of a table, and the hash that the next one is chained to."""

    events: tuple[Event, ...]
    chain: bytes


def first_link(race: str) -> bytes:
    """Return the hash to which the first event of a table is chained."""
    return hashlib.sha256(f"snowtails log {race}".encode()).digest()


def next_link(chain: bytes, body: str) -> bytes:
    """Return the hash of an event and all before it."""
    return hashlib.sha256(chain + body.encode()).digest()


def checked_log(race: str, number: int, chain: bytes, rows: Sequence[tuple[Any, ...]]) -> Log:
    """Return the events in some rows that follow upon an event, or raise BrokenChain."""
    events = []
    for count, (found, body, link) in enumerate(rows, number + 1):
        chain = next_link(chain, body)
        if chain != bytes(link) or found != count:
            raise BrokenChain(f"event {count} of table {race} is not the one that was stored")
        events.append(parse_event(body))
    return Log(tuple(events), chain)
