"""The solo game, clause by clause; its setup and score are in modules of their own."""

import pytest

from snowtails import Course, SeededDeal, Tile
from snowtails.rules import IllegalTurn, Phase
from snowtails.rules.solo import SoloRace
from tests.rules.solo_tables import COURSE, play, table, texts

# -- turns -----------------------------------------------------------------------------------------


@pytest.mark.clause("SOLO-8")
def test_a_card_on_the_brake_must_change_its_value() -> None:
    race = table(hand="33345", brake=3)
    assert not any(text.startswith("3") and "B" in text.partition(":")[0] for text in texts(race))
    assert any(text.startswith("4B") for text in texts(race))
    with pytest.raises(ValueError, match="the brake is at 3 already"):
        race.play("3B")


@pytest.mark.clause("SOLO-8")
def test_the_first_card_of_a_value_on_the_brake_is_discarded_the_next_goes_out_of_play() -> None:
    first = play(table(hand="44445", brake=3), "4B")
    assert first.mat.brakes == (4,)
    assert first.mat.discards.count(4) == 1
    later = play(table(hand="44445", brake=3, brakes="4"), "4B")
    assert later.mat.out == (4,)
    assert later.mat.discards == ()


@pytest.mark.clause("SOLO-8")
@pytest.mark.parametrize(
    ("places", "buried"), [("B", ()), ("LB", (1,)), ("RB", (2,)), ("LRB", (1, 2))]
)
def test_the_brake_takes_its_card_whatever_is_played_with_it(
    places: str, buried: tuple[int, ...]
) -> None:
    def with_brake(brake: int, brakes: str = "") -> SoloRace:
        return table("3c1", "4445", "12", brake, "---", stack="", brakes=brakes)

    race = with_brake(3)
    played = next(turn for turn in race.turns if turn.places == places)
    play(race, str(played))
    assert (race.mat.brake, race.mat.brakes, race.mat.buried) == (4, (4,), buried)
    later = play(with_brake(3, "4"), str(played))
    assert later.mat.out.count(4) == race.mat.out.count(4) + 1
    # A brake at 4 takes no other 4.
    held = with_brake(4, "4")
    assert {turn.places for turn in held.turns if turn.value == 4} == {"L", "R", "LR"}


@pytest.mark.clause("SOLO-8")
def test_the_initial_three_is_no_play() -> None:
    race = play(table(hand="33345", brake=4, brakes="4"), "3B")
    assert race.mat.discards == (3,)


@pytest.mark.clause("SOLO-9", "EX-9")
def test_a_marker_makes_a_standing_sled_move() -> None:
    race = table(hand="11245", dogs="55", brake=3, markers="21345")
    assert "1LR+" in texts(race)
    told = race.preview("1LR+")
    assert (told.speed, told.end) == (1, "1c2")
    assert race.preview("1LR").end == "1c1"
    assert play(race, "1LR+").mat.markers == (1, 3, 4, 5)


@pytest.mark.clause("SOLO-9")
@pytest.mark.parametrize("marker", "12345")
def test_each_marker_adds_its_own_number(marker: str) -> None:
    race = table(hand="44123", markers=marker)
    told = race.preview("4LR+")
    assert (told.speed, told.bonus) == (5 + int(marker), int(marker))
    assert play(race, "4LR+").mat.markers == ()


@pytest.mark.clause("SOLO-9")
def test_a_marker_that_leaves_the_speed_below_one_cannot_be_added() -> None:
    race = table(hand="11245", dogs="55", brake=3, markers="12345")
    assert "1LR+" not in texts(race)
    with pytest.raises(ValueError, match="still less than 1"):
        race.play("1LR+")


@pytest.mark.clause("SOLO-9")
@pytest.mark.parametrize(
    ("turn", "markers", "why"),
    [(1, "12345", "no bonus on the first turn"), (2, "", "all bonus markers are spent")],
)
def test_no_marker_on_the_first_turn_or_when_all_are_spent(
    turn: int, markers: str, why: str
) -> None:
    race = table(hand="44123", turn=turn, markers=markers)
    assert not any("+" in text for text in texts(race))
    with pytest.raises(ValueError, match=why):
        race.play("4LR+")


@pytest.mark.clause("SOLO-9")
def test_the_marker_counts_as_speed_over_a_safety_line() -> None:
    told = table("1c5", hand="44123", markers="31245").preview("4LR+")
    assert told.speed == 8
    assert [(dent.cause, dent.count, dent.limit) for dent in told.dents] == [("speeding", 4, 4)]


@pytest.mark.clause("SOLO-9")
def test_a_marker_is_spent_even_if_a_crash_cuts_the_move_short() -> None:
    race = table("1c1", hand="44123", markers="51234", opponents=["1c3f"])
    assert race.preview("4LR+").stop == "sled"
    assert play(race, "4LR+").mat.markers == (1, 2, 3, 4)


@pytest.mark.clause("SOLO-11")
def test_with_three_cards_one_covered_card_may_be_rescued() -> None:
    race = table("3c1", hand="44423", dogs="52", brake=3, stack="")
    assert {"4LRB", "4LRB*L", "4LRB*R"} <= set(texts(race))
    assert play(race.copy(), "4LRB").mat.buried == (2, 5)
    assert play(race.copy(), "4LRB*L").mat.buried == (2,)
    rescued = play(race.copy(), "4LRB*R")
    assert rescued.mat.buried == (5,)
    # It lay with the 4 of the brake on the discards, which became the stack.
    assert sorted(card for card in rescued.mat.face_up if card) == [2, 4]


@pytest.mark.clause("SOLO-11")
def test_a_printed_three_cannot_be_rescued_and_two_cards_rescue_none() -> None:
    race = table(hand="44423", dogs="=2", brake=3)
    assert "4LRB*R" in texts(race)
    assert "4LRB*L" not in texts(race)
    assert not any("*" in text for text in texts(race) if "4LRB" not in text)
    with pytest.raises(ValueError, match="a printed 3 is none"):
        race.play("4LRB*L")


@pytest.mark.clause("SOLO-12", "TURN-3")
@pytest.mark.parametrize(
    ("turn", "dogs", "buried"),
    [("4L", (4, 2), (5,)), ("4R", (5, 4), (2,)), ("4LR", (4, 4), (2, 5)), ("4B", (5, 2), ())],
)
def test_the_top_card_of_each_dog_counts_and_what_it_covers_is_buried(
    turn: str, dogs: tuple[int, int], buried: tuple[int, ...]
) -> None:
    race = table("3c1", "44123", "52")
    play(race, next(text for text in texts(race) if text.partition(":")[0] == turn))
    assert (race.mat.left, race.mat.right, race.mat.buried) == (*dogs, buried)


@pytest.mark.clause("SOLO-12", "SETUP-2")
def test_a_card_on_a_printed_three_is_buried_when_it_is_covered_itself() -> None:
    race = play(table("3c1", "44113", "==", 5, "112"), "4LR", "+12", "-")
    assert (race.mat.buried, race.mat.left, race.mat.right) == ((), 4, 4)
    play(race, "1LR")
    assert (race.mat.buried, race.mat.left, race.mat.right) == ((4, 4), 1, 1)


@pytest.mark.clause("DENT-6", "SOLO-15")
def test_a_sapling_that_was_hit_is_gone_and_the_others_stand() -> None:
    tiles = list(COURSE.tiles)
    tiles[2] = Tile("saplings")
    race = table("3a1", "31245", brake=5, course=Course(tuple(tiles)))
    assert len(race.saplings) == 8
    play(race, "3L")  # one step, from 3a1 onto the sapling of 3a2
    assert (race.mat.space, race.mat.dents) == ("3a2", 1)
    assert sorted(race.saplings) == ["3a4", "3b3", "3c2", "3c4", "3d3", "3e2", "3e4"]


@pytest.mark.clause("SOLO-12")
def test_covered_cards_are_buried_and_do_not_return_when_the_stack_is_shuffled() -> None:
    race = table(hand="12345", dogs="55", brake=5, face_up="11-", stack="", discards="2")
    play(race, "4L:>^^^")
    assert race.mat.buried == (5,)
    # The discards became the stack, and the buried card is not among them.
    assert race.mat.face_up == (1, 2, None)


# -- refill ----------------------------------------------------------------------------------------


@pytest.mark.clause("SOLO-10", "SOLO-13", "EX-21")
def test_after_one_card_the_first_is_taken_and_the_others_slide_down() -> None:
    race = table(hand="12355", face_up="421", stack="44")
    play(race, "1L:>")
    assert race.mat.hand == (2, 3, 4, 5, 5)
    assert race.mat.face_up == (2, 1, 4)
    assert race.turn == 3


@pytest.mark.clause("SOLO-10")
def test_after_two_cards_two_of_three_are_taken_and_one_may_be_discarded() -> None:
    race = table("3c1", hand="11255", face_up="423", stack="4443")
    play(race, "1LR")
    assert race.phase is Phase.TAKE
    assert race.owed == 2
    assert race.offered == (1, 2, 4)
    assert texts(race) == ["+12", "+1s", "+2s"]
    race.play("+1s", drawn=[4])
    assert str(race.phase) == "drop"
    assert race.mat.hand == (2, 4, 4, 5, 5)
    assert texts(race) == ["-", "-2"]
    race.play("-2", drawn=[4, 4])
    assert race.mat.discards == (2,)
    assert race.mat.face_up == (3, 4, 4)


@pytest.mark.clause("SOLO-10")
def test_after_three_cards_three_of_four_are_taken() -> None:
    race = table("3c1", hand="11125", dogs="55", face_up="423", stack="44435")
    play(race, "1LRB")
    assert sorted(texts(race)) == ["+123", "+12s", "+13s", "+23s"]
    play(race, "+123")
    assert texts(race) == ["-", "-s"]
    race.play("-s", drawn=[4, 4, 4, 3])
    assert race.mat.hand == (2, 2, 3, 4, 5)
    assert race.mat.discards == (1, 4)


@pytest.mark.clause("SOLO-10")
def test_a_dent_leaves_fewer_cards_to_take() -> None:
    race = table("3c1", hand="1125", dents=1, face_up="423", stack="444")
    play(race, "1LR")
    assert race.owed == 2
    bruised = table("1a5", hand="1155", face_up="423", stack="444", dents=1)
    told = bruised.preview("5LR")
    assert (told.dent_count, told.wrecked) == (3, False)
    assert told.draws == 0
    play(bruised, "5LR")
    assert bruised.phase is Phase.OUT
    play(bruised, "out1")
    assert str(bruised.phase) == "drop"
    assert texts(bruised) == ["-", "-1", "-2", "-s"]


@pytest.mark.clause("SOLO-10")
@pytest.mark.parametrize(
    ("taken", "dropped", "drawn", "face_up", "discards"),
    [
        ("+23s", "-", "55", (4, 5, 5), ()),
        ("+23s", "-1", "555", (5, 5, 5), (4,)),
        ("+13s", "-", "55", (2, 5, 5), ()),
        ("+13s", "-2", "555", (5, 5, 5), (2,)),
        ("+12s", "-", "55", (3, 5, 5), ()),
        ("+12s", "-3", "555", (5, 5, 5), (3,)),
        ("+123", "-", "555", (5, 5, 5), ()),
        ("+123", "-s", "5555", (5, 5, 5), (5,)),
    ],
)
def test_one_of_the_cards_not_taken_may_be_discarded(
    taken: str, dropped: str, drawn: str, face_up: tuple[int, ...], discards: tuple[int, ...]
) -> None:
    race = table("3c1", "11124", "33", 4, "423", brakes="1", stack="555522")
    race.play("1LRB")
    race.play(taken, drawn=[5] if "s" in taken else [])
    assert str(race.phase) == "drop"
    race.play(dropped, drawn=map(int, drawn))
    assert (str(race.phase), race.turn) == ("turn", 3)
    assert (race.mat.face_up, race.mat.discards) == (face_up, discards)
    assert len(race.mat.hand) == 5


