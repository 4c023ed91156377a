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
    spawning: SpawnContext, work: Callable[..., None], arguments: tuple[object, ...], workers: int
) -> None:
    """Keep so many processes at work until a signal says stop."""

    def start() -> BaseProcess:
        process = spawning.Process(target=work, args=arguments)
        process.start()
        return process

    before = {each: signal.signal(each, _stop) for each in (signal.SIGINT, signal.SIGTERM)}
    running: list[BaseProcess] = []
    try:
        running += [start() for _ in range(workers)]
        while True:
            ended = wait([process.sentinel for process in running])
            time.sleep(AGAIN_AFTER)
            for process in [each for each in running if each.sentinel in ended]:
                log.error("a worker ended with %s; another takes its place", process.exitcode)
                running.remove(process)
                running.append(start())
    except _Stopped:
        for process in running:
            process.terminate()
        for process in running:
            process.join(END_WITHIN)
            with suppress(ValueError):
                process.kill()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
