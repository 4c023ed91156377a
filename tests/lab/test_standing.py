"""Where a course stands among those that ship."""

import json
from dataclasses import fields, replace
from importlib import resources

import pytest

from snowtails import RULES_VERSION, Course
from snowtails.lab.certify import certify
from snowtails.lab.standing import (
    CHARACTERS,
    COMPARED,
    SENTENCES,
    SHIPPED_FIGURES,
    Figures,
    characters,
    figures_of,
    hazards_of,
    length_of,
    shipped_figures,
    standings,
)

MILL = Course.load("hobbits-breakfast").line


def test_the_file_tells_all_shipped_courses_as_they_are() -> None:
    written = json.loads(
        resources.files("snowtails.lab").joinpath(SHIPPED_FIGURES).read_text("utf-8")
    )
    assert written["rules"] == RULES_VERSION, "run python -m scripts.shipped_figures"
    assert list(written["courses"]) == list(Course.shipped())
    names = {"line", *(field.name for field in fields(Figures))}
    for name, told in written["courses"].items():
        course = Course.load(name)
        assert set(told) == names, "run python -m scripts.shipped_figures"
        assert told["line"] == course.line
        assert (told["tiles"], told["spaces"]) == (len(course.tiles), length_of(course))
        assert told["hazards"] == hazards_of(course)
        assert told["par"] > 1
        assert 0 <= told["wrecks"] < 1
        assert told["skill"] > 0.25, "a Husky beats Pups more often than by chance"


def test_a_course_is_not_compared_with_itself() -> None:
    figures = shipped_figures()[MILL]
    others = len(shipped_figures()) - 1
    assert {each.among for each in standings(figures, MILL)} == {others}
    assert {each.among for each in standings(figures)} == {others + 1}


def test_standings_count_those_that_have_less_and_more() -> None:
    figures = shipped_figures()[MILL]
    longest = replace(figures, spaces=1000, wrecks=0.0, dents=1e9)
    found = {each.figure: each for each in standings(longest)}
    assert list(found) == list(COMPARED) == list(SENTENCES)
    ships = len(shipped_figures())
    assert (found["length"].below, found["length"].above) == (ships, 0)
    assert str(found["length"]) == f"longer than {ships} of {ships} shipped courses"
    wrecking = sum(each.wrecks > 0 for each in shipped_figures().values())
    assert (found["wrecks"].below, found["wrecks"].above) == (0, wrecking)
    assert str(found["wrecks"]).startswith(f"wrecks fewer sleds than {wrecking} of")
    assert found["dents"].most


def test_what_is_not_known_yet_is_not_compared() -> None:
    early = replace(shipped_figures()[MILL], par=None, skill=None)
    assert {each.figure for each in standings(early)} == set(COMPARED) - {"par", "pace", "skill"}
    assert "fast" not in characters(replace(early, spaces=1000))


@pytest.mark.parametrize("character", CHARACTERS)
def test_every_character_is_that_of_some_shipped_courses_but_not_of_all(character: str) -> None:
    having = [
        line for line, each in shipped_figures().items() if character in characters(each, line)
    ]
    assert 0 < len(having) <= len(shipped_figures()) / 3 + 1


def test_figures_are_those_of_the_certificate() -> None:
    certificate = certify("srs", races=40)
    figures = figures_of(certificate)
    assert (figures.tiles, figures.spaces, figures.hazards) == (3, 15, 0)
    assert figures.par == pytest.approx(certificate.par, abs=0.01)
    assert figures.wrecks == pytest.approx(certificate.wrecks.value, abs=1e-4)
    assert figures.dents == pytest.approx(sum(certificate.dents.values()), abs=1e-3)
    assert figures.par
    assert figures.pace == pytest.approx(15 / figures.par)
