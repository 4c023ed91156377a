"""Health: whether the server is alive, whether it can take requests, and what it counts."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

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


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Give out the server's metrics in the text format of Prometheus."""
    registry = request.app.state.metrics.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
