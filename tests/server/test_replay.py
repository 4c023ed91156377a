"""Replays: a race that is over is told again, all hands open; one under way is not."""

from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from snowtails.server.errors import Conflict, Unprocessable
from snowtails.server.table.race_table import RaceTable
from snowtails.server.wire.replay import record_replay, table_replay
from tests.server.company import as_json, company, play_on, racing
from tests.server.serving import Serving


@pytest.fixture(scope="module")
def over() -> RaceTable:
    return play_on(company("anna", "pup", "husky", course="srsrs"))


def test_frames_tell_every_state_of_the_race_with_all_hands(over: RaceTable) -> None:
    race, frames = racing(over), as_json(table_replay(over))["frames"]
    assert [frame["number"] for frame in frames] == list(range(len(race.log) + 1))
    for frame, then in zip(frames, [*race.history, race], strict=True):
        hands = [sled["hand"] for sled in frame["race"]["sleds"]]
        assert hands == [list(sled.hand or ()) for sled in then.sleds]
        assert [sled["space"] for sled in frame["race"]["sleds"]] == [s.space for s in then.sleds]
    for frame, entry in zip(frames[1:], race.log, strict=True):
        assert (frame["seat"], frame["decision"]) == (entry.sled, str(entry.decision))
        assert [tuple(d["cards"]) for d in frame["drawn"]] == [d.cards for d in entry.drawn]


def test_a_move_leads_from_frame_to_frame(over: RaceTable) -> None:
    frames = as_json(table_replay(over))["frames"]
    for before, frame in pairwise(frames):
        move, seat = frame["move"], frame["seat"]
        if move and not move.get("wrecked") and not move.get("finished"):
            assert before["race"]["sleds"][seat]["space"] == move["way"][0]
            assert frame["race"]["sleds"][seat]["space"] == move["way"][-1]


def test_figures_add_up(over: RaceTable) -> None:
    told = as_json(table_replay(over))
    figures, last = told["figures"], told["frames"][-1]["race"]
    assert figures["rounds"] == last["round"]
    for sled, found in zip(last["sleds"], figures["sleds"], strict=True):
        assert sum(found["dents"].values()) == sum(found["dented"]) == sled["dents"]
        assert len(found["speeds"]) == len(found["dented"]) == figures["rounds"]
        assert len(found["positions"]) == figures["rounds"] + 1
        assert found["positions"][-1] == sled["place"]
    assert sorted(sled["positions"][0] for sled in figures["sleds"]) == [1, 2, 3]


def test_a_record_is_told_like_its_race(over: RaceTable) -> None:
    from_table = as_json(table_replay(over))
    from_record = as_json(record_replay(over.record()))
    assert from_record["table"] is None
    for part in ("course", "seats", "frames", "figures"):
        assert from_record[part] == from_table[part]


def test_a_record_without_names_numbers_its_sleds(over: RaceTable) -> None:
    told = as_json(record_replay(racing(over).record()))
    assert [seat["name"] for seat in told["seats"]] == ["1", "2", "3"]


def test_a_race_under_way_is_not_told() -> None:
    table = play_on(company("anna", "ben"), 5)
    with pytest.raises(Conflict, match="when it is over"):
        table_replay(table)


def test_what_is_no_record_is_refused() -> None:
    with pytest.raises(Unprocessable, match="line 1") as found:
        record_replay("hello")
    assert found.value.facts["line"] == 1


def test_over_http(over: RaceTable, tmp_path: Path) -> None:
    with (
        Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving,
        httpx.Client(base_url=f"{serving.url}/api") as client,
    ):
        assert client.get("/tables/nowhere/replay").status_code == 404
        told = client.post("/replays", json={"record": over.record()})
        assert told.json() == as_json(record_replay(over.record()))
        refused = client.post("/replays", json={"record": "hello"})
        assert (refused.status_code, refused.json()["code"]) == (422, "record")
