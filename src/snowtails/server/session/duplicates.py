"""Duplicate races: the same course, cards and mushers for everybody who takes one up.

Each taker has a table of the own, whose secret is that of all. What another run tells of the cards
is shown as far as one has raced oneself.
"""

import asyncio
from collections.abc import Sequence
from functools import lru_cache

from ...course import Course
from ...mushers import INSTANT, ROUND_LIMIT, ask, own_chance
from ...rules import Race, SecretDeal
from ...rules.deal import choosing_order
from ...rules.notation import Turn
from ...rules.verify import live_context
from ..errors import NotFound, Unprocessable
from ..store.duplicates import Duplicate, Run
from ..store.visitors import Visitor
from ..table.events import Options
from ..table.race_table import TAKER, RaceTable
from ..table.seat import INVITED
from ..table.table import course_of
from ..wire import duplicate_types as wire
from ..wire.messages import course_message
from .hub import Hub
from .session import Session
from .solo_games import taken_as

PACEMAKER = "husky"
"""Whose ghost everybody races against."""

MOST_MUSHERS = 4
STEADY = ("yearling", "husky")
"""Mushers that decide the same again in the same position."""


async def lay_out(hub: Hub, course: Course, mushers: Sequence[str]) -> str:
    """Make a duplicate race, and return its key."""
    if not 1 <= len(mushers) <= MOST_MUSHERS or not set(mushers) <= set(STEADY):
        known = " or ".join(STEADY)
        raise Unprocessable("mushers", f"one to {MOST_MUSHERS} mushers race along, each {known}")
    key, secret = hub.entropy(8).hex(), hub.entropy(32).hex()
    made = Duplicate(key, secret, course.line, course.name, tuple(mushers), hub.clock.now())
    await hub.duplicates.keep(made)
    return key


async def find_duplicate(hub: Hub, key: str) -> Duplicate:
    """Return a duplicate race by its key."""
    if (found := await hub.duplicates.find(key)) is None:
        raise NotFound("no-duplicate", "there is no such race; its link may be incomplete")
    return found


async def take_up(hub: Hub, visitor: Visitor, duplicate: Duplicate) -> Session:
    """Begin a visitor's race with the cards of all, or go on with it."""
    name = taken_as(visitor.holder, duplicate.key)
    try:
        return await hub.session(name)
    except NotFound:
        pass  # as it should be
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
    await hub.duplicates.taken(duplicate.key, name)
    return await hub.found(table)


# -- what is told ----------------------------------------------------------------------------------


async def told(hub: Hub, duplicate: Duplicate, visitor: Visitor | None) -> wire.Duplicate:
    """Tell a duplicate race: who has raced it, and how a Husky does."""
    holder = visitor.holder if visitor else None
    own = taken_as(holder, duplicate.key) if holder else ""
    known = await hub.visitors.summary(own) if own else None
    over = known is not None and known[1] == "over"
    runs = await hub.duplicates.runs(duplicate.key)
    race = await hub.in_pool(_pacemaker, duplicate)
    return wire.Duplicate(
        duplicate=duplicate.key,
        course=course_message(duplicate.course, duplicate.course_name),
        mushers=duplicate.mushers,
        table=own if known else None,
        over=over,
        runs=tuple(_run_messages(runs, holder, over)),
        husky=wire.DuplicateRun(
            rank=1 + sum(_order(run) < _order_of(race) for run in runs),
            name=PACEMAKER,
            dog=None,
            table=None,
            place=race.sleds[0].place,
            turns=_turns(race),
            dents=race.sleds[0].dents,
            yours=False,
        ),
    )


def _run_messages(runs: list[Run], holder: str | None, over: bool) -> list[wire.DuplicateRun]:
    orders = [_order(run) for run in runs]
    return [
        wire.DuplicateRun(
            rank=1 + orders.index(_order(run)),
            name=run.name,
            dog=run.dog,  # type: ignore[arg-type]
            table=run.race if over or run.holder == holder else None,
            place=run.place,
            turns=run.turns,
            dents=run.dents,
            yours=run.holder == holder,
        )
        for run in runs
    ]


Order = tuple[bool, int, int, int]
"""How good a run is; the less, the better."""


def _order(run: Run) -> Order:
    return run.place is None, run.place or 0, run.turns, run.dents


def _order_of(race: Race) -> Order:
    sled = race.sleds[0]
    return sled.place is None, sled.place or 0, _turns(race), sled.dents


def _turns(race: Race) -> int:
    return sum(entry.sled == 0 and isinstance(entry.decision, Turn) for entry in race.log)


# -- ghosts ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _pacemaker(duplicate: Duplicate) -> Race:
    """Return the race of a Husky with these cards."""
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


async def ghosts_of(hub: Hub, duplicate: Duplicate, visitor: Visitor) -> wire.Ghosts:
    """Tell where other runs stood, as far as the visitor's own race has come."""
    own = await hub.session(taken_as(visitor.holder, duplicate.key))
    race = own.race_table.race
    rounds = race.round if race is not None else 0
    if own.table.stage == "over":
        rounds = ROUND_LIMIT
    pacemaker = await hub.in_pool(_pacemaker, duplicate)
    found = [wire.Ghost(name=PACEMAKER, musher=True, spaces=_way(pacemaker, rounds))]
    runs = await hub.duplicates.runs(duplicate.key)
    best = next((run for run in runs if run.holder != visitor.holder), None)
    if best is not None:
        other = (await hub.session(best.race)).race_table.race
        if other is not None:
            found.append(wire.Ghost(name=best.name, musher=False, spaces=_way(other, rounds)))
    return wire.Ghosts(ghosts=tuple(found))
