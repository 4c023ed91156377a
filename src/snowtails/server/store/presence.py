"""What the servers on one PostgreSQL tell each other that no log tells.

Each has a row that says when it was last heard of, by the clock of the database: those of machines
differ. What a server tells of tables is believed as long as it is heard of.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql

from .database import Database
from .embedded import RowGone, demanding
from .schema import CURTAINS, PRESENCE, SERVERS

if TYPE_CHECKING:
    from .statements import Job

DEAD_AFTER = timedelta(seconds=15)
"""How long after it was last heard of a server is dead."""
FORGOTTEN_AFTER = timedelta(minutes=1)
"""How long after it was last heard of what a server has told is deleted."""

_NOW = sql.func.now()
_BEAT = demanding(
    sql.update(SERVERS).where(SERVERS.c.process == sql.bindparam("who")).values(heard=_NOW)
)
_COME = postgresql.insert(SERVERS).values(process=sql.bindparam("who"), heard=_NOW)
_COME = _COME.on_conflict_do_update(index_elements=["process"], set_={"heard": _NOW})
_FORGET_SERVERS = sql.delete(SERVERS).where(
    SERVERS.c.heard < _NOW - sql.bindparam("age", type_=sql.Interval())
)
_FORGET_PRESENCE = sql.delete(PRESENCE).where(
    ~sql.exists().where(SERVERS.c.process == PRESENCE.c.process)
)
_GO = [
    sql.delete(table).where(table.c.process == sql.bindparam("who"))
    for table in (SERVERS, PRESENCE)
]
_DROP = sql.delete(PRESENCE).where(
    PRESENCE.c.race == sql.bindparam("race"), PRESENCE.c.process == sql.bindparam("who")
)


class PresenceStore:
    """Reads and writes what servers tell each other, on one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # -- servers ------------------------------------------------------------------------------

    async def beat(self, process: str) -> bool:
        """Tell the others that a server is there; forget those not heard of for long.

        Returns False if it was not known: then nothing that it has told of tables is.
        """
        forgetting: Job = [(_FORGET_SERVERS, {"age": FORGOTTEN_AFTER}), (_FORGET_PRESENCE, {})]
        row = {"who": process}
        try:
            await self._database.write([(_BEAT, row), *forgetting])
        except RowGone:
            await self._database.write([(_COME, row), *forgetting])
            return False
        return True

    async def go(self, process: str) -> None:
        """Tell the others that a server is gone."""
        await self._database.write([(going, {"who": process}) for going in _GO])

    # -- who is at a table --------------------------------------------------------------------

    async def tell(self, race: str, process: str, state: str) -> None:
        """Tell the others what a server knows of a table."""
        row = {"race": race, "process": process, "state": state}
        await self._database.write([(self._database.upsert(PRESENCE), row)])

    async def drop(self, race: str, process: str) -> None:
        """Tell the others that a server knows nothing of a table."""
        await self._database.write([(_DROP, {"race": race, "who": process})])

    async def told(self, races: Iterable[str], but: str) -> list[tuple[str, str]]:
        """Return what the servers that are alive, but one, know of some tables."""
        wanted = (
            sql.select(PRESENCE.c.race, PRESENCE.c.state)
            .join(SERVERS, SERVERS.c.process == PRESENCE.c.process)
            .where(PRESENCE.c.race.in_(list(races)), PRESENCE.c.process != but)
            .where(SERVERS.c.heard > _NOW - DEAD_AFTER)
            .order_by(PRESENCE.c.race, PRESENCE.c.process)
        )
        return [(race, state) for race, state in await self._database.read(wanted)]

    # -- curtains -----------------------------------------------------------------------------

    async def keep_curtain(self, race: str, holder: str, seat: int | None, number: int) -> None:
        """Remember whose cards are to be seen at a screen since an event; None for nobody's."""
        row = {"race": race, "holder": holder, "seat": seat, "number": number}
        await self._database.write([(self._database.upsert(CURTAINS), row)])

    async def curtains(self, race: str) -> list[tuple[str, int, int]]:
        """Return at which screen whose cards were uncovered, and after which event."""
        columns = CURTAINS.c.holder, CURTAINS.c.seat, CURTAINS.c.number
        lifted = sql.select(*columns).where(CURTAINS.c.race == race, CURTAINS.c.seat.is_not(None))
        return [
            (holder, seat, number) for holder, seat, number in await self._database.read(lifted)
        ]
