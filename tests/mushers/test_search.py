"""Search: what is tried, in which worlds, and what is decided by it."""

import threading
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from snowtails import Budget, Course, Race, Refused, SearchMusher, SeededDeal
from snowtails.mushers import INSTANT, ask, search
from snowtails.mushers.playouts import field_of, prospects, strengths_of
from snowtails.mushers.quick import quick
from snowtails.mushers.solver import solve
from snowtails.mushers.worlds import deal_world, known_world, worlds_of
from snowtails.rules import Phase
from snowtails.rules.cards import cards_missing
from snowtails.rules.state import FINISHED, WRECKED
from tests.boards import Team, board
from tests.mushers.driven import driven

HUSKY = INSTANT["husky"]
SHORT = Budget(playouts=48)
SEARCHER = SearchMusher("searcher", SHORT, 50)

LAST_LAP = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|.....|...-..-|.....|=|
d|.|.....|......-|.....|=|
e|.|.....|.......|..0..|=|
"""

TWO_ALIKE = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|....0|...-..-|.....|=|
d|.|..1..|......-|.....|=|
e|.|.....|.......|.....|=|
"""

INTO_THE_BEND = """
  0 1     2<4     3     4
a|.|.....|.-.-.--|.....|=|
b|.|.....|..-.-.-|.....|=|
c|.|....0|...-..-|.....|=|
d|.|.....|......-|.....|=|
e|.|.....|.......|.....|=|
"""


def positions(name: str, count: int, sleds: int = 4, seed: int = 1) -> Iterator[Race]:
    """Yield some positions of races of Huskies in which somebody has to decide."""
    found = (
        race.copy()
        for number in range(seed, seed + count)
        for race in driven(Course.load(name), [HUSKY] * sleds, number)
    )
    return islice(found, 0, 7 * count, 7)


# -- deciding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sleds"), [("sauna-sprint", 5), ("whole-box", 2)])
def test_all_that_it_decides_is_legal(name: str, sleds: int) -> None:
    race, rng = Race(Course.load(name), sleds, deal=SeededDeal(3)), np.random.default_rng(1)
    phases = set()
    while (sled := race.actor) is not None:
        phases.add(race.phase)
        race.play(ask(SEARCHER if sled < 2 else HUSKY, race.view(sled), rng))
    assert {Phase.START, Phase.TURN} <= phases


def test_discards_are_searched() -> None:
    race = next(race for race in positions("whole-box", 60, 5) if race.phase is Phase.DISCARD)
    tried = search(race.view(race.actor), SHORT, 1)
    assert {each.decision for each in tried} == set(race.decisions)


def test_start_spaces_are_searched() -> None:
    race = Race("nutcracker", 3, seed=1)
    tried = search(race.view(race.actor), SHORT, 1)
    assert {each.decision for each in tried} == set(race.decisions)


def test_a_seed_and_a_number_of_playouts_decide_the_same_again() -> None:
    for race in positions("troll-bridge", 6):
        view = race.view(race.actor)
        assert search(view, Budget(playouts=100), 7) == search(view, Budget(playouts=100), 7)


def test_more_playouts_are_tried_in_more_worlds() -> None:
    race = next(race for race in positions("troll-bridge", 3) if race.phase is Phase.TURN)
    few, many = (search(race.view(race.actor), Budget(playouts=n), 7) for n in (50, 500))
    assert sum(each.worlds for each in few) < 100
    assert 450 < sum(each.worlds for each in many) < 550
    assert many[0].worlds == max(each.worlds for each in many), "the best is known best"


def test_what_it_decides_depends_on_nothing_hidden() -> None:
    rng = np.random.default_rng(4)
    changed = 0
    for race in positions("hobbits-breakfast", 12):
        view = race.view(race.actor)
        other = view.deal(rng)
        changed += other.state.tobytes() != race.state.tobytes()
        assert search(other.view(race.actor), SHORT, 5) == search(view, SHORT, 5), race.line
    assert changed > 5


