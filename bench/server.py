"""Measures the server under load; every row of the table can be asked for by its name.

python bench/server.py                    measure everything
python bench/server.py turns --turns 50   measure one thing
python bench/server.py --write            also put the figures into docs/benchmarks.md

turns       people race, each against a Husky: what is reached with p99 under 50 ms
bytes       bytes that a stream tells of each event of a race of four sleds
onlookers   how long after the acknowledgement the last of many onlookers has heard
idle        what streams cost at which nothing happens
sleeping    starting, and lists, with many tables in the database

Server and load share the machine. Racers drive carefully against their rival until that is in, and
go on at another table. A turn counts when its acknowledgement has come back, after the database has
synced it. What the event loop uses is the processor's time of its thread, from the system's own
books. On a machine that shares its processors with others even that differs by half and more from
one second to the next, so the best second is told beside the whole: others only add to it.
"""

import argparse
import asyncio
import itertools
import multiprocessing
import os
import platform
import random
import re
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import uvloop

from bench.clients import HOST, Connection, Process, serving, until_ready, visitor
from bench.page import write
from snowtails.server.http.server import listen

TARGET = 0.050
CAREFUL = 4
"""A speed at which nobody is often too fast for a bend: racers should not wreck their sleds."""
_ASKS = re.compile(rb'"asks":(\d+)')
_DECISIONS = re.compile(rb'"decisions":\[(?:"([^"]+)")?')
_MOVE = re.compile(rb'\{"turn":"([^"]+)"[^{}]*"speed":(\d+)')
_NUMBER = re.compile(rb"id: (\d+)")
_ACKNOWLEDGED = re.compile(rb'"number":(\d+)')


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    measured: str
    wanted: str


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value that a part of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:,.1f} ms"


# -- racing ----------------------------------------------------------------------------------------


@dataclass
class Load:
    """What racers do, and what they saw."""

    port: int
    pace: float = 1.0
    """Seconds between a racer's turns."""
    rivals: tuple[str, ...] = ("husky",)
    course: str = "whole-box"
    measuring: bool = False
    latencies: list[float] = field(default_factory=list)
    refused: int = 0
    events: int = 0
    """Events that streams told of."""
    bytes: int = 0
    """Bytes that streams told."""


class Racer:
    """Somebody who races for ever, table after table."""

    def __init__(self, load: Load, token: str) -> None:
        self.load = load
        self.token = token
        self.posting = Connection(load.port, token)
        self.table = ""
        self._asked: asyncio.Queue[tuple[int, str] | None] = asyncio.Queue()
        self._answered = 0
        self._decision = ""

    async def open(self) -> None:
        """Open a table and begin to race."""
        wish = {"course": self.load.course, "seats": ["me", *self.load.rivals], "begin": True}
        self.table = (await self.posting.post("/api/tables", wish))["table"]

    async def race(self) -> None:
        """Race until a rival is in, at the pace of the load: every turn has been answered then."""
        path = f"/api/tables/{self.table}/seats/0/decisions"
        listening = Connection(self.load.port, self.token)
        self._answered, self._decision, self._asked = 0, "", asyncio.Queue()
        await listening.listen(f"/api/stream?table={self.table}&changes=true", self._hear)
        due = time.perf_counter() + self.load.pace * random.random()
        while asked := await self._asked.get():
            answers, decision = asked
            await asyncio.sleep(due - time.perf_counter())
            began = time.perf_counter()
            due = began + self.load.pace
            body = {"decision": decision, "answers": answers}
            status, answer = await self.posting.ask("POST", path, body)
            self.acknowledged(answer)
            if self.load.measuring:
                self.load.latencies.append(time.perf_counter() - began)
                self.load.refused += status != 200
        listening.close()

    def acknowledged(self, answer: bytes) -> None:
        """Hear that a turn is kept."""

    def _hear(self, message: bytes) -> None:
        if self.load.measuring:
            self.load.events += b"event: happened" in message
            self.load.bytes += len(message) + 2
        if b'"status":"finished"' in message or b'"stage":"over"' in message:
            self._asked.put_nowait(None)
        if decisions := _DECISIONS.search(message):
            self._decision = _chosen(decisions[1], message[decisions.end() :])
        asks = _ASKS.search(message)
        if asks and self._decision and int(asks[1]) != self._answered:
            self._answered = int(asks[1])
            self._asked.put_nowait((self._answered, self._decision))

    async def for_ever(self) -> None:
        """Race on."""
        while True:
            await self.open()
            await self.race()


