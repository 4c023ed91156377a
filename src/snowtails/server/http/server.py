"""Running the application: the socket, the addresses it is reached by, and a clean end."""

import asyncio
import errno
import logging
import multiprocessing
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from platformdirs import user_data_path
from prometheus_client.multiprocess import mark_process_dead

from ...course import Refused
from ..garbage import pause_collection
from ..session.compile_worker import CompileWorker
from ..session.limits import Limits
from ..store.database import Database
from ..store.engine import database_url, sqlite_url
from ..store.errors import InvalidDatabase
from .metrics import Metrics, count_in, shared_folder
from .middleware import Application, JsonLines
from .origins import check_proxies, origin_of
from .protocol import BoundedProtocol
from .rate_limit import Rates, SharedRates
from .startup import StartingApp
from .workers import stop_with_supervisor, supervise

log = logging.getLogger("snowtails.server")

LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class CannotListen(Refused):
    """An address that cannot be listened on."""


@dataclass(frozen=True)
class Settings:
    """How a server is run."""

    host: str = LOOPBACK
    port: int = 8080
    database: str = ""
    """Empty for an SQLite file in the data folder."""
    data: Path | None = None
    """The folder where races are kept; None for the user's data folder."""
    origins: tuple[str, ...] = ()
    """Addresses of the page beside those that the server finds out itself."""
    trusted_proxies: str = ""
    """Addresses of proxies whose word about clients is believed."""
    host_token: str = ""
    """What opens the host's page and figures; empty to open them on the machine itself alone."""
    log_level: str = "warning"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        object.__setattr__(self, "origins", tuple(map(origin_of, self.origins)))
        check_proxies(self.trusted_proxies)

    @property
    def database_url(self) -> str:
        """The address of the database."""
        folder = self.data or user_data_path("snowtails", appauthor=False)
        return self.database or sqlite_url(folder / "snowtails.db")


class Server(uvicorn.Server):
    """A server that says when it is ready, and tells its streams to come back before it stops."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self.end_streams = end_streams
        self.greet: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open everything, then say so."""
        try:
            await super().startup(sockets)
        except SystemExit:  # the application could not start, and knows why
            self.stop()
            return
        if self.started:
            self.greet()

    def stop(self) -> None:
        """End the server as a signal would."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams, then everything else."""
        self.end_streams()
        await super().shutdown(sockets)


def lan_addresses() -> list[str]:
    """Return the addresses by which other devices nearby may reach this one."""
    found = []
    with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        # Nothing is sent: connecting only makes the system choose the address it would send from.
        probe.connect(("192.0.2.1", 9))
        found.append(str(probe.getsockname()[0]))
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    usable = [each for each in found if ":" not in each and not each.startswith("127.")]
    return list(dict.fromkeys(usable))


def page_addresses(host: str, port: int) -> list[str]:
    """Return the addresses of the page, the best to hand round first."""
    names = [host]
    if host in (EVERYWHERE, "::"):
        machine = socket.gethostname().lower().removesuffix(".local")  # as browsers write it
        names = [*lan_addresses(), machine, f"{machine}.local", LOOPBACK, "localhost"]
    elif host == LOOPBACK:
        names = [LOOPBACK, "localhost"]
    return [_address(name, port) for name in names]


def _address(name: str, port: int) -> str:
    host = f"[{name}]" if ":" in name else name
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or say why there is none; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio turns off Nagle's delays only where the protocol is named.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        why = error.strerror if isinstance(error, OSError) else str(error)
        no_address = isinstance(error, (socket.gaierror, UnicodeError))
        elsewhere = isinstance(error, OSError) and error.errno == errno.EADDRNOTAVAIL
        cure = "try another --host" if no_address or elsewhere else "try another port"
        raise CannotListen(f"cannot listen on {host} port {port}: {why}; {cure}") from None
    return listening


