"""Appends the same numbers from two processes: python -m tests.long.conflicts

Of two processes that append an event of the same number, exactly one must win.
"""

import argparse
import asyncio
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier as BarrierType

from snowtails.server.store.database import Database
from snowtails.server.store.errors import NumberTaken
from snowtails.server.store.log import first_link
from snowtails.server.store.store import Store
from snowtails.server.table.events import Chatted, Event
from tests.long.report import write_report
from tests.server.databases import Postgres, new_database
from tests.server.test_store import CARD

RACES = 100
"""Tables that numbers are appended to in turn, each in a transaction of its own."""

together: BarrierType


def meet(barrier: BarrierType) -> None:
    """Remember where the processes wait for each other."""
    global together
    together = barrier


def append_all(database: str, process: int, rounds: int) -> list[tuple[str, int]]:
    """Append to all tables, number after number; return what was won."""

    async def run() -> list[tuple[str, int]]:
        store = Store(await Database.open(database))
        chains = {f"table-{n}": first_link(f"table-{n}") for n in range(RACES)}
        won = []
        for number in range(1, rounds + 1):
            event = Event(number, 0.0, Chatted("Anna", "anna", str(number), text=f"from {process}"))
            for race, chain in chains.items():
                together.wait(60)
                try:
                    chains[race] = await store.append(race, [event], chain, CARD)
                    won.append((race, number))
                except NumberTaken:
                    appended = await store.read_on(race, number - 1, chain)
                    assert len(appended.events) == 1
                    chains[race] = appended.chain
        await store.database.close()
        return won

    return asyncio.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--appends", type=int, default=10_000)
    given = parser.parse_args()
    rounds = given.appends // RACES
    spawning = get_context("spawn")
    with closing(Postgres()) as postgres:
        database = new_database(postgres.folder, "snowtails")
        barrier = spawning.Barrier(2)
        with ProcessPoolExecutor(
            2, mp_context=spawning, initializer=meet, initargs=(barrier,)
        ) as pool:
            one, other = pool.map(append_all, [database] * 2, range(2), [rounds] * 2)
    won = sorted(one + other)
    numbers = range(1, rounds + 1)
    assert won == sorted((f"table-{n}", number) for n in range(RACES) for number in numbers)
    write_report(
        "conflicts",
        "conflicting appends from two processes, PostgreSQL",
        {
            "numbers that both appended": len(won),
            "with exactly one winner": len(won),
            "won by the one and the other": f"{len(one):,} and {len(other):,}",
        },
    )


if __name__ == "__main__":
    main()