@pytest.mark.clause("SOLO-10")
def test_the_last_card_of_the_stack_is_its_top() -> None:
    race = play(table("3c1", hand="11255", face_up="423", stack="4"), "1LR")
    assert texts(race) == ["+12", "+1s", "+2s"]


@pytest.mark.clause("SOLO-10")
@pytest.mark.parametrize(("turn", "offered"), [("1LR", (1, 2, 4)), ("1LRB", (1, 2, 3, 4))])
def test_a_full_hand_takes_nothing_and_may_still_discard(
    turn: str, offered: tuple[int, ...]
) -> None:
    # With four dents one card is a full hand.
    race = table("3c1", "1" * (len(turn) - 1) + "5", face_up="423", stack="444", dents=4)
    play(race, turn)
    assert (str(race.phase), race.offered) == ("drop", offered)
    play(race, "-1")
    assert race.mat.discards.count(4) == 1


@pytest.mark.clause("SOLO-10")
def test_the_top_of_the_stack_is_one_card_only() -> None:
    race = play(table("3c1", hand="11255", face_up="423", stack="444"), "1LR", "+1s")
    assert "-s" not in texts(race)


@pytest.mark.clause("SOLO-10")
def test_whoever_is_still_short_takes_what_lies_there_in_order() -> None:
    race = table("3c1", hand="15", face_up="423", stack="445")
    race.play("1L:>", drawn=[4, 4, 5])
    assert race.mat.hand == (2, 3, 4, 4, 5)
    assert race.mat.face_up == (4, 5, None)


@pytest.mark.clause("SOLO-10")
def test_fewer_cards_than_wanted_are_taken_without_asking() -> None:
    race = table("3c1", hand="11255", face_up="4--", stack="")
    play(race, "1LR")
    assert race.phase is Phase.TURN
    assert race.mat.hand == (2, 4, 5, 5)


@pytest.mark.clause("SOLO-10")
def test_after_running_into_an_opponent_there_is_no_refill_and_no_discard() -> None:
    race = table("3c1", hand="44123", face_up="425", opponents=["3c3f"])
    play(race, "4LR")
    assert race.phase is Phase.TURN
    assert race.mat.hand == (1, 2, 3)
    assert race.mat.face_up == (4, 2, 5)
    assert race.mat.space == "3c2"


@pytest.mark.clause("SOLO-13")
def test_the_discards_become_the_stack_as_soon_as_it_is_empty() -> None:
    during = table("3c1", hand="12345", face_up="42-", stack="", discards="55")
    play(during, "1L:>")
    assert during.mat.face_up == (2, 5, 5)
    assert during.mat.stack == ()
    after = table("3c1", hand="12345", face_up="421", stack="5", discards="33")
    play(after, "1L:>")
    assert after.mat.face_up == (2, 1, 5)
    assert after.mat.stack == (3, 3)
    assert after.mat.discards == ()


@pytest.mark.clause("SOLO-13")
def test_in_the_refill_an_empty_stack_is_not_filled() -> None:
    race = table("3c1", hand="1125", face_up="4--", stack="", discards="33")
    play(race, "1LR")
    assert race.mat.hand == (2, 4, 5)
    assert race.mat.face_up == (3, 3, None)


@pytest.mark.clause("SOLO-13")
def test_slots_stay_empty_when_stack_and_discards_are() -> None:
    race = play(table("3c1", hand="12345", face_up="42-", stack=""), "1L:>")
    assert race.mat.face_up == (2, None, None)


# -- dents and the end -----------------------------------------------------------------------------


@pytest.mark.clause("SOLO-14")
def test_dents_that_push_the_hand_above_five_put_cards_out_of_play() -> None:
    race = table("1a5", hand="12355", face_up="423")
    assert race.preview("5LR").discards == 1
    play(race, "5LR")
    assert race.phase is Phase.OUT
    assert race.owed == 1
    assert sorted(texts(race)) == ["out1", "out2", "out3"]
    assert play(race, "out2").mat.out == (2,)


