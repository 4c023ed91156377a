"""A client that a standard tool makes of the API's description races with it."""

import importlib
import json
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.serving import PATIENCE, Serving

PACKAGE = "snowtails_client"


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serving: Serving) -> None:
    """Make a client of what the server says of itself, and let it be imported."""
    description, settings = tmp_path / "openapi.json", tmp_path / "settings.yml"
    description.write_text(httpx.get(f"{serving.url}/openapi.json", timeout=PATIENCE).text, "utf-8")
    settings.write_text(json.dumps({"post_hooks": []}), "utf-8")
    tool = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    paths = ["--path", description, "--config", settings, "--output-path", tmp_path / PACKAGE]
    subprocess.run([*tool, *map(str, paths)], check=True, capture_output=True, timeout=120)
    monkeypatch.syspath_prepend(tmp_path)


def module(name: str) -> Any:
    return importlib.import_module(f"{PACKAGE}.{name}")


@pytest.mark.usefixtures("generated")
def test_a_generated_client_drives_a_whole_race(serving: Serving) -> None:
    models, clients = module("models"), module("client")
    call = {name: module(f"api.default.{name}").sync for name in CALLS}
    asked = models.VisitorRequest(name="Anna", bearer=True)
    with clients.Client(serving.url) as stranger:
        visitor = call["welcome"](client=stranger, body=asked)
    with ExitStack() as stack:
        client = stack.enter_context(clients.AuthenticatedClient(serving.url, visitor.token))
        wish = models.TableRequest(course="srs", seats=["me", "pup"], begin=True)
        view = call["open_table"](client=client, body=wish)
        listening = stack.enter_context(serving.guest().tab(view.table, changes="true"))
        tick = threading.Event()
        while view.stage != "over":
            if view.choices.decisions:
                moves = view.choices.moves if view.race.phase == "turn" else []
                fastest = max(moves, key=lambda move: move.speed, default=None)  # it gets anywhere
                decision = fastest.turn if fastest else view.choices.decisions[0]
                body = models.DecisionRequest(decision=decision, answers=view.asks)
                answer = call["decide"](view.table, 0, client=client, body=body)
                assert isinstance(answer, models.Answer), answer
                assert answer.event.decision == decision
            else:
                tick.wait(0.01)
            view = call["table_seen"](view.table, client=client)
        found = call["verification"](view.table, client=client)
        for told in listening.messages():
            if told.event == "changed":
                assert models.Changes.from_dict(told.data).to_dict() == told.data
            if told.data.get("view", told.data).get("stage") == "over":
                break
    assert all(finding.good for finding in found.findings)


CALLS = ("welcome", "open_table", "decide", "table_seen", "verification")
