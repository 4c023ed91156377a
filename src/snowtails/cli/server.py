"""`snowtails server`: what whoever runs a server does with its database."""

import asyncio
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

from .extras import needs
from .output import errors
from .serve import Data, Database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..server.store import operations

server = typer.Typer(
    help="Back up, restore, move and prune the database of a server.", no_args_is_help=True
)


@contextmanager
def _showing_progress() -> "Iterator[operations.Progress]":
    with Progress(console=errors, transient=True) as progress:
        tasks = {}

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done, total=total)

        yield show


def _url(database: str, data: Path | None) -> str:
    with needs("server", "The server"):
        from ..server.http.server import Settings
    return Settings(database=database, data=data).database_url


def _told(copied: "operations.Copied") -> str:
    return f"{copied.tables} tables, {copied.events} events and {copied.visitors} visitors"


@server.command()
def backup(
    file: Annotated[Path, typer.Argument(help="The file to be written; it must not exist.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Copy the database into an SQLite file, while the server goes on; every log is checked."""
    url = _url(database, data)
    from ..server.store import operations

    with _showing_progress() as progress:
        copied = asyncio.run(operations.backup(url, file, progress))
    typer.echo(f"{file} has {_told(copied)}.")


@server.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A backup, also one of an older version.")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Copy a backup into an empty database."""
    url = _url(database, data)
    from ..server.store import operations

    with _showing_progress() as progress:
        copied = asyncio.run(operations.restore(file, url, progress))
    typer.echo(f"Restored {_told(copied)}.")


@server.command()
def move(
    target: Annotated[str, typer.Argument(help="An empty database: postgresql://user@host/name")],
    database: Database = "",
    data: Data = None,
) -> None:
    """Copy the database of a server that is stopped into another, as from SQLite to PostgreSQL."""
    url = _url(database, data)
    from ..server.store import operations

    with _showing_progress() as progress:
        copied = asyncio.run(operations.move(url, target, progress))
    typer.echo(f"Moved {_told(copied)}. Start the server with the new --database.")


@server.command()
def prune(
    days: Annotated[int, typer.Option(min=1, help="Delete what nobody touched for so long.")] = 180,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count what would be deleted.")
    ] = False,
    database: Database = "",
    data: Data = None,
) -> None:
    """Delete old tables with their logs, and visitors who have none left."""
    url = _url(database, data)
    from ..server.store import operations

    before = time.time() - days * 24 * 3600
    with _showing_progress() as progress:
        pruned = asyncio.run(operations.prune(url, before, dry=dry_run, progress=progress))
    done = "would be deleted" if dry_run else "deleted"
    typer.echo(f"{pruned.tables} tables and {pruned.visitors} visitors {done}.")
