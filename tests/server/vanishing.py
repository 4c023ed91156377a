"""People who vanish from their tables at every kind of moment, without a word or in mid-request.

Where somebody stays, the race goes on to its end without those who are gone. Where nobody does, the
table sleeps: nothing is due, nothing happens, however much time goes by. Whoever comes back finds
everything as it was, also after a restart, and plays on to the end.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI

from snowtails.server.http.app import make_app
from snowtails.server.session.days import today
from snowtails.server.session.hub import Hub
from tests.server.asgi import Direct, living
from tests.server.serving import GENEROUS, Bell, Json, ManualClock, gentle, prudent

GRACE = 60
HOUR = 3600.0
COURSE = "srs"
"""A short course: what is tried are moments, not miles."""
LONGEST = 2000
"""Decisions after which a race should be over."""


@dataclass
class Case:
    """A table that people vanish from."""

    kind: str
    table: str
    people: list[Direct]
    stays: list[Direct] = field(default_factory=list)

    async def view(self, who: Direct) -> Json:
        """Return the table as somebody sees it."""
        view: Json = (await who.ask("GET", f"/api/tables/{self.table}")).json()
        return view

    async def play(self, who: Direct) -> bool:
        """Decide, if that is somebody's to do; return whether anything could be done."""
        view = await self.view(who)
        path = f"/api/tables/{self.table}"
        if view["stage"] == "waiting" and view["you"]["host"]:
            return await _done(who.ask("POST", f"{path}/begin", {"fill": "pup"}))
        if view["stage"] == "between":
            wish = {"round": view["round"] + 1}
            return await _done(who.ask("POST", f"{path}/rounds", wish))
        if view["stage"] != "racing":
            return False
        seat = view["race"].get("actor", 0)
        if seat not in view["you"]["seats"]:
            return False
        if view["you"]["seat"] != seat:
            lifted = await who.ask("POST", f"{path}/seats/{seat}/curtain", {"lifted": True})
            view = lifted.json()
        if not view["choices"]["decisions"]:
            return await _done(who.ask("POST", f"{path}/seats/{seat}/reins"))
        choice = gentle(view) if view["game"] == "race" else prudent(view)
        body = {"decision": choice, "answers": view["asks"]}
        return await _done(who.ask("POST", f"{path}/seats/{seat}/decisions", body))

    async def number(self) -> int:
        """Return the number of the last event."""
        return int((await self.view(self.people[0]))["number"])


async def _done(asked: Awaitable[Any]) -> bool:
    return bool((await asked).status < 300)


Vanishing = Callable[["Company"], Awaitable[Case]]
KINDS: dict[str, Vanishing] = {}


def moment(vanish: Vanishing) -> Vanishing:
    """Note a kind of moment to vanish at."""
    KINDS[vanish.__name__] = vanish
    return vanish


class Company:
    """Opens tables for people who will vanish."""

    def __init__(self, app: FastAPI, rng: random.Random) -> None:
        self.app, self.rng = app, rng

    async def somebody(self) -> Direct:
        """Return a new visitor."""
        who = Direct(self.app)
        await who.become("Anna")
        return who

    async def pair(self, begin: bool = True, **wish: Any) -> Case:
        """Seat two people."""
        anna, ben = await self.somebody(), await self.somebody()
        wish = {"course": COURSE, "seats": ["me", "open"], "grace": GRACE, "relief": "pup"} | wish
        table = (await anna.ask("POST", "/api/tables", wish)).json()["table"]
        await ben.ask("POST", f"/api/tables/{table}/seats/1/sit")
        if begin:
            await anna.ask("POST", f"/api/tables/{table}/begin")
        return Case("", table, [anna, ben])

    async def lone(self, path: str = "/api/tables", **wish: Any) -> Case:
        """Let somebody open a table alone."""
        anna = await self.somebody()
        return Case("", (await anna.ask("POST", path, wish or None)).json()["table"], [anna])

    async def play(self, case: Case, decisions: int) -> Case:
        """Let people decide some times."""
        for _ in range(decisions):
            for who in case.people:
                if await case.play(who):
                    break
        return case


async def until(case: Case, company: Company, fits: Callable[[Json], bool]) -> Case:
    """Play until something has come about, or the race is over."""
    for _ in range(LONGEST):
        view = await case.view(case.people[0])
        if view["stage"] != "racing" or fits(view):
            break
        await company.play(case, 1)
    return case


# -- kinds of moments ------------------------------------------------------------------------------


