"""The middleware that every request passes before anything else sees it.

It bounds bodies and rates, refuses writes that come from strange pages and bodies that are no text,
sets the headers that protect the page, and writes one line of log for each request, without tokens,
texts or cards. If the application fails, it answers with a reference under which the log tells why.
"""

import asyncio
import ipaddress
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from math import ceil
from typing import Any

from fastapi import Response
from starlette.requests import ClientDisconnect

from ..session.clock import Clock
from ..session.limits import Limits
from .error_handlers import problem
from .metrics import Metrics
from .rate_limit import Rates
from .rated_routes import RatedRoutes

access = logging.getLogger("snowtails.access")
log = logging.getLogger("snowtails.server")

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
LONGEST_CLIENT = 64
"""Characters of what a proxy says of a client by which it is counted; no address is longer."""
READING = ("GET", "HEAD", "OPTIONS")


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
        rates: Rates | None = None,
        rated: RatedRoutes | None = None,
    ) -> None:
        self.app = app
        self.limits = limits
        self.clock = clock
        self.origins = origins
        self.metrics = metrics
        self.rates = rates or Rates(limits)
        self.rated = rated or RatedRoutes([])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        method, status = scope["method"], 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = message.get("headers", [])
                set_already = {name for name, _ in own}
                message["headers"] = [*own, *(h for h in HEADERS if h[0] not in set_already)]
                self._note(method, scope, status, time.perf_counter() - began)
                if method == "HEAD":  # then streams end as well, which have no end of their own
                    await send(message)
                    message = {"type": "http.response.body"}
            elif method == "HEAD":
                return
            await send(message)

        if method == "HEAD":  # whoever may GET something may ask for its head alone
            scope = {**scope, "method": "GET"}
        try:
            await self._answer(scope, receive, send_noted)
        except ClientDisconnect:
            return  # what came is not what was meant: nothing is done, and nobody is answered
        except Exception as error:
            reference = self._note_fault(scope, error)
            if status:
                raise  # too late to answer: the connection is cut
            told = f"something went wrong here; it has been noted as {reference}"
            await problem(500, "fault", told, reference=reference)(scope, receive, send_noted)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or have it answered once its body is there."""
        refusal = self._refusal(scope)
        if refusal is None and scope["method"] not in READING:
            body = await self._read(receive)
            if isinstance(body, bytes):
                receive = _replayed(body, receive)
            else:
                refusal = body
        await (refusal or self.app)(scope, receive, send)

    async def _read(self, receive: Receive) -> bytes | Response:
        """Read the body of a request, or say why it is refused."""
        try:
            async with asyncio.timeout(self.limits.body_within):
                body = await _read(receive, self.limits.body)
        except TimeoutError:
            told = f"the body took longer than {self.limits.body_within:.0f} seconds"
            return problem(408, "slow", told)
        if body is None:
            return problem(413, "body", f"a body has at most {self.limits.body} bytes")
        if not _is_text(body):
            told = "half a surrogate pair is no text; write characters, or both halves"
            return problem(422, "not-text", told)
        return body

    def _refusal(self, scope: Scope) -> Response | None:
        """Return why a request is not even looked at."""
        wait = self._wait(scope)
        if wait:
            told = f"too many requests; wait {wait:.1f} seconds"
            return problem(429, "rate", told, retry=ceil(wait))
        if scope["method"] not in READING and not self._from_here(dict(scope["headers"])):
            told = "this page may not play here; open the server's own address"
            return problem(403, "origin", told)
        return None

    def _wait(self, scope: Scope) -> float:
        """Count a request; return how many seconds its client has to wait if it asks too often."""
        rate = self.rated.rate_of(scope)
        if rate == "free":
            return 0
        client, now = client_of(scope), self.clock.now()
        wait = self.rates.requests.wait(client, now)
        if not wait and rate == "opening":
            wait = self.rates.openings.wait(client, now)
        if not wait and rate == "costly":
            wait = self.rates.costly.wait(client, now)
        return wait

    def _from_here(self, headers: dict[bytes, bytes]) -> bool:
        """Return whether a write comes from our own page, or from no page at all."""
        origin = headers.get(b"origin")
        if origin is not None:
            return origin.decode("latin-1") in self.origins()
        return headers.get(b"sec-fetch-site", b"none") in (b"none", b"same-origin")

    def _note(self, method: str, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.note(method, route, status, seconds)
        if not access.isEnabledFor(logging.INFO):
            return
        access.info(
            "request",
            extra={
                "facts": {
                    "method": method,
                    "route": route,
                    "status": status,
                    "ms": round(seconds * 1000, 1),
                }
            },
        )

    def _note_fault(self, scope: Scope, error: Exception) -> str:
        """Write down what went wrong; return the reference under which it is found in the log."""
        reference = secrets.token_hex(4)
        route = getattr(scope.get("route"), "path", "other")
        facts = {"reference": reference, "method": scope["method"], "route": route}
        log.error("fault", exc_info=error, extra={"facts": facts})
        self.metrics.faults.inc()
        return reference


def client_of(scope: Scope) -> str:
    """Return by what a client is counted: its address, or its network where each has many.

    >>> client_of({"client": ("192.0.2.7", 4711)}), client_of({"client": ("2001:db8::7", 4711)})
    ('192.0.2.7', '2001:db8::/64')
    """
    host = str(scope["client"][0])[:LONGEST_CLIENT] if scope["client"] else "?"
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host  # proxies may hand on what is no address: it is counted as it is
    return str(address.ipv4_mapped or ipaddress.IPv6Network((address, 64), strict=False))


def _is_text(body: bytes) -> bool:
    """Return whether all strings in a JSON body are text: escapes may write half a character."""
    if b"\\ud" not in body and b"\\uD" not in body:
        return True
    try:
        json.dumps(json.loads(body), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    except (ValueError, RecursionError):
        return True  # no JSON at all, which others refuse
    return True


async def _read(receive: Receive, most: int) -> bytes | None:
    """Read the body of a request; return None if it is too large.

    Raises ClientDisconnect if whoever sends it hangs up before its end.
    """
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
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
