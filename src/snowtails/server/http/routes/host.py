"""For whoever runs the server: its figures, as a page and in the form of Prometheus.

Both tell nothing of cards, names or tokens, but how much is going on; so they are for the host: for
the machine itself, or for whoever knows the host's token.
"""

import base64
import binascii
import ipaddress
import secrets

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.exceptions import HTTPException

from .... import __version__
from ...errors import NotFound
from ...wire.host_types import HostCourses, HostFigures
from ...wire.library_types import Withdrawn
from ..dependencies import TheHub
from ..metrics import Metrics
from ..pages import page_assets
from ..rated_routes import rated
from ..responses import kept, plain


async def host_only(request: Request) -> None:
    """Refuse whoever is not the host."""
    token: str = request.app.state.host_token
    if token:
        if not secrets.compare_digest(_given(request).encode(), token.encode()):
            # Browsers ask for a password; any name will do.
            headers = {"www-authenticate": 'Basic realm="Snow Tails, for its host"'}
            raise HTTPException(401, "for the host: give the host's token", headers)
    elif not _is_local(request):
        raise HTTPException(403, "for the host: ask on the machine itself, or set a host token")


async def token_only(request: Request) -> None:
    """Refuse changes where no host token is set: a proxy can make everybody seem local."""
    if not request.app.state.host_token:
        raise HTTPException(403, "for the host: set a host token, to change anything from outside")


def _given(request: Request) -> str:
    scheme, _, text = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return text.strip()
    try:
        return base64.b64decode(text).decode().partition(":")[2]
    except (binascii.Error, ValueError):
        return ""


def _is_local(request: Request) -> bool:
    """Return whether a request comes from the machine itself, and not through a proxy on it."""
    if not request.client or {"x-forwarded-for", "forwarded"} & set(request.headers):
        return False
    return ipaddress.ip_address(request.client.host).is_loopback


def counted(request: Request) -> Metrics:
    """Return what is counted here, and by the other workers on this machine."""
    metrics = request.app.state.metrics
    assert isinstance(metrics, Metrics)
    return metrics


router = APIRouter(dependencies=[Depends(host_only)], include_in_schema=False)


@router.get("/metrics", response_class=PlainTextResponse)
@rated("costly")
async def metrics(request: Request) -> Response:
    """Give out the server's metrics in the text format of Prometheus."""
    return Response(await counted(request).text(), media_type=CONTENT_TYPE_LATEST)


@router.get("/host", response_class=HTMLResponse)
@rated("costly")
async def host_page(request: Request) -> Response:
    """Show the page, which asks for the figures itself."""
    return kept(request, page_assets().shell, "no-cache")


@router.get("/host/figures")
@rated("costly")
async def figures(request: Request, hub: TheHub) -> Response:
    """Tell how much is going on, how long it takes and what went wrong."""
    found = await counted(request).figures()
    told = HostFigures(
        version=__version__,
        database="SQLite" if hub.database.embedded else "PostgreSQL",
        tables=found.total("snowtails_tables_awake"),
        streams=found.total("snowtails_streams"),
        thinking=found.total("snowtails_mushers_thinking"),
        faults=found.total("snowtails_faults_total"),
        routes=found.routes(),
    )
    return plain(told)


@router.get("/host/courses")
@rated("costly")
async def published_courses(request: Request) -> Response:
    """List the courses that visitors have published."""
    return plain(HostCourses(courses=await request.app.state.library.published()))


@router.delete("/host/courses/{key}", dependencies=[Depends(token_only)])
@rated("costly")
async def remove_course(key: str, hub: TheHub) -> Response:
    """Remove a published course with its ratings; races on it stay."""
    if not await hub.courses.withdraw(key):
        raise NotFound("no-course", f"no course {key} was published")
    return plain(Withdrawn(key=key))