@pytest.mark.clause("SOLO-14")
def test_cards_go_out_of_play_also_after_running_into_an_opponent() -> None:
    race = table("1e5", hand="12355", opponents=["3e2b"])
    told = race.preview("5LR")
    assert (told.stop, told.dent_count, told.discards, told.draws) == ("sled", 3, 1, 0)
    play(race, "5LR", "out3")
    assert race.mat.out == (3,)
    assert race.mat.hand == (1, 2)


@pytest.mark.clause("SOLO-14", "SOLO-16")
def test_cards_go_out_of_play_before_the_hand_is_scored() -> None:
    race = table("11a5", hand="12455", brake=1, markers="51234")
    play(race, "5LR+")
    assert race.mat.space == "15a3"
    assert (race.phase, race.owed, race.mat.dents) == (Phase.OUT, 2, 4)
    play(race, "out12")
    assert race.end == "past"
    assert race.score().total == 7 + 1


@pytest.mark.clause("SOLO-15", "SOLO-16")
def test_past_the_line_the_round_is_over_without_a_refill() -> None:
    race = play(table("13c4", hand="12345"), "1B")
    assert race.phase is Phase.OVER
    assert (race.end, race.owed) == ("past", 0)
    assert race.mat.hand == (2, 3, 4, 5)
    with pytest.raises(ValueError, match="the round is over"):
        race.play("1B")


@pytest.mark.clause("SOLO-15")
def test_without_any_card_left_the_round_is_over_where_the_sled_stands() -> None:
    race = play(table("3c1", hand="4", face_up="---", stack=""), "4L:<^^^")
    assert race.end == "no_cards"
    assert race.mat.space == "3b5"


@pytest.mark.clause("SOLO-15")
def test_a_card_in_the_discards_keeps_the_round_going() -> None:
    race = play(table("3c1", hand="4", face_up="---", stack=""), "4B")
    # The first 4 on the brake is discarded, shuffled and laid open; the hand is empty: TURN-4.
    assert race.phase is Phase.TURN
    assert race.mat.hand == (4,)
    assert race.mat.dents == 1


@pytest.mark.clause("SOLO-15")
@pytest.mark.parametrize(
    ("hand", "face_up", "stack", "discards"),
    [("45", "---", "", "2"), ("45", "2--", "", ""), ("4", "---", "5", "2"), ("4", "2--", "5", "")],
)
def test_a_card_anywhere_but_under_others_keeps_the_round_going(
    hand: str, face_up: str, stack: str, discards: str
) -> None:
    race = table("3c1", hand, face_up=face_up, stack=stack, discards=discards)
    play(race, "4L:<^^^")
    assert race.end is None


@pytest.mark.clause("SOLO-15")
def test_an_empty_hand_costs_a_dent_and_draws_what_lies_open_then_the_stack() -> None:
    race = table("3c1", hand="44", face_up="125", stack="33", opponents=["3c3f"])
    play(race, "4LR")
    assert race.phase is Phase.TURN
    assert race.mat.dents == 1
    assert race.mat.hand == (1, 2, 3, 5)
    assert race.mat.face_up == (None, None, None)
    assert race.turn == 3


@pytest.mark.clause("SOLO-15")
def test_an_empty_hand_with_four_dents_wrecks_the_sled() -> None:
    race = table("3c1", hand="4", dents=4, face_up="125", opponents=["3c3f"])
    play(race, "4L:^^^<")
    assert race.end == "wrecked"


@pytest.mark.clause("SOLO-15")
def test_the_fifth_dent_ends_the_round_with_nothing() -> None:
    race = table("1a5", hand="55123", dents=3)
    play(race, "5LR")
    assert race.end == "wrecked"
    assert race.score().total == 0
    assert [line.reason for line in race.score().lines] == ["wrecked"]


@pytest.mark.clause("SOLO-15", "DENT-4")
def test_past_the_line_dents_fall_only_up_to_four() -> None:
    race = table("13a5", hand="5", dents=4)
    told = race.preview("5L:^<^^<")
    assert (told.stop, told.end, told.dent_count, told.finished) == ("side", "14a1", 0, True)
    assert race.preview("5L:<^^^<").wrecked


