"""Work spread over processes, and over a Dask cluster, some of whose workers die."""

import logging
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from snowtails import Refused
from snowtails.lab import Certificate, League, certify, race_league
from snowtails.lab.workers import spread


def doubled(number: int) -> int:
    return 2 * number


def dying_once(task: tuple[int, str]) -> int:
    """Die at the first try of a task, and leave a sign that it was tried."""
    number, sign = task
    if number == 3 and not Path(sign).exists():
        Path(sign).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_every_task_is_done_once() -> None:
    assert sorted(spread(doubled, range(30), workers=2)) == [(n, 2 * n) for n in range(30)]


def test_what_a_dead_worker_left_is_done_by_another(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "tried")) for number in range(8)]
    done = [number for _, number in spread(dying_once, tasks, workers=1)]
    assert sorted(done) == list(range(8))
    assert (tmp_path / "tried").exists()


def test_no_task_is_begun_once_it_is_cancelled() -> None:
    cancel, done = threading.Event(), []
    for task, _ in spread(doubled, range(1000), workers=1, cancel=cancel):
        done.append(task)
        cancel.set()
    assert 1 <= len(done) <= 4


def test_a_certificate_is_the_same_whoever_races() -> None:
    alone = certify("whole-box", 1200, seed=3)
    assert certify("whole-box", 1200, seed=3, workers=2).data == alone.data


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A cluster of two processes on this machine."""
    import distributed

    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    start: Any = distributed.LocalCluster
    options = {"processes": True, "threads_per_worker": 1, "dashboard_address": None}
    with start(n_workers=2, host="127.0.0.1", **options) as started:
        yield started


def test_a_cluster_gives_the_same_certificate_though_a_worker_is_killed(cluster: Any) -> None:
    alone = certify("whole-box", 6000, seed=3)
    killed: list[int] = []

    def kill(certificate: Certificate) -> None:
        if certificate.par and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    address = cluster.scheduler_address
    found = certify("whole-box", 6000, seed=3, cluster=address, on_progress=kill)
    assert killed
    assert found.data == alone.data


def test_a_league_is_raced_on_a_cluster(cluster: Any) -> None:
    league = League(("pup", "rookie"), ("sauna-sprint",), (2,), rounds=20)
    alone = race_league(league, workers=1)
    raced = race_league(league, cluster=cluster.scheduler_address)
    assert {each.heat: each for each in raced} == {each.heat: each for each in alone}


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snowtails.lab.workers._SECONDS_TO_ANSWER", 0.5)
    with pytest.raises(Refused, match=r"no cluster answers at tcp://127\.0\.0\.1:9"):
        list(spread(doubled, [1], cluster="tcp://127.0.0.1:9"))
