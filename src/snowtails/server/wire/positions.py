"""A position that has no table, told as a table would: for puzzles and the scenes of Learn."""

from collections.abc import Sequence

from msgspec import structs

from ...rules.move import Move
from ...rules.view import View
from . import types
from .messages import choices_message, course_message, race_message

YOU = 0
"""The sled of whoever looks at it."""


def position_message(name: str, view: View, mushers: Sequence[str]) -> types.RaceView:
    """Tell a position to its sled to move; mushers drive the others."""
    drivers = ("", *mushers)[: len(view.sleds)]
    return types.RaceView(
        table=name,
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
                kind="musher" if driver else "person",
                name=driver,
                colour=view.colours[seat],  # type: ignore[arg-type]
                reins=driver or None,
                why=None,
                muted=False,
            )
            for seat, driver in enumerate(drivers)
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


def before_drawing(race: types.RaceState, hand: Sequence[int], move: Move) -> types.RaceState:
    """Tell a race after a move without what is drawn then, given the hand before it."""
    left = list(hand)
    for _ in move.turn.places:
        left.remove(move.turn.value)
    own = structs.replace(race.sleds[YOU], hand=tuple(left), hand_size=len(left))
    return structs.replace(race, sleds=(own, *race.sleds[1:]))
