"""Visitors, and what they take part in."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ...wire.requests import NameRequest, VisitorRequest
from ...wire.types import Races, Visitor
from ..dependencies import COOKIE, TheHub, TheVisitor
from ..operations import PROBLEMS, body_of, tells
from ..responses import A_YEAR, plain

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/visitors", **tells(Visitor, 201, takes=VisitorRequest))
async def welcome(
    body: Annotated[VisitorRequest, Depends(body_of(VisitorRequest))],
    request: Request,
    hub: TheHub,
) -> Response:
    """Become a visitor: a name per browser, kept by a cookie; programs get a bearer token."""
    token, visitor = await hub.welcome(body.name)
    if body.bearer:
        return plain(Visitor(name=visitor.name, token=token), 201)
    response = plain(Visitor(name=visitor.name), 201)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


@router.get("/visitors/me", **tells(Visitor))
async def who_am_i(visitor: TheVisitor) -> Response:
    """Tell the visitor's name."""
    return plain(Visitor(name=visitor.name))


@router.put("/visitors/me", **tells(Visitor, takes=NameRequest))
async def rename(
    body: Annotated[NameRequest, Depends(body_of(NameRequest))], visitor: TheVisitor, hub: TheHub
) -> Response:
    """Change the visitor's name."""
    return plain(Visitor(name=(await hub.rename(visitor, body.name)).name))


@router.get("/races", **tells(Races))
async def my_races(visitor: TheVisitor, hub: TheHub) -> Response:
    """List what the visitor takes part in, and where it is the visitor's turn."""
    return plain(await hub.races_of(visitor))
