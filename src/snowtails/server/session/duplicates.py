"""Duplicate races: the same course, cards and mushers for everybody who takes one up.

Each taker has a table of the own, whose secret is that of all. What another run tells of the cards
is shown as far as one has raced oneself. Without mushers it is a time trial against a Husky's
ghost.
"""

import asyncio
import re
from collections.abc import Sequence

from ...course import Course
from ...mushers import INSTANT, ROUND_LIMIT, ask, own_chance
from ...rules import Phase, Race, SecretDeal
from ...rules.deal import choosing_order
from ...rules.notation import Turn
from ...rules.verify import live_context
from ..errors import NotFound, Unprocessable
from ..store.duplicates import WRECKED, Duplicate, Run
from ..store.visitors import Visitor
from ..table.events import Options
from ..table.race_table import TAKER, RaceTable
from ..table.seat import INVITED
from ..table.table import course_of
from ..table.tokens import derived
from ..wire import duplicate_types as wire
from ..wire.messages import course_message
from .hub import Hub
from .replaying import UnreadableLog
from .session import Session

PACEMAKER = "husky"
"""Whose ghost everybody races against."""

MOST_MUSHERS = 4
MOST_TOLD = 100
"""Runs that are told, the best, beside one's own."""
MOST_PACEMAKERS = 64
"""Races of a Husky that are remembered."""
STEADY = ("yearling", "husky")
"""Mushers that decide the same again in the same position."""

_KEY = re.compile("[0-9a-f]{1,32}")

BEST, NOBODY = "best", "nobody"
"""Whose ghost drives along beside the Husky's, if not that of some run."""


async def lay_out(hub: Hub, course: Course, mushers: Sequence[str]) -> str:
    """Make a duplicate race, and return its key."""
    if len(mushers) > MOST_MUSHERS or not set(mushers) <= set(STEADY):
        known = " or ".join(STEADY)
        raise Unprocessable("mushers", f"up to {MOST_MUSHERS} mushers race along, each {known}")
    key, secret = hub.entropy(8).hex(), hub.entropy(32).hex()
    made = Duplicate(key, secret, course.line, course.name, tuple(mushers), hub.clock.now())
    await hub.duplicates.keep(made)
    return key


async def find_duplicate(hub: Hub, key: str) -> Duplicate:
    """Return a duplicate race by its key."""
    found = await hub.duplicates.find(key) if _KEY.fullmatch(key) else None
    if found is None:
        raise NotFound("no-duplicate", "there is no such race; its link may be incomplete")
    return found


def taken_as(holder: str, duplicate: str) -> str:
    """Return the name of the table at which a visitor takes up a duplicate race."""
    return derived(holder, "duplicate", duplicate)


async def take_up(hub: Hub, visitor: Visitor, duplicate: Duplicate) -> Session:
    """Begin a visitor's race with the cards of all, or go on with it."""
    name = taken_as(visitor.holder, duplicate.key)
    if known := await hub.find_session(name):
        return known
    await hub.check_number_of_tables(visitor)
    now = hub.clock.now()
    options = Options(duplicate.course, duplicate.course_name, hints=False)
    opening = await asyncio.to_thread(
        RaceTable.opening,
        *(name, options, [INVITED, *duplicate.mushers], visitor.holder),
        *(bytes.fromhex(duplicate.secret), hub.entropy(16).hex(), now),
        duplicate=duplicate.key,
    )
    table = RaceTable.from_events(name, opening)
    table = table.after(
        table.sit(0, visitor.holder, visitor.name, now, colour=visitor.colour, dog=visitor.dog)
    )
    table = table.after(table.begin(visitor.holder, now))
    return await hub.found(table)


# -- what is told ----------------------------------------------------------------------------------


async def told(hub: Hub, duplicate: Duplicate, visitor: Visitor | None) -> wire.Duplicate:
    """Tell a duplicate race: who has raced it, and how a Husky does."""
    holder = visitor.holder if visitor else None
    own = taken_as(holder, duplicate.key) if holder else ""
    known = await hub.visitors.summary(own) if own else None
    over = known is not None and known[1] == "over"
    table = await hub.duplicates.runs(duplicate.key, MOST_TOLD, holder)
    return wire.Duplicate(
        duplicate=duplicate.key,
        course=course_message(duplicate.course, duplicate.course_name),
        mushers=duplicate.mushers,
        table=own if known else None,
        over=over,
        entrants=table.entrants,
        runs=tuple(_run_message(run, holder, over) for run in table.runs),
        # What these cards are good for is no news to spoil before one's own race.
        husky=await _husky_message(hub, duplicate) if over else None,
    )


