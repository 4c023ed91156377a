"""`snowtails race`, `replay`, `verify`, `perft`, `bench` and `compile`, as people type them."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from snowtails import Course, InvalidColour, Race
from snowtails.cli import app
from snowtails.cli.output import reporting_errors


def run(*arguments: str, answers: str = "") -> Result:
    return CliRunner().invoke(app, list(arguments), input=answers)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "race.txt"
    assert run("race", "--seed", "4", "-n", "3", "-q", "-o", str(path)).exit_code == 0
    return path


def test_a_race_is_shown_round_by_round_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "race.txt"
    result = run("race", "-c", "sauna-sprint", "--seed", "4", "-n", "2", "-o", str(path))
    assert result.exit_code == 0
    assert "round 1" in result.stdout
    assert "past the finish line" in result.stdout
    assert "place" in result.stdout
    assert path.read_text("utf-8").startswith("snowtails race 1\ncourse: sls\n")


@pytest.mark.clause("ADVICE-1")
def test_a_race_is_on_the_nutcracker_unless_another_course_is_asked_for(record: Path) -> None:
    assert Race.from_record(record.read_text("utf-8")).course == Course.load("nutcracker")


def test_the_same_seed_gives_the_same_race(tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        run("race", "--seed", "9", "--mushers", "pup,rookie", "-q", "-o", str(tmp_path / name))
        texts.append((tmp_path / name).read_text("utf-8"))
    assert texts[0] == texts[1]
    assert "mushers: pup, rookie, pup" in texts[0]


def test_replay_tells_the_race_again(record: Path) -> None:
    result = run("replay", str(record))
    assert result.exit_code == 0
    assert "The Nutcracker" in result.stdout
    assert result.stdout.count("round ") == record.read_text("utf-8").count("round ")


def test_replay_waits_after_each_turn_if_asked(record: Path) -> None:
    result = run("replay", str(record), "--step", answers="\n" * 100)
    turns = len(re.findall(r"^\d \d", record.read_text("utf-8"), re.MULTILINE))
    assert result.exit_code == 0
    assert result.stdout.count("Enter for the next turn") == turns


def test_replay_as_json_is_one_object_a_line(record: Path) -> None:
    lines = [json.loads(line) for line in run("replay", str(record), "--json").stdout.splitlines()]
    assert lines[0]["sleds"] == 3
    assert set(lines[0]) == {"course", "sleds", "starts", "hands"}
    assert all("turn" in line for line in lines[1:-1])
    assert sorted(sled for sled, _ in lines[-1]["result"]) == [0, 1, 2]


def test_replay_reads_standard_input(record: Path) -> None:
    result = run("replay", "-", "--json", answers=record.read_text("utf-8"))
    assert result.exit_code == 0


def test_a_damaged_record_is_refused_with_its_line(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    number = lines.index("round 2") + 1
    lines[number] = lines[number].replace(lines[number].split()[1], "9Q")
    record.write_text("\n".join(lines), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "snowtails", "replay", str(record)], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert f"line {number + 1}: " in done.stderr
    assert "Traceback" not in done.stderr


def test_records_that_are_not_text_or_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"snowtails race 1\n\xff\xfe")
    result = run("replay", str(tmp_path / "bytes"))
    assert result.exit_code == 1
    assert "line 2: not UTF-8" in result.output
    with pytest.raises(SystemExit), reporting_errors():
        app(["replay", str(tmp_path / "nothing")], standalone_mode=False)


def test_verify_accepts_the_record_and_finds_a_changed_card(record: Path) -> None:
    good = run("verify", str(record))
    assert good.exit_code == 0
    assert good.stdout.count("✓") == 2
    text = record.read_text("utf-8")
    record.write_text(re.sub(r"seed: \d+", "seed: 5", text), "utf-8")
    bad = run("verify", str(record), "--json")
    assert bad.exit_code == 1
    assert not all(finding["good"] for finding in json.loads(bad.stdout))


def test_perft_counts_by_depth() -> None:
    assert run("perft", "2", "-n", "1").stdout == "1 38\n2 1738\n"


def test_unknown_names_are_refused_with_those_there_are() -> None:
    result = run("race", "--mushers", "balto")
    assert result.exit_code == 1
    assert "there are rookie, pup, yearling, husky" in str(result.exception)


def test_a_person_drives_by_naming_spaces_and_turns() -> None:
    answers = "?\nall\ncoach\nhint\n9z9\n2Q\nnonsense\nquit\n"
    result = run("race", "--you", "-n", "1", "--seed", "4", answers="1\n" + answers)
    assert result.exit_code == 0
    assert "start space (1, 2, 3, 4, 5)" in result.stdout
    assert "hand " in result.stdout
    assert "is no turn" in result.stdout
    assert result.stdout.count("; ? helps") == 3, "with every answer that is wrong"
    assert "go there by the cheapest turn" in result.stdout
    assert "place 1 %" in result.stdout
    assert len(re.findall(r"wins \d+ %, .* \d+ %", result.stdout)) == 2, "coach and hint"


def test_a_person_can_drive_a_whole_race() -> None:
    """Always goes as far as costs least, and discards the first cards of the hand."""
    process = subprocess.run(
        [sys.executable, "-c", DRIVER], capture_output=True, text=True, check=True
    )
    assert "finished" in process.stdout


DRIVER = """
import snowtails.cli.driving as driving
from snowtails import Course, Race, SeededDeal, find_musher

race = Race(Course.load("sauna-sprint"), 2, deal=SeededDeal(2))

def answer(prompt, **_):
    if prompt.startswith("start"):
        return str(race.free_starts[-1])
    if prompt.startswith("discard"):
        return "".join(map(str, race.hand_of(race.actor)[: race.owed]))
    assert race.round < 50
    moves = race.reach().cheapest.values()
    return min(moves, key=lambda move: (move.dent_count, -race.track.rank(move.end))).end

driving.typer.prompt = answer
driving.run(race, (None, find_musher("pup")), 1, quiet=False)
"""


def test_compile_says_when_it_is_done() -> None:
    assert run("compile").stdout == "The rules are compiled.\n"


def test_bench_measures_every_target(monkeypatch: pytest.MonkeyPatch) -> None:
    def once(task: Callable[[], object]) -> float:
        task()
        return 1e-3

    monkeypatch.setattr("snowtails.lab.bench.best_seconds", once)
    figures = json.loads(run("bench", "--json").stdout)
    assert len(figures) == 6
    assert all(figure["value"] > 0 for figure in figures)
    assert "to reach" in run("bench").stdout


@pytest.mark.clause("SETUP-1")
def test_sleds_have_the_colours_that_were_wished_for(tmp_path: Path) -> None:
    record = tmp_path / "race.txt"
    run("race", "-n", "3", "--colours", "teal,,blue", "-q", "-o", str(record))
    assert "\ncolours: teal charcoal blue\n" in record.read_text()
    assert isinstance(run("race", "--colour", "pink").exception, InvalidColour)


def test_a_race_that_does_not_end_is_broken_off() -> None:
    told = run("race", "-c", "srs", "-n", "2", "--mushers", "tests.mushers.idle:Idle,pup", "-q")
    assert told.exit_code == 0
    assert "Broken off after 400 rounds: somebody does not get on." in told.stdout
    assert "1 pup" in told.stdout
