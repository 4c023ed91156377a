"""Appends events, saying when each was acknowledged: python -m tests.server.appending FILE FULL"""

import asyncio
import sys
import time
from pathlib import Path

from snowtails.server.store import engine
from snowtails.server.store.database import Database
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.log import first_link
from snowtails.server.store.store import Store
from tests.server.test_store import CARD, said

EVENTS = 40


async def append(path: Path) -> None:
    store = Store(await Database.open(sqlite_url(path)))
    chain = first_link("t")
    for number in range(1, EVENTS + 1):
        chain = await store.append("t", [said(number)], chain, CARD)
        print(number, time.monotonic(), flush=True)


if __name__ == "__main__":
    engine.SYNCHRONOUS = sys.argv[2]
    asyncio.run(append(Path(sys.argv[1])))