def _chosen(first: bytes | None, moves: bytes) -> str:
    """Return a decision that gets on: a turn of a careful speed, of those that cost no dents."""
    if first is None or first.startswith((b"@", b"x")):
        return (first or b"").decode()
    unharmed = moves.partition(b'"price":')[0]  # the cheapest are first, and the next one dear
    found = _MOVE.findall(unharmed)[:-1] or _MOVE.findall(moves)[:1] or [(first, b"0")]
    return str(min(found, key=lambda move: abs(int(move[1]) - CAREFUL))[0].decode())


class Crowd:
    """Racers and waiting streams, until the end of the block."""

    def __init__(self, load: Load, racers: int, waiting: int) -> None:
        self.load, self.racers, self.waiting = load, racers, waiting
        self._tasks: list[asyncio.Task[None]] = []
        self._streams: list[Connection] = []

    async def __aenter__(self) -> "Crowd":
        for n in range(self.racers):
            racer = Racer(self.load, await visitor(self.load.port, f"Racer {n}"))
            self._tasks.append(asyncio.create_task(racer.for_ever()))
        self._streams = await waiting_streams(self.load.port, self.waiting, "lobby=true")
        return self

    async def __aexit__(self, *_: object) -> None:
        failed = [task for task in self._tasks if task.done()]
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for stream in self._streams:
            stream.close()
        for task in failed:
            task.result()


async def waiting_streams(
    port: int, count: int, query: str, heard: Callable[[bytes], None] = lambda _: None
) -> list[Connection]:
    """Open streams."""
    streams = [Connection(port) for _ in range(count)]
    for n, stream in enumerate(streams):
        await stream.listen(f"/api/stream?{query}", heard)
        if n % 50 == 0:
            await asyncio.sleep(0.02)
    return streams


@dataclass(frozen=True)
class Step:
    """One step of the load, as it was measured."""

    wanted: float
    racers: int
    streams: int
    turns: float
    median: float
    p99: float
    refused: int
    events: float
    """Events a second."""
    loop: float
    """Seconds of the event loop for each event."""
    best_loop: float
    """The same in the best second."""
    busy: float
    """Part of a core that the event loop used."""


async def measure_turns(
    server: Process, wanted: float, streams: int, pace: float, seconds: float
) -> Step:
    """Measure one step of the load."""
    racers = min(streams, round(wanted * pace))
    load = Load(server.port, racers / wanted)
    async with Crowd(load, racers, streams - racers):
        await asyncio.sleep(5 + 1.5 * pace)  # until everybody races and the course is solved
        used, began = server.loop_seconds(), time.perf_counter()
        load.measuring = True
        seen = [(used, 0)]
        while time.perf_counter() - began < seconds:
            await asyncio.sleep(1)
            seen.append((server.loop_seconds(), load.events))
        load.measuring = False
        used, took = server.loop_seconds() - used, time.perf_counter() - began
    each_second = [
        (later - before) / (events - heard)
        for (before, heard), (later, events) in itertools.pairwise(seen)
    ]
    return Step(
        wanted,
        racers,
        streams,
        len(load.latencies) / took,
        statistics.median(load.latencies),
        percentile(load.latencies, 0.99),
        load.refused,
        load.events / took,
        used / load.events,
        min(each_second),
        used / took,
    )


def turns_table(steps: Sequence[Step]) -> str:
    rows = [
        "| racers | streams | turns/s | median ms | p99 ms | events/s | loop ms | at best | core |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    rows += [
        f"| {step.racers:,} | {step.streams:,} | {step.turns:,.0f} | {step.median * 1e3:.1f} "
        f"| {step.p99 * 1e3:.1f} | {step.events:,.0f} | {step.loop * 1e3:.2f} "
        f"| {step.best_loop * 1e3:.2f} | {step.busy * 100:.0f} % |"
        for step in steps
    ]
    return "\n".join(rows)


