"""Seasons: going on to the next race, and the record of all."""

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from ...session.next_table import next_race, season_record
from ...wire.schemas import NextRequest
from ..dependencies import TheHub, TheSession, TheVisitor
from ..responses import PROBLEMS, plain
from .courses import requested_course

router = APIRouter(prefix="/api/tables/{table}", responses=PROBLEMS)


@router.post("/next")
async def go_on(
    session: TheSession, visitor: TheVisitor, hub: TheHub, body: NextRequest | None = None
) -> Response:
    """Begin the next race of a season, on the course laid by whoever's turn it is."""
    body = body or NextRequest()
    course = None if body.course is None else await requested_course(body.course)
    name = await next_race(hub, session, visitor, course, bytes.fromhex(body.added))
    (await hub.session(name)).seen(visitor.holder)
    return plain({"table": name})


@router.get("/season", response_class=PlainTextResponse)
async def record(session: TheSession, hub: TheHub) -> Response:
    """Give out the record of the season so far, once the race at this table is over."""
    headers = {"content-disposition": 'attachment; filename="season.txt"'}
    return PlainTextResponse(await season_record(hub, session), headers=headers)
