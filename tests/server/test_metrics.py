"""What is counted by one process, and by several together."""

from collections.abc import Callable
from pathlib import Path

import pytest
from prometheus_client import values
from prometheus_client.multiprocess import mark_process_dead

from snowtails.server.http import metrics
from snowtails.server.http.metrics import Figures, Metrics, count_in, shared_folder
from tests.server.loops import done

StartWorker = Callable[[int], Metrics]


@pytest.fixture
def start_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StartWorker:
    """Make metrics as a worker does when it is started; what is counted next is counted by it."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")
    monkeypatch.setattr(values, "ValueClass", values.ValueClass)

    def start(number: int) -> Metrics:
        count_in(str(tmp_path), number)
        return Metrics(str(tmp_path))

    return start


def told_by(counted: Metrics) -> Figures:
    return done(counted.figures())


def test_any_worker_tells_the_sum_of_all(start_worker: StartWorker) -> None:
    workers = []
    for number in range(3):
        worker = start_worker(number)
        workers.append(worker)
        worker.note("GET", "/play", 200, 0.5 * number)
        worker.note("GET", "/play", 503, 0.5 * number)
        worker.faults.inc()
    for worker in workers:
        told = told_by(worker)
        assert told.total("snowtails_faults_total") == 3
        (route,) = told.routes()
        assert (route.route, route.answered, route.errors, route.mean) == ("/play", 6, 3, 0.5)
        assert route.slowest == 1.0
        assert b"snowtails_faults_total 3.0" in done(worker.text())


def test_what_a_dead_worker_counted_stays_and_what_went_on_in_it_does_not(
    start_worker: StartWorker, tmp_path: Path
) -> None:
    for number in range(2):
        lives = start_worker(number)
        lives.watch("snowtails_streams", "Streams open.", lambda: 4)
        lives.faults.inc()
        told_by(lives)
    assert told_by(lives).total("snowtails_streams") == 8
    mark_process_dead(0, str(tmp_path))  # type: ignore[no-untyped-call]
    assert told_by(lives).total("snowtails_streams") == 4
    assert told_by(lives).total("snowtails_faults_total") == 2
    files = set(tmp_path.iterdir())
    successor = start_worker(0)
    assert set(tmp_path.iterdir()) == files, "it counts on where the dead one stopped"
    successor.faults.inc()
    assert told_by(lives).total("snowtails_faults_total") == 3


def test_a_worker_alone_looks_at_its_gauges_when_it_is_asked() -> None:
    alone = Metrics()
    open_streams = [1, 2, 3]
    alone.watch("snowtails_streams", "Streams open.", lambda: len(open_streams))
    assert told_by(alone).total("snowtails_streams") == 3
    open_streams.clear()
    assert b"snowtails_streams 0.0" in done(alone.text())
    done(alone.look_often())  # nobody else is asked: it ends at once


def test_a_route_that_was_never_answered_is_not_told() -> None:
    counted = Metrics()
    counted.requests.labels("GET", "/play", "200")
    counted.seconds.labels("/play")
    assert told_by(counted).routes() == ()


@pytest.mark.parametrize("memory", [True, False])
def test_the_folder_is_gone_with_the_workers(
    tmp_path: Path, memory: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "MEMORY", tmp_path if memory else tmp_path / "none")
    with shared_folder() as folder:
        assert Path(folder).is_dir()
        assert (Path(folder).parent == tmp_path) == memory
    assert not Path(folder).exists()
