"""`snowtails league`: mushers race each other until it is known who is better."""

import threading
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .interrupt import on_interrupt
from .output import Json, console, errors, fail, print_json
from .race import ensure_compiled_for
from .workers import Cluster, Workers, ensure_cluster

if TYPE_CHECKING:
    from ..lab.league import League, Raced
    from ..lab.sprt import Sprt


_NO_END = 1_000_000
_STOPPING = "Stopping once the heats under way are raced; Ctrl-C again stops at once."


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def league(
    mushers: Annotated[
        str, typer.Option(help="Who races, with commas: by name, or as file.py:MyMusher.")
    ] = "rookie,pup,yearling,husky",
    courses: Annotated[
        str, typer.Option(help="Where: shipped names, files or course lines, with commas.")
    ] = "nutcracker",
    sleds: Annotated[
        str, typer.Option(help="How many sleds in a race; several with commas.")
    ] = "4",
    rounds: Annotated[
        int | None,
        typer.Option(min=1, help="Deals for each field on each course: 100, with --sprt no end."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Keeps what was raced; given again, the league goes on.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Fixes the deals.")] = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    sprt: Annotated[
        bool,
        typer.Option(
            "--sprt", help="Race the first musher against the second until it is decided."
        ),
    ] = False,
    elo: Annotated[
        tuple[float, float], typer.Option(help="With --sprt: not better, and better, by so much.")
    ] = (0.0, 10.0),
    as_json: Json = False,
) -> None:
    """Let mushers race each other over and over, and rate them.

    A round is one deal, raced once with each musher in every seat. Ctrl-C ends the league early and
    keeps what was raced. `husky@HEAD~1` is the Husky of an earlier revision.
    """
    ensure_cluster(cluster)
    ensure_compiled_for(mushers)
    from ..lab.league import League
    from ..lab.sprt import Sprt

    names = _listed(mushers)
    if sprt and len(names) != 2:
        raise fail(f"--sprt compares two mushers, new,old; not {mushers!r}")
    if rounds is None:
        rounds = _NO_END if sprt else 100
    asked = League(names, _listed(courses), _sizes(sleds), rounds, seed)
    test = Sprt(*elo) if sprt else None
    raced = _race(asked, file, workers, cluster, test)
    if not raced:
        raise fail("nothing was raced")
    if test is not None:
        _tell_sprt(test, asked, raced, as_json)
    else:
        _tell_league(asked, raced, as_json)


def _sizes(text: str) -> tuple[int, ...]:
    if not all(size.isdecimal() for size in _listed(text)):
        raise fail(f"--sleds takes numbers from 2 to 5 with commas, not {text!r}")
    return tuple(map(int, _listed(text)))


def _race(
    asked: "League",
    file: Path | None,
    workers: int | None,
    cluster: str | None,
    test: "Sprt | None",
) -> "list[Raced]":
    """Race with a bar that shows how far it is; Ctrl-C, or a verdict, ends it."""
    from ..lab.league import race_league
    from ..lab.sprt import scores_in_order

    cancel = threading.Event()
    so_far: list[Raced] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Progress(*columns, TimeRemainingColumn(), console=errors, transient=True) as bar,
        on_interrupt(cancel, _STOPPING),
    ):
        rounds = asked.rounds * len(asked.courses) * len(asked.fields)
        task = bar.add_task("rounds", total=None if test else rounds)

        def show(result: "Raced") -> None:
            bar.advance(task, result.heat.count)
            so_far.append(result)
            if test is not None:
                verdict = test.test(scores_in_order(asked, so_far))
                told = f"rounds; evidence {verdict.evidence:+.2f} of ±{test.bound:.2f}"
                bar.update(task, description=told)
                if verdict.word != "undecided":
                    cancel.set()

        raced = race_league(
            asked, file, workers=workers, cluster=cluster, on_heat=show, cancel=cancel
        )
    if test is None and cancel.is_set():
        done = sum(result.heat.count for result in raced)
        again = f"the same command goes on from {file}" if file else "with --file it could go on"
        errors.print(f"Stopped after {done:,} of {rounds:,} rounds; {again}.", markup=False)
    return raced


def _tell_league(asked: "League", raced: "list[Raced]", as_json: bool) -> None:
    from ..lab.ranking import ranking

    by_size = {
        size: ranking([result for result in raced if len(result.heat.field) == size])
        for size in asked.sleds
        if any(len(result.heat.field) == size for result in raced)
    }
    if as_json:
        found = {size: [asdict(row) for row in rows] for size, rows in by_size.items()}
        print_json({"league": asdict(asked), "ranking": found})
        return
    for size, rows in by_size.items():
        table = Table(title=f"{size} sleds", title_justify="left", box=None, padding=(0, 1, 0, 0))
        table.add_column("musher")
        for heading in ("Elo", "ahead", "wins %", "wrecks %", "place", "turns", "deals"):
            table.add_column(heading, justify="right", no_wrap=True)
        for row in rows:
            table.add_row(
                row.musher,
                row.elo.shown(),
                row.ahead.shown() if row.ahead else "",
                row.wins.shown(100, 1),
                row.wrecks.shown(100, 1),
                f"{row.place:.2f}",
                f"{row.turns:.1f}",
                f"{row.deals:,}",
            )
        console.print(table)
        for row in rows:
            if row.stuck:
                told = (
                    f"{row.musher} was still on the track in {row.stuck * 100:.1f} % of its races"
                )
                console.print(f"{told} when they were broken off.", markup=False)
    console.print("Per sled and race; ± is half of a 95 % interval. Ahead: of the next below.")


def _tell_sprt(test: "Sprt", asked: "League", raced: "list[Raced]", as_json: bool) -> None:
    from ..lab.sprt import scores_in_order

    new, old = asked.mushers
    scores = scores_in_order(asked, raced)
    verdict = test.test(scores)
    counted = scores[: verdict.rounds]
    share = sum(counted) / max(len(counted), 1)
    if as_json:
        print_json({"new": new, "old": old, "share": share, "bound": test.bound, **asdict(verdict)})
        return
    console.print(f"{new} is ahead of {old} in {share * 100:.1f} % of {verdict.rounds:,} rounds")
    told = f"better by {test.elo1:g} Elo rather than by {test.elo0:g}: {verdict.word}"
    console.print(f"{told} (evidence {verdict.evidence:+.2f}, decided at ±{test.bound:.2f})")
