"""Certificates: how a course races, told while it is raced."""

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from ....course import Course
from ...errors import Unavailable
from ...session.certifier import keep_certificate, kept_certificate
from ...session.message_cache import frame
from ...wire.build_types import CourseCertificate
from ..declaring import EVENTS, PROBLEMS, streams
from ..dependencies import MaybeVisitor, TheHub
from ..event_streams import COME_BACK, UNBUFFERED, told_as_found
from ..middleware import client_of
from ..rated_routes import rated
from .courses import CourseName, find_course

router = APIRouter(prefix="/api", responses=PROBLEMS)


@router.get("/courses/{course}/certificate", **streams(certificate=CourseCertificate))
@rated("costly-unless-shipped")
async def course_certified(
    request: Request, hub: TheHub, visitor: MaybeVisitor, course: CourseName
) -> Response:
    """Race a course and stream how it races (CourseCertificate), until that is known.

    A stream of server-sent events `certificate`. Closing it ends the races. What was found of a
    course that ships or was published is kept.
    """
    if request.app.state.compile_worker.is_compiling("certificate"):
        why = "what races courses is being compiled, once on each machine; come back in a moment"
        raise Unavailable("warming", why, retry=COME_BACK)
    hub.check_going()

    def find() -> Course:
        found = find_course(course)
        found.check()
        return found

    found = await run_in_threadpool(find)
    kept = await kept_certificate(hub, found.line)
    if kept is not None:
        return Response(frame("certificate", kept), headers=UNBUFFERED, media_type=EVENTS)
    who = visitor.holder if visitor else client_of(request.scope)
    # From here on nothing is waited for: what is raced must be in the count of the next.
    hub.certificates.check_room(found, who)
    steps = hub.certificates.follow(found, who, hub.limits.heartbeat)

    async def keep(certificate: bytes) -> None:
        if steps.done:
            # Before it is told: whoever hears that it is done asks for what was kept.
            await keep_certificate(hub, found.line, certificate)

    return told_as_found("certificate", steps, keep)
