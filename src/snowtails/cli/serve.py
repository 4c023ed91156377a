"""`snowtails serve` and `snowtails doctor`: the server, and what is wrong with an installation."""

import asyncio
import os
import platform
import sqlite3
import sys
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Annotated

import typer

from ..finding import Finding
from ..server.garbage import pause_collection
from .extras import BRINGS, install, needs
from .output import Json, called_as, print_findings

Database = Annotated[
    str,
    typer.Option(
        envvar="SNOWTAILS_DATABASE",
        help="sqlite:///file or postgresql://user@host/name; an SQLite file in the data folder "
        "if left out.",
    ),
]
Data = Annotated[
    Path | None, typer.Option(envvar="SNOWTAILS_DATA", help="The folder where races are kept.")
]

PORT = 8080


class LogLevel(StrEnum):
    """How much the log tells."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"
    CRITICAL = "critical"


def serve(
    host: Annotated[
        str, typer.Option(envvar="SNOWTAILS_HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            envvar="SNOWTAILS_PORT",
            min=0,
            max=65535,
            help=f"{PORT} if left out; 0 takes one that is free.",
        ),
    ] = None,
    database: Database = "",
    data: Data = None,
    origins: Annotated[
        str,
        typer.Option(
            envvar="SNOWTAILS_ORIGINS",
            help="Further addresses of the page, with commas: https://race.example",
        ),
    ] = "",
    trusted_proxies: Annotated[
        str,
        typer.Option(
            envvar="SNOWTAILS_TRUSTED_PROXIES",
            help="Addresses of proxies in front, whose word about clients is believed.",
        ),
    ] = "",
    host_token: Annotated[
        str,
        typer.Option(
            envvar="SNOWTAILS_HOST_TOKEN",
            help="Opens /host and /metrics from elsewhere; else only this machine sees them.",
        ),
    ] = "",
    log_level: Annotated[
        LogLevel,
        typer.Option(
            envvar="SNOWTAILS_LOG_LEVEL", case_sensitive=False, help="From where on the log tells."
        ),
    ] = LogLevel.WARNING,
    workers: Annotated[
        int,
        typer.Option(
            envvar="SNOWTAILS_WORKERS", min=1, max=64, help="Processes; several need PostgreSQL."
        ),
    ] = 1,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones in the room join: shows a link and a code.")
    ] = False,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser, if there is a display.")
    ] = False,
) -> None:
    """Run the server at whose tables people, bots and programs race."""
    pause_collection()
    with needs("server", "The server"):
        from ..server.http.server import (
            EVERYWHERE,
            CannotListen,
            Settings,
            log_to_stderr,
            run,
            run_workers,
        )
    if _is_postgres(database):
        with needs("postgres", "The driver for PostgreSQL"):
            import psycopg  # noqa: F401 - the store names it in its address
    listed = tuple(origin.strip() for origin in origins.split(",") if origin.strip())
    settings = Settings(
        host=EVERYWHERE if lan else host,
        port=PORT if port is None else port,
        database=database,
        origins=listed,
        trusted_proxies=trusted_proxies,
        data=data,
        host_token=host_token,
        log_level=log_level,
    )
    log_to_stderr(log_level)

    def started(addresses: list[str]) -> None:
        (_tell_guests if lan else _tell)(addresses)
        if open_page and _has_display():
            webbrowser.open(addresses[0])

    if workers > 1:
        run_workers(settings, workers, started)
        return
    try:
        run(settings, started)
    except CannotListen:
        if not open_page or port is not None:
            raise
        # Whoever only wants to play does not mind which port it is.
        run(replace(settings, port=0), started)


def _is_postgres(database: str) -> bool:
    """Return whether a database's address asks for the driver of an extra."""
    return database.startswith("postgres")


def _has_display() -> bool:
    """Return whether a browser would have somewhere to show itself."""
    if sys.platform in ("win32", "darwin"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _tell(addresses: list[str]) -> None:
    typer.echo(f"Snow Tails is at {addresses[0]} — stop it with Ctrl+C")
    sys.stdout.flush()


def _tell_guests(addresses: list[str]) -> None:
    """Show the link, and a code for phones to scan."""
    import segno

    segno.make(addresses[0], micro=False).terminal(compact=True)
    _tell(addresses)


# -- doctor ----------------------------------------------------------------------------------------

PACKAGES = ("numpy", "numba", "shapely")


def doctor(database: Database = "", data: Data = None, as_json: Json = False) -> None:
    """Say what is wrong with this installation, and what to do; exits with 1 if anything is."""
    print_findings(_findings(database, data), as_json=as_json)


def _found(part: str, good: bool, told: str, cure: str = "") -> Finding:
    """Return what was found of a part of the installation, and what to do about it."""
    return Finding(f"{part}: {told}" + (f"\n  → {cure}" if cure else ""), good, part)


def _findings(database: str, data: Path | None) -> Iterator[Finding]:
    found, enough = platform.python_version(), sys.version_info >= (3, 11)
    cure = "" if enough else "install Python 3.11 or newer"
    yield _found("Python", enough, found, cure)
    for package in PACKAGES:
        good = bool(told := _version(package))
        yield _found(package, good, told or "missing", "" if good else "pip install snowtails")
    for extra, packages in BRINGS.items():
        versions = [f"{package} {_version(package)}" for package in packages if _version(package)]
        there = len(versions) == len(packages)
        told = ", ".join(versions) if there else f"left out; {install(extra)} adds it"
        yield _found(extra, True, told)
    yield _found("SQLite", True, sqlite3.sqlite_version)
    yield from _compile_cache()
    if all(map(_version, BRINGS["server"])):
        yield _database(database, data)


def _version(package: str) -> str:
    """Return the version of a package, or nothing if it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _compile_cache() -> Iterator[Finding]:
    from ..rules.kernel import CACHE
    from ..warm import is_warm

    if CACHE is None:
        cure = "make the cache folder writable; until then every start compiles anew"
        yield _found("compile cache", False, "cannot be written", cure)
        return
    warm = is_warm() and is_warm("solo")
    told = "warm" if warm else "cold: the first start takes half a minute"
    yield _found(
        "compile cache", warm, f"{told} ({CACHE})", "" if warm else f"{called_as()} compile"
    )


def _database(database: str, data: Path | None) -> Finding:
    from ..course import Refused
    from ..server.http.server import Settings
    from ..server.store.engine import look_at

    url = Settings(database=database, data=data).database_url
    if _is_postgres(url) and not _version("psycopg"):
        return _found("database", False, "its driver is not installed", install("postgres"))
    try:
        return _found("database", True, asyncio.run(look_at(url)))
    except (Refused, OSError) as error:
        cure = "check --database, SNOWTAILS_DATABASE and permissions"
        return _found("database", False, str(error), cure)
