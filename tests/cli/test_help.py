"""`--help`, `help` and errors: they list every command, and name it as it was called."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from snowtails.cli import app, main

ROOT = Path(__file__).parents[2]
COMMANDS = [
    *(group.name for group in app.registered_groups),
    *(each.name or each.callback.__name__ for each in app.registered_commands if each.callback),
]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Called":
    monkeypatch.setenv("SNOWTAILS_CALLED_AS", "./play")
    monkeypatch.setenv("COLUMNS", "100")
    return Called(monkeypatch, capsys)


class Called:
    """Calls the command line as `./play` does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str) -> tuple[object, str]:
        """Return the exit code and all that was said."""
        self._monkeypatch.setattr(sys, "argv", ["snowtails", *arguments])
        with pytest.raises(SystemExit) as done:
            main()
        said = self._capsys.readouterr()
        return done.value.code, said.out + said.err


@pytest.mark.parametrize("asked", ["--help", "-h", "help"])
def test_help_lists_every_command(called: Called, asked: str) -> None:
    code, said = called(asked)
    assert code == 0
    assert "Usage: ./play" in said
    words = said.split()
    assert [name for name in COMMANDS if name not in words] == []


def test_help_tells_about_one_command(called: Called) -> None:
    code, said = called("help", "course", "show")
    assert code == 0
    assert "Usage: ./play course show" in said


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (("frobnicate",), "Try './play -h'"),
        (("help", "frobnicate"), "No such command 'frobnicate'"),
        (("race", "--nope"), "Try './play race -h'"),
    ],
)
def test_what_is_not_understood_names_the_way_to_help(
    called: Called, wrong: tuple[str, ...], told: str
) -> None:
    code, said = called(*wrong)
    assert code == 2
    assert told in said


@pytest.mark.skipif(sys.platform == "win32", reason="a script for Bash")
@pytest.mark.parametrize(
    ("arguments", "run"),
    [
        ("", "serve --open"),
        ("--lan", "serve --open --lan"),
        ("--help", "--help"),
        ("-h", "-h"),
        ("--version", "--version"),
        ("race --you", "race --you"),
    ],
)
def test_play_serves_unless_a_command_or_help_is_asked_for(
    tmp_path: Path, arguments: str, run: str
) -> None:
    (tmp_path / "scripts").mkdir()
    for name in ("play", "pyproject.toml", "scripts/environment.sh"):
        shutil.copy(ROOT / name, tmp_path / name)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, does in (("python", ":"), ("snowtails", 'echo "$SNOWTAILS_CALLED_AS: $*"')):
        (programs / name).write_text(f"#!/bin/sh\n{does}\n")
        (programs / name).chmod(0o755)
    done = subprocess.run(
        ["./play", *arguments.split()],
        cwd=tmp_path,
        env=os.environ | {"SNOWTAILS_CALLED_AS": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == f"./play: {run}\n"
