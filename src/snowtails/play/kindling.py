"""`Kindling`: the rules of the solo game, compiled by a process of its own.

That takes a minute on a new machine. Races need not wait for it, and the server goes on answering.
"""

import subprocess
import sys
from collections.abc import Sequence

from ..rules.kernel import CACHE
from ..warm import is_warm

COMPILE = (sys.executable, "-m", "snowtails", "compile")


class Kindling:
    """Compiles what is not compiled yet, beside everything else."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def burning(self) -> bool:
        """Whether it is still being compiled."""
        return self._process is not None and self._process.poll() is None

    def light(self, command: Sequence[str] = COMPILE) -> None:
        """Begin to compile, unless that was done before or could not be kept."""
        if CACHE is not None and not is_warm("solo"):
            quiet = subprocess.DEVNULL
            self._process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)

    def put_out(self) -> None:
        """Stop compiling."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
