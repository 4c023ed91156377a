"""`snowtails race`, `perft` and `compile`: races in the terminal."""

import secrets
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress

from ..course import Course
from .output import errors, fail

if TYPE_CHECKING:
    from ..warm import Part

CourseName = Annotated[
    str, typer.Option("--course", "-c", help="A shipped name, a course file or a course line.")
]
Sleds = Annotated[int, typer.Option("--sleds", "-n", min=1, max=5, help="How many sleds race.")]


def ensure_compiled(*others: "Part") -> None:
    """Compile the rules, some other parts too, unless this machine has; showing progress."""
    from ..warm import compile_side_by_side, is_warm, steps

    wanted: tuple[Part, ...] = ("race", *others)
    parts = [part for part in wanted if not is_warm(part)]
    if not parts:
        return
    errors.print("Compiling the rules, once; it takes a minute or two …")
    with Progress(console=errors, transient=True) as progress:
        task = progress.add_task("", total=sum(len(steps(part)) for part in parts))
        for name in compile_side_by_side(parts):
            progress.update(task, description=name, advance=1)


def ensure_compiled_for(mushers: str) -> None:
    """Compile the rules, and search if any of the mushers, named with commas, needs it."""
    from ..mushers import INSTANT, LADDER

    searching = {name for name in LADDER if name not in INSTANT}
    ensure_compiled(*(("search",) if searching & set(_named(mushers)) else ()))


def _named(mushers: str) -> list[str]:
    return [name.strip() for name in mushers.split(",")]


def compile_rules(
    lines: Annotated[
        bool, typer.Option("--lines", help="Print the name of each step, for programs to read.")
    ] = False,
) -> None:
    """Compile the rules ahead of time, which otherwise happens at the first race."""
    from ..warm import PARTS, compile_all, is_warm

    if not lines:
        ensure_compiled(*PARTS[1:])
        typer.echo("The rules are compiled.")
        return
    for part in PARTS:
        for name in () if is_warm(part) else compile_all(part):
            print(name, flush=True)


def race(
    course: CourseName = "nutcracker",
    sleds: Sleds = 3,
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**64 - 1, help="The same seed gives the same race.")
    ] = None,
    mushers: Annotated[
        str,
        typer.Option(
            help="Who drives, by sled: pup, husky, malamute … or yours. Repeated as needed."
        ),
    ] = "husky",
    you: Annotated[bool, typer.Option("--you", help="Drive sled 0 yourself.")] = False,
    colours: Annotated[
        str,
        typer.Option(
            "--colours",
            "--colour",
            help="Colours of the sleds in their order, as in teal,blue; the rest take any.",
        ),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the race record to a file.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show only the result.")] = False,
) -> None:
    """Run a race of mushers and show it; or drive in it yourself."""
    ensure_compiled_for(mushers)
    from ..mushers import Musher, find_musher
    from ..rules import Race
    from .driving import YOU, run

    found = Course.find(course)
    named = [find_musher(name) for name in _named(mushers)]
    people: list[Musher | None] = [None] if you else []
    if len(named) > max(free := sleds - len(people), 1):
        raise fail(f"{mushers!r} names {len(named)} mushers for {free} sleds: raise --sleds")
    seats = [*people, *islice(cycle(named), free)]
    if seed is None:
        seed = secrets.randbits(64)
    wishes = [colour.strip() or None for colour in colours.split(",")]
    running = Race(found, sleds, seed=seed, colours=wishes)
    if output is not None:
        output.open("a").close()  # a folder that is not there is better noticed before the race
    try:
        if not run(running, seats, seed, quiet=quiet):
            typer.echo(f"\nYou leave the race in round {running.round}.")
    finally:
        if output is not None and running.log:
            names = (musher.name if musher else YOU for musher in seats)
            text = running.record({"mushers": ", ".join(names)})
            output.write_text(text, encoding="utf-8")
            typer.echo(f"recorded: {output}")


def perft(
    depth: Annotated[int, typer.Argument(min=1, max=8, help="How many decisions deep.")],
    course: CourseName = "nutcracker",
    sleds: Sleds = 2,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Fixes the cards.")] = 0,
) -> None:
    """Count the ways a race can go, by depth, with chance fixed: an oracle for the rules.

    The sleds stand on the start spaces 1, 2, 3 … in their order.
    """
    found = Course.find(course)
    ensure_compiled()
    from ..lab import perft as count
    from ..lab.perft import standing_start

    start = standing_start(found, sleds, seed)
    for deep in range(1, depth + 1):
        typer.echo(f"{deep} {count(start, deep)}")
