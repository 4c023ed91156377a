"""How much of everything anybody may have, so that one cannot take it from all."""

from collections import OrderedDict
from dataclasses import dataclass

MOST_CLIENTS = 50_000
"""Clients whose rates are remembered."""


@dataclass(frozen=True)
class Limits:
    """The bounds of a server."""

    body: int = 16_384
    """Bytes in the body of a request."""
    plan: int = 4_096
    """Bytes in a plan."""
    rate: float = 50.0
    """Requests a second of one client, in the long run …"""
    burst: float = 200.0
    """… and at once."""
    opening_rate: float = 0.5
    """New tables and new visitors a second of one client, in the long run …"""
    opening_burst: float = 40.0
    """… and at once."""
    tables: int = 50
    """Unfinished races of one visitor."""
    streams_of_one: int = 24
    """Streams of one visitor."""
    streams_of_address: int = 500
    """Streams of one address: a whole school may sit behind one."""
    streams: int = 20_000
    """Streams in all."""
    rooms: int = 2_000
    """Tables kept awake in memory, unless more are being watched."""
    visitors_in_memory: int = 20_000
    heartbeat: float = 15.0
    """Seconds after which a silent stream shows that it is alive."""
    come_back: int = 3
    """Seconds after which clients should come back when the server stops."""


class Rates:
    """Counts what clients ask for: each has a bucket that fills as time goes by."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Take one from a client's bucket; return 0, or how many seconds to wait for the next."""
        left, last = self._buckets.pop(client, (self.burst, now))
        left = min(self.burst, left + max(now - last, 0.0) * self.rate)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self.rate
