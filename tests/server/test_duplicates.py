"""Duplicate races: the same cards for all who take one up, and nobody sees them before racing."""

import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql

from snowtails.rules import read_record, verify
from snowtails.server.session import duplicates
from snowtails.server.session.duplicates import find_duplicate, take_up
from snowtails.server.session.session import Session
from snowtails.server.store.duplicates import WRECKED, Run, RunTable
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.errors import StoreDown
from snowtails.server.store.listing import Result
from snowtails.server.store.schema import DUPLICATE_TABLES, EVENTS, RESULTS
from snowtails.server.store.visitors import Visitor
from tests.server.serving import Guest, Json, Serving, prudent, refused

MUSHERS = ["husky", "yearling"]


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
        assert seen["husky"] is None, "what the cards are good for"
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
    # How many rounds the Husky needs hangs on the cards.
    assert whole["spaces"][0].startswith("0")
    take(ben, key)
    both = ben.get(f"/api/duplicates/{key}/ghosts")["ghosts"]
    assert [(ghost["name"], ghost["spaces"]) for ghost in both] == [("husky", []), ("Anna", [])]
    with refused(404, "no-table"):
        serving.guest("Carl").get(f"/api/duplicates/{key}/ghosts")


def test_another_run_can_be_chosen_as_ghost(serving: Serving) -> None:
    anna, ben, carl = (serving.guest(name) for name in ("Anna", "Ben", "Carl"))
    key = make(anna)
    tables = {}
    for guest, name in ((anna, "Anna"), (ben, "Ben")):
        tables[name] = take(guest, key)["table"]
        guest.race(tables[name], 0)
    table = take(carl, key)["table"]

    def ghosts(of: str) -> list[Json]:
        told: list[Json] = carl.get(f"/api/duplicates/{key}/ghosts", of=of)["ghosts"]
        return told

    runs = {run["name"]: run["run"] for run in carl.get(f"/api/duplicates/{key}")["runs"]}
    # What names a run does not lead to its table, and its ghost tells no card to come.
    assert not set(runs.values()) & set(tables.values())
    for name, run in runs.items():
        assert [(ghost["name"], ghost["spaces"]) for ghost in ghosts(run)] == [
            ("husky", []),
            (name, []),
        ]
    assert [ghost["name"] for ghost in ghosts("nobody")] == ["husky"]
    assert carl.get(f"/api/duplicates/{key}/ghosts")["ghosts"] == ghosts("best")
    heard: list[tuple[int, str, list[Json]]] = []

    def listening(view: Json) -> str:
        heard.extend((view["race"]["round"], run, ghosts(run)) for run in runs.values())
        return prudent(view)

    carl.race(table, 0, listening)
    assert max(rounds for rounds, *_ in heard) >= 2
    for rounds, run, told in heard:
        assert told == [{**ghost, "spaces": ghost["spaces"][:rounds]} for ghost in ghosts(run)], (
            rounds
        )
    own = next(run for run in carl.get(f"/api/duplicates/{key}")["runs"] if run["yours"])
    for nobodys in (own["run"], "0" * 32):
        assert [ghost["name"] for ghost in ghosts(nobodys)] == ["husky"]
    with refused(422, "invalid"):
        ghosts("Anna")


