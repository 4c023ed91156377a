"""The command line: `snowtails` with one group of commands per capability.

Exit codes: 0 all is well, 1 something given is wrong (the reasons are printed), 2 the command
itself was not understood.
"""

from typing import Annotated

import typer

from .. import __version__
from .analyse import analyse
from .bench import bench
from .course import course
from .lab import lab
from .league import league
from .musher import musher
from .output import called_as, reporting_errors
from .puzzles import puzzles
from .race import compile_rules, perft, race
from .record import replay, verify
from .season import season
from .serve import doctor, serve
from .server import server
from .solo import solo


def _epilog() -> str:
    """Return what `./play` does without a command; `snowtails` shows its help."""
    called = called_as()
    if called == "snowtails":
        return f"`{called} COMMAND --help` tells more about a command."
    return (
        f"Without a command, {called} starts the server and opens its page; "
        f"`{called} serve --help` lists its options, and so does --help for any command."
    )


app = typer.Typer(
    name="snowtails",
    help="Snow Tails, the dog-sled racing game. An unofficial fan edition.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    epilog=_epilog(),
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(course, name="course")
app.add_typer(musher, name="musher")
app.add_typer(server, name="server")
app.add_typer(puzzles, name="puzzles")
app.command()(race)
app.command()(replay)
app.command()(verify)
app.command()(analyse)
app.command()(perft)
app.command()(season)
app.command()(solo)
app.command()(league)
app.command()(lab)
app.command()(bench)
app.command()(serve)
app.command()(doctor)
app.command("compile")(compile_rules)


@app.command("help")
def show_help(
    command: Annotated[
        list[str] | None, typer.Argument(help="Of which command; left out, all are listed.")
    ] = None,
) -> None:
    """Show what a command does, and what it takes."""
    app([*(command or ()), "--help"], prog_name=called_as())


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"snowtails {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Snow Tails, the dog-sled racing game. An unofficial fan edition."""


def main() -> None:
    """Run the command line."""
    with reporting_errors():
        app(prog_name=called_as())
