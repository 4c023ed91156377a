"""Bare HTTP clients, so that the load costs the machine little, and a server to be measured."""

import asyncio
import cProfile
import json
import multiprocessing
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

from snowtails.server.http.server import Settings, listen, make_server
from snowtails.server.session.limits import Limits

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
HOST = "127.0.0.1"
READY_WITHIN = 300.0
"""Seconds that a server may take until it is ready, compiling included."""

ANSWERED_WITHIN = 5.0
"""Seconds after which it is asked again whether it is."""


# -- the server, in a process of its own -----------------------------------------------------------


@dataclass
class Process:
    """A server in a process of its own, and what the system says of it."""

    port: int
    pid: int
    is_alive: Callable[[], bool]

    def loop_seconds(self) -> float:
        """Return the processor's seconds that the event loop has used so far."""
        return self._on_processor(self.pid)

    def all_seconds(self) -> float:
        """Return the processor's seconds that all threads together have used so far."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(self._on_processor(int(thread.name)) for thread in threads)

    def _on_processor(self, thread: int) -> float:
        schedule = Path(f"/proc/{self.pid}/task/{thread}/schedstat").read_text()
        return int(schedule.split()[0]) / 1e9

    def memory(self) -> int:
        """Return the bytes that it holds in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * 4096


@contextmanager
def serving(database: str, profile: str = "") -> Iterator[Process]:
    """Run a server until the end of the block; write its profile to a file, if one is named."""
    with closing(listen(HOST, 0)) as listening:
        ready = multiprocessing.Event()
        given = (listening, database, ready, profile)
        process = multiprocessing.Process(target=_serve, args=given)
        process.start()
        assert process.pid
        try:
            while not ready.wait(0.1):
                _expect_alive(process.is_alive)
            yield Process(listening.getsockname()[1], process.pid, process.is_alive)
        finally:
            process.terminate()
            process.join()


def _serve(listening: Any, database: str, ready: Event, profile: str) -> None:
    endless = 10**6
    limits = Limits(
        rate=1e9,
        burst=1e9,
        opening_rate=1e9,
        opening_burst=1e9,
        tables=endless,
        streams_of_one=endless,
        streams_of_address=endless,
        streams=endless,
    )
    server, _, _ = make_server(Settings(database=database, limits=limits), listening)
    listening.listen(4096)
    ready.set()
    if profile:
        # uvicorn raises the signal again that ended it.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        profiler = cProfile.Profile()
        try:
            profiler.runcall(server.run, [listening])
        finally:
            profiler.dump_stats(profile)
    else:
        server.run([listening])


# -- clients ---------------------------------------------------------------------------------------


class Connection(asyncio.Protocol):
    """A connection that is kept: for requests one after the other, or for one stream."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port = port
        self.head = f"Host: {HOST}:{port}\r\n"
        if token:
            self.head += f"Authorization: Bearer {token}\r\n"
        self.heard: Callable[[bytes], None] | None = None
        """Is told whatever a stream tells, message by message."""
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Send a request; return the status and the body of the answer."""
        data = "" if body is None else json.dumps(body)
        said = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n" if data else ""
        await self._send(f"{method} {path} HTTP/1.1\r\n{self.head}{said}\r\n{data}")
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        """Send a command that must not be refused; return what is answered."""
        status, answer = await self.ask("POST", path, body)
        assert status in (200, 201), answer
        return json.loads(answer)

    async def listen(self, path: str, heard: Callable[[bytes], None]) -> None:
        """Open a stream; each of its messages is handed to a function."""
        self.heard = heard
        await self._send(f"GET {path} HTTP/1.1\r\n{self.head}\r\n")

    async def _send(self, text: str) -> None:
        if self._transport is None:
            loop = asyncio.get_running_loop()
            self._transport, _ = await loop.create_connection(lambda: self, HOST, self.port)
        self._transport.write(text.encode())

    def close(self) -> None:
        """Hang up."""
        if self._transport:
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let whoever waits for an answer know that none will come."""
        self._transport = None
        if self._answer and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Take what the server sends."""
        if self.heard:
            if self._buffer or not data.endswith(b"\n\n"):
                self._buffer += data
                data, found, rest = bytes(self._buffer).rpartition(b"\n\n")
                self._buffer[:] = rest
                if not found:
                    self._buffer[:] = rest
                    return
            for message in data.split(b"\n\n"):
                self.heard(message)
            return
        self._buffer += data
        head, found, body = bytes(self._buffer).partition(b"\r\n\r\n")
        length = _LENGTH.search(head) if found else None
        if length and len(body) >= int(length[1]):
            self._buffer.clear()
            if self._answer is None or self._answer.done():
                return  # whoever asked has gone
            self._answer.set_result((int(head.split(b" ", 2)[1]), body))


async def visitor(port: int, name: str) -> str:
    """Become a visitor; return the token."""
    connection = Connection(port)
    told = await connection.post("/api/visitors", {"name": name, "bearer": True})
    connection.close()
    return str(told["token"])


async def until_ready(port: int, is_alive: Callable[[], bool]) -> None:
    """Wait until a server is ready, which may not even listen yet; fail if it dies meanwhile."""
    ready = False
    async with asyncio.timeout(READY_WITHIN):
        while not ready:
            _expect_alive(is_alive)
            connection = Connection(port)
            # Of a server that has died meanwhile, no answer comes: its socket is still open here.
            with suppress(ConnectionError, TimeoutError):
                async with asyncio.timeout(ANSWERED_WITHIN):
                    ready = (await connection.ask("GET", "/ready"))[0] == 200
            connection.close()
            await asyncio.sleep(0 if ready else 0.02)


def _expect_alive(is_alive: Callable[[], bool]) -> None:
    if not is_alive():
        raise ChildProcessError("the server has died; its log says why")
