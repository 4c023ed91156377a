"""`RateLimiter`: how often each client may ask."""

from collections import OrderedDict

MOST_CLIENTS = 50_000
"""Clients whose rates are remembered."""


class RateLimiter:
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
