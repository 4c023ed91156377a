"""Who asks, and about which table: what routes depend on."""

from math import ceil
from typing import Annotated

from fastapi import Depends, Request
from fastapi import Path as InPath

from ..errors import LimitReached, Unauthorized
from ..session.hub import Hub
from ..session.session import Session
from ..session.visibility import check_visible
from ..store.visitors import Visitor
from ..table.race_table import RaceTable
from ..table.solo import SoloTable
from .declaring import COOKIE
from .middleware import client_of
from .rate_limit import Rates

FAR_BEHIND = 256
"""Events from which on it costs much to tell them all; few races have as many."""


async def hub_of(request: Request) -> Hub:
    """Return the hub of this server."""
    # Asynchronous like all of these, or each would be sent through a thread.
    hub = request.app.state.hub
    assert isinstance(hub, Hub)
    return hub


TheHub = Annotated[Hub, Depends(hub_of)]


async def visitor_or_none(request: Request, hub: TheHub) -> Visitor | None:
    """Return who asks, by cookie or bearer token; None if neither is given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = request.cookies.get(COOKIE, "")
    return await hub.visitor(token.strip()) if token.strip() else None


MaybeVisitor = Annotated[Visitor | None, Depends(visitor_or_none)]


async def visitor_known(visitor: MaybeVisitor) -> Visitor:
    """Return who asks, or refuse whoever has no token."""
    if visitor is None:
        raise Unauthorized("no-token", "say who you are first: POST /api/visitors with a name")
    return visitor


TheVisitor = Annotated[Visitor, Depends(visitor_known)]


async def session_of(
    table: Annotated[str, InPath(max_length=64)], hub: TheHub, visitor: MaybeVisitor
) -> Session:
    """Return the session of the table asked for, and note who is there."""
    session = await hub.session(table)
    holder = visitor.holder if visitor else None
    await check_visible(hub, session.table, holder)
    session.seen(holder)
    return session


TheSession = Annotated[Session, Depends(session_of)]
TheSeat = Annotated[int, InPath(ge=0, le=4)]


async def race_table_of(session: TheSession) -> RaceTable:
    """Return the table asked for, or refuse that of a solo game."""
    return session.race_table


TheRaceTable = Annotated[RaceTable, Depends(race_table_of)]


async def solo_table_of(session: TheSession) -> SoloTable:
    """Return the table asked for, or refuse that of a race."""
    return session.solo_table


TheSoloTable = Annotated[SoloTable, Depends(solo_table_of)]


def count_events(request: Request, hub: Hub, session: Session, after: int) -> None:
    """Count whoever asks for a long log among those who ask for what costs much.

    How long a log is shows only here, and whoever comes back to a race asks for little of it.
    """
    if session.table.number - after > FAR_BEHIND:
        rates = request.app.state.rates
        assert isinstance(rates, Rates)
        if wait := rates.costly.wait(client_of(request.scope), hub.clock.now()):
            told = f"too many requests for long logs; wait {wait:.1f} seconds"
            raise LimitReached("rate", told, retry=ceil(wait))