def _run_message(run: Run, holder: str | None, over: bool) -> wire.DuplicateRun:
    return wire.DuplicateRun(
        rank=run.rank,
        run=_key_of(run),
        name=run.name,
        dog=run.dog,  # type: ignore[arg-type]
        table=run.race if over or run.holder == holder else None,
        place=run.place,
        turns=run.turns,
        dents=run.dents,
        yours=run.holder == holder,
    )


def _key_of(run: Run) -> str:
    """Return what names a run to those who may not know its table."""
    return derived(run.race, "run")


async def _husky_message(hub: Hub, duplicate: Duplicate) -> wire.DuplicateRun | None:
    race = await _pacemaker(hub, duplicate)
    if race.phase is not Phase.OVER:
        return None  # broken off: it has no place
    sled = race.sleds[0]
    turns = sum(entry.sled == 0 and isinstance(entry.decision, Turn) for entry in race.log)
    order = sled.place or WRECKED, turns, sled.dents
    return wire.DuplicateRun(
        rank=1 + await hub.duplicates.better_than(duplicate.key, order),
        run=None,
        name=PACEMAKER,
        dog=None,
        table=None,
        place=sled.place,
        turns=turns,
        dents=sled.dents,
        yours=False,
    )


# -- ghosts ----------------------------------------------------------------------------------------


async def _pacemaker(hub: Hub, duplicate: Duplicate) -> Race:
    """Return the race of a Husky with these cards; several who ask at once have it raced once."""
    races = hub.pacemakers
    if duplicate.key not in races:
        races[duplicate.key] = hub.spawn(_race_husky(hub, duplicate))
        finished = [key for key, task in races.items() if task.done()]
        for key in finished[: max(0, len(races) - MOST_PACEMAKERS)]:
            del races[key]
    return await asyncio.shield(races[duplicate.key])


async def _race_husky(hub: Hub, duplicate: Duplicate) -> Race:
    try:
        return await hub.in_pool(_husky_race, duplicate)
    except BaseException:
        del hub.pacemakers[duplicate.key]  # whoever asks next may fare better
        raise


def _husky_race(duplicate: Duplicate) -> Race:
    """Race as a Husky does with these cards, to the end or as far as ROUND_LIMIT."""
    course = course_of(duplicate.course, duplicate.course_name)
    seats = (PACEMAKER, *duplicate.mushers)
    named = ", ".join((TAKER, *duplicate.mushers))
    context = live_context(course.line, named, duplicate.key)
    deal = SecretDeal(bytes.fromhex(duplicate.secret), context, (b"",) * len(seats))
    race = Race(course, len(seats), deal=deal, choosing=choosing_order(deal, len(seats)))
    chance = own_chance(0, 0, 0)  # steady mushers do not look at it
    while (sled := race.actor) is not None and race.round <= ROUND_LIMIT:
        race.play(ask(INSTANT[seats[sled]], race.view(sled), chance))
    return race


def _way(race: Race, rounds: int) -> tuple[str | None, ...]:
    """Return where the taker's sled stood when each round began, as far as some round."""
    spaces: dict[int, str | None] = {}
    for position in (*race.history, race.position()):
        if position.round:
            spaces.setdefault(position.round, position.sleds[0].space)
    return tuple(space for round_, space in spaces.items() if round_ <= rounds)


async def ghosts_of(hub: Hub, duplicate: Duplicate, visitor: Visitor, of: str) -> wire.Ghosts:
    """Tell where a Husky and another run stood, as far as the visitor's own race has come."""
    own = await hub.session(taken_as(visitor.holder, duplicate.key))
    race = own.race_table.race
    rounds = race.round if race is not None else 0
    if own.table.stage == "over":
        rounds = ROUND_LIMIT
    husky = await hub.in_pool(_way, await _pacemaker(hub, duplicate), rounds)
    found = [wire.Ghost(name=PACEMAKER, musher=True, spaces=husky)]
    run = await _run_of(hub, duplicate, visitor.holder, of)
    if run is not None and (other := await _race_at(hub, run.race)) is not None:
        way = await hub.in_pool(_way, other, rounds)
        found.append(wire.Ghost(name=run.name, musher=False, spaces=way))
    return wire.Ghosts(ghosts=tuple(found))


async def _run_of(hub: Hub, duplicate: Duplicate, holder: str, of: str) -> Run | None:
    """Return the run of another whose ghost is asked for; None if it is nobody's or gone."""
    if of == NOBODY:
        return None
    if of == BEST:
        return await hub.duplicates.best_of_others(duplicate.key, holder)
    runs = (await hub.duplicates.runs(duplicate.key, MOST_TOLD)).runs
    return next((run for run in runs if run.holder != holder and _key_of(run) == of), None)


async def _race_at(hub: Hub, table: str) -> Race | None:
    """Return the race at a table that is over; None if it was deleted or cannot be read."""
    try:
        return (await hub.session(table)).race_table.race
    except (NotFound, UnreadableLog):
        return None
