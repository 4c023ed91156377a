"""Curtains of a hot-seat table: one rule on both databases, also where servers are several."""

import asyncio
from collections.abc import Iterator

import pytest

from snowtails.server.session.curtains import Curtains, Lifted
from snowtails.server.store.presence import PresenceStore
from snowtails.server.table.events import Event
from snowtails.server.table.race_table import RaceTable
from snowtails.server.table.table import Table
from tests.server.company import company, play_on, sensible
from tests.server.serving import Guest, Serving


@pytest.fixture
def served(database: str) -> Iterator[Serving]:
    with Serving(database) as found:
        yield found


def hot_seat(guest: Guest) -> str:
    """Open a table at which two share a screen, and let the race begin."""
    return guest.open(
        course="srsrs", seats=[{"name": "Anna"}, {"name": "Ben"}], hot_seat=True, begin=True
    )


def test_a_curtain_falls_for_good_once_another_is_to_decide() -> None:
    table = company("anna", "ben", hot_seat=True)
    play_on(table, 2)
    seat, since = table.actor, table.number
    assert seat is not None
    lifted = Lifted("anna", seat, since)
    assert Curtains.of([lifted], table).seat("anna") == seat
    falls = []
    for _ in range(8):
        play_on(table, 1)
        falls.append(lifted.is_up(table))
        if table.actor == seat and not falls[-1]:
            break
    assert falls == sorted(falls, reverse=True), "what has fallen stays down"
    assert table.actor == seat
    assert not falls[-1], "though it is the turn of that seat again"
    assert Curtains.of([lifted], table) == {}


def test_cards_stay_covered_when_the_turn_comes_back(served: Serving) -> None:
    anna = served.guest("Anna")
    table = hot_seat(anna)
    first = anna.view(table)["race"]["actor"]
    shown = anna.post(f"/api/tables/{table}/seats/{first}/curtain", lifted=True)
    assert shown["you"]["seat"] == first

    def decide(now_at: Table, now: float) -> tuple[Event, ...]:
        assert isinstance(now_at, RaceTable)
        assert now_at.actor is not None
        holder = now_at.seats[now_at.actor].holder
        return now_at.decide(now_at.actor, holder, sensible(now_at), now_at.asks, now)

    others = 0
    while not others or anna.view(table)["race"]["actor"] != first:
        served.run(served.hub.sessions[table].do(decide))
        others += anna.view(table)["race"]["actor"] != first
    assert anna.view(table)["you"]["seat"] is None, "nobody has uncovered them"


def test_a_curtain_lifted_while_the_log_is_read_stays_up(
    pair: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = pair
    anna = one.guest("Anna")
    table = hot_seat(anna)
    session = one.hub.sessions[table]
    actor, holder = session.table.actor, session.table.seats[0].holder
    assert actor is not None
    assert holder is not None

    async def lift_meanwhile() -> int | None:
        read, go_on = asyncio.Event(), asyncio.Event()
        curtains = PresenceStore.curtains

        async def slowly(self: PresenceStore, race: str) -> list[tuple[str, int, int]]:
            found = await curtains(self, race)
            read.set()
            await go_on.wait()
            return found

        kept: list[int | None] = []
        keep = PresenceStore.keep_curtain

        async def noted(self: PresenceStore, race: str, of: str, seat: int | None, at: int) -> None:
            kept.append(seat)
            await keep(self, race, of, seat, at)

        monkeypatch.setattr(PresenceStore, "keep_curtain", noted)
        monkeypatch.setattr(PresenceStore, "curtains", slowly)
        reading = asyncio.create_task(session.catch_up())
        await read.wait()
        lifting = asyncio.create_task(session.lift(actor, holder, lifted=True))
        await asyncio.sleep(0)  # until it waits for those who read
        assert not kept
        go_on.set()
        await asyncio.gather(reading, lifting)
        assert kept == [actor]
        return session.viewer(holder).seat

    assert one.run(lift_meanwhile()) == actor
