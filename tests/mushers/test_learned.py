"""The driver that learned traffic: what it is told, what it makes of it, and searching by it."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest

from snowtails import Budget, Course, Race, SeededDeal
from snowtails.mushers import INSTANT, ask
from snowtails.mushers import learned as learning
from snowtails.mushers.learned import (
    NETWORK,
    judge,
    learned,
    learned_turn,
    promising,
    try_learned,
)
from snowtails.mushers.solver import solve
from snowtails.mushers.togo import TOGO
from snowtails.mushers.traffic import LANES_TO_IT, THERE, TOLD, Told, tell
from snowtails.rules import Phase
from snowtails.rules.state import MOST_SLEDS, State
from tests.boards import Team, board
from tests.mushers.driven import driven
from tests.mushers.test_two_worlds import dealt_anew

SHORT = replace(TOGO, budget=Budget(playouts=48))

SIDE_BY_SIDE = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|.0...|...-..-|.....|=|
d|.|.1...|......-|.....|=|
e|.|.....|.......|.....|=|
"""

ALONE = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|.0...|...-..-|.....|=|
d|.|.....|......-|.....|=|
e|.|.....|.......|.....|=|
"""


def turns(name: str, count: int, sleds: int = 4) -> Iterator[Race]:
    """Yield some positions of races of Huskies in which a turn is to be played."""
    races = (
        race.copy()
        for number in range(count)
        for race in driven(Course.load(name), [INSTANT["husky"]] * sleds, number)
        if race.phase is Phase.TURN
    )
    return islice(races, 0, 7 * count, 7)


def told_of(race: Race, state: State) -> Told:
    """Return what is told, and judged, of the turns in question."""
    values, track = solve(race.course).values, race.track.spaces
    outcomes, to_go = promising(state, track, values)
    told = np.zeros(len(outcomes), TOLD)
    tell(state, track, values, outcomes, to_go, told)
    judge(learned(), told)
    return told


def test_all_that_it_decides_is_legal_and_comes_out_the_same_again() -> None:
    for name, sleds in (("sauna-sprint", 5), ("troll-bridge", 2)):
        race = Race(Course.load(name), sleds, deal=SeededDeal(3))
        while (sled := race.actor) is not None:
            first, again = (ask(SHORT, race.view(sled), seed=7) for _ in range(2))
            assert first == again
            race.play(first)
        assert race.phase is Phase.OVER


def test_nothing_hidden_is_told() -> None:
    rng = np.random.default_rng(2)
    for race in turns("whole-box", 20, 5):
        other, seen = dealt_anew(race, rng), race.view(race.actor).state
        assert told_of(race, race.state).tobytes() == told_of(race, other).tobytes()
        assert told_of(race, race.state).tobytes() == told_of(race, seen).tobytes()


def test_what_it_decides_depends_on_nothing_hidden() -> None:
    rng = np.random.default_rng(4)
    for race in turns("hobbits-breakfast", 8):
        view = race.view(race.actor)
        other = view.deal(rng)
        assert ask(SHORT, other.view(race.actor), seed=5) == ask(SHORT, view, seed=5), race.line


def test_figures_are_small_numbers() -> None:
    for race in turns("whole-box", 30, 5):
        told = told_of(race, race.state)
        for name in ("own", "rival", "between", "logit"):
            assert np.isfinite(told[name]).all()
            assert abs(told[name]).max() < 20
        assert told["rivals"][0] == sum(told[0]["rival"][:, THERE])


def test_traffic_is_heeded() -> None:
    race = board(SIDE_BY_SIDE, Team(hand="12345"), Team(hand="12345"))
    free, state = told_of(race, race.state), race.state
    state[0]["space"][1] = race.track.find("1b2")
    beside = told_of(race, state)
    lanes = [each["between"][:, 0, LANES_TO_IT] for each in (free, beside)]
    assert (lanes[0] != lanes[1]).any()
    assert (free["logit"] - free["by_turns"] != beside["logit"] - beside["by_turns"]).any()


def test_alone_on_the_track_the_fewest_turns_are_best() -> None:
    race = board(ALONE, Team(hand="12345"))
    told = told_of(race, race.state)
    assert (told["logit"] == told["by_turns"]).all()
    values, track = solve(race.course).values, race.track.spaces
    outcomes, to_go = promising(race.state, track, values)
    turn, _ = learned_turn(race.state, track, values, learned())
    assert len(outcomes) > 1
    assert (np.diff(to_go) >= 0).all()
    assert turn == outcomes[0]["turn"]


def test_a_wreck_that_cannot_be_avoided_is_decided_all_the_same() -> None:
    race = board(ALONE, Team(hand="55", dogs="55", brake=1, dents=4))
    assert all(move.wrecked for move in race.reach().moves)
    assert ask(SHORT, race.view(0), seed=1) in race.decisions


def test_a_network_of_nothing_says_what_turns_to_go_say() -> None:
    race = next(turns("nutcracker", 1))
    told = told_of(race, race.state)
    judge(np.zeros(1, NETWORK), told)
    assert (told["logit"] == told["by_turns"]).all()
    assert len(told["rival"][0]) == MOST_SLEDS - 1


def test_a_search_that_is_cancelled_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def counted(*arguments: Any) -> None:
        tried.append(1)
        try_learned(*arguments)

    monkeypatch.setattr(learning, "try_learned", counted)
    cancel = threading.Event()
    endless = replace(TOGO, budget=Budget(playouts=10**12), cancel=cancel)
    race = next(turns("whole-box", 1))
    cancel.set()
    assert ask(endless, race.view(race.actor), seed=1) in race.decisions
    assert len(tried) == 1, "a few races in thought, of which each takes less than a millisecond"