def turns_rows(steps: Sequence[Step]) -> list[Row]:
    reached = [step for step in steps if step.p99 < TARGET and not step.refused]
    most = max(reached, key=lambda step: step.turns, default=None)
    seen = ", ".join(f"{step.turns:,.0f} (p99 {milliseconds(step.p99)})" for step in steps)
    told = f"{most.turns:,.0f}; seen were {seen}" if most else f"none of {seen}"
    streams = max(step.streams for step in steps)
    what = f"people's turns a second, each answered by a Husky, {streams:,} streams, p99 < 50 ms"
    used, best = [step.loop for step in steps], min(step.best_loop for step in steps)
    return [
        Row(what, told, "100; aim at 200"),
        Row(
            "event loop per event",
            f"{milliseconds(min(used))} to {milliseconds(max(used))}, {milliseconds(best)} at best",
            "under 0.7 ms",
        ),
    ]


# -- bytes -----------------------------------------------------------------------------------------


async def measure_bytes(server: Process, races: int) -> Row:
    """Measure what a stream tells of each event, to a person who races against three Huskies."""
    load = Load(server.port, 0.0, ("husky", "husky", "husky"), measuring=True)
    racer = Racer(load, await visitor(server.port, "Anna"))
    for _ in range(races):
        await racer.open()
        await racer.race()
    told = f"{load.bytes / load.events:,.0f} bytes"
    return Row("bytes to a stream per event of a four-sled race", told, "1,606, a third of 4,817")


# -- onlookers -------------------------------------------------------------------------------------


class Watched(Racer):
    """A racer at whose table many look on; notes when each event was acknowledged, and heard."""

    def __init__(self, load: Load, token: str, onlookers: int) -> None:
        super().__init__(load, token)
        self.onlookers = onlookers
        self._heard: Counter[int] = Counter()
        self._heard_by_all: dict[int, float] = {}
        self._acknowledged: dict[int, float] = {}

    @property
    def delays(self) -> list[float]:
        """Seconds from the acknowledgement of each turn until the last onlooker had heard."""
        both = self._heard_by_all.keys() & self._acknowledged
        return [self._heard_by_all[event] - self._acknowledged[event] for event in both]

    def look_on(self, message: bytes) -> None:
        """Hear what an onlooker is told."""
        if b"event: happened" in message and (number := _NUMBER.search(message)):
            event = int(number[1])
            self._heard[event] += 1
            if self._heard[event] == self.onlookers:
                self._heard_by_all[event] = time.perf_counter()

    def acknowledged(self, answer: bytes) -> None:
        """Hear that a turn is kept."""
        number = _ACKNOWLEDGED.search(answer)
        assert number, answer
        self._acknowledged[int(number[1])] = time.perf_counter()


async def measure_onlookers(server: Process, onlookers: int, races: int) -> Row:
    """Measure how long after the acknowledgement of a turn the last onlooker has heard of it."""
    delays = []
    for _ in range(races):
        racer = Watched(Load(server.port, 0.5), await visitor(server.port, "Anna"), onlookers)
        await racer.open()
        query = f"table={racer.table}&changes=true"
        streams = await waiting_streams(server.port, onlookers, query, racer.look_on)
        await asyncio.sleep(3)
        await racer.race()
        delays += racer.delays
        for stream in streams:
            stream.close()
    told = f"{milliseconds(statistics.median(delays))}, at worst {milliseconds(max(delays))}"
    what = f"a table with {onlookers:,} onlookers: from acknowledgement to the last of them"
    return Row(what, f"{told} ({len(delays)} turns)", "under 250 ms")


# -- idle ------------------------------------------------------------------------------------------


