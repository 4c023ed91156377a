"""A real server for tests, in a thread, and clients that race at it."""

import asyncio
import json
import re
import secrets
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
import msgspec
import pytest

from snowtails.server.http.app import make_app
from snowtails.server.http.server import listen, running
from snowtails.server.session.clock import Alarm, Clock, SystemClock
from snowtails.server.session.compile_worker import CompileWorker
from snowtails.server.session.hub import Hub
from snowtails.server.session.limits import Limits
from snowtails.server.store.database import Database
from snowtails.server.wire.answer_types import Problem

Json = dict[str, Any]
Answered = TypeVar("Answered")
GENEROUS = Limits(
    rate=1e6,
    burst=1e6,
    opening_rate=1e6,
    opening_burst=1e6,
    costly_rate=1e6,
    costly_burst=1e6,
    heartbeat=5.0,
    certify=False,
)
PATIENCE = 30.0
"""Seconds after which a test gives up waiting for an answer."""
SILENCE = 6
"""Heartbeats after which a test gives up waiting for a message."""


@dataclass
class Bell:
    """An alarm of a clock that is driven by hand."""

    when: float
    action: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@dataclass
class ManualClock:
    """A clock that stands still until a test moves it on."""

    time: float = 1000.0
    bells: list[Bell] = field(default_factory=list)
    loop: asyncio.AbstractEventLoop | None = None

    def now(self) -> float:
        return self.time

    def call_at(self, when: float, action: Callable[[], None]) -> Alarm:
        self.loop = asyncio.get_running_loop()
        bell = Bell(when, action)
        self.bells.append(bell)
        return bell

    def advance(self, seconds: float) -> None:
        """Move on, and ring in order what is due."""
        if self.loop is None:
            self.move(seconds)
            return
        done = threading.Event()
        self.loop.call_soon_threadsafe(self.move, seconds)
        self.loop.call_soon_threadsafe(done.set)
        assert done.wait(PATIENCE)

    def move(self, seconds: float) -> None:
        """Move on at once, from within the event loop if there is one."""
        end = self.time + seconds
        while due := [each for each in self.bells if each.when <= end and not each.cancelled]:
            bell = min(due, key=lambda each: each.when)
            self.bells.remove(bell)
            self.time = max(self.time, bell.when)
            bell.action()
        self.time = end


class Serving:
    """A server on a free port of its own."""

    def __init__(
        self,
        database: str,
        *,
        limits: Limits = GENEROUS,
        clock: ManualClock | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        worker: CompileWorker | None = None,
        host_token: str = "",
    ) -> None:
        self.listening = listen("127.0.0.1", 0)
        self.listening.listen(128)
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.folder = Path(database.removeprefix("sqlite:///")).parent
        self.hub: Hub
        made = threading.Event()

        def make_hub(database: Database, clock: Clock, limits: Limits) -> Hub:
            self.hub = Hub(database, clock, limits, entropy)
            self.loop = asyncio.get_running_loop()
            made.set()
            return self.hub

        self.app = make_app(
            database,
            origins=lambda: frozenset([self.url]),
            limits=limits,
            clock=clock or SystemClock(),
            make_hub=make_hub,
            worker=worker,
            host_token=host_token,
        )
        self.server = running(self.app, self.app.state.end_streams)
        self.thread = threading.Thread(target=self.server.run, args=([self.listening],))
        self.thread.start()
        self._opened = ExitStack()
        assert made.wait(PATIENCE)

    def run(self, work: Coroutine[Any, Any, Answered]) -> Answered:
        """Have something done in the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._opened.close()
        self.stop()
        self.listening.close()

    def wait_for_streams(self, table: str, count: int) -> None:
        """Wait until so many streams listen to a table."""
        self.wait_until(lambda: len(self.hub.sessions[table].listeners) == count)

    def wait_until(self, noticed: Callable[[], bool]) -> None:
        """Wait until the server has noticed something: it does so late if somebody goes."""
        tick = threading.Event()
        for _ in range(int(PATIENCE * 100)):
            if noticed():
                return
            tick.wait(0.01)
        raise AssertionError("the server did not notice who came or went")

    def guest(self, name: str = "") -> "Guest":
        """Return a client; with a name, one that has become a visitor."""
        guest = Guest(self.url)
        self._opened.enter_context(closing(guest))
        if name:
            guest.post("/api/visitors", name=name)
        return guest


class Refusal(Exception):
    """An answer that is no success; it has to be as it is declared."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.body: Json = response.json()
        self.code = self.body["code"]
        self.headers = response.headers
        declared = msgspec.json.decode(response.content, type=Problem)
        assert json.loads(msgspec.json.encode(declared)) == self.body
        super().__init__(f"{self.status} {self.body}")


def refused(status: int, code: str) -> "pytest.RaisesExc[Refusal]":
    """Expect an answer that is no success."""
    return pytest.RaisesExc(
        Refusal, check=lambda error: (error.status, error.code) == (status, code)
    )


