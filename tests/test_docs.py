"""What the docs show can be read by the program."""

from pathlib import Path

from snowtails import Race, SoloRace
from snowtails.rules import Phase

FORMATS = (Path(__file__).parents[1] / "docs" / "formats.md").read_text("utf-8")


def example(heading: str) -> str:
    """Return the indented block under a heading."""
    section = FORMATS.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line[4:] for line in section.splitlines() if line.startswith("    ") or not line]
    return "\n".join(lines).strip()


def test_the_position_line_can_be_played_on() -> None:
    race = Race.parse(example("Position line"))
    assert race.line == example("Position line")
    assert race.turns


def test_the_race_record_can_be_replayed() -> None:
    race = Race.from_record(example("Race record"))
    assert race.phase is Phase.OVER
    assert race.record({"mushers": "Anna, Ben"}).strip() == example("Race record")


def test_the_solo_record_can_be_replayed() -> None:
    race = SoloRace.from_record(example("Solo record"))
    assert race.turn == 3
    assert race.record().strip() == example("Solo record")
