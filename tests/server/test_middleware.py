"""What is refused before anybody looks at it, and who is counted as whom."""

import asyncio
import re
import socket
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import httpx
import pytest

from snowtails.server.http import protocol
from snowtails.server.http.dependencies import FAR_BEHIND
from snowtails.server.http.metrics import Metrics
from snowtails.server.http.middleware import (
    Application,
    Message,
    Receive,
    RequestMiddleware,
    Scope,
    Send,
    client_of,
)
from snowtails.server.http.server import running
from snowtails.server.session.limits import Limits
from snowtails.server.table.events import Event
from snowtails.server.table.table import Table
from tests.server import serving as serving_module
from tests.server.serving import GENEROUS, PATIENCE, ManualClock, Serving


def limited(tmp_path: Path, limits: Limits) -> Serving:
    return Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits, clock=ManualClock())


def guarded(app: Application) -> RequestMiddleware:
    return RequestMiddleware(
        app, limits=GENEROUS, clock=ManualClock(), origins=frozenset, metrics=Metrics()
    )


def post(path: str, client: str = "192.0.2.1") -> Scope:
    where = {"path": path, "query_string": b"", "client": (client, 4711)}
    return {"type": "http", "method": "POST", "headers": [], **where}


# -- no text ---------------------------------------------------------------------------------------

HALF = rb'"\udc7b"'


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/tables/{table}/seats/0/plan", b'{"a": [%s]}'),
        ("PUT", "/api/tables/{table}/seats/0/plan", b"{%s: 1}"),
        ("POST", "/api/tables/{table}/chat", b'{"text": %s, "key": "k"}'),
        ("POST", "/api/visitors", b'{"name": %s}'),
        ("PUT", "/api/visitors/me", b'{"name": %s}'),
        ("POST", "/api/tables", b'{"course": %s}'),
        ("POST", "/api/solo", b'{"course": %s}'),
        ("POST", "/api/replays", b'{"record": %s}'),
        ("POST", "/api/nowhere", b"%s"),
    ],
)
def test_half_a_character_is_refused_on_every_route(
    serving: Serving, method: str, path: str, body: bytes
) -> None:
    anna = serving.guest("Anna")
    response = anna.http.request(
        method,
        path.format(table=anna.open(seats=["me", "pup"], begin=True)),
        content=body % HALF,
        headers={"content-type": "application/json"},
    )
    assert (response.status_code, response.json()["code"]) == (422, "not-text")