# -- opponents -------------------------------------------------------------------------------------


@pytest.mark.clause("SOLO-4")
def test_opponents_move_one_lane_in_their_row() -> None:
    race = table("3c1", hand="12345", opponents=["7b2f", "9d5b"])
    play(race, "1L:>")
    assert [(each.space, each.facing) for each in race.mat.opponents] == [
        ("7c2", "forward"),
        ("9c5", "backward"),
    ]


@pytest.mark.clause("SOLO-4")
def test_on_an_edge_lane_an_opponent_turns_inward() -> None:
    race = table("3c1", hand="12345", opponents=["7d2f", "9b5b"])
    play(race, "1L:>")
    assert [(each.space, each.facing) for each in race.mat.opponents] == [
        ("7e2", "backward"),
        ("9a5", "forward"),
    ]


@pytest.mark.clause("SOLO-4")
def test_an_opponent_that_meets_another_stays_and_turns_round() -> None:
    race = table("3c1", hand="12345", opponents=["7b2f", "7c2b"])
    play(race, "1L:>")
    # The first turns round; the second then meets it, and turns round as well.
    assert [(each.space, each.facing) for each in race.mat.opponents] == [
        ("7b2", "backward"),
        ("7c2", "forward"),
    ]


@pytest.mark.clause("SOLO-4")
def test_blocked_on_an_edge_lane_it_still_faces_inward() -> None:
    race = table("3c1", hand="12345", opponents=["7e2b", "7d2b"])
    play(race, "1L:>")
    assert [(each.space, each.facing) for each in race.mat.opponents] == [
        ("7e2", "backward"),
        ("7c2", "backward"),
    ]


@pytest.mark.clause("SOLO-4")
def test_an_opponent_that_meets_the_player_costs_a_dent_and_a_card_each_in_full() -> None:
    race = table("3c1", hand="34455", brake=5, face_up="112", opponents=["3b2f", "3d2b"])
    play(race, "3L")
    assert race.mat.space == "3c2"
    assert race.phase is Phase.OUT
    assert (race.owed, race.mat.dents) == (1, 1)
    play(race, "out4")
    assert race.phase is Phase.OUT
    assert race.mat.dents == 2
    play(race, "out5")
    assert race.mat.out == (4, 5)
    assert [(each.space, each.facing) for each in race.mat.opponents] == [
        ("3b2", "forward"),
        ("3d2", "backward"),
    ]
    assert str(race.phase) == "turn"


@pytest.mark.clause("SOLO-4", "SOLO-15")
def test_the_fifth_dent_by_an_opponent_ends_the_round() -> None:
    race = table("3c1", hand="3", brake=5, dents=4, opponents=["3b2f"])
    assert play(race, "3L").end == "wrecked"


@pytest.mark.clause("SOLO-4")
def test_without_a_dog_card_only_the_dent_falls() -> None:
    race = table(
        "3c1", hand="3", brake=5, face_up="---", stack="", discards="2", opponents=["3b2f"]
    )
    play(race, "3L")
    # A dent by the opponent, one for the empty hand (TURN-4), and the shuffled 2 is drawn.
    assert race.mat.dents == 2
    assert race.mat.hand == (2,)


@pytest.mark.clause("SOLO-14")
def test_only_cards_in_hand_go_out_of_play() -> None:
    race = play(table("1a5", hand="12355", face_up="423"), "5LR")
    for text in ("out11111111", "out" + "5" * 200, "x1"):
        with pytest.raises(IllegalTurn):
            race.play(text)


@pytest.mark.clause("SOLO-16")
def test_before_the_start_nobody_is_past_the_line() -> None:
    race = SoloRace(COURSE, deal=SeededDeal(1))
    assert (race.score().lines[0].reason, race.score().lines[0].points) == ("start", -4)


@pytest.mark.clause("SOLO-11")
def test_a_wrong_route_is_not_blamed_on_the_rescue() -> None:
    race = table(hand="44412", dogs="21")
    with pytest.raises(IllegalTurn) as caught:
        race.play("4LRB:^^^^^^^*L")
    assert "rescue" not in caught.value.reason
