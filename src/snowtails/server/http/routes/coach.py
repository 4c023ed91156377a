"""The coach: chances before a turn, a race looked at afterwards, and trying it again."""

from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ....rules.view import View
from ...errors import Conflict, Forbidden, Unavailable
from ...session.coach import given_until, over_race
from ...session.following import Follower
from ...session.hub import Hub, Mine
from ...session.message_cache import frame
from ...session.stream import BEAT
from ...wire.answer_types import TableName
from ...wire.coach_types import CoachAdvice, RaceAnalysis, SoloDrivers
from ...wire.requests import RetryRequest
from ..declaring import PROBLEMS, body_of, streams, tells
from ..dependencies import TheHub, TheSeat, TheSession, TheVisitor
from ..rated_routes import rated
from ..responses import EventStream, plain
from .certificates import COME_BACK
from .solo import SoloHub

router = APIRouter(prefix="/api/tables/{table}", responses=PROBLEMS)


def _check_ready(request: Request, hub: Hub) -> None:
    """Refuse to think while that is being compiled, or the server stops."""
    if request.app.state.compile_worker.is_compiling("search"):
        why = "what the coach thinks with is being compiled, once on each machine; come back"
        raise Unavailable("warming", why, retry=COME_BACK)
    hub.check_going()


def _streamed(name: str, steps: Follower) -> Response:
    async def told() -> AsyncGenerator[bytes, None]:
        async for step in steps:
            yield BEAT if step is None else frame(name, step)

    return EventStream(told(), steps.close)


@router.get("/seats/{seat}/coach", **streams(coach=CoachAdvice))
@rated("costly")
async def coached(
    request: Request, session: TheSession, seat: TheSeat, visitor: TheVisitor, hub: TheHub
) -> Response:
    """Stream the chances of each place for all one can decide (CoachAdvice), for two seconds.

    A stream of server-sent events `coach`, where hints are allowed and it is one's turn. Closing it
    ends the thinking, and so does deciding.
    """
    if not session.table.options.hints:
        raise Forbidden("no-hints", "this table is raced without hints")
    session.race_table  # noqa: B018 - in solo games nobody else can win
    view = session.question(seat, visitor.holder)
    if view.actor != seat or not isinstance(view, View):
        raise Conflict("not-your-turn", "there is nothing to decide", number=session.table.number)
    _check_ready(request, hub)
    asks = session.table.asks
    steps = hub.coach.ahead(
        session.table.name, asks, view, lambda: session.table.asks == asks, hub.limits.heartbeat
    )
    return _streamed("coach", steps)


@router.get("/analysis", **streams(analysis=RaceAnalysis))
@rated("costly")
async def analysed(request: Request, session: TheSession, hub: TheHub) -> Response:
    """Look back at a race that is over and stream what is found (RaceAnalysis), until it is all.

    A stream of server-sent events `analysis`. It is found once and kept: whoever asks later gets it
    at once, and the record of the race has it as comments.
    """
    table = session.race_table
    over_race(table)
    _check_ready(request, hub)
    return _streamed("analysis", hub.coach.back(table, hub.limits.heartbeat))


@router.post("/retries", **tells(TableName, 201, takes=RetryRequest))
@rated("opening")
async def retry(
    session: TheSession,
    visitor: TheVisitor,
    hub: TheHub,
    body: Annotated[RetryRequest, Depends(body_of(RetryRequest))],
) -> Response:
    """Open a table that begins before a decision of a race that is over, to try it again.

    Whoever asks sits where that was decided; the same mushers drive on, and one for each person.
    """
    table = session.race_table
    if table.opened.duplicate:
        told = "a duplicate race is raced once: trying it again would show its cards to others"
        raise Forbidden("duplicate", told)
    given, seat = given_until(table, body.frame)
    options = replace(table.options, listed=False, hot_seat=False, clock=None, hints=True)
    seats: list[str | Mine] = [each.musher or options.relief for each in table.seats]
    seats[seat] = Mine(visitor.name, table.colours[seat], visitor.dog)
    opened = await hub.open_table(visitor, options, seats, begin=True, given=given)
    opened.seen(visitor.holder)
    return plain(TableName(table=opened.table.name), 201)


@router.get("/drivers", **tells(SoloDrivers))
@rated("costly")
async def drivers(hub: SoloHub, session: TheSession) -> Response:
    """Tell how drivers who look one turn ahead do on the course of a solo game, and the player."""
    hub.check_going()
    game = session.solo_table
    race = game.race
    found = await hub.coach.drivers(race.course, race.opponents)
    points = tuple(each.score().total for each in game.all_rounds if each.actor is None)
    return plain(SoloDrivers(drivers=found, points=points))
