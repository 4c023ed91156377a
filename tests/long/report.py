"""Writes the results of long proofs of the server into docs/proofs.md."""

import os
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

PROOFS = Path(__file__).parents[2] / "docs" / "proofs.md"
HEADING = (
    "## The server\n\n"
    "Each is a command, `python -m tests.long.NAME`; `--help` tells how much it does. "
    "They ran on a machine that had other work to do:\n"
    "times are longer than they need be, and those that were taken while it was quiet say so.\n"
)


def spread(seconds: Sequence[float]) -> str:
    """Tell the median and the longest of some times."""
    return f"{median(seconds):.2f} and {max(seconds):.2f}"


def measured_on() -> str:
    """Tell the day and the machine."""
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    return f"{datetime.now(UTC).date()}, {machine}"


@dataclass
class Goal:
    """What a figure may be at most."""

    what: str
    found: float
    most: float


def write_report(
    name: str, title: str, results: Mapping[str, object], goals: Sequence[Goal] = ()
) -> None:
    """Print results, and put them in the place of those of an earlier run.

    Exit with an error if a goal was missed: the results say so as well.
    """
    command = " ".join([name.replace("-", "_"), *sys.argv[1:]])
    rows = [
        f"| {title} (`{command}`) | {measured_on()} |",
        "|---|---:|",
        *(
            f"| {what} | {told:,} |" if isinstance(told, int) else f"| {what} | {told} |"
            for what, told in results.items()
        ),
    ]
    section = "\n".join([f"<!-- {name} -->", *rows, f"<!-- /{name} -->"])
    text = PROOFS.read_text("utf-8")
    if HEADING not in text:
        text = f"{text.rstrip()}\n\n{HEADING}"
    pattern = re.compile(rf"<!-- {name} -->.*?<!-- /{name} -->", re.DOTALL)
    if pattern.search(text):
        text = pattern.sub(lambda _: section, text)
    else:
        # Behind the others of the server.
        before, heading, rest = text.partition(HEADING)
        own, mark, after = rest.partition("\n## ")
        text = f"{before}{heading}{own.rstrip()}\n\n{section}\n{mark}{after}"
    PROOFS.write_text(text, "utf-8")
    print("\n".join(rows))
    missed = [goal for goal in goals if goal.found > goal.most]
    if missed:
        sys.exit("\n".join(f"missed: {g.what} {g.found:.2f}, not {g.most:g}" for g in missed))
