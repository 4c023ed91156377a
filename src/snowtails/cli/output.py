"""How commands print: tables for people, JSON for programs, errors without a stack trace."""

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..course import Refused
from ..finding import Finding

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

_POSITION = "\n  in "
"""What comes before the position, wherever an error has one; a test asks those that do."""

console = Console(highlight=False)
errors = Console(highlight=False, stderr=True)


def print_json(value: object) -> None:
    """Print a value as JSON that keeps every language readable."""
    typer.echo(json.dumps(_without_infinity(value), ensure_ascii=False, indent=2))


def _without_infinity(value: object) -> object:
    """Return a value in which null stands for what is infinite, which JSON cannot say."""
    if isinstance(value, dict):
        return {key: _without_infinity(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_infinity(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def print_findings(findings: Iterable[Finding], *, as_json: bool) -> None:
    """Print what is found, a line for each at once; exit with 1 if anything is not as it should."""
    found = []
    for finding in findings:
        found.append(finding)
        if not as_json:
            typer.echo(f"{'✓' if finding.good else '✗'} {finding.what}")
    if as_json:
        print_json([{"what": each.what, "good": each.good, "code": each.code} for each in found])
    if not all(finding.good for finding in found):
        raise typer.Exit(1)


def called_as() -> str:
    """Return the command as it was called: `./play` sets it."""
    return os.environ.get("SNOWTAILS_CALLED_AS", "snowtails")


@contextmanager
def about(file: Path) -> Iterator[None]:
    """Name the file in what is wrong with it."""
    try:
        yield
    except Refused as error:
        raise fail(f"{file}: {_plain(error)}") from None


def _plain(error: Refused) -> str:
    """Return what is wrong, for people: without the line in which programs write a position."""
    return str(error).partition(_POSITION)[0]


def fail(message: object) -> typer.Exit:
    """Print what is wrong and return the exit to raise."""
    typer.echo(str(message), err=True)
    return typer.Exit(1)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn mistakes in what was given, and files that cannot be used, into exit code 1."""
    try:
        yield
    except OSError as error:
        typer.echo(f"{error.filename}: {error.strerror}" if error.filename else error, err=True)
        sys.exit(1)
    except Refused as error:
        typer.echo(_plain(error), err=True)
        sys.exit(1)