def test_a_time_trial_is_raced_alone_against_a_huskys_ghost(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    key = anna.post("/api/duplicates", course="srs", mushers=[])["duplicate"]
    for guest in (anna, ben):
        table = take(guest, key)["table"]
        assert len(guest.view(table)["race"]["sleds"]) == 1
        guest.race(table, 0)
        (husky, *_) = guest.get(f"/api/duplicates/{key}/ghosts")["ghosts"]
        assert husky["spaces"][0].startswith("0")
    told = ben.get(f"/api/duplicates/{key}")
    assert told["husky"]["turns"] > 0
    # All come in first, so turns and dents tell who was better.
    ranked = [(run["place"] or WRECKED, run["turns"], run["dents"]) for run in told["runs"]]
    assert ranked == sorted(ranked)
    assert len(ranked) == 2


def test_what_cannot_be_a_duplicate_race_is_refused(serving: Serving) -> None:
    anna = serving.guest("Anna")
    for key in ("0", "zzz", "%00"):
        with refused(404, "no-duplicate"):
            anna.get(f"/api/duplicates/{key}")
    with refused(422, "mushers"):
        anna.post("/api/duplicates", course="srs", mushers=["husky"] * 5)
    with refused(422, "invalid"):
        anna.post("/api/duplicates", course="srs", mushers=["togo"])
    with refused(401, "no-token"):
        serving.guest().post("/api/duplicates", course="srs")


def rows(serving: Serving, table: sql.Table) -> int:
    return len(serving.run(serving.hub.database.read(sql.select(table))))


def test_a_deleted_visitor_leaves_no_run_and_no_ghost(tmp_path: Path) -> None:
    with Serving(sqlite_url(tmp_path / "snowtails.db")) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        key = make(anna)
        anna.race(take(anna, key)["table"], 0)
        assert rows(serving, DUPLICATE_TABLES) == 1
        anna.post("/api/visitors/me/delete", name="Anna")
        assert rows(serving, DUPLICATE_TABLES) == rows(serving, RESULTS) == 0
        assert ben.get(f"/api/duplicates/{key}")["runs"] == []


def test_a_run_that_a_bot_drove_does_not_count(serving: Serving) -> None:
    anna = serving.guest("Anna")
    key = make(anna)
    table = take(anna, key)["table"]
    anna.post(f"/api/tables/{table}/seats/0/leave")
    with anna.tab(table) as tab:
        while tab.next("view")["stage"] != "over":
            pass
    told = anna.get(f"/api/duplicates/{key}")
    assert (told["over"], told["table"], told["entrants"], told["runs"]) == (True, table, 0, [])


def test_a_ghost_whose_race_cannot_be_read_is_left_out(serving: Serving) -> None:
    anna, ben = serving.guest("Anna"), serving.guest("Ben")
    key = make(anna)
    table = take(anna, key)["table"]
    anna.race(table, 0)
    take(ben, key)
    ghosts = f"/api/duplicates/{key}/ghosts"
    assert len(ben.get(ghosts)["ghosts"]) == 2

    async def lose() -> None:
        serving.hub.forget(serving.hub.sessions[table])
        changed = sql.update(EVENTS).where(EVENTS.c.race == sql.bindparam("table"))
        await serving.hub.database.write([(changed.values(body="{}"), {"table": table})])

    serving.run(lose())
    assert [ghost["name"] for ghost in ben.get(ghosts)["ghosts"]] == ["husky"]


def test_taken_up_twice_at_once_it_is_one_race(database: str) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        visitor = serving.run(serving.hub.visitor(anna.http.cookies["snowtails"]))
        duplicate = serving.run(find_duplicate(serving.hub, make(anna)))

        async def twice() -> list[Session]:
            taking = (take_up(serving.hub, visitor, duplicate) for _ in range(2))
            return await asyncio.gather(*taking)

        one, other = serving.run(twice())
        assert one.table.name == other.table.name
        assert rows(serving, DUPLICATE_TABLES) == 1


def test_a_table_that_cannot_be_founded_leaves_nothing(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = serving.guest("Anna")
    key = make(anna)
    before = rows(serving, DUPLICATE_TABLES)

    async def fail(*_: object) -> None:
        raise StoreDown

    with monkeypatch.context() as patch:
        patch.setattr(serving.hub.store, "append", fail)
        with refused(503, "store"):
            take(anna, key)
    assert rows(serving, DUPLICATE_TABLES) == before


def test_the_best_runs_are_told_with_ranks_and_ones_own(database: str) -> None:
    with Serving(database) as serving:
        hub = serving.hub

        async def run(number: int, place: int | None, turns: int, dents: int) -> None:
            holder = str(number)
            await hub.visitors.add(Visitor(holder, f"Musher {number}", None, None), 0.0)
            row = {"race": f"race{number}", "duplicate": "abc"}
            await hub.database.write([(hub.database.upsert(DUPLICATE_TABLES), row)])
            facts = Result(
                *(0, "race", holder, None, "", "red", "srs", "", None, float(number)),
                *(place, None, turns, dents),
            )
            await hub.visitors.keep_results(f"race{number}", [facts])

        async def made() -> tuple[RunTable, Run | None, Run | None, list[int]]:
            ends = [(None, 9, 6), (2, 12, 0), (1, 12, 1), (1, 11, 2), (1, 12, 1)]
            for number, end in enumerate(ends):
                await run(number, *end)
            store = hub.duplicates
            orders = [(1, 11, 2), (1, 11, 3), (WRECKED, 9, 6)]
            return (
                await store.runs("abc", 2, "0"),
                await store.best_of_others("abc", "3"),
                await store.best_of_others("none", "3"),
                [await store.better_than("abc", order) for order in orders],
            )

        table, best, nobody, better = serving.run(made())
        assert table.entrants == 5
        assert [(each.rank, each.holder) for each in table.runs] == [(1, "3"), (2, "2"), (5, "0")]
        assert best is not None
        assert (best.holder, nobody, better) == ("2", None, [0, 1, 4])
        assert serving.run(hub.duplicates.runs("none", 2)).entrants == 0


def test_a_husky_that_is_broken_off_has_no_place(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = serving.guest("Anna")
    key = make(anna)
    monkeypatch.setattr(duplicates, "ROUND_LIMIT", 1)
    found = serving.run(duplicates.find_duplicate(serving.hub, key))
    assert serving.run(duplicates._husky_message(serving.hub, found)) is None


@pytest.mark.usefixtures("unpainted")
def test_the_picture_of_a_run_shows_nobody_the_way(fresh: Serving) -> None:
    anna, nobody = fresh.guest("Anna"), fresh.guest()
    same = take(anna, make(anna))["table"]
    own = anna.open(course="srs", seats=["me", *MUSHERS], begin=True)
    for table in (same, own):
        anna.race(table, 0)
    drawn_tracks = {
        table: nobody.http.get(f"/api/tables/{table}/picture").text.count('class="tracks ')
        for table in (same, own)
    }
    assert drawn_tracks[own]
    assert not drawn_tracks[same]
