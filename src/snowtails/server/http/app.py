"""The web application: plain HTTP around the hub. It and `routes` alone know the framework.

Everything that happens here is told in docs/http-api.md.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI

from ... import __version__
from ..session.certifier import Certifier
from ..session.clock import Clock, SystemClock
from ..session.compile_worker import CompileWorker
from ..session.hub import Hub
from ..session.library import LibraryList
from ..session.limits import Limits
from ..store.database import Database
from .database_check import DatabaseCheck
from .declaring import describe, refuse_unknown_parameters
from .dependencies import visitor_known, visitor_or_none
from .direct_routes import DirectRoutes
from .error_handlers import handle_errors
from .metrics import Metrics
from .middleware import Application, Receive, RequestMiddleware, Scope, Send
from .pages import mount_page
from .rate_limit import Rates
from .rated_routes import RatedRoutes
from .responses import as_json
from .routes import (
    certificates,
    coach,
    courses,
    duplicates,
    faces,
    health,
    host,
    library,
    mushers,
    pictures,
    puzzles,
    seasons,
    seats,
    solo,
    stream,
    tables,
    visitors,
)


class App(FastAPI):
    """The application; once started, `app.state` has its hub, its metrics and `end_streams`.

    Requests come to our middleware at once: what the framework would put before it answers faults
    as well, and takes as long for each request and each message of a stream as our own.
    """

    def build_middleware_stack(self) -> Application:
        """Return what a request passes, our own middleware first."""
        stack: Any = super().build_middleware_stack()
        while not isinstance(stack, RequestMiddleware):
            stack = stack.app
        return stack

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; the framework would ask each time whether it is to be traced."""
        if scope["type"] == "http" and self.middleware_stack is not None:
            scope["app"] = self
            await self.middleware_stack(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(
    database: str | Database,
    *,
    origins: Callable[[], frozenset[str]] = frozenset,
    limits: Limits | None = None,
    clock: Clock | None = None,
    make_hub: Callable[..., Hub] = Hub,
    worker: CompileWorker | None = None,
    metrics: Metrics | None = None,
    host_token: str = "",
    rates: Rates | None = None,
) -> App:
    """Return the application; it opens the database when it is started, unless that is done.

    `worker` compiles already, and `rates` may count for other processes too; without them, the
    application has its own.
    """
    limits, clock, metrics = limits or Limits(), clock or SystemClock(), metrics or Metrics()
    rates = rates or Rates(limits)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        opened = await Database.open(database) if isinstance(database, str) else database
        hub = make_hub(opened, clock, limits)
        hub.start()
        app.state.hub = hub
        app.state.database_check = DatabaseCheck(opened)
        app.state.compile_worker = compile_worker = worker or CompileWorker()
        compile_worker.start()
        app.state.certifier = certifier = Certifier(hub, compile_worker)
        certifier.start()
        app.state.library = LibraryList(hub, as_json)
        _add_gauges(metrics, hub)
        looking = asyncio.create_task(metrics.look_often())
        try:
            yield
        finally:
            looking.cancel()
            compile_worker.stop()
            await certifier.stop()
            await hub.close()

    app = App(
        title="Snow Tails",
        version=__version__,
        description="Race dog sleds over plain HTTP. See docs/http-api.md.",
        lifespan=living,
        docs_url=None,  # their pages load scripts from other hosts
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.metrics = metrics
    app.state.host_token = host_token
    app.state.origins = origins
    app.state.rates = rates
    app.state.end_streams = lambda: app.state.hub.stop()
    parts = (
        visitors,
        courses,
        certificates,
        library,
        mushers,
        faces,
        tables,
        seasons,
        seats,
        coach,
        solo,
        stream,
        puzzles,
        duplicates,
        pictures,
    )
    for part in parts:
        app.include_router(part.router, dependencies=[Depends(refuse_unknown_parameters)])
    # Probes may add parameters of their own.
    for part in (health, host):
        app.include_router(part.router)
    mount_page(app)
    handle_errors(app)
    routers = [part.router for part in parts]
    describe(app, routers, known=visitor_known, anybody=visitor_or_none)
    app.add_middleware(DirectRoutes)
    app.add_middleware(
        RequestMiddleware,
        limits=limits,
        clock=clock,
        origins=origins,
        metrics=metrics,
        rates=rates,
        rated=RatedRoutes(part.router for part in (*parts, health, host, app)),
    )
    return app


def _add_gauges(metrics: Metrics, hub: Hub) -> None:
    """Count what is going on in the hub."""
    metrics.watch("snowtails_streams", "Streams open.", lambda: len(hub.listeners))
    metrics.watch("snowtails_tables_awake", "Tables in memory.", lambda: len(hub.sessions))
    metrics.watch(
        "snowtails_mushers_thinking", "Mushers that think or wait to.", lambda: hub.thinking
    )
    metrics.watch(
        "snowtails_courses_raced",
        "Courses raced for those who build them, or waiting for it.",
        lambda: hub.certificates.running,
    )
