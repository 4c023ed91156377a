"""TURN: playing cards."""

import pytest

from snowtails.rules import Drawn, IllegalTurn, Phase, Race, Status
from snowtails.rules.notation import InvalidTurn
from tests.boards import Team, assert_shows, board
from tests.rules.playing import play


def straight(*teams: Team, round: int = 2) -> Race:  # noqa: A002
    """Return a race of one sled on a plain course, or of a second one ahead of it."""
    return board(
        f"""
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|.0...|.....|=|
        d|.|.....|.{"1" if len(teams) > 1 else "."}...|=|
        e|.|.....|.....|=|
        """,
        *teams,
        round=round,
    )


@pytest.mark.clause("TURN-1")
def test_cards_are_played_then_the_sled_moves_then_the_hand_is_five() -> None:
    race = straight(Team("12244", "=5", brake=2))
    play(race, "4LB:^>^^^", "13", speed=5, end="2d2", draws=2)  # the new dog and brake count
    assert (race.sleds[0].left, race.sleds[0].brake) == (4, 4)
    assert race.hand_of(0) == (1, 1, 2, 2, 3)  # the cards drawn came too late to be played
    assert race.round == 3


@pytest.mark.clause("TURN-2")
@pytest.mark.parametrize(
    ("held", "places"),
    [
        (1, {"L", "R", "B"}),
        (2, {"L", "R", "B", "LR", "LB", "RB"}),
        (3, {"L", "R", "B", "LR", "LB", "RB", "LRB"}),
        (4, {"L", "R", "B", "LR", "LB", "RB", "LRB"}),
    ],
)
def test_one_to_three_cards_of_one_value_go_one_to_each_place(held: int, places: set[str]) -> None:
    race = straight(Team("2" * held + "5"))
    assert {turn.places for turn in race.turns if turn.value == 2} == places
    assert {turn.places for turn in race.turns if turn.value == 5} == {"L", "R", "B"}
    assert {turn.value for turn in race.turns} == {2, 5}


@pytest.mark.clause("TURN-2")
@pytest.mark.parametrize("places", ["L", "R", "B", "LR", "LB", "RB", "LRB"])
def test_as_many_cards_leave_the_hand_as_places_are_given(places: str) -> None:
    race = straight(Team("22225"))
    turn = next(turn for turn in race.turns if (turn.value, turn.places) == (2, places))
    play(race, str(turn), "134"[: len(places)], draws=len(places))
    left = "2" * (4 - len(places)) + "5" + "134"[: len(places)]
    assert race.hand_of(0) == tuple(map(int, sorted(left)))


@pytest.mark.clause("TURN-2")
def test_cards_not_held_cannot_be_played() -> None:
    race = straight(Team("2245"))
    with pytest.raises(IllegalTurn, match="needs two 4s, you hold one"):
        race.play("4LR")
    with pytest.raises(IllegalTurn, match="needs three 2s, you hold two"):
        race.preview("2LRB")
    with pytest.raises(IllegalTurn, match="needs one 3, you hold none"):
        race.play("3B")


@pytest.mark.clause("TURN-2")
@pytest.mark.parametrize("text", ["", "2", "2:^^^", "2LL", "24LR", "6L", "2LRBB"])
def test_no_card_two_values_or_two_cards_on_one_place_are_no_turn(text: str) -> None:
    race = straight(Team("22224"))
    with pytest.raises(InvalidTurn):
        race.play(text)


@pytest.mark.clause("TURN-3")
def test_a_card_on_a_dog_covers_what_lies_there() -> None:
    race = straight(Team("2455", "51"))
    play(race, "2L", "13", speed=0, drift=-1)  # the top cards count: 2 + 1 - 3
    assert (race.sleds[0].left, race.sleds[0].right, race.sleds[0].used) == (2, 1, (5,))
    play(race, "4R:>^>", "2", speed=3, drift=2)
    assert (race.sleds[0].left, race.sleds[0].right, race.sleds[0].used) == (2, 4, (1, 5))


@pytest.mark.clause("TURN-3", "SETUP-2")
def test_a_card_on_a_printed_three_is_a_card_when_it_is_covered_itself() -> None:
    race = straight(Team("112244", "=="))
    play(race, "4LR", "3", speed=5)
    covered = [race.sleds[0].used]  # nothing lay there but what is printed
    play(race, "2LR", "35", speed=1)
    covered.append(race.sleds[0].used)
    play(race, "1L", "5", speed=1 + 2 - 3, drift=1)
    covered.append(race.sleds[0].used)
    assert covered == [(), (4, 4), (2, 4, 4)]


