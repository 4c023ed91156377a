"""The web application: plain HTTP around the hub. It and `routes` alone know the framework.

Everything that happens here is told in docs/http-api.md.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request, Response
from prometheus_client import Gauge
from starlette.exceptions import HTTPException

from ... import __version__
from ..session.clock import Clock, SystemClock
from ..session.compile_worker import CompileWorker
from ..session.hub import Hub
from ..session.limits import Limits
from ..session.solo_hub import SoloHub
from ..store.store import Store
from .assets import Assets
from .error_handlers import handle_errors
from .middleware import Metrics, RequestMiddleware
from .responses import FOR_GOOD, kept
from .routes import courses, health, mushers, seasons, seats, solo, stream, tables, visitors

App = FastAPI
"""The application; once started, `app.state` has its hub, its metrics and `end_streams`."""


def make_app(
    database: str,
    *,
    origins: Callable[[], frozenset[str]] = frozenset,
    limits: Limits | None = None,
    clock: Clock | None = None,
    make_hub: Callable[..., Hub] = Hub,
) -> App:
    """Return the application; it opens the database when it is started."""
    limits, clock, metrics = limits or Limits(), clock or SystemClock(), Metrics()

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        hub = make_hub(await Store.open(database), clock, limits)
        app.state.hub = hub
        app.state.solo_hub = SoloHub(hub)
        app.state.compile_worker = compile_worker = CompileWorker()
        compile_worker.start()
        _add_gauges(metrics, hub)
        try:
            yield
        finally:
            compile_worker.stop()
            await hub.close()

    app = FastAPI(
        title="Snow Tails",
        version=__version__,
        description="Race dog sleds over plain HTTP. See docs/http-api.md.",
        lifespan=living,
        docs_url=None,  # their pages load scripts from other hosts
        redoc_url=None,
    )
    app.state.metrics = metrics
    app.state.origins = origins
    app.state.end_streams = lambda: app.state.hub.stop()
    app.state.open_streams = Counter()
    for part in (visitors, courses, mushers, tables, seasons, seats, solo, stream, health):
        app.include_router(part.router)
    _mount_page(app)
    handle_errors(app)
    app.add_middleware(
        RequestMiddleware, limits=limits, clock=clock, origins=origins, metrics=metrics
    )
    return app


PAGES = (
    "/",
    "/race/{table}",
    "/replay",
    "/replay/{table}",
    "/help",
    "/lobby",
    "/friends",
    "/season",
    "/solo",
    "/solo/{game}",
    "/daily",
)
"""Addresses of the page: one shell for all of them, which looks at the address itself."""


def _mount_page(app: FastAPI) -> None:
    """Serve the page: the files of `snowtails/web`."""
    assets = Assets(Path(str(resources.files("snowtails"))) / "web")

    async def shell(request: Request) -> Response:
        return kept(request, assets.shell, "no-cache")

    for path in PAGES:
        app.get(path, include_in_schema=False)(shell)

    @app.get("/assets/{content}/{name:path}", include_in_schema=False)
    async def asset(request: Request, content: str, name: str) -> Response:
        found = assets.find(content, name)
        if found is None:
            raise HTTPException(404)
        return kept(request, found, FOR_GOOD)


def _add_gauges(metrics: Metrics, hub: Hub) -> None:
    """Count what is going on in the hub."""
    gauges: dict[str, tuple[str, Callable[[], float]]] = {
        "snowtails_streams": ("Streams open.", lambda: len(hub.listeners)),
        "snowtails_tables_awake": ("Tables in memory.", lambda: len(hub.sessions)),
        "snowtails_mushers_thinking": ("Mushers that think or wait to.", lambda: hub.thinking),
    }
    for name, (text, value) in gauges.items():
        Gauge(name, text, registry=metrics.registry).set_function(value)
