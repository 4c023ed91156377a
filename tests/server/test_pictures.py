"""Painting pictures: one at a time, few in waiting, and nobody else waits for them."""

import asyncio
import threading
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from snowtails.server.errors import LimitReached
from snowtails.server.http.share import png
from snowtails.server.http.share.png import MOST_WAITING, Pictures
from tests.server.serving import Serving


class Brush:
    """Stands for the painter: it notes what it is given, and paints when it may."""

    def __init__(self) -> None:
        self.painted: list[str] = []
        self.begun, self.may_paint = threading.Event(), threading.Event()

    def __call__(self, svg: str, _width: int) -> bytes:
        """Paint a picture."""
        self.painted.append(svg)
        self.begun.set()
        self.may_paint.wait()
        return svg.encode()


@pytest.fixture
def brush(monkeypatch: pytest.MonkeyPatch) -> Iterator[Brush]:
    found = Brush()
    monkeypatch.setattr(png, "_rendered", found)
    yield found
    found.may_paint.set()


def test_a_picture_asked_for_twice_is_painted_once(brush: Brush) -> None:
    async def ask() -> list[bytes]:
        pictures = Pictures()
        asked = [asyncio.create_task(pictures.png("dog", lambda: "dog", 1)) for _ in range(2)]
        await asyncio.to_thread(brush.begun.wait)
        brush.may_paint.set()
        return [*await asyncio.gather(*asked), await pictures.png("dog", lambda: "dog", 1)]

    assert asyncio.run(ask()) == [b"dog"] * 3
    assert brush.painted == ["dog"]


def test_whoever_gives_up_leaves_the_picture_to_the_others(brush: Brush) -> None:
    async def ask() -> bytes:
        pictures = Pictures()
        first, second = (
            asyncio.create_task(pictures.png("dog", lambda: "dog", 1)) for _ in range(2)
        )
        await asyncio.to_thread(brush.begun.wait)
        first.cancel()
        brush.may_paint.set()
        return await second

    assert asyncio.run(ask()) == b"dog"


def test_a_picture_that_fails_is_painted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_svg: str, _width: int) -> bytes:
        raise LimitReached("picture", "no paint")

    async def ask() -> bytes:
        pictures = Pictures()
        monkeypatch.setattr(png, "_rendered", fail)
        with pytest.raises(LimitReached, match="no paint"):
            await pictures.png("dog", lambda: "dog", 1)
        monkeypatch.setattr(png, "_rendered", lambda svg, _width: svg.encode())
        return await pictures.png("dog", lambda: "dog", 1)

    assert asyncio.run(ask()) == b"dog"


def test_the_latest_pictures_are_kept(brush: Brush, monkeypatch: pytest.MonkeyPatch) -> None:
    brush.may_paint.set()
    monkeypatch.setattr(png, "MOST_KEPT", 2)

    async def ask() -> None:
        pictures = Pictures()
        for subject in ("ant", "bee", "ant", "cat", "ant", "bee"):
            await pictures.png(subject, subject.strip, 1)

    asyncio.run(ask())
    assert brush.painted == ["ant", "bee", "cat", "bee"]


class Counted(Pictures):
    """Notes whenever a picture is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Semaphore(0)

    async def png(self, subject: Hashable, draw: Callable[[], str], width: int) -> bytes:
        """Return the picture of a subject."""
        self.asked.release()
        return await super().png(subject, draw, width)


def test_nobody_else_waits_for_pictures(brush: Brush, fresh: Serving) -> None:
    guest = fresh.guest("Anna")
    pictures = fresh.app.state.pictures = Counted()
    with ThreadPoolExecutor(MOST_WAITING) as asking:

        def status(number: int) -> int:
            return guest.http.get(f"/api/courses/srs{number * 's'}/picture").status_code

        waiting = [asking.submit(status, number) for number in range(MOST_WAITING)]
        for _ in waiting:
            pictures.asked.acquire()
        # Those that wait hold no thread, and one more is refused instead of waiting longest.
        assert guest.get("/api/courses/nutcracker")["title"] == "The Nutcracker"
        assert guest.open(seats=["me", "pup"], begin=True)
        one_more = guest.http.get("/api/courses/srsl/picture")
        assert (one_more.status_code, one_more.json()["code"]) == (503, "picture")
        assert one_more.headers["retry-after"] == "5"
        brush.may_paint.set()
        assert {each.result() for each in waiting} <= {200, 422}
