"""Rides of a Husky alone, and the line that it rides."""

from itertools import pairwise

import numpy as np
import pytest

from snowtails import Course, Race, SeededDeal
from snowtails.lab.ride import ride
from snowtails.mushers import LADDER, ask
from snowtails.rules import Phase

COURSE = Course.load("nutcracker")


def test_the_same_seed_gives_the_same_rides() -> None:
    one, two, other = ride(COURSE, 50, 3), ride(COURSE, 50, 3), ride(COURSE, 50, 4)
    assert one.turns.tolist() == two.turns.tolist()
    assert (one.steps == two.steps).all()
    assert one.turns.tolist() != other.turns.tolist()


def test_a_ride_is_a_race_of_one() -> None:
    rides = ride(COURSE, 8, 5)
    for number, turns in enumerate(rides.turns):
        race = Race(COURSE, 1, deal=SeededDeal(5, number))
        taken = 0
        while race.phase is not Phase.OVER:
            taken += race.phase is Phase.TURN
            race.play(ask(LADDER["husky"], race.view(0), np.random.default_rng(0)))
        assert taken == turns


def test_every_ride_begins_on_a_start_space() -> None:
    rides = ride(COURSE, 200)
    assert rides.steps[list(COURSE.track.starts)].sum() == 200
    assert rides.mean == pytest.approx(rides.turns[rides.turns > 0].mean())


@pytest.mark.parametrize("name", ["nutcracker", "whole-box", "frozen-river"])
def test_the_racing_line_leads_from_the_start_to_the_finish(name: str) -> None:
    track = Course.load(name).track
    line = [track.by_name[space] for space in ride(Course.load(name), 300).line]
    assert line[0] in track.starts
    assert track.spaces["past"][line[-1]]
    for here, there in pairwise(line):
        assert there in track.steps[here]
        assert track.spaces["free"][there]