@pytest.mark.clause("TURN-3")
def test_a_card_to_the_brake_sets_its_value_and_lies_on_the_discards() -> None:
    race = straight(Team("14", brake=5))
    play(race, "1B", "2355", speed=5)
    assert (race.sleds[0].brake, race.sleds[0].used) == (1, (1,))
    play(race, "4B", "2", speed=2)
    assert (race.sleds[0].brake, race.sleds[0].used) == (4, (1, 4))


@pytest.mark.clause("TURN-3")
def test_a_card_equal_to_what_lies_there_may_be_played() -> None:
    race = straight(Team("44", "4=", brake=4))
    play(race, "4LB:<^^", "12345", speed=3, drift=-1)
    sled = race.sleds[0]
    assert (sled.left, sled.right, sled.brake, sled.used) == (4, 3, 4, (4, 4))


@pytest.mark.clause("TURN-4")
@pytest.mark.parametrize(("dents", "drawn"), [(0, "1123"), (1, "112"), (2, "12"), (3, "5")])
def test_without_dog_cards_a_turn_begins_with_a_dent_and_a_draw(dents: int, drawn: str) -> None:
    race = straight(Team("", dents=dents), Team("33345", "34", moved=False))
    play(race, "3RB", "12" + drawn, sled=1)  # its own two cards come first
    cards = tuple(map(int, drawn))
    assert race.log[-1].drawn[-1] == Drawn(0, cards, "no_cards")
    assert (race.phase, race.actor, race.round) == (Phase.TURN, 0, 2)
    assert (race.sleds[0].dents, race.hand_of(0)) == (dents + 1, cards)
    play(race, str(race.turns[0]), sled=0)  # then it plays as usual


@pytest.mark.clause("TURN-4")
def test_one_dog_card_is_enough_for_a_turn_without_a_dent() -> None:
    race = straight(Team("1", dents=3), Team("33345", moved=False))
    race.play("3RB", [1, 2])
    assert (race.actor, race.sleds[0].dents, race.hand_of(0)) == (0, 3, (1,))


@pytest.mark.clause("TURN-4", "DENT-4", "END-4")
def test_the_fifth_dent_for_want_of_cards_wrecks() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|..2..|.....|=|
        c|.|..0..|.....|=|
        d|.|.....|.1...|=|
        e|.|.....|.....|=|
        """,
        Team("", dents=4),
        Team("33345", moved=False),
        Team("3"),
    )
    assert race.place_of(2) == 3
    play(race, "3RB", "12", sled=1)
    sled = race.sleds[0]
    assert (sled.status, sled.space, sled.dents, sled.hand) == (Status.WRECKED, None, 5, ())
    assert (race.actor, race.place_of(2), race.round) == (2, 2, 2)  # the next one moves
    play(race, "3B+", sled=2, bonus=2)
    assert race.round == 3
    assert [standing.sled for standing in race.standings()] == [1, 2, 0]


@pytest.mark.clause("TURN-4", "END-3")
def test_a_race_can_end_with_a_wreck_for_want_of_cards() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|..0..|....1|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
        Team("", dents=4),
        Team("3", moved=False),
    )
    play(race, "3B", sled=1, finished=True)
    assert race.phase is Phase.OVER
    assert [(s.sled, s.place) for s in race.standings()] == [(1, 1), (0, None)]


@pytest.mark.clause("TURN-4")
def test_an_empty_hand_after_a_collision_costs_a_dent_in_the_next_turn() -> None:
    race = board(
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|..01.|.....|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
        Team("3", dents=1),
        Team("3"),
    )
    play(race, "3B", "", sled=0, stop="sled", draws=0)
    assert (race.round, race.actor, race.hand_of(0)) == (3, 1, ())
    play(race, "3B", "11345" + "145", sled=1)
    assert_shows(
        race,
        """
          0 1     2     3
        a|.|.....|.....|=|
        b|.|.....|.....|=|
        c|.|..0..|.1...|=|
        d|.|.....|.....|=|
        e|.|.....|.....|=|
        """,
    )
    assert (race.actor, race.sleds[0].dents, race.hand_of(0)) == (0, 2, (1, 4, 5))
