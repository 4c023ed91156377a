"""`Metrics`: what the server counts, in the form of Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram


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
        self.faults = Counter(
            "snowtails_faults",
            "Requests that failed by a fault of the server.",
            registry=self.registry,
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request that was answered."""
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def watch(self, name: str, text: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is looked up whenever somebody asks."""
        Gauge(name, text, registry=self.registry).set_function(value)
