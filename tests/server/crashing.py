"""Servers that are killed, and clients that note every acknowledgement."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import httpx

from tests.server.serving import Guest, Json, Refusal, gentle

PATIENCE = 120.0
"""Seconds after which a test gives up waiting for a server."""


class ServerProcess:
    """A server in a process of its own, which can be killed and started again at its address."""

    def __init__(
        self,
        database: str,
        *options: str,
        env: Mapping[str, str] | None = None,
        module: Sequence[str] = ("tests.server.unlimited",),
    ) -> None:
        self.command = [sys.executable, "-m", *module, database, *options]
        self.env = {**os.environ, **(env or {})}
        self.port = 0
        self.start()

    def start(self) -> float:
        """Start it, and wait until it can take requests; return the seconds that this took."""
        began = time.monotonic()
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            text=True,
            env=self.env,
        )
        assert self.process.stdout
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://"), "the server did not start"
        self.port = int(self.url.rpartition(":")[2])
        with httpx.Client(base_url=self.url, timeout=PATIENCE) as client:
            while client.get("/ready").status_code != 200:
                time.sleep(0.02)  # asked without a break it would keep the server from starting
        return time.monotonic() - began

    @property
    def memory(self) -> int:
        """How many bytes of memory it has, as Linux tells."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) * 1024

    def kill(self) -> None:
        """Kill it as the power does: it can do nothing more."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as its host does."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        assert self.process.stdout
        self.process.stdout.close()


class LeanGuest(Guest):
    """A client that costs the machine little: what is measured is the server."""

    def __init__(self, url: str, source: str = "") -> None:
        """Speak to a server, from one of the machine's addresses."""
        found = httpx.URL(url)
        self.token = ""
        self._connection = HTTPConnection(
            found.host, found.port, PATIENCE, (source, 0) if source else None
        )

    def close(self) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        body = json.dumps(more["json"]) if "json" in more else None
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            data = answer.read()
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise httpx.TransportError(str(error)) from error
        if answer.status >= 300:
            raise Refusal(httpx.Response(answer.status, content=data))
        return json.loads(data)


@dataclass
class Noted:
    """An acknowledgement."""

    event: Json
    at: float
    """When it had come, in seconds of the machine's monotonic clock."""
    took: float = 0.0
    """How long it took to come."""


@dataclass
class Racer:
    """Races at one table after the other, and notes what was acknowledged."""

    token: str
    table: str
    rival: str
    noted: dict[tuple[str, int], Noted] = field(default_factory=dict)
    pending: tuple[str, int] | None = None
    """A decision that was sent and not acknowledged: it is sent again."""
    latest: float = 0.0
    """When the last acknowledgement had come."""

    def decide(self, guest: Guest) -> bool:
        """Take one decision, if one is due; return whether one was acknowledged."""
        if self.pending is None:
            view = guest.view(self.table)
            if view["stage"] == "over":
                self.table = open_race(guest, self.rival)
                return False
            if not view["choices"]["decisions"]:
                return False
            self.pending = gentle(view), view["asks"]
        began = time.monotonic()
        done = guest.decide(self.table, 0, *self.pending)
        self.latest = time.monotonic()
        noted = Noted(done["event"], self.latest, self.latest - began)
        self.noted[self.table, done["number"]] = noted
        self.pending = None
        return True


def open_race(guest: Guest, rival: str = "pup") -> str:
    return guest.open(course="whole-box", seats=["me", rival], begin=True)