def test_whole_characters_may_be_escaped(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me", "pup"], begin=True)
    path = f"/api/tables/{table}/seats/0/plan"
    for body in (rb'{"a": "\ud83d\udc3a"}', rb'{"a": "\\\\udc7b"}'):
        headers = {"content-type": "application/json"}
        assert anna.http.put(path, content=body, headers=headers).status_code == 200
    assert anna.http.put(path, content=rb'{"\ud800', headers=headers).json()["code"] == "invalid"


# -- rates -----------------------------------------------------------------------------------------


def test_what_costs_much_has_a_rate_of_its_own(tmp_path: Path) -> None:
    limits = replace(GENEROUS, costly_rate=0.001, costly_burst=2)
    with limited(tmp_path, limits) as serving:
        http = serving.guest().http
        codes = [http.get("/api/courses/srs/drawing").status_code for _ in range(3)]
        assert codes == [200, 200, 429]
        refused = http.get("/api/courses/srs/drawing")
        assert refused.json()["retry"] == int(refused.headers["retry-after"]) > 900
        assert http.get("/api/tables/nothing/replay").status_code == 429
        assert http.post("/api/courses", json={}).status_code == 429
        # What ships is kept, and everything else goes on.
        assert http.get("/api/courses/nutcracker/drawing").status_code == 200
        assert http.get("/api/courses").status_code == 200


def test_whoever_asks_for_a_long_log_often_has_to_wait(tmp_path: Path) -> None:
    limits = replace(GENEROUS, costly_rate=0.001, costly_burst=2)
    with limited(tmp_path, limits) as serving:
        anna = serving.guest("Anna")
        table = anna.open(seats=["me", "pup"], begin=True)
        session = serving.run(serving.hub.session(table))
        holder = session.table.seats[0].holder or ""

        def talk(table: Table, now: float) -> tuple[Event, ...]:
            said = table.chat(holder, "Anna", "Go!", str(table.number), now)
            return said if table.number < FAR_BEHIND + 10 else ()

        while serving.run(session.do(talk)):
            pass
        near = session.table.number - FAR_BEHIND
        for _ in range(3):  # what is missing to those who come back is not counted
            assert len(anna.get(f"/api/tables/{table}/events", after=near)["events"]) == FAR_BEHIND
            with anna.tab(table, after=near) as tab:
                tab.next("view")
        with anna.tab(table, after=0) as tab:
            tab.next("view")
        assert len(anna.get(f"/api/tables/{table}/events")["events"]) > FAR_BEHIND
        for path in (f"tables/{table}/events", f"stream?table={table}&after=0"):
            refused = anna.http.get(f"/api/{path}")
            assert (refused.status_code, refused.json()["code"]) == (429, "rate")
            assert int(refused.headers["retry-after"]) > 900


def test_the_files_of_the_page_are_not_counted(tmp_path: Path) -> None:
    with limited(tmp_path, replace(GENEROUS, rate=0.001, burst=1)) as serving:
        http = serving.guest().http
        files = re.findall(r'"(/assets/[^"]+)"', http.get("/").text)
        assert len(files) > 20
        assert {http.get(path).status_code for path in files} == {200}
        assert http.get("/").status_code == 429


def test_a_class_behind_one_address_can_begin_at_once(tmp_path: Path) -> None:
    with limited(tmp_path, replace(Limits(), certify=False)) as serving:
        for number in range(30):
            guest = serving.guest(f"Anna {number}")
            guest.get("/")
            table = guest.open(seats=["me", "pup"], begin=True)
            for path in ("", "/presence", "/events", "/seats/0/plan"):
                guest.get(f"/api/tables/{table}{path}")
            for path in ("map", "drawing"):
                guest.get(f"/api/courses/srs/{path}")
            for path in ("daily", "library", "courses", "mushers", "races", "visitors/me"):
                guest.get(f"/api/{path}")


def test_an_address_of_many_is_counted_by_its_network() -> None:
    assert client_of({"client": ("2001:db8::1", 1)}) == client_of({"client": ("2001:db8::2", 1)})
    assert client_of({"client": ("2001:db8:0:1::1", 1)}) != client_of(
        {"client": ("2001:db8::2", 1)}
    )
    assert client_of({"client": ("::ffff:192.0.2.7", 1)}) == "192.0.2.7"
    assert client_of({"client": None}) == "?"


@pytest.mark.parametrize("told", ["a:b:c", "192.0.2.1:port", ":", "::1::", "nobody", "a" * 9999])
def test_what_is_no_address_is_counted_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str
) -> None:
    assert told.startswith(client_of({"client": (told, 0)}))
    believing = partial(running, trusted_proxies="127.0.0.1")
    monkeypatch.setattr(serving_module, "running", believing)
    with limited(tmp_path, replace(GENEROUS, rate=0.001, burst=1)) as serving:
        http = serving.guest().http
        asked = [http.get("/api/courses", headers={"x-forwarded-for": told}) for _ in range(2)]
    assert [each.status_code for each in asked] == [200, 429]


@pytest.mark.parametrize(
    ("trusted", "forwarded", "same"),
    [
        ("", ["192.0.2.1", "192.0.2.2"], True),  # nobody is believed
        ("198.51.100.1", ["192.0.2.1", "192.0.2.2"], True),  # another proxy would be
        ("127.0.0.1", ["192.0.2.1", "192.0.2.2"], False),
        ("127.0.0.1", ["6.6.6.6, 192.0.2.1", "7.7.7.7, 192.0.2.1"], True),  # what a client claims
        ("127.0.0.0/8,10.0.0.0/8", ["192.0.2.1, 10.1.1.1", "192.0.2.2, 10.1.1.1"], False),
    ],
)
def test_only_trusted_proxies_say_who_asks(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trusted: str,
    forwarded: list[str],
    same: bool,
) -> None:
    monkeypatch.setattr(
        serving_module, "running", lambda app, end: running(app, end, trusted_proxies=trusted)
    )
    with limited(tmp_path, replace(GENEROUS, rate=0.001, burst=1)) as serving:
        http = serving.guest().http
        codes = [
            http.get("/api/courses", headers={"x-forwarded-for": each}).status_code
            for each in forwarded
        ]
    assert codes == ([200, 429] if same else [200, 200])


# -- heads ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/race/some-table", "/health", "/ready", "/metrics", "/openapi.json", "/host"),
        *("/api/courses", "/api/courses/srs/drawing", "/api/courses/srs/picture", "/api/tables"),
        "/manifest.webmanifest",
        "/api/nothing",
    ],
)
def test_the_head_of_what_may_be_read_may_be_asked_for_alone(serving: Serving, path: str) -> None:
    http = serving.guest().http
    whole, head = http.get(path), http.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    told = [name for name in whole.headers if name not in ("date", "content-length")]
    assert set(told) <= set(head.headers)
    if path != "/metrics":
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert http.head("/api/tables/some-table/begin").status_code == 405


