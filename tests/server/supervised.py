"""Workers that a test stops: python -m tests.server.supervised stubborn|orphan."""

import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import ClassVar

from snowtails.server.http import workers


def wait_for_ever(_: int) -> None:
    """End when told to."""
    threading.Event().wait()


def stubborn(number: int) -> None:
    """Never end when told to."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    print(number, flush=True)
    wait_for_ever(number)


def orphan(number: int) -> None:
    """End only when the supervisor is gone."""
    workers.stop_with_supervisor(lambda: os._exit(0))
    stubborn(number)


class Interrupted(SpawnProcess):
    """A process that a signal comes for before it is noted that it was started."""

    started: ClassVar[list[SpawnProcess]] = []

    def start(self) -> None:
        """Start it, and be told to stop."""
        super().start()
        self.started.append(self)
        os.kill(os.getpid(), signal.SIGTERM)


class Interrupting(SpawnContext):
    """Starts such processes."""

    Process = Interrupted


if __name__ == "__main__":
    workers.END_WITHIN = 3600.0
    work = {"stubborn": stubborn, "orphan": orphan}[sys.argv[1]]
    workers.supervise(multiprocessing.get_context("spawn"), work, (), 2)