class Guest:
    """A client with its own cookies."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)

    def close(self) -> None:
        self.http.close()

    def elsewhere(self, serving: Serving) -> "Guest":
        """Return the same visitor's client at another server."""
        found = serving.guest()
        found.http.cookies.update({each.name: each.value or "" for each in self.http.cookies.jar})
        return found

    def ask(self, method: str, path: str, **more: Any) -> Any:
        response = self.http.request(method, path, **more)
        if not response.is_success:
            raise Refusal(response)
        if response.headers["content-type"] != "application/json":
            return response.text
        return response.json()

    def get(self, path: str, **query: Any) -> Any:
        return self.ask("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, json=body)

    def put(self, path: str, **body: Any) -> Any:
        return self.ask("PUT", path, json=body)

    def open(self, **wish: Any) -> str:
        """Open a table and return its name."""
        return str(self.post("/api/tables", **({"course": "srs"} | wish))["table"])

    def view(self, table: str) -> Json:
        view: Json = self.get(f"/api/tables/{table}")
        return view

    def decide(self, table: str, seat: int, decision: str, answers: int) -> Json:
        path = f"/api/tables/{table}/seats/{seat}/decisions"
        done: Json = self.post(path, decision=decision, answers=answers)
        return done

    @contextmanager
    def tab(self, table: str = "", headers: Json | None = None, **topics: Any) -> Iterator["Tab"]:
        """Open a stream about a table, or about other topics."""
        if table:
            topics["table"] = table
        with self.follow("/api/stream", params=topics, headers=headers) as tab:
            yield tab

    @contextmanager
    def follow(self, path: str, **more: Any) -> Iterator["Tab"]:
        """Open any stream."""
        with self.http.stream("GET", path, **more) as response:
            if not response.is_success:
                response.read()
                raise Refusal(response)
            yield Tab(response)

    def race(self, table: str, seat: int, choose: Callable[[Json], str] | None = None) -> Json:
        """Race to the end, deciding whenever it is this seat's turn; return the last view."""
        with self.tab(table) as tab:
            while (view := tab.next("view"))["stage"] != "over":
                if view["choices"]["decisions"] and view["race"]["actor"] == seat:
                    decision = (choose or gentle)(view)
                    self.decide(table, seat, decision, view["asks"])
            end: Json = view
            return end


@dataclass
class Told:
    """One message of a stream."""

    event: str
    data: Any
    id: int | None


class Tab:
    """An open stream."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.retry: int | None = None
        self.texts: list[str] = []
        self._lines = response.iter_lines()

    def messages(self) -> Iterator[Told]:
        event, data, number = "", "", None
        heartbeats = 0
        for line in self._lines:
            self.texts.append(line)
            heartbeats += line == "event: beat"
            assert heartbeats < SILENCE, self.texts[-10:]
            key, _, value = line.partition(": ")
            if key == "event":
                event = value
            elif key == "data":
                data = value
            elif key == "id":
                number = int(value)
            elif key == "retry":
                self.retry = int(value)
            elif not line and event:
                if event != "beat":
                    yield Told(event, json.loads(data), number)
                event, data, number = "", "", None

    def next(self, event: str, fits: Callable[[Any], bool] = lambda _: True) -> Any:
        """Wait for a message of a kind."""
        for told in self.messages():
            if told.event == event and fits(told.data):
                return told.data
        raise AssertionError(f"the stream ended without {event}")


def prudent(view: Json) -> str:
    """Choose in a solo game what costs least and goes furthest; else the first that is offered."""
    if view["race"]["phase"] != "turn":
        return str(view["choices"]["decisions"][0])
    moves = view["choices"]["moves"]
    wished = min(moves, key=lambda each: (*price(each), -each["speed"]))
    return str(wished["turn"])


def lavish(view: Json) -> str:
    """Play two cards if that is clean, so that there is a choice of cards to take."""
    moves = view["choices"]["moves"]
    clean = [each for each in moves if not price(each)[1] and not each.get("stop")]
    pairs = [each for each in clean if re.fullmatch("[1-5][LRB]{2}(:.*)?", each["turn"])]
    return str(pairs[0]["turn"]) if pairs else prudent(view)


def price(move: Json) -> tuple[bool, int]:
    """Return whether a move costs the sled, and how many dents."""
    return move.get("wrecked", False), move.get("price", 0)


def gentle(view: Json) -> str:
    """Choose what costs least and goes furthest; never to stand still, so that races end."""
    decisions: list[str] = view["choices"]["decisions"]
    if view["race"]["phase"] != "turn":
        return decisions[0]

    def cost(move: Json) -> tuple[bool, bool, bool, int, int]:
        wrecked, dents = price(move)
        return move["speed"] <= 0, wrecked, not move.get("finished"), dents, -move["speed"]

    return str(min(view["choices"]["moves"], key=cost)["turn"])