def test_the_head_of_a_stream_does_not_listen(fresh: Serving) -> None:
    guest = fresh.guest("Anna")
    table = guest.open(seats=["me", "pup"], begin=True)
    fresh.wait_until(lambda: guest.view(table)["choices"]["decisions"])
    for path in (f"/api/stream?table={table}", f"/api/tables/{table}/seats/0/coach"):
        head = guest.http.head(path)
        assert head.headers["content-type"].startswith("text/event-stream")
    fresh.wait_until(lambda: not fresh.hub.listeners)


# -- slow clients ----------------------------------------------------------------------------------


def connected(serving: Serving) -> socket.socket:
    url = httpx.URL(serving.url)
    assert url.port
    return socket.create_connection((url.host, url.port), timeout=PATIENCE)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /api/courses HT",
        b"GET /health HTTP/1.1\r\nhost: here\r\n\r\nGET /hea",
    ],
)
def test_whoever_never_ends_a_request_is_cut_off(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(protocol, "HEAD_WITHIN", 0.05)
    with connected(serving) as client:
        wait_until_cut_off(client, sent)


@pytest.mark.parametrize(
    ("request_sent", "status", "byte"),
    [
        (b"GET /health HTTP/1.1\r\nhost: here\r\n\r\n", b"200", b"\r\n"),
        # Refused before its body is there.
        (
            b"POST / HTTP/1.1\r\nhost: a\r\norigin: http://evil\r\ncontent-length: 99\r\n\r\n",
            b"403",
            b"{",
        ),
    ],
)
def test_whoever_was_answered_and_never_asks_again_is_cut_off(
    serving: Serving,
    monkeypatch: pytest.MonkeyPatch,
    request_sent: bytes,
    status: bytes,
    byte: bytes,
) -> None:
    monkeypatch.setattr(protocol, "NEXT_WITHIN", 0.5)
    with connected(serving) as client:
        client.sendall(request_sent)
        assert client.recv(65536).split()[1] == status
        # The HTTP server takes a byte for somebody who goes on.
        wait_until_cut_off(client, byte)


def test_a_request_sent_behind_another_has_all_the_time_it_takes(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "NEXT_WITHIN", 0.0)  # of whoever waits, cut off at once
    with connected(serving) as client:
        asked = b"GET /api/courses HTTP/1.1\r\nhost: here\r\n\r\n"
        stream = b"GET /api/stream?lobby=true HTTP/1.1\r\nhost: here\r\n\r\n"
        client.sendall(asked + stream)
        read = b""
        while b"event: lobby" not in read:
            got = client.recv(65536)
            assert got, "cut off while it was answered"
            read += got


def wait_until_cut_off(client: socket.socket, sent: bytes = b"") -> None:
    with suppress(ConnectionResetError, BrokenPipeError):
        client.sendall(sent)
        while client.recv(65536):
            pass


def test_a_body_that_does_not_come_is_refused(tmp_path: Path) -> None:
    limits = replace(GENEROUS, body_within=0.05)
    head = b"POST /api/visitors HTTP/1.1\r\nhost: here\r\ncontent-length: 99\r\n\r\n"
    with limited(tmp_path, limits) as serving, connected(serving) as client:
        client.sendall(head + b"{")
        assert client.recv(65536).startswith(b"HTTP/1.1 408")


def test_a_body_that_is_broken_off_is_not_acted_upon() -> None:
    asked: list[Scope] = []

    async def note(scope: Scope, _: Receive, send: Send) -> None:
        asked.append(scope)
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body"})

    async def begin(*came: Message) -> list[str]:
        sent: list[str] = []
        messages = iter(came)

        async def receive() -> Message:
            return next(messages)

        async def send(message: Message) -> None:
            sent.append(message["type"])

        await guarded(note)(post("/api/tables/t/begin"), receive, send)
        return sent

    gone = {"type": "http.disconnect"}
    part = {"type": "http.request", "body": b"{", "more_body": True}
    assert asyncio.run(begin(gone)) == []
    assert asyncio.run(begin(part, gone)) == []
    assert asked == []
    whole = {"type": "http.request", "body": b"}", "more_body": False}
    assert len(asyncio.run(begin(part, whole))) == 2
    assert len(asked) == 1


def test_whoever_never_reads_is_cut_off(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READ_WITHIN", 0.05)
    request = b"GET /api/courses HTTP/1.1\r\nhost: here\r\n\r\n"

    def ask_on(client: socket.socket) -> None:
        while True:
            client.sendall(request)  # and again, without reading any answer

    with connected(serving) as client, pytest.raises((ConnectionResetError, BrokenPipeError)):
        ask_on(client)
