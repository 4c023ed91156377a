"""Draws what a notebook shows of the race in the tutorial.

python -m scripts.tutorial_pictures
"""

from collections.abc import Iterator
from doctest import DocTestParser
from pathlib import Path
from typing import Any

import numpy as np

import snowtails

DOCS = Path(__file__).parents[1] / "docs"


def notebook_race() -> snowtails.Race:
    """Return the race that the tutorial shows in a notebook, raced by its own lines."""
    text = (DOCS / "tutorial.md").read_text("utf-8")
    section = text.split("\n## In a notebook\n")[1].split("\n## ")[0]
    names: dict[str, Any] = {"st": snowtails, "np": np}
    for example in DocTestParser().get_examples(section):
        exec(example.source, names)
    race: snowtails.Race = names["race"]
    return race


def pictures() -> Iterator[tuple[Path, str]]:
    """Draw by day and by night: where each picture belongs, and its text."""
    race = notebook_race()
    yield DOCS / "pictures" / "notebook-light.svg", race.svg("light")
    yield DOCS / "pictures" / "notebook-dark.svg", race.svg("dark")


if __name__ == "__main__":
    for path, text in pictures():
        path.write_text(text, "utf-8")
        print(path)
