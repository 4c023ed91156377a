"""The fair queue: threads work one at a time, and visitors take turns."""

import threading

from snowtails.server.session import fair_queue
from snowtails.server.session.fair_queue import FairQueue, Slot

PATIENCE = 10.0


def working(slot: Slot, log: list[str], name: str, steps: int) -> threading.Thread:
    """Work in a thread, looking after each step whether it is still wanted."""

    def work() -> None:
        slot.begin()
        for _ in range(steps):
            if slot.given_up:
                break
            log.append(name)
            slot.is_set()
        slot.end()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_visitors_take_turns_however_much_one_wants() -> None:
    queue = FairQueue()
    first = queue.take("Anna")
    first.begin()
    log: list[str] = []
    threads = []
    for name in ("a1", "a2", "b1"):
        slot = queue.take("Anna" if name[0] == "a" else "Ben")
        threads.append(working(slot, log, name, 1))
        wait_until_waiting(queue, len(threads))
    first.end()
    for thread in threads:
        thread.join(PATIENCE)
    assert log == ["a1", "b1", "a2"]
    assert not queue.someone_waits


def test_long_work_lets_others_go_first() -> None:
    queue = FairQueue()
    log: list[str] = []
    long = queue.take("Anna")
    long.begin()
    short = working(queue.take("Ben"), log, "b", 1)
    wait_until_waiting(queue, 1)
    assert long.began is not None
    assert not long.is_set()
    assert log == [], "not before its slice is over"
    long.began -= fair_queue.SLICE * 2
    assert not long.is_set()
    assert log == ["b"]
    long.end()
    short.join(PATIENCE)


def test_whoever_gives_up_waits_no_longer() -> None:
    queue = FairQueue()
    busy = queue.take("Anna")
    busy.begin()
    log: list[str] = []
    waiting = queue.take("Ben")
    thread = working(waiting, log, "b", 1)
    wait_until_waiting(queue, 1)
    waiting.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert log == []
    assert waiting.is_set()
    assert not queue.someone_waits
    busy.end()
    other = queue.take("Cleo")
    other.begin()
    assert other.began is not None


def wait_until_waiting(queue: FairQueue, count: int) -> None:
    with queue._changed:
        assert queue._changed.wait_for(
            lambda: sum(map(len, queue._waiting.values())) == count, PATIENCE
        )
