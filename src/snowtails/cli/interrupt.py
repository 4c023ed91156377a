"""Ctrl-C while something long is under way."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children

from .output import errors


@contextmanager
def on_interrupt(cancel: threading.Event, told: str) -> Iterator[None]:
    """Let Ctrl-C end what is under way in good order, saying so, and a second one at once."""

    def stop(*_: object) -> None:
        if cancel.is_set():
            for worker in active_children():
                worker.terminate()
        else:
            errors.print(told)
        cancel.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
