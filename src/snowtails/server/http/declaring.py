"""What routes declare: the messages they answer with, and the bodies they take."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import msgspec
from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from ..errors import Unprocessable
from ..wire.answer_types import Problem
from ..wire.declarations import choices_of, components, fields_at, reference

Body = TypeVar("Body", bound=msgspec.Struct)

JSON = "application/json"
EVENTS = "text/event-stream"
TEXTS = ("text/plain", "image/svg+xml")
"""What is answered as text, beside JSON and streams."""
PROBLEM = {
    "description": "Refused: `code` for programs, `message` for people.",
    "content": {JSON: {"schema": reference(Problem)}},
}
PROBLEMS: dict[int | str, dict[str, Any]] = dict.fromkeys(
    (400, 401, 403, 404, 405, 408, 409, 413, 422, 429, 500, 503), PROBLEM
)
COOKIE = "snowtails"
TOKENS = {
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Browsers."},
    "bearer": {"type": "http", "scheme": "bearer", "description": "Programs."},
}
"""By what visitors are known; each request takes either."""
_WHERE = re.compile(r"(?P<message>.*?)(?: - at `\$\.?(?P<where>.*)`)?", re.DOTALL)

_UNKNOWN_FIELD = "Object contains unknown field"
"""What msgspec says first of a field that it does not know; it does not say which ones it does."""


def tells(
    message: Any = None,
    status: int = 200,
    *,
    takes: type[msgspec.Struct] | None = None,
    optional: bool = False,
    media: str = JSON,
) -> dict[str, Any]:
    """Return what a route says of itself: what it answers with, and which body it takes."""
    # What is neither a message nor text would else be read as text.
    other = {"type": "string"} if media in TEXTS else {"type": "string", "format": "binary"}
    schema = reference(message) if message is not None else other
    declared = _answers(status, media, schema)
    if takes is not None:
        body = {"required": not optional, "content": {JSON: {"schema": reference(takes)}}}
        declared["openapi_extra"] = {"requestBody": body}
    return declared


def streams(**events: Any) -> dict[str, Any]:
    """Return what a route says of itself that streams events: by name, the message that each has.

    The schema is that of one event, as tools read it that know streams. Any of them may beat.
    """
    named = {name: reference(message) for name, message in events.items()}
    kinds = [_event(name, data) for name, data in {**named, "beat": {"type": "object"}}.items()]
    return _answers(200, EVENTS, {"oneOf": kinds})


def _event(name: str, data: dict[str, Any]) -> dict[str, Any]:
    properties = {
        "event": {"type": "string", "const": name},
        "data": {"type": "string", "contentMediaType": JSON, "contentSchema": data},
        "id": {"type": "string"},
    }
    return {"type": "object", "properties": properties, "required": ["event", "data"]}


def _answers(status: int, media: str, schema: dict[str, Any]) -> dict[str, Any]:
    content = {media: {"schema": schema}}
    return {
        "status_code": status,
        "response_class": Response,
        "responses": {status: {"description": "As asked.", "content": content}},
    }


def body_of(kind: type[Body]) -> Callable[[Request], Awaitable[Body]]:
    """Return a dependency that reads the body of a request, or refuses it."""
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> Body:
        return _decoded(decoder, await request.body())

    return read


def body_or(kind: type[Body]) -> Callable[[Request], Awaitable[Body]]:
    """Return a dependency that reads the body of a request; without one, all is left as it is."""
    decoder = msgspec.json.Decoder(kind)

    async def read(request: Request) -> Body:
        data = await request.body()
        return kind() if data in (b"", b"null") else _decoded(decoder, data)

    return read


def _decoded(decoder: msgspec.json.Decoder[Body], data: bytes) -> Body:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        found = _WHERE.fullmatch(str(error))
        assert found
        path, told = found["where"] or "", found["message"]
        where = path or "body"
        if told.startswith(_UNKNOWN_FIELD):
            told += f"; known are {', '.join(fields_at(decoder.type, path)) or 'none'}"
        if choices := choices_of(where.rpartition(".")[2]):
            told += f"; choose one of {', '.join(choices)}"
        problems = [{"where": where, "message": told}]
        raise Unprocessable("invalid", f"{where}: {told}", problems=problems) from None


async def refuse_unknown_parameters(request: Request) -> None:
    """Refuse parameters that a route does not declare: nobody should believe that they matter."""
    if not request.scope["query_string"]:
        return
    known = _query_names(request.scope["route"].dependant)
    unknown = [name for name in request.query_params if name not in known]
    if not unknown:
        return
    told = f"unknown parameter; known are {', '.join(known) or 'none'}"
    problems = [{"where": f"query.{name}", "message": told} for name in unknown[:20]]
    raise Unprocessable("invalid", f"query.{unknown[0]}: {told}", problems=problems)


def _query_names(dependant: Dependant) -> list[str]:
    """Return the parameters that a route, or what it depends on, reads from the query."""
    names = [each.alias for each in dependant.query_params]
    for inner in dependant.dependencies:
        names += _query_names(inner)
    return names


Dependency = Callable[..., Any]


def describe(
    app: FastAPI, routers: Sequence[APIRouter], *, known: Dependency, anybody: Dependency
) -> None:
    """Have an application describe its messages in /openapi.json as they are declared.

    `known` is what routes depend on that are for visitors alone, `anybody` what those do that tell
    visitors more.
    """
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = made()
            described = schema.setdefault("components", {})
            described.setdefault("schemas", {}).update(components())
            described["securitySchemes"] = TOKENS
            for route in (route for router in routers for route in router.routes):
                if isinstance(route, APIRoute) and route.include_in_schema:
                    operations = schema["paths"][route.path_format]
                    security = _security(route.dependant, known, anybody)
                    for method in route.methods or ():
                        operations[method.lower()].update(security)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _security(
    dependant: Dependant, known: Dependency, anybody: Dependency
) -> dict[str, list[dict[str, list[str]]]]:
    """Return what a route says of tokens: that it needs one, takes one, or neither."""
    either: list[dict[str, list[str]]] = [{name: []} for name in TOKENS]
    calls = _calls(dependant)
    if known in calls:
        return {"security": either}
    return {"security": [*either, {}]} if anybody in calls else {}


def _calls(dependant: Dependant) -> list[Dependency | None]:
    """Return all that a route depends on."""
    calls = [dependant.call]
    for inner in dependant.dependencies:
        calls += _calls(inner)
    return calls
