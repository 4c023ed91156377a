"""`snowtails musher`: the ladder, and whether somebody's musher keeps to the contract."""

from typing import Annotated

import typer
from rich.table import Table

from .output import Json, console, print_findings, print_json
from .race import ensure_compiled, ensure_compiled_for

musher = typer.Typer(help="See the mushers, check your own.", no_args_is_help=True)


@musher.command("list")
def list_mushers(as_json: Json = False) -> None:
    """List the mushers that ship, from the weakest to the strongest."""
    ensure_compiled()
    from ..mushers import LADDER, OFFERED

    if as_json:
        print_json(
            [
                {"name": m.name, "temper": m.temper, "offered": m.name in OFFERED}
                for m in LADDER.values()
            ]
        )
        return
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for found in LADDER.values():
        table.add_row(found.name, found.temper)
    console.print(table)


@musher.command()
def check(
    name: Annotated[
        str, typer.Argument(metavar="MUSHER", help="As in my_module:MyMusher or file.py:MyMusher.")
    ],
    races: Annotated[int, typer.Option(min=1, help="How many races it is tried in.")] = 10,
    as_json: Json = False,
) -> None:
    """Race a musher and see whether it keeps to the contract; exits with 1 if it does not."""
    ensure_compiled_for(name)
    from ..mushers import find_musher
    from ..mushers.check import check_musher

    print_findings(check_musher(find_musher(name), races), as_json=as_json)
