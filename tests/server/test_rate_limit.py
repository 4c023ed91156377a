"""Rates of clients; apart, for a process that is started here imports as little as it can."""

import multiprocessing

from snowtails.server.http.rate_limit import (
    MOST_CLIENTS,
    OwnBuckets,
    RateLimiter,
    SharedBuckets,
)
from snowtails.server.session.limits import Limits


def test_a_bucket_fills_as_time_goes_by() -> None:
    rates = RateLimiter(rate=2, burst=3)
    assert [rates.wait("a", 0) for _ in range(3)] == [0, 0, 0]
    assert rates.wait("a", 0) == 0.5
    assert rates.wait("b", 0) == 0
    assert rates.wait("a", 0.5) == 0
    assert rates.wait("a", 100) == 0
    assert Limits().rate > 0


def test_rates_forget_old_clients() -> None:
    rates = RateLimiter(1, 1)
    for n in range(MOST_CLIENTS + 10):
        rates.wait(str(n), 0)
    assert isinstance(rates._buckets, OwnBuckets)
    assert len(rates._buckets._kept) == MOST_CLIENTS


def take_two(buckets: SharedBuckets) -> None:
    """Ask twice, in a process of its own."""
    rates = RateLimiter(1, 3, buckets)
    assert [rates.wait("a", 10) for _ in range(2)] == [0, 0]


def test_processes_share_the_rates_of_a_client() -> None:
    spawning = multiprocessing.get_context("spawn")
    buckets = SharedBuckets(spawning)
    other = spawning.Process(target=take_two, args=(buckets,))
    other.start()
    other.join()
    assert other.exitcode == 0
    rates = RateLimiter(1, 3, buckets)
    assert [rates.wait("a", 10) for _ in range(2)] == [0, 1]
    assert [rates.wait("b", 10) for _ in range(4)] == [0, 0, 0, 1], "each client has its own"
    assert rates.wait("a", 11) == 0


def test_nobody_can_foresee_with_whom_they_share_a_bucket() -> None:
    spawning = multiprocessing.get_context("spawn")
    one, other = SharedBuckets(spawning), SharedBuckets(spawning)
    clients = [f"192.0.2.{n}" for n in range(100)]
    assert [one._slot(each) for each in clients] != [other._slot(each) for each in clients]
