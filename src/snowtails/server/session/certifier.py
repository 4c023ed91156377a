"""`Certifier`: has published courses raced in the background, each once, and keeps what was found.

It is one of those who wait for the threads of `Certificates`, and takes turns with visitors.
"""

import asyncio
import logging
from contextlib import closing, suppress
from typing import Literal

import msgspec

from ...course import Course
from ..store.courses import key_of
from ..store.errors import StoreDown
from ..wire.build_types import CourseCertificate
from ..wire.encoding import encoded
from ..wire.library import figures_in, read_figures, shipped_lines
from .compile_worker import CompileWorker
from .hub import Hub

log = logging.getLogger("snowtails.server")

LIBRARY = "the library"
"""As whom it takes turns."""
AGAIN = 5.0
"""Seconds after which it looks again whether a course can be raced now."""
LOOK_EVERY = 300.0
"""Seconds after which it looks whether another server has left a course without a certificate."""

Step = Literal["raced", "later", "nothing"]
"""What came of looking for a course without a certificate."""

_CERTIFICATE = msgspec.json.Decoder(CourseCertificate)


class Certifier:
    """Has published courses raced that have no certificate yet.

    It has one course raced at a time, and that one also when `Certificates` has no room for others.
    """

    def __init__(self, hub: Hub, worker: CompileWorker) -> None:
        self._hub = hub
        self._worker = worker
        self._woken = asyncio.Event()
        self._failed: set[str] = set()
        """Keys of courses that could not be raced; they are tried again after the next start."""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with what was left."""
        if self._hub.limits.certify:
            self._task = asyncio.create_task(self._work())

    def wake(self) -> None:
        """Look for courses that were published."""
        self._woken.set()

    async def stop(self) -> None:
        """Race no longer."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        looked_through = False
        waits = {"later": AGAIN, "nothing": LOOK_EVERY if self._hub.database.shared else None}
        while True:
            self._woken.clear()
            try:
                if not looked_through:
                    await self._drop_unreadable()
                    looked_through = True
                step = await self._step()
            except Exception:
                log.exception("published courses could not be looked at")
                step = "later"
            if step != "raced":
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), waits[step])

    async def _drop_unreadable(self) -> None:
        """Drop certificates that another version has kept, whose figures cannot be told."""
        for key, figures in (await self._hub.courses.figures()).items():
            if read_figures(figures) is None:
                await self._hub.courses.drop_certificate(key)

    async def _step(self) -> Step:
        line = await self._hub.courses.without_certificate(self._failed)
        if line is None:
            return "nothing"
        claim = f"certificate:{key_of(line)}"
        compiling = self._worker.is_compiling("certificate")
        if self._hub.stopping or compiling or not await self._hub.claim(claim):
            return "later"
        try:
            raced = await self._certify(line)
        except StoreDown:
            raise
        except Exception:
            log.exception("the published course %s could not be raced", line)
            raced = False
        finally:
            await self._hub.release(claim)
        if not raced:
            self._failed.add(key_of(line))
        return "raced"

    async def _certify(self, line: str) -> bool:
        """Have a course raced to the end; return whether it was."""
        last = None
        course = await asyncio.to_thread(Course.parse, line)
        steps = self._hub.certificates.follow(course, LIBRARY, self._hub.limits.heartbeat)
        with closing(steps):
            async for step in steps:
                last = step or last
        return last is not None and await keep_certificate(self._hub, line, last)


async def kept_certificate(hub: Hub, line: str) -> bytes | None:
    """Return the certificate of a course as it was kept; None if there is none to be told."""
    found = await hub.courses.certificate(line)
    try:
        if found:
            _CERTIFICATE.decode(found)
    except msgspec.ValidationError:
        return None  # kept by another version, which told other things
    return found


async def keep_certificate(hub: Hub, line: str, message: bytes) -> bool:
    """Keep a certificate that was raced to its end, if its course ships or was published."""
    found = _CERTIFICATE.decode(message)
    if not found.done:
        return False
    ships = line in (await asyncio.to_thread(shipped_lines)).values()
    if ships or await hub.courses.find(key_of(line)):
        figures = encoded(await asyncio.to_thread(figures_in, found)).decode()
        await hub.courses.keep_certificate(line, figures, message.decode())
    return True
