"""The rules are plain Python: a sample of the suite passes without compiling them."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from snowtails import Course, Season, SeededDeal
from snowtails.cli import app
from snowtails.rules import Result, write_season
from tests.rules.random_races import go_on
from tests.rules.solo_twins import play_twins

TESTS = Path(__file__).parents[1]
SAMPLE = (
    *("test_setup", "test_order", "test_turn", "test_move", "test_speeding", "test_crashing"),
    *("test_saplings", "test_dent", "test_hand", "test_end"),
    *("test_solo", "test_solo_setup", "test_examples", "test_turns", "test_season"),
    *("test_reach::test_reach_is_complete_whatever_the_position[0]",),
)


def run(code: list[str]) -> str:
    """Run Python in a process of its own, with compiling switched off."""
    folders = [str(TESTS.parent / "src"), str(TESTS.parent)]
    search = os.pathsep.join([*folders, os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, *code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": search},
        cwd=TESTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled anyway")
def test_the_clauses_hold_without_compiling() -> None:
    names = [name.partition("::") for name in SAMPLE]
    files = [str(TESTS / "rules" / f"{file}.py") + sep + test for file, sep, test in names]
    told = run(["-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *files])
    assert " passed" in told
    assert "skipped" not in told


RACES = """
from numba.core import config
from tests.rules.twins import race_twins, twin_course
assert config.DISABLE_JIT
for seed in range(20):
    race_twins(twin_course(seed), 1 + seed % 5, seed)
from tests.rules.solo_twins import play_twins
for seed in range(1, 9):
    play_twins(seed)
from tests.server.moves import expect_every_kind
expect_every_kind(races=60)
print("raced")
"""


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled anyway")
def test_twins_race_alike_without_compiling() -> None:
    assert run(["-W", "error", "-c", RACES]) == "raced\n"


def a_season() -> str:
    season = Season(("Anna", "Ben", "Cleo"))
    for seed in range(2):
        race = season.next_race(Course.parse("srtur"), SeededDeal(seed))
        season = season.after(Result.of(go_on(race, seed, 1000, "gentle")))
    return write_season(season)


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled anyway")
@pytest.mark.parametrize("record", [a_season, lambda: play_twins(3)[0].record()])
def test_a_replay_tells_the_same_without_compiling(
    record: Callable[[], str], tmp_path: Path
) -> None:
    path = tmp_path / "record.txt"
    path.write_text(record(), "utf-8")
    for command in (["replay", str(path), "--json"], ["verify", str(path), "--json"]):
        compiled = CliRunner().invoke(app, command)
        assert compiled.exit_code == 0
        assert run(["-m", "snowtails", *command]) == compiled.stdout


WORDS = """
import numpy as np
from snowtails.rules.deal import stream_word
print([int(stream_word(np.uint64(5), number)) for number in (-1, 0, 7)])
"""


def test_words_of_chance_are_the_same_without_compiling(capsys: pytest.CaptureFixture[str]) -> None:
    """Number -1 stands before the first: rides alone take their policy's word from there."""
    exec(WORDS, {})
    assert run(["-W", "error", "-c", WORDS]) == capsys.readouterr().out
