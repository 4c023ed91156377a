"""Many solo rounds, and in how many ways one can go."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..course import LANES, Course, Refused
from ..course.problem import expect, whole_number
from ..course.track import Spaces
from ..mushers.solo import SoloMusher, quick
from ..mushers.solver import solve
from ..rules.choices import Phase
from ..rules.deal import SeededDeal, stream_key, stream_word
from ..rules.kernel import kernel
from ..rules.move import Move
from ..rules.movement import LONGEST_PATH
from ..rules.solo import Score, SoloRace
from ..rules.solo.decide import decide_solo, solo_decisions
from ..rules.solo.flow import card_named, is_spare, receive
from ..rules.solo.race import CARDS_STREAM, SPARE_STREAM
from ..rules.solo.state import DRAW, OVER
from ..rules.state import State

Way = Callable[[SoloRace, np.random.Generator], int]
"""How a player decides: it returns the number of a decision."""


def at_random(race: SoloRace, rng: np.random.Generator) -> int:
    """Take any decision, each with the same chance."""
    options = solo_decisions(race.state, race.track.spaces)
    return int(options[rng.integers(len(options))])


_DENT, _WRECK, _STANDING, _TOO_FAST, _CARD = 4.0, 1000.0, 4.0, 2.5, 0.5
"""What each dent, a wreck, not moving, each point of speed too much for the next bend, and each
card cost somebody who looks one turn ahead, in spaces of progress."""


@dataclass(frozen=True)
class OneTurnAhead:
    """Decide as people do who look one turn ahead: how far it goes, what it costs, the next bend.

    How long the cards last is no concern of theirs. With noise they weigh badly, by so many spaces.
    """

    noise: float = 0.0

    def __call__(self, race: SoloRace, rng: np.random.Generator) -> int:
        """Return the number of a decision."""
        if race.phase is not Phase.TURN:
            return at_once(race, rng)
        moves = race.reach().moves
        worth = np.array([_worth(race, move) for move in moves])
        best = int(np.argmax(worth + self.noise * rng.standard_normal(len(moves))))
        return moves[best].turn.number


def _worth(race: SoloRace, move: Move) -> float:
    """Return what a move is worth at a glance, in spaces of progress."""
    space = race.track.spaces[race.track.find(move.end)]
    worth = float(space["rank"]) / LANES - _DENT * move.dent_count - _WRECK * move.wrecked
    worth -= _STANDING * (move.speed <= 0) + _CARD * len(move.turn.places)
    pace = move.speed - move.bonus
    if space["bend_in"] <= pace and not move.finished:
        worth -= _TOO_FAST * max(pace - int(space["bend_safety"]), 0)
    return worth


def at_once(race: SoloRace, rng: np.random.Generator) -> int:
    """Decide as the Lone Wolf does in thought."""
    word = rng.integers(2**64, dtype=np.uint64)
    return int(quick(race.state, race.track.spaces, solve(race.course).values, word))


@dataclass(frozen=True)
class Thorough:
    """Decide as the Lone Wolf does, with so many tries."""

    tries: int = SoloMusher.tries

    def __call__(self, race: SoloRace, rng: np.random.Generator) -> int:
        """Return the number of its decision."""
        return SoloMusher(tries=self.tries).decide(race, rng).number


def solo_round(
    course: Course | str | Path, way: Way, seed: int, *, opponents: bool = False
) -> Score:
    """Play one round and return its score; the same seed deals the same cards to every way."""
    race = SoloRace(course, opponents=opponents, deal=SeededDeal(seed))
    rng = np.random.default_rng([seed, 1])
    while race.phase is not Phase.OVER:
        race.play(race.numbered(way(race, rng)))
    return race.score()


# -- perft -----------------------------------------------------------------------------------------


@kernel
def _count(game: State, track: Spaces, keys: np.ndarray, drawn: np.ndarray, depth: int) -> int:
    """Count the ways that decisions can go, to a depth, with chance fixed by two streams."""
    if depth == 0:
        return 1
    decisions = solo_decisions(game, track)
    if depth == 1:
        return len(decisions)
    path = np.empty(LONGEST_PATH, np.int16)
    after = np.empty_like(game)
    total = 0
    for decision in decisions:
        after[0] = game[0]
        drawn_after = drawn.copy()
        decide_solo(after, track, decision + 0, path)
        while after[0]["phase"] == DRAW:
            stream = SPARE_STREAM if is_spare(after) else CARDS_STREAM
            word = stream_word(keys[stream], drawn_after[stream])
            drawn_after[stream] += 1
            receive(after, track, card_named(after, word))
        if after[0]["phase"] != OVER:
            total += _count(after, track, keys, drawn_after, depth - 1)
    return total


def solo_perft(race: SoloRace, depth: int) -> int:
    """Return in how many ways the next decisions can go; the round must have a seeded deal.

    A round that ends before that depth does not count.
    """
    expect(SoloRace, race, "perft counts from a SoloRace")
    if whole_number(depth, "the depth is a whole number") < 0:
        raise Refused(f"the depth is 0 or more, not {depth}")
    if not isinstance(race.deal, SeededDeal):
        raise Refused("perft needs a round with a seed, so that chance is fixed")
    seed = np.uint64(race.deal.seed)
    streams = (CARDS_STREAM, SPARE_STREAM)
    keys = np.array([stream_key(seed, race.deal.race, stream) for stream in streams], np.uint64)
    drawn = np.array(race.words_used, np.int64)
    return int(_count(race.state, race.track.spaces, keys, drawn, depth))
