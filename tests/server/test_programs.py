"""Programs race too: what the docs and the examples show, and whatever a fuzzer sends."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings

from tests.long.fuzz import CHECKS
from tests.server.serving import Serving

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")
def test_the_docs_drive_a_whole_race_with_curl(serving: Serving, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "http-api.md").read_text("utf-8")
    commands = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert len(commands) >= 5
    script = "set -eu\n" + "\n".join(commands)
    environment = {**os.environ, "SERVER": serving.url}
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "The Nutcracker" in done.stdout
    assert "Good luck!" in done.stdout
    assert '"good": true' in done.stdout
    assert '"good": false' not in done.stdout
    assert (tmp_path / "race.txt").read_text().startswith("snowtails race 1")


def test_every_request_is_in_the_docs(serving: Serving) -> None:
    page = (ROOT / "docs" / "http-api.md").read_text("utf-8")
    for path in serving.guest().get("/openapi.json")["paths"]:
        short = path.replace("{table}", "{t}").replace("{seat}", "{s}")
        last = "/" + short.split("/")[-1]
        assert short in page or last in page, path


def test_the_remote_musher_races(serving: Serving) -> None:
    example = ROOT / "examples" / "remote_musher.py"
    done = subprocess.run(
        [sys.executable, example, serving.url], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert sorted(line.split()[-1] for line in done.stdout.splitlines()) == [
        "Remote",
        "husky",
        "pup",
    ]


class BreakingOnce(BaseHTTPRequestHandler):
    """Hands requests on to a server; the first of some breaks, as when a worker is killed."""

    address: str
    met: list[str]

    def do_GET(self) -> None:
        self.hand_on()

    def do_POST(self) -> None:
        self.hand_on()

    def hand_on(self) -> None:
        kind = self.path.partition("?")[0].rpartition("/")[2]
        breaks = kind not in self.met
        self.met.append(kind)
        if breaks and kind == "ready":
            return
        data = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        names = ("Content-Type", "Authorization")
        headers = {name: self.headers[name] for name in names if name in self.headers}
        with urlopen(Request(self.address + self.path, data, headers), timeout=60) as answer:
            if breaks and kind == "decisions":
                return  # it is done, and the answer lost
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):  # nobody listens any more
                for line in answer:
                    if (
                        breaks
                        and kind == "stream"
                        and line.startswith(b"data: ")
                        and len(line) > 1000
                    ):
                        self.wfile.write(line[:500])
                        return
                    self.wfile.write(line)


def test_the_remote_musher_repeats_what_breaks(serving: Serving) -> None:
    met: list[str] = []
    breaking = type("Breaking", (BreakingOnce,), {"address": serving.url, "met": met})
    example = ROOT / "examples" / "remote_musher.py"
    with ThreadingHTTPServer(("127.0.0.1", 0), breaking) as proxy, ThreadPoolExecutor(1) as pool:
        pool.submit(proxy.serve_forever)
        try:
            done = subprocess.run(
                [sys.executable, example, f"http://127.0.0.1:{proxy.server_port}"],
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            proxy.shutdown()
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3
    assert met.count("ready") == met.count("stream") == 2
    assert done.stderr.count("trying again") == 2, "for /ready and for the first decision"


def test_the_remote_musher_says_what_is_refused(serving: Serving) -> None:
    example = ROOT / "examples" / "remote_musher.py"
    done = subprocess.run(
        [sys.executable, example, serving.url, "nowhere", "0"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "there is no such table" in done.stderr
    assert "Traceback" not in done.stderr


def test_two_remote_mushers_race_each_other(serving: Serving) -> None:
    host = serving.guest("Host")
    table = host.open(seats=["open", "invited"])
    code = host.view(table)["you"]["invitations"]["1"]
    example = str(ROOT / "examples" / "remote_musher.py")
    with host.tab(table) as tab:
        racing = [
            subprocess.Popen(
                [sys.executable, example, serving.url, table, *more],
                stdout=subprocess.PIPE,
                text=True,
            )
            for more in (["0"], ["1", code])
        ]
        tab.next("view", lambda view: all(seat["kind"] == "person" for seat in view["seats"]))
        host.post(f"/api/tables/{table}/begin")
        results = [each.communicate(timeout=60)[0] for each in racing]
    assert results[0] == results[1] != ""


@pytest.mark.usefixtures("unpainted")
def test_a_fuzzer_finds_no_fault_and_all_answers_as_declared(serving: Serving) -> None:
    guest = serving.guest()
    token = guest.post("/api/visitors", name="Fuzz", bearer=True)["token"]
    described = schemathesis.openapi.from_url(f"{serving.url}/openapi.json")
    schema: Any = described.exclude(path="/api/stream")  # it does not end
    schema = schema.exclude(path="/api/courses/{course}/certificate")  # it takes seconds
    headers = {"Authorization": f"Bearer {token}"}
    table = guest.ask(
        "POST", "/api/tables", json={"seats": ["me", "pup"], "begin": True}, headers=headers
    )["table"]
    asked = 0
    for found in schema.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @settings(
            max_examples=6,
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        def ask(case: Any) -> None:
            nonlocal asked
            if "table" in case.path_parameters and asked % 4:
                case.path_parameters["table"] = table  # three times out of four a real one
            response = case.call(headers=headers, timeout=30)
            asked += 1
            case.validate_response(response, checks=CHECKS)

        ask()
    assert asked > 200
