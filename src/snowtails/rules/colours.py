"""The colours of the sleds (SETUP-1)."""

from collections.abc import Sequence

from ..course import Refused
from ..course.problem import nearest

COLOURS = ("charcoal", "blue", "vermilion", "teal", "orchid")
"""The five sleds of the box."""


class InvalidColour(Refused):
    """A colour that no sled has, or that is taken."""


def choose_colours(wishes: Sequence[str | None] | None, sleds: int) -> tuple[str, ...]:
    """Give each sled the colour it wishes for, and the others what is left, in order (SETUP-1).

    >>> choose_colours([None, "charcoal"], 3)
    ('blue', 'charcoal', 'vermilion')
    """
    if isinstance(wishes, str) or not isinstance(wishes, Sequence | None):
        raise InvalidColour(f"colours are a list, one for each sled or None, not {wishes!r}")
    wished = list(wishes or ())
    if len(wished) > sleds:
        raise InvalidColour(f"{len(wished)} colours are too many for {sleds} sleds")
    for number, colour in enumerate(wished):
        if colour is not None and colour not in COLOURS:
            meant = nearest(str(colour), COLOURS)
            raise InvalidColour(f"no sled is {colour}{meant}; colours are {', '.join(COLOURS)}")
        if colour is not None and colour in wished[:number]:
            free = ", ".join(other for other in COLOURS if other not in wished)
            raise InvalidColour(
                f"{colour} is taken by sled {wished.index(colour)}; free are {free}"
            )
    free_colours = (colour for colour in COLOURS if colour not in wished)
    wished += [None] * (sleds - len(wished))
    return tuple(colour or next(free_colours) for colour in wished)
