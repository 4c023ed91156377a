"""`CompileWorker`: compiles the rules in a process of its own, while the server answers.

That takes a minute or two on a new machine. Races come first, then the solo game. Of several
servers on a machine one compiles each part, and the processes of the others wait for it.
"""

import logging
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass

from ...rules.kernel import CACHE
from ...warm import PARTS, Part, is_warm, steps

log = logging.getLogger("snowtails.server")

COMPILE = (sys.executable, "-m", "snowtails", "compile", "--lines")


@dataclass(frozen=True)
class Progress:
    """How far compiling is."""

    step: str
    """What is being compiled."""
    done: int
    total: int


class CompileWorker:
    """Compiles what is not compiled yet, beside everything else."""

    def __init__(self) -> None:
        parts = [part for part in PARTS if CACHE is not None and not is_warm(part)]
        self._steps = [(part, name) for part in parts for name, _ in steps(part)]
        self._begun = 0
        self._process: subprocess.Popen[str] | None = None
        self._follower: threading.Thread | None = None
        self._changed = threading.Condition()

    def start(self, command: Sequence[str] = COMPILE) -> None:
        """Begin to compile, unless that was done before or could not be kept."""
        if self._steps and self._process is None:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            self._follower = threading.Thread(
                target=self._follow, args=(self._process,), daemon=True
            )
            self._follower.start()

    def _follow(self, process: "subprocess.Popen[str]") -> None:
        """Note each step that the process says it begins, and its end."""
        assert process.stdout
        names = [name for _, name in self._steps]
        with process.stdout as lines:
            for line in lines:
                # Some parts may be there by now: another server's process has compiled them.
                if line.strip() in names:
                    self._note(names.index(line.strip()) + 1)
        ended = process.wait()
        if ended > 0:  # then the rules are compiled where they are used
            log.error("compiling failed with %d; the first race will be slow", ended)
        self._note(len(self._steps) + 1)

    def _note(self, begun: int) -> None:
        with self._changed:
            self._begun = begun
            self._changed.notify_all()

    @property
    def progress(self) -> Progress | None:
        """How far it is; None if nothing is left to be compiled."""
        at = max(self._begun - 1, 0)
        if at >= len(self._steps):
            return None
        return Progress(self._steps[at][1], at, len(self._steps))

    def is_compiling(self, part: Part) -> bool:
        """Return whether some rules are still to be compiled."""
        return any(each == part for each, _ in self._steps[max(self._begun - 1, 0) :])

    def wait_for(self, part: Part) -> None:
        """Wait until some rules are compiled."""
        with self._changed:
            self._changed.wait_for(lambda: not self.is_compiling(part))

    def stop(self) -> None:
        """Stop compiling; afterwards nothing is left to be waited for."""
        if self._process is not None and self._follower is not None:
            self._process.terminate()
            self._follower.join()
