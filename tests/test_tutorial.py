"""The tutorial: its lines run as doctests, here run its files and commands and are its pictures."""

import os
import re
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path

import pytest

from scripts.tutorial_pictures import DOCS, pictures

TUTORIAL = (DOCS / "tutorial.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    """Return the blocks of code of one kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```", TUTORIAL, re.DOTALL | re.MULTILINE)


COMMANDS = [
    line
    for block in blocks("sh")
    for line in block.splitlines()
    if not line.startswith("pip install")
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the files that the tutorial lets its reader write."""
    examples = DocTestParser().get_examples(TUTORIAL)
    (steady,) = (example.source for example in examples if example.source.startswith("class"))
    (tmp_path / "steady.py").write_text(steady, "utf-8")
    (search,) = blocks('python title="search.py"')
    (tmp_path / "search.py").write_text(search, "utf-8")
    return tmp_path


def test_there_are_commands() -> None:
    assert [command.split()[0] for command in COMMANDS] == ["snowtails"] * 3 + ["python"]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_tutorial_run(command: str, folder: Path) -> None:
    program, *arguments = command.split()
    start = {"python": [sys.executable], "snowtails": [sys.executable, "-m", "snowtails"]}[program]
    ran = subprocess.run(
        [*start, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()
    if program == "python":
        told = re.findall(r"^\S+ (\d+) of 10$", ran.stdout, re.MULTILINE)
        assert len(told) == 4
        assert any(int(won) for won in told)


def test_pictures_show_what_a_notebook_shows() -> None:
    for path, text in pictures():
        assert path.read_text("utf-8") == text, "run: python -m scripts.tutorial_pictures"
