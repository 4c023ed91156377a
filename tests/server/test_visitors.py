"""What is kept for visitors: who they are, what they raced, their devices, and its end."""

import asyncio
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
import sqlalchemy as sql

from snowtails.mushers.solo import SoloMusher
from snowtails.rules import Phase
from snowtails.rules.solo.daily import daily_race, daily_seed
from snowtails.server.errors import LimitReached, NoTable, Unauthorized
from snowtails.server.session import profile
from snowtails.server.store.listing import Result
from snowtails.server.store.operations import backup, prune, restore
from snowtails.server.store.schema import EVENTS, RESULTS
from snowtails.server.store.store import Store
from snowtails.server.store.visitors import (
    MOST_DEVICES,
    RECOVERY_LASTS,
    OwnTables,
    RaceResult,
    Visitor,
    VisitorStore,
)
from snowtails.server.wire.history import daily_streak, history_message
from snowtails.server.wire.solo_messages import MOST_RANKED, day_rows
from snowtails.server.wire.visitor_types import Streak
from tests.server.serving import (
    Guest,
    Json,
    ManualClock,
    Refusal,
    Serving,
    gentle,
    prudent,
    refused,
)
from tests.server.test_store import opened

NOON = 1_767_268_800.0
"""Noon of the first day of 2026, in UTC."""


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests share that need no database of their own."""
    path = tmp_path_factory.mktemp("visitors") / "snowtails.db"
    with Serving(f"sqlite:///{path}") as found:
        yield found


def history(guest: Guest) -> Json:
    found: Json = guest.get("/api/visitors/me/history")
    return found


def play_daily(guest: Guest, day: str) -> Json:
    view: Json = guest.post(f"/api/daily/{day}/tries")
    while view["stage"] == "racing":
        guest.decide(view["table"], 0, prudent(view), view["asks"])
        view = guest.view(view["table"])
    return view


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


# -- history ---------------------------------------------------------------------------------------


def test_what_was_raced_is_kept_in_either_database(database: str) -> None:
    clock = ManualClock(NOON)
    with Serving(database, clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        assert history(anna)["games"] == []
        table = anna.open(seats=["me", "pup"], begin=True)
        end = anna.race(table, 0)
        anna.race(anna.open(seats=["me", "pup"], begin=True, course="srsrs"), 0)
        daily = play_daily(anna, "2026-01-01")
        found = history(anna)
        assert [game["game"] for game in found["games"]].count("race") == 2
        (game,) = [each for each in found["games"] if each["table"] == table]
        places = [sled["place"] for sled in end["race"]["sleds"]]
        assert [seat["place"] for seat in game["seats"]] == places
        assert game["place"] == places[0]
        assert game["dents"] == end["race"]["sleds"][0]["dents"]
        figures = anna.get(f"/api/tables/{table}/replay")["figures"]["sleds"][0]
        assert game["turns"] == sum(speed is not None for speed in figures["speeds"])
        assert found["races"] == 2
        assert [rival["name"] for rival in found["rivals"]] == ["pup"]
        assert found["rivals"][0]["races"] == 2
        assert {best["course"]["line"] for best in found["courses"]} == {"srs", "srsrs"}
        (solo,) = [each for each in found["games"] if each["game"] == "daily"]
        assert (solo["day"], solo["points"]) == ("2026-01-01", daily["points"])
        assert found["daily"] == {"now": 1, "best": 1}
        assert history(ben)["games"] == [], "everybody has their own"
    with Serving(database, clock=clock) as again:
        anna2 = again.guest()
        anna2.http.cookies = anna.http.cookies
        assert history(anna2) == found


def test_results_of_earlier_versions_are_kept_when_they_are_asked_for(serving: Serving) -> None:
    anna = serving.guest("Anna")
    table = anna.open(seats=["me", "pup"], begin=True)
    anna.race(table, 0)
    before = history(anna)
    assert len(before["games"]) == 1
    serving.run(serving.hub.visitors.keep_results("nobody", ()))
    serving.run(forget_results(serving, table))
    assert history(anna) == before


def test_a_log_that_was_changed_is_left_out_of_the_history(
    serving: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    anna = serving.guest("Anna")
    broken, sound = (anna.open(seats=["me", "pup"], begin=True) for _ in range(2))
    for table in (broken, sound):
        anna.race(table, 0)
        serving.run(forget_results(serving, table))
    serving.run(change_log(serving, broken))
    assert [game["table"] for game in history(anna)["games"]] == [sound]
    assert "a table is left out" in caplog.text
    assert [game["table"] for game in history(anna)["games"]] == [sound]


def test_results_of_earlier_versions_are_kept_a_few_at_a_time(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "CAUGHT_UP", 1)
    anna = serving.guest("Anna")
    tables = [anna.open(seats=["me", "pup"], begin=True) for _ in range(2)]
    for table in tables:
        anna.race(table, 0)
        serving.run(forget_results(serving, table))
    with patch.object(serving.hub, "session", side_effect=LimitReached("busy", "later")):
        assert history(anna)["games"] == []
    assert serving.hub.unreadable.isdisjoint(tables), "that said nothing about their logs"
    assert [len(history(anna)["games"]) for _ in range(3)] == [1, 2, 2]


def test_a_token_read_while_its_visitor_is_deleted_is_not_remembered(serving: Serving) -> None:
    token = serving.guest().post("/api/visitors", name="Anna", bearer=True)["token"]
    hub = serving.hub

    async def delete_meanwhile() -> None:
        visitor = await hub.visitor(token)
        hub.forget_visitor(visitor.holder)
        find = hub.visitors.find

        async def find_and_delete(key: str) -> Visitor | None:
            found = await find(key)
            await hub.visitors.forget(visitor.holder, ())
            hub.forget_visitor(visitor.holder)
            return found

        with patch.object(hub.visitors, "find", find_and_delete):
            await hub.visitor(token)
        with pytest.raises(Unauthorized):
            await hub.visitor(token)

    serving.run(delete_meanwhile())


async def change_log(serving: Serving, table: str) -> None:
    """Change an event of a table that nobody has in memory."""
    session = await serving.hub.session(table)
    serving.hub.forget(session)
    changed = sql.update(EVENTS).where(EVENTS.c.race == table, EVENTS.c.number == 3)
    await serving.hub.store._done([(changed.values(hash=sql.bindparam("other")), {"other": b""})])


async def forget_results(serving: Serving, table: str) -> None:
    gone = sql.delete(RESULTS).where(RESULTS.c.race == sql.bindparam("which"))
    await serving.hub.store._done([(gone, {"which": table})])


def result(seat: int, place: int | None, **more: object) -> Result:
    facts = {
        "seat": seat,
        "kind": "race",
        "holder": None,
        "musher": None,
        "name": f"Musher {seat}",
        "colour": "blue",
        "course": "srs",
        "course_name": "",
        "day": None,
        "at": 1.0,
        "place": place,
        "points": None,
        "turns": 10 + seat,
        "dents": 0,
    }
    return Result(**facts | more)  # type: ignore[arg-type]


def test_wins_streaks_rivals_and_best_times_follow_from_results() -> None:
    me, ben = {"holder": "me"}, {"holder": "ben"}
    latest_first = [
        RaceResult("e", result(0, 1, turns=9, **me)),
        RaceResult("e", result(1, 2, name="Benno", **ben)),
        RaceResult("d", result(0, 1, turns=8, course="srsrs", **me)),
        RaceResult("d", result(1, None, musher="pup", name="pup")),
        RaceResult("c", result(0, None, turns=3, **me)),
        RaceResult("c", result(1, 1, name="Ben", **ben)),
        RaceResult("b", result(0, 1, course_name="Sauna Sprint", **me)),
        RaceResult("b", result(1, None, name="Ben", **ben)),
        RaceResult("a", result(0, 2, **me)),
        RaceResult("a", result(1, 1, name="Me too", **me)),
    ]
    told = history_message(Visitor("me", "Anna"), latest_first, Streak(now=0, best=0))
    assert (told.races, told.wins, told.wrecks) == (4, 3, 1)
    assert (told.winning.now, told.winning.best) == (2, 2)
    assert [(r.name, r.races, r.ahead, r.behind) for r in told.rivals] == [
        ("Benno", 3, 2, 1),
        ("pup", 1, 1, 0),
    ]
    assert [(c.course.line, c.course.name, c.races, c.wins, c.turns) for c in told.courses] == [
        ("srs", "Sauna Sprint", 3, 2, 9),
        ("srsrs", "", 1, 1, 8),
    ]
    assert [game.place for game in told.games] == [1, 1, None, 1, None]
    assert [seat.yours for seat in told.games[-1].seats] == [True, True]


@pytest.mark.parametrize(
    ("days", "now", "best"),
    [
        ([], 0, 0),
        (["2026-01-07"], 1, 1),
        (["2026-01-06"], 1, 1),
        (["2026-01-05"], 0, 1),
        (["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-06", "2026-01-07"], 2, 3),
    ],
)
def test_days_in_a_row_are_counted(days: list[str], now: int, best: int) -> None:
    streak = daily_streak(days, date(2026, 1, 7))
    assert (streak.now, streak.best) == (now, best)


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
    import sqlalchemy as sql

    from snowtails.server.store.schema import EVENTS

    gone = sql.delete(EVENTS).where(EVENTS.c.race == sql.bindparam("which"), EVENTS.c.number == 1)
    await serving.hub.store._done([(gone, {"which": table})])
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


# -- talk ------------------------------------------------------------------------------------------


def test_reactions_are_called_once_and_not_too_often(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    clock = ManualClock(NOON)
    path = tmp_path_factory.mktemp("reactions") / "snowtails.db"
    with Serving(f"sqlite:///{path}", clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        table = anna.open(seats=["me", "open"])
        call = f"/api/tables/{table}/reactions"
        done = anna.post(call, reaction="howl", key="1")
        assert done["event"] | {"at": 0} == {
            "kind": "reacted",
            "number": done["number"],
            "at": 0,
            "name": "Anna",
            "reaction": "howl",
            "seat": 0,
        }
        assert anna.post(call, reaction="howl", key="1") == done, "the same again is called once"
        with refused(429, "reactions"):
            anna.post(call, reaction="ouch", key="2")
        assert ben.post(call, reaction="ouch", key="2")["event"]["seat"] is None
        clock.advance(2.0)
        anna.post(call, reaction="ouch", key="2")
        with refused(422, "invalid"):
            anna.post(call, reaction="rude", key="3")
        anna.post(f"/api/tables/{table}/mute")
        clock.advance(2.0)
        with refused(403, "muted"):
            ben.post(call, reaction="ouch", key="4")
        with refused(401, "no-token"):
            serving.guest().post(call, reaction="ouch", key="5")


def test_reactions_leave_the_chat_its_room(serving: Serving) -> None:
    from snowtails.server.errors import Conflict
    from snowtails.server.table.participants import MOST_REACTIONS
    from tests.server.company import company

    table, now = company("anna", "pup"), 10_000.0
    for number in range(MOST_REACTIONS):
        table = table.after(table.react("anna", "Anna", "howl", str(number), now + 2 * number))
    with pytest.raises(Conflict, match="calls"):
        table.react("anna", "Anna", "howl", "one more", now + 2 * MOST_REACTIONS)
    assert table.chat("anna", "Anna", "We can still talk.", "k", now)


def test_who_watches_is_told(database: str) -> None:
    with Serving(database) as serving:
        anna, ben, nobody = serving.guest("Anna"), serving.guest("Ben"), serving.guest()
        table = anna.open(seats=["me", "pup"])
        with anna.tab(table) as tab, ben.tab(table), nobody.tab(table):
            told = tab.next("presence", lambda each: each["onlookers"] == 2)
            assert told["watching"] == ["Ben"]


# -- the daily trail -------------------------------------------------------------------------------


def test_the_daily_trail_tells_results_streak_and_par(database: str) -> None:
    clock = ManualClock(NOON)
    with Serving(database, clock=clock) as serving:
        anna, ben = serving.guest("Anna"), serving.guest("Ben")
        anna.put("/api/visitors/me", dog="nanuk")
        assert anna.get("/api/daily")["results"] == []
        tries = [play_daily(anna, "2026-01-01")["points"] for _ in range(2)]
        play_daily(ben, "2026-01-01")
        told = ben.get("/api/daily")
        assert told["entrants"] == 2
        rows = {row["name"]: row for row in told["results"]}
        assert rows["Anna"]["points"] == max(tries)
        assert rows["Anna"]["dog"] == "nanuk"
        assert [row["points"] for row in told["results"]] == sorted(
            (row["points"] for row in told["results"]), reverse=True
        )
        assert (rows["Anna"]["yours"], rows["Ben"]["yours"]) == (False, True)
        assert told["streak"] == {"now": 1, "best": 1}
        par = serving.run(known_par(serving))
        assert anna.get("/api/daily")["par"] == par == drive_trail(date(2026, 1, 1))[0]
        clock.advance(24 * 3600.0)
        assert anna.get("/api/daily")["results"] == [], "every day begins anew"


async def known_par(serving: Serving) -> int | None:
    while serving.hub.driving_par:
        await asyncio.gather(*serving.hub._tasks, return_exceptions=True)
    return await serving.hub.visitors.par("2026-01-01")


def drive_trail(day: date) -> tuple[int, int]:
    """Return the points that the Lone Wolf makes on a daily trail, and in how many decisions."""
    race, rng = daily_race(day), np.random.default_rng(daily_seed(day))
    while race.phase is not Phase.OVER:
        race.play(SoloMusher().decide(race.position(), rng))
    return race.score().total, len(race.log)


def test_the_par_is_driven_thought_by_thought(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", clock=ManualClock(NOON)) as serving:
        real, thoughts = serving.hub.in_pool, []

        async def noted(thought: Any, *about: Any) -> Any:
            thoughts.append(thought)
            return await real(thought, *about)

        monkeypatch.setattr(serving.hub, "in_pool", noted)
        serving.guest().get("/api/daily")
        points = serving.run(known_par(serving))
        assert (points, len(thoughts)) == drive_trail(date(2026, 1, 1))


def test_those_level_in_points_share_a_rank_and_ones_own_row_is_always_there(
    database: str,
) -> None:
    points = [9, 8, 8, *[5] * 30, 1]

    async def work(store: Store) -> None:
        visitors = VisitorStore(store)
        for n, made in enumerate(points):
            await visitors.keep(Visitor(f"h{n}", f"N{n}"), 1.0)
            solo = {"holder": f"h{n}", "day": "2026-01-01", "kind": "daily", "at": float(n)}
            for attempt, each in enumerate((made - 1, made)):
                row = result(0, None, points=each, **solo)
                await visitors.keep_results(f"t{n}-{attempt}", [row])
        found = await visitors.best_of_day("2026-01-01", MOST_RANKED, "h33")
        assert found.entrants == len(points)
        assert [each.rank for each in found.results[:4]] == [1, 2, 2, 4]
        assert [each.race for each in found.results[:3]] == ["t0-1", "t1-1", "t2-1"]
        assert len(found.results) == MOST_RANKED + 1
        rows = day_rows(found.results, "h33", spent=False)
        assert (rows[-1].rank, rows[-1].yours, rows[-1].table) == (34, True, "t33-1")
        assert {row.table for row in rows[:-1]} == {None}
        assert day_rows(found.results, "h33", spent=True)[0].table == "t0-1"
        assert (await visitors.best_of_day("2026-01-02", MOST_RANKED)).entrants == 0

    opened(database, work)


def test_a_long_streak_is_told_alike_everywhere(tmp_path: Path) -> None:
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", clock=ManualClock(NOON)) as serving:
        anna = serving.guest("Anna")
        play_daily(anna, "2026-01-01")
        (own,) = serving.run(serving.hub.visitors.best_of_day("2026-01-01", 1)).results

        async def drive() -> None:
            days = [(date(2026, 1, 1) - timedelta(days=n)).isoformat() for n in range(1, 600)]
            solo = {"kind": "daily", "holder": own.holder, "points": 1}
            rows = {day: result(0, None, day=day, **solo) for day in days}
            keep = serving.hub.visitors.keep_results
            await asyncio.gather(*(keep(day, [row]) for day, row in rows.items()))

        serving.run(drive())
        assert history(anna)["daily"] == {"now": 600, "best": 600}
        assert anna.get("/api/daily")["streak"] == {"now": 600, "best": 600}
        serving.run(forget_results(serving, own.race))
        assert anna.get("/api/daily")["streak"] == {"now": 600, "best": 600}, "before histories"


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
