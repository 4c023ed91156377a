"""`snowtails season`, as people type it."""

import json
from pathlib import Path

import numpy as np
from typer.testing import CliRunner, Result

from snowtails import Course, read_season
from snowtails.cli import app
from snowtails.mushers import INSTANT, CompiledMusher, lay_course


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["season", "--seed", "3", *arguments])


def test_the_table_is_shown_after_each_race_and_the_season_recorded(tmp_path: Path) -> None:
    path = tmp_path / "season.txt"
    told = run("--mushers", "pup,rookie", "--races", "3", "-o", str(path))
    assert told.exit_code == 0
    assert told.stdout.count("points") == 3
    assert "race 2: " in told.stdout
    assert "laid by 1 rookie" in told.stdout
    assert "champion: " in told.stdout
    season = read_season(path.read_text("utf-8"))
    assert season.mushers == ("pup", "rookie")
    assert len(season.results) == 3


def test_as_json_it_is_one_object() -> None:
    told = run("--mushers", "pup,yearling,pup", "--courses", "sauna-sprint,srs", "--json")
    facts = json.loads(told.stdout)
    assert set(facts) == {"mushers", "table", "progress", "champions"}
    assert len(facts["table"]) == 3
    assert all(len(row["places"]) == 3 for row in facts["table"])


def test_a_musher_without_a_wish_lays_a_shipped_or_a_random_course() -> None:
    rng = np.random.default_rng(1)
    laid = [lay_course(INSTANT["pup"], 3, rng) for _ in range(8)]
    assert {bool(course.name) for course in laid} == {True, False}
    assert not any(course.status() for course in laid)


def test_a_musher_with_a_wish_lays_its_own() -> None:
    class Homesick(CompiledMusher):
        def lay(self, sleds: int, rng: np.random.Generator) -> Course:
            assert rng is not None
            return Course.parse("s" * sleds)

    musher = Homesick("homesick", INSTANT["pup"].policy)
    assert lay_course(musher, 3, np.random.default_rng(1)).line == "sss"


def test_a_recorded_season_can_be_read_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "season.txt"
    told = run("--mushers", "pup,rookie", "--courses", "srs", "-o", str(path))
    again = CliRunner().invoke(app, ["season", "--read", str(path)])
    assert again.exit_code == 0
    assert "champion: " in again.stdout
    assert again.stdout.strip() in told.stdout
    as_json = CliRunner().invoke(app, ["season", "--read", str(path), "--json"])
    assert len(json.loads(as_json.stdout)["progress"]) == 2
    replayed = CliRunner().invoke(app, ["replay", str(path)])
    assert replayed.stdout.count("round 1") == 2
    checked = CliRunner().invoke(app, ["verify", str(path)])
    assert checked.exit_code == 0, checked.stdout
    assert "race 1: the order of choosing follows from the seed" in checked.stdout
    assert "race 2: the order of choosing is given by the race before it" in checked.stdout


def test_a_season_ends_with_a_race_that_does_not(tmp_path: Path) -> None:
    path = tmp_path / "season.txt"
    mushers = "tests.mushers.idle:Idle,pup"
    told = CliRunner().invoke(
        app, ["season", "--mushers", mushers, "--courses", "srs", "--seed", "1", "-o", str(path)]
    )
    assert told.exit_code == 1
    assert "race 1 was broken off after 400 rounds: somebody does not get on" in told.output
    assert "champion" not in told.output
    assert path.read_text("utf-8") == ""
