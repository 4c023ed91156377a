"""`snowtails lab`, as people type it."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from snowtails.cli import app


def test_courses_are_certified_for_people_and_for_programs() -> None:
    told = CliRunner().invoke(app, ["lab", "nutcracker", "srs", "--races", "200"])
    assert told.exit_code == 0
    assert "The Nutcracker" in told.stdout
    assert "• the hardest place is tile 4 (corner-right)" in told.stdout
    assert "≷ shorter than 11 of 13 shipped courses" in told.stdout
    found = CliRunner().invoke(app, ["lab", "nutcracker", "srs", "--races", "200", "--json"])
    first, second = json.loads(found.stdout)
    assert (first["course"], second["course"]) == ("srsrs", "srs")
    assert first["races"] == 200
    assert first["remarks"][1]["code"] == "dents"
    assert {each["among"] for each in first["standing"]} == {13}
    assert second["standing"][0]["figure"] == "length"
    assert sum(sum(each["dents"].values()) for each in first["spaces"].values()) > 0


def test_a_report_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    told = CliRunner().invoke(app, ["lab", "srs", "--races", "50", "--report", str(file)])
    assert told.exit_code == 0
    assert file.read_text("utf-8").startswith("<!doctype html>")


def test_a_course_that_cannot_be_raced_is_refused_before_anything_is_raced() -> None:
    told = CliRunner().invoke(app, ["lab", "nutcracker", "no-such-course"])
    assert told.exit_code == 1
    assert "no-such-course" in str(told.exception)


def test_the_lab_goes_on_from_its_file_and_writes_every_race(tmp_path: Path) -> None:
    file, results = tmp_path / "lab.jsonl", tmp_path / "results.csv"
    asked = ["lab", "srs", "--races", "60", "--file", str(file), "--results", str(results)]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0
    kept, rows = file.read_bytes(), results.read_text("utf-8")
    assert rows.count("\n") == 1 + 4 * (60 + 15)
    again = CliRunner().invoke(app, asked)
    assert again.stdout == told.stdout
    assert file.read_bytes() == kept
    assert results.read_text("utf-8") == rows


def test_each_sled_has_its_musher() -> None:
    asked = ["lab", "srs", "--races", "20", "--sleds", "2", "--mushers", "pup, husky", "--json"]
    told = CliRunner().invoke(app, asked)
    assert json.loads(told.stdout)[0]["mushers"] == ["pup", "husky"]


def test_results_that_cannot_be_written_are_refused_before_anything_is_raced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = CliRunner().invoke(app, ["lab", "srs", "--results", str(tmp_path / "x.xlsx")])
    assert told.exit_code == 1
    assert ".csv or .parquet" in told.stderr
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = CliRunner().invoke(app, ["lab", "srs", "--results", str(tmp_path / "x.parquet")])
    assert told.exit_code == 1
    assert 'pip install "snowtails[parquet]"' in told.stderr


def test_a_data_set_is_written_and_goes_on(tmp_path: Path) -> None:
    asked = ["lab", "srs", "--sleds", "2", "--mushers", "pup,husky", "--dataset", str(tmp_path)]
    for races in (3, 5):
        told = CliRunner().invoke(app, [*asked, "--races", str(races)])
        assert told.exit_code == 0
        assert told.stdout.startswith(f"{races} races in ")
    fewer = CliRunner().invoke(app, [*asked, "--races", "4"])
    assert "more than 4 already" in fewer.stdout.replace("\n", " ")
    assert len(list(tmp_path.glob("races-*.parquet"))) == 2
    two = CliRunner().invoke(app, ["lab", "srs", "nutcracker", "--dataset", str(tmp_path)])
    assert two.exit_code == 1


@pytest.mark.parametrize(
    "option",
    [
        "--json",
        "--workers 2",
        "--cluster tcp://127.0.0.1:1",
        "--file f",
        "--results r",
        "--report r",
    ],
)
def test_a_data_set_goes_without_what_it_would_ignore(tmp_path: Path, option: str) -> None:
    asked = ["lab", "srs", "--dataset", str(tmp_path / "races"), *option.split()]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 1
    assert f"--dataset goes without {option.split()[0]}" in told.stderr
    assert not list(tmp_path.iterdir())


def test_a_data_set_needs_only_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = CliRunner().invoke(app, ["lab", "srs", "--dataset", str(tmp_path)])
    assert told.exit_code == 1
    assert 'pip install "snowtails[parquet]"' in told.stderr