async def measure_idle(server: Process, count: int, seconds: float) -> Row:
    """Measure what streams cost at which nothing happens: half wait in the lobby, half look on."""
    racer = Racer(Load(server.port), await visitor(server.port, "Anna"))
    await racer.open()
    await asyncio.sleep(2)
    before = server.memory()
    streams = await waiting_streams(server.port, count // 2, "lobby=true&races=true")
    query = f"table={racer.table}&changes=true"
    streams += await waiting_streams(server.port, count - count // 2, query)
    await asyncio.sleep(5)
    used, began = server.all_seconds(), time.perf_counter()
    await asyncio.sleep(seconds)
    part = (server.all_seconds() - used) / (time.perf_counter() - began)
    each = (server.memory() - before) / count
    for stream in streams:
        stream.close()
    told = f"{part * 100:.1f} % of a core, {each / 1000:.1f} KB each"
    what = f"{count:,} open streams, nothing happening: CPU, memory"
    return Row(what, told, "under 3 % of a core; under 20 KB each")


# -- sleeping --------------------------------------------------------------------------------------


def fill(database: Path, tables: int, visitors: int) -> list[str]:
    """Write sleeping tables into a database, some of them listed; return tokens of visitors."""
    from snowtails.server.store.log import first_link, next_link
    from snowtails.server.table.tokens import hashed, new_token

    tokens = [new_token() for _ in range(visitors)]
    connection = sqlite3.connect(database)
    model = connection.execute("SELECT race FROM races LIMIT 1").fetchone()[0]
    log = [
        body
        for (body,) in connection.execute(
            "SELECT body FROM events WHERE race = ? ORDER BY number", (model,)
        )
    ]
    # What is dealt depends on a table's name: only what comes before the cards can be copied.
    log = list(itertools.takewhile(lambda body: '"began"' not in body, log))
    host = connection.execute("SELECT holder FROM seats WHERE holder IS NOT NULL").fetchone()[0]
    summary = connection.execute("SELECT summary FROM races").fetchone()[0]
    now = time.time()
    holders = [hashed(token) for token in tokens]
    rows = [(holder, "Anna", now) for holder in holders]
    connection.executemany("INSERT INTO visitors (token, name, since) VALUES (?, ?, ?)", rows)
    for n in range(tables):
        name, holder = f"{n:032x}", holders[n % visitors]
        chain, events = first_link(name), []
        for number, body in enumerate(log, 1):
            told = body.replace(host, holder)
            chain = next_link(chain, told)
            events.append((name, number, told, chain))
        connection.executemany(
            "INSERT INTO events (race, number, body, hash) VALUES (?, ?, ?, ?)", events
        )
        connection.execute(
            "INSERT INTO races (race, kind, stage, in_lobby, updated, summary) "
            "VALUES (?, 'race', ?, ?, ?, ?)",
            (
                name,
                *(("waiting", "racing", "over")[n % 3], n % 3 < 2),
                now - 3600 - 80_000 * random.random(),
                summary.replace(model, name),
            ),
        )
        connection.executemany(
            "INSERT INTO seats (race, seat, holder) VALUES (?, ?, ?)",
            [(name, 0, holder), (name, 1, None)],
        )
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return tokens


async def a_few_turns(server: Process) -> None:
    """Leave one table with a few turns in the database."""
    load = Load(server.port, 0.01)
    racer = Racer(load, await visitor(server.port, "Anna"))
    await racer.open()
    load.measuring = True
    racing = asyncio.create_task(racer.race())
    while load.events < 20:
        await asyncio.sleep(0.05)
    racing.cancel()


async def measure_lists(server: Process, tokens: Sequence[str], asks: int) -> list[Row]:
    """Measure the lists: each time the lobby has changed, each time somebody else asks."""
    lobby, races = [], []
    opening = Connection(server.port, await visitor(server.port, "Host"))
    connection = Connection(server.port)
    for n in range(asks):
        wish = {"seats": ["me", "open"], "listed": True}
        await opening.post("/api/tables", wish)
        began = time.perf_counter()
        status, answer = await connection.ask("GET", "/api/tables")
        lobby.append(time.perf_counter() - began)
        assert status == 200, answer
        asking = Connection(server.port, tokens[n % len(tokens)])
        began = time.perf_counter()
        status, answer = await asking.ask("GET", "/api/races")
        races.append(time.perf_counter() - began)
        assert status == 200, answer
        assert answer.count(b'"your_turn"') == 100
        asking.close()
    wanted = "p99 under 50 ms"
    return [
        Row(
            "… the lobby, changed each time", f"p99 {milliseconds(percentile(lobby, 0.99))}", wanted
        ),
        Row("… my races, 100 of them", f"p99 {milliseconds(percentile(races, 0.99))}", wanted),
    ]


def start_seconds(database: str) -> float:
    """Measure how long `snowtails serve` takes until it is ready."""
    with closing(listen(HOST, 0)) as unused:
        port = unused.getsockname()[1]
    command = [sys.executable, "-m", "snowtails", "serve", "--database", database]
    began = time.perf_counter()
    with subprocess.Popen([*command, "--port", str(port)], stdout=subprocess.DEVNULL) as process:
        try:
            run(until_ready(port, lambda: process.poll() is None))
            took = time.perf_counter() - began
        finally:
            process.terminate()
    return took


def sleeping_rows(tables: int, asks: int) -> list[Row]:
    """Measure starting and lists with many tables in the database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        with serving(f"sqlite:///{path}") as server:
            run(a_few_turns(server))
        tokens = fill(path, tables, tables // 100)
        took = start_seconds(f"sqlite:///{path}")
        with serving(f"sqlite:///{path}") as server:
            run(until_ready(server.port, server.is_alive))
            lists = run(measure_lists(server, tokens, asks))
    what = f"{tables:,} sleeping tables: start until ready"
    return [Row(what, f"{took:.1f} s", "under 3 s"), *lists]


# -- all of it -------------------------------------------------------------------------------------


def run(work: Awaitable[Any]) -> Any:
    """Run something on an event loop of its own."""

    async def running() -> Any:
        return await work

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(running())


def on_new_server(options: argparse.Namespace, measure: Callable[[Process], Awaitable[Any]]) -> Any:
    """Measure something at a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'bench.db'}"
        with serving(database, options.profile) as server:
            run(until_ready(server.port, server.is_alive))
            return run(measure(server))


def measured(options: argparse.Namespace) -> str:
    """Measure what was asked for; return it as text."""
    rows: list[Row] = []
    steps: list[Step] = []
    wanted = options.what or NAMES
    if "turns" in wanted:
        for turns in map(float, options.turns.split(",")):
            streams, pace, seconds = options.streams, options.pace, options.seconds
            steps.append(
                on_new_server(options, lambda s: measure_turns(s, turns, streams, pace, seconds))  # noqa: B023
            )
            print(steps[-1], flush=True)
        rows += turns_rows(steps)
    if "bytes" in wanted:
        rows.append(on_new_server(options, lambda server: measure_bytes(server, 40)))
    if "onlookers" in wanted:
        rows.append(on_new_server(options, lambda server: measure_onlookers(server, 1000, 3)))
    if "idle" in wanted:
        rows.append(on_new_server(options, lambda server: measure_idle(server, 3000, 31)))
    if "sleeping" in wanted:
        rows += sleeping_rows(100_000, 200)
    lines = [f"| {row.what} | {row.measured} | {row.wanted} |" for row in rows]
    text = "\n".join(["| | measured | to reach |", "|---|--:|--:|", *lines])
    return f"{text}\n\n{turns_table(steps)}" if steps else text


NAMES = ("turns", "bytes", "onlookers", "idle", "sleeping")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", choices=[*NAMES, []], help="left out, everything")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--turns", default="50,100,150,200", help="people's turns a second")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between a racer's turns")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--database", default="", help="an SQLite file in a new folder if left out")
    parser.add_argument("--profile", default="", help="a file for the profile of the event loop")
    parser.add_argument("--write", action="store_true", help="put the figures into the docs")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
    before = os.getloadavg()[0]
    text = measured(options)
    print(text)
    if options.write:
        write("server", f"{head(before)}\n\n{text}")


def head(before: float) -> str:
    given = " ".join(["python -m bench.server", *sys.argv[1:]])
    return (
        f"## Server\n\nMeasured on {date.today():%d %B %Y} with `{given}`: "
        f"{os.cpu_count()} cores of a {processor()}, Python {platform.python_version()}, load of "
        f"the machine {before:.1f} before and {os.getloadavg()[0]:.1f} after. Server,\n"
        "Huskies and load generator share the cores; embedded SQLite, `synchronous=FULL`. The "
        "Huskies' turns are as durable and not counted."
    )


def processor() -> str:
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.processor()


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
