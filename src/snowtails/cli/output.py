"""How commands print: tables for people, JSON for programs, errors without a stack trace."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console

Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

console = Console(highlight=False)
errors = Console(highlight=False, stderr=True)


def print_json(value: object) -> None:
    """Print a value as JSON that keeps every language readable."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def fail(message: object) -> typer.Exit:
    """Print what is wrong and return the exit to raise."""
    typer.echo(str(message), err=True)
    return typer.Exit(1)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn mistakes in what was given, and files that cannot be used, into exit code 1."""
    try:
        yield
    except BrokenPipeError:
        # The reader went away (`| head`); give the interpreter nothing more to flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        typer.echo(
            f"{error.filename}: {error.strerror}" if error.filename else str(error), err=True
        )
        sys.exit(1)
    except ValueError as error:
        typer.echo(str(error), err=True)
        sys.exit(1)
