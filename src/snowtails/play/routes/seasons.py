"""Seasons: going on to the next race, and the record of all."""

from fastapi import APIRouter, Response
from fastapi.responses import PlainTextResponse

from ..succession import next_race, season_record
from ..wishes import NextWish
from .answers import PROBLEMS, plain
from .asking import TheLodge, TheRoom, TheVisitor
from .courses import found_course

router = APIRouter(prefix="/api/tables/{table}", responses=PROBLEMS)


@router.post("/next")
async def go_on(
    room: TheRoom, visitor: TheVisitor, lodge: TheLodge, wish: NextWish | None = None
) -> Response:
    """Begin the next race of a season, on the course laid by whoever's turn it is."""
    wish = wish or NextWish()
    course = None if wish.course is None else await found_course(wish.course)
    name = await next_race(lodge, room, visitor, course, bytes.fromhex(wish.added))
    (await lodge.room(name)).seen(visitor.holder)
    return plain({"table": name})


@router.get("/season", response_class=PlainTextResponse)
async def record(room: TheRoom, lodge: TheLodge) -> Response:
    """Give out the record of the season so far, once the race at this table is over."""
    headers = {"content-disposition": 'attachment; filename="season.txt"'}
    return PlainTextResponse(await season_record(lodge, room), headers=headers)
