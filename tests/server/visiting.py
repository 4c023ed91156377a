"""What guests have raced, and how it is kept, for tests of what is kept for visitors."""

import sqlalchemy as sql

from snowtails.server.store.listing import Result
from snowtails.server.store.schema import RESULTS
from tests.server.serving import Guest, Json, Serving, prudent

NOON = 1_767_268_800.0
"""Noon of the first day of 2026, in UTC."""


def history(guest: Guest) -> Json:
    """Ask for what a guest has raced."""
    found: Json = guest.get("/api/visitors/me/history")
    return found


def play_daily(guest: Guest, day: str) -> Json:
    """Play one try of a day's trail to its end."""
    view: Json = guest.post(f"/api/daily/{day}/tries")
    while view["stage"] == "racing":
        guest.decide(view["table"], 0, prudent(view), view["asks"])
        view = guest.view(view["table"])
    return view


async def forget_results(serving: Serving, table: str) -> None:
    """Forget what came of a race, as if an earlier version had kept it."""
    gone = sql.delete(RESULTS).where(RESULTS.c.race == sql.bindparam("which"))
    await serving.hub.database.write([(gone, {"which": table})])


def result(seat: int, place: int | None, **more: object) -> Result:
    """Make up what came of a race for a seat."""
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
