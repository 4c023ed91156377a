"""Several servers on one socket: whoever dies is replaced, and all stop together."""

import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from snowtails.server.http import workers
from snowtails.server.http.server import Settings, run_workers
from snowtails.server.http.workers import supervise
from snowtails.server.session.limits import Limits
from snowtails.server.store.errors import InvalidDatabase
from tests.server.databases import new_database
from tests.server.serving import Guest, ManualClock
from tests.server.supervised import Interrupted, Interrupting, wait_for_ever

PATIENCE = 120.0
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
ON_LINUX = pytest.mark.skipif(
    sys.platform != "linux", reason="looks at processes as Linux tells them"
)


@dataclass(frozen=True)
class Supervisor:
    """A process that has started two servers, and their address."""

    process: "subprocess.Popen[str]"
    url: str


@pytest.fixture(scope="module")
def supervisor(postgres: str) -> Iterator[Supervisor]:
    database = new_database(postgres, f"t{uuid.uuid4().hex}")
    command = [sys.executable, "-m", "snowtails", "serve", "--port", "0", "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--database", database], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    yield Supervisor(process, found[0])
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    process.stdout.close()


def workers_of(process: int) -> set[int]:
    """Return the servers that a process has started."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    found = set()
    for each in listed.split():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes():
                found.add(int(each))
    return found


def wait_until(noticed: Callable[[], bool]) -> None:
    """Wait for something of which no event tells, because other processes do it."""
    for _ in range(int(PATIENCE * 10)):
        if noticed():
            return
        time.sleep(0.1)
    raise AssertionError("it was not noticed")


@contextmanager
def stopped(workers: set[int]) -> Iterator[None]:
    """Have some workers stand still, so that the others answer."""
    for each in workers:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in workers:
            os.kill(each, signal.SIGCONT)


def told_by_any(supervisor: Supervisor) -> dict[str, float]:
    """Return what a worker tells that all have counted; requests by their route as well."""
    told: dict[str, float] = defaultdict(float)
    answer = httpx.get(f"{supervisor.url}/metrics", timeout=PATIENCE)
    for family in text_string_to_metric_families(answer.raise_for_status().text):
        for sample in family.samples:
            told[sample.name] += sample.value
            if sample.name == "snowtails_requests_total":
                told[sample.labels["route"]] += sample.value
    return told


def test_workers_count_the_rates_of_a_client_together(supervisor: Supervisor) -> None:
    # Each request on a connection of its own, which any of them may take.
    headers = {"connection": "close"}
    with httpx.Client(base_url=supervisor.url, timeout=PATIENCE, headers=headers) as client:
        answers = [client.post("/api/visitors", json={"name": "Anna"}) for _ in range(200)]
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {201, 429}
    # Many at once and one in two seconds; if each counted for itself, hardly any were refused.
    assert statuses.count(201) < 1.5 * Limits().opening_burst


@ON_LINUX
def test_any_worker_tells_what_all_have_counted(supervisor: Supervisor) -> None:
    before = told_by_any(supervisor)
    workers = workers_of(supervisor.process.pid)
    with ExitStack() as stack:
        for each in workers:
            with stopped(workers - {each}):
                guest = stack.enter_context(closing(Guest(supervisor.url)))
                stack.enter_context(guest.tab(lobby=True)).next("lobby")
                for _ in range(5):
                    guest.get("/health")
        wait_until(lambda: told_by_any(supervisor)["snowtails_streams"] == 2)
        for each in workers:
            with stopped(workers - {each}):
                told = told_by_any(supervisor)
                assert told["/health"] == before["/health"] + 10
                assert told["snowtails_streams"] == 2
                figures = httpx.get(f"{supervisor.url}/host/figures", timeout=PATIENCE).json()
                answered = {route["route"]: route["answered"] for route in figures["routes"]}
                assert (answered["/health"], figures["streams"]) == (told["/health"], 2)
        os.kill(min(workers), signal.SIGKILL)
        wait_until(lambda: told_by_any(supervisor)["snowtails_streams"] == 1)
        after = told_by_any(supervisor)
        assert after["/health"] == told["/health"]
        assert after["snowtails_requests_total"] > told["snowtails_requests_total"]
        wait_until(lambda: bool(workers_of(supervisor.process.pid) - workers))
        with stopped({max(workers)}):
            told = told_by_any(supervisor)
            assert (told["/health"], told["snowtails_streams"]) == (after["/health"], 1)


@ON_LINUX
def test_a_worker_that_is_killed_is_replaced(supervisor: Supervisor) -> None:
    answer = httpx.get(f"{supervisor.url}/health", timeout=PATIENCE)
    assert answer.json()["status"] == "ok"
    before = workers_of(supervisor.process.pid)
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    wait_until(lambda: bool(workers_of(supervisor.process.pid) - before))
    headers = {"connection": "close"}
    with httpx.Client(base_url=supervisor.url, timeout=PATIENCE, headers=headers) as client:
        for _ in range(4):
            assert client.get("/health").json()["status"] == "ok"


def test_the_number_of_a_worker_that_died_is_told_at_once() -> None:
    class Told(Exception):
        pass

    def tell(number: int) -> None:
        raise Told(number)

    with pytest.raises(Told, match="0"):
        supervise(multiprocessing.get_context("spawn"), os._exit, (), 1, tell)


@contextmanager
def supervised(work: str) -> Iterator["subprocess.Popen[str]"]:
    """Start two workers of a kind, and wait until they are there."""
    command = [sys.executable, "-m", "tests.server.supervised", work]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        assert {process.stdout.readline() for _ in range(2)} == {"0\n", "1\n"}
        try:
            yield process
        finally:
            process.kill()


@ON_POSIX
def test_a_second_signal_ends_workers_that_do_not_end() -> None:
    with supervised("stubborn") as process:
        process.send_signal(signal.SIGTERM)
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, told, errors) == (0, "", "")


@ON_POSIX
def test_workers_do_not_outlive_a_supervisor_that_is_killed() -> None:
    with supervised("orphan") as process:
        process.kill()
        # Whoever is still there could still write.
        assert process.communicate(timeout=PATIENCE)[0] == ""


@ON_POSIX
def test_a_worker_that_is_being_started_when_a_signal_comes_is_stopped_too() -> None:
    supervise(Interrupting(), wait_for_ever, (), 1)
    (worker,) = Interrupted.started
    assert not worker.is_alive()


class Hanging:
    """A process that does not end before it is killed."""

    sentinel = 0

    def __init__(self) -> None:
        self.killed = False

    def is_alive(self) -> bool:
        return not self.killed

    def terminate(self) -> None:
        pass

    join = terminate

    def kill(self) -> None:
        self.killed = True


def test_workers_that_hang_have_one_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock(0.0)

    def wait(_: object, seconds: float) -> list[object]:
        clock.move(seconds)
        return []

    monkeypatch.setattr(workers, "wait", wait)
    monkeypatch.setattr(workers, "monotonic", clock.now)
    processes: list[Any] = [Hanging(), Hanging()]
    with socket.socket() as signals:
        workers._end(processes, signals)
    assert all(process.killed for process in processes)
    assert clock.now() == workers.END_WITHIN


def test_an_sqlite_file_has_one_server(tmp_path: Path) -> None:
    with pytest.raises(InvalidDatabase, match="several workers need PostgreSQL"):
        run_workers(Settings(port=0, data=tmp_path), 2, lambda _: None)