class Load:
    """Many races, driven by some threads until they are told to stop, whatever the servers do."""

    def __init__(
        self,
        urls: Sequence[str],
        tables: int,
        threads: int = 4,
        pace: float = 0.0,
        thinking: int = 0,
    ) -> None:
        """Open races; at some of them the rival is no instant musher, but one who thinks."""
        self.urls = urls
        self.pace = pace
        """Seconds from one decision of a thread to its next, if it can."""
        guest = LeanGuest(urls[0])
        self.racers = []
        for n in range(tables):
            token = guest.post("/api/visitors", name="Anna", bearer=True)["token"]
            with_token(guest, token)
            rival = "malamute" if n < thinking else "pup"
            self.racers.append(Racer(token, open_race(guest, rival), rival))
        guest.close()
        self.acknowledged = threading.Semaphore(0)
        self._over = threading.Event()
        self.failures: list[BaseException] = []
        self._threads = [
            threading.Thread(target=self._drive, args=(self.racers[n::threads],))
            for n in range(threads)
        ]

    def __enter__(self) -> "Load":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)
        if self.failures:
            raise self.failures[0]

    def wait_for(self, count: int) -> None:
        """Wait for so many more acknowledgements."""
        for _ in range(count):
            assert self.acknowledged.acquire(timeout=PATIENCE), self.failures

    def wait_for_all(self) -> float:
        """Wait until every race has gone on from now; return the seconds that this took."""
        began = time.monotonic()
        while any(racer.latest < began for racer in self.racers):
            assert time.monotonic() < began + PATIENCE, self.failures
            assert not self.failures, self.failures
            time.sleep(0.01)
        return time.monotonic() - began

    def first_after(self, moment: float) -> float:
        """Return when the first decision after a moment was acknowledged."""
        noted = (each for racer in self.racers for each in list(racer.noted.values()))
        return min(each.at for each in noted if each.at > moment)

    def forget(self) -> None:
        """Forget the acknowledgements that nobody has waited for yet."""
        while self.acknowledged.acquire(blocking=False):
            pass

    def _drive(self, racers: Sequence[Racer]) -> None:
        guests = [LeanGuest(url) for url in self.urls]
        due = time.monotonic()
        try:
            while not self._over.is_set():
                for racer in racers:
                    if self._decide(random.choice(guests), racer):
                        due += self.pace
                        self._over.wait(max(0.0, due - time.monotonic()))
        except BaseException as error:  # noqa: BLE001 - told to whoever ends the load
            self.failures.append(error)
        finally:
            for guest in guests:
                guest.close()

    def _decide(self, guest: Guest, racer: Racer) -> bool:
        """Take one decision, if one is due; return whether one was acknowledged."""
        with_token(guest, racer.token)
        try:
            if racer.decide(guest):
                self.acknowledged.release()
                return True
        except httpx.TransportError:
            self._over.wait(0.02)
        except Refusal as refusal:
            if refusal.status == 409 and refusal.code == "stale":
                racer.pending = None
            elif refusal.status != 503:
                raise
            else:
                self._over.wait(0.02)
        return False

    def check(self, url: str) -> int:
        """Check that everything noted is there, once and unchanged; return how much that is."""
        guest, count = LeanGuest(url), 0
        for racer in self.racers:
            with_token(guest, racer.token)
            for table in {table for table, _ in racer.noted}:
                count += self._check(guest, racer, table)
        guest.close()
        return count

    def _check(self, guest: Guest, racer: Racer, table: str) -> int:
        events = guest.get(f"/api/tables/{table}/events")["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        noted = {number: each for (name, number), each in racer.noted.items() if name == table}
        for number, each in noted.items():
            assert number <= len(events), f"event {number} of {table} is lost"
            assert events[number - 1] == each.event, f"event {number} of {table} is another"
        answered = [event["answers"] for event in events if event["kind"] == "decided"]
        assert len(answered) == len(set(answered)), "nothing was played twice"
        return len(noted)


def with_token(guest: Guest, token: str) -> None:
    """Let a client speak for somebody."""
    if isinstance(guest, LeanGuest):
        guest.token = token
        return
    guest.http.cookies.clear()
    if token:
        guest.http.headers["authorization"] = f"Bearer {token}"


def lost_in(load: Load, bodies: Mapping[tuple[str, int], Any], before: float) -> int:
    """Return how many acknowledgements that had come before a time are not in some logs."""
    lost = 0
    for racer in load.racers:
        for (table, number), each in racer.noted.items():
            if each.at < before:
                body = bodies.get((table, number))
                lost += body is None or body["decision"] != each.event["decision"]
    return lost
