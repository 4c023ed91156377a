"""`RateLimiter`: how often each client may ask; `Rates`: the three rates of a server."""

import hashlib
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from multiprocessing.context import SpawnContext
from typing import Protocol, Self

from ..session.limits import Limits

MOST_CLIENTS = 50_000
"""Clients whose rates are remembered."""
SLOTS = 2**16
"""Buckets that processes share; clients that meet in one share it, which is rare."""

Bucket = tuple[float, float]
"""How much is left, and when that was."""


class Buckets(Protocol):
    """Where the buckets of clients are kept."""

    def take(self, client: str) -> Bucket | None:
        """Return a client's bucket, to be put back; None if there is none."""

    def put(self, client: str, bucket: Bucket) -> None:
        """Keep a client's bucket."""


class OwnBuckets:
    """The buckets of one process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> Bucket | None:
        """Return a client's bucket, to be put back; None if there is none."""
        return self._kept.pop(client, None)

    def put(self, client: str, bucket: Bucket) -> None:
        """Keep a client's bucket, as the one used last."""
        self._kept[client] = bucket
        if len(self._kept) > MOST_CLIENTS:
            self._kept.popitem(last=False)


class SharedBuckets:
    """Buckets that the workers on one machine share, so that a client has one rate with them all.

    There is no lock: one that is held by a worker when it is killed would stop all others, and two
    workers that count at the same moment count one request too few at most.
    """

    def __init__(self, context: SpawnContext) -> None:
        # Else anybody could find addresses whose requests are counted as somebody else's.
        self._key = secrets.token_bytes(16)
        self._left = context.RawArray("d", SLOTS)
        self._last = context.RawArray("d", SLOTS)

    def take(self, client: str) -> Bucket | None:
        """Return a client's bucket; None if it was never used."""
        slot = self._slot(client)
        last = self._last[slot]
        return (self._left[slot], last) if last else None

    def put(self, client: str, bucket: Bucket) -> None:
        """Keep a client's bucket."""
        slot = self._slot(client)
        self._left[slot], self._last[slot] = bucket

    def _slot(self, client: str) -> int:
        digest = hashlib.blake2b(client.encode(), digest_size=2, key=self._key).digest()
        return int.from_bytes(digest)


class RateLimiter:
    """Counts what clients ask for: each has a bucket that fills as time goes by."""

    def __init__(self, rate: float, burst: float, buckets: Buckets | None = None) -> None:
        self.rate, self.burst = rate, burst
        self._buckets = buckets or OwnBuckets()

    def wait(self, client: str, now: float) -> float:
        """Take one from a client's bucket; return 0, or how many seconds to wait for the next."""
        left, last = self._buckets.take(client) or (self.burst, now)
        left = min(self.burst, left + max(now - last, 0.0) * self.rate)
        allowed = left >= 1
        self._buckets.put(client, (left - 1 if allowed else left, now))
        return 0.0 if allowed else (1 - left) / self.rate


@dataclass(frozen=True)
class SharedRates:
    """What workers on one machine count together; made before they are started."""

    requests: SharedBuckets
    openings: SharedBuckets
    costly: SharedBuckets

    @classmethod
    def new(cls, context: SpawnContext) -> Self:
        """Return buckets for the processes that a context starts."""
        return cls(*(SharedBuckets(context) for _ in range(3)))


class Rates:
    """How often each client may ask for anything, open something, or ask for what costs much."""

    def __init__(self, limits: Limits, shared: SharedRates | None = None) -> None:
        requests, openings, costly = (
            (shared.requests, shared.openings, shared.costly) if shared else (None, None, None)
        )
        self.requests = RateLimiter(limits.rate, limits.burst, requests)
        self.openings = RateLimiter(limits.opening_rate, limits.opening_burst, openings)
        self.costly = RateLimiter(limits.costly_rate, limits.costly_burst, costly)
