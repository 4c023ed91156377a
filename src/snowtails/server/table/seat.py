"""`Seat`: a place at a table, how it is offered, and who sits there."""

import re
from dataclasses import dataclass
from typing import Self

from ..errors import Unprocessable
from .events import Why

LONGEST_NAME = 24

MOST_ADDED = 64
"""Bytes that a seat may add to the secret."""
OPEN, INVITED = "open", "invited"
"""Offers of a seat: to whoever sees the table, or to whoever has the seat's link."""

OFFERS = (OPEN, INVITED)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, and who sits there."""

    offer: str
    musher: str | None = None
    """The musher to whom the seat belongs."""
    holder: str | None = None
    """Hashed token of the person to whom it belongs."""
    name: str = ""
    added: str = ""
    colour: str | None = None
    """The colour that the person has chosen (SETUP-1); None for any that is left."""
    dog: str | None = None
    """The face that the person has chosen."""
    relief: str | None = None
    """The musher that holds the reins for the person."""
    why: Why | None = None
    muted: bool = False
    recovery: tuple[str, float] | None = None
    """Hash of the code that moves the seat, and until when."""

    @classmethod
    def offered(cls, offer: str) -> Self:
        """Return a seat as it is offered: free, or a musher's."""
        if offer in OFFERS:
            return cls(offer)
        return cls(offer, musher=offer, name=offer)

    @property
    def free(self) -> bool:
        """Whether it can be taken."""
        return self.musher is None and self.holder is None

    @property
    def driver(self) -> str | None:
        """The musher that decides now; None if a person does, or nobody."""
        return self.musher or self.relief


_UNFIT_FOR_RECORDS = re.compile("[,;:]")


def checked_name(name: str) -> str:
    """Return a person's name as it will be shown, or refuse it."""
    shown = " ".join(name.split())
    if (
        not 1 <= len(shown) <= LONGEST_NAME
        or not shown.isprintable()
        or _UNFIT_FOR_RECORDS.search(shown)
    ):
        raise Unprocessable(
            "name",
            f"a name has 1 to {LONGEST_NAME} printable characters, none of them , ; or :",
        )
    return shown
