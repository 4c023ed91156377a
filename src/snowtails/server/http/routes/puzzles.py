"""Puzzles: the one of the day, any by its id, and answers to them."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response

from ...session.puzzles import answered, find_puzzle, puzzles_of, shown
from ...wire.puzzle_types import PuzzleAnswered, Puzzles, PuzzleShown, PuzzleTheme
from ...wire.requests import PuzzleRequest
from ..dependencies import MaybeVisitor, TheHub
from ..operations import PROBLEMS, body_of, tells
from ..rated_routes import rated
from ..responses import plain

router = APIRouter(prefix="/api/puzzles", responses=PROBLEMS)


@router.get("", **tells(Puzzles))
async def puzzles(hub: TheHub, visitor: MaybeVisitor, theme: PuzzleTheme | None = None) -> Response:
    """Tell the puzzle of the day, one that suits the visitor, and how the visitor does.

    With a theme, the one that suits is of that theme.
    """
    return plain(await puzzles_of(hub, visitor, theme))


@router.get("/{puzzle}", **tells(PuzzleShown))
async def puzzle(puzzle: str, hub: TheHub, visitor: MaybeVisitor) -> Response:
    """Tell a puzzle: the position as its sled to move sees it."""
    return plain(await shown(hub, visitor, find_puzzle(puzzle)))


@router.post("/{puzzle}/answers", **tells(PuzzleAnswered, takes=PuzzleRequest))
@rated("costly")
async def answer_puzzle(
    puzzle: str,
    body: Annotated[PuzzleRequest, Depends(body_of(PuzzleRequest))],
    hub: TheHub,
    visitor: MaybeVisitor,
) -> Response:
    """Judge a turn; a visitor's first answer to a puzzle is kept and counts."""
    return plain(await answered(hub, visitor, find_puzzle(puzzle), body.turn))
