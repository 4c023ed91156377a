"""Talking to the application without sockets: many requests, quickly, in one event loop."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from fastapi import FastAPI

HOST = "127.0.0.1:8080"


@dataclass(frozen=True)
class Answer:
    """What a request was answered with."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    def json(self) -> Any:
        """Return the body as what it tells."""
        return json.loads(self.body)


@dataclass
class Listening:
    """A stream that is open."""

    told: bytearray = field(default_factory=bytearray)
    seen: int = 0
    """How much of it has been looked at."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def tells(self, what: bytes) -> None:
        """Wait until it has told something."""
        while what not in self.told:
            self._news.clear()
            await self._news.wait()


@asynccontextmanager
async def living(app: FastAPI) -> AsyncIterator[None]:
    """Start an application, and stop it."""
    async with app.router.lifespan_context(app):
        yield


def _scope(
    app: FastAPI, method: str, target: bytes, headers: Mapping[str, str] | list[tuple[bytes, bytes]]
) -> dict[str, Any]:
    path, _, query = target.partition(b"?")
    pairs = headers if isinstance(headers, list) else _encoded(headers)
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        # As uvicorn reads it: what is no UTF-8 is refused before it comes here.
        "path": unquote_to_bytes(path).decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", HOST.encode()), *pairs],
        "client": ("192.0.2.1", 4711),
        "server": ("127.0.0.1", 8080),
        "app": app,
    }


def _encoded(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


class Direct:
    """Sends requests straight to an application."""

    def __init__(self, app: FastAPI, token: str = "") -> None:
        self.app = app
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    async def become(self, name: str) -> str:
        """Become a visitor; return the token."""
        told = await self.ask("POST", "/api/visitors", {"name": name, "bearer": True})
        token = str(told.json()["token"])
        self.headers = {"authorization": f"Bearer {token}"}
        return token

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Send a request with a JSON body, or none."""
        data = b"" if body is None else json.dumps(body).encode()
        return await self.send(method, path.encode(), _encoded(self.headers), data)

    async def send(
        self, method: str, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes
    ) -> Answer:
        """Send a request as it is; a stream is left as soon as it has begun."""
        sent = False
        status, answered, content = 0, (), bytearray()

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                return {"type": "http.disconnect"}
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            nonlocal status, answered
            if message["type"] == "http.response.start":
                status, answered = message["status"], tuple(message["headers"])
            else:
                content.extend(message.get("body", b""))

        await self.app(_scope(self.app, method, target, headers), receive, send)
        return Answer(status, answered, bytes(content))

    @asynccontextmanager
    async def listen(self, path: str, **headers: str) -> AsyncIterator[Listening]:
        """Open a stream."""
        stream, over = Listening(), asyncio.Event()
        first = True

        async def receive() -> dict[str, Any]:
            nonlocal first
            if first:
                first = False
                return {"type": "http.request", "body": b"", "more_body": False}
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            stream.told.extend(message.get("body", b""))
            stream._news.set()

        pairs = _encoded(self.headers | headers)
        scope = _scope(self.app, "GET", path.encode(), pairs)
        task = asyncio.create_task(self.app(scope, receive, send))
        try:
            yield stream
        finally:
            over.set()
            await task
