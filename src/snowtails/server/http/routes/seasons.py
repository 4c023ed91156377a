"""Seasons: going on to the next race, and the record of all."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from fastapi.responses import PlainTextResponse

from ...session.library import named
from ...session.next_table import next_race, season_record
from ...wire.answer_types import TableName
from ...wire.requests import NextRequest
from ..dependencies import TheHub, TheSession, TheVisitor
from ..operations import PROBLEMS, body_or, tells
from ..rated_routes import rated
from ..responses import plain
from .courses import requested_course

router = APIRouter(prefix="/api/tables/{table}", responses=PROBLEMS)


@router.post("/next", **tells(TableName, takes=NextRequest, optional=True))
@rated("costly")
async def go_on(
    session: TheSession,
    visitor: TheVisitor,
    hub: TheHub,
    body: Annotated[NextRequest, Depends(body_or(NextRequest))],
) -> Response:
    """Begin the next race of a season, on the course laid by whoever's turn it is."""
    course = None
    if body.course is not None:
        course = await named(hub, await requested_course(body.course), body.course_name)
    name = await next_race(hub, session, visitor, course, bytes.fromhex(body.added))
    (await hub.session(name)).seen(visitor.holder)
    return plain(TableName(table=name))


@router.get("/season", **tells(media="text/plain"))
@rated("costly")
async def record_of_season(session: TheSession, hub: TheHub) -> Response:
    """Give out the record of the season so far, once the race at this table is over."""
    headers = {"content-disposition": 'attachment; filename="season.txt"'}
    return PlainTextResponse(await season_record(hub, session), headers=headers)
