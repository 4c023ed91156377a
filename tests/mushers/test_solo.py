"""The Lone Wolf plays the solo game well, and knows no more than the player."""

import numpy as np
import pytest

from snowtails import Course, SeededDeal, SoloGame, SoloRace
from snowtails.mushers.solo import SoloMusher
from snowtails.rules import Phase

COURSE = Course.load("lone-wolf")
WOLF = SoloMusher(tries=24)


def played(seed: int, *, opponents: bool = False) -> SoloRace:
    """Return a round that the Lone Wolf has played to its end."""
    race, rng = (
        SoloRace(COURSE, opponents=opponents, deal=SeededDeal(seed)),
        np.random.default_rng(1),
    )
    while race.phase is not Phase.OVER:
        decision = WOLF.decide(race, rng)
        assert decision in race.decisions
        race.play(decision)
    return race


def test_it_reaches_a_victory() -> None:
    game = SoloGame()
    for seed in range(3):
        game = game.after(played(seed))
    assert game.grade is not None
    assert game.grade.victory is not None


def test_it_plays_against_opponents() -> None:
    assert played(5, opponents=True).score().total > 0


def test_the_same_position_and_chance_give_the_same_decision() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(3))
    decisions = {str(WOLF.decide(race, np.random.default_rng(7))) for _ in range(3)}
    assert len(decisions) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_it_does_not_know_the_order_of_the_stack(seed: int) -> None:
    """Two rounds that differ only in the cards still to come are decided alike."""
    one = SoloRace(COURSE, deal=SeededDeal(seed))
    other = SoloRace(COURSE, deal=SeededDeal(99), drawn=one.dealt)
    for _ in range(2):
        decision = WOLF.decide(one, np.random.default_rng(7))
        assert WOLF.decide(other, np.random.default_rng(7)) == decision
        one.play(decision)
        other.play(decision, drawn=one.log[-1].drawn)
