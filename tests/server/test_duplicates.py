"""Duplicate races: the same cards for all who take one up, and nobody sees them before racing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from snowtails.rules import read_record, verify
from snowtails.server.store.engine import sqlite_url
from tests.server.serving import Guest, Json, Serving, refused

MUSHERS = ["husky", "yearling"]


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(sqlite_url(tmp_path_factory.mktemp("duplicates") / "snowtails.db")) as found:
        yield found


def make(guest: Guest) -> str:
    return str(guest.post("/api/duplicates", course="srs", mushers=MUSHERS)["duplicate"])


def take(guest: Guest, key: str) -> Json:
    view: Json = guest.post(f"/api/duplicates/{key}/tables")
    return view


def drawn(guest: Guest, table: str) -> list[list[int]]:
    """Return the cards that each sled drew in a race that is over, in their order."""
    record = read_record(guest.get(f"/api/tables/{table}/record"))
    cards: list[list[int]] = [[] for _ in record.race.sleds]
    for entry in record.race.log:
        for each in entry.drawn:
            cards[each.sled] += each.cards
    return cards


def test_all_who_take_it_up_have_the_same_cards(database: str) -> None:
    with Serving(database) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key = make(anna)
        first, second = take(anna, key), take(ben, key)
        assert first["table"] != second["table"]
        assert first["duplicate"] == second["duplicate"] == key
        assert first["seal"] == second["seal"]
        assert take(anna, key)["table"] == first["table"], "taken up once"
        anna.race(first["table"], 0)
        told = anna.get(f"/api/duplicates/{key}")
        assert told["over"]
        assert [run["yours"] for run in told["runs"]] == [True]
        assert told["husky"]["turns"] > 0
        # Whoever still races sees results, and no way to the cards.
        seen = ben.get(f"/api/duplicates/{key}")
        assert (seen["over"], seen["table"], len(seen["runs"])) == (False, second["table"], 1)
        assert seen["runs"][0]["table"] is None
        for path in ("", "/record", "/replay", "/events"):
            with refused(403, "not-your-game"):
                ben.get(f"/api/tables/{first['table']}{path}")
        ben.race(second["table"], 0)
        assert len(ben.get(f"/api/duplicates/{key}")["runs"]) == 2
        mine, theirs = drawn(ben, second["table"]), drawn(ben, first["table"])
        for one, other in zip(mine, theirs, strict=True):
            together = min(len(one), len(other))
            assert together >= 5
            assert one[:together] == other[:together]
        record = ben.get(f"/api/tables/{second['table']}/record")
        assert all(finding.good for finding in verify(read_record(record)))


def test_strangers_see_neither_a_race_under_way_nor_its_picture(serving: Serving) -> None:
    anna, eve = serving.guest("Anna"), serving.guest("Eve")
    table = take(anna, make(anna))["table"]
    for path in ("", "/picture"):
        with refused(403, "not-your-game"):
            eve.get(f"/api/tables/{table}{path}")


def test_ghosts_are_told_as_far_as_one_has_raced(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    key = make(anna)
    first = take(anna, key)["table"]
    (husky,) = anna.get(f"/api/duplicates/{key}/ghosts")["ghosts"]
    assert (husky["musher"], husky["spaces"]) == (True, [])
    anna.race(first, 0)
    (whole,) = anna.get(f"/api/duplicates/{key}/ghosts")["ghosts"]
    assert len(whole["spaces"]) > 2
    assert whole["spaces"][0].startswith("0")
    take(ben, key)
    both = ben.get(f"/api/duplicates/{key}/ghosts")["ghosts"]
    assert [(ghost["name"], ghost["spaces"]) for ghost in both] == [("husky", []), ("Anna", [])]
    with refused(404, "no-table"):
        serving.guest("Carl").get(f"/api/duplicates/{key}/ghosts")


def test_what_cannot_be_a_duplicate_race_is_refused(serving: Serving) -> None:
    anna = serving.guest("Anna")
    with refused(404, "no-duplicate"):
        anna.get("/api/duplicates/0")
    with refused(422, "mushers"):
        anna.post("/api/duplicates", course="srs", mushers=[])
    with refused(422, "invalid"):
        anna.post("/api/duplicates", course="srs", mushers=["togo"])
    with refused(401, "no-token"):
        serving.guest().post("/api/duplicates", course="srs")


def test_a_deleted_visitor_leaves_no_run(tmp_path: Path) -> None:
    with Serving(sqlite_url(tmp_path / "snowtails.db")) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key = make(anna)
        anna.race(take(anna, key)["table"], 0)
        anna.post("/api/visitors/me/delete", name="Anna")
        assert ben.get(f"/api/duplicates/{key}")["runs"] == []
