"""`snowtails league`: mushers race each other until it is known who is better."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..course import Course
from .output import Json, console, errors, fail, print_json
from .race import ensure_compiled

if TYPE_CHECKING:
    from ..lab.league import League, Raced
    from ..lab.ratings import Estimate
    from ..lab.sprt import Sprt


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))


def league(
    mushers: Annotated[
        str, typer.Option(help="Who races, by name or as my_module:MyMusher, with commas.")
    ] = "rookie,pup,yearling,husky",
    courses: Annotated[
        str, typer.Option(help="Where: shipped names, files or course lines, with commas.")
    ] = "nutcracker",
    sleds: Annotated[
        str, typer.Option(help="How many sleds in a race; several with commas.")
    ] = "4",
    rounds: Annotated[int, typer.Option(min=1, help="Deals for each field on each course.")] = 100,
    file: Annotated[
        Path | None, typer.Option(help="Keeps what was raced; given again, the league goes on.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Fixes the deals.")] = 1,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes at work; all cores if left out.")
    ] = None,
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
    ensure_compiled()
    from ..lab.league import League
    from ..lab.sprt import Sprt
    from ..mushers import find_musher

    names = _listed(mushers)
    for name in dict.fromkeys(names):
        find_musher(name)
    lines = tuple(Course.find(name).line for name in _listed(courses))
    sizes = _sizes(sleds)
    if len(set(names)) < 2:
        raise fail(f"a league needs two different mushers at least, not {mushers!r}")
    if sprt and len(names) != 2:
        raise fail(f"--sprt compares two mushers, new,old; not {mushers!r}")
    asked = League(names, lines, sizes, rounds, seed)
    test = Sprt(*elo) if sprt else None
    raced = _race(asked, file, workers, test)
    if not raced:
        raise fail("nothing was raced")
    if test is not None:
        _tell_sprt(test, asked, raced, as_json)
    else:
        _tell_league(asked, raced, as_json)


def _sizes(text: str) -> tuple[int, ...]:
    sizes = _listed(text)
    if wrong := [size for size in sizes if size not in ("2", "3", "4", "5")]:
        raise fail(f"--sleds takes numbers from 2 to 5 with commas, not {wrong[0]!r}")
    return tuple(map(int, sizes))


def _race(
    asked: "League", file: Path | None, workers: int | None, test: "Sprt | None"
) -> "list[Raced]":
    """Race with a bar that shows how far it is; Ctrl-C, or a verdict, ends it."""
    from ..lab.league import race_league
    from ..lab.sprt import pair_scores

    cancel = threading.Event()
    scores: list[float] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    total = sum(heat.count for heat in asked.heats())
    with Progress(*columns, console=errors, transient=True) as bar, _on_interrupt(cancel):
        task = bar.add_task("rounds", total=total)

        def show(result: "Raced") -> None:
            bar.advance(task, result.heat.count)
            if test is not None:
                scores.extend(pair_scores([result], *asked.mushers))
                bar.update(
                    task, description=f"evidence {test.evidence(scores):+.2f} of {test.bound:.2f}"
                )
                if test.verdict(scores):
                    cancel.set()

        return race_league(asked, file, workers=workers, on_heat=show, cancel=cancel)


@contextmanager
def _on_interrupt(cancel: threading.Event) -> Iterator[None]:
    """Let Ctrl-C set an event instead of breaking off."""
    before = signal.signal(signal.SIGINT, lambda *_: cancel.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _plus_minus(estimate: "Estimate", scale: float = 1.0, digits: int = 0) -> str:
    return f"{estimate.value * scale:.{digits}f} ± {estimate.error * scale:.{digits}f}"


def _tell_league(asked: "League", raced: "list[Raced]", as_json: bool) -> None:
    from ..lab.standings import standings

    by_size = {
        size: standings([result for result in raced if len(result.heat.field) == size])
        for size in asked.sleds
        if any(len(result.heat.field) == size for result in raced)
    }
    if as_json:
        found = {size: [asdict(row) for row in rows] for size, rows in by_size.items()}
        print_json({"league": asdict(asked), "standings": found})
        return
    for size, rows in by_size.items():
        table = Table(title=f"{size} sleds", title_justify="left", box=None, padding=(0, 2, 0, 0))
        table.add_column("musher")
        for heading in ("Elo", "wins %", "place", "unplaced %", "turns", "rounds"):
            table.add_column(heading, justify="right")
        for row in rows:
            table.add_row(
                row.musher,
                _plus_minus(row.elo),
                _plus_minus(row.wins, 100, 1),
                f"{row.place:.2f}",
                _plus_minus(row.unplaced, 100, 1),
                f"{row.turns:.1f}",
                f"{row.rounds:,}",
            )
        console.print(table)
    console.print("Shares are per sled and race; ± is half of a 95 % interval, over rounds.")


def _tell_sprt(test: "Sprt", asked: "League", raced: "list[Raced]", as_json: bool) -> None:
    from ..lab.ratings import Estimate
    from ..lab.sprt import pair_scores

    new, old = asked.mushers
    scores = pair_scores(raced, new, old)
    verdict = test.verdict(scores) or "undecided"
    share, evidence = Estimate.of(scores), test.evidence(scores)
    if as_json:
        print_json(
            {
                "new": new,
                "old": old,
                "verdict": verdict,
                "evidence": evidence,
                "bound": test.bound,
                "share": asdict(share),
                "rounds": len(scores),
            }
        )
        return
    console.print(
        f"{new} is ahead of {old} in {_plus_minus(share, 100, 1)} % of {len(scores)} rounds"
    )
    told = f"better by {test.elo1:g} Elo rather than by {test.elo0:g}: {verdict}"
    console.print(f"{told} (evidence {evidence:+.2f}, decided at ±{test.bound:.2f})")
