"""The library: courses that ship and those that visitors publish, with how they race and rate."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as InPath
from starlette.concurrency import run_in_threadpool

from ...session.library import LibraryList, entry_of, publish, rate, withdraw
from ...wire.library_types import Library, LibraryCourse, LibraryEntry, Publication, Withdrawn
from ...wire.requests import PublishRequest, RatingRequest
from ..dependencies import MaybeVisitor, TheHub, TheVisitor
from ..operations import PROBLEMS, body_of, tells
from ..rated_routes import rated
from ..responses import kept, plain
from .courses import requested_course

if TYPE_CHECKING:
    from ..assets import Asset

router = APIRouter(prefix="/api/library", responses=PROBLEMS)

CourseKey = Annotated[str, InPath(pattern="^[a-z0-9-]{1,64}$")]
"""The name of a course that ships, or the key of one that was published."""


@router.get("", **tells(Library))
@rated("costly")
async def library(request: Request, visitor: MaybeVisitor) -> Response:
    """List the courses that ship and those that were published."""
    shelf: LibraryList[Asset] = request.app.state.library
    found = await shelf.seen_by(visitor)
    return await run_in_threadpool(kept, request, found, "no-store")


@router.post("", **tells(Publication, takes=PublishRequest))
@rated("opening")
async def publish_course(
    request: Request,
    body: Annotated[PublishRequest, Depends(body_of(PublishRequest))],
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Publish a course; if this very course was published before, tell that one.

    Its author can give it another name and description by publishing it again.
    """
    course = await requested_course(body.course)
    about = {str(language): text for language, text in body.description.items()}
    done = await publish(hub, visitor, course, body.name, about)
    request.app.state.certifier.wake()
    return plain(done)


@router.get("/{key}", **tells(LibraryEntry))
async def library_course(key: CourseKey, hub: TheHub, visitor: MaybeVisitor) -> Response:
    """Tell a course by its key, and where it stands among those that ship."""
    return plain(await entry_of(hub, key, visitor))


@router.delete("/{key}", **tells(Withdrawn))
async def withdraw_course(key: CourseKey, visitor: TheVisitor, hub: TheHub) -> Response:
    """Withdraw a course that the visitor has published; races on it stay."""
    await withdraw(hub, visitor, key)
    return plain(Withdrawn(key=key))


@router.put("/{key}/rating", **tells(LibraryCourse, takes=RatingRequest))
async def rate_course(
    key: CourseKey,
    body: Annotated[RatingRequest, Depends(body_of(RatingRequest))],
    visitor: TheVisitor,
    hub: TheHub,
) -> Response:
    """Rate somebody else's course on which a race or game of the visitor has ended; or anew."""
    return plain(await rate(hub, visitor, key, body.stars))
