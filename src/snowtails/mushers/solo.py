"""The Lone Wolf: plays the solo game by trying out in thought what each decision leads to.

A quick way of deciding weighs every outcome by the course solver's values and by whether the cards
will last. Whole rounds decided so, with cards drawn at random, tell how good a decision is: those
that look best after a few such rounds are tried in more.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..course import Refused
from ..course.chance import generator
from ..course.problem import expect
from ..course.track import Spaces
from ..rules.choices import Phase
from ..rules.deal import pick, stream_key, stream_word
from ..rules.decide import unpack_cards
from ..rules.kernel import kernel, kernel_part
from ..rules.movement import LONGEST_PATH
from ..rules.reach import Outcomes
from ..rules.solo.cards import cards_left
from ..rules.solo.decide import decide_solo, solo_decisions
from ..rules.solo.flow import card_named, receive
from ..rules.solo.notation import SoloDecision
from ..rules.solo.position import SoloPosition
from ..rules.solo.score import driving_points
from ..rules.solo.state import DRAW, DROP, OUT, OVER, SLOTS, SURPLUS, TAKE, TURN, YOU
from ..rules.solo.turns import solo_reach
from ..rules.state import HAND, VALUES, State
from ..rules.turns import BRAKE, CARDS, LEFT, RIGHT, dogs_after, turn_parts
from .solver import Values, best_by_cards, solve

_CARDS_A_TURN = 1.25
"""Cards that a turn takes."""

_TOO_FEW = 1.5
"""Points that each card costs that will be missing in a full hand at the finish."""

_FAR_TOO_FEW = 1.0
"""Points that each card costs, besides, that will be missing on the way there."""

_A_TURN = 0.15
_A_STEP = 0.1
"""Points that a turn costs, and a step of a bonus marker."""

_DENT_COSTS = np.array((0.0, 3.0, 5.0, 7.0, 8.5))
"""Points lost by so many dents: those of SOLO-17, and room in the hand."""

_LEAST_TRIES = 12
_FIELD = 10
"""Turns that are tried at all."""

# -- the quick way ---------------------------------------------------------------------------------


@kernel_part
def _supply(game: State, turn: int) -> int:
    """Count the cards that can still be played after a turn."""
    g = game[0]
    value, places, choice = turn_parts(turn)
    left = cards_left(game) - CARDS[places]
    if places & BRAKE and not g["brakes"] >> (value - 1) & 1:
        left += 1
    if places == LEFT | RIGHT | BRAKE and choice > 1:
        left += 1
    return left


@kernel_part
def _promise(game: State, track: Spaces, values: Values, out: Any) -> float:
    """Return the points that an outcome promises, less what all outcomes have in common."""
    g = game[0]
    if out["wrecked"]:
        return -20.0
    turn = out["turn"] + 0
    value, places, _ = turn_parts(turn)
    dents = g["dents"][YOU] + out["for_saplings"] + out["for_speed"] + out["for_side"]
    if track[out["space"]]["past"]:
        held = 0
        for count in g["hand"][YOU]:
            held += count
        return min(held - CARDS[places], HAND - dents) - HAND - _DENT_COSTS[dents]
    left, right, brake = dogs_after(game, YOU, value, places)
    turns = values[out["space"], dents, left - 1, right - 1, brake - 1]["ride"]
    short = _CARDS_A_TURN * turns - _supply(game, turn)
    points = -_DENT_COSTS[dents] - _A_TURN * turns - _A_STEP * out["bonus"]
    return points - _TOO_FEW * max(short + HAND + 1, 0.0) - _FAR_TOO_FEW * max(short, 0.0)


@kernel
def _promises(
    game: State, track: Spaces, values: Values, outcomes: Outcomes
) -> NDArray[np.float64]:
    """Return what all outcomes promise."""
    found = np.empty(len(outcomes), np.float64)
    for i in range(len(outcomes)):
        found[i] = _promise(game, track, values, outcomes[i])
    return found


@kernel
def _quick_hand(game: State, values: Values, hand: NDArray[np.int8]) -> float:
    """Return how few turns a hand promises where the sled stands; fewer is better."""
    g = game[0]
    best = np.empty((VALUES, 4), np.float32)
    dogs = (g["left"][YOU] - 1, g["right"][YOU] - 1, g["brake"][YOU] - 1)
    best_by_cards(values, g["space"][YOU], g["dents"][YOU], dogs, best)
    fewest = best[0, min(hand[0], 3)]
    kinds = 0
    for value in range(VALUES):
        fewest = min(fewest, best[value, min(hand[value], 3)])
        kinds += 1 if hand[value] > 0 else 0
    # Of hands that serve the next turn alike, the one that leaves most choice later.
    return fewest - 0.05 * kinds


@kernel
def _quick_cards(game: State, track: Spaces, values: Values) -> int:
    """Give up, or take, the cards after which the hand serves best."""
    g = game[0]
    options = solo_decisions(game, track)
    found = options[0] + 0
    fewest = 1e9
    for option in options:
        hand = g["hand"][YOU].copy()
        if g["phase"] == TAKE:
            for slot in range(SLOTS):
                if option >> slot & 1:
                    hand[g["face_up"][slot] - 1] += 1
        else:
            given = unpack_cards(option + 0)
            for value in range(VALUES):
                hand[value] -= given[value]
        turns = _quick_hand(game, values, hand)
        if turns < fewest:
            found, fewest = option + 0, turns
    return found


@kernel
def quick(game: State, track: Spaces, values: Values, word: np.uint64) -> int:
    """Decide at once."""
    phase = game[0]["phase"]
    if phase == TURN:
        outcomes = solo_reach(game, track)
        promised = _promises(game, track, values, outcomes)
        return outcomes[np.argmax(promised)]["turn"] + 0
    if phase == DROP:
        return 0
    if phase in (TAKE, OUT, SURPLUS):
        return _quick_cards(game, track, values)
    options = solo_decisions(game, track)
    return options[pick(word, len(options))] + 0


@kernel
def draw_cards(game: State, track: Spaces, key: np.uint64, drawn: int) -> int:
    """Draw from a stream until something has to be decided; return the cards drawn by then."""
    while game[0]["phase"] == DRAW:
        receive(game, track, card_named(game, stream_word(key, drawn)))
        drawn += 1
    return drawn


@kernel
def play_out(game: State, track: Spaces, values: Values, key: np.uint64) -> int:
    """Play a round to its end the quick way, and return its points but for the setup."""
    path = np.empty(LONGEST_PATH, np.int16)
    drawn = draw_cards(game, track, key, 0)
    while game[0]["phase"] != OVER:
        # Chance of its own: the cards drawn do not depend on how often it was asked.
        decision = quick(game, track, values, stream_word(~key, drawn))
        decide_solo(game, track, decision, path)
        drawn = draw_cards(game, track, key, drawn)
    return driving_points(game, track) + 0


# -- the thorough way ------------------------------------------------------------------------------


@kernel
def _best_first(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the places of some points, the most first."""
    return np.argsort(-points)


