"""Views: what a seat may know, no more, and worlds that fit it with the right probabilities."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from snowtails.rules import Phase, Played, Race
from snowtails.rules.cards import cards_missing
from snowtails.rules.deal import SeededDeal
from snowtails.rules.notation import Discard, Turn
from snowtails.rules.state import STATE
from snowtails.rules.view import HIDDEN, OPEN, View
from tests.rules.random_races import COURSES, go_on, races, races_with, random_race

Orders = NDArray[np.int64]
"""Rows of cards, or of counts by value."""

# -- what is seen ----------------------------------------------------------------------------------


def test_every_field_of_the_state_is_open_or_hidden() -> None:
    """A new field is in neither: decide who may see it."""
    assert sorted(OPEN + HIDDEN) == sorted(STATE.names or ())
    assert len(set(OPEN + HIDDEN)) == len(OPEN + HIDDEN)


@given(races)
def test_a_view_shows_what_is_open_and_the_own_cards(race: Race) -> None:
    whole = race.state[0]
    for seat in (None, *range(len(race.sleds))):
        view = race.view(seat)
        seen = view.state[0]
        for name in OPEN:
            assert np.array_equal(seen[name], whole[name])
        for sled in range(5):
            for name in HIDDEN:
                expected = whole[name][sled] if sled == seat else np.zeros(5)
                assert np.array_equal(seen[name][sled], expected)
        assert view.hand_sizes == tuple(sled.hand_size for sled in race.sleds)
        assert view.deck_sizes == tuple(sled.deck_size for sled in race.sleds)


def test_there_is_no_view_from_an_empty_seat() -> None:
    race = random_race(COURSES[2], 3, 1, 8)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0–2"):
            race.view(seat)


def test_an_onlooker_has_nothing_to_reach() -> None:
    with pytest.raises(ValueError, match="an onlooker has no sled to move"):
        random_race(COURSES[2], 3, 1, 8).view(None).reach()


def test_a_seat_reaches_what_its_sled_reaches() -> None:
    race = random_race(COURSES[11], 3, 1, 12, "gentle")
    for seat in range(3):
        assert race.view(seat).reach().rows.tobytes() == race.reach(seat).rows.tobytes()


def test_a_view_does_not_follow_the_race() -> None:
    race = random_race(COURSES[11], 3, 1, 9, "gentle")
    view, key = race.view(0), race.view(0).key
    go_on(race, 1, 3, "gentle")
    assert view.key == key != race.view(0).key


def test_a_view_without_what_has_been_public_deals_nothing() -> None:
    race = random_race(COURSES[2], 3, 1, 8)
    with pytest.raises(ValueError, match=r"race\.view"):
        View(race, 0, ledgers=()).deal(seed=1)


def test_views_are_values() -> None:
    race = random_race(COURSES[11], 3, 1, 9, "gentle")
    assert race.view(0) == race.copy().view(0)
    assert hash(race.view(0)) == hash(race.copy().view(0))
    assert len({race.view(0), race.view(1), race.view(None), race.view(0)}) == 3
    assert race.view(0) != "a view"


# -- whole histories, by rejection -----------------------------------------------------------------


class Histories:
    """All that a sled may have drawn, told from what everybody saw of it.

    Orders of its deck are drawn at random, each as likely as any other; those in which it would
    have given a card that it did not hold are thrown away.
    """

    def __init__(self, race: Race, sled: int, rng: np.random.Generator, count: int) -> None:
        self.rng, self.count = rng, count
        first = next(iter(race.history), race).state
        piles = {name: first[0][name][sled].astype(np.int64) for name in ("hand", "deck", "used")}
        self.used = piles["used"]
        self.dogs = [int(first[0][dog][sled]) * int(first[0][f"{dog}_card"][sled]) for dog in DOGS]
        self.past: list[int] = []  # cards drawn before the last reshuffle, as they really were
        self.drawn_for_real: list[int] = []
        self.shuffle(np.zeros(5, np.int64), piles["hand"] + piles["deck"])
        self.drawn = int(piles["hand"].sum())
        self.in_hand_at_first = self.drawn
        for entry in race.log:
            if entry.sled == sled and isinstance(entry.decision, Turn | Discard):
                self.give(entry.decision)
            for drawn in entry.drawn:
                if drawn.sled == sled:
                    self.draw(drawn.cards)

    def shuffle(self, held: NDArray[np.int64], deck: NDArray[np.int64]) -> None:
        """Begin a deck anew: in as many orders as are wanted."""
        cards = np.repeat(np.arange(5), deck)
        self.held, self.deck = held, deck
        self.orders: Orders = self.rng.permuted(np.tile(cards, (self.count, 1)), axis=1)
        self.drawn = 0
        self.given = np.zeros(5, np.int64)

    def hands(self) -> Orders:
        """Return the hand that each order gives, as counts by value."""
        drawn = self.orders[:, : self.drawn, None] == np.arange(5)
        hands: Orders = self.held + drawn.sum(axis=1) - self.given
        return hands

    def give(self, decision: Turn | Discard) -> None:
        if isinstance(decision, Turn):
            cards = [decision.value] * len(decision.places)
            for i, dog in enumerate("LR"):
                if dog in decision.places:
                    if self.dogs[i]:
                        self.used[self.dogs[i] - 1] += 1
                    self.dogs[i] = decision.value
            self.used[decision.value - 1] += "B" in decision.places
        else:
            cards = list(decision.values)
            np.add.at(self.used, np.array(cards) - 1, 1)
        np.add.at(self.given, np.array(cards) - 1, 1)
        self.orders = self.orders[(self.hands() >= 0).all(axis=1)]

    def draw(self, cards: tuple[int, ...]) -> None:
        self.drawn_for_real += cards
        left = int(self.deck.sum()) - self.drawn
        self.drawn += min(left, len(cards))
        if len(cards) > left:
            # The deck is used up: whatever its order was, the same cards are in hand now.
            self.past = self.drawn_for_real[: len(self.drawn_for_real) - len(cards) + left]
            held = self.held + self.deck - self.given
            assert (self.hands() == held).all()
            used, self.used = self.used, np.zeros(5, np.int64)
            self.shuffle(held, used)
            self.drawn = len(cards) - left


DOGS = ("left", "right")


def replay(race: Race, sled: int, cards: list[int]) -> Race:
    """Race again by the same decisions, but let one sled draw other cards."""
    first = next(iter(race.history), race).state
    again = Race.from_state(race.course, first, SeededDeal(99))
    for entry in race.log:
        drawn: list[int] = []
        for each in entry.drawn:
            if each.sled == sled:
                drawn += cards[: len(each.cards)]
                cards = cards[len(each.cards) :]
            else:
                drawn += each.cards
        again.play(entry.decision, drawn)
    assert not cards
    return again


def other_worlds(race: Race, sled: int, rng: np.random.Generator, most: int) -> Iterator[Race]:
    """Make races that differ in nothing but what one sled drew, and played none of."""
    found = Histories(race, sled, rng, 400)
    for order in found.orders[:most]:
        yield replay(race, sled, [*found.past, *(order[: found.drawn] + 1).tolist()])


def test_worlds_that_differ_in_hidden_cards_give_equal_views() -> None:
    rng = np.random.default_rng(1)
    different = 0
    for seed in range(40):
        style = ("gentle", "bumping", "wild")[seed % 3]
        race = random_race(COURSES[seed % len(COURSES)], 3, seed, 4 + seed * 2 % 37, style)
        for other in other_worlds(race, 1, rng, 3):
            different += other.state.tobytes() != race.state.tobytes()
            for seat in (0, 2, None):
                assert other.view(seat).key == race.view(seat).key
                assert other.view(seat) == race.view(seat)
                if seat is not None and race.sleds[seat].space:
                    reached = other.view(seat).reach().rows
                    assert reached.tobytes() == race.view(seat).reach().rows.tobytes()
            same = other.state.tobytes() == race.state.tobytes()
            assert (other.view(1).key == race.view(1).key) == same
    assert different > 30


def test_worlds_that_are_dealt_give_equal_views() -> None:
    rng = np.random.default_rng(2)
    for seed in range(25):
        race = random_race(COURSES[seed % len(COURSES)], 3, seed, 4 + seed * 3 % 47, "gentle")
        dealt = race.view(0).deal(rng)
        assert dealt.view(0) == race.view(0)
        assert dealt.view(None) == race.view(None)


# -- worlds that are dealt -------------------------------------------------------------------------


def assert_fits(view: View, world: Race) -> None:
    """Assert that a race could be the one that a view is of."""
    for sled, (hand, deck) in enumerate(zip(view.hand_sizes, view.deck_sizes, strict=True)):
        assert cards_missing(world.state, sled) == 0
        assert (world.state[0]["hand"][sled] >= 0).all()
        assert (world.state[0]["deck"][sled] >= 0).all()
        assert (len(world.hand_of(sled)), world.sleds[sled].deck_size) == (hand, deck)
    assert world.view(view.seat) == view


@settings(max_examples=100)
@given(races, st.integers(0, 2**32), st.integers(-1, 4))
def test_a_dealt_world_always_fits(race: Race, seed: int, chair: int) -> None:
    seat = None if chair < 0 else chair % len(race.sleds)
    view = race.view(seat)
    rng = np.random.default_rng(seed)
    world = view.deal(rng)
    assert_fits(view, world)
    assert world.log == ()
    go_on(world, seed, 6)  # what is public goes on to be kept
    assert_fits(world.view(seat), world.view(seat).deal(rng))
    assert_fits(world.view(seat), world.copy().view(seat).deal(rng))


def test_a_dealt_world_leaves_view_and_race_alone() -> None:
    race = random_race(COURSES[11], 3, 1, 12, "gentle")
    view, key, state = race.view(0), race.view(0).key, race.state.tobytes()
    worlds = [view.deal(np.random.default_rng(n)) for n in range(5)]
    for world in worlds:
        go_on(world, 1, 5)
    assert (view.key, race.state.tobytes()) == (key, state)
    assert len({world.deal for world in worlds}) == 5


def counted(hands: NDArray[np.int64]) -> Counter[tuple[int, ...]]:
    return Counter(map(tuple, hands.tolist()))


def assert_agrees(counts: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float]) -> None:
    """Assert by chi-square that these hands came with these chances."""
    total = sum(counts.values())
    assert set(counts) <= set(chances), "a hand that cannot be"
    common = [hand for hand, chance in chances.items() if chance * total >= 5]
    found = np.array([counts[hand] for hand in common])
    expected = np.array([chances[hand] for hand in common]) * total
    if len(common) < len(chances):
        found = np.append(found, total - found.sum())
        expected = np.append(expected, total - expected.sum())
        if expected[-1] < 5:
            found, expected = found[:-1], expected[:-1]
    freedom = max(len(expected) - 1, 1)
    chi = float(((found - expected) ** 2 / expected).sum())
    assert chi < freedom + 5 * sqrt(2 * freedom), f"{chi=:.1f}, {freedom=}"


def test_assert_agrees_can_fail() -> None:
    chances: dict[tuple[int, ...], float] = {(1,): 0.5, (2,): 0.3, (3,): 0.2}
    assert_agrees(Counter({(1,): 520, (2,): 290, (3,): 190}), chances)
    with pytest.raises(AssertionError):
        assert_agrees(Counter({(1,): 420, (2,): 390, (3,): 190}), chances)
    with pytest.raises(AssertionError):
        assert_agrees(Counter({(1,): 500, (4,): 500}), chances)


def chances_of(view: View, sled: int) -> dict[tuple[int, ...], float]:
    """Return how likely a view takes each hand of a sled to be."""
    ledger = view.ledgers[sled]
    drawn, chances = ledger.worlds
    hands = np.array(ledger.held) + drawn - np.array(ledger.given)
    return dict(zip(map(tuple, hands.tolist()), chances.tolist(), strict=True))


def entries(race: Race, sled: int) -> list[Played]:
    return [entry for entry in race.log if entry.sled == sled]


def turns_since(race: Race, sled: int) -> int:
    """Count how often a sled has given cards since all of its hand was known."""
    return len(race.view(None).ledgers[sled].needs)


def was_reshuffled(race: Race, sled: int) -> bool:
    drawn = sum(len(d.cards) for entry in race.log for d in entry.drawn if d.sled == sled)
    return drawn > 20 and 2 <= turns_since(race, sled) <= 4


def was_not_refilled(race: Race, sled: int) -> bool:
    """Tell whether a sled has bumped into another, and drawn again since (DENT-2)."""
    mine = entries(race, sled)[1:]
    bumped = any(len(e.drawn) == 0 and isinstance(e.decision, Turn) for e in mine[:-1])
    full = all(not isinstance(entry.decision, Discard) for entry in mine)
    dents = race.state[0]["dents"][sled] == 0
    return bool(bumped and full and dents and mine[-1].drawn and turns_since(race, sled) in (2, 3))


def has_discarded(race: Race, sled: int) -> bool:
    mine = entries(race, sled)
    discards = sum(isinstance(entry.decision, Discard) for entry in mine)
    return discards > 0 and 3 <= turns_since(race, sled) <= 5 and bool(mine[-1].drawn)


def lacked_cards(race: Race, sled: int) -> bool:
    reasons = [d.reason for entry in race.log for d in entry.drawn if d.sled == sled]
    return "no_cards" in reasons and turns_since(race, sled) <= 6 and len(entries(race, sled)) > 3


def is_young(race: Race, sled: int) -> bool:
    return race.phase is Phase.TURN and turns_since(race, sled) == 3


SCENES: dict[str, tuple[Callable[[Race, int], bool], str]] = {
    "a young race": (is_young, "gentle"),
    "after a reshuffle": (was_reshuffled, "gentle"),
    "after a bump without refill": (was_not_refilled, "bumping"),
    "after discards": (has_discarded, "wild"),
    "after drawing for lack of cards": (lacked_cards, "bumping"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_chances_agree_with_rejection_of_whole_histories(scene: str) -> None:
    wanted, style = SCENES[scene]
    rng = np.random.default_rng(7)
    for race in islice(races_with(lambda race: wanted(race, 1), style), 4):
        histories = Histories(race, 1, rng, 40_000)
        assert len(histories.orders) > 100
        assert_agrees(counted(histories.hands()), chances_of(race.view(0), 1))


def test_chances_agree_in_a_race_from_a_position() -> None:
    rng = np.random.default_rng(8)
    for seed in range(4):
        race = random_race(COURSES[11 + seed % 2], 3, seed, 14, "gentle")
        again = Race.parse(race.line, SeededDeal(seed))
        go_on(again, seed, 7, "gentle")
        histories = Histories(again, 1, rng, 40_000)
        assert histories.in_hand_at_first > 0
        assert_agrees(counted(histories.hands()), chances_of(again.view(0), 1))


@pytest.mark.parametrize("scene", ["a young race", "after a reshuffle"])
def test_worlds_are_dealt_with_their_chances(scene: str) -> None:
    wanted, style = SCENES[scene]
    race = next(races_with(lambda race: wanted(race, 1), style))
    view, rng = race.view(0), np.random.default_rng(9)
    dealt = Counter(tuple(view.deal(rng).state[0]["hand"][1].tolist()) for _ in range(3000))
    assert_agrees(dealt, chances_of(view, 1))
    own = {tuple(view.deal(rng).state[0]["hand"][0].tolist()) for _ in range(20)}
    assert own == {tuple(race.state[0]["hand"][0].tolist())}


def test_chances_worked_out_by_hand() -> None:
    race = Race(COURSES[2], 2, choosing=[0, 1])
    race.play("@1")
    race.play("@2", drawn=[1, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    assert sum(chances_of(race.view(1), 0).values()) == pytest.approx(1)
    hand = (1, 1, 1, 1, 1)
    assert chances_of(race.view(1), 0)[hand] == pytest.approx(4**5 / 15504)
    race.play("1B", drawn=[5])
    # Ways to draw five with a 1 among them, then one: of all, and of those that leave 2 2 2 2 3.
    every = (20 * 19 * 18 * 17 * 16 - 16 * 15 * 14 * 13 * 12) * 15
    last_a_three = 4 * 120 * 4  # 1 2 2 2 2 in any order, then a 3
    last_a_two = 4 * 4 * 4 * 120  # 1 3 2 2 2 in any order, then the fourth 2
    chance = (last_a_three + last_a_two) / every
    assert chances_of(race.view(1), 0)[0, 4, 1, 0, 0] == pytest.approx(chance)


def test_all_know_the_hand_at_a_reshuffle() -> None:
    """The deck is empty and the used cards are open: so nothing of the hand is hidden."""
    found = 0
    for seed in range(24):
        race = Race(COURSES[11 + seed % 2], 2, deal=SeededDeal(seed))
        before: tuple[int, ...] = ()
        while race.phase is not Phase.OVER and len(race.log) < 120:
            go_on(race, seed + len(race.log), 1, "gentle")
            ledger, sled = race.view(1).ledgers[0], race.state[0]
            if ledger.deck != before:
                found += bool(before) and ledger.deck != (4, 4, 4, 4, 4)
                before = ledger.deck
                drawn = last_drawn(race, 0, ledger.drawn)
                assert ledger.held == tuple((sled["hand"][0] - drawn).tolist())
                assert ledger.deck == tuple((sled["deck"][0] + drawn).tolist())
                assert (ledger.given, ledger.needs) == ((0,) * 5, ())
            if sum(ledger.deck) == ledger.drawn and race.view(1).deck_sizes[0] == 0:
                (chance,) = chances_of(race.view(1), 0).values()
                assert chance == pytest.approx(1)
    assert found > 5


def last_drawn(race: Race, sled: int, count: int) -> NDArray[np.int64]:
    cards = [card for entry in race.log for d in entry.drawn if d.sled == sled for card in d.cards]
    return np.bincount([card - 1 for card in cards[len(cards) - count :]], minlength=5)
