"""`Metrics`: what the server counts, in the form of Prometheus."""

from collections import Counter as CountOf
from collections.abc import Callable, Iterator
from math import isfinite

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.samples import Sample

from ..wire.host_types import RouteFigures


def _samples(metric: Counter | Histogram, ending: str) -> Iterator[Sample]:
    for family in metric.collect():
        yield from (each for each in family.samples if each.name.endswith(ending))


class Metrics:
    """What the server counts, for whoever watches over it."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "snowtails_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self.seconds = Histogram(
            "snowtails_request_seconds",
            "Seconds until an answer began.",
            ["route"],
            registry=self.registry,
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0),
        )
        # Looking them up by their labels takes longer than counting.
        self._known: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.faults = Counter(
            "snowtails_faults",
            "Requests that failed by a fault of the server.",
            registry=self.registry,
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        known = self._known.get((method, route, status))
        if known is None:
            known = self.requests.labels(method, route, str(status)), self.seconds.labels(route)
            self._known[method, route, status] = known
        count, histogram = known
        count.inc()
        histogram.observe(seconds)

    def total_faults(self) -> float:
        """Return how many requests failed by a fault of the server."""
        return sum(sample.value for sample in _samples(self.faults, "_total"))

    def routes(self) -> tuple[RouteFigures, ...]:
        """Return what was asked for and how long it took, most often asked first."""
        answered: CountOf[str] = CountOf()
        errors: CountOf[str] = CountOf()
        for sample in _samples(self.requests, "_total"):
            answered[sample.labels["route"]] += int(sample.value)
            if sample.labels["status"] >= "500":
                errors[sample.labels["route"]] += int(sample.value)
        sums = {each.labels["route"]: each.value for each in _samples(self.seconds, "_sum")}
        slowest: dict[str, float] = {}
        for sample in _samples(self.seconds, "_bucket"):
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
        )

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever somebody asks."""
        Gauge(name, text, registry=self.registry).set_function(value)
