"""The host's page and figures are for the host."""

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.server.serving import GENEROUS, ManualClock, Serving


@pytest.mark.parametrize("path", ["/host", "/host/figures", "/metrics"])
def test_without_a_token_only_the_machine_itself_sees_them(tmp_path: Path, path: str) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        http = serving.guest().http
        assert http.get(path).status_code == 200
        for header in ("x-forwarded-for", "forwarded"):
            refused = http.get(path, headers={header: "for=127.0.0.1"})
            assert (refused.status_code, refused.json()["code"]) == (403, "host")


@pytest.mark.parametrize("path", ["/host", "/host/figures", "/metrics"])
def test_with_a_token_whoever_knows_it_sees_them(tmp_path: Path, path: str) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, host_token="sesame") as serving:
        http = serving.guest().http
        for headers in ({}, {"authorization": "Bearer no"}, {"authorization": "Basic %%%"}):
            refused = http.get(path, headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (401, "host")
            assert refused.headers["www-authenticate"].startswith("Basic")
        assert http.get(path, headers={"authorization": "Bearer sesame"}).status_code == 200
        assert http.get(path, auth=("host", "sesame")).status_code == 200


def test_the_figures_tell_tables_streams_latency_and_errors(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open()
        with anna.tab(table) as tab:
            tab.next("view")
            answer = anna.http.get("/host/figures")
    told = answer.json()
    assert (told["tables"], told["streams"], told["faults"]) == (1, 1, 0)
    opened = next(each for each in told["routes"] if each["route"] == "/api/tables")
    assert (opened["answered"], opened["errors"]) == (1, 0)
    assert opened["mean"] > 0
    assert opened["slowest"] is None or opened["slowest"] > 0
    assert table not in answer.text
    assert "Anna" not in answer.text


def test_a_token_cannot_be_guessed_without_limit(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    limits = replace(GENEROUS, costly_rate=0.001, costly_burst=3)
    with Serving(database, host_token="sesame", limits=limits) as serving:
        http = serving.guest().http
        headers = {"authorization": "Bearer no"}
        paths = ("/metrics", "/host", "/host/figures", "/metrics")
        codes = [http.get(path, headers=headers).status_code for path in paths]
        assert codes == [401, 401, 401, 429]


def test_whether_the_server_is_ready_is_asked_of_the_database_once(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, clock=ManualClock()) as serving:
        with patch.object(serving.hub.database, "ping", wraps=serving.hub.database.ping) as ping:
            assert {serving.guest().http.get("/ready").status_code for _ in range(3)} == {200}
        assert ping.call_count == 1
