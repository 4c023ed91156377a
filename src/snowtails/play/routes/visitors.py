"""Visitors, and what they take part in."""

from fastapi import APIRouter, Request, Response

from ..wishes import NameWish, VisitorWish
from .answers import A_YEAR, PROBLEMS, plain
from .asking import COOKIE, TheLodge, TheVisitor

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.post("/visitors", status_code=201)
async def welcome(wish: VisitorWish, request: Request, lodge: TheLodge) -> Response:
    """Become a visitor: a name per browser, kept by a cookie; programs get a bearer token."""
    token, visitor = await lodge.welcome(wish.name)
    if wish.bearer:
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
async def rename(wish: NameWish, visitor: TheVisitor, lodge: TheLodge) -> Response:
    """Change the visitor's name."""
    return plain({"name": (await lodge.rename(visitor, wish.name)).name})


@router.get("/races")
async def my_races(visitor: TheVisitor, lodge: TheLodge) -> Response:
    """List what the visitor takes part in, and where it is the visitor's turn."""
    return plain(await lodge.races_of(visitor))
