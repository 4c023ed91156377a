"""The scenes of Learn: worked out by the engine, whole, and told in words."""

import json
import re
from itertools import pairwise
from typing import Any

import pytest

from scripts.learn_scenes import DONE, SCENES, SEED, WRITTEN, Step, play, scenes, verdict
from snowtails import Course, Race
from snowtails.server.wire.positions import YOU
from tests.web.catalogues import WEB, words

STEPS = [
    pytest.param(scene, step, id=f"{scene}-{number}")
    for scene, steps in SCENES.items()
    for number, step in enumerate(steps)
]


def turns(step: Step) -> list[str]:
    return [str(move.turn) for move in Race.parse(step.position, seed=SEED).reach()]


def test_scenes_are_what_the_engine_says_now() -> None:
    assert WRITTEN.read_text("utf-8") == scenes(), "run python -m scripts.learn_scenes"


@pytest.mark.parametrize(("scene", "step"), STEPS)
def test_a_scene_can_be_done_and_can_be_missed(scene: str, step: Step) -> None:
    found = {verdict(step, turn) for turn in turns(step)}
    assert DONE in found, scene
    assert len(found) > 1, scene


@pytest.mark.parametrize("scene", SCENES)
def test_a_scene_goes_on_where_its_step_before_ended(scene: str) -> None:
    for before, after in pairwise(SCENES[scene]):
        own = Race.parse(after.position).sleds[YOU]
        ends = [play(before, turn)[0].sleds[YOU] for turn in turns(before)]
        same = [
            each
            for each in ends
            if (each.space, each.left, each.right, each.brake)
            == (own.space, own.left, own.right, own.brake)
        ]
        assert same or scene == "bumps", "only the bumps begin anew"


def test_the_file_has_an_outcome_for_everything_in_reach() -> None:
    written: list[dict[str, Any]] = json.loads(WRITTEN.read_text("utf-8"))
    assert [scene["name"] for scene in written] == list(SCENES)
    for scene in written:
        for step in scene["steps"]:
            offered = [move["turn"] for move in step["view"]["choices"]["moves"]]
            assert list(step["outcomes"]) == offered
            assert step["view"]["options"]["course"]["line"] == scene["course"]


@pytest.mark.clause("DENT-1")
def test_the_line_teaches_that_only_speed_over_it_costs() -> None:
    [step] = SCENES["line"]
    for turn in turns(step):
        _, (move, *_) = play(step, turn)
        crossed = any(space.startswith("2") for space in move.path)
        assert verdict(step, turn) == (
            "short" if not crossed else DONE if move.speed <= 4 else "fast"
        )


@pytest.mark.clause("END-1")
def test_the_finish_teaches_that_the_furthest_of_the_round_wins() -> None:
    [step] = SCENES["finish"]
    for turn in turns(step):
        race, (move, reply) = play(step, turn)
        first = race.sleds[YOU].place == 1
        if move.finished:
            assert first == (
                race.track.spaces["rank"][race.track.find(move.end)]
                > race.track.spaces["rank"][race.track.find(reply.end)]
            )
            assert verdict(step, turn) == (DONE if first else "caught")


def test_proposed_races_are_on_courses_that_ship_and_as_long_as_they_say() -> None:
    source = (WEB / "home" / "race-choice.js").read_text("utf-8")
    most = {"short": 6, "medium": 9, "long": 99}
    found = re.findall(r'length: "(\w+)", course: "([\w-]+)"', source)
    assert len(found) > len(SCENES)
    for length, name in found:
        assert len(Course.load(name).tiles) <= most[length], name


@pytest.mark.parametrize(("scene", "step"), STEPS)
def test_all_that_a_step_teaches_is_told(scene: str, step: Step) -> None:
    number = SCENES[scene].index(step)
    told = {key for key in words("en") if key.startswith(f"learn.{scene}.{number}.")}
    taught = {f"learn.{scene}.{number}.{verdict(step, turn)}" for turn in turns(step)}
    assert told == {f"learn.{scene}.{number}.goal", *taught}
