"""`snowtails musher`, as people type it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from snowtails.cli import app

MINE = """
import random


class Good:
    name = "good"

    def start(self, view, free, rng):
        return free[0]

    def choose(self, view, turns, rng):
        return turns[rng.integers(len(turns))]

    def discard(self, view, n, rng):
        hand = view.state[0]["hand"][view.seat]
        return [value for value, count in enumerate(hand, 1) for _ in range(count)][:n]


class Gambling(Good):
    def choose(self, view, turns, rng):
        return random.choice(turns)


class Broken(Good):
    name = "broken"

    def choose(self, view, turns, rng):
        return "[bold]2L"
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["musher", *arguments])


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "my_mushers.py").write_text(MINE, "utf-8")
    return tmp_path


def test_the_ladder_is_listed_from_the_weakest_up() -> None:
    names = [line.split()[0] for line in run("list").stdout.splitlines() if line[:1].strip()]
    assert names == ["rookie", "pup", "yearling", "husky", "malamute", "togo"]
    listed = json.loads(run("list", "--json").stdout)
    assert [musher["name"] for musher in listed] == names
    assert [musher["offered"] for musher in listed] == [False, *[True] * 5]
    assert all(musher["temper"] for musher in listed)


@pytest.mark.parametrize("name", ["husky", "{here}/my_mushers.py:Good"])
def test_a_good_musher_is_told_so(here: Path, name: str) -> None:
    result = run("check", name.format(here=here), "--races", "3")
    assert result.exit_code == 0
    assert result.stdout.count("✓") > 4
    assert "✗" not in result.stdout


def test_a_fault_is_told_and_exits_with_1(here: Path) -> None:
    result = run("check", f"{here}/my_mushers.py:Gambling", "--races", "3")
    assert result.exit_code == 1
    assert "✗ it leaves the global random generators alone" in result.stdout
    assert result.stdout.count("✗") == 2  # the same view does not give the same answer, either


def test_a_bad_answer_is_told_as_it_was_given(here: Path) -> None:
    result = run("check", f"{here}/my_mushers.py:Broken", "--races", "1")
    assert result.exit_code == 1
    assert "✗ broken answered '[bold]2L' to choose; it may decide" in result.stdout


def test_findings_as_json(here: Path) -> None:
    good = run("check", "pup", "--races", "1", "--json")
    assert good.exit_code == 0
    assert all(finding["good"] for finding in json.loads(good.stdout))
    bad = run("check", f"{here}/my_mushers.py:Broken", "--races", "1", "--json")
    assert bad.exit_code == 1
    assert [finding["good"] for finding in json.loads(bad.stdout)] == [True, False]


def command(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    found = os.pathsep.join(path for path in sys.path if path)  # the package, not the folder
    return subprocess.run(
        [sys.executable, "-c", "from snowtails.cli import main; main()", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": found, "PYTHONSAFEPATH": "1"},
        capture_output=True,
        text=True,
    )


def test_a_module_is_found_in_the_folder_one_is_in(here: Path) -> None:
    done = command(here, "musher", "check", "my_mushers:Good", "--races", "1")
    assert done.returncode == 0, done.stderr
    assert "✓" in done.stdout


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("yerling", "there is no musher 'yerling' (did you mean yearling?)"),
        ("my_mushers:Godo", "there is no Godo in my_mushers"),
        ("your_mushers:Good", "there is no module 'your_mushers' here"),
    ],
)
def test_unknown_names_are_told_without_a_stack_trace(here: Path, name: str, told: str) -> None:
    done = command(here, "musher", "check", name)
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr
