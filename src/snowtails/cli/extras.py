"""Extras: what a plain install leaves out, and the command that adds it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from .output import fail

Extra = Literal["server", "postgres", "cluster", "parquet", "research"]

BRINGS: dict[Extra, tuple[str, ...]] = {
    "server": ("fastapi", "uvicorn", "sqlalchemy", "alembic"),
    "postgres": ("psycopg",),
    "cluster": ("distributed",),
    "parquet": ("pyarrow",),
    "research": ("gymnasium", "open-spiel", "pettingzoo", "pyarrow"),
}
"""The packages of each extra that are worth naming when something is wrong."""


def install(extra: Extra) -> str:
    """Return the command that installs an extra.

    >>> install("server")
    'pip install "snowtails[server]"'
    """
    return f'pip install "snowtails[{extra}]"'


@contextmanager
def needs(extra: Extra, what: str) -> Iterator[None]:
    """Import what an extra brings; exit with the command that installs it if that fails."""
    try:
        yield
    except ImportError as error:
        if error.name and error.name.startswith("snowtails"):
            raise  # a mistake of ours
        raise fail(f"{what} is not installed ({error}): {install(extra)}") from error
