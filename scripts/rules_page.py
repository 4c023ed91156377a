"""Write docs/rules.md from the English texts of the page's help."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "snowtails" / "web" / "help" / "en.json"
PAGE = ROOT / "docs" / "rules.md"

HEAD = """\
<!-- Made from src/snowtails/web/help/en.json by scripts/rules_page.py: change the texts there. -->

# Rules

The whole game in our own words, clause by clause. Code, tests and messages cite a clause by its
id, such as MOVE-4. The help of the page tells the same with pictures, in English, German and
Japanese: `/help#MOVE-4` on your own server."""


class Help(TypedDict):
    """The words of the help in one language."""

    minute: list[str]
    chapters: dict[str, str]
    clauses: dict[str, list[str]]
    pictures: dict[str, str]


def read_help() -> Help:
    """Read the English texts."""
    found: Help = json.loads(SOURCE.read_text("utf-8"))
    return found


def rules_page(texts: Help) -> str:
    """Return the whole page."""
    return "\n\n".join(_blocks(texts)) + "\n"


def _blocks(texts: Help) -> Iterator[str]:
    yield HEAD
    yield "## The game in a minute"
    yield "\n".join(f"{number}. {each}" for number, each in enumerate(texts["minute"], 1))
    for chapter, title in texts["chapters"].items():
        yield f"## {title}"
        for clause, (summary, *paragraphs) in texts["clauses"].items():
            if clause.startswith(f"{chapter}-"):
                # The heading is the bare id: its anchor is `#move-4` wherever the page is shown.
                yield f"### {clause}"
                yield f"**{summary}.** " + "\n\n".join(map(_with_links, paragraphs))


def _with_links(text: str) -> str:
    """Let clauses named in a text lead to them."""
    return re.sub(r"[A-Z]+-\d+", lambda found: f"[{found[0]}](#{found[0].lower()})", text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(rules_page(read_help()), "utf-8")


if __name__ == "__main__":
    main()
