"""`Metrics`: what the server counts, in the form of Prometheus.

Workers on one machine count in files of a folder, each in its own, and any of them tells the sum of
all: a scrape reaches one of them, whichever it is. A worker that takes a dead one's place counts on
in its files.
"""

import asyncio
import os
from collections import Counter as CountOf
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.samples import Sample

from ..wire.host_types import RouteFigures

MEMORY = Path("/dev/shm")
"""Where files are in memory alone: a disk that is busy would keep the event loop waiting."""
LOOK_EVERY = 1.0
"""Seconds after which a worker looks up its gauges again, for those who ask another."""


@contextmanager
def shared_folder() -> Iterator[str]:
    """Make a folder in which workers count together, and remove it in the end."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with TemporaryDirectory(prefix="snowtails-metrics-", dir=place) as folder:
        yield folder


def count_in(folder: str, worker: int) -> None:
    """Have this process count in a folder, as the worker with a number; before it makes `Metrics`.

    The library would tell workers apart by their process: then those of the dead would pile up.
    """
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # where the library looks for it
    values.ValueClass = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Figures:
    """What was counted until some moment."""

    samples: Mapping[str, list[Sample]]
    """By the name that Prometheus has for them."""

    def total(self, name: str) -> int:
        """Return the sum of a metric, whatever its labels."""
        return int(sum(sample.value for sample in self.samples[name]))

    def routes(self) -> tuple[RouteFigures, ...]:
        """Return what was asked for and how long it took, most often asked first."""
        answered: CountOf[str] = CountOf()
        for sample in self.samples["snowtails_request_seconds_count"]:
            answered[sample.labels["route"]] = int(sample.value)
        errors: CountOf[str] = CountOf()
        for sample in self.samples["snowtails_requests_total"]:
            if sample.labels["status"] >= "500":
                errors[sample.labels["route"]] += int(sample.value)
        seconds = self.samples["snowtails_request_seconds_sum"]
        sums = {sample.labels["route"]: sample.value for sample in seconds}
        slowest: dict[str, float] = {}
        for sample in self.samples["snowtails_request_seconds_bucket"]:
            route = sample.labels["route"]
            if route not in slowest and sample.value >= 0.99 * answered[route]:
                slowest[route] = float(sample.labels["le"])
        return tuple(
            RouteFigures(
                route=route,
                answered=count,
                errors=errors[route],
                mean=sums[route] / count,
                slowest=slowest[route] if isfinite(slowest[route]) else None,
            )
            for route, count in answered.most_common()
            if count  # another worker may be about to count the first
        )


class Metrics:
    """What the server counts, for whoever watches over it."""

    def __init__(self, folder: str = "") -> None:
        """Count for this process alone, or in a folder together with others: see `count_in`."""
        self._shared = bool(folder)
        own = CollectorRegistry()
        self._told = CollectorRegistry() if folder else own
        if folder:
            MultiProcessCollector(self._told, folder)  # type: ignore[no-untyped-call]
        self.requests = Counter(
            "snowtails_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=own,
        )
        self.seconds = Histogram(
            "snowtails_request_seconds",
            "Seconds until an answer began.",
            ["route"],
            registry=own,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0),
        )
        # Looking them up by their labels takes longer than counting.
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.faults = Counter(
            "snowtails_faults",
            "Requests that failed by a fault of the server.",
            registry=own,
        )
        self._own = own
        self._watched: list[tuple[Gauge, Callable[[], float]]] = []

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        known = self._known.get((method, route, status))
        if known is None:
            known = self.requests.labels(method, route, str(status)), self.seconds.labels(route)
            self._known[method, route, status] = known
        count, histogram = known
        count.inc()
        histogram.observe(seconds)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever somebody asks."""
        gauge = Gauge(name, text, registry=self._own, multiprocess_mode="livesum")
        self._watched.append((gauge, value))

    def _look(self) -> None:
        for gauge, value in self._watched:
            gauge.set(value())

    async def look_often(self) -> None:
        """Look up the gauges for those who ask another worker."""
        while self._shared:
            self._look()
            await asyncio.sleep(LOOK_EVERY)

    async def text(self) -> bytes:
        """Return everything in the text format of Prometheus."""
        self._look()
        return await asyncio.to_thread(generate_latest, self._told)

    async def figures(self) -> Figures:
        """Return everything, to reckon with."""
        self._look()
        samples: defaultdict[str, list[Sample]] = defaultdict(list)
        for family in await asyncio.to_thread(lambda: list(self._told.collect())):
            for sample in family.samples:
                samples[sample.name].append(sample)
        return Figures(samples)
