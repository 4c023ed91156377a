"""`Curtains`: whose cards are to be seen at which screen, where one visitor holds several seats."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from ..table.events import Decided
from ..table.table import Table


@dataclass(frozen=True)
class Lifted:
    """A curtain that somebody has lifted."""

    holder: str
    seat: int
    since: int
    """The number of the last event when it was lifted."""

    def is_up(self, table: Table) -> bool:
        """Return whether it is still up.

        It falls for good once the seat has decided and another is to: who sits at the screen next
        should not see the cards.
        """
        bodies = (event.body for event in table.events[self.since :])
        turns = [*(body.seat for body in bodies if isinstance(body, Decided)), table.actor]
        return not any(one == self.seat != following for one, following in pairwise(turns))


class Curtains(dict[str, Lifted]):
    """The curtains that are up, by the visitors who have lifted them: one for each."""

    @classmethod
    def of(cls, lifted: Iterable[Lifted], table: Table) -> Self:
        """Return those of some curtains that are still up as the table stands."""
        return cls({each.holder: each for each in lifted if each.is_up(table)})

    def after(self, table: Table) -> "Curtains":
        """Return those that are still up as the table stands."""
        return Curtains.of(self.values(), table) if self else self

    def seat(self, holder: str | None) -> int | None:
        """Return the seat whose cards a visitor sees; None for no seat."""
        lifted = self.get(holder) if holder else None
        return lifted.seat if lifted else None
