"""The files for hosts name what there is."""

import re
from pathlib import Path

import pytest
import typer

from snowtails.cli import app

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "docs" / "hosting.md", *sorted((ROOT / "hosting").iterdir())]
command = typer.main.get_command(app)


def parameters(*path: str) -> list[typer.core.TyperOption]:
    found = command
    for name in path:
        found = found.commands[name]  # type: ignore[attr-defined]
    return [each for each in found.params if isinstance(each, typer.core.TyperOption)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_are_those_of_the_command(file: Path) -> None:
    known = {str(option.envvar) for option in parameters("serve")}
    named = set(re.findall(r"SNOWTAILS_[A-Z_]+", file.read_text("utf-8")))
    assert named <= known


def test_options_and_commands_are_those_of_the_command_line() -> None:
    text = FILES[0].read_text("utf-8")
    options = {name for option in parameters("serve") for name in option.opts}
    assert set(re.findall(r"^\| `(--[a-z-]+)`", text, re.MULTILINE)) <= options
    tried = re.findall(r"^snowtails server ([a-z-]+)(.*?)(?:#|$)", text, re.MULTILINE)
    commands = command.commands["server"].commands  # type: ignore[attr-defined]
    assert {name for name, _ in tried} == set(commands)
    for name, rest in tried:
        known = {opt for option in parameters("server", name) for opt in option.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known
