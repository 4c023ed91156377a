"""A database of an earlier version is opened, and everything in it goes on."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from snowtails.rules import read_record, verify
from snowtails.rules.solo import verify_solo
from tests.server.serving import Guest, ManualClock, Serving, gentle, prudent

DATA = Path(__file__).parent / "data"
EXPECTED: dict[str, Any] = json.loads((DATA / "version-0001.json").read_text("utf-8"))
"""What the server that wrote the database told of it."""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    path = tmp_path_factory.mktemp("old") / "snowtails.db"
    path.write_bytes(gzip.decompress((DATA / "version-0001.db.gz").read_bytes()))
    with Serving(f"sqlite:///{path}", clock=ManualClock(EXPECTED["now"])) as found:
        yield found


@pytest.fixture
def anna(serving: Serving) -> Guest:
    guest = serving.guest()
    guest.http.headers["authorization"] = f"Bearer {EXPECTED['tokens']['Anna']}"
    return guest


@pytest.mark.parametrize("name", EXPECTED["views"])
def test_tables_are_as_they_were(anna: Guest, name: str) -> None:
    view, expected = anna.view(EXPECTED["tables"][name]), EXPECTED["views"][name]
    for field in ("number", "stage", "asks", "big_paws", "seal", "commitment", "rematch"):
        assert view[field] == expected[field], field
    sleds = view["race"]["sleds"] if view["race"] else []
    assert [[s["space"], s["dents"], s.get("hand")] for s in sleds] == expected["sleds"]


@pytest.mark.parametrize("name", EXPECTED["solo"])
def test_solo_games_are_tables_now(anna: Guest, name: str) -> None:
    view, expected = anna.view(EXPECTED["games"][name]), EXPECTED["solo"][name]
    stage = {"playing": "racing"}.get(expected["stage"], expected["stage"])
    assert view["stage"] == stage
    for field in ("number", "asks", "day", "attempt", "round", "turn", "points", "commitment"):
        assert view[field] == expected[field], field
    for field, value in expected["race"].items():
        assert view["race"][field] == value, field


def test_lists_show_what_they_showed(anna: Guest) -> None:
    races = anna.get("/api/races")["races"]
    assert [each["table"] for each in races] == EXPECTED["races"]
    assert [each["table"] for each in anna.get("/api/solo")["games"]] == EXPECTED["my_solo"]
    daily = anna.get("/api/daily")
    assert {name: daily[name] for name in EXPECTED["daily"]} == EXPECTED["daily"]
    assert [each["table"] for each in anna.get("/api/tables")["tables"]] == [
        EXPECTED["tables"]["waiting"]
    ]


def test_records_are_the_same_to_the_letter(anna: Guest) -> None:
    tables, games, records = EXPECTED["tables"], EXPECTED["games"], EXPECTED["records"]
    over = anna.get(f"/api/tables/{tables['over']}/record")
    assert over == records["over"]
    assert all(finding.good for finding in verify(read_record(over)))
    for game in ("whole", "daily_over"):
        text = anna.get(f"/api/tables/{games[game]}/record")
        assert text == records[game]
        assert all(finding.good for finding in verify_solo(text))


def test_what_was_under_way_goes_on(anna: Guest) -> None:
    race = EXPECTED["tables"]["racing"]
    assert anna.race(race, 0, gentle)["stage"] == "over"
    for game in ("playing", "daily_playing"):
        view = anna.view(EXPECTED["games"][game])
        while view["stage"] == "racing":
            anna.decide(view["table"], 0, prudent(view), view["asks"])
            view = anna.view(view["table"])
    between = EXPECTED["games"]["between"]
    anna.post(f"/api/tables/{between}/rounds", round=2)
    assert anna.view(between)["stage"] == "racing"
