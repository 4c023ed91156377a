"""Tries what strangers try: python -m tests.long.hostile

Writes from foreign pages, with forged, foreign and stale tokens; bodies that are too large,
requests that never end, and streams that nobody reads, while somebody else plays and should not
notice.
"""

import argparse
import secrets
import socket
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from snowtails.server.store.store import sqlite_url
from tests.long.report import write_report
from tests.server.crashing import ServerProcess, with_token
from tests.server.serving import Guest, Refusal, gentle

HOSTS = ("evil.example", "127.0.0.1", "localhost", "localhost.evil.example", "[::1]", "0.0.0.0")


def origins(url: str) -> list[str]:
    """Return origins that are not the server's own, though some look like it."""
    port = url.rpartition(":")[2]
    found = [
        "null",
        "",
        "file://",
        "about:blank",
        "data:,",
        url + "/",
        url + ".evil.example",
        url.replace("http", "https"),
    ]
    found += [url.replace("127", "0127"), f"http://user@127.0.0.1:{port}", url + "0"]
    for host in HOSTS:
        found += [f"http://{host}", f"https://{host}:{port}", f"http://{host}:{int(port) + 1}"]
        found += [f"ftp://{host}:{port}", f"HTTP://{host}:{port}"]
    return [each for each in dict.fromkeys(found) if each not in (url, f"http://localhost:{port}")]


def forged(tokens: list[str], count: int) -> list[str]:
    """Return tokens that nobody has: made up, altered, cut, lengthened or of other characters."""
    made = []
    for n in range(count):
        token = tokens[n % len(tokens)]
        at = n % len(token)
        altered = token[:at] + ("A" if token[at] != "A" else "B") + token[at + 1 :]
        ways = secrets.token_urlsafe(32), altered, token[:-1], token + "A", token.swapcase()
        made.append(ways[n % len(ways)])
    return made


def p99_of(guest: Guest, table: str, count: int) -> float:
    """Return within how many seconds 99 of 100 requests of a neighbour are answered."""
    took = []
    for _ in range(count):
        began = time.perf_counter()
        guest.view(table)
        took.append(time.perf_counter() - began)
    return sorted(took)[int(count * 0.99)]


def attack(url: str, table: str, clients: int, stack: ExitStack) -> None:
    """Open connections that send slowly, and streams that nobody reads."""
    found = httpx.URL(url)
    assert found.port
    for n in range(clients):
        client = socket.create_connection((found.host, found.port), timeout=60)
        stack.callback(client.close)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sent = (
            b"POST /api/visitors HTTP/1.1\r\nhost: h\r\ncontent-length: 1000\r\n\r\n{",
            b"GET /api/tab",
            b"GET /api/stream?table=%s HTTP/1.1\r\nhost: h\r\n\r\n" % table.encode(),
            b"GET /api/courses HTTP/1.1\r\nhost: h\r\n\r\n" * 20,
        )[n % 4]
        client.sendall(sent)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=400, help="slow and never-reading ones")
    parser.add_argument("--requests", type=int, default=2_000, help="of a neighbour")
    given = parser.parse_args()
    results: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = ServerProcess(sqlite_url(Path(folder) / "snowtails.db"))
        stack.callback(server.stop)
        guest = Guest(server.url)
        tokens = [guest.post("/api/visitors", name="Anna", bearer=True)["token"] for _ in range(10)]
        with_token(guest, tokens[0])
        table = guest.open(course="whole-box", seats=["me"], begin=True)
        view = guest.view(table)
        tried = origins(server.url)
        for origin in tried:
            answer = guest.http.post("/api/tables", json={}, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin
        results["hostile origins, none accepted"] = len(tried)
        for n, token in enumerate([*tokens[1:], *forged(tokens, given.tokens - 9)]):
            with_token(guest, token)
            with pytest.raises(Refusal) as caught:
                guest.decide(table, 0, gentle(view), view["asks"])
            assert caught.value.status == (403 if n < 9 else 401)
        with_token(guest, tokens[0])
        assert guest.view(table)["number"] == view["number"]
        results["foreign, forged and stale tokens, none accepted"] = given.tokens
        before = p99_of(guest, table, given.requests)
        attack(server.url, table, given.clients, stack)
        large = guest.http.post("/api/visitors", content=b"x" * 10_000_000)
        assert large.status_code == 413
        during = p99_of(guest, table, given.requests)
        results["slow and never-reading clients at once"] = given.clients
        results["p99 of a neighbour before, ms"] = f"{before * 1000:.1f}"
        results["p99 of a neighbour meanwhile, ms"] = f"{during * 1000:.1f}"
        guest.close()
    write_report("hostile", "hostile origins, tokens and clients", results)


if __name__ == "__main__":
    main()
