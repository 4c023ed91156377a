"""What is kept for a visitor: history, a way to other devices, and the end of it all."""

import logging
from dataclasses import replace

from ..errors import Forbidden, NotFound, Unprocessable
from ..store.errors import StoreDown
from ..store.visitors import Visitor
from ..table.events import Event
from ..table.seat import checked_name
from ..table.table import Table
from ..table.tokens import hashed, new_token
from ..wire.history import daily_streak, history_message
from ..wire.requests import ProfileRequest
from ..wire.visitor_types import Deleted, History, Streak
from .days import today
from .hub import Hub
from .listings import results_of
from .replaying import UnreadableLog
from .session import Session

log = logging.getLogger("snowtails.server")

MOST_RESULTS = 500
"""Tables that are counted, the latest."""
CAUGHT_UP = 50
"""Tables of earlier versions whose results are kept at one request."""


async def change(hub: Hub, visitor: Visitor, wish: ProfileRequest) -> Visitor:
    """Change a visitor's name, dog or colour."""
    changed = visitor
    if isinstance(wish.name, str):
        changed = replace(changed, name=checked_name(wish.name))
    if wish.dog is None or isinstance(wish.dog, str):
        changed = replace(changed, dog=wish.dog)
    if wish.colour is None or isinstance(wish.colour, str):
        changed = replace(changed, colour=wish.colour)
    await hub.keep_visitor(changed)
    return changed


async def history_of(hub: Hub, visitor: Visitor) -> History:
    """Tell what a visitor has raced."""
    streak = await daily_streak_of(hub, visitor)
    results = await hub.visitors.results_of(visitor.holder, MOST_RESULTS)
    return history_message(visitor, results, streak)


async def daily_streak_of(hub: Hub, visitor: Visitor | None) -> Streak:
    """Tell how many days in a row a visitor has driven the daily trail."""
    if visitor is None:
        return daily_streak((), today(hub))
    await _keep_old_results(hub, visitor.holder)
    return daily_streak(await hub.visitors.days_of(visitor.holder), today(hub))


async def _keep_old_results(hub: Hub, holder: str) -> None:
    """Keep the results of tables that were over before results were kept.

    Each request keeps those of a few, for every table has to be woken. One that cannot be read,
    such as a log that was changed, is left out.
    """
    for race in await hub.visitors.without_results(holder, CAUGHT_UP, hub.unreadable):
        try:
            results = results_of((await hub.session(race)).table)
        except NotFound:
            continue  # deleted meanwhile
        except UnreadableLog:
            results = ()
        if results:
            await hub.visitors.keep_results(race, results)
        else:
            hub.unreadable.add(race)
            log.error("a table is left out", extra={"facts": {"table": race}})


async def offer_recovery(hub: Hub, visitor: Visitor) -> str:
    """Make the code of a link by which the visitor can be taken along once; the one before ends."""
    code = new_token()
    await hub.visitors.keep_recovery(visitor.holder, hashed(code), hub.clock.now())
    return code


async def recover(hub: Hub, code: str) -> tuple[str, Visitor]:
    """Make a device the visitor's who has made a recovery link; return its token."""
    token = new_token()
    holder = await hub.visitors.recover(hashed(code), hashed(token), hub.clock.now())
    if holder is None:
        told = "this link was used or replaced, is older than a day, or never was; make a new one"
        raise Forbidden("recovery", told)
    hub.forget_visitor(holder)  # another device may have been dropped for this one
    return token, await hub.visitor(token)


async def delete(hub: Hub, visitor: Visitor, name: str) -> Deleted:
    """Delete everything that is kept for a visitor, who has to say the own name.

    Tables at which nobody else sits vanish. Those shared with others stay, for their records are
    theirs too: a bot takes the reins, and what was raced and said there keeps the name it had.
    """
    if " ".join(name.split()) != visitor.name:
        raise Unprocessable("confirm", "write your name as it is, to have everything deleted")
    tables = await hub.visitors.tables_of(visitor.holder)
    for race, stage in tables.shared.items():
        if stage in ("waiting", "racing"):
            await _leave(hub, race, visitor.holder)
    for race in tables.alone:
        if session := hub.awake_session(race):
            await session.end()
    await hub.visitors.forget(visitor.holder, tables.alone)
    hub.forget_visitor(visitor.holder)
    staying = await hub.store.numbers(tables.alone)  # somebody has sat down at the last moment
    for race in tables.alone:
        if race in staying:
            await _leave(hub, race, visitor.holder)
        elif session := hub.awake_session(race):  # somebody has looked at the last moment
            hub.forget(session)
    await hub.lists_changed(set(tables.alone))
    return Deleted(
        tables=len(tables.alone) - len(staying), shared=len(tables.shared) + len(staying)
    )


async def _leave(hub: Hub, race: str, holder: str) -> None:
    """Leave a table; one that cannot be left, such as a log that was changed, is passed over."""
    try:
        await _leave_seats(await hub.session(race), holder)
    except StoreDown:
        raise
    except Exception:
        log.exception("a table could not be left", extra={"facts": {"table": race}})


async def _leave_seats(session: Session, holder: str) -> None:
    for seat in session.table.seats_of(holder):

        def leave(table: Table, now: float, seat: int = seat) -> tuple[Event, ...]:
            on = table.stage in ("waiting", "racing") and seat in table.seats_of(holder)
            return table.leave(seat, holder, now) if on else ()

        await session.do(leave)
