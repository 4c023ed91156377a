"""HAND: drawing, discarding, reshuffling, and what others see."""

import pytest

from snowtails.rules import IllegalTurn, Phase, Race
from tests.boards import Team, board, put
from tests.rules.playing import play

LONG = """
      0 1     2     3     4     5<4     6
    a|.|.....|.....|.....|.....|.-.-.--|=|
    b|.|.....|.....|.....|.....|..-.-.-|=|
    c|.|0....|.....|.....|.....|...-..-|=|
    d|.|.....|.....|.....|.....|......-|=|
    e|.|.....|.....|.....|.....|.......|=|
"""
SHORT = """
      0 1     2
    a|.|.....|=|
    b|.|.....|=|
    c|.|....0|=|
    d|.|.....|=|
    e|.|.....|=|
"""


# HAND-1


@pytest.mark.clause("HAND-1")
@pytest.mark.parametrize(
    ("hand", "dents", "turn", "draws"),
    [
        ("33311", 0, "3LRB", 3),
        ("33311", 0, "3LB", 2),
        ("33311", 0, "3B", 1),
        ("3", 0, "3B", 5),
        ("33", 3, "3LB", 2),
        ("3", 4, "3B", 1),
        ("331111", 0, "3LB", 1),
        ("333111", 0, "3B", 0),
    ],
)
def test_the_hand_is_drawn_up_to_five_dents_included(
    hand: str, dents: int, turn: str, draws: int
) -> None:
    race = board(LONG, Team(hand, dents=dents))
    deck = race.sleds[0].deck_size
    play(race, turn, draws=draws, discards=0)
    sled = race.sleds[0]
    assert sled.hand_size + sled.dents == 5
    assert sled.deck_size == deck - draws


@pytest.mark.clause("HAND-1", "HAND-2", "HAND-4", "DENT-2")
@pytest.mark.parametrize(
    ("marks", "stop"),
    [({"1c1": "0"}, None), ({"1c1": "0", "1c3": "1"}, "sled"), ({"5c5": "0"}, None)],
)
@pytest.mark.parametrize(("hand", "dents"), [("333112", 0), ("3112", 2), ("31", 4)])
def test_a_hand_of_exactly_five_is_left_alone(
    marks: dict[str, str], stop: str | None, hand: str, dents: int
) -> None:
    race = board(put(LONG.replace("c|.|0", "c|.|."), marks), Team(hand, dents=dents))
    kept = tuple(sorted(map(int, hand.replace("3", "", 1))))
    play(race, "3B", stop=stop, draws=0, discards=0)
    assert race.log[-1].drawn == ()
    assert (race.hand_of(0), race.owed) == (kept, 0)
    assert race.phase is not Phase.DISCARD


@pytest.mark.clause("HAND-1", "HAND-2")
def test_nothing_is_owed_once_cards_are_drawn_or_discarded() -> None:
    race = board(LONG, Team("1122334"))
    race.play("3B")
    assert (race.phase, race.owed) == (Phase.DISCARD, 1)
    race.play("x4")
    assert (race.phase, race.owed) == (Phase.TURN, 0)
    race.play("1LR")
    assert (len(race.log[-1].drawn[0].cards), race.phase, race.owed) == (2, Phase.TURN, 0)


@pytest.mark.clause("HAND-1", "SETUP-3")
def test_cards_are_drawn_from_the_own_deck() -> None:
    race = board(LONG.replace("d|.|.", "d|.|1"), Team("3", deck="1" * 4 + "5"), Team("3"))
    others = race.sleds[1]
    with pytest.raises(ValueError, match="cannot draw a 2"):
        race.play("3B", [1, 1, 2, 1, 1])
    for nonsense in (0, 6, -1):
        with pytest.raises(ValueError, match=f"card 1: sled 0 cannot draw a {nonsense}"):
            race.play("3B", [nonsense, 1, 1, 1, 5])
    play(race, "3B", "11511")
    assert race.sleds[0].deck == ()
    assert race.sleds[1] == others


# HAND-2


