"""`StartingApp`: answers from the first moment, while the rules are still being compiled.

Until the application can be made it serves the page, the courses with their pictures, the faces of
mushers, and whether the server is alive; for everything else it says how far it is and when to come
back.
"""

import asyncio
import gc
import logging
import re
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import asdict

from fastapi import Depends, FastAPI, Request, Response

from ... import __version__
from ...course import Refused
from ...rules.kernel import CACHE
from ..errors import Unavailable
from ..garbage import resume_collection
from ..session.clock import SystemClock
from ..session.compile_worker import CompileWorker
from ..session.limits import Limits
from ..store.database import Database
from ..wire.answer_types import Health
from .declaring import refuse_unknown_parameters
from .error_handlers import handle_errors
from .metrics import Metrics
from .middleware import Application, Receive, RequestMiddleware, Scope, Send
from .pages import missing_page, mount_page
from .rate_limit import Rates
from .rated_routes import RatedRoutes, rated
from .responses import plain
from .routes import courses, faces

log = logging.getLogger("snowtails.server")

AT_ONCE = re.compile(
    "/health|/ready|/api/courses(?!.*/certificate$).*|/api/mushers/[^/]+/face"
    "|(?!/api/|/host|/metrics|/openapi).*"
)
"""Paths that are answered at once, whatever is going on: health, courses, faces, and the page."""
SOON = 15.0
"""Seconds that a request waits for an application that has only to be loaded."""
COME_BACK = 3
GARBAGE = (30_000, 2, 130)
"""After how many new objects the collector looks for garbage, and how much more seldom among older
ones. Nobody is answered meanwhile: among new objects it takes a millisecond or two, among all a
tenth of a second. Races leave none: what they hold is freed as soon as nobody uses it."""

MakeApp = Callable[[Database, CompileWorker, Metrics], FastAPI]


def _warming(worker: CompileWorker) -> Unavailable:
    """Return why the server cannot do more yet, and how far it is."""
    progress = worker.progress
    if progress is None:
        told = "the rules are being loaded; come back in a moment"
        return Unavailable("warming", told, retry=COME_BACK)
    step = f"step {progress.done + 1} of {progress.total}"
    told = f"the rules are being compiled, once on each machine, {step}; come back in a moment"
    return Unavailable("warming", told, retry=COME_BACK, **asdict(progress))


def interim_app(
    worker: CompileWorker,
    metrics: Metrics,
    origins: Callable[[], frozenset[str]],
    limits: Limits,
    rates: Rates | None = None,
) -> FastAPI:
    """Return what can be served before the rules are compiled."""
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    app.state.origins = origins

    @app.get("/health")
    @rated("free")
    async def health() -> Response:
        return plain(Health(status="ok", version=__version__))

    @app.get("/ready")
    @rated("free")
    async def ready() -> Response:
        raise _warming(worker)

    for part in (courses, faces):
        app.include_router(part.router, dependencies=[Depends(refuse_unknown_parameters)])
    mount_page(app)

    @app.api_route("/{path:path}", methods=["GET", "POST", "PUT", "DELETE"])
    async def not_yet(request: Request) -> Response:
        if page := missing_page(request):
            return page
        raise _warming(worker)

    handle_errors(app)
    app.add_middleware(
        RequestMiddleware,
        limits=limits,
        clock=SystemClock(),
        origins=origins,
        metrics=metrics,
        rates=rates,
        rated=RatedRoutes(part.router for part in (courses, faces, app)),
    )
    return app


def _rehearse() -> None:
    from ..wire.rehearsal import rehearse  # which needs the mushers

    rehearse()


class StartingApp:
    """An application that is there at once, and hands over to the real one when it is ready."""

    def __init__(
        self,
        database: str,
        make: MakeApp,
        *,
        origins: Callable[[], frozenset[str]],
        limits: Limits,
        worker: CompileWorker | None = None,
        metrics: Metrics | None = None,
        rates: Rates | None = None,
    ) -> None:
        self.error: Exception | None = None
        """Why the server could not be started, or had to stop."""
        self.stop: Callable[[], None] = lambda: None
        """Called when the application could not be made."""
        self._database = database
        self._make = make
        self._worker = worker or CompileWorker()
        self._metrics = metrics or Metrics()
        self._interim: Application = interim_app(
            self._worker, self._metrics, origins, limits, rates
        )
        self._app: FastAPI | None = None
        self._ready = asyncio.Event()

    def end_streams(self) -> None:
        """Tell all streams to come back later."""
        if self._app:
            self._app.state.end_streams()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or start and stop with the server."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        waits = scope["type"] == "http" and not AT_ONCE.fullmatch(scope["path"])
        if waits and self._app is None:
            await self._wait()
        await (self._app or self._interim)(scope, receive, send)

    async def _wait(self) -> None:
        """Wait for an application that only has to be loaded; compiling takes too long for that."""
        if not self._worker.is_compiling("race"):
            try:
                async with asyncio.timeout(SOON):
                    await self._ready.wait()
            except TimeoutError:
                log.warning("loading takes longer than %.0f seconds", SOON)

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with AsyncExitStack() as stack:
            try:
                opened = await Database.open(self._database)
            except (Refused, OSError) as error:
                self.error = error
                await send({"type": "lifespan.startup.failed", "message": ""})
                return
            stack.push_async_callback(opened.close)
            self._worker.start()
            starting = asyncio.create_task(self._start(opened, stack))
            await send({"type": "lifespan.startup.complete"})
            await receive()
            self._worker.stop()
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
        await send({"type": "lifespan.shutdown.complete"})

    async def _start(self, database: Database, stack: AsyncExitStack) -> None:
        """Make the application as soon as that is quick, and hand over to it."""
        try:
            await asyncio.to_thread(self._worker.wait_for, "race")
            app = await asyncio.to_thread(self._make, database, self._worker, self._metrics)
            if CACHE is not None:  # else the rules are compiled at the first race, not loaded
                await asyncio.to_thread(_rehearse)
            await stack.enter_async_context(app.router.lifespan_context(app))
            await app.state.hub.wake_recent()
        except Exception as error:
            log.error("the application could not be made", exc_info=error)
            self.error = error
            self.stop()
            return
        finally:
            resume_collection()
        # What was loaded stays for good: the collector need not look through it again and again,
        # for a tenth of a second each time.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        self._app = app
        self._ready.set()
