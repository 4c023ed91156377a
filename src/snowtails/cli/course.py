"""`snowtails course`: list, show, check, draw and make up courses."""

import os
from enum import StrEnum
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from ..course import Course, InvalidCourse, Problem
from ..course.sketch import sketch
from .output import Json, console, fail, print_json
from .race import ensure_compiled

course = typer.Typer(help="Look at courses, check your own, draw them.", no_args_is_help=True)

Named = Annotated[
    str, typer.Argument(metavar="COURSE", help="A shipped name, a course file or a course line.")
]


class Theme(StrEnum):
    """Colours of a drawing."""

    light = "light"
    dark = "dark"


def _language() -> str:
    """Return the language of the terminal, as far as descriptions come in it."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, names), "en")[:2]


def _described(found: Course) -> str:
    return found.description.get(_language()) or found.description.get("en", "")


def _facts(found: Course) -> dict[str, Any]:
    """Return what a program may want to know about a course that can be raced."""
    return {
        "name": found.name,
        "line": found.line,
        "tiles": [tile.name for tile in found.tiles],
        "flag": found.flag,
        "maps": {i: tile.map for i, tile in enumerate(found.tiles, 1) if tile.map},
        "limits": {i: tile.safety for i, tile in enumerate(found.tiles, 1) if tile.safety},
        "spaces": len(found.track),
        "description": dict(found.description),
        "in_box": found.box.enough,
        "pieces": {piece: count._asdict() for piece, count in found.box.counts.items()},
        "solo": not found.solo_reasons,
        "solo_reasons": [str(reason) for reason in found.solo_reasons],
        "warnings": [_problem(problem) for problem in found.warnings()],
    }


def _problem(problem: Problem) -> dict[str, Any]:
    facts = {
        key: fact if isinstance(fact, int | str) else str(fact)
        for key, fact in problem.facts.items()
    }
    return {"code": problem.code, "tile": problem.tile, "facts": facts, "message": str(problem)}


@course.command("list")
def list_courses(as_json: Json = False) -> None:
    """List the courses that ship."""
    found = {name: Course.load(name) for name in Course.shipped()}
    if as_json:
        print_json({name: _facts(each) for name, each in found.items()})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("course", "tiles", "solo", ""):
        table.add_column(heading, justify="right" if heading == "tiles" else "left")
    for name, each in found.items():
        solo = "" if each.solo_reasons else "yes"
        table.add_row(name, str(len(each.tiles)), solo, _described(each))
    console.print(table)


@course.command()
def show(name: Named, as_json: Json = False) -> None:
    """Show a course: its tiles, its sketch, what it takes to lay it."""
    found = Course.find(name)
    found.check()
    if as_json:
        print_json(_facts(found))
        return
    console.print(found.name or "A course without a name", style="bold", markup=False)
    if text := _described(found):
        console.print(text, markup=False)
    console.print()
    starts = {space: str(number) for number, space in enumerate(found.track.starts, 1)}
    drawn = sketch(found.track, starts, width=max(40, console.width - 4))
    console.print(indent(drawn, "  "), markup=False, soft_wrap=True)
    console.print()
    facts = [
        ("line", found.line),
        ("flag", f"chequered, on the {found.flag}"),
        ("box", _box_sentence(found)),
        ("solo", _solo_sentence(found)),
        *(("note", str(warning)) for warning in found.warnings()),
    ]
    for heading, text in facts:
        console.print(f"{heading:<6} {text}", markup=False, soft_wrap=True)


def _solo_sentence(found: Course) -> str:
    if not found.solo_reasons:
        return "fit for the solo game"
    return "\n       ".join(["not fit for the solo game", *map(str, found.solo_reasons)])


def _box_sentence(found: Course) -> str:
    counts = found.box.counts
    used = ", ".join(f"{n.needed} of {n.held} {piece}" for piece, n in counts.items() if n.needed)
    return f"{'in the box' if found.box.enough else 'beyond the box'}: {used}"


@course.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Course files, lines or shipped names.")
    ],
    as_json: Json = False,
) -> None:
    """Check courses and say everything that is wrong with them.

    Exits with 1 if any of them cannot be raced.
    """
    reports = {name: _report(name) for name in files}
    if as_json:
        print_json(reports)
    else:
        for name, report in reports.items():
            verdict = "cannot be raced" if report["problems"] else "can be raced"
            typer.echo(f"{name}: {verdict}")
            for problem in report["problems"]:
                typer.echo(f"  {problem['message']}")
            for warning in report["warnings"]:
                typer.echo(f"  note: {warning['message']}")
    if any(report["problems"] for report in reports.values()):
        raise typer.Exit(1)


def _report(name: str) -> dict[str, Any]:
    try:
        found = Course.find(name)
        found.check()
    except InvalidCourse as error:
        return {"problems": [_problem(problem) for problem in error.problems], "warnings": []}
    return {"problems": [], **_facts(found)}


@course.command()
def par(name: Named, as_json: Json = False) -> None:
    """Say how many turns a good driver alone needs, and show the line that it rides.

    Par is the solver's estimate; a Husky's rides tell what it really takes.
    """
    found = Course.find(name)
    ensure_compiled()
    from ..lab.ride import ride
    from ..mushers import solve

    expected, rides = solve(found).par, ride(found)
    if as_json:
        print_json({"par": expected, "husky": rides.mean, "line": rides.line})
        return
    console.print(f"par    {expected:.1f} turns")
    console.print(f"Husky  {rides.mean:.1f} turns on average in {len(rides.turns):,} rides alone")
    marks = {found.track.by_name[space]: "o" for space in rides.line}
    console.print(sketch(found.track, marks, width=max(40, console.width - 2)), markup=False)


@course.command()
def draw(
    name: Named,
    output: Annotated[
        Path, typer.Option("-o", "--output", help="Where to write the SVG; - for the terminal.")
    ] = Path("-"),
    theme: Annotated[Theme, typer.Option(help="Colours of day or night.")] = Theme.light,
) -> None:
    """Draw a course as an SVG picture."""
    svg = Course.find(name).svg(theme=theme.value)
    if output == Path("-"):
        typer.echo(svg)
        return
    output.write_text(svg, encoding="utf-8")
    typer.echo(f"drawn: {output}")


@course.command()
def random(
    tiles: Annotated[int | None, typer.Option(help="Tiles between start and finish.")] = None,
    hazards: Annotated[int | None, typer.Option(help="How many of them are hazards.")] = None,
    beyond_box: Annotated[
        bool, typer.Option("--beyond-box", help="Allow more pieces than one box holds.")
    ] = False,
    solo: Annotated[bool, typer.Option("--solo", help="Fit for the solo game.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same course.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write a course file.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make up a course that is valid and lies flat; prints its line."""
    if solo and beyond_box:
        raise fail("a solo course uses the pieces of one box; leave out --beyond-box or --solo")
    found = Course.random(
        np.random.default_rng(seed), tiles=tiles, hazards=hazards, in_box=not beyond_box, solo=solo
    )
    if output is not None:
        output.write_text(found.to_toml(), encoding="utf-8")
    if as_json:
        print_json(_facts(found))
    else:
        typer.echo(found.line)
