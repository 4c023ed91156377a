"""Why the best line of a puzzle is the best, in the facts that the coach tells in play."""

from dataclasses import replace

from ..rules.move import Move
from .ahead import LookAhead, Option
from .puzzle import Answer, Puzzle
from .reasons import Reason

WORLDS = 1000
"""In how many worlds both lines are tried: a tenth of a second or two."""
SEED = 1


def explain(puzzle: Puzzle, answer: Answer) -> Reason:
    """Return how the best line differs from what was chosen, or else from the next best.

    Both are tried in the same worlds; chances to win are those of the puzzle.

    >>> from snowtails.coach.puzzle import shipped_puzzles
    >>> puzzle = shipped_puzzles()[0]
    >>> reason = explain(puzzle, puzzle.answer(puzzle.best))
    >>> reason.other.win < puzzle.answer(puzzle.best).best_chance
    True
    """
    other = puzzle.next_best if answer.right else answer.chosen
    if other is None:
        return Reason(None, True, ())
    ahead = LookAhead(
        puzzle.view, SEED, stages=((WORLDS, 1.0),), among=(answer.best.turn, other.turn)
    )
    while ahead.go_on():
        pass
    best, beside = (_known(puzzle, ahead, move) for move in (answer.best, other))
    return ahead.reason_between(best, beside)


def _known(puzzle: Puzzle, ahead: LookAhead, move: Move) -> Option:
    """Return what came of a move in thought, with the chance to win that the puzzle knows."""
    found = next(each for each in ahead.options if each.decision == move.turn)
    return replace(found, won=puzzle.chance_after(move), places=(puzzle.told_after(move),))
