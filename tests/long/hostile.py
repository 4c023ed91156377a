"""Tries what strangers try: python -m tests.long.hostile

Writes from foreign pages, with forged, foreign and stale tokens; bodies that are too large,
requests that never end, and streams that nobody reads, while somebody else plays and should not
notice.
"""

import argparse
import multiprocessing
import secrets
import socket
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
import pytest

from snowtails.server.store.engine import sqlite_url
from tests.long.report import Goal, write_report
from tests.server.crashing import LeanGuest, ServerProcess, open_race, with_token
from tests.server.serving import Guest, Json, Refusal, gentle

HOSTS = ["evil.example", "127.0.0.1", "localhost", "localhost.evil.example", "[::1]", "0.0.0.0"]
HOSTS += ["127.0.0.1.evil.example", "xn--localhost-e1a"]


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


class Neighbour:
    """Somebody who races, talks at a table that many listen to, and notes how long answers take."""

    def __init__(self, url: str, token: str, table: str) -> None:
        self.guest = LeanGuest(url)
        self.guest.token = token
        self.table = table
        self._race = ""
        self._is_over = True
        self._asked: Json | None = None
        """The view whose decision is due."""
        self._said = 0

    def play(self, seconds: float) -> list[float]:
        """Race on, looking and deciding in turn; return how long each answer took."""
        took: list[float] = []
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            if self._is_over:
                self._race, self._is_over = open_race(self.guest), False
            began = time.perf_counter()
            if len(took) % TALKS_EVERY == 0:
                self._talk()
            elif self._asked:
                self._decide(self._asked)
            else:
                self._look()
            took.append(time.perf_counter() - began)
            time.sleep(1 / PACE)
        return took

    def _talk(self) -> None:
        self._said += 1
        text = f"{self._said} " + "x" * 200
        self.guest.post(f"/api/tables/{self.table}/chat", text=text, key=str(self._said))

    def _look(self) -> None:
        view = self.guest.view(self._race)
        self._is_over = view["stage"] == "over"
        self._asked = view if view["choices"]["decisions"] else None

    def _decide(self, view: Json) -> None:
        self.guest.decide(self._race, 0, gentle(view), view["asks"])
        self._asked = None


TALKS_EVERY = 40
"""Requests of which one is something said, for those to hear who listen and do not read."""
SLOWER = 1.2
"""How much longer 99 of 100 answers may take beside an attack."""
PACE = 40.0
"""Requests a second of the neighbour, within what anybody may."""


SPAWNED = multiprocessing.get_context("spawn")


class Attack:
    """Clients that send slowly, ask without reading, or listen without reading."""

    def __init__(self, url: str, table: str, clients: int) -> None:
        found = httpx.URL(url)
        assert found.port
        self._server = found.host, found.port
        self._sent = (
            b"POST /api/visitors HTTP/1.1\r\nhost: h\r\ncontent-length: 1000\r\n\r\n{",
            b"GET /api/tab",
            b"GET /api/stream?table=%s HTTP/1.1\r\nhost: h\r\n\r\n" % table.encode(),
            b"GET /api/courses HTTP/1.1\r\nhost: h\r\n\r\n" * 20,
            b"POST /api/visitors HTTP/1.1\r\nhost: h\r\ncontent-length: 10000000\r\n\r\n"
            + b"x" * 100_000,
        )
        self._clients = clients
        self._over = SPAWNED.Event()
        self._connections = SPAWNED.Value("i", 0)

    def __enter__(self) -> "Attack":
        # In a process of its own: what is measured in this one has to wait for the server only.
        self._process = SPAWNED.Process(target=self._keep_on)
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._process.join()
        assert self._process.exitcode == 0

    @property
    def connections(self) -> int:
        """How many were opened."""
        return int(self._connections.value)

    def _keep_on(self) -> None:
        """Keep so many connections open; whoever is cut off comes again."""
        with ExitStack() as stack:
            opened = [stack.enter_context(self._connect(n)) for n in range(self._clients)]
            while not self._over.wait(0.5):
                for n, client in enumerate(opened):
                    if self._is_cut(client):
                        client.close()
                        opened[n] = stack.enter_context(self._connect(n))

    def _connect(self, n: int) -> socket.socket:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.bind((f"127.0.1.{1 + n % ATTACKERS}", 0))
        client.settimeout(5)
        with suppress(OSError):  # then it is cut off already
            client.connect(self._server)
            client.sendall(self._sent[n % len(self._sent)])
        client.setblocking(False)
        self._connections.value += 1
        return client

    def _is_cut(self, client: socket.socket) -> bool:
        try:
            return client.recv(1, socket.MSG_PEEK) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True


