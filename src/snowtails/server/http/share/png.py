"""Turning SVG into PNG, in a process of its own.

The renderer keeps the interpreter to itself for half a second; nobody else should wait for that,
and if it fails, it fails alone. Run as a program, this module reads an SVG and writes a PNG.
"""

import hashlib
import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from functools import cache

from ...errors import Unavailable

log = logging.getLogger("snowtails.server")

RENDERING_LASTS = 30.0
"""Seconds after which a picture is given up."""
MOST_KEPT = 48
"""Pictures kept in memory: a quarter of a megabyte each."""
FONTS = "Noto Sans, DejaVu Sans, Liberation Sans, Segoe UI, Helvetica Neue, Arial, sans-serif"
"""Families for names; what no font of the machine has is left out."""


class Pictures:
    """Renders pictures, one at a time, and keeps the latest."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def png(self, svg: str, width: int) -> bytes:
        """Return an SVG as PNG, so many pixels wide, or refuse it if that cannot be done."""
        key = hashlib.sha256(f"{width} {svg}".encode()).digest()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = _rendered(svg, width)
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return self._kept[key]


@cache
def pictures() -> Pictures:
    """Return the pictures of this process."""
    return Pictures()


def _rendered(svg: str, width: int) -> bytes:
    command = (sys.executable, "-m", __name__, str(width))
    try:
        done = subprocess.run(
            command, input=svg.encode(), capture_output=True, timeout=RENDERING_LASTS, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        log.error("a picture could not be made", exc_info=error)
        raise Unavailable("picture", "the picture could not be made; try again", retry=5) from None
    return done.stdout


def main() -> None:
    """Render what comes in."""
    import resvg_py

    if hasattr(os, "nice"):
        os.nice(10)  # races come first
    svg = sys.stdin.buffer.read().decode()
    png = resvg_py.svg_to_bytes(svg_string=svg, width=int(sys.argv[1]))
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()