@kernel
def _field(game: State, track: Spaces, values: Values) -> NDArray[np.int64]:
    """Return the decisions worth trying: all, or the turns that promise most."""
    if game[0]["phase"] != TURN:
        return solo_decisions(game, track).astype(np.int64)
    outcomes = solo_reach(game, track)
    order = _best_first(_promises(game, track, values, outcomes))[:_FIELD]
    found = np.empty(len(order), np.int64)
    for i in range(len(order)):
        found[i] = outcomes[order[i]]["turn"]
    return found


@kernel
def think(game: State, track: Spaces, values: Values, tries: int, seed: np.uint64) -> int:
    """Decide by trying out: `tries` rounds for the field, as many for its better half, and on."""
    field = _field(game, track, values)
    total = np.zeros(len(field), np.float64)
    path = np.empty(LONGEST_PATH, np.int16)
    after = np.empty_like(game)
    done = 0
    while len(field) > 1:
        rounds = max(tries // len(field), _LEAST_TRIES)
        for i in range(len(field)):
            for n in range(done, done + rounds):
                after[0] = game[0]
                decide_solo(after, track, field[i], path)
                # The same chance for all: they differ by what was decided.
                total[i] += play_out(after, track, values, stream_key(seed, n, 0))
        done += rounds
        best = _best_first(total)[: len(field) // 2]
        field, total = field[best], total[best]
    return field[0]


@dataclass(frozen=True)
class SoloMusher:
    """A musher for the solo game: the more rounds it tries in thought, the better it plays."""

    name: str = "lone wolf"
    tries: int = 100

    def decide(
        self,
        race: SoloPosition,
        rng: np.random.Generator | None = None,
        *,
        seed: int | None = None,
    ) -> SoloDecision:
        """Return what it would decide; it knows what the player knows, not the stack's order."""
        expect(SoloPosition, race, "the Lone Wolf plays a SoloRace")
        word = generator(seed, rng).integers(2**64, dtype=np.uint64)
        if race.phase is Phase.OVER:
            raise Refused("there is nothing to decide: the round is over")
        values = solve(race.course).values
        return race.numbered(int(think(race.state, race.track.spaces, values, self.tries, word)))
