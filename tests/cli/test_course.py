"""`snowtails course` as people and programs use it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import snowtails
from snowtails import Course
from snowtails.cli import app

BROKEN = """tiles = ["strait", { tile = "corner-left", safety = 12 }]\n"""


def run(*arguments: str) -> Result:
    """Run the command line in this process."""
    return CliRunner().invoke(app, arguments)


def said(*arguments: str) -> str:
    """Return what a command that succeeds prints."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def told(*arguments: str, code: int = 0) -> Any:
    """Return the JSON that a command prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == code, result.output
    return json.loads(result.output)


COMMAND = [sys.executable, "-m", "snowtails"]
ENVIRONMENT = {
    **os.environ,
    "PYTHONIOENCODING": "utf-8",
    "PYTHONPATH": str(Path(snowtails.__file__).parents[1]),
}


def real(*arguments: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Run the command as a shell would."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        encoding="utf-8",
        cwd=folder,
        env=ENVIRONMENT,
        check=False,
    )


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.toml"
    path.write_text(BROKEN, "utf-8")
    return str(path)


# -- list and show ----------------------------------------------------------------------------


def test_list_names_every_shipped_course() -> None:
    lines = said("course", "list").splitlines()
    for name in Course.shipped():
        assert any(name in line.split() for line in lines)


def test_list_for_programs() -> None:
    listed = told("course", "list")
    assert list(listed) == list(Course.shipped())
    assert listed["lone-wolf"]["solo"] is True
    assert listed["nutcracker"]["name"] == "The Nutcracker"
    assert set(listed["nutcracker"]["description"]) == {"en", "de", "ja"}


def test_show_draws_the_course_with_its_start_numbers() -> None:
    shown = said("course", "show", "sauna-sprint")
    assert shown.startswith("Sauna Sprint\n")
    assert "a|1|.....|.-.-.--|.....|=|" in shown
    assert "e|5|.....|.......|.....|=|" in shown
    assert "line   sls\n" in shown
    assert "flag   chequered, on the right\n" in shown
    assert "box    in the box: 2 of 8 straight, 1 of 4 corner\n" in shown
    assert "the solo game takes 7 straights before the finish, not 2" in shown


@pytest.mark.parametrize("name", Course.shipped())
def test_show_can_show_every_shipped_course(name: str) -> None:
    course = Course.load(name)
    shown = said("course", "show", name)
    assert f"line   {course.line}\n" in shown
    assert ("solo   fit for the solo game" in shown) == (not course.solo_reasons)


def test_show_takes_lines_and_says_what_may_be_of_interest() -> None:
    shown = said("course", "show", "slllfl")
    assert shown.startswith("A course without a name\n")
    assert "on the left" in shown
    assert "note   tile 1: the run-off past the finish crosses it" in shown
    assert "beyond the box: 9 of 8 straight" in said("course", "show", "s" * 9)


def test_show_for_programs() -> None:
    assert told("course", "show", f"sr5s{'_' * 24}yfl") == {
        "name": "",
        "line": f"sr5s{'_' * 24}yfl",
        "tiles": ["straight", "corner-right", "straight"],
        "flag": "left",
        "maps": {"3": [".....", ".....", ".....", ".....", "....t"]},
        "limits": {"2": 5},
        "spaces": 5 + 25 + 25 + 25 + 5 + 75,
        "description": {},
        "in_box": False,
        "pieces": told("course", "show", "srs")["pieces"]
        | {"own safety speed": {"needed": 1, "held": 0}},
        "solo": False,
        "solo_reasons": [
            "the solo game takes 7 straights before the finish, not 2",
            "the solo game takes all 4 corners, not 1",
            "the solo game takes both U-turns, not 0",
            "at least one snowdrift must lie on the course",
            "tile 2 is changed; the solo game takes tiles as printed",
            "tile 3 is changed; the solo game takes tiles as printed",
        ],
        "warnings": [],
    }


# -- check ------------------------------------------------------------------------------------


def test_check_passes_what_can_be_raced() -> None:
    assert said("course", "check", "nutcracker", "slll") == (
        "nutcracker: can be raced\n"
        "slll: can be raced\n"
        "  note: tile 0: the run-off past the finish crosses it; only the picture suffers\n"
        "  note: tile 1: the run-off past the finish crosses it; only the picture suffers\n"
    )


def test_check_says_everything_that_is_wrong_and_exits_with_1(broken: str) -> None:
    result = run("course", "check", "nutcracker", broken, "ttt")
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[:2] == ["nutcracker: can be raced", f"{broken}: cannot be raced"]
    assert lines[2].startswith("  tile 1: unknown tile 'strait' (did you mean straight?); tiles ar")
    assert lines[3] == "  tile 2: safety speed 12 is out of range; choose 1 to 9"
    assert lines[4] == "ttt: cannot be raced"
    assert lines[5].startswith("  24 saplings are too many")


def test_check_for_programs(broken: str) -> None:
    reports = told("course", "check", "srs", broken, "nowhere.toml", "q", code=1)
    assert list(reports) == ["srs", broken, "nowhere.toml", "q"]
    assert reports["srs"]["problems"] == []
    assert reports["srs"]["line"] == "srs"
    assert reports[broken]["problems"][1] == {
        "code": "safety-range",
        "tile": 2,
        "facts": {"safety": 12, "least": 1, "most": 9},
        "message": "tile 2: safety speed 12 is out of range; choose 1 to 9",
    }
    codes = {
        name: [found["code"] for found in report["problems"]] for name, report in reports.items()
    }
    assert codes["nowhere.toml"] == ["no-file"]
    assert codes["q"] == ["no-course"]


def test_check_says_line_and_column_of_an_unreadable_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("tiles = [\n  straight\n]\n", "utf-8")
    result = run("course", "check", str(path))
    assert result.exit_code == 1
    assert result.output == f"{path}: cannot be raced\n  line 2, column 3: invalid value\n"


# -- draw and random --------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_draw_writes_a_picture(tmp_path: Path, theme: str) -> None:
    path = tmp_path / "out.svg"
    drawn = said("course", "draw", "nutcracker", "-o", str(path), "--theme", theme)
    assert drawn == f"drawn: {path}\n"
    assert ElementTree.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_draw_prints_a_picture() -> None:
    assert said("course", "draw", "srs").startswith("<svg")


def test_random_prints_a_line_that_can_be_raced() -> None:
    line = said("course", "random", "--seed", "5").strip()
    assert Course.parse(line).status() == ()
    assert said("course", "random", "--seed", "5").strip() == line
    assert said("course", "random", "--seed", "6").strip() != line


def test_random_fulfils_wishes() -> None:
    found = told("course", "random", "--tiles", "9", "--hazards", "2", "--seed", "1")
    assert len(found["tiles"]) == 9
    assert found["in_box"] is True
    assert told("course", "random", "--solo", "--seed", "1")["solo"] is True
    far = told("course", "random", "--tiles", "25", "--beyond-box", "--seed", "1")
    assert len(far["tiles"]) == 25


def test_random_writes_a_file_that_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "made-up.toml"
    line = said("course", "random", "--seed", "5", "-o", str(path)).strip()
    assert Course.load(path) == Course.parse(line)


def test_random_refuses_solo_courses_beyond_the_box() -> None:
    result = run("course", "random", "--solo", "--beyond-box")
    assert result.exit_code == 1
    assert "leave out --beyond-box or --solo" in result.output


# -- exit codes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [["course", "lsit"], ["course", "show"], ["course", "draw", "srs", "--theme", "red"], ["--x"]],
)
def test_a_command_that_is_not_understood_exits_with_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_help_and_version() -> None:
    assert said("--version") == f"snowtails {snowtails.__version__}\n"
    assert "course" in said("-h")
    for command in ("list", "show", "check", "draw", "random"):
        assert command in said("course", "--help")
        assert "Usage" in said("course", command, "--help")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["course", "show", "nutcraker"], "there is no course called nutcraker (did you mean nu"),
        (["course", "show", "nowhere.toml"], "there is no file nowhere.toml; shipped courses are"),
        (["course", "show", "ttt"], "24 saplings are too many; take away 4"),
        (["course", "draw", "ttt"], "24 saplings are too many; take away 4"),
        (["course", "random", "--tiles", "99"], "a random course has 1 to 14 tiles, not 99"),
        (["course", "random", "-o", "no/where.toml"], "no/where.toml: No such file or directory"),
    ],
)
def test_mistakes_exit_with_1_and_one_sentence_without_a_stack_trace(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    result = real(*arguments, folder=tmp_path)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert "Traceback" not in result.stderr


def test_real_runs_succeed_with_0_and_nothing_on_stderr() -> None:
    result = real("course", "check", "--json", "whole-box")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["whole-box"]["in_box"] is True


def test_a_check_that_fails_exits_with_1_in_a_shell_too(broken: str) -> None:
    result = real("course", "check", broken)
    assert (result.returncode, result.stderr) == (1, "")
    assert "cannot be raced" in result.stdout


def test_a_reader_that_goes_away_is_no_disaster() -> None:
    with subprocess.Popen(
        [*COMMAND, "course", "list", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
