"""Several servers on one socket: started together, replaced when they die, stopped together."""

import logging
import multiprocessing
import signal
import socket
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from time import monotonic

log = logging.getLogger("snowtails.server")

AGAIN_AFTER = 1.0
"""Seconds until a worker that died is replaced, lest one that cannot live be started for ever."""
END_WITHIN = 15.0
"""Seconds that all workers together have to end; whoever runs services allows them thirty."""


def supervise(
    spawning: SpawnContext,
    work: Callable[..., None],
    arguments: tuple[object, ...],
    workers: int,
    forget: Callable[[int], None] = lambda _: None,
) -> None:
    """Keep so many processes at work until a signal says stop; a second one ends them at once.

    Each is given its number first; whoever replaces it has the same. `forget` is told at once the
    number of one that has died.
    """

    def start(number: int) -> BaseProcess:
        process = spawning.Process(target=work, args=(number, *arguments))
        process.start()
        return process

    running: dict[int, BaseProcess] = {}
    with _told_signals() as signals:
        try:
            for number in range(workers):
                running[number] = start(number)
            while not wait([signals], 0):
                happened = wait([signals, *(process.sentinel for process in running.values())])
                died = [n for n, process in running.items() if process.sentinel in happened]
                for number in died:
                    forget(number)
                if died and not wait([signals], AGAIN_AFTER):
                    for number in died:
                        code = running[number].exitcode
                        log.error("a worker ended with %s; another takes its place", code)
                        running[number] = start(number)
        finally:
            _end(running.values(), signals)


@contextmanager
def _told_signals() -> Iterator[socket.socket]:
    """Have signals told by a socket, a byte each, that can be waited for like everything else.

    Whatever is being done when one comes is done first, so that nobody is started and forgotten.
    """
    signals, noted = socket.socketpair()
    with signals, noted:
        noted.setblocking(False)
        noted_before = signal.set_wakeup_fd(noted.fileno())
        before = {
            each: signal.signal(each, lambda *_: None) for each in (signal.SIGINT, signal.SIGTERM)
        }
        try:
            yield signals
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)
            signal.set_wakeup_fd(noted_before)


def _end(processes: Collection[BaseProcess], signals: socket.socket) -> None:
    """End processes: in good order, unless that takes too long or another signal comes."""
    if wait([signals], 0):
        signals.recv(1)
    for process in processes:
        process.terminate()
    end = monotonic() + END_WITHIN
    while alive := [process for process in processes if process.is_alive()]:
        left = end - monotonic()
        if left <= 0 or signals in wait([signals, *(each.sentinel for each in alive)], left):
            break
    for process in alive:
        process.kill()
    for process in processes:
        process.join()


def stop_with_supervisor(stop: Callable[[], None]) -> None:
    """Have a worker stop when whoever started it is gone without a word."""
    supervisor = multiprocessing.parent_process()
    assert supervisor is not None

    def watch() -> None:
        supervisor.join()
        stop()

    threading.Thread(target=watch, name="supervisor", daemon=True).start()
