"""Several servers on one socket: whoever dies is replaced, and all stop together."""

import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from snowtails.server.http.server import Settings, run_workers
from snowtails.server.store.errors import InvalidDatabase
from tests.server.databases import new_database

PATIENCE = 120.0


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


def test_workers_count_the_rates_of_a_client_together(supervisor: Supervisor) -> None:
    # Each request on a connection of its own, which any of them may take.
    headers = {"connection": "close"}
    with httpx.Client(base_url=supervisor.url, timeout=PATIENCE, headers=headers) as client:
        answers = [client.post("/api/visitors", json={"name": "Anna"}) for _ in range(60)]
    statuses = [answer.status_code for answer in answers]
    assert set(statuses) == {201, 429}
    # Forty at once and one in two seconds; if each counted for itself, hardly any were refused.
    assert statuses.count(201) < 55


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux tells them")
def test_a_worker_that_is_killed_is_replaced(supervisor: Supervisor) -> None:
    answer = httpx.get(f"{supervisor.url}/health", timeout=PATIENCE)
    assert answer.json()["status"] == "ok"
    before = workers_of(supervisor.process.pid)
    assert len(before) == 2
    os.kill(min(before), signal.SIGKILL)
    while not workers_of(supervisor.process.pid) - before:
        time.sleep(0.1)  # no event tells of another process's child
    headers = {"connection": "close"}
    with httpx.Client(base_url=supervisor.url, timeout=PATIENCE, headers=headers) as client:
        for _ in range(4):
            assert client.get("/health").json()["status"] == "ok"


def test_an_sqlite_file_has_one_server(tmp_path: Path) -> None:
    with pytest.raises(InvalidDatabase, match="several workers need PostgreSQL"):
        run_workers(Settings(port=0, data=tmp_path), 2, lambda _: None)
