"""A line that shows that the rules are being compiled: nobody waits in front of a silent screen.

It appears on stderr after a second of compiling, counts, and is wiped away. It shows itself in
terminals and notebooks; SNOWTAILS_PROGRESS=1 in the environment shows it anywhere, 0 nowhere.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import TextIO

from numba.core import event

_UNTOLD = 1.0
"""Seconds of compiling that need no explanation."""

_hidden = ContextVar("hidden", default=False)


@contextmanager
def without_progress() -> Iterator[None]:
    """Compile in silence, for those who show in their own way how far it is."""
    before = _hidden.set(True)
    try:
        yield
    finally:
        _hidden.reset(before)


def is_watched(stream: TextIO | None) -> bool:
    """Return whether somebody is likely to look at a stream, or wishes to."""
    wish = os.environ.get("SNOWTAILS_PROGRESS", "")
    if _hidden.get() or wish == "0" or stream is None or stream.closed:
        return False
    notebook = type(stream).__module__.startswith("ipykernel")
    return wish == "1" or notebook or stream.isatty()


class CompileProgress(event.Listener):
    """Hears of all that Numba compiles, and shows what something is to be `told` of."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._told = ""
        self._depth = 0
        self._done = 0
        self._seconds = 0.0
        self._began = 0.0
        self._shown = ""

    def on_start(self, event: event.Event) -> None:
        """Hear that a function begins to be compiled, be it on behalf of another."""
        if not self._depth:
            self._began = self._clock()
            self._told = _told(event)
        if self._told:
            self._depth += 1
            self._show()

    def on_end(self, event: event.Event) -> None:
        """Hear that a function is compiled, or cannot be."""
        if not self._depth:
            return
        self._depth -= 1
        self._done += bool(_told(event))
        if self._depth:
            self._show()
        else:
            self._seconds += self._clock() - self._began
            self._write("")

    def _show(self) -> None:
        seconds = self._seconds + self._clock() - self._began
        if seconds >= _UNTOLD and is_watched(sys.stderr):
            counted = f"function {self._done + 1}, {seconds:.0f} s"
            self._write(f"Snow Tails compiles {self._told}: {counted}")

    def _write(self, line: str) -> None:
        """Put a line in place of the one that is shown."""
        if line == self._shown:
            return
        wiped = "\r" + " " * len(self._shown) + "\r" if len(line) < len(self._shown) else "\r"
        with suppress(OSError, ValueError):  # a terminal that is gone is no reason not to compile
            sys.stderr.write(wiped + line)
            sys.stderr.flush()
        self._shown = line


def _told(event: event.Event) -> str:
    """Return what shall be told of the function that an event is about."""
    return str(getattr(event.data["dispatcher"], "told", ""))
