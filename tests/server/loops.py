"""An event loop of one's own, for tests that call the server's coroutines."""

import asyncio
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")


def done(work: Awaitable[Found]) -> Found:
    """Do something in a loop of its own: a browser's tests may keep one in this thread."""

    async def run() -> Found:
        return await work

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, run()).result()
