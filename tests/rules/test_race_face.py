"""The friendly door: what it refuses and why, and that nothing changes when it does."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snowtails import Course, rules
from snowtails.course import lead
from snowtails.rules import IllegalDraw, IllegalTurn, Phase, Race, RacePosition, Status
from snowtails.rules.deal import SeededDeal, Words
from snowtails.rules.notation import Decision, Discard, InvalidTurn, Start, Turn
from tests.rules.random_races import COURSES, go_on, races, random_race
from tests.rules.test_notation import decisions


def hold(cards: str, dogs: str = "==3", rounds: int = 2) -> Race:
    """Return a race in which a sled alone holds some cards."""
    hand = [cards.count(value) for value in "12345"]
    deck = [2 - min(count, 2) for count in hand]
    piles = "/".join("".join(map(str, pile)) for pile in (hand, deck))
    return Race.parse(f"srs {rounds} turn:0 - 1c1/{dogs}/{piles}/0/r", SeededDeal(1))


def everything(race: Race) -> tuple[object, ...]:
    """Return all that a refusal must leave alone."""
    history = race.history
    return race.state.tobytes(), race.log, history, tuple(race._words), race.deal, race.line


@contextmanager
def unchanged(race: Race) -> Iterator[None]:
    before = everything(race)
    yield
    assert everything(race) == before


def refusal(race: Race, decision: str) -> str:
    """Return why a decision is refused, having checked the error and that nothing changed."""
    with unchanged(race), pytest.raises(IllegalTurn) as error:
        race.play(decision)
    found = error.value
    assert isinstance(found, ValueError)
    assert (str(found.decision), found.line) == (decision, race.line)
    assert str(found) == f"{decision}: {found.reason}\n  in {race.line}"
    return found.reason


RIGHT = "the speed is 5, the drift 2 to the right"

# -- refusing --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dogs", "turn", "reason"),
    [
        ("4", "==3", "4LR", "needs two 4s, you hold one"),
        ("44", "==3", "4LRB", "needs three 4s, you hold two"),
        ("4", "==3", "2B", "needs one 2, you hold none"),
        ("4", "==3", "4L+", "the bonus needs equal dogs, these are 4 and 3"),
        ("5", "113", "5B+", "the bonus needs a speed of 1 or more, it is -3"),
        ("1", "113", "1L:^", "the speed is -1, the sled stays: leave the route out"),
        ("2", "223", "2B:>", "there is no drift: leave the route out"),
        ("3", "==3", "3B:^^^", "there is no drift: leave the route out"),
        ("5", "==3", "5R", f"{RIGHT}: the route is missing; try 5R:>>^^^"),
        ("5", "==3", "5R:>>^", f"{RIGHT}: this route has 3; try 5R:>>^^^"),
        (
            "5",
            "443",
            "5L:^",
            "the speed is 6, the drift 1 to the left: this route has 1; try 5L:<^^^^^",
        ),
        ("5", "==3", "5R:>^^^^", "the drift is 2 to the right: this route drifts once"),
        ("5", "==3", "5R:^^^^^", "the drift is 2 to the right: this route drifts never"),
        ("5", "==3", "5R:>>>^^", "the drift is 2 to the right: this route drifts 3 times"),
        ("4", "==3", "4L:<^^<", "the drift is 1 to the left: this route drifts twice"),
        ("5", "==3", "5R:<<^^^", "the drift is 2 to the right, not to the other side"),
        ("4", "==3", "4L:^>^^", "the drift is 1 to the left, not to the other side"),
    ],
)
def test_why_a_turn_is_refused(cards: str, dogs: str, turn: str, reason: str) -> None:
    race = hold(cards, dogs)
    assert refusal(race, turn) == reason
    with unchanged(race), pytest.raises(IllegalTurn) as error:
        race.preview(turn)
    assert error.value.reason == reason


def test_the_turn_that_is_advised_can_be_played() -> None:
    race = hold("5")
    reason = refusal(race, "5R")
    race.play(reason.rpartition(" ")[2])
    assert race.log[-1].decision == Turn(5, "R", route=">>^^^")


def test_there_is_no_bonus_on_the_first_turn() -> None:
    assert refusal(hold("2", rounds=1), "2B+") == "there is no bonus on the first turn"
    assert Turn(2, "B", bonus=True) in hold("2", rounds=2).turns


def test_start_spaces_are_refused() -> None:
    race = Race(Course.parse("s"), 3, choosing=[2, 0, 1])
    assert refusal(race, "3L") == "sled 2 chooses a start space first, as in @3"
    race.play("@2")
    assert refusal(race, "@2") == "start space taken; free are 1, 3, 4, 5"
    assert refusal(race, "x3") == "sled 0 chooses a start space first, as in @3"


def test_decisions_out_of_turn_are_refused() -> None:
    race = hold("45")
    assert refusal(race, "@1") == "sled 0 plays a turn first, as in 4L:<^^^"
    assert refusal(race, "x4") == "sled 0 plays a turn first, as in 4L:<^^^"


def test_discards_are_refused() -> None:
    race = Race.parse("srs 2 discard:0 - 1c2/==3/21202/00000/0/m")
    for decision in ("x1", "x123", "x44", "x222"):
        assert refusal(race, decision) == "discard 2 cards out of 1 1 2 3 3 5 5"
    assert refusal(race, "1L") == "sled 0 discards 2 cards first, as in x3"
    assert refusal(race, "@1") == "sled 0 discards 2 cards first, as in x3"
    one = Race.parse("srs 2 discard:0 - 1c2/==3/21102/00000/0/m")
    assert refusal(one, "x4") == "discard 1 card out of 1 1 2 3 5 5"
    one.play("x5")


def test_nothing_can_be_decided_when_the_race_is_over() -> None:
    race = Race.parse("srs 4 over - -/==3/00000/44444/0/f1")
    for decision in ("3L", "@1", "x3"):
        assert refusal(race, decision) == "the race is over"
    assert (race.actor, race.decisions, race.turns) == (None, (), ())


@settings(max_examples=80)
@given(races, st.lists(decisions, min_size=1, max_size=15))
def test_what_is_not_among_the_decisions_is_refused(race: Race, tried: list[Decision]) -> None:
    for decision in tried:
        if decision in race.decisions:
            race.play(decision)
            race.undo()
        else:
            assert refusal(race, str(decision))


@settings(max_examples=60)
@given(races)
def test_whatever_is_among_the_decisions_can_be_played(race: Race) -> None:
    assert (race.phase is Phase.OVER) == (not race.decisions)
    assert len(set(race.decisions)) == len(race.decisions)
    for decision in race.decisions[:: max(len(race.decisions) // 8, 1)]:
        with unchanged(race):
            race.play(str(decision))
            assert race.undo().decision == decision


@given(st.text(max_size=10))
def test_unreadable_decisions_change_nothing(text: str) -> None:
    race = hold("345")
    with unchanged(race):
        try:
            race.preview(text)
            race.play(text)
        except (InvalidTurn, IllegalTurn):
            return
        race.undo()


@pytest.mark.parametrize("sled", [-1, 1, 5])
def test_sleds_that_are_not_in_the_race(sled: int) -> None:
    race = hold("345")
    for ask in (
        lambda: race.preview("3B", sled),
        lambda: race.reach(sled),
        lambda: race.turns_of(sled),
        lambda: race.place_of(sled),
        lambda: race.is_driving(sled),
    ):
        with unchanged(race), pytest.raises(ValueError, match=rf"^there is no sled {sled}; sleds"):
            ask()


def test_sleds_that_are_not_on_the_track() -> None:
    race = Race.parse(hold("345").line + " -/==3/11111/33333/0/f1")
    for ask in (lambda: race.preview("3B", 1), lambda: race.reach(1)):
        with unchanged(race), pytest.raises(ValueError, match="not on the track") as error:
            ask()
        assert str(error.value) == f"sled 1 is not on the track\n  in {race.line}"


def test_nothing_is_reached_before_the_start() -> None:
    race = Race(Course.parse("s"), 2)
    with pytest.raises(ValueError, match="0 is not on the track: a start space is chosen first"):
        race.preview("3L")


@pytest.mark.parametrize("sleds", [-1, 0, 6])
def test_a_race_has_one_to_five_sleds(sleds: int) -> None:
    with pytest.raises(ValueError, match=f"a race has 1 to 5 sleds, not {sleds}"):
        Race(Course.parse("s"), sleds)


@pytest.mark.parametrize("choosing", [[0], [0, 0], [1, 2], [0, 1, 2]])
def test_each_sled_chooses_once(choosing: list[int]) -> None:
    with pytest.raises(ValueError, match="the sleds 0–1 choose once each, not"):
        Race(Course.parse("s"), 2, choosing=choosing)


# -- cards that are given --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        ([], "sled 0 draws 3 cards, 0 given"),
        ([1, 2], "sled 0 draws 3 cards, 2 given"),
        ([1, 2, 3, 4], "3B: 1 card too many given: [4]"),
        ([1, 2, 3, 4, 5], "3B: 2 cards too many given: [4, 5]"),
        ([1, 1, 1], "card 3: sled 0 cannot draw a 1"),
        ([0], "card 1: sled 0 cannot draw a 0"),
        ([1, 6], "card 2: sled 0 cannot draw a 6"),
        ([-1], "card 1: sled 0 cannot draw a -1"),
    ],
)
def test_wrong_cards_change_nothing(drawn: list[int], reason: str) -> None:
    race = hold("345")
    with unchanged(race), pytest.raises(IllegalDraw) as error:
        race.play("3B", drawn)
    assert str(error.value) == reason
    assert isinstance(error.value, ValueError)
    race.play("3B", [1, 2, 1])
    assert race.hand_of(0) == (1, 1, 2, 4, 5)


def test_wrong_cards_for_the_second_of_two_draws_change_nothing() -> None:
    """One sled refills, then the next draws for lack of cards (TURN-4)."""
    line = "srs 2 turn:0 - 1c2/==3/11111/33333/0/r 1b1/==3/00000/44444/0/r"
    race = Race.parse(line)
    for drawn in ([3, 1, 1, 1], [3, 1, 1, 1, 1, 1], [3, 2, 2, 2, 9]):
        with unchanged(race), pytest.raises(IllegalDraw, match=r"sled 1|too many"):
            race.play("3B", drawn)
    race.play("3B", [3, 1, 1, 1, 2])
    assert [(d.sled, d.cards, d.reason) for d in race.log[-1].drawn] == [
        (0, (3,), "refill"),
        (1, (1, 1, 1, 2), "no_cards"),
    ]


def test_a_race_without_a_deal_asks_for_cards() -> None:
    race = Race.parse(hold("345").line)
    with (
        unchanged(race),
        pytest.raises(ValueError, match="this race has no deal"),
    ):
        race.play("3B")
    race.play("3B", drawn=(value for value in (1, 2, 1)))


class BrokenDeal:
    def words(self, stream: int, first: int, count: int) -> Words:
        raise RuntimeError(f"no word {first} to {first + count} of stream {stream}")


@pytest.mark.parametrize("drawn", [None, ["x"], [None], [[1]]])
def test_nothing_changes_when_chance_breaks_down(drawn: Any) -> None:
    race = hold("345")
    race.deal = BrokenDeal()
    with unchanged(race), pytest.raises(Exception, match=r".*"):
        race.play("3B", drawn)


# -- taking back and copying -----------------------------------------------------------------------


@settings(max_examples=60)
@given(races)
def test_everything_can_be_taken_back(race: Race) -> None:
    first = Race(race.course, len(race.sleds), deal=race.deal)
    played = race.log
    for entry in reversed(played):
        assert race.undo() == entry
    assert everything(race) == everything(first)
    for entry in played:
        race.play(entry.decision)  # and draws the same cards
    assert race.log == played


def test_there_is_an_end_to_taking_back() -> None:
    race = Race(Course.parse("s"), 2)
    with unchanged(race), pytest.raises(IndexError, match="there is nothing to take back"):
        race.undo()


@settings(max_examples=60)
@given(races)
def test_a_copy_goes_its_own_way(race: Race) -> None:
    copy = race.copy()
    assert everything(copy) == everything(race)
    with unchanged(race):
        go_on(copy, 1, 5)
    with unchanged(copy):
        go_on(race, 2, 5)
        while race.log:
            race.undo()
    while copy.log:
        copy.undo()
    assert everything(copy) == everything(race)


def test_a_copy_draws_the_same_cards() -> None:
    race = random_race(COURSES[11], 3, 5, 20, "gentle")
    assert go_on(race.copy(), 7, 9).log == go_on(race, 7, 9).log


def test_what_a_race_shows_cannot_be_used_to_change_it() -> None:
    race = random_race(COURSES[11], 3, 5, 20, "gentle")
    with unchanged(race):
        race.state[0]["round"] = 99
        go_on(race.copy(), 1, 3)


def test_a_race_from_a_state_is_a_new_race() -> None:
    race = random_race(COURSES[11], 3, 5, 20, "gentle")
    state = race.state
    again = Race.from_state(race.course, state, race.deal)
    assert (again.log, again.history) == ((), ())
    assert again.line == race.line
    state[0]["round"] = 99
    assert again.round == race.round
    with unchanged(race):
        go_on(again, 1, 6)


# -- numbers, positions, standings -----------------------------------------------------------------


@given(races)
def test_decisions_are_named_by_their_numbers(race: Race) -> None:
    for decision in race.decisions:
        assert race.numbered(decision.number) == decision
    kinds: dict[Phase, type] = {Phase.START: Start, Phase.DISCARD: Discard}
    kind = kinds.get(race.phase, Turn)
    assert all(isinstance(decision, kind) for decision in race.decisions)


@pytest.mark.parametrize("number", [-1, 735, 10_000])
def test_numbers_without_a_turn_are_refused(number: int) -> None:
    with pytest.raises(InvalidTurn, match=f"turns are numbered 0–734, not {number}"):
        hold("345").numbered(number)


@given(races)
def test_sleds_drive_from_the_start_to_the_finish_line(race: Race) -> None:
    track = race.track
    for sled in race.sleds:
        behind_line = sled.space and track.by_name[sled.space] < track.first_past
        assert race.is_driving(sled.number) is bool(behind_line)


def seen(race: RacePosition) -> tuple[object, ...]:
    """Return what is read off a position by its fields."""
    return race.round, race.phase, race.actor, race.owed, race.sleds, race.standings()


@settings(max_examples=40)
@given(races)
def test_a_race_is_read_as_it_stands_and_its_positions_stay(race: Race) -> None:
    before, read = race.position(), seen(race)
    assert race.position() is before
    assert seen(before) == read
    if race.over:
        return
    other = race.copy()
    for race_on in (race.play, lambda each: race.accept(race.attempt(each))):
        race_on(race.decisions[0])
        fresh = RacePosition(race.course, race.state, race.colours)
        assert race.position() == fresh
        assert seen(race) == seen(race.position()) == seen(fresh)
        assert race.position_before(len(race.log) - 1) == before
        race.undo()
        assert (race.position(), seen(race)) == (before, read)
    assert (seen(before), seen(other), other.position()) == (read, read, before)


def test_an_attempt_of_a_race_on_a_course_of_another_name_keeps_the_own_name() -> None:
    race, other = (Race(Course.parse("srs", name), 1, seed=7) for name in ("One", "Other"))
    race.accept(other.attempt("@1"))
    assert race.position().course.name == race.course.name == "One"


def test_entries_that_are_not_in_the_log_have_no_position() -> None:
    race = Race("nutcracker", 1, seed=7)
    race.play("@1")
    for entry in (-1, 1):
        with pytest.raises(ValueError, match=f"no entry {entry}; the log has 1"):
            race.position_before(entry)


@given(races)
def test_standings_and_positions(race: Race) -> None:
    standings = race.standings()
    assert sorted(standing.sled for standing in standings) == list(range(len(race.sleds)))
    found = [(standing.status, standing.place) for standing in standings]
    assert [race.sleds[s.sled].status for s in standings] == [s.status for s in standings]
    assert [race.place_of(s.sled) for s in standings] == [s.place for s in standings]
    order = [Status.FINISHED, Status.RACING, Status.WRECKED]
    assert [status for status, _ in found] == sorted((s for s, _ in found), key=order.index)
    placed = [place for status, place in found if status is not Status.WRECKED]
    if race.round == 0:
        assert placed == [None] * len(placed)
        assert tuple(standing.sled for standing in standings) == race.choosing
        return
    assert placed == list(range(1, len(placed) + 1))
    ranks = race.track.spaces["rank"]
    on_track = [race.sleds[s.sled].space for s in standings if s.status is Status.RACING]
    progress = [int(ranks[race.track.by_name[space]]) for space in on_track if space]
    assert progress == sorted(progress, reverse=True)
    wrecks = [int(race.state[0]["place"][s.sled]) for s in standings if s.place is None]
    assert wrecks == list(range(len(wrecks)))[::-1]


def test_standings_in_the_middle_of_a_race() -> None:
    race = Race.parse(
        "srs 5 turn:3 - -/==3/11111/33333/5/w0 -/==3/11111/33333/1/f1 1c2/==3/11111/33333/0/r "
        "1c4/==3/11111/33333/0/r -/==3/11111/33333/5/w1"
    )
    assert [(s.sled, str(s.status), s.place) for s in race.standings()] == [
        (1, "finished", 1),
        (3, "racing", 2),
        (2, "racing", 3),
        (4, "wrecked", None),
        (0, "wrecked", None),
    ]
    assert [sled.place for sled in race.sleds] == [None, 1, 3, 2, None]


def test_sleds_show_all_their_cards() -> None:
    (sled,) = hold("345", "=24").sleds
    assert (sled.space, sled.left, sled.right, sled.brake) == ("1c1", 3, 2, 4)
    assert (sled.hand, sled.deck) == ((3, 4, 5), (1, 1, 2, 2, 3, 4, 5))
    assert sorted((*(sled.hand or ()), *(sled.deck or ()), *sled.used, 2)) == sorted(
        [*range(1, 6)] * 4
    )


def test_values_rebuild() -> None:
    race = random_race(COURSES[2], 2, 3, 9)
    for value in (*race.log, *race.sleds, *race.standings()):
        # Python writes members of enumerations as <Status.RACING: 'racing'>.
        text = re.sub(r"<(Status\.\w+): '\w+'>", r"\1", repr(value))
        assert eval(text, vars(rules) | vars(lead)) == value


def test_the_deal_may_come_from_numpy() -> None:
    races = [Race(Course.parse("s"), 3, rng=np.random.default_rng(4)) for _ in range(2)]
    assert everything(races[0]) == everything(races[1])
    assert isinstance(races[0].deal, SeededDeal)
