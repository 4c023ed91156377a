"""Visitors, and what they take part in."""

from fastapi import APIRouter, Request, Response

from ...wire.schemas import NameRequest, VisitorRequest
from ..dependencies import COOKIE, TheHub, TheVisitor
from ..responses import A_YEAR, PROBLEMS, plain

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/visitors", status_code=201)
async def welcome(body: VisitorRequest, request: Request, hub: TheHub) -> Response:
    """Become a visitor: a name per browser, kept by a cookie; programs get a bearer token."""
    token, visitor = await hub.welcome(body.name)
    if body.bearer:
        return plain({"name": visitor.name, "token": token}, 201)
    response = plain({"name": visitor.name}, 201)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, max_age=A_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


@router.get("/visitors/me")
async def who_am_i(visitor: TheVisitor) -> Response:
    """Tell the visitor's name."""
    return plain({"name": visitor.name})


@router.put("/visitors/me")
async def rename(body: NameRequest, visitor: TheVisitor, hub: TheHub) -> Response:
    """Change the visitor's name."""
    return plain({"name": (await hub.rename(visitor, body.name)).name})


@router.get("/races")
async def my_races(visitor: TheVisitor, hub: TheHub) -> Response:
    """List what the visitor takes part in, and where it is the visitor's turn."""
    return plain(await hub.races_of(visitor))
