"""Turning SVG into PNG, in a process of its own.

The renderer keeps the interpreter to itself for half a second; nobody else should wait for that,
and if it fails, it fails alone. Run as a program, this module reads an SVG and writes a PNG.
"""

import asyncio
import logging
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable

from starlette.concurrency import run_in_threadpool

from ...errors import Unavailable

log = logging.getLogger("snowtails.server")

RENDERING_LASTS = 30.0
"""Seconds after which a picture is given up."""
COME_BACK = 5
"""Seconds after which a picture that was refused may be asked for again."""
MOST_KEPT = 48
"""Pictures kept in memory: a quarter of a megabyte each."""
MOST_WAITING = 12
"""Pictures that are painted or wait for it; more would wait longer than people do."""
FONTS = "Noto Sans, DejaVu Sans, Liberation Sans, Segoe UI, Helvetica Neue, Arial, sans-serif"
"""Families for names; what no font of the machine has is left out."""


class Pictures:
    """Paints pictures, one at a time, and keeps the latest.

    Whoever waits holds no thread: those are for everything else that is asked for.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._painting: dict[Hashable, asyncio.Task[bytes]] = {}
        self._turn = asyncio.Lock()

    async def png(self, subject: Hashable, draw: Callable[[], str], width: int) -> bytes:
        """Return the picture of a subject: what `draw` returns as SVG, so many pixels wide.

        The same subject has the same picture. It is refused if too many wait, or if it fails.
        """
        if subject in self._kept:
            self._kept.move_to_end(subject)
            return self._kept[subject]
        painting = self._painting.get(subject)
        if painting is None:
            if len(self._painting) >= MOST_WAITING:
                told = "many pictures are being painted; come back in a moment"
                raise Unavailable("picture", told, retry=COME_BACK)
            painting = asyncio.create_task(self._painted(subject, draw, width))
            self._painting[subject] = painting
        # Others may wait for it too, so it goes on if this one gives up.
        return await asyncio.shield(painting)

    async def _painted(self, subject: Hashable, draw: Callable[[], str], width: int) -> bytes:
        try:
            async with self._turn:
                png = await run_in_threadpool(lambda: _rendered(draw(), width))
        finally:
            del self._painting[subject]
        self._kept[subject] = png
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return png


def _rendered(svg: str, width: int) -> bytes:
    command = (sys.executable, "-m", __name__, str(width))
    try:
        done = subprocess.run(
            command, input=svg.encode(), capture_output=True, timeout=RENDERING_LASTS, check=True
        )
    except (subprocess.SubprocessError, OSError) as error:
        log.error("a picture could not be made", exc_info=error)
        told = "the picture could not be made; try again"
        raise Unavailable("picture", told, retry=COME_BACK) from None
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
