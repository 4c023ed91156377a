"""The coach: chances before a turn, a race looked at afterwards, and trying it again."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ....rules.view import View
from ...errors import Conflict, Forbidden, Unavailable
from ...session.coach import given_until
from ...session.hub import Hub, Mine
from ...wire.answer_types import TableName
from ...wire.coach_types import CoachAdvice, RaceAnalysis, SoloDrivers
from ...wire.requests import RetryRequest
from ..dependencies import TheHub, TheRaceTable, TheSeat, TheSession, TheSoloTable, TheVisitor
from ..event_streams import COME_BACK, told_as_found
from ..operations import PROBLEMS, body_of, streams, tells
from ..rated_routes import rated
from ..responses import plain
from .solo import SoloHub

router = APIRouter(prefix="/api/tables/{table}", responses=PROBLEMS)


def _check_ready(request: Request, hub: Hub) -> None:
    """Refuse to think while that is being compiled, or the server stops."""
    if request.app.state.compile_worker.is_compiling("search"):
        why = "what the coach thinks with is being compiled, once on each machine; come back"
        raise Unavailable("warming", why, retry=COME_BACK)
    hub.check_going()


@router.get("/seats/{seat}/coach", **streams(coach=CoachAdvice))
@rated("costly")
async def coached(
    request: Request,
    session: TheSession,
    table: TheRaceTable,  # in solo games nobody else can win
    seat: TheSeat,
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Stream the chances of each place for all one can decide (CoachAdvice), for two seconds.

    A stream of server-sent events `coach`, where hints are allowed and it is one's turn. Closing it
    ends the thinking, and so does deciding.
    """
    if not table.options.hints:
        raise Forbidden("no-hints", "this table is raced without hints")
    view = session.question(seat, visitor.holder)
    if view.actor != seat or not isinstance(view, View):
        raise Conflict("not-your-turn", "there is nothing to decide", number=session.table.number)
    _check_ready(request, hub)
    asks = session.table.asks
    steps = hub.coach.ahead(
        session.table.name, asks, view, lambda: session.table.asks == asks, hub.limits.heartbeat
    )
    return told_as_found("coach", steps)


@router.get("/analysis", **streams(analysis=RaceAnalysis))
@rated("costly")
async def analysed(request: Request, table: TheRaceTable, hub: TheHub) -> Response:
    """Look back at a race that is over and stream what is found (RaceAnalysis), until it is all.

    A stream of server-sent events `analysis`. It is found once and kept: whoever asks later gets it
    at once, and the record of the race has it as comments.
    """
    steps = hub.coach.back(table, hub.limits.heartbeat)
    _check_ready(request, hub)
    return told_as_found("analysis", steps)


@router.post("/retries", **tells(TableName, 201, takes=RetryRequest))
@rated("opening")
async def retry(
    table: TheRaceTable,
    visitor: TheVisitor,
    hub: TheHub,
    body: Annotated[RetryRequest, Depends(body_of(RetryRequest))],
) -> Response:
    """Open a table that begins before a decision of a race that is over, to try it again.

    Whoever asks sits where that was decided; the same mushers drive on, and one for each person.
    """
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
async def drivers(hub: SoloHub, game: TheSoloTable) -> Response:
    """Tell how drivers who look one turn ahead do on the course of a solo game, and the player."""
    hub.check_going()
    race = game.race
    found = await hub.coach.drivers(race.course, race.opponents)
    points = tuple(each.score().total for each in game.all_rounds if each.actor is None)
    return plain(SoloDrivers(drivers=found, points=points))
