"""`snowtails lab`: courses are raced over and over, until it is known how they race."""

import threading
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..course import Course
from .extras import needs
from .interrupt import on_interrupt
from .output import Json, console, errors, fail, print_json
from .race import ensure_compiled
from .workers import Cluster, Workers, ensure_cluster

if TYPE_CHECKING:
    from ..lab.certificate import Certificate


def lab(
    courses: Annotated[
        list[str], typer.Argument(help="Shipped names, files or course lines.", metavar="COURSE…")
    ],
    races: Annotated[int, typer.Option(min=1, help="How often each course is raced.")] = 2000,
    mushers: Annotated[
        str,
        typer.Option(help="Who drives: rookie, pup, yearling or husky; with commas, sled by sled."),
    ] = "yearling",
    sleds: Annotated[int, typer.Option(min=2, max=5, help="How many sleds in a race.")] = 4,
    seed: Annotated[int, typer.Option(min=0, max=2**64 - 1, help="Fixes the deals.")] = 0,
    workers: Workers = None,
    cluster: Cluster = None,
    file: Annotated[
        Path | None, typer.Option(help="Keeps what was raced; given again, the lab goes on.")
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(help="Write how every race went to a file, .csv or .parquet."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="Write a page with drawings, figures and charts to a file.")
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(
            help="Write every decision to a folder of Parquet files instead; given again, goes on."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Race courses many times and tell how they race: length, wrecks, fairness, skill or luck.

    Ctrl-C ends it early and tells what was found so far; with --file, the same command goes on.
    """
    if dataset is not None:
        _ensure_alone(
            {
                "--workers": workers,
                "--cluster": cluster,
                "--file": file,
                "--results": results,
                "--report": report,
                "--json": as_json or None,
            }
        )
    if results is not None:
        _ensure_writable(results)
    found = [Course.find(course) for course in courses]
    for course in found:
        course.check()
    names = [each.strip() for each in mushers.split(",")]
    drivers = names[0] if len(names) == 1 else names
    if dataset is not None:
        _write_dataset(dataset, found, races, drivers, sleds, seed)
        return
    ensure_cluster(cluster)
    ensure_compiled("certificate")
    options = {
        "mushers": drivers,
        "sleds": sleds,
        "seed": seed,
        "workers": workers,
        "cluster": cluster,
        "file": file,
    }
    certificates = _certified(found, races, **options)
    if results is not None:
        from ..lab.results import write_results

        write_results(certificates, results)
    if report is not None:
        from ..lab.report import report as written

        report.write_text(written(certificates), "utf-8")
    if as_json:
        print_json(
            [certificate.data | _standing(certificate, mushers) for certificate in certificates]
        )
        return
    for certificate in certificates:
        _tell(certificate, mushers)


def _ensure_alone(others: dict[str, object]) -> None:
    """Exit if options are given that a data set has no use for."""
    given = [option for option, value in others.items() if value is not None]
    if given:
        raise fail(f"--dataset goes without {', '.join(given)}: it writes decisions and no figures")


def _ensure_writable(results: Path) -> None:
    """Exit, before anything is raced, if results cannot be written as wished."""
    if results.suffix not in (".csv", ".parquet"):
        raise fail(f"--results writes .csv or .parquet, not {results.name!r}")
    if results.suffix == ".parquet":
        with needs("parquet", "pyarrow"):
            import pyarrow.parquet  # noqa: F401 - only whether it is there


def _write_dataset(
    folder: Path, courses: list[Course], races: int, mushers: str | list[str], sleds: int, seed: int
) -> None:
    """Write the decisions of races to a folder, with a bar that shows how far it is."""
    if len(courses) > 1:
        raise fail("--dataset takes one course: give each its own folder")
    with needs("parquet", "pyarrow"):
        import pyarrow.parquet  # noqa: F401 - only whether it is there
    ensure_compiled()
    from ..adapters.dataset import write_dataset

    cancel = threading.Event()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Progress(*columns, TimeRemainingColumn(), console=errors, transient=True) as bar,
        on_interrupt(cancel, "Stopping after this file; the same command goes on."),
    ):
        task = bar.add_task(courses[0].name or courses[0].line, total=races)
        done = write_dataset(
            folder,
            courses[0],
            races,
            mushers,
            sleds,
            seed=seed,
            on_progress=lambda count: bar.update(task, completed=count),
            cancel=cancel,
        )
    more = f"; it had more than {races:,} already" if done > races else ""
    console.print(f"{done:,} races in {folder}{more}", markup=False)


def _certified(courses: list[Course], races: int, **options: Any) -> "list[Certificate]":
    """Certify courses one after the other, with a bar that shows how far it is."""
    from ..lab.certificate import Certificate
    from ..lab.certify import certify

    cancel = threading.Event()
    found: list[Certificate] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with (
        Progress(*columns, TimeRemainingColumn(), console=errors, transient=True) as bar,
        on_interrupt(cancel, "Stopping; what was found so far is told."),
    ):
        for course in courses:
            task = bar.add_task(course.name or course.line, total=races)

            def show(certificate: Certificate, task: Any = task) -> None:
                bar.update(task, completed=certificate.races)

            certificate = certify(course, races, **options, on_progress=show, cancel=cancel)
            if certificate.races:
                found.append(certificate)
            if cancel.is_set():
                break
    return found


def _standing(certificate: "Certificate", mushers: str) -> dict[str, list[dict[str, object]]]:
    """Return where a course stands among those that ship, if it was raced as they were."""
    from ..lab.standing import MUSHER, SLEDS, figures_of, standings

    if (mushers, certificate.sleds) != (MUSHER, SLEDS):
        return {}
    found = standings(figures_of(certificate), certificate.course.line)
    return {"standing": [{**asdict(each), "text": str(each)} for each in found]}


def _tell(certificate: "Certificate", mushers: str) -> None:
    """Print a certificate for people."""
    course = certificate.course
    table = Table(
        title=course.name or course.line, title_justify="left", box=None, show_header=False
    )
    table.add_column(style="dim")
    table.add_column()
    for what, value in certificate.figures:
        table.add_row(what, value)
    console.print(table)
    for remark in certificate.remarks:
        console.print(f"• {remark}", markup=False)
    for each in _standing(certificate, mushers).get("standing", []):
        console.print(f"≷ {each['text']}", markup=False)
    console.print()
