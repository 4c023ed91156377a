"""While the solo game is being compiled, races go on, and whoever wants it is told to come back."""

import sys
from pathlib import Path

import pytest

from snowtails.server.session import compile_worker
from snowtails.server.session.compile_worker import CompileWorker
from tests.server.serving import Refusal, Serving

FOR_EVER = (sys.executable, "-c", "import threading; threading.Event().wait()")


@pytest.fixture
def _cold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_worker, "is_warm", lambda part: part != "solo")


@pytest.mark.usefixtures("_cold")
def test_the_solo_game_asks_for_patience_and_races_do_not(tmp_path: Path) -> None:
    lit = CompileWorker()
    lit.start(FOR_EVER)
    try:
        with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as serving:
            serving.app.state.compile_worker.stop()
            serving.app.state.compile_worker = lit
            guest = serving.guest("Anna")
            with pytest.raises(Refusal) as caught:
                guest.post("/api/solo")
            assert (caught.value.status, caught.value.code) == (503, "warming")
            assert caught.value.headers["retry-after"] == "3"
            assert guest.open()
    finally:
        lit.stop()
    assert not lit.running


def test_nothing_is_compiled_twice() -> None:
    warm = CompileWorker()
    warm.start(FOR_EVER)
    assert not warm.running
