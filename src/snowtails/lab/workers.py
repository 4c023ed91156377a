"""Work spread over processes: those of this machine, or those of a Dask cluster."""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing import get_context
from typing import Any, TypeVar

from ..course import Refused
from ..course.problem import whole_number
from ..rules.kernel import FINGERPRINT

Task = TypeVar("Task")
Result = TypeVar("Result")

_DEATHS = 3
"""How often in a row workers may die before a task is to blame."""

_SECONDS_TO_ANSWER = 10


def spread(
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    *,
    workers: int | None = None,
    cluster: str | None = None,
    cancel: threading.Event | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Do a function for all tasks, and give each with its result, as they are done.

    Workers are processes of this machine, as many as it has cores if left out, or those of the Dask
    cluster whose scheduler has the address `cluster`. What a worker that dies leaves is done by the
    others. Once `cancel` is set, tasks under way are finished, and no more are begun.
    """
    todo, deaths = iter(tasks), 0
    while True:
        running: dict[Future[Result], Task] = {}
        try:
            with _executor(workers, cluster) as (pool, size):
                while True:
                    if cancel and cancel.is_set():
                        running = {f: task for f, task in running.items() if not f.cancel()}
                    else:
                        # A few tasks wait at the door, so that no worker ever has to.
                        for task in islice(todo, 2 * size - len(running)):
                            running[pool.submit(function, task)] = task
                    if not running:
                        return
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        yield running.pop(future), result
                        deaths = 0
        except BrokenExecutor:
            deaths += 1
            if deaths == _DEATHS:
                raise
            todo = chain(running.values(), todo)


@contextmanager
def _executor(workers: int | None, cluster: str | None) -> Iterator[tuple[Executor, int]]:
    """Open an executor, and say how many workers it has."""
    if cluster is None:
        size = workers or os.cpu_count() or 1
        with ProcessPoolExecutor(size, get_context("spawn"), _begin_worker) as pool:
            yield pool, size
        return
    import distributed  # behind the extra [cluster]

    connect: Any = distributed.Client  # its methods have no types
    try:
        client = connect(cluster, timeout=_SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise Refused(
            f"no cluster answers at {cluster} ({error}); start one with `dask scheduler` and "
            "`dask worker`, and give the scheduler's address, as in tcp://127.0.0.1:8786"
        ) from error
    with client:
        client.wait_for_workers(1, timeout=_SECONDS_TO_ANSWER)
        if set(client.run(_fingerprint).values()) != {FINGERPRINT}:
            raise Refused(f"the workers of {cluster} have another version of Snow Tails")
        yield client.get_executor(retries=_DEATHS), sum(client.nthreads().values())


def checked_workers(workers: int | None) -> int | None:
    """Return a number of workers, if it is one."""
    if workers is not None and whole_number(workers, "workers are a whole number") < 1:
        raise Refused(f"work is done by one worker at least, not by {workers}")
    return workers


def _fingerprint() -> str:
    return FINGERPRINT


def _begin_worker() -> None:
    """Leave Ctrl-C and the terminal to whoever waits for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["SNOWTAILS_PROGRESS"] = "0"
