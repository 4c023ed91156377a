"""Programs race too: what the docs and the examples show, and whatever a fuzzer sends."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

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
