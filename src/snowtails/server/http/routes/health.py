"""Health: whether the server is alive, and whether it can take requests."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from .... import __version__
from ...wire.answer_types import Compiling, Health
from ..dependencies import TheHub
from ..operations import PROBLEM, tells
from ..rated_routes import rated
from ..responses import plain

router = APIRouter()

READY = tells(Health)
READY["responses"][503] = PROBLEM


@router.get("/health", **tells(Health))
@rated("free")
async def health() -> Response:
    """Tell that the process is alive."""
    return plain(Health(status="ok", version=__version__))


@router.get("/ready", **READY)
@rated("free")
async def ready(request: Request, hub: TheHub) -> Response:
    """Tell whether the server can take requests: the database answers, and it is not stopping.

    `compiling` tells how far the rest is that races do not need.
    """
    hub.check_going()
    await request.app.state.database_check.passed()
    compiling = request.app.state.compile_worker.progress
    return plain(Health(status="ok", compiling=compiling and Compiling(**asdict(compiling))))
