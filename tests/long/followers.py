"""Somebody who looks on at one server while races go on at another, and notes when."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import httpx

from tests.server.crashing import Load, Racer, with_token
from tests.server.serving import Guest


@dataclass
class Follower:
    """Follows a racer from table to table."""

    url: str
    racer: Racer
    heard: dict[tuple[str, int], float] = field(default_factory=dict)
    """When each event of each table was heard of, in seconds of the machine's monotonic clock."""
    listening: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Begin to follow, until the server is killed."""
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        guest = Guest(self.url)
        with_token(guest, self.racer.token)
        with suppress(httpx.TransportError):
            while True:
                table = self.racer.table
                self._follow_table(guest, table)
                while self.racer.table == table:
                    time.sleep(0.005)

    def _follow_table(self, guest: Guest, table: str) -> None:
        """Listen until a race is over."""
        with guest.tab(table) as tab:
            for told in tab.messages():
                if told.id is not None:
                    self.heard[table, told.id] = time.monotonic()
                    self.listening.set()
                if told.event == "view" and told.data["stage"] == "over":
                    return


def lags(load: Load, followers: list[Follower]) -> Iterator[tuple[float, float]]:
    """Yield when each decision was acknowledged, and how much later its follower heard of it.

    A stream tells all that is new at once: a decision was heard of when a later one was.
    """
    for racer, follower in zip(load.racers, followers, strict=True):
        heard = sorted(follower.heard.items())
        for (table, number), noted in list(racer.noted.items()):
            later = (at for (name, n), at in heard if name == table and n >= number)
            if (at := next(later, None)) is not None:
                yield noted.at, max(0.0, at - noted.at)
