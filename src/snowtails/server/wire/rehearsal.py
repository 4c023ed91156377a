"""Playing a little before anybody comes, so that what was compiled is loaded when they do."""

from ..table.events import By, Options
from ..table.race_table import RaceTable
from .messages import race_event, race_view, viewer_of

SOMEBODY = "somebody"


def rehearse() -> None:
    """Begin a race, decide for everybody once, and tell what they see.

    Whatever compiled code needs is read from the disk when it is first called, which takes half a
    second in all: nobody should wait for that in mid-race.
    """
    opening = RaceTable.opening(
        "rehearsal", Options("srs"), ("open", "pup"), SOMEBODY, bytes(32), "", 0.0
    )
    table = RaceTable.from_events("rehearsal", opening)
    table = table.after(table.sit(0, SOMEBODY, "Somebody", 0.0))
    table = table.after(table.begin(SOMEBODY, 0.0))
    for _ in range(4):
        viewer = viewer_of(table, SOMEBODY)
        race_view(table, viewer)
        race_event(table, table.events[-1], viewer)
        assert table.race is not None
        if (seat := table.actor) is None:
            break
        decision = str(table.race.decisions[0])
        holder = table.seats[seat].holder
        by: By = "person" if holder else "musher"
        table = table.after(table.decide(seat, holder, decision, table.asks, 0.0, by))
