"""A server killed in mid-race, again and again, has lost nothing that it acknowledged."""

import os
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from tests.server.serving import Guest, Refusal, gentle

CRASHES = 10
ACKNOWLEDGED = 12
"""Acknowledgements after which the server is killed."""
TABLES = 3


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str) -> None:
        command = [
            sys.executable,
            "-m",
            "snowtails",
            "serve",
            "--port",
            "0",
            "--database",
            database,
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        found = None
        for line in self.process.stdout:
            if found := re.search(r"http://\S+", line):
                break
        assert found, "the server did not start"
        self.url = found[0]

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout
        self.process.stdout.close()


class Racer:
    """Races at one table, and notes what was acknowledged."""

    def __init__(self, token: str, table: str) -> None:
        self.token, self.table = token, table
        self.noted: dict[int, Any] = {}
        self.pending: tuple[str, int] | None = None
        """A decision that was sent and not acknowledged: it is sent again."""

    def race(self, url: str, acknowledged: "threading.Semaphore", over: threading.Event) -> None:
        """Decide until the server is gone."""
        guest = Guest(url)
        guest.http.headers["authorization"] = f"Bearer {self.token}"
        try:
            while not over.is_set():
                self.decide(guest)
                acknowledged.release()
        except httpx.TransportError:
            return
        finally:
            guest.close()

    def decide(self, guest: Guest) -> None:
        if self.pending is None:
            view = guest.view(self.table)
            if view["stage"] == "over":
                guest.post(f"/api/tables/{self.table}/chat", text="over", key=os.urandom(8).hex())
                return
            if not view["choices"]["decisions"]:
                return
            self.pending = gentle(view), view["asks"]
        decision, asks = self.pending
        done = guest.decide(self.table, 0, decision, asks)
        self.noted[done["number"]] = done["event"]
        self.pending = None


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(database: str) -> None:
    server = Server(database)
    first = Guest(server.url)
    token = first.post("/api/visitors", name="Anna", bearer=True)["token"]
    first.http.headers["authorization"] = f"Bearer {token}"
    wish = {"course": "whole-box", "seats": ["me", "pup"], "begin": True}
    racers = [Racer(token, first.open(**wish)) for _ in range(TABLES)]
    first.close()
    for _ in range(CRASHES):
        acknowledged, over = threading.Semaphore(0), threading.Event()
        with ThreadPoolExecutor() as pool:
            racing = [pool.submit(each.race, server.url, acknowledged, over) for each in racers]
            for _ in range(ACKNOWLEDGED):
                assert acknowledged.acquire(timeout=60)
            server.kill()
            over.set()
            for each in racing:
                each.result()
        server = Server(database)
        check(server, racers)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(30) in (0, -signal.SIGTERM)
    assert server.process.stdout
    server.process.stdout.close()
    assert sum(len(racer.noted) for racer in racers) > CRASHES


def check(server: Server, racers: list[Racer]) -> None:
    """Check that everything noted is there, once and unchanged."""
    guest = Guest(server.url)
    guest.http.headers["authorization"] = f"Bearer {racers[0].token}"
    for racer in racers:
        events = guest.get(f"/api/tables/{racer.table}/events")["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        for number, event in racer.noted.items():
            assert events[number - 1] == event
        answered = [event["answers"] for event in events if event["kind"] == "decided"]
        assert len(answered) == len(set(answered)), "nothing was played twice"
    guest.close()


def test_a_refusal_is_no_acknowledgement() -> None:
    """What the client notes comes from successes only."""
    with pytest.raises(Refusal):
        raise Refusal(httpx.Response(409, json={"code": "stale"}))
