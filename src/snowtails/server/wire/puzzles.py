"""What leaves the server about puzzles, made as `puzzle_types` declares it."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import structs

from ...coach.puzzle import YOU, Puzzle
from ...rules.move import Move
from ...rules.race import Race
from ..store.puzzles import PuzzleAnswer
from . import types
from .messages import choices_message, course_message, race_message
from .puzzle_types import PuzzleName, PuzzleStanding
from .visitor_types import Streak

FIRST_LEVEL = 1000
_LEVELS = {1: 700, 2: 900, 3: 1100, 4: 1300, 5: 1500}
"""What solving a puzzle of each grade every other time is worth."""

_FEW, _QUICK, _STEADY = 12, 64, 24
"""The first answers move the level by more than those that follow."""

_RIVALS = ("pup", "yearling", "husky", "malamute")


def name_message(puzzle: Puzzle, solved: bool | None) -> PuzzleName:
    """Tell which puzzle it is, and how the visitor answered it."""
    return PuzzleName(puzzle=puzzle.id, theme=puzzle.theme, grade=puzzle.grade, solved=solved)


@lru_cache(maxsize=64)
def view_message(puzzle: Puzzle) -> types.RaceView:
    """Tell the position of a puzzle as a table would tell it to its sled to move."""
    view = puzzle.view
    names = ("", *_RIVALS)[: len(view.sleds)]
    return types.RaceView(
        table=f"puzzle-{puzzle.id}",
        number=0,
        stage="racing",
        asks=0,
        options=types.Options(
            course=course_message(view.course.line, ""),
            clock=None,
            listed=False,
            hints=False,
            hot_seat=False,
            relief="yearling",
            grace=60,
        ),
        seats=tuple(
            types.Seat(
                seat=seat,
                kind="musher" if name else "person",
                name=name,
                colour=view.colours[seat],  # type: ignore[arg-type]
                reins=name or None,
                why=None,
                muted=False,
            )
            for seat, name in enumerate(names)
        ),
        you=types.You(seats=(YOU,), seat=YOU, host=True, invitations={}),
        onlookers_muted=False,
        big_paws=None,
        seal=None,
        commitment=None,
        rematch=None,
        rematch_of=None,
        retry_of=None,
        season=None,
        race=race_message(view),
        choices=choices_message(view),
    )


def race_after(puzzle: Puzzle, move: Move) -> types.RaceState:
    """Tell the race after a turn, without what is drawn then: that is not known before."""
    race = Race.parse(puzzle.position, seed=1)
    hand = list(race.hand_of(YOU))
    for _ in move.turn.places:
        hand.remove(move.turn.value)
    race.play(move.turn)
    told = race_message(race.view(YOU))
    own = structs.replace(told.sleds[YOU], hand=tuple(hand), hand_size=len(hand))
    return structs.replace(told, sleds=(own, *told.sleds[1:]))


def level_of(grades: Iterable[tuple[int, bool]]) -> float:
    """Return the level after answers, given the grade of each puzzle and whether it was right.

    >>> level_of([]), round(level_of([(3, True)])), round(level_of([(3, False)]))
    (1000.0, 1041, 977)
    """
    level = float(FIRST_LEVEL)
    for number, (grade, right) in enumerate(grades):
        expected = 1 / (1 + 10 ** ((_LEVELS[grade] - level) / 400))
        level += (_QUICK if number < _FEW else _STEADY) * (right - expected)
    return level


def distance(puzzle: Puzzle, level: float) -> float:
    """Return how far the grade of a puzzle is from a level."""
    return abs(_LEVELS[puzzle.grade] - level)


def streak_of(answers: Iterable[PuzzleAnswer]) -> Streak:
    """Tell how many puzzles in a row were solved, up to now and at best."""
    now = best = 0
    for answer in answers:
        now = now + 1 if answer.correct else 0
        best = max(best, now)
    return Streak(now=now, best=best)


def standing_message(answers: list[PuzzleAnswer], level: float, days: Streak) -> PuzzleStanding:
    """Tell how a visitor does at puzzles."""
    return PuzzleStanding(
        answered=len(answers),
        solved=sum(answer.correct for answer in answers),
        level=round(level),
        streak=streak_of(answers),
        days=days,
    )
