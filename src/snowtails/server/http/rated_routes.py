"""`rated`: how often a route may be asked, said where it is declared; `RatedRoutes` finds it.

It is found before anything else sees a request: what costs much is refused before it costs.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qsl

from fastapi import APIRouter
from starlette.routing import Route
from starlette.types import Scope

from ...course import Course

Rate = Literal["free", "usual", "opening", "costly", "costly-unless-shipped"]
"""Not counted, counted among all requests, or counted with what is made anew or costs much as well.

What costs much for a course may be kept in memory for those that ship: these have the usual rate,
and so has what names no course. The course is in the path, or for pages in the query.
"""
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_PARAMETER = re.compile(r"\{(?P<name>\w+)(?P<path>:path)?\}")


def rated(rate: Rate) -> Callable[[Endpoint], Endpoint]:
    """Declare the rate of a route's function, below the route; others have the usual one."""

    def declare(endpoint: Endpoint) -> Endpoint:
        vars(endpoint)["rate"] = rate
        return endpoint

    return declare


class RatedRoutes:
    """The rates that the routes of an application declare."""

    def __init__(self, routers: Iterable[APIRouter]) -> None:
        routes = [route for router in routers for route in router.routes]
        self.declared: dict[tuple[str, str], Rate] = {
            (method, route.path): rate
            for route in routes
            if isinstance(route, Route) and (rate := vars(route.endpoint).get("rate"))
            for method in sorted(route.methods or ())
        }
        """By method and path, as they are written at the route."""
        patterns: dict[Rate, list[str]] = {}
        for (method, path), rate in self.declared.items():
            patterns.setdefault(rate, []).append(f"{method} {_pattern(path)}")
        self._patterns = {rate: re.compile("|".join(each)) for rate, each in patterns.items()}

    def rate_of(self, scope: Scope) -> Rate:
        """Return the rate of a request."""
        asked = f"{scope['method']} {scope['path']}"
        for rate, pattern in self._patterns.items():
            if found := pattern.fullmatch(asked):
                if rate != "costly-unless-shipped":
                    return rate
                course = found[found.lastindex] if found.lastindex else _queried(scope)
                return "costly" if course and course not in Course.shipped() else "usual"
        return "usual"


def _pattern(path: str) -> str:
    """Return what the addresses of a route look like; a group is its course."""

    def written(parameter: re.Match[str]) -> str:
        text = ".*" if parameter["path"] else "[^/]+"
        return f"({text})" if parameter["name"] == "course" else text

    return _PARAMETER.sub(written, path.replace(".", r"\."))


def _queried(scope: Scope) -> str:
    """Return the course that a query names; of several the last, as for the routes."""
    query: bytes = scope["query_string"]
    return dict(parse_qsl(query.decode("latin-1"))).get("course", "")
