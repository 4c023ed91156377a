"""Show that the naive twin plays the rulebook's own examples and whole races soundly."""

import random
from itertools import pairwise
from typing import Any

import pytest

from tests.naive import FACES, NaiveRace, Space, routes

LONG = ["straight", "straight", "straight", "corner-left", "straight"]
WINDING = ["straight", "corner-left", "chasm", "u-turn-right", "saplings", "snowdrift-left"]


def course(*tiles: str, flag: str = "right", **more: Any) -> dict[str, Any]:
    return {"tiles": list(tiles), "flag": flag, "maps": {}, "limits": {}, **more}


def lowest(sled: int, deck: list[int]) -> int:
    return next(value for value, count in enumerate(deck, start=1) if count)


def at(name: str) -> Space:
    """Read a space's name.

    >>> at("12c3") == Space(12, 2, 3)
    True
    """
    lane = next(letter for letter in "abcde" if letter in name)
    tile, number = name.split(lane)
    return Space(int(tile), "abcde".index(lane), int(number))


def scene(laid: dict[str, Any], *spaces: str, **mover: Any) -> NaiveRace:
    """Set up the second round with sleds on these spaces, the first of them about to move."""
    race = NaiveRace(laid, len(spaces), range(len(spaces)), lowest)
    for number in range(1, len(spaces) + 1):
        race.play(f"@{number}")
    for sled, space in zip(race.sleds, spaces, strict=True):
        sled.space = at(space)
        sled.moved = sled.index > 0
    for name, value in mover.items():
        assert hasattr(race.sleds[0], name)
        setattr(race.sleds[0], name, value)
    race.round = 2
    race.begin_turn(race.sleds[0])
    return race


def outcome(race: NaiveRace, turn: str) -> dict[str, Any]:
    """Play the turn, discarding the first choice if need be, and return its event."""
    race.play(turn)
    if race.phase == "discard":
        race.play(race.legal()[0])
    return race.events[0]


def no_dents(**dents: int) -> dict[str, int]:
    return {"speeding": 0, "saplings": 0, "side": 0, "no_cards": 0, **dents}


# The worked examples


def test_ex_1_two_drifts_over_a_line_at_safe_speed() -> None:
    race = scene(course(*LONG), "3c4", right=4, hand=[2, 1, 1, 1, 1])
    event = outcome(race, "2L:>^>")
    assert (event["speed"], event["drift"], event["dents"]) == (3, 2, no_dents())
    assert event["path"] == ["3d5", "4d1", "4e2"]


def test_ex_2_second_with_two_twos_and_brake_takes_the_bonus() -> None:
    race = scene(course(*LONG), "1c1", "2c1", hand=[2, 2, 2])
    event = outcome(race, "2LRB+")
    assert (event["speed"], event["drift"], event["bonus"]) == (4, 0, 2)
    assert event["to"] == "1c5"


def test_ex_3_one_point_over_the_line_is_one_dent() -> None:
    race = scene(course(*LONG), "3c4", right=5, hand=[4, 4, 1, 1, 1])
    event = outcome(race, "4LB:^^>^^")
    assert (event["speed"], event["drift"], event["dents"]) == (5, 1, no_dents(speeding=1))


def test_ex_4_brake_slows_but_does_not_change_the_drift() -> None:
    event = outcome(scene(course(*LONG), "1a1", right=5, hand=[5]), "5B:>>^")
    assert (event["speed"], event["drift"], event["to"]) == (3, 2, "1c4")


def test_ex_5_drift_in_a_corner() -> None:
    event = outcome(scene(course(*LONG), "4a1", right=5, hand=[2]), "2B:>>^^^^")
    assert (event["speed"], event["drift"]) == (6, 2)
    # The front line 1/3 of lane a lies in 4b2, whose own front 2/4 lies in 4c3.
    assert event["path"] == ["4b2", "4c3", "4c4", "4c5", "5c1", "5c2"]


def test_ex_6_two_points_over_the_line_are_two_dents() -> None:
    laid = course("straight", "u-turn-right")
    event = outcome(scene(laid, "1c3", left=4, right=4, hand=[3]), "3B")
    assert (event["speed"], event["dents"]) == (5, no_dents(speeding=2))


def test_ex_7_ten_routes_for_speed_five_and_drift_two() -> None:
    race = scene(course(*LONG), "1e1", left=5, right=3, hand=[3])
    assert "3B:<^<^^" in race.legal()
    assert len([turn for turn in race.legal() if turn.startswith("3B:")]) == 10
    assert len(set(routes(5, -2))) == 10


