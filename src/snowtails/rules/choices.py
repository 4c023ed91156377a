"""What a sled may decide, read off a state: the same for a race and for a view of it."""

from enum import StrEnum
from itertools import combinations, starmap

from ..course import Track
from .cards import listed
from .decide import unpack_cards
from .notation import Decision, Discard, Start, Turn, numbered_turn
from .state import State
from .turns import legal_pace, legal_paces


class Phase(StrEnum):
    """What has to be decided next, in a race and in the solo game."""

    START = "start"
    DRAW = "draw"
    TURN = "turn"
    DISCARD = "discard"
    OVER = "over"
    # The solo game alone knows these.
    PLACE = "place"
    BONUS = "bonus"
    SURPLUS = "surplus"
    OUT = "out"
    TAKE = "take"
    DROP = "drop"


PHASES = (Phase.START, Phase.DRAW, Phase.TURN, Phase.DISCARD, Phase.OVER)


def phase_of(state: State) -> Phase:
    """Return what has to be decided next."""
    return PHASES[state[0]["phase"]]


def free_starts(state: State, track: Track) -> tuple[int, ...]:
    """Return the numbers of the start spaces that nobody has chosen."""
    taken = state[0]["space"].tolist()
    return tuple(n for n, space in enumerate(track.starts, 1) if space not in taken)


def turns_of(state: State, sled: int) -> tuple[Turn, ...]:
    """Return the turns that a sled could play if it moved now, in a fixed order."""
    return tuple(starmap(numbered_turn, legal_paces(state, sled).tolist()))


def discards_of(hand: tuple[int, ...], owed: int) -> tuple[Discard, ...]:
    """Return every choice of so many cards of a hand, in a fixed order."""
    return tuple(map(Discard, dict.fromkeys(combinations(hand, owed))))


def numbered_decision(state: State, number: int) -> Decision:
    """Return the actor's decision with a number, as compiled mushers name it; see `decide`."""
    phase, sled = phase_of(state), int(state[0]["actor"])
    if phase is Phase.START:
        return Start(number)
    if phase is Phase.DISCARD:
        return Discard(listed(unpack_cards(number)))
    return numbered_turn(number, *legal_pace(state, sled, number)[1:])
