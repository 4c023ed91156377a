"""Refusing: what answers say that something is wrong."""

import json
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ...course import InvalidCourse, Refused
from ...rules import InvalidTurn
from ..errors import (
    Conflict,
    Forbidden,
    LimitReached,
    NoTable,
    NotFound,
    RequestError,
    Stopping,
    Unauthorized,
    Unavailable,
    Unprocessable,
)
from ..store.errors import StoreDown
from .pages import missing_page

STATUSES: dict[type[RequestError], int] = {
    Unauthorized: 401,
    Forbidden: 403,
    NotFound: 404,
    NoTable: 404,
    Conflict: 409,
    Unprocessable: 422,
    LimitReached: 429,
    Unavailable: 503,
    Stopping: 503,
}


def handle_errors(app: FastAPI) -> None:
    """Have an application answer whatever goes wrong with a code and a message."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _unreadable)
    app.add_exception_handler(HTTPException, _no_such_page)
    app.add_exception_handler(StoreDown, _refused)


def problem(status: int, code: str, message: str, **facts: Any) -> Response:
    """Return what refuses something; `retry` says after how many seconds to ask again."""
    headers = {"cache-control": "no-store"}
    if retry := facts.get("retry"):
        headers["retry-after"] = str(retry)
    # In plain ASCII: what is refused may have been no text at all, such as half a surrogate pair.
    body = json.dumps({"code": code, "message": message, **facts})
    return Response(body, status, headers, media_type="application/json")


async def _refused(_: Request, error: Exception) -> Response:
    return refusal(error)


def refusal(error: Exception) -> Response:
    """Return the answer that says what is refused, and why."""
    if isinstance(error, StoreDown):
        return problem(503, "store", "the database does not answer; try again", retry=2)
    if isinstance(error, RequestError):
        return problem(STATUSES[type(error)], error.code, str(error), **error.facts)
    if isinstance(error, InvalidCourse):
        problems = [
            {
                "code": each.code,
                "tile": each.tile,
                "message": str(each),
                "facts": {
                    name: fact if isinstance(fact, int) else str(fact)
                    for name, fact in each.facts.items()
                },
            }
            for each in error.problems
        ]
        return problem(422, "course", str(error), problems=problems)
    if isinstance(error, InvalidTurn):
        return problem(422, "unreadable", str(error))
    # Other errors of the rules may carry a position, which has everybody's cards in it.
    return problem(422, "illegal", str(error).partition("\n")[0])


async def _unreadable(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = [
        {"where": ".".join(map(str, each["loc"])), "message": each["msg"]}
        for each in error.errors()
    ]
    told = "; ".join(f"{each['where']}: {each['message']}" for each in problems[:5])
    return problem(422, "invalid", told, problems=problems[:20])


_INSTEAD = {
    "no-page": "there is nothing at this address; /openapi.json lists all that there are",
    "method": "this address does not take this method; /openapi.json lists what each does",
}
"""What would be right instead, by code."""


async def _no_such_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and (page := missing_page(request)):
        return page
    codes = {401: "host", 403: "host", 404: "no-page", 405: "method"}
    code = codes.get(error.status_code, "http")
    refused = problem(error.status_code, code, _INSTEAD.get(code, str(error.detail)))
    refused.headers.update(error.headers or {})
    return refused
