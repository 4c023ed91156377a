"""What the mushers of the ladder are like to race against."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from snowtails import CompiledMusher, Course, Race, SeededDeal
from snowtails.lab.races import races_of
from snowtails.mushers import INSTANT, ask
from snowtails.rules import Move, Phase
from snowtails.rules.notation import Discard, Start
from snowtails.rules.state import DISCARD, WRECKED
from tests.boards import Team, board
from tests.mushers.driven import decided, driven

PUP, YEARLING, HUSKY = INSTANT["pup"], INSTANT["yearling"], INSTANT["husky"]
EAGER, CAREFUL = 0, 1
"""Words of chance by which a Pup is one or the other."""

LAST_LAP = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|.....|...-..-|.....|=|
d|.|.....|......-|.....|=|
e|.|.....|.......|..0..|=|
"""


def turns_of(musher: CompiledMusher, name: str, races: int = 12) -> Iterator[Race]:
    """Yield races of four alike in which a turn has to be played."""
    for seed in range(races):
        for race in driven(Course.load(name), [musher] * 4, seed):
            if race.phase is Phase.TURN:
                yield race


def turn_by(musher: CompiledMusher, race: Race, word: int = 0) -> Move:
    """Return what the turn that a musher would play leads to."""
    turn = race.numbered(decided(musher, race.course, race.state, word))
    return race.preview(str(turn))


def too_fast(race: Race, seen: Move) -> int:
    """Return by how much a sled will be too fast for a bend that it can come to next."""
    space = race.track.spaces[race.track.by_name[seen.end]]
    pace = seen.speed - seen.bonus
    return max(pace - int(space["bend_safety"]), 0) if space["bend_in"] <= pace else 0


@pytest.mark.parametrize("musher", [PUP, YEARLING, HUSKY], ids=lambda musher: musher.name)
def test_nobody_wrecks_a_sled_that_can_be_saved(musher: CompiledMusher) -> None:
    in_danger = 0
    for race in turns_of(musher, "whole-box"):
        wrecks = [outcome.wrecked for outcome in race.reach()]
        in_danger += any(wrecks)
        for word in (EAGER, CAREFUL):
            assert turn_by(musher, race, word).wrecked == all(wrecks), race.line
    assert in_danger > 100


def test_a_pup_moves_on_where_it_can_do_so_unharmed() -> None:
    asked = standing = 0
    for race in turns_of(PUP, "nutcracker"):
        here = race.sleds[race.actor or 0].space
        if any(not out.dents and out.end != here for out in race.reach()):
            asked += 2
            standing += sum(turn_by(PUP, race, word).end == here for word in (EAGER, CAREFUL))
    assert asked > 200
    assert standing < 0.02 * asked


def test_an_eager_pup_comes_too_fast_to_the_bend() -> None:
    eager, careful = (
        np.mean([too_fast(race, turn_by(PUP, race, word)) for race in unbruised("lumberjack")])
        for word in (EAGER, CAREFUL)
    )
    assert eager > 0.1
    assert eager > 5 * careful


def unbruised(name: str) -> Iterator[Race]:
    for race in turns_of(PUP, name):
        if race.sleds[race.actor or 0].dents < 2:
            yield race


def test_a_pup_is_eager_in_one_turn_of_four() -> None:
    race = next(race for race in unbruised("lumberjack") if differs(race))
    turns = [decided(PUP, race.course, race.state, word) for word in range(400)]
    assert turns.count(turns[EAGER]) == 100
    assert turns.count(turns[CAREFUL]) == 300


def differs(race: Race) -> bool:
    return turn_by(PUP, race, EAGER) != turn_by(PUP, race, CAREFUL)


def test_a_bruised_pup_is_careful() -> None:
    bruised = [
        race.copy() for race in turns_of(PUP, "whole-box") if race.sleds[race.actor or 0].dents > 1
    ]
    assert len(bruised) > 100
    assert not any(differs(race) for race in bruised)


