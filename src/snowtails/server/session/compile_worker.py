"""`CompileWorker`: compiles the rules of the solo game in a process of its own.

That takes a minute on a new machine. Races need not wait for it, and the server goes on answering.
"""

import logging
import subprocess
import sys
from collections.abc import Sequence

from ...rules.kernel import CACHE
from ...warm import is_warm

log = logging.getLogger("snowtails.server")

COMPILE = (sys.executable, "-m", "snowtails", "compile")


class CompileWorker:
    """Compiles what is not compiled yet, beside everything else."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def running(self) -> bool:
        """Whether it is still being compiled."""
        if self._process is None:
            return False
        ended = self._process.poll()
        if ended:  # then the game is compiled where it is played
            log.error("compiling the solo game failed with %d; the first game will be slow", ended)
        if ended is not None:
            self._process = None
        return ended is None

    def start(self, command: Sequence[str] = COMPILE) -> None:
        """Begin to compile, unless that was done before or could not be kept."""
        if CACHE is not None and not is_warm("solo"):
            quiet = subprocess.DEVNULL
            self._process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    def stop(self) -> None:
        """Stop compiling."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