@pytest.mark.clause("HAND-2")
def test_more_than_five_cards_are_discarded_by_choice() -> None:
    race = board(LONG, Team("1123455", brake=2))
    play(race, "3B", draws=0, discards=1)
    assert (race.phase, race.actor, race.owed) == (Phase.DISCARD, 0, 1)
    assert [str(choice) for choice in race.decisions] == ["x1", "x2", "x4", "x5"]
    race.play("x4", [])
    sled = race.sleds[0]
    assert (sled.hand, sled.used, sled.brake) == ((1, 1, 2, 5, 5), (3, 4), 3)
    assert (race.phase, race.round) == (Phase.TURN, 3)


@pytest.mark.clause("HAND-2")
def test_two_cards_too_many_are_discarded_together() -> None:
    race = board(LONG, Team("11223344"))
    play(race, "1B", discards=2)
    choices = ["x12", "x13", "x14", "x22", "x23", "x24", "x33", "x34", "x44"]
    assert [str(choice) for choice in race.decisions] == choices
    for wrong in ("x1", "x11", "x123", "x15", "3B"):
        with pytest.raises(IllegalTurn, match="discard"):
            race.play(wrong)
    race.play("x43", [])
    assert race.hand_of(0) == (1, 2, 2, 3, 4)


@pytest.mark.clause("HAND-2")
def test_dents_of_the_turn_can_make_a_hand_too_large() -> None:
    race = board(
        """
          0 1     2<4     3
        a|.|.....|.-.-.--|=|
        b|.|.....|..-.-.-|=|
        c|.|....0|...-..-|=|
        d|.|.....|......-|=|
        e|.|.....|.......|=|
        """,
        Team("11234", "55"),
    )
    play(race, "4B", speed=6, dents={"speeding": 2}, draws=0, discards=1)
    race.play("x1", [])
    assert (race.hand_of(0), race.sleds[0].dents) == ((1, 2, 3), 2)


# HAND-3


@pytest.mark.clause("HAND-3")
@pytest.mark.parametrize("given", ["22", None])
def test_an_empty_deck_is_not_reshuffled_before_a_card_must_be_drawn(given: str | None) -> None:
    race = board(LONG, Team("3145", deck="22"))
    used = race.sleds[0].used
    play(race, "3B", given)  # by chance, too, only these two can be drawn
    assert race.sleds[0].deck == ()
    assert race.sleds[0].used == tuple(sorted((*used, 3)))
    play(race, "2B", "2")  # the card just discarded is among those shuffled
    assert race.sleds[0].used == ()
    assert race.sleds[0].deck_size == 20 - 5


@pytest.mark.clause("HAND-3")
def test_a_deck_that_runs_out_is_reshuffled_in_the_middle_of_a_draw() -> None:
    race = board(LONG, Team("2", "55", deck="11"))
    play(race, "2B", speed=8)
    assert race.log[-1].drawn[0].cards[:2] == (1, 1)
    assert (race.sleds[0].deck_size, race.sleds[0].used) == (20 - 5 - 2, ())


@pytest.mark.clause("HAND-3")
def test_no_draw_no_reshuffle() -> None:
    race = board(LONG, Team("113345", deck=""))
    used = race.sleds[0].used
    play(race, "3B", draws=0)
    assert (race.sleds[0].deck, race.sleds[0].used) == ((), tuple(sorted((*used, 3))))


@pytest.mark.clause("HAND-3")
def test_the_rest_of_the_old_deck_is_drawn_first() -> None:
    race = board(LONG, Team("3345", deck="2"))
    with pytest.raises(ValueError, match="card 1: sled 0 cannot draw a 1"):
        race.play("3B", [1, 2])
    play(race, "3B", "21")
    sled = race.sleds[0]
    assert (sled.hand, sled.used) == ((1, 2, 3, 4, 5), ())
    assert sorted(sled.deck or ()) == sorted([1] * 3 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3)


@pytest.mark.clause("HAND-3")
def test_discards_and_covered_cards_are_shuffled_the_top_cards_stay() -> None:
    race = board(LONG, Team("44115", "52", brake=2, deck=""))
    assert race.sleds[0].used == (1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5)
    play(race, "4LB:<<", "35")
    sled = race.sleds[0]
    assert (sled.left, sled.right, sled.brake) == (4, 2, 4)
    # The covered 5 and the 4 of the brake are in the new deck; the 4 and 2 on the dogs are not.
    assert sled.deck == (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5)
    assert (sled.hand, sled.used) == ((1, 1, 3, 5, 5), ())


