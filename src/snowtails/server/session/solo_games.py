"""Solo games and everybody's days on the daily trail: tables with one seat, opened and listed."""

import asyncio
from collections.abc import Callable
from datetime import date

import msgspec
import numpy as np

from ...course import Course
from ...rules import Phase
from ...rules.solo import TRIES
from ...rules.solo.daily import daily_race, daily_seed
from ..errors import Conflict, LimitReached
from ..store.visitors import Visitor
from ..table.events import Event
from ..table.solo import SoloTable
from ..table.solo_events import SoloOpened
from ..table.tokens import derived
from ..wire.solo_types import SoloSummary
from .days import today, try_at
from .hub import Hub
from .session import Session
from .thinking import decide_solo

MOST_LISTED = 60
GIVEN_UP = 7 * 24 * 3600.0
"""Seconds after which a game that nobody touches counts as given up; it can still be played."""
MOST_DAYS = 120
"""Days of the daily trail that are told."""

_SUMMARY = msgspec.json.Decoder(SoloSummary)


async def open_game(
    hub: Hub,
    visitor: Visitor,
    course: Course,
    opponents: bool,
    key: str = "",
    colour: str | None = None,
) -> Session:
    """Begin a game; with the same key again, return the one begun before."""
    name = hub.entropy(16).hex()
    if key:
        name = derived(visitor.holder, "solo", key)
        if known := await hub.find_session(name):
            return known
    since = hub.clock.now() - GIVEN_UP
    unfinished = await hub.store.unfinished_of(visitor.holder, ("solo",), since)
    if unfinished >= hub.limits.tables:
        raise LimitReached("games", f"you have {unfinished} unfinished games; finish some first")
    liked = colour or visitor.colour
    opened = SoloOpened(visitor.holder, visitor.name, colour=liked, dog=visitor.dog)
    secret, now = hub.entropy(32), hub.clock.now()
    return await _found(
        hub, name, lambda: SoloTable.opening(name, opened, course, opponents, secret, now)
    )


async def _found(hub: Hub, name: str, opening: Callable[[], tuple[Event, ...]]) -> Session:
    events = await asyncio.to_thread(opening)
    return await hub.found(await asyncio.to_thread(SoloTable.from_events, name, events))


async def games_of(hub: Hub, visitor: Visitor) -> tuple[SoloSummary, ...]:
    """Return a visitor's games, the latest first."""
    found = await hub.store.tables_of(visitor.holder, ("solo",), MOST_LISTED)
    return tuple(_SUMMARY.decode(each.summary) for each in found)


# -- days ------------------------------------------------------------------------------------------


async def tries_of(hub: Hub, visitor: Visitor) -> dict[str, list[SoloSummary]]:
    """Return a visitor's tries by their day, the latest day first."""
    days: dict[str, list[SoloSummary]] = {}
    for found in await hub.store.tables_of(visitor.holder, ("daily",), MOST_DAYS * TRIES):
        summary = _SUMMARY.decode(found.summary)
        days.setdefault(summary.day or "", []).append(summary)
    for tries in days.values():
        tries.sort(key=lambda each: each.attempt)
    return dict(sorted(days.items(), reverse=True))


async def par_of(hub: Hub, day: date) -> int | None:
    """Return what a strong musher makes of a trail; None while it is still driving."""
    name = day.isoformat()
    if (known := await hub.visitors.par(name)) is not None:
        return known
    if name not in hub.driving_par:
        hub.driving_par.add(name)
        hub.spawn(_drive_par(hub, day))
    return None


async def _drive_par(hub: Hub, day: date) -> None:
    """Drive a trail, thought by thought: the mushers of others need not wait for all of it."""
    name = day.isoformat()
    key = f"par {name}"
    try:
        if not await hub.claim(key):
            return  # another server drives
        try:
            race, rng = (
                await asyncio.to_thread(daily_race, day),
                np.random.default_rng(daily_seed(day)),
            )
            while race.phase is not Phase.OVER:
                race.play(await hub.in_pool(decide_solo, race.position(), rng))
            await hub.visitors.keep_par(name, race.score().total)
        finally:
            await hub.release(key)
    finally:
        hub.driving_par.discard(name)


async def try_trail(hub: Hub, visitor: Visitor, day: date) -> Session:
    """Go on with the unfinished try at a trail, or begin the next; refuse a fourth."""
    tries = (await tries_of(hub, visitor)).get(day.isoformat(), [])
    if tries and tries[-1].stage != "over":
        return await hub.session(tries[-1].table)
    now = today(hub)
    if day != now:
        told = f"the trail of {now} is open now, not that of {day}"
        raise Conflict("not-today", told, today=now.isoformat())
    if len(tries) >= TRIES:
        raise Conflict("tries", f"you have had your {TRIES} tries today", tries=TRIES)
    attempt = len(tries) + 1
    # Named by its number, so that two requests at once open one try.
    name = try_at(visitor.holder, day, attempt)
    chosen = visitor.colour, visitor.dog
    opened = SoloOpened(visitor.holder, visitor.name, day.isoformat(), attempt, *chosen)
    return await _found(hub, name, lambda: SoloTable.trying(name, opened, hub.clock.now()))
