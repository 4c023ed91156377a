"""Options for work that is spread over processes."""

from typing import Annotated

import typer

from .extras import needs

Workers = Annotated[
    int | None, typer.Option(min=1, help="Processes at work; all cores if left out.")
]
Cluster = Annotated[
    str | None,
    typer.Option(help="A Dask scheduler whose workers race instead, as in tcp://127.0.0.1:8786."),
]


def ensure_cluster(cluster: str | None) -> None:
    """Exit with the command that installs it if what a cluster takes is not there."""
    if cluster is not None:
        with needs("cluster", "Dask"):
            import distributed  # noqa: F401 - only whether it is there
