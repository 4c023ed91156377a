"""Streams are woken some at a time, so that nobody who waits for an answer waits for all."""

import asyncio

import pytest

from snowtails.server.session.listener import AT_ONCE, CATCH_UP, SPREAD, Listener, WakeQueue
from tests.server.loops import done


def woken(*tables: list[Listener]) -> list[int]:
    return [sum(listener._news for listener in table) for table in tables]


def test_the_streams_of_one_table_are_woken_after_those_of_the_other() -> None:
    async def wake() -> list[list[int]]:
        queue = WakeQueue()
        tables = [[Listener(None) for _ in range(2)] for _ in range(3)]
        for table in tables:
            queue.add(table)
        seen = [woken(*tables)]
        for _ in tables:
            await asyncio.sleep(0)  # whatever else waits has its turn
            seen.append(woken(*tables))
        return seen

    assert done(wake()) == [[0, 0, 0], [2, 0, 0], [2, 2, 0], [2, 2, 2]]


def test_a_table_with_many_onlookers_takes_turns_with_others() -> None:
    async def wake() -> list[list[int]]:
        queue = WakeQueue()
        many, few = [Listener(None) for _ in range(AT_ONCE + 1)], [Listener(None)]
        queue.add(many)
        queue.add(few)
        seen = []
        for _ in range(3):
            await asyncio.sleep(0)
            seen.append(woken(many, few))
        return seen

    assert done(wake()) == [[AT_ONCE, 0], [AT_ONCE, 1], [AT_ONCE + 1, 1]]


def test_more_are_woken_at_once_if_many_wait() -> None:
    async def wake() -> list[int]:
        queue = WakeQueue()
        tables = [[Listener(None)] for _ in range(2 * CATCH_UP)]
        for table in tables:
            queue.add(table)
        rounds = []
        while sum(woken(*tables)) < len(tables):
            await asyncio.sleep(0)
            rounds.append(sum(woken(*tables)))
        return rounds

    rounds = done(wake())
    assert rounds[0] == 3
    assert len(rounds) < 2 * CATCH_UP


def test_a_stream_that_cannot_be_woken_keeps_no_other_asleep(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Broken(Listener):
        def wake(self) -> None:
            raise RuntimeError("nobody can wake it")

    async def wake() -> list[int]:
        queue = WakeQueue()
        tables = [[Broken(None), Listener(None)], [Listener(None)]]
        for table in tables:
            queue.add(table)
        for _ in tables:
            await asyncio.sleep(0)
        return woken(*tables)

    assert done(wake()) == [1, 1]
    assert "could not be woken" in caplog.text


def test_streams_that_were_told_at_once_do_not_beat_at_once() -> None:
    listeners = [Listener(None) for _ in range(100)]
    for listener in listeners:
        listener.has_told()
    assert {listener.quiet for listener in listeners} == set(range(SPREAD))
