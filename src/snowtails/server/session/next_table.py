"""What follows upon a race: a rematch, or the next race of a season, at a table of its own."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ...course import Course
from ...rules import write_season
from ..errors import Conflict, Forbidden
from ..store.visitors import Visitor
from ..table.events import Event, Options, Sat, Why, numbered
from ..table.leg import LAYING_LASTS, Leg
from ..table.race_table import RaceTable
from ..table.table import Table
from .hub import Hub
from .session import Session


async def rematch(hub: Hub, session: Session, visitor: Visitor) -> str:
    """Open a table for the same company to race again; return its name."""
    table = session.race_table
    _check_over(table, visitor)
    if table.rematch:
        return table.rematch
    if table.next_leg:
        raise Conflict(
            "season-on", "the season goes on: ask for its next race", number=table.number
        )
    options, leg = table.options, table.leg
    if leg and leg.past:
        # A new season begins where this one began.
        first = leg.past[0]
        options = replace(options, course=first.course, course_name=first.course_name)
    season = Leg(leg.races) if leg else None
    return await _follow(hub, session, await _opened(hub, table, options, season))


async def next_race(
    hub: Hub, session: Session, visitor: Visitor, course: Course | None, added: bytes = b""
) -> str:
    """Begin the next race of a season on a course, or on one that a musher lays; return its table.

    Whoever's turn it is lays the course (SEASON-1). For a musher, and for whoever is away or
    takes too long, anybody seated may ask: then a musher lays it.
    """
    table = session.race_table
    _check_over(table, visitor)
    if table.rematch:
        return table.rematch
    _check_season(table)
    leg, layer, lay_by = table.next_leg, table.layer, table.lay_by
    if leg is None or layer is None or lay_by is None:
        raise Conflict("season-over", "the season is over: ask for a rematch", number=table.number)
    seat = table.seats[layer]
    own = seat.holder == visitor.holder
    away = bool(seat.driver) or session.is_gone(seat.holder)
    late = hub.clock.now() >= lay_by
    if not own and (course or not (away or late)):
        when = "ask" if away or late else f"{LAYING_LASTS:.0f} s after the race you can ask"
        raise Forbidden(
            "not-your-course",
            f"it is the turn of seat {layer}, {seat.name}, to lay the course; {when} without "
            "a course, and a musher lays one",
            seat=layer,
        )
    if course is None:
        course = await hub.lay(seat.musher or table.options.relief, len(table.seats))
    options = replace(table.options, course=course.line, course_name=course.name)
    opened = await _opened(hub, table, options, leg, {visitor.holder: added})
    return await _follow(hub, session, _begun(opened, session, visitor))


async def season_record(hub: Hub, session: Session) -> str:
    """Return the record of a season, collected from its tables; refused while a race is on."""
    table = session.race_table
    leg, last = _check_season(table), table.record()
    tables = [(await hub.session(race.table)).table for race in leg.past]
    records = [*(each.record() for each in tables), last]
    season = table.season
    assert season is not None
    results = (
        replace(result, record=record)
        for result, record in zip(season.results, records, strict=True)
    )
    return write_season(replace(season, results=tuple(results)))


def _check_season(table: RaceTable) -> Leg:
    if table.leg is None:
        raise Conflict("no-season", "this race belongs to no season", number=table.number)
    return table.leg


def _check_over(table: RaceTable, visitor: Visitor) -> None:
    if not table.seats_of(visitor.holder) and visitor.holder != table.host:
        raise Forbidden("not-seated", "only those who raced can ask to race again, or on")
    if table.stage != "over":
        raise Conflict("not-over", "race again when this race is over", number=table.number)


async def _opened(
    hub: Hub,
    before: RaceTable,
    options: Options,
    season: Leg | None,
    added: Mapping[str, bytes] = MappingProxyType({}),
) -> RaceTable:
    """Return a table with the same company in its seats; `added` are bytes by holder."""
    name = before.following
    promised = bytes.fromhex(before.opened.next_secret)
    offers = [seat.musher or seat.offer for seat in before.seats]
    opening = await asyncio.to_thread(
        RaceTable.opening,
        *(name, options, offers, before.next_host, promised or hub.entropy(32)),
        *(hub.entropy(16).hex(), hub.clock.now(), before.name, season),
        seal=before.next_seal or ("" if any(added.values()) else None),
        next_secret=hub.next_secret(season),
    )
    table = RaceTable.from_events(name, opening)
    seated = [
        Sat(n, seat.holder, seat.name, added.get(seat.holder, b"").hex(), seat.colour, seat.dog)
        for n, seat in enumerate(before.seats)
        if seat.holder is not None
    ]
    return table.after(numbered(table.number, opening[-1].at, seated))


def _begun(table: RaceTable, session: Session, visitor: Visitor) -> RaceTable:
    """Begin a race at once; bots keep the reins of those who are not back."""
    now = table.events[-1].at
    table = table.after(table.begin(table.host, now))
    for n, seat in enumerate(session.table.seats):
        gone: Why | None = "gone" if seat.holder and session.is_gone(seat.holder) else None
        if (why := seat.why or gone) and seat.holder != visitor.holder:
            table = table.after(table.hand_over(n, why, now))
    return table


async def _follow(hub: Hub, session: Session, following: RaceTable) -> str:
    """Store the table that follows, and point the company to it."""
    await hub.found(following)

    def command(table: Table, now: float) -> tuple[Event, ...]:
        return () if table.rematch else table.rematched(following.name, now)

    await session.do(command)
    return following.name
