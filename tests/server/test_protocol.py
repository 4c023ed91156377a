"""How answers are handed to the system: heads never alone, if what follows is there."""

import asyncio

import pytest

from snowtails.server.http.protocol import JoinedTransport


class Wire(asyncio.Transport):
    """A connection that notes what is sent in one piece."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.sent.append(bytes(data))

    def close(self) -> None:
        self.sent.append(b"closed")

    def abort(self) -> None:
        self.sent.append(b"aborted")


HEAD = b"HTTP/1.1 200 OK\r\n\r\n"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ([HEAD, b"body"], [HEAD + b"body"]),
        ([HEAD, b"one", b"two"], [HEAD + b"one", b"two"]),
        ([HEAD, b"body", HEAD, b"next"], [HEAD + b"body", HEAD + b"next"]),
        ([HEAD], [HEAD]),
        ([b"no head"], [b"no head"]),
    ],
)
def test_a_head_is_sent_with_what_follows(written: list[bytes], sent: list[bytes]) -> None:
    wire = Wire()

    async def write() -> None:
        transport = JoinedTransport(wire, asyncio.get_running_loop())
        for each in written:
            transport.write(each)
        await asyncio.sleep(0)
        assert wire.sent == sent

    asyncio.run(write())


def test_a_body_that_comes_later_follows_its_head() -> None:
    wire = Wire()

    async def write() -> None:
        transport = JoinedTransport(wire, asyncio.get_running_loop())
        transport.write(HEAD)
        await asyncio.sleep(0)
        transport.write(b"body")

    asyncio.run(write())
    assert wire.sent == [HEAD, b"body"]


def test_a_head_is_sent_before_hanging_up_but_not_when_cut_off() -> None:
    wire = Wire()

    async def write() -> None:
        transport = JoinedTransport(wire, asyncio.get_running_loop())
        transport.write(HEAD)
        transport.close()
        transport.write(HEAD)
        transport.abort()

    asyncio.run(write())
    assert wire.sent == [HEAD, b"closed", b"aborted"]
