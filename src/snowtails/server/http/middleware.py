"""The middleware that every request passes before anything else sees it.

It bounds bodies and rates, refuses writes that come from strange pages, sets the headers that
protect the page, and writes one line of log for each request, without tokens, texts or cards.
"""

import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram

from ..session.clock import Clock
from ..session.limits import Limits
from .rate_limit import RateLimiter

access = logging.getLogger("snowtails.access")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
READING = ("GET", "HEAD", "OPTIONS")
UNCOUNTED = ("/health", "/ready", "/metrics")
OPENING = ("/api/tables", "/api/visitors", "/api/solo")
"""Paths at which something new is made; they have a rate of their own."""


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


class RequestMiddleware:
    """Wraps an application."""

    def __init__(
        self,
        app: Application,
        *,
        limits: Limits,
        clock: Clock,
        origins: Callable[[], frozenset[str]],
        metrics: Metrics,
    ) -> None:
        self.app = app
        self.limits = limits
        self.clock = clock
        self.origins = origins
        self.metrics = metrics
        self.rates = RateLimiter(limits.rate, limits.burst)
        self.openings = RateLimiter(limits.opening_rate, limits.opening_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS]
                self._note(scope, status, time.perf_counter() - began)
            await send(message)

        headers = dict(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal is None and scope["method"] not in READING:
            body = await _read(receive, self.limits.body)
            if body is None:
                told = f"a body has at most {self.limits.body} bytes"
                refusal = 413, "body", told, 0
            else:
                receive = _replayed(body, receive)
        if refusal is not None:
            await _refuse(send_noted, *refusal)
            return
        await self.app(scope, receive, send_noted)

    def _refusal(
        self, scope: Scope, headers: dict[bytes, bytes]
    ) -> tuple[int, str, str, float] | None:
        """Return why a request is not even looked at: status, code, sentence, seconds to wait."""
        client = scope["client"][0] if scope["client"] else "?"
        now = self.clock.now()
        path, writing = scope["path"], scope["method"] not in READING
        if path in UNCOUNTED:
            return None
        wait = self.rates.wait(client, now)
        if not wait and writing and path in OPENING:
            wait = self.openings.wait(client, now)
        if wait:
            return 429, "rate", f"too many requests; wait {wait:.1f} seconds", wait
        if writing and not self._from_here(headers):
            told = "this page may not play here; open the server's own address"
            return 403, "origin", told, 0
        return None

    def _from_here(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether a write comes from our own page, or from no page at all."""
        origin = headers.get(b"origin")
        if origin is not None:
            return origin.decode("latin-1") in self.origins()
        return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.requests.labels(scope["method"], route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        access.info(
            "request",
            extra={
                "facts": {
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                }
            },
        )


async def _read(receive: Receive, most: int) -> bytes | None:
    """Read the body of a request; return None if it is too large."""
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Return a way to receive a body again that was read before."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _refuse(send: Send, status: int, code: str, message: str, wait: float) -> None:
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if wait:
        headers.append((b"retry-after", b"%d" % max(1, round(wait))))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class JsonLines(logging.Formatter):
    """Writes each line of log as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
