"""Visitors, and what they take part in."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from msgspec import UNSET, UnsetType

from ...session import profile
from ...store.visitors import Visitor as Known
from ...wire.answer_types import Visitor
from ...wire.requests import DeleteRequest, ProfileRequest, RecoverRequest, VisitorRequest
from ...wire.types import Races
from ...wire.visitor_types import Deleted, History, WayBack
from ..declaring import COOKIE, PROBLEMS, body_of, tells
from ..dependencies import TheHub, TheVisitor
from ..rated_routes import rated
from ..responses import A_YEAR, plain

router = APIRouter(prefix="/api", responses=PROBLEMS)


def _told(visitor: Known, token: str | UnsetType = UNSET) -> Visitor:
    return Visitor(name=visitor.name, dog=visitor.dog, colour=visitor.colour, token=token)  # type: ignore[arg-type]


def _welcomed(
    request: Request, visitor: Known, token: str, bearer: bool = False, status: int = 200
) -> Response:
    """Tell who somebody is now, and give out the token: as a cookie, or to programs in words."""
    if bearer:
        return plain(_told(visitor, token), status)
    response = plain(_told(visitor), status)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


@router.post("/visitors", **tells(Visitor, 201, takes=VisitorRequest))
@rated("opening")
async def welcome(
    body: Annotated[VisitorRequest, Depends(body_of(VisitorRequest))],
    request: Request,
    hub: TheHub,
) -> Response:
    """Become a visitor: a name per browser, kept by a cookie; programs get a bearer token."""
    token, visitor = await hub.welcome(body.name, body.dog, body.colour)
    return _welcomed(request, visitor, token, body.bearer, 201)


@router.get("/visitors/me", **tells(Visitor))
async def who_am_i(visitor: TheVisitor) -> Response:
    """Tell the visitor's name, dog and colour."""
    return plain(_told(visitor))


@router.put("/visitors/me", **tells(Visitor, takes=ProfileRequest))
async def change_profile(
    body: Annotated[ProfileRequest, Depends(body_of(ProfileRequest))],
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Change the visitor's name, dog or colour."""
    return plain(_told(await profile.change(hub, visitor, body)))


@router.get("/visitors/me/history", **tells(History))
@rated("costly")
async def history(visitor: TheVisitor, hub: TheHub) -> Response:
    """Tell what the visitor has raced: places, rivals, courses, streaks."""
    return plain(await profile.history_of(hub, visitor))


@router.post("/visitors/me/recovery", **tells(WayBack))
async def offer_way_back(visitor: TheVisitor, hub: TheHub) -> Response:
    """Make a link by which the visitor can be taken to other devices; the one before ends."""
    return plain(WayBack(code=await profile.offer_recovery(hub, visitor)))


@router.post("/visitors/recover", **tells(Visitor, takes=RecoverRequest))
@rated("opening")
async def recover_visitor(
    body: Annotated[RecoverRequest, Depends(body_of(RecoverRequest))], request: Request, hub: TheHub
) -> Response:
    """Make this device that of whoever made a recovery link."""
    token, visitor = await profile.recover(hub, body.code)
    return _welcomed(request, visitor, token, body.bearer)


@router.post("/visitors/me/delete", **tells(Deleted, takes=DeleteRequest))
async def delete_visitor(
    body: Annotated[DeleteRequest, Depends(body_of(DeleteRequest))],
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Delete everything kept for the visitor, who confirms it by name."""
    response = plain(await profile.delete(hub, visitor, body.name))
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return response


@router.get("/races", **tells(Races))
async def my_races(visitor: TheVisitor, hub: TheHub) -> Response:
    """List what the visitor takes part in, and where it is the visitor's turn."""
    return plain(await hub.races_of(visitor))