@dataclass(frozen=True)
class Shared:
    """What the workers on one machine count together."""

    rates: SharedRates
    metrics: str
    """The folder of their metrics."""


def make_server(
    settings: Settings, listening: socket.socket, shared: Shared | None = None
) -> tuple[Server, StartingApp, list[str]]:
    """Return a server for a socket, its application and the addresses of its page."""
    port = listening.getsockname()[1]
    addresses = page_addresses(settings.host, port)
    origins = frozenset([*addresses, *settings.origins])
    rates = Rates(settings.limits, shared.rates if shared else None)

    def make(opened: Database, worker: CompileWorker, metrics: Metrics) -> FastAPI:
        from .app import make_app  # which compiles the mushers, if nobody has yet

        return make_app(
            opened,
            origins=lambda: origins,
            limits=settings.limits,
            worker=worker,
            metrics=metrics,
            host_token=settings.host_token,
            rates=rates,
        )

    app = StartingApp(
        settings.database_url,
        make,
        origins=lambda: origins,
        limits=settings.limits,
        metrics=Metrics(shared.metrics if shared else ""),
        rates=rates,
    )
    server = running(app, app.end_streams, settings.trusted_proxies)
    app.stop = server.stop
    return server, app, addresses


SWITCH = 0.0001
"""Seconds for which a thread may keep the interpreter from the others, a fiftieth of the usual: the
event loop, mushers' threads and the one that writes to SQLite wait for each other. A commit asks
for the interpreter a dozen times, and everybody waits for commits."""


def running(app: Application, end_streams: Callable[[], None], trusted_proxies: str = "") -> Server:
    """Return a server that runs an application."""
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        http=BoundedProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=75,
        backlog=2048,
        lifespan="on",
    )
    return Server(config, end_streams)


def log_to_stderr(level: str = "info") -> None:
    """Write the log as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # It tells of every append that another server was faster with.
    logging.getLogger("psycopg").setLevel(logging.ERROR)


def run_worker(number: int, settings: Settings, listening: socket.socket, shared: Shared) -> None:
    """Run one of several servers that share a socket."""
    pause_collection()
    count_in(shared.metrics, number)
    log_to_stderr(settings.log_level)
    server, app, _ = make_server(settings, listening, shared)
    stop_with_supervisor(server.stop)
    server.run([listening])
    if app.error:
        log.error("%s", app.error)
        sys.exit(1)


def run_workers(settings: Settings, workers: int, started: Callable[[list[str]], None]) -> None:
    """Run several servers on one socket until they are told to stop; whoever dies is replaced."""
    if Database(settings.database_url).embedded:
        raise InvalidDatabase(
            "several workers need PostgreSQL: --database postgresql://user@host/name; "
            "an SQLite file has one server"
        )
    with closing(listen(settings.host, settings.port)) as listening, shared_folder() as folder:
        asyncio.run(_prepare(settings.database_url))
        listening.listen(2048)
        started(page_addresses(settings.host, listening.getsockname()[1]))
        # Nothing is inherited but what is handed over: threads and locks do not survive a fork.
        spawning = multiprocessing.get_context("spawn")
        arguments = settings, listening, Shared(SharedRates.new(spawning), folder)
        # What a worker has counted stays; what was going on in it has ended.
        supervise(spawning, run_worker, arguments, workers, partial(mark_process_dead, path=folder))


async def _prepare(database: str) -> None:
    """Bring a database up to date before several use it; what is wrong with it is told at once."""
    await (await Database.open(database)).close()


def run(settings: Settings, started: Callable[[list[str]], None]) -> None:
    """Run a server until it is told to stop; raise Refused if it cannot be started."""
    database_url(settings.database_url)  # what is wrong with it is told before anything is opened
    pause_collection()
    with closing(listen(settings.host, settings.port)) as listening:
        server, app, addresses = make_server(settings, listening)
        server.greet = lambda: started(addresses)
        listening.listen(2048)
        server.run([listening])
        if app.error:
            raise app.error
