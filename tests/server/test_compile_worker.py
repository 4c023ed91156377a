"""While rules are being compiled the server answers, and tells whoever needs them to come back."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from snowtails.server.session import compile_worker
from snowtails.server.session.compile_worker import CompileWorker
from snowtails.warm import PARTS, steps
from tests.server.serving import Refusal, Serving

FOR_EVER = (sys.executable, "-c", "import threading; threading.Event().wait()")
RACE, SOLO, CERTIFICATE, SEARCH = ([name for name, _ in steps(part)] for part in PARTS)
ALL = [*RACE, *SOLO, *CERTIFICATE, *SEARCH]


def saying(*lines: str) -> tuple[str, ...]:
    """Return a command that prints some lines and ends."""
    return (sys.executable, "-c", f"print({chr(10).join(lines)!r})" if lines else "")


@pytest.fixture
def _cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_warm", lambda _: False)


@pytest.fixture
def _cold_solo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_warm", lambda part: part != "solo")


@pytest.fixture
def _cold_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_warm", lambda part: part != "certificate")


@pytest.fixture
def worker() -> Iterator[CompileWorker]:
    made = CompileWorker()
    yield made
    made.stop()


@pytest.mark.usefixtures("_cold_solo")
def test_the_solo_game_asks_for_patience_and_races_do_not(
    tmp_path: Path, worker: CompileWorker
) -> None:
    worker.start(FOR_EVER)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", worker=worker) as serving:
        guest = serving.guest("Anna")
        with pytest.raises(Refusal) as caught:
            guest.post("/api/solo")
        assert (caught.value.status, caught.value.code) == (503, "warming")
        assert caught.value.headers["retry-after"] == "3"
        with pytest.raises(Refusal) as caught:
            guest.get("/api/tables/nothing/drivers")
        assert (caught.value.status, caught.value.code) == (503, "warming")
        assert guest.open()
        ready = guest.get("/ready")
        assert (ready["status"], ready["compiling"]["total"]) == ("ok", len(SOLO))
    assert not worker.progress, "it is stopped with the server"


@pytest.mark.usefixtures("_cold_certificate")
def test_certificates_ask_for_patience_and_drafts_do_not(
    tmp_path: Path, worker: CompileWorker
) -> None:
    worker.start(FOR_EVER)
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}", worker=worker) as serving:
        guest = serving.guest()
        with pytest.raises(Refusal) as caught:
            guest.get("/api/courses/srs/certificate")
        assert (caught.value.status, caught.value.code) == (503, "warming")
        assert caught.value.headers["retry-after"] == "5"
        assert guest.post("/api/courses/draft", course="srs")["sound"]


@pytest.mark.usefixtures("_cold")
def test_progress_is_told_step_by_step(worker: CompileWorker) -> None:
    assert worker.progress == compile_worker.Progress(RACE[0], 0, len(ALL))
    worker._note(3)
    assert worker.progress == compile_worker.Progress(RACE[2], 2, len(ALL))
    assert worker.is_compiling("race")
    worker._note(len(RACE) + 1)
    assert not worker.is_compiling("race")
    assert worker.is_compiling("solo")
    worker._note(len(RACE) + len(SOLO) + 1)
    assert not worker.is_compiling("solo")
    assert worker.is_compiling("certificate")


@pytest.mark.usefixtures("_cold")
@pytest.mark.parametrize("command", [saying(*ALL), saying("turns"), ("false",)])
def test_at_its_end_nothing_is_waited_for(worker: CompileWorker, command: tuple[str, ...]) -> None:
    worker.start(command)
    worker.wait_for("race")
    worker.wait_for("solo")
    worker.wait_for("certificate")
    worker.wait_for("search")
    assert worker.progress is None


@pytest.mark.usefixtures("_cold")
def test_parts_that_another_process_has_compiled_meanwhile_are_skipped(
    worker: CompileWorker,
) -> None:
    goes_on = "import threading; threading.Event().wait()"
    worker.start((sys.executable, "-c", f"print({SOLO[0]!r}, flush=True); {goes_on}"))
    worker.wait_for("race")
    assert worker.progress == compile_worker.Progress(SOLO[0], len(RACE), len(ALL))
    assert worker.is_compiling("solo")


def test_nothing_is_compiled_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_warm", lambda _: True)
    warm = CompileWorker()
    warm.start(FOR_EVER)
    assert warm.progress is None
