"""`snowtails season`: several races of mushers, with the table after each."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ..course import Course
from .output import Json, console, fail, print_json
from .race import ensure_compiled, ensure_compiled_for
from .record import read_text

if TYPE_CHECKING:
    from ..rules import Season


def season(
    mushers: Annotated[
        str, typer.Option(help="Who races, by name or as my_module:MyMusher, with commas.")
    ] = "pup,yearling,husky",
    races: Annotated[
        int | None, typer.Option(min=1, help="How many races; left out, one laid by each musher.")
    ] = None,
    courses: Annotated[
        str, typer.Option(help="Courses in order, with commas; left out, each musher lays its own.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same season.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the season record to a file.")
    ] = None,
    read: Annotated[
        Path | None,
        typer.Option("--read", help="Show the table of a season record instead; - for stdin."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run a season of mushers and show the table after each race."""
    if read is not None:
        _show(read_text(read), as_json=as_json)
        return
    ensure_compiled_for(mushers)
    from ..mushers import ROUND_LIMIT, find_musher, lay_course, own_chance, race_on
    from ..rules import Result, Season, SeededDeal, write_season
    from ..rules.verify import season_header

    seats = [find_musher(name.strip()) for name in mushers.split(",")]
    named = tuple(musher.name for musher in seats)
    given = [Course.find(name.strip()) for name in courses.split(",") if name.strip()]
    if seed is None:
        seed = secrets.randbits(63)
    running = Season(named)
    if output is not None:
        output.open("a").close()  # a folder that is not there is better noticed before the races
    races = races or len(seats)
    for number in range(races):
        layer = running.layer
        if given:
            course = given[number % len(given)]
        else:
            chance = own_chance(seed, number, len(seats))  # apart from what they race with
            course = lay_course(seats[layer], len(seats), chance)
        race = running.next_race(course, SeededDeal(seed, number))
        if not race_on(race, seats, seed=seed):
            break
        headers = {"mushers": ", ".join(named), **season_header(number + 1, races)}
        running = running.after(Result.of(race, headers))
        if not as_json:
            laid = "" if given else f", laid by {layer} {named[layer]}"
            console.print(f"\nrace {number + 1}: {course.name or course.line}{laid}", markup=False)
            console.print(_table(running))
    if output is not None and running.results:
        output.write_text(write_season(running), encoding="utf-8")
    if len(running.results) < races:
        told = f"race {len(running.results) + 1} was broken off after {ROUND_LIMIT} rounds"
        raise fail(f"{told}: somebody does not get on, and the season cannot go on")
    if as_json:
        print_json(_facts(running))
        return
    _crown(running)
    if output is not None:
        console.print(f"recorded: {output}", markup=False)


def _show(text: str, *, as_json: bool) -> None:
    """Show the table of a season record."""
    ensure_compiled()
    from ..rules import read_season

    season = read_season(text)
    if as_json:
        print_json(_facts(season))
        return
    console.print(_table(season))
    _crown(season)


def _crown(season: "Season") -> None:
    won = " and ".join(f"{musher} {season.mushers[musher]}" for musher in season.champions)
    console.print(f"\nchampion: {won}", markup=False)


def _table(season: "Season") -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("")
    table.add_column("musher")
    for number in range(len(season.results)):
        table.add_column(f"race {number + 1}", justify="right")
    table.add_column("points", justify="right")
    for row in season.table:
        places = (str(place or "–") for place in row.places)
        who = f"{row.musher} {season.mushers[row.musher]}"
        table.add_row(str(row.rank), who, *places, str(row.points))
    return table


def _facts(season: "Season") -> dict[str, Any]:
    return {
        "mushers": list(season.mushers),
        "table": [
            {
                "rank": row.rank,
                "musher": row.musher,
                "points": row.points,
                "places": list(row.places),
            }
            for row in season.table
        ],
        "progress": [list(points) for points in season.progress],
        "champions": list(season.champions),
    }
