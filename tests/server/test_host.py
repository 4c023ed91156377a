"""The host's page and figures are for the host."""

from pathlib import Path

import pytest

from tests.server.serving import Serving


@pytest.mark.parametrize("path", ["/host", "/metrics"])
def test_without_a_token_only_the_machine_itself_sees_them(tmp_path: Path, path: str) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        http = serving.guest().http
        assert http.get(path).status_code == 200
        for header in ("x-forwarded-for", "forwarded"):
            refused = http.get(path, headers={header: "for=127.0.0.1"})
            assert (refused.status_code, refused.json()["code"]) == (403, "host")


@pytest.mark.parametrize("path", ["/host", "/metrics"])
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


def test_the_page_tells_tables_streams_latency_and_errors(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        table = anna.open()
        with anna.tab(table) as tab:
            tab.next("view")
            page = anna.http.get("/host").text
    assert "<tr><th>tables awake<td>1" in page
    assert "<tr><th>streams<td>1" in page
    assert "<tr><td>/api/tables<td>1<td>0<td>" in page
    assert "<tr><th>faults<td>0" in page
    assert table not in page
    assert "Anna" not in page