@moment
async def before_the_race(company: Company) -> Case:
    return await company.pair(begin=False)


@moment
async def choosing_a_start_space(company: Company) -> Case:
    return await company.pair()


@moment
async def own_turn(company: Company) -> Case:
    case = await company.pair()
    return await until(case, company, lambda view: view["race"]["phase"] == "turn")


@moment
async def anywhere_in_the_race(company: Company) -> Case:
    return await company.play(await company.pair(), company.rng.randrange(12))


@moment
async def owing_a_discard(company: Company) -> Case:
    case = await company.pair()
    for who in case.people * 2:  # the last start spaces draw more cards than may be kept
        view = await case.view(who)
        if view["race"]["actor"] in view["you"]["seats"] and view["race"]["phase"] == "start":
            seat, last = view["race"]["actor"], view["choices"]["decisions"][-1]
            body = {"decision": last, "answers": view["asks"]}
            await who.ask("POST", f"/api/tables/{case.table}/seats/{seat}/decisions", body)
    return await until(case, company, lambda view: view["race"]["phase"] == "discard")


@moment
async def while_a_bot_thinks(company: Company) -> Case:
    case = await company.lone(course=COURSE, seats=["me", "husky"], begin=True, grace=GRACE)
    return await company.play(case, company.rng.randrange(4))


@moment
async def in_mid_request(company: Company) -> Case:
    case = await company.play(await company.pair(), company.rng.randrange(6))
    for who in case.people:
        view = await case.view(who)
        if view["choices"] and view["choices"]["decisions"]:
            body = {"decision": gentle(view), "answers": view["asks"]}
            seat = view["race"]["actor"]
            asked = who.ask("POST", f"/api/tables/{case.table}/seats/{seat}/decisions", body)
            task = asyncio.ensure_future(asked)
            for _ in range(company.rng.randrange(30)):
                await asyncio.sleep(0)
            task.cancel()  # the answer will never be read
            with suppress(asyncio.CancelledError):
                await task
    return case


@moment
async def with_a_stream_open(company: Company) -> Case:
    case = await company.play(await company.pair(), company.rng.randrange(6))
    async with case.people[0].listen(f"/api/stream?table={case.table}&races=true") as stream:
        await stream.tells(b"event: view")
    return case


@moment
async def behind_a_curtain(company: Company) -> Case:
    seats = [{"name": "Anna"}, {"name": "Ben"}]
    case = await company.lone(course=COURSE, seats=seats, hot_seat=True, begin=True, grace=GRACE)
    return await company.play(case, company.rng.randrange(6))


@moment
async def under_a_clock(company: Company) -> Case:
    return await company.play(await company.pair(clock=20), company.rng.randrange(6))


@moment
async def while_another_stays(company: Company) -> Case:
    case = await company.play(await company.pair(), company.rng.randrange(6))
    case.stays = [company.rng.choice(case.people)]
    return case


@moment
async def under_a_clock_while_another_stays(company: Company) -> Case:
    case = await company.play(await company.pair(clock=20), company.rng.randrange(6))
    case.stays = [company.rng.choice(case.people)]
    return case


@moment
async def saying_so_while_another_stays(company: Company) -> Case:
    case = await company.play(await company.pair(), company.rng.randrange(6))
    gone, stays = company.rng.sample((0, 1), 2)
    await case.people[gone].ask("POST", f"/api/tables/{case.table}/seats/{gone}/leave")
    case.stays = [case.people[stays]]
    return case


@moment
async def between_two_races(company: Company) -> Case:
    case = await company.pair(season=2)
    for _ in range(LONGEST):
        if (await case.view(case.people[0]))["stage"] == "over":
            break
        await company.play(case, 1)
    return case


@moment
async def in_a_solo_round(company: Company) -> Case:
    case = await company.lone("/api/solo", opponents=company.rng.random() < 0.5)
    return await company.play(case, company.rng.randrange(12))


@moment
async def between_two_solo_rounds(company: Company) -> Case:
    case = await company.lone("/api/solo", opponents=False)
    return await until(case, company, lambda view: view["stage"] == "between")


@moment
async def on_a_daily_trail(company: Company) -> Case:
    case = await company.lone(f"/api/daily/{_today(company.app)}/tries")
    return await company.play(case, company.rng.randrange(12))


def _today(app: FastAPI) -> str:
    return today(app.state.hub).isoformat()


# -- what comes of it ------------------------------------------------------------------------------


