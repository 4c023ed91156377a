"""Where measured figures are written down: sections of a page between markers."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def show(section: str, head: str, table: Callable[[int], str], times: int, about: str) -> None:
    """Print a table measured as many times as the command line says; write it down if wished."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--times", type=int, default=times)
    parser.add_argument("--write", action="store_true")
    wishes = parser.parse_args()
    found = f"{head}\n\n{table(wishes.times)}"
    print(found)
    if wishes.write:
        write(section, found)


def write(section: str, text: str, page: Path = BENCHMARKS) -> None:
    """Put a text between a section's markers, or at the page's end if it has none yet."""
    before = page.read_text("utf-8") if page.exists() else "# Benchmarks\n"
    block = f"<!-- {section} -->\n{text}\n<!-- /{section} -->"
    marked = re.compile(rf"<!-- {section} -->.*<!-- /{section} -->", re.DOTALL)
    after, found = marked.subn(lambda _: block, before)
    page.write_text(after if found else f"{before}\n{block}\n", "utf-8")
