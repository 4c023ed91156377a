"""`DirectRoutes`: decisions and streams, most of what is asked for, without the framework.

The framework spends more on a request than a decision takes. Its routes are declared all the same,
and describe themselves in /openapi.json: here the same functions are called in the same order. What
is not written just as expected is passed on to the framework, which refuses it or reads it anyway.
"""

import re
from typing import Any

from fastapi import APIRouter, Request, Response

from ...course import Refused
from ..store.errors import StoreDown
from ..wire.requests import DecisionRequest
from .declaring import body_of
from .dependencies import hub_of, session_of, visitor_known, visitor_or_none
from .error_handlers import refusal
from .middleware import Application, Receive, Scope, Send
from .routes import seats, stream

_DECISIONS = re.compile(r"/api/tables/([\w-]{1,64})/seats/([0-4])/decisions", re.ASCII)
_STREAM = "/api/stream"
_FLAGS = {"lobby", "races", "changes"}
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_NAME = re.compile(r"[\w-]{1,64}", re.ASCII)

_decision_in = body_of(DecisionRequest)


class DirectRoutes:
    """Answers decisions and streams, and passes everything else on."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self._decide = _declared(seats.router, seats.decide)
        self._stream = _declared(stream.router, stream.stream)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        response = await self._response(scope, receive) if scope["type"] == "http" else None
        await (response or self.app)(scope, receive, send)

    async def _response(self, scope: Scope, receive: Receive) -> Response | None:
        """Return the answer to a request; None if it is to be passed on."""
        method, path = scope["method"], scope["path"]
        try:
            plain = not scope["query_string"]
            if method == "POST" and plain and (found := _DECISIONS.fullmatch(path)):
                scope["route"] = self._decide
                return await _decide(Request(scope, receive), found[1], int(found[2]))
            if method == "GET" and path == _STREAM:
                request = Request(scope, receive)
                if (topics := _topics(request)) is not None:
                    scope["route"] = self._stream
                    return await _listen(request, topics)
        except (Refused, StoreDown) as error:
            return refusal(error)
        return None


def _declared(router: APIRouter, endpoint: Any) -> Any:
    """Return the route by which the framework would reach a function."""
    return next(route for route in router.routes if getattr(route, "endpoint", None) is endpoint)


async def _decide(request: Request, table: str, seat: int) -> Response:
    hub = await hub_of(request)
    visitor = await visitor_or_none(request, hub)
    session = await session_of(table, hub, visitor)
    known = await visitor_known(visitor)
    return await seats.decide(session, seat, known, await _decision_in(request))


async def _listen(request: Request, topics: dict[str, Any]) -> Response:
    hub = await hub_of(request)
    return await stream.stream(request, hub, await visitor_or_none(request, hub), **topics)


def _topics(request: Request) -> dict[str, Any] | None:
    """Return what a stream should be about; None if it is not plain."""
    topics: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in topics:
            return None
        if name in _FLAGS and value in ("true", "false"):
            topics[name] = value == "true"
        elif name == "after" and _NUMBER.fullmatch(value):
            topics[name] = int(value)
        elif name == "table" and _NAME.fullmatch(value):
            topics[name] = value
        else:
            return None
    return topics
