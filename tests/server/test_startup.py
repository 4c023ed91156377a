"""The server answers from its first moment; what is not ready yet is told."""

import gc
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from snowtails import __version__
from snowtails.mushers import LADDER
from snowtails.server.garbage import pause_collection
from snowtails.server.http.app import make_app
from snowtails.server.http.metrics import Metrics
from snowtails.server.http.server import listen, running
from snowtails.server.http.startup import MakeApp, StartingApp
from snowtails.server.session import compile_worker
from snowtails.server.session.compile_worker import CompileWorker
from snowtails.server.store.database import Database
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.errors import InvalidDatabase
from snowtails.server.wire import rehearsal
from tests.server.serving import GENEROUS, PATIENCE, Serving, refused


class HeldWorker(CompileWorker):
    """Compiles until it is let go."""

    def start(self, command: object = ()) -> None:
        """Let the test say when."""

    def finish(self) -> None:
        self._note(len(self._steps) + 1)

    def stop(self) -> None:
        self.finish()


def make(database: Database, worker: CompileWorker, metrics: Metrics) -> FastAPI:
    return make_app(database, limits=GENEROUS, worker=worker, metrics=metrics)


@contextmanager
def starting(app: StartingApp) -> Iterator[httpx.Client]:
    listening = listen("127.0.0.1", 0)
    listening.listen(16)
    server = running(app, app.end_streams)
    app.stop = server.stop
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        yield client
    server.stop()
    thread.join(PATIENCE)
    listening.close()
    assert not thread.is_alive()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> HeldWorker:
    monkeypatch.setattr(compile_worker, "is_warm", lambda _: False)
    return HeldWorker()


def starting_app(
    tmp_path: Path, worker: CompileWorker | None, make_it: MakeApp = make
) -> StartingApp:
    database = sqlite_url(tmp_path / "snowtails.db")
    return StartingApp(database, make_it, origins=frozenset, limits=GENEROUS, worker=worker)


def test_while_rules_are_compiled_the_page_courses_and_faces_are_there(
    tmp_path: Path, worker: HeldWorker
) -> None:
    with starting(starting_app(tmp_path, worker)) as client:
        worker._note(3)
        assert client.get("/health").json() == {"status": "ok", "version": __version__}
        ready = client.get("/ready")
        assert ready.status_code == 503
        assert (ready.json()["code"], ready.json()["done"]) == ("warming", 2)
        faces = [f"/api/mushers/{name}/face" for name in LADDER]
        pages = ("/", "/help", "/solo", "/icons/192.png")
        for path in (*pages, "/api/courses", "/api/courses/nutcracker/map", *faces):
            assert client.get(path).status_code == 200, path
        assert client.get("/api/courses/srs/drawing").text.startswith("<svg")
        assert client.get("/api/mushers/nobody/face").status_code == 404
        assert client.get("/api/courses?sort=name").status_code == 422
        for path in ("/api/tables", "/api/solo", "/api/mushers", "/api/nowhere"):
            refused = client.get(path)
            assert (refused.status_code, refused.json()["code"]) == (503, "warming"), path
            assert refused.headers["retry-after"] == "3"
            assert "step 3 of" in refused.json()["message"]
        assert client.post("/api/visitors", json={"name": "Anna"}).status_code == 503
        assert "content-security-policy" in client.get("/").headers
        worker.finish()
        # From now on requests wait for the application instead of being sent away.
        assert client.post("/api/visitors", json={"name": "Anna"}).status_code == 201
        assert client.get("/ready").json() == {"status": "ok", "compiling": None}


def test_the_page_does_not_wait_until_everything_is_loaded(tmp_path: Path) -> None:
    loaded = threading.Event()

    def make_late(database: Database, worker: CompileWorker, metrics: Metrics) -> FastAPI:
        loaded.wait(PATIENCE)
        return make(database, worker, metrics)

    with starting(starting_app(tmp_path, None, make_late)) as client:
        for path in ("/", "/race/some-table", "/api/courses", "/health"):
            assert client.get(path).status_code == 200, path
        assert "are being loaded" in client.get("/ready").json()["message"]
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(client.post, "/api/visitors", json={"name": "Anna"})
            assert client.get("/help").status_code == 200
            loaded.set()
            assert waiting.result(PATIENCE).status_code == 201


def test_a_server_that_is_ready_has_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Any] = []
    monkeypatch.setattr(rehearsal, "race_view", lambda table, _: played.append(table))
    with starting(starting_app(tmp_path, None)) as client:
        assert client.get("/api/tables").json()["tables"] == [], "at no table of anybody's"
        assert {table.stage for table in played} == {"racing"}
        assert len(played) == 4


def test_races_that_were_on_are_awake_when_the_server_is_ready(tmp_path: Path) -> None:
    with Serving(sqlite_url(tmp_path / "snowtails.db")) as serving:
        anna = serving.guest("Anna")
        on, waiting = anna.open(seats=["me"], begin=True), anna.open(seats=["me", "open"])
        before = anna.view(on)
    app = starting_app(tmp_path, None)
    with starting(app) as client:
        client.cookies = anna.http.cookies
        assert client.get("/api/tables").status_code == 200
        assert app._app
        sessions = app._app.state.hub.sessions
        assert on in sessions
        assert waiting not in sessions
        assert client.get(f"/api/tables/{on}").json() == before
        body = {"decision": "@1", "answers": before["asks"]}
        assert client.post(f"/api/tables/{on}/seats/0/decisions", json=body).status_code == 200


def test_garbage_is_looked_for_again_once_everything_is_loaded(tmp_path: Path) -> None:
    pause_collection()
    try:
        with starting(starting_app(tmp_path, None)) as client:
            assert client.get("/api/tables").status_code == 200
            assert gc.isenabled()
    finally:
        gc.enable()
        gc.unfreeze()


def test_a_server_that_stops_is_not_ready(fresh: Serving) -> None:
    guest = fresh.guest()
    assert guest.get("/ready")["status"] == "ok"
    fresh.hub.stopping = True
    with refused(503, "stopping"):
        guest.get("/ready")


def test_a_server_that_cannot_make_its_application_stops_and_says_why(tmp_path: Path) -> None:
    def fail(*_: object) -> FastAPI:
        raise RuntimeError("no rules")

    app = starting_app(tmp_path, None, fail)

    def ask_on(client: httpx.Client) -> None:
        while True:
            client.get("/health")

    with starting(app) as client, pytest.raises(httpx.TransportError):
        ask_on(client)
    assert str(app.error) == "no rules"


def test_a_database_that_cannot_be_used_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "snowtails.db").write_bytes(b"no database " * 500)
    app = starting_app(tmp_path, None)
    server = running(app, app.end_streams)
    server.greet = lambda: pytest.fail("greeted nevertheless")
    listening = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    thread.join(PATIENCE)
    listening.close()
    assert isinstance(app.error, InvalidDatabase)


def test_what_is_served_meanwhile_needs_no_mushers() -> None:
    code = "import sys, snowtails.server.http.server; print('snowtails.mushers' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False", "importing the mushers compiles them"
