"""Where measured figures are written down: sections of a page between markers."""

import re
from pathlib import Path

BENCHMARKS = Path(__file__).parents[1] / "docs" / "benchmarks.md"


def write(section: str, text: str, page: Path = BENCHMARKS) -> None:
    """Put a text between a section's markers, or at the page's end if it has none yet."""
    before = page.read_text("utf-8") if page.exists() else "# Benchmarks\n"
    block = f"<!-- {section} -->\n{text}\n<!-- /{section} -->"
    marked = re.compile(rf"<!-- {section} -->.*<!-- /{section} -->", re.DOTALL)
    after, found = marked.subn(lambda _: block, before)
    page.write_text(after if found else f"{before}\n{block}\n", "utf-8")
