"""A fuzzer: requests that nobody should send, straight to the application.

Some are noise, most are requests that the application knows with something wrong in them. Whoever
sends them has no seat, or the wrong number of the event that a decision answers. Nothing may fail,
and at the tables that are shot at nothing may happen but chat.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI

from tests.server.asgi import Direct

LONG = "x" * 5000
TEXTS = ["", " ", "Anna", "\0", "\ud800", "'; DROP TABLE events;--", "../../etc/passwd", "%00"]
TEXTS += ["☃" * 70, LONG, "1L", "@1", "x11", "2LR:>>", "b54321", "nutcracker", "srs", "null", "-1"]
NUMBERS = [0, -1, 1, 7, 2**31, 2**63, -(2**63), 10**30, 1e308, -0.0, 0.5]
METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"]
RAW = [b"", b"{", b"[]", b"null", b'"', b"{}" * 3, b"\xff\xfe", b'{"a":' * 3000, b"[" * 9000]
RAW += [b'{"name":"\\ud800"}', b'{"name":NaN}', b"x" * 20_000, b'{"name":"a","name":"b"}', b"\0"]
HEADERS = ["cookie", "authorization", "origin", "last-event-id", "content-type", "accept-encoding"]
HEADERS += ["if-none-match", "x-forwarded-for", "range", "content-length", "accept-language"]
SELDOM = {
    "/api/solo/courses/random": 0.05,
    "/api/daily": 0.05,
    "/api/solo/courses": 0.05,
    "/api/tables/{table}/picture": 0.002,
    "/api/courses/{course}/picture": 0.002,
    "/api/courses/{course}/image": 0.002,
    "/api/library/{key}/picture": 0.002,
    "/api/daily/picture": 0.002,
}
"""How often, instead of always, something is asked for that takes long: a picture has a process."""
CHATTY = {"chatted", "reacted"}
"""What onlookers may do."""


@dataclass
class Fuzzer:
    """Makes requests up, always the same ones from the same seed."""

    app: FastAPI
    rng: random.Random
    tables: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    """Tables of whoever sends the requests: there anything may happen."""
    tokens: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        described = self.app.openapi()
        self.schemas = described["components"]["schemas"]
        self.operations = [
            (method.upper(), path, about)
            for path, methods in described["paths"].items()
            for method, about in methods.items()
        ]

    async def prepare(self) -> None:
        """Open the tables that are shot at: a race, one of a season, a hot seat, a solo game."""
        host, stranger, owner = (Direct(self.app) for _ in range(3))
        people = (host, "Anna"), (stranger, "Fuzz"), (owner, "Owner")
        self.tokens = [await who.become(name) for who, name in people]
        wishes: list[dict[str, Any]] = [
            {"seats": ["me", "me"], "hot_seat": True, "begin": True},
            {"seats": ["me"], "begin": True, "season": 2},
            {"seats": ["me"], "begin": True, "clock": 600},
        ]
        for who, tables in ((host, self.tables), (owner, self.own)):
            for wish in [*wishes, {"seats": ["me", "open"]}][: 4 if who is owner else 3]:
                tables.append((await who.ask("POST", "/api/tables", wish)).json()["table"])
            tables.append((await who.ask("POST", "/api/solo", {})).json()["table"])

    async def happened(self) -> list[Any]:
        """Return what is known of the host and of the tables, but for chat."""
        host = Direct(self.app, self.tokens[0])

        async def told(path: str) -> Any:
            return (await host.ask("GET", path)).json()

        found = [await told("/api/visitors/me"), await told("/api/visitors/me/history")]
        for table in self.tables:
            events = (await told(f"/api/tables/{table}/events"))["events"]
            view = await told(f"/api/tables/{table}")
            found.append([each for each in events if each["kind"] not in CHATTY])
            found.append({name: view[name] for name in view.keys() - {"number"}})
        return found

    async def shoot(self, count: int) -> None:
        """Send requests; fail on the first that is answered with a fault."""
        direct = Direct(self.app)
        for _ in range(count):
            method, target, headers, body = self._request()
            answer = await direct.send(method, target, headers, body)
            self.statuses[answer.status] += 1
            told = method, target[:300], headers, body[:300], answer.body[:300]
            assert 200 <= answer.status < 500, told
            assert b"Traceback" not in answer.body, told

    # -- making requests up -------------------------------------------------------------------

    def _request(self) -> tuple[str, bytes, list[tuple[bytes, bytes]], bytes]:
        rng = self.rng
        method, path, about = rng.choice(self.operations)
        if rng.random() > SELDOM.get(path, 1.0):
            return self._request()
        if rng.random() < 0.05:
            method = rng.choice(METHODS)
        if rng.random() < 0.05:
            path = "/" + "/".join(self._text() for _ in range(rng.randrange(5)))
        safe, mine = rng.random() < 0.5, rng.random() < 0.3
        filled = re.sub(r"{(\w+)}", lambda found: self._part(found[1], safe, mine), path)
        target = quote(filled, safe="/%", errors="surrogatepass").encode()
        query = [
            f"{quote(each['name'])}={quote(self._text(), errors='surrogatepass')}"
            for each in about.get("parameters", [])
            if each["in"] == "query" and rng.random() < 0.7
        ]
        if query:
            target += b"?" + "&".join(query).encode()
        return method, target, self._headers(path, method, mine), self._body(about, path, mine)

    def _part(self, name: str, safe: bool, mine: bool) -> str:
        if name == "table" and self.rng.random() < 0.8:
            return self.rng.choice(self.own if mine else self.tables)
        if name == "seat" and safe:
            return self.rng.choice("0123")
        return self._text() or "0"

    def _text(self) -> str:
        rng = self.rng
        if rng.random() < 0.7:
            return rng.choice(TEXTS)
        return "".join(chr(rng.randrange(1, 0x3000)) for _ in range(rng.randrange(12)))

    def _headers(self, path: str, method: str, mine: bool) -> list[tuple[bytes, bytes]]:
        rng = self.rng
        headers = [(b"content-type", b"application/json")]
        dice = rng.random()
        # The host's token only where what is sent cannot be right by chance.
        host_may = method == "GET" or path.endswith("/decisions")
        if mine:
            headers.append((b"authorization", b"Bearer " + self.tokens[2].encode()))
        elif dice < 0.5:
            token = self.tokens[0 if host_may and dice < 0.2 else 1]
            headers.append((b"authorization", b"Bearer " + token.encode()))
        for _ in range(rng.randrange(3) if rng.random() < 0.3 else 0):
            name, value = rng.choice(HEADERS), self._text()[:200]
            headers.append((name.encode(), value.encode("utf-8", "replace")))
        return headers

    def _body(self, about: dict[str, Any], path: str, mine: bool) -> bytes:
        rng = self.rng
        if "requestBody" not in about or rng.random() < 0.15:
            return rng.choice(RAW)
        schema = about["requestBody"]["content"]["application/json"]["schema"]
        value = self._value(schema, 0)
        if path.endswith("/decisions") and isinstance(value, dict) and not mine:
            value["answers"] = rng.choice([-1, 10**6, "1", None, 2.5, [], True])
        data = json.dumps(value).encode()
        if rng.random() < 0.1 and data:
            at = rng.randrange(len(data))
            data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        return data

    def _value(self, schema: dict[str, Any], depth: int) -> Any:
        """Return a value of a schema, or something else."""
        rng = self.rng
        if rng.random() < 0.12 or depth > 6:
            return rng.choice([None, True, [], {}, rng.choice(NUMBERS), self._text()])
        if "$ref" in schema:
            return self._value(self.schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for many in ("anyOf", "oneOf", "allOf"):
            if many in schema:
                return self._value(rng.choice(schema[many]), depth + 1)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        match schema.get("type"):
            case "object":
                return dict(self._fields(schema, depth))
            case "array":
                items = schema.get("items") or {}
                return [self._value(items, depth + 1) for _ in range(rng.randrange(4))]
            case "integer" | "number":
                return rng.choice([*NUMBERS, rng.randrange(100)])
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
        return self._text()

    def _fields(self, schema: dict[str, Any], depth: int) -> Iterator[tuple[str, Any]]:
        required = schema.get("required", [])
        for name, inner in schema.get("properties", {}).items():
            if name in required or self.rng.random() < 0.6:
                yield name, self._value(inner, depth + 1)
        if self.rng.random() < 0.05:
            yield self._text(), self._text()