def test_ex_8_printed_mat_gives_speed_three_and_no_bonus_yet() -> None:
    race = NaiveRace(course(*LONG), 1, [0], lambda sled, deck: 3 if deck[2] else lowest(sled, deck))
    race.play("@1")
    assert "3B" in race.legal()
    assert not [turn for turn in race.legal() if "+" in turn]
    race.play("3B")
    assert (race.events[0]["speed"], race.events[0]["drift"]) == (3, 0)
    assert "3B+" in race.legal()


def test_ex_11_level_on_a_straight_the_next_curves_inside_is_ahead() -> None:
    race = scene(course(*LONG), "1d3", "1b3", "2c1")
    assert [race.position(sled) for sled in range(3)] == [3, 2, 1]


def test_ex_12_level_in_a_curve_the_inside_lane_is_ahead() -> None:
    race = scene(course("straight", "corner-left"), "2e7", "2a3", "2b3")
    assert [race.position(sled) for sled in range(3)] == [2, 1, 3]


def test_ex_13_third_drift_meets_the_side() -> None:
    race = scene(course(*LONG), "1c1", right=5, hand=[2, 1, 1, 1, 1])
    event = outcome(race, "2L:>>>^")
    assert event["path"] == ["1d2", "1e3"]
    assert (event["stop"], event["dents"]) == ("side", no_dents(side=1))
    assert len(event["hand"]) + race.sleds[0].dents == 5


def test_ex_14_running_into_a_sled_costs_the_refill_only() -> None:
    race = scene(course(*LONG), "1c1", "1c3", hand=[3, 1, 1, 1, 1])
    event = outcome(race, "3B")
    assert (event["to"], event["stop"], event["dents"]) == ("1c2", "sled", no_dents())
    assert (event["drawn"], event["hand"]) == ([], [1, 1, 1, 1])


def test_ex_15_speeding_then_into_a_sled() -> None:
    race = scene(course(*LONG), "3c5", "4c3", left=5, right=5, hand=[4, 1, 1])
    event = outcome(race, "4B")
    assert (event["speed"], event["to"], event["stop"]) == (6, "4c2", "sled")
    assert (event["dents"], event["drawn"]) == (no_dents(speeding=2), [])


@pytest.mark.parametrize(("flag", "winner"), [("right", 1), ("left", 0)])
def test_ex_16_level_past_the_line_the_flag_side_wins(flag: str, winner: int) -> None:
    race = scene(course("straight", flag=flag), "2b1", "2d1")
    race.end_round()
    assert race.phase == "over"
    assert race.result() == [(winner, 1), (1 - winner, 2)]


def test_ex_17_third_takes_three_more_steps() -> None:
    race = scene(course(*LONG), "1c1", "2a1", "2b1", hand=[3])
    event = outcome(race, "3B+")
    assert (event["bonus"], event["speed"], event["to"]) == (3, 6, "2c2")


def test_ex_18_outer_start_spaces_draw_more() -> None:
    race = NaiveRace(course(*LONG), 3, [2, 0, 1], lowest)
    for start in ("@3", "@4", "@5"):
        race.play(start)
    assert [len(race.sleds[sled].hand) for sled in (2, 0, 1)] == [5, 6, 7]
    assert [str(sled.space) for sled in race.sleds] == ["0d1", "0e1", "0c1"]


def test_ex_22_bonus_may_be_declared_into_a_sled() -> None:
    race = scene(course(*LONG), "1c1", "1c5", hand=[3])
    event = outcome(race, "3B+")
    assert (event["to"], event["stop"], event["speed"], event["bonus"]) == ("1c4", "sled", 5, 2)


# Rules that the examples leave open


def test_drift_is_ignored_at_no_speed_and_beyond_the_speed() -> None:
    race = scene(course(*LONG), "1c1", left=1, right=3, brake=2, hand=[5, 3])
    assert "5B" in race.legal()
    assert [turn for turn in race.legal() if turn.startswith("3B")] == ["3B:>"]
    event = outcome(race, "5B")
    assert (event["speed"], event["drift"], event["path"]) == (-1, 2, [])


def test_drift_at_a_tiles_end_enters_the_next_tile() -> None:
    track = scene(course("straight", "u-turn-left", "corner-right"), "0c1").track
    assert track.diagonal(at("0c1"), 3) == at("1d1")
    assert track.diagonal(at("2a5"), 1) == at("3b1")
    assert track.diagonal(at("2b3"), 2) == at("2c4")  # 3/7 lies in [3/9, 4/9)
    assert track.diagonal(at("3e3"), 3) == at("4d1")