OVER = {"between_two_races": "over", "between_two_solo_rounds": "between"}
"""At which stage people vanish, if not from a race that is on."""


async def open_cases(app: FastAPI, count: int, rng: random.Random) -> list[Case]:
    """Open tables, of all kinds in turn, and let people vanish from them."""
    company, kinds, cases = Company(app, rng), list(KINDS.items()), []
    for n in range(count):
        kind, vanish = kinds[n % len(kinds)]
        stage = "waiting" if kind == "before_the_race" else OVER.get(kind, "racing")
        while True:
            case = await vanish(company)
            if (await case.view(case.people[0]))["stage"] == stage:
                break
        case.kind = kind
        cases.append(case)
    return cases


async def settle(hub: Hub) -> None:
    """Wait until nobody thinks, and what was thought is done."""
    for _ in range(20):
        await asyncio.sleep(0.002)
        while hub.thinking:
            await asyncio.sleep(0.002)


async def those_who_stay_finish(cases: list[Case], app: FastAPI, clock: ManualClock) -> None:
    """Let those who stay play on while time goes by, until their races are over."""
    going = [case for case in cases if case.stays]
    for _ in range(LONGEST):
        clock.move(5.0)
        for case in list(going):
            acted = await case.play(case.stays[0])
            if not acted and (await case.view(case.stays[0]))["stage"] == "over":
                going.remove(case)
        if not going:
            return
        await settle(app.state.hub)
    raise AssertionError([case.kind for case in going])


async def the_others_sleep(cases: list[Case], app: FastAPI, clock: ManualClock) -> None:
    """Check that nothing is due and nothing happens where nobody is."""
    hub: Hub = app.state.hub
    left = [case for case in cases if not case.stays]
    before = _numbers(hub, left)
    for _ in range(3):
        clock.move(HOUR)
        await settle(hub)
    assert _numbers(hub, left) == before, "something happened though nobody was there"
    for case in left:
        session = hub.sessions.get(case.table)
        assert session is None or not session.at_work, f"{case.kind} does not sleep"
        if session and case.kind not in OVER and case.kind != "before_the_race":
            assert session.table.stage == "racing", case.kind
    assert not [bell for bell in clock.bells if not bell.cancelled and _is_of_session(bell)]


def _numbers(hub: Hub, cases: list[Case]) -> dict[str, int]:
    """Return how much has happened at the tables that are in memory."""
    sessions = ((case.table, hub.sessions.get(case.table)) for case in cases)
    return {name: session.table.number for name, session in sessions if session}


def _is_of_session(bell: Bell) -> bool:
    return "Session" in getattr(bell.action, "__qualname__", "")


async def all_come_back(cases: list[Case], app: FastAPI, clock: ManualClock) -> None:
    """Let everybody come back to a server and play on to the end, and one race more in a season."""
    for case in cases:
        for who in case.people:
            who.app = app
    going = list(cases)
    for _ in range(LONGEST):
        for case in list(going):
            acted = [await case.play(who) for who in case.people]
            over = not any(acted) and (await case.view(case.people[0]))["stage"] == "over"
            if over and not await _next_race(case):
                going.remove(case)
        if not going:
            return
        clock.move(0.1)
        await asyncio.sleep(0.001)
    raise AssertionError([case.kind for case in going])


async def _next_race(case: Case) -> bool:
    """Go on to the next race of a season, if there is one."""
    view = await case.view(case.people[0])
    season = view.get("season")
    if not season or season["race"] == season["races"]:
        return False
    for who in case.people:
        answer = await who.ask("POST", f"/api/tables/{case.table}/next", {"course": COURSE})
        if answer.status < 300:
            case.table = answer.json()["table"]
            return True
    raise AssertionError("nobody could lay the next course")


async def vanish(database: str, count: int, seed: int) -> dict[str, int]:
    """Let people vanish from so many tables; return how many there were of each kind."""
    clock, rng = ManualClock(1_767_268_800.0), random.Random(seed)
    app = make_app(database, limits=GENEROUS, clock=clock)
    async with living(app):
        cases = await open_cases(app, count, rng)
        clock.move(GRACE + 1.0)
        await settle(app.state.hub)
        await those_who_stay_finish(cases, app, clock)
        await the_others_sleep(cases, app, clock)
    clock.bells.clear()
    again = make_app(database, limits=GENEROUS, clock=clock)
    async with living(again):
        await all_come_back(cases, again, clock)
    return {kind: sum(case.kind == kind for case in cases) for kind in KINDS}
