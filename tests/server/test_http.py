"""HTTP itself: who asks, what is refused, limits, and what watches the server."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from snowtails.server.http.middleware import POLICY
from snowtails.server.session.message_cache import MessageCache
from tests.server.serving import GENEROUS, Guest, Serving, refused

# -- who asks --------------------------------------------------------------------------------------


def test_a_browser_has_a_name_and_programs_a_token(serving: Serving) -> None:
    anna = serving.guest("Anna")
    assert anna.get("/api/visitors/me")["name"] == "Anna"
    changed = {"name": "Änne", "dog": None, "colour": None}
    assert anna.put("/api/visitors/me", name="Änne") == changed
    assert anna.get("/api/visitors/me") == changed
    with refused(422, "name"):
        anna.put("/api/visitors/me", name="a,b")
    bot = serving.guest()
    token = bot.post("/api/visitors", name="Bot", bearer=True)["token"]
    assert not bot.http.cookies
    assert len(token) >= 43, "256 bits"
    bot.http.headers["authorization"] = f"Bearer {token}"
    assert bot.get("/api/visitors/me")["name"] == "Bot"


def test_the_cookie_is_kept_from_scripts_and_strange_sites(serving: Serving) -> None:
    response = serving.guest().http.post("/api/visitors", json={"name": "Anna"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert response.json() == {"name": "Anna", "dog": None, "colour": None}


def test_forged_and_foreign_tokens_are_refused(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    table = anna.open(seats=["me", "open"])
    ben.post(f"/api/tables/{table}/seats/1/sit")
    anna.post(f"/api/tables/{table}/begin")
    asks = anna.view(table)["asks"]
    forged, nobody = serving.guest(), serving.guest()
    forged.http.headers["authorization"] = "Bearer " + "x" * 43
    for seat in (0, 1):
        stranger = ben if seat == 0 else anna
        for path, body in (
            ("decisions", {"decision": "@1", "answers": asks}),
            ("leave", {}),
            ("reins", {}),
            ("curtain", {"lifted": True}),
            ("recovery", {}),
        ):
            with refused(403, "not-your-seat"):
                stranger.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
            with refused(401, "unknown-token"):
                forged.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
            with refused(401, "no-token"):
                nobody.post(f"/api/tables/{table}/seats/{seat}/{path}", **body)
    with refused(401, "unknown-token"):
        forged.view(table)
    with refused(401, "unknown-token"), forged.tab(table):
        pass
    assert "anna" not in str(nobody.view(table)["you"])


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1", ""])
def test_writes_from_strange_pages_are_refused(serving: Serving, origin: str) -> None:
    anna = serving.guest("Anna")
    anna.http.headers["origin"] = origin
    with refused(403, "origin"):
        anna.open()
    anna.http.headers["origin"] = serving.url
    anna.open()
    del anna.http.headers["origin"]
    anna.http.headers["sec-fetch-site"] = "cross-site"
    with refused(403, "origin"):
        anna.open()


def test_too_large_bodies_are_refused(serving: Serving) -> None:
    with refused(413, "body"):
        serving.guest("Anna").post("/api/visitors", name="x" * 20_000)


def test_what_cannot_be_read_is_refused_without_repeating_it(serving: Serving) -> None:
    anna = serving.guest("Anna")
    with refused(422, "invalid") as caught:
        anna.ask(
            "POST",
            "/api/visitors",
            content=b'{"name": <script>',
            headers={"content-type": "application/json"},
        )
    assert "script" not in str(caught.value.body)
    with refused(404, "no-page") as nothing:
        anna.get("/api/nothing")
    assert "/openapi.json lists all" in nothing.value.body["message"]
    with refused(405, "method") as method:
        anna.ask("DELETE", "/api/tables")
    assert "/openapi.json lists what each does" in method.value.body["message"]
    with refused(404, "no-table"):
        anna.view("nothing")


def test_an_unknown_field_is_named_with_those_that_are_known(serving: Serving) -> None:
    anna = serving.guest("Anna")
    with refused(422, "invalid") as seats:
        anna.post("/api/tables", seats=[{"kind": "you"}])
    said = seats.value.body["message"]
    assert said.startswith("seats[0]: Object contains unknown field `kind`; known are ")
    assert {"name", "colour"} <= set(said.partition("known are ")[2].split(", "))
    with refused(422, "invalid") as draft:
        anna.post("/api/courses/draft", line="srs")
    assert draft.value.body["message"].startswith("body: Object contains unknown field `line`; ")


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("library", "none"),
        ("puzzles", "theme"),
        ("stream", "table, after, lobby, races, changes"),
        ("tables/nowhere/events", "after"),
    ],
)
def test_an_unknown_parameter_is_named_with_those_that_are_known(
    serving: Serving, path: str, known: str
) -> None:
    with refused(422, "invalid") as caught:
        serving.guest("Anna").get(f"/api/{path}", sort="zzz")
    assert caught.value.body["message"] == f"query.sort: unknown parameter; known are {known}"
    assert caught.value.body["problems"][0]["where"] == "query.sort"


def test_a_decision_takes_no_parameters(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me"], begin=True)
    with refused(422, "invalid"):
        anna.post(f"/api/tables/{table}/seats/0/decisions?asks=3", decision="@1")


def test_a_fault_is_noted_and_shows_no_trace(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anna = serving.guest("Anna")
    table = anna.open()

    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("snowtails.server.session.message_cache.view_message", broken)
    monkeypatch.setattr(serving.hub.sessions[table], "_messages", MessageCache())
    with caplog.at_level("ERROR", "snowtails.server"), refused(500, "fault") as caught:
        anna.view(table)
    assert "secret" not in str(caught.value.body)
    noted = [record for record in caplog.records if record.name == "snowtails.server"]
    assert [str(record.exc_info[1]) for record in noted if record.exc_info] == ["secret detail"]
    reference = caught.value.body["reference"]
    assert [vars(record)["facts"]["reference"] for record in noted] == [reference]
    assert reference in caught.value.body["message"]
    assert "content-security-policy" in caught.value.headers
    assert "snowtails_faults_total 1.0" in anna.get("/metrics")


# -- limits and the watch --------------------------------------------------------------------------


def test_whoever_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    limits = replace(
        GENEROUS,
        opening_rate=0.001,
        opening_burst=3,
        streams_of_one=2,
        streams_of_address=3,
        tables=1,
    )
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits) as serving:
        anna = serving.guest("Anna")
        anna.open()
        with refused(429, "tables"):
            anna.open()
        with refused(429, "rate") as caught:
            anna.open()
        assert int(caught.value.headers["retry-after"]) > 1
        onlooker = serving.guest()
        with anna.tab(lobby=True), anna.tab(lobby=True):
            with refused(429, "streams"), anna.tab():
                pass
            with onlooker.tab(lobby=True), refused(429, "streams"), onlooker.tab():
                pass


def test_a_server_that_is_full_says_so_of_itself(tmp_path: Path) -> None:
    limits = replace(GENEROUS, streams=1)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", limits=limits) as serving:
        one, other = serving.guest(), serving.guest()
        with one.tab(lobby=True), refused(503, "streams"), other.tab(lobby=True):
            pass


def test_a_quiet_stream_shows_that_the_server_is_there(tmp_path: Path) -> None:
    limits = replace(GENEROUS, heartbeat=0.05)
    database = f"sqlite:///{tmp_path / 'snowtails.db'}"
    with Serving(database, limits=limits) as serving, serving.guest().tab(lobby=True) as tab:
        assert "event: beat" in tab.response.iter_lines()


def test_the_server_can_be_watched(fresh: Serving) -> None:
    guest = fresh.guest("Anna")
    assert guest.get("/health")["status"] == "ok"
    assert guest.get("/ready")["status"] == "ok"
    table = guest.open()
    with guest.tab(table) as tab:
        tab.next("view")
        text = guest.get("/metrics")
    assert re.search(r'requests_total\{method="POST",route="/api/tables",status="201"\} 1.0', text)
    assert "snowtails_streams 1.0" in text
    assert "snowtails_tables_awake 1.0" in text
    assert table not in text


def test_the_page_is_protected(serving: Serving) -> None:
    response = serving.guest().http.get("/")
    assert response.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "Snow Tails" in response.text
    assert serving.guest().get("/openapi.json")["paths"]["/api/tables"]


def test_an_unknown_address_is_a_page_for_browsers_and_json_for_programs(serving: Serving) -> None:
    http = serving.guest().http
    browser = "text/html,application/xhtml+xml,*/*;q=0.8"
    shown = http.get("/races/of-old", headers={"accept": browser})
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'src="/assets/' in shown.text
    for path, accept in (("/races/of-old", "*/*"), ("/api/nothing", browser)):
        told = http.get(path, headers={"accept": accept})
        assert (told.status_code, told.json()["code"]) == (404, "no-page")


def test_courses_and_mushers_are_listed(serving: Serving) -> None:
    guest: Guest = serving.guest()
    listed = guest.get("/api/courses")["courses"]
    assert {"nutcracker", "whole-box"} <= {course["name"] for course in listed}
    assert guest.get("/api/courses/srs")["tiles"] == ["straight", "corner-right", "straight"]
    assert guest.get("/api/courses/srs/drawing", theme="dark").startswith("<svg")
    assert guest.get("/api/mushers")["mushers"][-1] == "togo"
    with refused(422, "course"):
        guest.get("/api/courses/zzz")


def test_a_stopping_server_tells_when_to_come_back(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        guest = serving.guest("Anna")
        with guest.tab(guest.open()) as tab:
            tab.next("view")
            serving.server.should_exit = True
            assert tab.next("bye") == {"back_in": 3}
            assert tab.retry == 3000
