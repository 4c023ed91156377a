"""Health: whether the server is alive, and whether it can take requests."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from .... import __version__
from ..dependencies import TheHub
from ..responses import PROBLEM, plain

router = APIRouter()


@router.get("/health")
async def health() -> Response:
    """Tell that the process is alive."""
    return plain({"status": "ok", "version": __version__})


@router.get("/ready", responses={503: PROBLEM})
async def ready(request: Request, hub: TheHub) -> Response:
    """Tell whether the server can take requests: the database answers, and it is not stopping.

    `compiling` tells how far the rest is that races do not need.
    """
    if hub.stopping:
        return plain({"status": "stopping"}, 503)
    await hub.store.ping()
    compiling = request.app.state.compile_worker.progress
    return plain({"status": "ok", "compiling": asdict(compiling) if compiling else None})
