"""`snowtails server`: what whoever runs a server does with its database."""

import asyncio
import json
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote

import typer
from rich.markup import escape
from rich.progress import Progress
from rich.table import Table

from .extras import needs
from .output import Json, console, errors, fail, print_json
from .serve import PORT, Data, Database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..server.store import operations

server = typer.Typer(
    help="Back up, restore, move and prune the database of a server; look after its courses.",
    no_args_is_help=True,
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


# -- published courses -----------------------------------------------------------------------------


@server.command()
def courses(database: Database = "", data: Data = None, as_json: Json = False) -> None:
    """List the courses that visitors have published, while the server goes on."""
    url = _url(database, data)
    from ..server.store import operations

    found = asyncio.run(operations.published_courses(url))
    if as_json:
        print_json([vars(each) for each in found])
        return
    table = Table(box=None)
    for column in ("key", "name", "by", "published", "ratings", "course line"):
        table.add_column(column, overflow="fold")
    for each in found:
        day = datetime.fromtimestamp(each.at).date().isoformat()
        told = (each.key, each.name, each.author or "–", day, str(each.ratings), each.line)
        table.add_row(*(escape(text) for text in told))
    console.print(table)


@server.command("remove-course")
def remove_course(
    keys: Annotated[list[str], typer.Argument(help="Keys of courses, as `courses` lists them.")],
    server_url: Annotated[
        str,
        typer.Option("--server", help=f"Ask a running server, such as http://127.0.0.1:{PORT}."),
    ] = "",
    host_token: Annotated[
        str,
        typer.Option(envvar="SNOWTAILS_HOST_TOKEN", help="The host's token, for --server."),
    ] = "",
    database: Database = "",
    data: Data = None,
) -> None:
    """Remove published courses with their ratings; races on them stay as they are.

    A server on SQLite has its file to itself: stop it first, or ask it with --server; it has to
    have been started with a host token.
    """
    if server_url:
        removed = [key for key in keys if _asked_to_remove(server_url, key, host_token)]
    else:
        url = _url(database, data)
        from ..server.store import operations

        removed = asyncio.run(operations.remove_courses(url, keys))
    for key in removed:
        typer.echo(f"{key} is removed.")
    if missing := [key for key in keys if key not in removed]:
        raise fail(f"No course {', '.join(missing)} was published.")


def _asked_to_remove(server_url: str, key: str, host_token: str) -> bool:
    """Ask a running server to remove a course; return whether it was there."""
    address = f"{server_url.rstrip('/')}/host/courses/{quote(key, safe='')}"
    if not address.startswith(("http://", "https://")):
        raise fail(f"A server is http://… or https://…, not {server_url}.")
    headers = {"authorization": f"Bearer {host_token}"} if host_token else {}
    request = urllib.request.Request(address, method="DELETE", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30):
            return True
    except urllib.error.HTTPError as refused:
        try:
            told = json.load(refused)
        except (ValueError, OSError, HTTPException):  # of what stands before the server
            told = {}
        if told.get("code") == "no-course":
            return False
        raise fail(f"{server_url}: {told.get('message', refused.reason)}") from None
    except urllib.error.URLError as error:
        raise fail(f"{server_url} does not answer: {error.reason}") from None
    except (OSError, HTTPException) as error:
        why = str(error).strip() or type(error).__name__
        told = f"{server_url} took the request and did not answer ({why})"
        raise fail(f"{told}; `server courses` lists what is there") from None
