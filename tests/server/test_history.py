"""What visitors raced: their history, and what follows from it."""

from datetime import date
from unittest.mock import patch

import pytest
import sqlalchemy as sql

from snowtails.server.errors import Unauthorized, Unavailable
from snowtails.server.session import profile
from snowtails.server.store.schema import EVENTS
from snowtails.server.store.visitors import RaceResult, Visitor
from snowtails.server.wire.history import daily_streak, history_message
from snowtails.server.wire.visitor_types import Streak
from tests.server.serving import ManualClock, Serving, refused
from tests.server.visiting import NOON, forget_results, history, play_daily, result


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
    busy = patch.object(serving.hub, "session", side_effect=Unavailable("busy", "later"))
    with busy, refused(503, "busy"):
        history(anna)
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
    changed = changed.values(hash=sql.bindparam("other"))
    await serving.hub.database.write([(changed, {"other": b""})])


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