@pytest.mark.clause("HAND-3", "SETUP-2")
def test_printed_threes_are_never_shuffled() -> None:
    race = board(LONG, Team("12245", deck=""))
    play(race, "2LR", "33")
    sled = race.sleds[0]
    assert [*(sled.hand or ()), *(sled.deck or ())].count(3) == 4
    assert [*(sled.hand or ()), *(sled.deck or ())].count(2) == 2


@pytest.mark.clause("HAND-3", "TURN-4")
def test_a_draw_for_want_of_cards_reshuffles_too() -> None:
    race = board(
        LONG.replace("d|.|.....|.", "d|.|.....|1"),
        Team("", "42", deck="5"),
        Team("3", moved=False),
    )
    play(race, "3B", "12345" + "5514", sled=1)
    sled = race.sleds[0]
    assert (sled.hand, sled.dents, sled.used) == ((1, 4, 5, 5), 1, ())
    assert sled.deck_size == 20 - 4 - 2


# HAND-4


@pytest.mark.clause("HAND-4")
def test_past_the_line_the_hand_is_not_refilled() -> None:
    race = board(SHORT, Team("334"))
    play(race, "3B", "", draws=0, finished=True)
    assert race.hand_of(0) == (3, 4)


@pytest.mark.clause("HAND-4", "HAND-2")
def test_past_the_line_too_many_cards_are_still_discarded() -> None:
    race = board(SHORT, Team("1123455"))
    play(race, "3B", "", draws=0, discards=1, finished=True)
    assert race.owed == 1
    race.play("x1", [])
    assert (race.hand_of(0), race.sleds[0].place) == ((1, 2, 4, 5, 5), 1)
    assert race.phase is Phase.OVER


@pytest.mark.clause("HAND-4")
def test_one_space_before_the_line_the_hand_is_refilled() -> None:
    race = board(SHORT.replace("....0", ".0..."), Team("334"))
    play(race, "3B", "12" + "5", end="1c5", draws=3, finished=False)
    assert race.hand_of(0) == (1, 2, 3, 4, 5)


# HAND-5


@pytest.mark.clause("HAND-5")
def test_hands_and_decks_are_hidden_from_the_others() -> None:
    drawing = LONG.replace("d|.|.", "d|.|1")
    one = board(drawing, Team("12345", "2=", deck="1135"), Team("3", dents=1))
    two = board(drawing, Team("11335", "2=", deck="1245"), Team("3", dents=1))
    assert one.view(1) == two.view(1)
    assert one.view(None) == two.view(None)
    assert one.view(0) != two.view(0)
    assert one.view(0).state[0]["hand"].tolist() == [[1] * 5, *[[0] * 5] * 4]
    assert one.view(0).state[0]["deck"].tolist() == [[2, 0, 1, 0, 1], *[[0] * 5] * 4]


@pytest.mark.clause("HAND-5")
@pytest.mark.parametrize(
    "team",
    [
        Team("1234", "2=", deck="1135"),  # one card fewer in hand
        Team("12345", "2=", deck="113"),  # in the deck
        Team("12345", "3=", deck="1135"),
        Team("12345", "23", deck="1135"),
        Team("12345", "2=", deck="1135", brake=4),
        Team("12345", "2=", deck="1135", dents=1),
        Team("12345", "2=", deck="1134"),  # another card among the used ones
    ],
)
def test_sizes_dents_dogs_brakes_and_used_cards_are_open(team: Team) -> None:
    drawing = LONG.replace("d|.|.", "d|.|1")
    seen = board(drawing, Team("12345", "2=", deck="1135"), Team("3")).view(1)
    assert board(drawing, team, Team("3")).view(1) != seen


@pytest.mark.clause("HAND-5")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_discards_and_covered_cards_can_be_read_by_everybody(seat: int | None) -> None:
    race = board(LONG.replace("d|.|.", "d|.|1"), Team("12345", "2=", deck="1135"), Team("3"))
    assert race.view(seat).sleds[0].used == race.sleds[0].used == (1, 2, 2, 3, 3, 4, 4, 4, 5, 5)


def test_views_of_equal_races_are_equal() -> None:
    races: list[Race] = [board(LONG, Team("12345")) for _ in range(2)]
    assert races[0].view(0) == races[1].view(0)