def test_fifth_dent_on_a_sapling_stops_the_move() -> None:
    race = scene(course("saplings", "straight"), "1a1", dents=4, hand=[3])
    event = outcome(race, "3B")
    assert (event["to"], event["wrecked"], event["stop"]) == ("1a2", True, None)
    assert event["dents"] == no_dents(saplings=1)
    assert "1a2" not in race.snapshot()["saplings"]
    assert race.snapshot()["sleds"][0]["space"] is None
    assert (race.phase, race.result()) == ("over", [(0, None)])


def test_several_saplings_in_one_move() -> None:
    laid = course("straight", maps={"1": [".....", "..t..", "..t..", "..t..", "....."]})
    event = outcome(scene(laid, "1c1", hand=[3]), "3B")
    assert (event["to"], event["dents"]) == ("1c4", no_dents(saplings=3))


def test_fifth_dent_for_speeding_leaves_the_side_uncounted() -> None:
    race = scene(course(*LONG, limits={4: 2}), "3a5", left=5, brake=1, dents=4, hand=[3])
    event = outcome(race, "3R:^<<^^^^")
    assert (event["to"], event["stop"], event["wrecked"]) == ("4a1", "side", True)
    assert event["dents"] == no_dents(speeding=1)
    assert race.snapshot()["sleds"][0]["dents"] == 5


def test_dents_past_the_line_stop_at_four() -> None:
    laid = course("straight", "corner-left")
    race = scene(laid, "1a5", left=5, right=5, brake=3, dents=3, hand=[1])
    event = outcome(race, "1B")
    assert (event["speed"], event["finished"], event["wrecked"]) == (9, True, False)
    assert (event["dents"], event["drawn"]) == (no_dents(speeding=1), [])
    assert race.result() == [(0, 1)]


def test_forfeited_bonus_still_counts_for_speeding() -> None:
    race = scene(course(*LONG), "3c5", "4c2", hand=[3])
    event = outcome(race, "3B+")
    assert (event["to"], event["stop"]) == ("4c1", "sled")
    assert event["dents"] == no_dents(speeding=1)


def test_step_that_collides_crosses_no_line() -> None:
    event = outcome(scene(course(*LONG), "3c5", "4c1", left=5, right=5, hand=[3]), "3B")
    assert (event["to"], event["stop"], event["dents"]) == ("3c5", "sled", no_dents())


def test_empty_hand_takes_a_dent_and_draws() -> None:
    race = scene(course(*LONG), "1c1", hand=[], dents=2)
    assert (race.sleds[0].dents, len(race.sleds[0].hand)) == (3, 2)
    event = outcome(race, race.legal()[0])
    assert (len(event["drawn_before"]), event["dents"]["no_cards"]) == (2, 1)


def test_empty_hand_with_four_dents_is_a_wreck_without_a_turn() -> None:
    race = scene(course(*LONG), "1c1", "2c1", hand=[], dents=4)
    event = race.events[0]
    assert (event["turn"], event["wrecked"], event["to"]) == ("", True, "1c1")
    assert (event["speed"], event["path"], event["drawn_before"]) == (0, [], [])
    assert (race.actor, race.round, race.position(0), race.position(1)) == (1, 3, 0, 1)


def test_too_many_cards_are_discarded_by_choice() -> None:
    race = scene(course(*LONG), "1c1", hand=[1, 1, 2, 3, 3, 4, 5])
    race.play("4B")
    assert (race.phase, race.actor, race.owed) == ("discard", 0, 1)
    assert sorted(race.legal()) == ["x1", "x2", "x3", "x5"]
    with pytest.raises(ValueError, match="x4"):
        race.play("x4")
    race.play("x3")
    assert (race.events[0]["discards"], race.events[0]["hand"]) == ([3], [1, 1, 2, 3, 5])
    assert (race.owed, race.sleds[0].brake) == (0, 4)


def test_collision_with_too_many_cards_brings_the_hand_down_to_five() -> None:
    race = scene(course(*LONG), "1c1", "1c2", hand=[1, 1, 2, 3, 3, 4, 5])
    race.play("3B")
    assert (race.phase, race.owed) == ("discard", 1)


def test_empty_deck_is_remade_from_all_but_the_top_dog_cards() -> None:
    race = scene(course(*LONG), "1c1", hand=[3], deck=[5], used=[1, 2, 2, 4], dents=1)
    race.sleds[0].left, race.sleds[0].left_is_card = 3, True
    race.play("3L")
    assert race.events[0]["drawn"] == [5, 1, 2, 2]
    assert (sorted(race.sleds[0].deck), race.sleds[0].used) == ([3, 4], [])


def test_start_numbers_count_from_the_first_curves_inside() -> None:
    assert scene(course("straight", "corner-left"), "0a1").track.start_space(1) == at("0a1")
    assert scene(course("straight", "u-turn-right"), "0a1").track.start_space(1) == at("0e1")
    assert scene(course("straight", flag="left"), "0a1").track.start_space(5) == at("0e1")
    assert scene(course("straight", flag="right"), "0a1").track.start_space(5) == at("0a1")


