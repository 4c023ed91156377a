"""Several servers on one socket: started together, replaced when they die, stopped together."""

import logging
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess

log = logging.getLogger("snowtails.server")

AGAIN_AFTER = 1.0
"""Seconds until a worker that died is replaced, lest one that cannot live be started for ever."""
END_WITHIN = 15.0
"""Seconds that workers have to end."""


class _Stopped(Exception):
    """The supervisor was told to stop."""


def _stop(*_: object) -> None:
    raise _Stopped


def supervise(
    spawning: SpawnContext,
    work: Callable[..., None],
    arguments: tuple[object, ...],
    workers: int,
    forget: Callable[[int], None] = lambda _: None,
) -> None:
    """Keep so many processes at work until a signal says stop.

    Each is given its number first; whoever replaces it has the same. `forget` is told at once the
    number of one that has died.
    """

    def start(number: int) -> BaseProcess:
        process = spawning.Process(target=work, args=(number, *arguments))
        process.start()
        return process

    before = {each: signal.signal(each, _stop) for each in (signal.SIGINT, signal.SIGTERM)}
    running: dict[int, BaseProcess] = {}
    try:
        for number in range(workers):
            running[number] = start(number)
        while True:
            sentinels = wait([process.sentinel for process in running.values()])
            ended = [n for n, process in running.items() if process.sentinel in sentinels]
            for number in ended:
                forget(number)
            time.sleep(AGAIN_AFTER)
            for number in ended:
                code = running[number].exitcode
                log.error("a worker ended with %s; another takes its place", code)
                running[number] = start(number)
    except _Stopped:
        for process in running.values():
            process.terminate()
        for process in running.values():
            process.join(END_WITHIN)
            with suppress(ValueError):
                process.kill()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
