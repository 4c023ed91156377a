"""`snowtails league`, as people type it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from snowtails.cli import app

SMALL = ("league", "--courses", "sauna-sprint", "--sleds", "2", "--workers", "1")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, [*SMALL, *arguments])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "league.jsonl"


def test_a_league_is_told_as_a_table_and_as_json_from_its_file(file: Path) -> None:
    given = ("--mushers", "rookie,pup,husky", "--rounds", "20", "--file", str(file))
    told = run(*given)
    assert told.exit_code == 0
    assert "2 sleds" in told.stdout
    rows = [line.split()[0] for line in told.stdout.splitlines() if "±" in line]
    assert rows[:3] == ["husky", "pup", "rookie"]
    before = file.read_text("utf-8")
    again = json.loads(run(*given, "--json").stdout)
    assert file.read_text("utf-8") == before
    assert again["league"]["mushers"] == ["rookie", "pup", "husky"]
    table = again["ranking"]["2"]
    assert [row["musher"] for row in table] == ["husky", "pup", "rookie"]
    assert table[-1]["elo"] == {"value": 0.0, "error": 0.0}
    assert all(row["deals"] == 20 for row in table)


def test_sizes_are_told_apart(file: Path) -> None:
    told = run("--mushers", "rookie,pup", "--rounds", "2", "--sleds", "2,3", "--json")
    assert set(json.loads(told.stdout)["ranking"]) == {"2", "3"}


def test_a_change_is_accepted_or_rejected(file: Path) -> None:
    given = ("--mushers", "yearling,rookie", "--sprt", "--elo", "0", "100", "--rounds", "2000")
    told = run(*given, "--file", str(file))
    assert told.exit_code == 0
    assert "yearling is ahead of rookie in" in told.stdout
    assert "better by 100 Elo rather than by 0: accepted" in told.stdout
    found = json.loads(run(*given, "--file", str(file), "--json").stdout)
    assert (found["new"], found["old"], found["word"]) == ("yearling", "rookie", "accepted")
    assert found["evidence"] >= found["bound"] > 0
    assert found["rounds"] < 2000
    assert 0.8 < found["share"] <= 1


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--mushers", "pup,rookie", "--sleds", "two"), "not 'two'"),
        (("--mushers", "pup,rookie,husky", "--sprt"), "--sprt compares two mushers, new,old"),
    ],
)
def test_bad_wishes_are_refused(given: tuple[str, ...], told: str) -> None:
    result = run(*given)
    assert result.exit_code == 1
    assert told in result.output


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--mushers", "pup,huskie"), "did you mean husky?"),
        (("--courses", "nutcraker"), "nutcracker"),
        (("--mushers", "pup,pup"), "two different mushers, not"),
        (("--mushers", "pup,rookie", "--sleds", "7"), "2 to 5 sleds, not 7"),
    ],
)
def test_leagues_that_cannot_be_are_refused(given: tuple[str, ...], told: str) -> None:
    result = run(*given)
    assert result.exit_code == 1
    assert told in str(result.exception)


def test_a_file_of_another_league_is_refused(file: Path) -> None:
    file.write_text('{"format": "snowtails league 1", "seed": 9}\n', "utf-8")
    result = run("--mushers", "pup,rookie", "--file", str(file))
    assert result.exit_code == 1
    assert "give another file or that seed" in str(result.exception)


def wait_for_a_heat(process: "subprocess.Popen[str]", file: Path) -> None:
    """Wait until the file tells of a heat; give up after some minutes."""
    give_up = time.monotonic() + 240
    while not file.exists() or file.read_text("utf-8").count("\n") < 2:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < give_up, "no heat"
        try:
            process.wait(0.05)
        except subprocess.TimeoutExpired:
            continue


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_keeps_what_was_raced_and_the_league_goes_on(file: Path) -> None:
    given = [*SMALL, "--mushers", "rookie,pup", "--file", str(file), "--json"]
    process = subprocess.Popen(
        [sys.executable, "-m", "snowtails", *given, "--rounds", "10000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        wait_for_a_heat(process, file)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        told, errors = process.communicate(timeout=240)
    finally:
        process.kill()
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    heats = len(file.read_text("utf-8").splitlines()) - 1
    rounds = json.loads(told)["ranking"]["2"][0]["deals"]
    assert 0 < rounds == 10 * heats
    more = json.loads(run(*given[len(SMALL) :], "--rounds", str(rounds + 10)).stdout)
    assert more["ranking"]["2"][0]["deals"] == rounds + 10
