"""Reach: all that walking every legal turn through `preview` would find, and nothing else."""

import pytest
from hypothesis import given, settings

from snowtails.rules import Move, Race, Status
from tests.boards import Team, board
from tests.rules.positions import random_position
from tests.rules.random_races import races


def key(found: Move) -> tuple[object, ...]:
    """Return what tells moves apart: cards, bonus, end, what stopped it, saplings hit."""
    cards = (found.turn.value, found.turn.places, found.bonus)
    return (*cards, found.end, found.stop, tuple(sorted(found.saplings)))


def walk(race: Race, sled: int) -> dict[tuple[object, ...], Move]:
    """Preview every legal turn in order; keep the first that leads to each move."""
    found: dict[tuple[object, ...], Move] = {}
    for turn in race.turns_of(sled):
        move = race.preview(turn, sled)
        found.setdefault(key(move), move)
    return found


def price(found: Move) -> tuple[int, ...]:
    """Return what a move costs: the sled, then dents, the refill, the bonus, cards."""
    dents = sum(dent.count for dent in found.dents)
    cards = len(found.turn.places)
    return found.wrecked, dents, found.stop == "sled", found.bonus > 0, cards


def assert_reach_is_complete(race: Race, sled: int) -> None:
    reach = race.reach(sled)
    expected = walk(race, sled)
    found = {key(move): move for move in reach}
    assert len(found) == len(reach) == len(reach.rows), "a move is told twice"
    assert found == expected
    assert list(map(price, reach)) == sorted(map(price, reach))
    assert [tuple(move.price) for move in reach] == list(map(price, reach))
    rows = reach.rows["turn"].tolist()
    places = [(*price(move), rows.index(move.turn.number)) for move in reach]
    assert places == sorted(places), "what costs the same is in the order of rows"
    for space, ways in reach.by_space.items():
        there = [move for move in expected.values() if move.end == space]
        assert sorted(map(str, ways)) == sorted(map(str, there))
        assert price(ways[0]) == min(map(price, there))
        assert reach.cheapest[space] == ways[0]
    assert reach.by_space.keys() == {move.end for move in expected.values()}


@settings(max_examples=40)
@given(races)
def test_reach_is_what_all_legal_turns_lead_to(race: Race) -> None:
    for number, sled in enumerate(race.sleds):
        if sled.space is not None and race.round > 0:
            assert_reach_is_complete(race, number)


@pytest.mark.parametrize("chunk", range(8))
def test_reach_is_complete_whatever_the_position(chunk: int) -> None:
    for seed in range(chunk * 25, chunk * 25 + 25):
        race = random_position(seed)
        for sled in range(len(race.sleds)):
            assert_reach_is_complete(race, sled)


GROVE = """
      0 1     2<4     3
    a|.|.....|.-.-.--|=|
    b|.|..t..|..-.-.-|=|
    c|.|.0...|1..-..-|=|
    d|.|..t..|......-|=|
    e|.|.....|.......|=|
"""


def outcomes(race: Race, places: str, sled: int | None = None) -> list[str]:
    """Tell the outcomes of the cards that go to some places, in short."""
    return sorted(
        f"{found.turn} {found.end} {found.dent_count}"
        + (f" {found.stop}" if found.stop else "")
        + (" wrecked" if found.wrecked else "")
        + (" finished" if found.finished else "")
        for found in race.reach(sled)
        if found.turn.places == places
    )


def test_each_outcome_has_the_first_turn_that_leads_to_it() -> None:
    race = board(GROVE, Team("3", "24"))
    assert outcomes(race, "B") == ["3B:>>^ 1e5 1", "3B:^>> 1e5 0"]
    hit = next(found for found in race.reach() if str(found.turn) == "3B:>>^")
    assert hit.saplings == ("1d3",)


def test_the_cheapest_turn_to_a_space_has_the_fewest_dents_then_cards() -> None:
    race = board(GROVE, Team("33", "24"))
    best = race.reach().cheapest["1e5"]
    assert (str(best.turn), best.dents) == ("3B:^>>", ())
    race = board(GROVE, Team("333"))
    best = race.reach().cheapest["1c5"]
    assert (str(best.turn), best.stop) == ("3L", None)  # 3LR and 3LRB lead there too, 3L+ collides


def test_saplings_side_and_sleds_are_outcomes_too() -> None:
    race = board(GROVE, Team("4", dents=4))
    assert outcomes(race, "L") == ["4L:<^^^ 1b3 1 wrecked", "4L:^<^^ 2b1 0"]
    race = board(GROVE, Team("4"))
    assert outcomes(race, "L") == ["4L:<^^^ 2b1 1", "4L:^<^^ 2b1 0"]
    race = board(GROVE, Team("2"))
    assert outcomes(race, "B") == ["2B 1c5 0 sled", "2B+ 1c5 0 sled"]


def test_reach_works_for_a_sled_that_is_not_to_move() -> None:
    race = board(GROVE, Team("3"), Team("34", "44", dents=2))
    assert race.actor == 0
    assert outcomes(race, "B", 1) == [
        "3B 3c1 0 finished",
        "3B+ 4c1 0 finished",
        "4B 2c5 0",
        "4B+ 3c1 0 finished",
    ]


def test_a_wreck_is_not_finished_and_mercy_is_told() -> None:
    drawing = """
          0 1     2>>3          3
        a|.|.....|.............|=|
        b|.|.....|......-.....-|=|
        c|.|.....|...-..-..-..-|=|
        d|.|.....|..-.-.-.-.-.-|=|
        e|.|....0|.-.--.-.--.--|=|
        """
    race = board(drawing, Team("13", "44", dents=4), round=1)
    assert outcomes(race, "B") == ["1B 4e1 0 finished", "3B 2e5 1 wrecked"]


def test_a_space_that_is_not_in_reach_comes_with_those_that_are() -> None:
    reach = board(GROVE, Team("3"), Team("3")).reach()
    for found in (reach.cheapest, reach.by_space):
        assert "9z9" not in found
        with pytest.raises(
            KeyError, match=rf"9z9 is not in reach; in reach are {next(iter(found))}"
        ):
            found["9z9"]


def test_sleds_off_the_track_reach_nothing() -> None:
    race = board(GROVE, Team("3"), Team("3"), Team(status="w0"), Team(status="f1"))
    for sled in (2, 3):
        with pytest.raises(ValueError, match=f"sled {sled} is not on the track"):
            race.reach(sled)
    for sled in (4, -1):
        with pytest.raises(ValueError, match=f"no sled {sled}"):
            race.reach(sled)
    assert race.sleds[3].status is Status.FINISHED
