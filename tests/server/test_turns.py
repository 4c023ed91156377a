"""Turns: threads work one at a time, and visitors take turns."""

import threading

from snowtails.server.session import turns as module
from snowtails.server.session.turns import Turn, Turns

PATIENCE = 10.0


def working(turn: Turn, log: list[str], name: str, steps: int) -> threading.Thread:
    """Work in a thread, looking after each step whether it is still wanted."""

    def work() -> None:
        turn.begin()
        for _ in range(steps):
            if turn.given_up:
                break
            log.append(name)
            turn.is_set()
        turn.end()

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_visitors_take_turns_however_much_one_wants() -> None:
    turns = Turns()
    first = turns.take("Anna")
    first.begin()
    log: list[str] = []
    threads = []
    for name in ("a1", "a2", "b1"):
        turn = turns.take("Anna" if name[0] == "a" else "Ben")
        threads.append(working(turn, log, name, 1))
        wait_until_waiting(turns, len(threads))
    first.end()
    for thread in threads:
        thread.join(PATIENCE)
    assert log == ["a1", "b1", "a2"]
    assert not turns.someone_waits


def test_long_work_lets_others_go_first() -> None:
    turns = Turns()
    log: list[str] = []
    long = turns.take("Anna")
    long.begin()
    short = working(turns.take("Ben"), log, "b", 1)
    wait_until_waiting(turns, 1)
    assert long.began is not None
    assert not long.is_set()
    assert log == [], "not before its slice is over"
    long.began -= module.SLICE * 2
    assert not long.is_set()
    assert log == ["b"]
    long.end()
    short.join(PATIENCE)


def test_whoever_gives_up_waits_no_longer() -> None:
    turns = Turns()
    busy = turns.take("Anna")
    busy.begin()
    log: list[str] = []
    waiting = turns.take("Ben")
    thread = working(waiting, log, "b", 1)
    wait_until_waiting(turns, 1)
    waiting.set()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert log == []
    assert waiting.is_set()
    assert not turns.someone_waits
    busy.end()
    other = turns.take("Cleo")
    other.begin()
    assert other.began is not None


def wait_until_waiting(turns: Turns, count: int) -> None:
    with turns._changed:
        assert turns._changed.wait_for(
            lambda: sum(map(len, turns._waiting.values())) == count, PATIENCE
        )