def test_each_rung_is_faster_than_the_one_below() -> None:
    course = Course.load("lumberjack")
    turns = {}
    for musher in (PUP, YEARLING, HUSKY):
        results = races_of(course, [musher], 3, range(400))
        turns[musher.name] = results["turns"][results["place"] > 0].mean()
    assert turns["husky"] < turns["yearling"] < turns["pup"]


def test_a_husky_hardly_ever_wrecks() -> None:
    results = races_of(Course.load("whole-box"), [HUSKY] * 4, 3, range(250))
    assert (results["status"][:, :4] == WRECKED).mean() < 0.02


# -- the Husky -------------------------------------------------------------------------------------


def test_a_husky_goes_as_far_past_the_line_as_it_can() -> None:
    race = board(LAST_LAP, Team(hand="12345"))
    chosen = turn_by(HUSKY, race)
    spaces = race.track.spaces
    furthest = max(spaces["rank"][race.track.by_name[outcome.end]] for outcome in race.reach())
    assert chosen.finished
    assert spaces["rank"][race.track.by_name[chosen.end]] // 5 == furthest // 5


def discards(team: Team, owed: int) -> Discard:
    """Return what a Husky gives up on its last lap."""
    race = board(LAST_LAP, team)
    state = race.state
    state[0]["owed"], state[0]["phase"] = owed, DISCARD
    race = Race.from_state(race.course, state)
    chosen = race.numbered(decided(HUSKY, race.course, state, 0))
    assert isinstance(chosen, Discard)
    assert chosen in race.decisions
    return chosen


def test_a_husky_keeps_the_card_that_reaches_the_finish() -> None:
    """Only a five on a dog gets further than two spaces."""
    slow = Team(hand="115", dogs="11", brake=1, dents=3)
    assert discards(slow, 1) == Discard((1,))
    assert 5 not in discards(replace(slow, hand="1125"), 2).values


def test_a_husky_keeps_different_cards_where_it_is_all_the_same() -> None:
    """Whatever is kept wins in the next turn."""
    assert discards(Team(hand="3344", dogs="55", brake=1, dents=3), 2) == Discard((3, 4))


@pytest.mark.parametrize("taken", [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), (5, 4, 3, 2)])
@pytest.mark.parametrize("musher", INSTANT.values(), ids=lambda musher: musher.name)
def test_whoever_chooses_late_takes_what_is_left(
    musher: CompiledMusher, taken: tuple[int, ...]
) -> None:
    race = Race(Course.load("sauna-sprint"), 5, deal=SeededDeal(1), choosing=range(5))
    for number in taken:
        race.play(Start(number))
    for seed in range(20):
        chosen = ask(musher, race.view(race.actor), np.random.default_rng(seed))
        assert chosen in race.decisions


def test_a_yearling_starts_as_far_inside_as_possible() -> None:
    race = Race(Course.load("sauna-sprint"), 3, deal=SeededDeal(1), choosing=range(3))
    starts = []
    while race.phase is Phase.START:
        starts.append(ask(YEARLING, race.view(race.actor), np.random.default_rng(1)))
        race.play(starts[-1])
    assert starts == [Start(1), Start(2), Start(3)]


def test_a_husky_saves_a_sled_that_is_all_but_lost() -> None:
    """With four dents and one card on the start, no outcome looks good; some are no wreck."""
    race = Race(Course.load("midnight-mail"), 1, deal=SeededDeal(1))
    race.play("@1")
    state = race.state
    sled = state[0]
    sled["hand"][0], sled["deck"][0], sled["dents"][0] = (0, 1, 0, 0, 0), (4, 3, 4, 4, 4), 4
    sled["left"][0] = sled["right"][0] = sled["brake"][0] = 1
    in_danger = Race.from_state(race.course, state)
    outcomes = in_danger.reach()
    assert any(outcome.wrecked for outcome in outcomes)
    assert not all(outcome.wrecked for outcome in outcomes)
    assert not turn_by(HUSKY, in_danger).wrecked
