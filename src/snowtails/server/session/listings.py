"""What lists show of a table."""

from collections import Counter

from ...rules import Turn
from ..store.listing import Listing, Result
from ..table.events import Decided
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from ..table.solo_events import SoloDecided
from ..table.table import Table
from ..wire.encoding import encoded
from ..wire.messages import race_summary
from ..wire.solo_messages import solo_summary
from ..wire.types import Summary

UNSEEN = frozenset({"number", "actor", "updated"})
"""What nobody in the lobby sees change of a table: it changes with every decision."""


def listing_of(table: Table) -> Listing:
    """Return what lists show of a table."""
    holders = tuple(seat.holder for seat in table.seats)
    updated = table.events[-1].at
    if isinstance(table, SoloTable):
        kind = "daily" if table.opened.day else "solo"
        summary = encoded(solo_summary(table)).decode()
        return Listing(
            kind, table.stage, False, updated, summary, holders, results=results_of(table)
        )
    assert isinstance(table, RaceTable)
    told = race_summary(table)
    to_see = table.stage == "racing" or (table.stage == "waiting" and told.free > 0)
    in_lobby = table.options.listed and to_see
    return Listing(
        kind="retry" if table.opened.given else "race",
        stage=table.stage,
        in_lobby=in_lobby,
        updated=updated,
        summary=encoded(told).decode(),
        holders=holders,
        shown=_seen(told) if in_lobby else None,
        results=results_of(table),
        duplicate=table.opened.duplicate,
    )


def _seen(told: Summary) -> dict[str, object]:
    """Return what somebody in the lobby sees of a table."""
    fields = (name for name in told.__struct_fields__ if name not in UNSEEN)
    return {name: getattr(told, name) for name in fields}


def results_of(table: Table) -> tuple[Result, ...]:
    """Return how a table ended, by seat; nothing before its end."""
    if table.stage != "over":
        return ()
    if isinstance(table, SoloTable):
        return (_solo_result(table),)
    assert isinstance(table, RaceTable)
    race = table.race
    assert race is not None
    if table.opened.given:
        return ()  # a second try is practice, and no result
    places = {standing.sled: standing.place for standing in race.standings()}
    turns = Counter(entry.sled for entry in race.log if isinstance(entry.decision, Turn))
    options, at = table.options, _ended(table)
    return tuple(
        Result(
            seat=number,
            kind="race",
            holder=None if table.opened.duplicate and _had_relief(table, number) else seat.holder,
            musher=seat.musher,
            name=seat.name,
            colour=colour,
            course=options.course,
            course_name=options.course_name,
            day=None,
            at=at,
            place=places[number],
            points=None,
            turns=turns[number],
            dents=race.sleds[number].dents,
        )
        for number, (seat, colour) in enumerate(zip(table.seats, table.colours, strict=True))
    )


def _had_relief(table: Table, seat: int) -> bool:
    """Return whether a bot took a decision of a person's seat."""
    bodies = (event.body for event in table.events)
    return any(
        isinstance(body, Decided) and body.seat == seat and body.by in ("relief", "clock")
        for body in bodies
    )


def _solo_result(table: SoloTable) -> Result:
    seat, rounds = table.seats[0], table.all_rounds
    return Result(
        seat=0,
        kind="daily" if table.opened.day else "solo",
        holder=seat.holder,
        musher=None,
        name=seat.name,
        colour=table.colours[0],
        course=table.race.course.line,
        course_name=table.race.course.name,
        day=table.opened.day,
        at=_ended(table),
        place=None,
        points=sum(race.score().total for race in rounds),
        turns=sum(race.turn for race in rounds),
        dents=sum(race.mat.dents for race in rounds),
    )


def _ended(table: Table) -> float:
    """Return when the last decision was taken; there may have been talk since."""
    decided = (Decided, SoloDecided)
    return next(event.at for event in reversed(table.events) if isinstance(event.body, decided))
