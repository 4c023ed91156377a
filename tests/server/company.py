"""Tables for tests, without any server: opened, seated and played by hand."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from snowtails.mushers import LADDER, ask
from snowtails.rules import Race, SecretDeal
from snowtails.rules.deal import TABLE, Words
from snowtails.server.table.events import By, Event, Options
from snowtails.server.table.race_table import RaceTable
from snowtails.server.table.seat import OPEN
from snowtails.server.wire.encoding import encoded

SECRET = bytes(range(32))
LINE = "srs"
"""A short course: races are over soon."""


def as_json(message: object) -> Any:
    """Return a message as those get it who read JSON."""
    return json.loads(encoded(message))


def do(table: RaceTable, events: Sequence[Event]) -> Event:
    """Let the events of a command happen, those that did not happen before, as a server does."""
    for event in events:
        if event.number > table.number:
            table.apply(event)
    return events[-1]


def open_table(
    *offers: str, host: str = "anna", secret: bytes = SECRET, now: float = 0.0, **wishes: Any
) -> RaceTable:
    """Open a table."""
    options = Options(**({"course": LINE} | wishes))
    events = RaceTable.opening("table", options, offers, host, secret, "key", now)
    return RaceTable.from_events("table", events)


def company(*names: str, now: float = 0.0, **wishes: Any) -> RaceTable:
    """Open a table at which the race has begun; each name is a person, or a musher's."""
    offers = [name if name in LADDER else OPEN for name in names]
    people = [name for name in names if name not in LADDER]
    table = open_table(*offers, host=people[0] if people else "anna", now=now, **wishes)
    for seat, name in enumerate(names):
        if name not in LADDER:
            do(table, table.sit(seat, name, name.title(), now))
    do(table, table.begin(table.opened.host, now))
    return table


def racing(table: RaceTable) -> Race:
    """Return the race of a table at which it has begun."""
    assert table.race is not None
    return table.race


def first_choice(table: RaceTable) -> str:
    """Return the first decision that the actor may take."""
    return str(racing(table).decisions[0])


def sensible(table: RaceTable) -> str:
    """Return what a yearling would decide."""
    race = racing(table)
    return str(ask(LADDER["yearling"], race.view(race.actor), np.random.default_rng(1)))


def decide(
    table: RaceTable, seat: int, decision: str, answers: int, now: float, by: By | None = None
) -> tuple[Event, ...]:
    """Decide for a seat, as whoever sits there or as a musher that is said to."""
    holder = None if by else table.seats[seat].holder
    return table.decide(
        seat, holder, decision, answers, now, by or ("person" if holder else "musher")
    )


def play_on(
    table: RaceTable, decisions: int = 1000, choose: Callable[[RaceTable], str] = sensible
) -> RaceTable:
    """Take decisions for whoever has to, until the race is over or enough were taken."""
    for _ in range(decisions):
        if table.actor is None:
            break
        now = table.asked_at + 1
        do(table, decide(table, table.actor, choose(table), table.asks, now))
    return table


# -- two worlds ------------------------------------------------------------------------------------


def entropy_of(world: int) -> Callable[[int], bytes]:
    """Return a source of bytes that tells the worlds apart by the last byte of each secret."""
    count = 0

    def entropy(size: int) -> bytes:
        nonlocal count
        count += 1
        return bytes([count] * (size - 1)) + bytes([world if size == 32 else 0])

    return entropy


class WorldDeal(SecretDeal):
    """A deal in which the last byte of the secret changes the cards of all sleds but the first.

    Two tables whose secrets differ in that byte differ only in what seat 0 may not know: the
    commitment is held fixed too.
    """

    @property
    def _known(self) -> SecretDeal:
        return SecretDeal(self.secret[:-1] + b"\0", self.context, self.added)

    @property
    def commitment(self) -> str:
        return self._known.commitment

    def words(self, stream: int, first: int, count: int) -> Words:
        if stream in (0, TABLE):
            return self._known.words(stream, first, count)
        return super().words(stream, first, count)


def choice_in_both(one: RaceTable, other: RaceTable) -> str | None:
    """Return a decision that can be taken in both worlds, or None if there is none."""
    legal = {str(decision) for decision in racing(other).decisions}
    choice = sensible(one)
    if choice in legal:
        return choice
    return next((text for d in racing(one).decisions if (text := str(d)) in legal), None)
