"""`snowtails puzzles`: positions with one best line, shown, mined and checked."""

import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from .interrupt import on_interrupt
from .output import Json, about, called_as, console, errors, fail, print_findings, print_json
from .race import ensure_compiled
from .telling import NOTATION, percent, tell_move, tell_reach

if TYPE_CHECKING:
    from ..coach.puzzle import Answer, Puzzle

puzzles = typer.Typer(help="Puzzles: positions in which one line is best.", no_args_is_help=True)

_STOPPING = "Stopping after the race under way; Ctrl-C again stops at once."

PuzzleFile = Annotated[
    Path | None,
    typer.Argument(metavar="FILE", help="A file of puzzles; left out, those that ship."),
]


def _read(file: Path | None) -> "tuple[Puzzle, ...]":
    from ..coach.puzzle import InvalidPuzzle, read_puzzles, shipped_puzzles

    if file is None:
        return shipped_puzzles()
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise InvalidPuzzle(f"{file} is no file of puzzles") from None
    with about(file):
        return tuple(read_puzzles(text))


@puzzles.command()
def show(
    puzzle: Annotated[
        str | None, typer.Argument(help="Its id; left out, the puzzle of the day.")
    ] = None,
    turn: Annotated[
        str | None, typer.Option("--turn", help="What you would play, as in 4LB:^^>^.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a puzzle, and judge your turn."""
    from ..coach.puzzle import puzzle_of_day, shipped_puzzles

    found = next((each for each in shipped_puzzles() if each.id == puzzle), None)
    if puzzle is None:
        found = puzzle_of_day(datetime.now(UTC).date())
    if found is None:
        raise fail(f"there is no puzzle {puzzle!r}; left out, that of the day is shown")
    ensure_compiled()
    answer = found.answer(turn) if turn is not None else None
    if as_json:
        print_json(_facts(found, answer))
        return
    view = found.view
    console.print(f"Puzzle {found.id}: {found.theme}, grade {found.grade} of 5", markup=False)
    console.print(view.sketch(console.width), markup=False)
    for sled in view.sleds:
        yours = f", your hand {' '.join(map(str, sled.hand))}" if sled.hand is not None else ""
        told = f"sled {sled.number} on {sled.space or '–'}, place {sled.place or '–'}"
        dogs = f"dogs {sled.left} and {sled.right}, brake {sled.brake}, dents {sled.dents}"
        console.print(f"  {told}: {dogs}{yours}", markup=False)
    if answer is not None:
        _tell(found, answer)
        return
    console.print("You are sled 0. In reach, each by its cheapest turn:")
    console.print(tell_reach(view, None), markup=False)
    console.print(NOTATION, markup=False)
    console.print("Which turn is best? Answer with")
    again = f"  {called_as()} puzzles show {found.id} --turn TURN"
    console.print(again, markup=False, soft_wrap=True)


def _tell(puzzle: "Puzzle", answer: "Answer") -> None:
    ensure_compiled("search")
    from ..coach.explaining import explain
    from .coaching import tell_reason

    verdict = "Right" if answer.right else "Not the best"
    chosen = f"{verdict}: {tell_move(answer.chosen)}; it leaves {percent(answer.chance)} % to win."
    console.print(chosen, markup=False)
    if not answer.right:
        console.print(f"Best: {tell_move(answer.best)}.", markup=False)
    reason = explain(puzzle, answer)
    if reason.other is not None:  # some line is worse
        why = tell_reason(answer.best.turn, answer.best_chance, reason)
        console.print(why, markup=False, soft_wrap=True)


def _facts(puzzle: "Puzzle", answer: "Answer | None") -> dict[str, Any]:
    facts: dict[str, Any] = {
        "id": puzzle.id,
        "theme": puzzle.theme,
        "grade": puzzle.grade,
        "view": puzzle.view.line,
    }
    if answer is not None:
        facts |= {
            "right": answer.right,
            "turn": str(answer.chosen.turn),
            "chance": answer.chance,
            "best": str(answer.best.turn),
            "best_chance": answer.best_chance,
        }
    return facts


@puzzles.command()
def mine(
    file: Annotated[Path, typer.Argument(help="Keeps the puzzles; given again, it goes on.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many are wanted.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**63 - 1, help="Fixes the races.")] = 1,
) -> None:
    """Mine puzzles from races of mushers, until a file holds as many as are wanted."""
    ensure_compiled("search")
    from ..coach.mining import mine as dig

    cancel = threading.Event()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Progress(*columns, console=errors, transient=True) as bar,
        on_interrupt(cancel, _STOPPING),
    ):
        task = bar.add_task("puzzles", total=count)

        def shown(races: int, found: int) -> None:
            bar.update(task, completed=min(found, count), description=f"puzzles in {races} races")

        held = dig(file, wanted=count, seed=seed, on_race=shown, cancel=cancel)
    console.print(f"{file} holds {held} puzzles", markup=False)


@puzzles.command()
def check(file: PuzzleFile = None, as_json: Json = False) -> None:
    """Look at every puzzle again, in fresh worlds; exit with 1 if one does not hold."""
    ensure_compiled("search")
    from ..coach.mining import check_puzzles

    print_findings(check_puzzles(_read(file)), as_json=as_json)


@puzzles.command()
def choose(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="Where the chosen ones go.")],
    count: Annotated[int, typer.Option("-n", "--count", min=1, help="How many.")] = 300,
) -> None:
    """Choose puzzles, themes and grades as even as can be."""
    from ..coach.mining import balanced
    from ..coach.puzzle import write_puzzles

    chosen = balanced(_read(file), count)
    output.write_text(write_puzzles(chosen), encoding="utf-8")
    console.print(f"{output} holds {len(chosen)} puzzles", markup=False)
