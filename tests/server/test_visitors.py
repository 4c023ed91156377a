"""What is kept for visitors: who they are, their devices, and its end."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from snowtails.server.errors import NoTable, Unauthorized
from snowtails.server.session.profile import change
from snowtails.server.store.operations import backup, prune, restore
from snowtails.server.store.schema import EVENTS
from snowtails.server.store.visitors import MOST_DEVICES, OwnTables
from snowtails.server.table.tokens import RECOVERY_LASTS
from snowtails.server.wire.requests import ProfileRequest
from tests.server.serving import ManualClock, Refusal, Serving, gentle, refused
from tests.server.visiting import NOON, history, play_daily

# -- who they are ----------------------------------------------------------------------------------


def test_a_visitor_chooses_a_dog_and_a_colour(serving: Serving) -> None:
    anna = serving.guest()
    told = anna.post("/api/visitors", name="Anna", dog="miska", colour="teal")
    assert told == {"name": "Anna", "dog": "miska", "colour": "teal"}
    assert anna.get("/api/visitors/me") == told
    assert anna.put("/api/visitors/me", dog=None) == told | {"dog": None}
    assert anna.put("/api/visitors/me", name="Änne") == told | {"name": "Änne", "dog": None}
    for wrong in ({"dog": "cat"}, {"colour": "pink"}, {"name": None}, {"name": "a;b"}, {"age": 3}):
        with pytest.raises(Refusal) as refusal:
            anna.put("/api/visitors/me", **wrong)
        assert refusal.value.status == 422, wrong
    assert anna.get("/api/visitors/me")["name"] == "Änne"


@pytest.mark.clause("SETUP-1")
def test_seats_have_the_colour_and_dog_that_are_liked_if_they_are_free(serving: Serving) -> None:
    anna, ben = serving.guest(), serving.guest()
    anna.post("/api/visitors", name="Anna", dog="miska", colour="teal")
    ben.post("/api/visitors", name="Ben", dog="yuki", colour="teal")
    table = anna.open(seats=["open", "me", "open"])
    ben.post(f"/api/tables/{table}/seats/0/sit")
    seats = ben.view(table)["seats"]
    assert [(seat["colour"], seat["dog"]) for seat in seats[:2]] == [
        ("charcoal", "yuki"),
        ("teal", "miska"),
    ]
    with refused(409, "colour-taken"):
        ben.post(f"/api/tables/{table}/seats/0/sit", colour="teal")
    ben.post(f"/api/tables/{table}/seats/0/sit", colour="orchid", dog="pika")
    changed = ben.view(table)["seats"][0]
    assert (changed["name"], changed["colour"], changed["dog"]) == ("Ben", "orchid", "pika")
    told = ben.get(f"/api/tables/{table}/events")["events"][-1]
    assert (told["kind"], told["colour"], told["dog"]) == ("sat", "orchid", "pika")


def test_people_at_one_screen_have_faces_of_their_own(serving: Serving) -> None:
    anna = serving.guest()
    anna.post("/api/visitors", name="Anna", dog="miska", colour="blue")
    wish = [{"name": "Ben", "dog": "kaya", "colour": "blue"}, "me", {"name": "Cem"}]
    seats = anna.view(anna.open(seats=wish, hot_seat=True))["seats"]
    assert [seat["dog"] for seat in seats] == ["kaya", "miska", None]
    assert seats[0]["colour"] == "blue" != seats[1]["colour"]


# -- other devices, and the end --------------------------------------------------------------------


def test_a_visitor_is_taken_along_by_a_link(database: str) -> None:
    with Serving(database) as serving:
        anna, phone, thief = serving.guest("Anna"), serving.guest("Somebody"), serving.guest()
        table = anna.open(seats=["me", "pup"], begin=True)
        old = anna.post("/api/visitors/me/recovery")["code"]
        code = anna.post("/api/visitors/me/recovery")["code"]
        for wrong in (old, "x" * 43, ""):
            with refused(403, "recovery"):
                thief.post("/api/visitors/recover", code=wrong)
        assert phone.post("/api/visitors/recover", code=code)["name"] == "Anna"
        assert [race["table"] for race in phone.get("/api/races")["races"]] == [table]
        assert phone.view(table)["you"]["seats"] == [0]
        # Both devices are the same visitor from now on.
        phone.put("/api/visitors/me", name="Änne")
        assert anna.get("/api/visitors/me")["name"] == "Änne"
        with refused(403, "recovery"):
            thief.post("/api/visitors/recover", code=code)  # it was used
        code = phone.post("/api/visitors/me/recovery")["code"]
        bearer = thief.post("/api/visitors/recover", code=code, bearer=True)["token"]
        program = serving.guest()
        program.http.headers["authorization"] = f"Bearer {bearer}"
        assert program.get("/api/visitors/me")["name"] == "Änne"


def test_a_recovery_link_ends_after_a_day(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", clock=clock) as serving:
        anna, phone = serving.guest("Anna"), serving.guest()
        code = anna.post("/api/visitors/me/recovery")["code"]
        clock.advance(RECOVERY_LASTS)
        with refused(403, "recovery"):
            phone.post("/api/visitors/recover", code=code)


def test_codes_and_tokens_are_kept_as_hashes(serving: Serving) -> None:
    anna = serving.guest("Anna")
    code = anna.post("/api/visitors/me/recovery")["code"]
    token = anna.post("/api/visitors/recover", code=code, bearer=True)["token"]
    data = b"".join(
        path.read_bytes()
        for path in serving.folder.iterdir()
        if path.name.startswith("snowtails.db")
    )
    assert b"recoveries" in data
    assert code.encode() not in data
    assert token.encode() not in data


def test_too_many_devices_forget_the_first(serving: Serving) -> None:
    anna = serving.guest("Anna")
    programs = []
    for _ in range(MOST_DEVICES + 1):
        code = anna.post("/api/visitors/me/recovery")["code"]
        token = anna.post("/api/visitors/recover", code=code, bearer=True)["token"]
        program = serving.guest()
        program.http.headers["authorization"] = f"Bearer {token}"
        assert program.get("/api/visitors/me")["name"] == "Anna"
        programs.append(program)
    known = []
    for program in (programs[0], programs[-1]):
        try:
            known.append(program.get("/api/visitors/me")["name"])
        except Refusal as refusal:
            known.append(refusal.code)
    assert known == ["unknown-token", "Anna"]
    assert anna.get("/api/visitors/me")["name"] == "Anna", "the first device stays"


def test_everything_kept_for_a_visitor_is_deleted(database: str) -> None:
    clock = ManualClock(NOON)
    with Serving(database, clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        alone = anna.open(seats=["me", "pup"], begin=True)
        anna.race(alone, 0)
        play_daily(anna, "2026-01-01")
        shared = anna.open(seats=["me", "open"])
        ben.post(f"/api/tables/{shared}/seats/1/sit")
        anna.post(f"/api/tables/{shared}/begin")
        code = anna.post("/api/visitors/me/recovery")["code"]
        with refused(422, "confirm"):
            anna.post("/api/visitors/me/delete", name="Ben")
        assert len(history(anna)["games"]) == 2
        cookie = dict(anna.http.cookies)
        assert anna.post("/api/visitors/me/delete", name=" Anna ") == {"tables": 2, "shared": 1}
        assert not anna.http.cookies
        with refused(401, "no-token"):
            anna.get("/api/visitors/me")
        anna.http.cookies.update(cookie)
        with refused(401, "unknown-token"):
            anna.get("/api/visitors/me")
        with refused(403, "recovery"):
            serving.guest().post("/api/visitors/recover", code=code)
        with refused(404, "no-table"):
            ben.view(alone)
        assert ben.get("/api/daily")["results"] == []
        seat = ben.view(shared)["seats"][0]
        assert (seat["name"], seat["why"]) == ("Anna", "left"), "others race on"


def test_a_profile_that_changes_while_it_is_deleted_stays_deleted(database: str) -> None:
    with Serving(database) as serving:
        anna = serving.guest("Anna")
        cookies = dict(anna.http.cookies)
        visitor = serving.run(serving.hub.visitor(next(iter(cookies.values()))))
        anna.post("/api/visitors/me/delete", name="Anna")
        with pytest.raises(Unauthorized, match="nobody is known"):
            serving.run(change(serving.hub, visitor, ProfileRequest(name="Änne")))
        anna.http.cookies.update(cookies)
        with refused(401, "unknown-token"):
            anna.get("/api/visitors/me")


def test_what_others_have_raced_stays_when_somebody_is_deleted(database: str) -> None:
    with Serving(database) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        over, later = (anna.open(seats=["me", "open"]) for _ in range(2))
        for table in (over, later):
            ben.post(f"/api/tables/{table}/seats/1/sit")
            anna.post(f"/api/tables/{table}/begin")
        with anna.tab(over) as tab:
            while (view := tab.next("view"))["stage"] != "over":
                actor = view["race"]["actor"]
                guest = (anna, ben)[actor]
                guest.decide(over, actor, gentle(guest.view(over)), view["asks"])
        before = history(ben)
        anna.post("/api/visitors/me/delete", name="Anna")
        assert history(ben) == before
        ben.race(later, 1)
        assert sorted(game["table"] for game in history(ben)["games"]) == sorted([over, later])
        results = serving.run(serving.hub.visitors.results_at(later))
        assert results[0].holder is None, "whoever was deleted is not remembered again"
        assert results[1].holder is not None


def test_one_table_that_cannot_be_read_does_not_keep_a_visitor(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        tables = [anna.open(seats=["me", "open"]) for _ in range(2)]
        for table in tables:
            ben.post(f"/api/tables/{table}/seats/1/sit")
        serving.run(break_log(serving, tables[0]))
        assert anna.post("/api/visitors/me/delete", name="Anna") == {"tables": 0, "shared": 2}
        assert ben.view(tables[1])["seats"][0]["name"] == ""


async def break_log(serving: Serving, table: str) -> None:

    gone = sql.delete(EVENTS).where(EVENTS.c.race == sql.bindparam("which"), EVENTS.c.number == 1)
    await serving.hub.database.write([(gone, {"which": table})])
    serving.hub.forget(await serving.hub.session(table))


def test_only_unfinished_tables_are_woken_to_be_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna = serving.guest("Anna")
        woken: list[str] = []

        async def shared(_: str) -> OwnTables:
            return OwnTables([], {"old": "over", "new": "racing"})

        async def noted(name: str) -> Any:
            woken.append(name)
            raise NoTable

        monkeypatch.setattr(serving.hub.visitors, "tables_of", shared)
        monkeypatch.setattr(serving.hub, "session", noted)
        anna.post("/api/visitors/me/delete", name="Anna")
        assert woken == ["new"]


def test_the_lobby_forgets_a_table_that_is_deleted(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        table = anna.open(seats=["me", "open"], listed=True)
        with ben.tab(lobby=True) as lobby, ben.tab(table) as tab:
            assert lobby.next("lobby")["tables"]
            anna.post("/api/visitors/me/delete", name="Anna")
            assert lobby.next("lobby", lambda told: not told["tables"])
            with pytest.raises(AssertionError, match="ended"):
                tab.next("bye")


# -- backups and pruning ---------------------------------------------------------------------------


def test_history_and_devices_are_in_backups_and_go_when_all_is_pruned(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("kept")
    first, second = (f"sqlite:///{folder / name}" for name in ("first.db", "second.db"))
    clock = ManualClock(NOON)
    with Serving(first, clock=clock) as serving:
        anna = serving.guest("Anna")
        anna.race(anna.open(seats=["me", "pup"], begin=True), 0)
        code = anna.post("/api/visitors/me/recovery")["code"]
        before = history(anna)
        asyncio.run(backup(first, folder / "backup.db"))
    asyncio.run(restore(folder / "backup.db", second))
    with Serving(second, clock=clock) as serving:
        phone = serving.guest()
        phone.post("/api/visitors/recover", code=code)
        assert history(phone) == before
    pruned = asyncio.run(prune(second, NOON + 1))
    assert (pruned.tables, pruned.visitors) == (1, 1)
    with Serving(second, clock=clock) as serving:
        with refused(401, "unknown-token"):
            stranger = serving.guest()
            stranger.http.cookies = phone.http.cookies
            stranger.get("/api/visitors/me")
        with refused(403, "recovery"):
            serving.guest().post("/api/visitors/recover", code=code)
