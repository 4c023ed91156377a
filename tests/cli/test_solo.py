"""`snowtails solo`, as people type it."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from snowtails import SoloGame, SoloRace
from snowtails.cli import app
from snowtails.mushers.solo import SoloMusher


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SoloMusher.__init__, "__defaults__", ("lone wolf", 12))


def run(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(app, ["solo", *arguments], input=answers)


def test_the_bot_plays_a_game_and_records_it(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    told = run("--bot", "--seed", "4", "-o", str(path))
    assert told.exit_code == 0
    assert told.stdout.count("in this round") == 3
    assert "past the finish line" in told.stdout
    assert "points: easy, " in told.stdout
    assert SoloGame.from_record(path.read_text("utf-8")).over
    again = CliRunner().invoke(app, ["replay", str(path)])
    assert again.exit_code == 0
    assert again.stdout.strip() == told.stdout.partition("recorded:")[0].strip()
    as_json = CliRunner().invoke(app, ["replay", "--json", str(path)])
    lines = [json.loads(line) for line in as_json.stdout.splitlines()]
    assert sum("score" in line for line in lines) == 3
    assert lines[-1]["points"] == sum(line.get("score", 0) for line in lines)
    checked = CliRunner().invoke(app, ["verify", str(path)])
    assert checked.stdout.count("✓") == 3


def test_a_person_plays_by_naming_spaces_and_decisions(tmp_path: Path) -> None:
    path = tmp_path / "round.txt"
    answers = "?\nhint\nb12345\n@6\n@1\nall\n9z9\n13a1\ncoach\nquit\n"
    told = run("--seed", "4", "-o", str(path), answers=answers)
    assert told.exit_code == 0
    assert "order the bonus markers" in told.stdout
    assert "is no decision" in told.stdout
    assert "make them last" in told.stdout
    assert "13a1 is not in reach" in told.stdout
    assert told.stdout.count("; ? helps") == 3, "with every answer that is wrong"
    assert "You leave in turn 1." in told.stdout
    assert SoloRace.from_record(path.read_text("utf-8")).turn == 1


@pytest.mark.clause("SOLO-6")
def test_enter_takes_what_is_proposed_to_a_newcomer(tmp_path: Path) -> None:
    path = tmp_path / "round.txt"
    told = run("--seed", "4", "-o", str(path), answers="\n\nquit\n")
    assert told.exit_code == 0
    assert "[b54321]" in told.stdout
    assert "for a first game @1 to @3) [@1]" in told.stdout
    race = SoloRace.from_record(path.read_text("utf-8"))
    assert race.mat.markers == (5, 4, 3, 2, 1)
    assert [str(entry.decision) for entry in race.log] == ["b54321", "@1"]


def test_a_person_can_go_to_a_space() -> None:
    told = run("--seed", "4", answers="b12345\n@1\n1e1\nquit\n")
    assert told.exit_code == 0
    assert "turn 2: " in told.stdout or "1e1 is not in reach" in told.stdout


def test_opponents_are_placed_and_shown() -> None:
    told = run("--opponents", "--seed", "1", answers="quit\n")
    assert "place an opponent, row " in told.stdout


def test_the_trail_of_the_day_ends_with_a_line_to_share() -> None:
    told = run("--daily", "--bot")
    assert told.exit_code == 0
    assert "Snow Tails 2" in told.stdout


def test_a_course_that_is_not_solo_is_refused() -> None:
    told = run("--course", "nutcracker", "--bot")
    assert told.exit_code == 1
    assert "straights" in str(told.exception)
