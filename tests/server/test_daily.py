"""The daily trail: results, streaks, ranks and par."""

import asyncio
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from snowtails.mushers.solo import SoloMusher
from snowtails.rules import Phase
from snowtails.rules.solo.daily import daily_race, daily_seed
from snowtails.server.store.store import Store
from snowtails.server.store.visitors import Visitor, VisitorStore
from snowtails.server.wire.solo_messages import MOST_RANKED, day_rows
from tests.server.serving import ManualClock, Serving
from tests.server.test_store import opened
from tests.server.visiting import NOON, forget_results, history, play_daily, result


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
        visitors = VisitorStore(store.database)
        for n, made in enumerate(points):
            await visitors.add(Visitor(f"h{n}", f"N{n}"), 1.0)
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