def test_with_open_hands_it_depends_on_them() -> None:
    rng = np.random.default_rng(4)
    assert any(
        search(race.view(race.actor).deal(rng), SHORT, 5) != search(race, SHORT, 5)
        for race in positions("hobbits-breakfast", 12)
    )


def test_a_search_that_is_cancelled_ends_with_what_it_knows() -> None:
    race = next(race for race in positions("troll-bridge", 3) if race.phase is Phase.TURN)
    cancel = threading.Event()
    endless = Budget(playouts=10**12)
    threading.Timer(0.05, cancel.set).start()
    assert search(race.view(race.actor), endless, 1, cancel)[0].decision in race.decisions
    again = search(race.view(race.actor), endless, 1, cancel)
    assert max(each.worlds for each in again) == max(16 // len(again), 1), "one look at the clock"


def test_whoever_waits_is_answered_by_the_clock() -> None:
    cancel = threading.Event()
    hurried = SearchMusher("togo", Budget(playouts=10**12), 5).hurried(cancel)
    assert hurried.budget == Budget(playouts=10**12, milliseconds=5)
    assert hurried.cancel is cancel
    race = Race("nutcracker", 2, seed=1)
    assert ask(hurried, race.view(race.actor), seed=1) in race.decisions


@pytest.mark.parametrize("wrong", [{}, {"playouts": 0}, {"milliseconds": -1}])
def test_a_budget_is_more_than_nothing(wrong: dict[str, int]) -> None:
    with pytest.raises(Refused, match="a budget is some playouts, some milliseconds or both"):
        Budget(**wrong)


def test_a_searcher_says_what_it_was_asked_in_the_wrong_phase() -> None:
    race = Race("nutcracker", 2, seed=1)
    with pytest.raises(Refused, match="searcher is asked for a turn in phase start: use ask"):
        SEARCHER.choose(race.view(race.actor), (), np.random.default_rng(1))


def test_only_who_decides_can_search() -> None:
    race = Race("nutcracker", 2, seed=1)
    with pytest.raises(Refused, match="nothing to decide here, or not for this seat"):
        search(race.view(1 - (race.actor or 0)), SHORT, 1)
    over = board(LAST_LAP, Team(hand="12345"))
    while over.actor is not None:
        over.play(over.decisions[-1])
    with pytest.raises(Refused, match="nothing to decide"):
        search(over, SHORT, 1)


# -- what is tried ---------------------------------------------------------------------------------


def test_nobody_tries_a_wreck_that_can_be_avoided() -> None:
    race = board(INTO_THE_BEND, Team(hand="12345", dents=4))
    wrecks = {str(move.turn): move.wrecked for move in race.reach().moves}
    assert set(wrecks.values()) == {True, False}
    tried = search(race.view(0), SHORT, 1)
    assert not any(race.preview(str(each.decision)).wrecked for each in tried)


def test_a_wreck_that_cannot_be_avoided_is_decided_all_the_same() -> None:
    race = board(INTO_THE_BEND, Team(hand="55", dogs="55", brake=1, dents=4))
    assert all(move.wrecked for move in race.reach().moves)
    (tried,) = search(race.view(0), SHORT, 1)
    assert tried.decision in race.decisions
    assert (tried.win, tried.place) == (0, 1), "alone, and wrecked"
    assert tried.worlds > 0


def test_each_outcome_is_tried_once() -> None:
    race = board(LAST_LAP, Team(hand="12345"))
    tried = search(race.view(0), SHORT, 1)
    assert len({str(each.decision) for each in tried}) == len(tried) > 1


def test_a_win_is_taken() -> None:
    race = board(LAST_LAP, Team(hand="12345"))
    best = race.preview(str(search(race.view(0), SHORT, 1)[0].decision))
    assert best.finished


def test_the_quick_policy_decides_legally_and_mostly_like_a_husky() -> None:
    alike = asked = 0
    for race in positions("whole-box", 40):
        if race.phase is not Phase.TURN:
            continue
        values, spaces = solve(race.course).values, race.track.spaces
        turn = race.numbered(int(quick(race.state, spaces, values)))
        assert turn in race.decisions
        other = race.numbered(int(HUSKY.policy(race.state, spaces, values, np.uint64(0))))
        alike += race.preview(str(turn)).end == race.preview(str(other)).end
        asked += 1
    assert asked > 20
    assert alike > 0.7 * asked


# -- how good it stands ----------------------------------------------------------------------------


def test_who_won_has_won_and_who_is_wrecked_stands_worst() -> None:
    race = next(positions("nutcracker", 1, 3))
    state = race.state
    r = state[0]
    r["status"][:3] = FINISHED, FINISHED, WRECKED
    r["place"][:3] = 2, 1, 0
    strengths = strengths_of(state, race.track.spaces, solve(race.course).values)
    won, second, wrecked = (prospects(state, strengths, sled) for sled in (1, 0, 2))
    assert won[1:] == (1.0, 1.0)
    assert second[1:] == (0.0, 2.0)
    assert wrecked[1:] == (0.0, 3.0)
    assert won[0] > second[0] > wrecked[0]


def test_the_chances_of_all_come_to_one_and_their_places_to_all_places() -> None:
    for race in positions("whole-box", 12):
        if race.phase is Phase.TURN:
            strengths = strengths_of(race.state, race.track.spaces, solve(race.course).values)
            found = [prospects(race.state, strengths, sled) for sled in range(4)]
            if not any(sled.status == "wrecked" for sled in race.sleds):
                assert sum(won for _, won, _ in found) == pytest.approx(1.0)
                assert sum(place for _, _, place in found) == pytest.approx(10.0)


def test_fewer_turns_to_go_and_a_place_in_front_are_strength() -> None:
    race = board(TWO_ALIKE, Team(hand="12345"), Team(hand="12345"))
    ahead, behind = strengths_of(race.state, race.track.spaces, solve(race.course).values)
    assert ahead > behind


# -- worlds ----------------------------------------------------------------------------------------


def test_worlds_are_those_of_the_ledgers() -> None:
    many = 0
    for race in positions("whole-box", 30, 5):
        view = race.view(race.actor)
        worlds = worlds_of(view)
        for sled, ledger in enumerate(view.ledgers):
            if sled == view.seat:
                assert worlds[sled]["count"] == 0
                continue
            counts, chances = ledger.worlds
            hands = np.array(ledger.held) + counts - np.array(ledger.given)
            known = dict(zip(map(tuple, hands.tolist()), chances.tolist(), strict=True))
            found, count = worlds[sled], int(worlds[sled]["count"])
            odds = np.diff(found["odds"][:count], prepend=0.0)
            dealt = dict(
                zip(map(tuple, found["hand"][:count].tolist()), odds.tolist(), strict=True)
            )
            assert dealt == pytest.approx(known)
            many += len(known) > 50
    assert many > 10


def test_a_dealt_world_has_all_cards_and_the_own_ones() -> None:
    for race in positions("whole-box", 10, 5):
        view = race.view(race.actor)
        worlds = worlds_of(view)
        hands = set()
        for number in range(20):
            dealt = deal_world(view.state, worlds, np.uint64(3), number)
            assert dealt[0]["hand"][view.seat].tolist() == race.state[0]["hand"][view.seat].tolist()
            assert not any(cards_missing(dealt, sled) for sled in range(5))
            hands.add(dealt[0]["hand"].tobytes())
        assert len(hands) > 10 or race.phase is Phase.START


def test_nothing_is_dealt_anew_where_all_is_known() -> None:
    race = next(positions("nutcracker", 1))
    dealt = deal_world(race.state, known_world(), np.uint64(3), 1)
    assert dealt.tobytes() == race.state.tobytes()


def test_a_field_has_no_two_turns_of_one_outcome() -> None:
    for race in positions("lumberjack", 12):
        if race.phase is Phase.TURN:
            field = field_of(race.state, race.track.spaces, solve(race.course).values)
            assert 1 <= len(field) <= 12
            assert len(set(field.tolist())) == len(field)
