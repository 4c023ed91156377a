"""Duplicate races: made, told, taken up, and the ghosts of other runs."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from ...session.duplicates import (
    BEST,
    NOBODY,
    find_duplicate,
    ghosts_of,
    lay_out,
    take_up,
    told,
)
from ...session.library import named
from ...wire.declarations import View
from ...wire.duplicate_types import Duplicate, DuplicateName, Ghosts
from ...wire.requests import DuplicateRequest
from ..dependencies import MaybeVisitor, TheHub, TheVisitor
from ..operations import PROBLEMS, body_of, tells
from ..rated_routes import rated
from ..responses import plain
from .courses import requested_course

router = APIRouter(prefix="/api/duplicates", responses=PROBLEMS)


@router.post("", **tells(DuplicateName, 201, takes=DuplicateRequest))
@rated("opening")
async def make_duplicate(
    body: Annotated[DuplicateRequest, Depends(body_of(DuplicateRequest))],
    visitor: TheVisitor,  # noqa: ARG001 - somebody known makes it
    hub: TheHub,
) -> Response:
    """Make a race that anybody with the link may take up, with the same cards for all."""
    course = await named(hub, await requested_course(body.course), body.course_name)
    course.check()
    key = await lay_out(hub, course, body.mushers)
    return plain(DuplicateName(duplicate=key), 201)


@router.get("/{key}", **tells(Duplicate))
@rated("costly")
async def duplicate(key: str, hub: TheHub, visitor: MaybeVisitor) -> Response:
    """Tell a duplicate race: how all who took it up have done, and a Husky."""
    return plain(await told(hub, await find_duplicate(hub, key), visitor))


@router.post("/{key}/tables", **tells(View, 201))
async def take_duplicate(key: str, hub: TheHub, visitor: TheVisitor) -> Response:
    """Take a duplicate race up, or go on with it."""
    session = await take_up(hub, visitor, await find_duplicate(hub, key))
    session.seen(visitor.holder)
    return plain(session.encoded_view(session.viewer(visitor.holder)), 201)


@router.get("/{key}/ghosts", **tells(Ghosts))
@rated("costly")
async def duplicate_ghosts(
    key: str,
    hub: TheHub,
    visitor: TheVisitor,
    of: Annotated[str, Query(pattern=f"^({BEST}|{NOBODY}|[0-9a-f]{{32}})$")] = BEST,
) -> Response:
    """Tell where others stood after each round (`?of=`), as far as one's own race has come."""
    return plain(await ghosts_of(hub, await find_duplicate(hub, key), visitor, of))