ATTACKERS = 20
"""Addresses that the attack comes from."""


@dataclass
class Tokens:
    """Tokens of all kinds, for one seat."""

    own: str
    foreign: list[str]
    """Of people who sit elsewhere, or sat there before the seat was moved."""
    deleted: list[str]
    """Of people who had themselves deleted."""


def make_tokens(url: str) -> tuple[str, Tokens]:
    """Open a table; return it, and tokens for it."""
    with closing(Guest(url)) as guest:

        def arrive() -> str:
            return str(guest.post("/api/visitors", name="Anna", bearer=True)["token"])

        own, before, *foreign = [arrive() for _ in range(8)]
        with_token(guest, before)
        table = guest.open(course="whole-box", seats=["me"], begin=True)
        code = guest.post(f"/api/tables/{table}/seats/0/recovery")["code"]
        with_token(guest, own)
        guest.post(f"/api/tables/{table}/seats/0/recover", code=code)
        deleted = [arrive() for _ in range(4)]
        for token in deleted:
            with_token(guest, token)
            guest.post("/api/visitors/me/delete", name="Anna")
        return table, Tokens(own, [before, *foreign], deleted)


def try_tokens(url: str, table: str, tokens: Tokens, count: int) -> None:
    """Decide with tokens that may not."""
    view = view_of(url, table, tokens.own)
    known = [tokens.own, *tokens.foreign]
    nobodys = [*tokens.deleted, *forged(known, count - len(known) + 1 - len(tokens.deleted))]
    for n, token in enumerate([*tokens.foreign, *nobodys]):
        if n % 150 == 0:  # within what one address may
            guest = LeanGuest(url, f"127.0.2.{1 + n // 150}")
        guest.token = token
        with pytest.raises(Refusal) as caught:
            guest.decide(table, 0, gentle(view), view["asks"])
        assert caught.value.status == (403 if token in tokens.foreign else 401), caught.value
    assert view_of(url, table, tokens.own) == view, "something was accepted"


def view_of(url: str, table: str, token: str) -> Json:
    """Return a table as somebody sees it."""
    guest = LeanGuest(url)
    guest.token = token
    view = guest.view(table)
    guest.close()
    return view


def p99(took: list[float]) -> float:
    """Return within how many milliseconds 99 of 100 requests are answered."""
    return sorted(took)[int(len(took) * 0.99)] * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tokens", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=400, help="slow and never-reading ones")
    parser.add_argument("--rounds", type=int, default=2, help="with and without them, in turn")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each")
    given = parser.parse_args()
    results: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = ServerProcess(sqlite_url(Path(folder) / "snowtails.db"), "--limited")
        stack.callback(server.stop)
        table, tokens = make_tokens(server.url)
        guest = stack.enter_context(closing(Guest(server.url)))
        with_token(guest, tokens.own)
        tried = origins(server.url)
        for origin in tried:
            path = f"/api/tables/{table}/seats/0/leave"
            answer = guest.http.post(path, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin
        assert len(tried) >= 40
        results["hostile origins, none accepted"] = len(tried)
        try_tokens(server.url, table, tokens, given.tokens)
        results["foreign, forged and stale tokens, none accepted"] = given.tokens
        results["of these, of people deleted or with their seat moved"] = 1 + len(tokens.deleted)
        large = guest.http.post("/api/visitors", content=b"x" * 10_000_000)
        assert large.status_code == 413
        neighbour = Neighbour(server.url, tokens.own, table)
        neighbour.play(2.0)
        quiet: list[float] = []
        attacked: list[float] = []
        connections = 0
        for _ in range(given.rounds):
            quiet += neighbour.play(given.seconds)
            with Attack(server.url, table, given.clients) as attack:
                attacked += neighbour.play(given.seconds)
            connections += attack.connections
            print(f"{p99(quiet):.1f} ms, {p99(attacked):.1f} ms", flush=True)
        results["slow, greedy and never-reading clients at once"] = given.clients
        results["connections that they opened"] = connections
        results["requests of a neighbour"] = len(quiet) + len(attacked)
        for told, took in (("without them", quiet), ("beside them", attacked)):
            middle = f"{median(took) * 1000:.1f} and {p99(took):.1f}"
            results[f"a neighbour's answers {told}, median and p99 in ms"] = middle
    slower = Goal("p99 beside them, of that without", p99(attacked) / p99(quiet), SLOWER)
    write_report("hostile", "hostile origins, tokens and clients", results, [slower])


if __name__ == "__main__":
    main()