def test_finished_sleds_keep_their_places_ahead() -> None:
    race = scene(course(*LONG), "6c1", "1a1", "2a1")
    race.end_round()
    assert [race.position(sled) for sled in range(3)] == [1, 3, 2]
    assert (race.actor, race.sleds[0].place, race.sleds[0].space) == (2, 1, None)


def test_bad_races_and_turns_are_refused() -> None:
    with pytest.raises(ValueError, match="6 sleds"):
        NaiveRace(course(*LONG), 6, range(6), lowest)
    with pytest.raises(ValueError, match="order"):
        NaiveRace(course(*LONG), 2, [0, 0], lowest)
    race = NaiveRace(course(*LONG), 2, [1, 0], lowest)
    with pytest.raises(ValueError, match="no result"):
        race.result()
    race.play("@2")
    with pytest.raises(ValueError, match="@2"):
        race.play("@2")


# Whole races


def check_cards(race: NaiveRace) -> None:
    """Assert that each sled has four of each value, wherever they lie."""
    for sled in race.sleds:
        on_dogs = [sled.left] * sled.left_is_card + [sled.right] * sled.right_is_card
        assert sorted(sled.hand + sled.deck + sled.used + on_dogs) == sorted([1, 2, 3, 4, 5] * 4)


def check_sleds(race: NaiveRace) -> None:
    """Assert what holds of the sleds after any decision."""
    spaces = [sled.space for sled in race.sleds if sled.space is not None]
    assert len(set(spaces)) == len(spaces)
    assert not race.saplings & set(spaces)
    for sled in race.sleds:
        assert sled.dents == 5 if sled.status == "wrecked" else sled.dents <= 4
        assert (sled.place is not None) == (sled.status == "finished")
    if race.phase in ("turn", "over"):
        positions = [race.position(sled.index) for sled in race.sleds]
        unwrecked = [position for position in positions if position]
        assert sorted(unwrecked) == list(range(1, len(unwrecked) + 1))


def check_events(race: NaiveRace) -> None:
    """Assert what holds of a race's whole story."""
    for sled in range(len(race.sleds)):
        mine = [event for event in race.events if event["sled"] == sled]
        assert [event["round"] for event in mine] == list(range(1, len(mine) + 1))
        for event, later in pairwise(mine):
            assert event["to"] == later["from"]
            assert not event["wrecked"]
            assert not event["finished"]
        for event in mine:
            trail = [race.track.progress(at(name)) for name in [event["from"], *event["path"]]]
            assert trail == sorted(set(trail))
            assert [event["from"], *event["path"]][-1] == event["to"]
        assert mine[-1]["wrecked"] != mine[-1]["finished"]
        assert sum(sum(event["dents"].values()) for event in mine) == race.sleds[sled].dents


def random_course(rng: random.Random) -> dict[str, Any]:
    curves = [f"{kind}-{side}" for kind in ("corner", "u-turn") for side in ("left", "right")]
    tiles = rng.choices([*FACES, *curves], k=rng.randint(1, 7))
    limits = {i: rng.randint(2, 6) for i, name in enumerate(tiles, 1) if name in curves}
    return course(*tiles, flag=rng.choice(["left", "right"]), limits=limits)


@pytest.mark.parametrize("seed", range(40))
def test_random_races_end_with_everything_in_its_place(seed: int) -> None:
    rng = random.Random(seed)

    def draw(sled: int, deck: list[int]) -> int:
        assert sum(deck) > 0
        return rng.choices([1, 2, 3, 4, 5], weights=deck)[0]

    sleds = 1 + seed % 5
    laid = course(*WINDING) if seed < 5 else random_course(rng)
    race = NaiveRace(laid, sleds, rng.sample(range(sleds), sleds), draw)
    for _ in range(5000):
        if race.phase == "over":
            break
        legal = race.legal()
        assert legal
        assert len(legal) == len(set(legal))
        race.play(rng.choice(legal))
        check_cards(race)
        check_sleds(race)
    assert (race.phase, race.actor, race.legal()) == ("over", None, [])
    assert sorted(sled for sled, _ in race.result()) == list(range(sleds))
    places = [place for _, place in race.result() if place is not None]
    assert places == list(range(1, len(places) + 1))
    check_events(race)


def test_card_check_can_fail() -> None:
    race = NaiveRace(course(*LONG), 1, [0], lowest)
    race.play("@1")
    check_cards(race)
    race.sleds[0].hand.append(3)
    with pytest.raises(AssertionError):
        check_cards(race)
