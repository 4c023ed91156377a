"""`snowtails lab`, as people type it."""

import json
from pathlib import Path

from typer.testing import CliRunner

from snowtails.cli import app


def test_courses_are_certified_for_people_and_for_programs() -> None:
    told = CliRunner().invoke(app, ["lab", "nutcracker", "srs", "--races", "200"])
    assert told.exit_code == 0
    assert "The Nutcracker" in told.stdout
    assert "• the hardest place is tile 4 (corner-right)" in told.stdout
    found = CliRunner().invoke(app, ["lab", "nutcracker", "srs", "--races", "200", "--json"])
    first, second = json.loads(found.stdout)
    assert (first["course"], second["course"]) == ("srsrs", "srs")
    assert first["races"] == 200
    assert first["remarks"][1]["code"] == "dents"
    assert sum(each["dents"] for each in first["spaces"].values()) > 0


def test_a_report_is_written_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    told = CliRunner().invoke(app, ["lab", "srs", "--races", "50", "--report", str(file)])
    assert told.exit_code == 0
    assert file.read_text("utf-8").startswith("<!doctype html>")


def test_a_course_that_cannot_be_raced_is_refused_before_anything_is_raced() -> None:
    told = CliRunner().invoke(app, ["lab", "nutcracker", "no-such-course"])
    assert told.exit_code == 1
    assert "no-such-course" in str(told.exception)
