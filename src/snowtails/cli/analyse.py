"""`snowtails analyse`: how a race stood after each decision, and what cost most."""

import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Progress
from rich.table import Table

from .interrupt import on_interrupt
from .output import Json, about, console, errors, fail, print_json
from .race import ensure_compiled
from .record import read_text
from .telling import NOTATION, percent, tell_name

if TYPE_CHECKING:
    from ..coach import Analysis, Judged
    from ..rules import Record

_WORTH_TELLING = 0.01
"""The least chance to win that a decision gave away to be told."""

RaceFile = Annotated[
    Path, typer.Argument(metavar="RECORD", help="The record of a race; - for standard input.")
]


def analyse(
    file: RaceFile,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Write the record with the analysis as comments."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Look back at a race: chances to win, the costliest turns, luck and play.

    A record that carries its analysis as comments is not analysed again.
    """
    from ..coach import read_comments, with_comments
    from ..rules import read_record

    text = read_text(file)
    with about(file):
        record = read_record(text)
    found = read_comments(text) or _analysed(record)
    if output is not None:
        output.write_text(with_comments(text, found), encoding="utf-8")
    if as_json:
        print_json(_facts(record, found))
    else:
        _show(record, found)


def _analysed(record: "Record") -> "Analysis":
    """Analyse a race, showing how far it is; Ctrl-C ends it."""
    ensure_compiled("search")
    from ..coach import analyse as look_back

    cancel = threading.Event()
    with (
        on_interrupt(cancel, "Stopping."),
        Progress(console=errors, transient=True) as progress,
    ):
        task = progress.add_task("looking back", total=1.0)
        found = look_back(
            record.race,
            on_progress=lambda share: progress.update(task, completed=share),
            cancel=cancel,
        )
    if found is None:
        raise fail("stopped before the race was analysed")
    return found


def _names(record: "Record") -> list[str]:
    named = record.mushers
    return [
        f"{number} {named[number]}" if number < len(named) else f"{number}"
        for number in range(len(record.race.sleds))
    ]


def _facts(record: "Record", found: "Analysis") -> dict[str, Any]:
    """Return an analysis as plain values."""
    sleds = range(len(record.race.sleds))
    return {
        "chances": found.chances,
        "decisions": [
            {
                "number": each.number,
                "sled": each.sled,
                "round": each.round,
                "decision": str(each.decision),
                "win": each.win,
                "best": str(each.best),
                "best_win": each.best_win,
                "cost": round(each.cost, 3),
            }
            for each in found.judged
        ],
        "costliest": [[each.number for each in found.costliest(sled)] for sled in sleds],
        "luck": [{"cards": luck.cards, "play": luck.play} for luck in found.luck],
    }


def _is_worth_telling(each: "Judged") -> bool:
    """Return whether a decision gave away so much that the figures told differ."""
    return each.cost >= _WORTH_TELLING and percent(each.win) != percent(each.best_win)


def _show(record: "Record", found: "Analysis") -> None:
    """Show an analysis: chances by round, then sled by sled what cost most."""
    names = _names(record)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("win % after¹", *names):
        table.add_column(heading, justify="right", no_wrap=True)
    rounds = [position.round for position in record.race.history]
    for number, chances in enumerate(found.chances[1:]):
        if number + 1 == len(rounds) or rounds[number + 1] > rounds[number]:
            told = f"round {rounds[number]}" if rounds[number] else "the start"
            table.add_row(told, *map(percent, chances))
    console.print(table)
    for sled, (name, luck) in enumerate(zip(names, found.luck, strict=True)):
        place, status = record.race.sleds[sled].place, record.race.sleds[sled].status
        costly = [each for each in found.costliest(sled) if _is_worth_telling(each)]
        own = [each for each in found.judged if each.sled == sled]
        worse = [each.cost for each in own if each.cost >= _WORTH_TELLING]
        lines = (
            f"\nsled {name}, {f'place {place}' if place else status}",
            f"  luck: {luck.cards:+.1f} turns by its cards³",
            f"  play: {len(own) - len(worse)} of {len(own)} decisions gave away no chance to win"
            + (f"; all others {sum(worse) * 100:.0f} percentage points" if worse else "")
            + (", most:" if costly else ""),
        )
        console.print("\n".join(lines), markup=False)
        for each in costly:
            when = f"round {each.round}" if each.round else "the start"
            console.print(
                f"    {when}: {tell_name(each.decision)} left {percent(each.win)} %², "
                f"{tell_name(each.best)} would have left {percent(each.best_win)} %²",
                markup=False,
            )
    console.print("\n¹ if all cards are known; ² as far as the sled could know", style="dim")
    console.print("³ saved beside average cards: + is good luck, - bad", style="dim")
    console.print(NOTATION, style="dim", markup=False)
