"""What leaves the server about puzzles, made as `puzzle_types` declares it."""

from functools import lru_cache

from msgspec import structs

from ...coach.puzzle import YOU, Puzzle
from ...rules.move import Move
from ...rules.race import Race
from . import types
from .messages import choices_message, course_message, race_message
from .puzzle_types import PuzzleName

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
