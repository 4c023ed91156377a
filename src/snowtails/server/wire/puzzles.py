"""What leaves the server about puzzles, made as `puzzle_types` declares it."""

from functools import lru_cache

from ...coach.puzzle import YOU, Puzzle
from ...rules.move import Move
from ...rules.race import Race
from . import types
from .messages import race_message
from .positions import before_drawing, position_message
from .puzzle_types import PuzzleName

_RIVALS = ("pup", "yearling", "husky", "malamute")


def name_message(puzzle: Puzzle, solved: bool | None) -> PuzzleName:
    """Tell which puzzle it is, and how the visitor answered it."""
    return PuzzleName(puzzle=puzzle.id, theme=puzzle.theme, grade=puzzle.grade, solved=solved)


@lru_cache(maxsize=64)
def view_message(puzzle: Puzzle) -> types.RaceView:
    """Tell the position of a puzzle as a table would tell it to its sled to move."""
    return position_message(f"puzzle-{puzzle.id}", puzzle.view, _RIVALS)


def race_after(puzzle: Puzzle, move: Move) -> types.RaceState:
    """Tell the race after a turn, without what is drawn then: that is not known before."""
    race = Race.parse(puzzle.position, seed=1)
    hand = race.hand_of(YOU)
    race.play(move.turn)
    return before_drawing(race_message(race.view(YOU)), hand, move)
