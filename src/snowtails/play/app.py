"""The web application: plain HTTP around the lodge. It and `routes` alone know the framework.

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

from .. import __version__
from .assets import Assets
from .clock import Clock, SystemClock
from .den import Den
from .guard import Guard, Measures
from .kindling import Kindling
from .limits import Limits
from .lodge import Lodge
from .routes import courses, listening, seasons, seats, solo, tables, visitors, watch
from .routes.answers import FOR_GOOD, kept
from .routes.problems import answer_problems
from .store import Store

App = FastAPI
"""The application; `app.state` has its lodge and den once started, its measures, `end_streams`."""


def make_app(
    database: str,
    *,
    origins: Callable[[], frozenset[str]] = frozenset,
    limits: Limits | None = None,
    clock: Clock | None = None,
    make_lodge: Callable[..., Lodge] = Lodge,
) -> App:
    """Return the application; it opens the database when it is started."""
    limits, clock, measures = limits or Limits(), clock or SystemClock(), Measures()

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        lodge = make_lodge(await Store.open(database), clock, limits)
        app.state.lodge = lodge
        app.state.den = Den(lodge)
        app.state.kindling = kindling = Kindling()
        kindling.light()
        _measure(measures, lodge)
        try:
            yield
        finally:
            kindling.put_out()
            await lodge.close()

    app = FastAPI(
        title="Snow Tails",
        version=__version__,
        description="Race dog sleds over plain HTTP. See docs/http-api.md.",
        lifespan=living,
        docs_url=None,  # their pages load scripts from other hosts
        redoc_url=None,
    )
    app.state.measures = measures
    app.state.origins = origins
    app.state.end_streams = lambda: app.state.lodge.stop()
    app.state.open_streams = Counter()
    for part in (visitors, courses, tables, seasons, seats, solo, listening, watch):
        app.include_router(part.router)
    _mount_page(app)
    answer_problems(app)
    app.add_middleware(Guard, limits=limits, clock=clock, origins=origins, measures=measures)
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


def _measure(measures: Measures, lodge: Lodge) -> None:
    """Count what is going on in the lodge."""
    gauges: dict[str, tuple[str, Callable[[], float]]] = {
        "snowtails_streams": ("Streams open.", lambda: len(lodge.listeners)),
        "snowtails_tables_awake": ("Tables in memory.", lambda: len(lodge.rooms)),
        "snowtails_mushers_thinking": ("Mushers that think or wait to.", lambda: lodge.thinking),
    }
    for name, (text, value) in gauges.items():
        Gauge(name, text, registry=measures.registry).set_function(value)
