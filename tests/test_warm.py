"""Whether the rules are compiled: said of all installations of the same sources."""

import errno
import io
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import IO

import pytest

import snowtails
from snowtails import warm
from snowtails.rules.kernel import settings
from snowtails.rules.progress import is_watched
from snowtails.warm import compile_all, compile_side_by_side, steps

COMPILED = """
from snowtails import warm
before = warm.is_warm()
warm.steps = lambda part: []
list(warm.compile_all())
print(before, warm.is_warm(), warm.is_warm("solo"))
"""


def test_another_installation_of_the_same_sources_need_not_compile(tmp_path: Path) -> None:
    package = Path(snowtails.__file__).parent
    for place in ("one", "two"):
        skip = shutil.ignore_patterns("__pycache__", "web")
        shutil.copytree(package, tmp_path / place / "snowtails", ignore=skip)
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def compiled(place: str, **settings: str) -> str:
        env = {**os.environ, **cache, "PYTHONPATH": str(tmp_path / place), **settings}
        command = [sys.executable, "-c", COMPILED]
        return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout

    assert compiled("one") == "False True False\n"
    assert compiled("two") == "True True False\n"
    assert compiled("two", NUMBA_DISABLE_JIT="1") == "True True True\n", "there is nothing to do"
    kernel = tmp_path / "two" / "snowtails" / "rules" / "order.py"
    kernel.write_text(kernel.read_text("utf-8") + "\n", "utf-8")
    assert compiled("two") == "False True False\n"


@pytest.mark.skipif(os.name != "posix", reason="needs locks of files")
def test_what_another_process_compiles_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    waits = threading.Event()
    lock = fcntl.flock

    def noted(file: IO[str], how: int) -> None:
        if how == fcntl.LOCK_EX:
            waits.set()
        lock(file, how)

    done: list[str] = []
    names = ["one", "two", "three"]
    monkeypatch.setattr(fcntl, "flock", noted)
    monkeypatch.setattr(warm, "CACHE", tmp_path)
    monkeypatch.setattr(settings, "DISABLE_JIT", False)
    monkeypatch.setattr(
        warm, "steps", lambda _: [(name, partial(done.append, name)) for name in names]
    )
    first = compile_all()
    assert [next(first), next(first)] == ["one", "two"]
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(list, compile_all())
        assert waits.wait(60)
        assert list(first) == ["three"]
        assert second.result(60) == names
    assert done == names, "each was done once"
    assert list(compile_all()) == names
    assert done == names * 2, "whoever is alone compiles what there is"


@pytest.mark.skipif(os.name != "posix", reason="needs locks of files")
def test_rules_compile_on_a_disk_that_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    done: list[str] = []
    monkeypatch.setattr(fcntl, "flock", refuse)
    monkeypatch.setattr(warm, "CACHE", tmp_path)
    monkeypatch.setattr(warm, "steps", lambda _: [("one", partial(done.append, "one"))])
    assert list(compile_all()) == done == ["one"]


MIXED = """
from snowtails import run_races
from snowtails.rules.kernel import Kernel
from snowtails.warm import steps

for name, step in steps("race"):
    if name in ("mushers", "simulations"):
        step()
compile, late = Kernel.compile, []
Kernel.compile = lambda self, sig: late.append(self.__name__) or compile(self, sig)
for mushers in (["rookie", "rookie", "rookie"], ["rookie", "yearling", "pup"]):
    assert len(run_races("sauna-sprint", 1, 3, mushers, seed=1)) == 1
print(late)
"""


@pytest.mark.skipif(bool(settings.DISABLE_JIT), reason="nothing is compiled")
def test_what_was_compiled_ahead_runs_any_race() -> None:
    """Whether kernels were compiled or loaded: none is missing."""
    run = subprocess.run([sys.executable, "-c", MIXED], check=True, capture_output=True, text=True)
    assert run.stdout == "[]\n"


def test_who_compiles_ahead_shows_progress_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SNOWTAILS_PROGRESS", "1")
    watched: list[bool] = []

    def note() -> None:
        watched.append(is_watched(io.StringIO()))

    monkeypatch.setattr(warm, "steps", lambda _: [("one", note), ("two", note)])
    monkeypatch.setattr(warm, "_ready", lambda _: None)
    for _ in compile_all():
        note()
    assert watched == [True, False, True, False]


def test_other_processes_compile_what_builds_on_the_race() -> None:
    ready = warm._ready("certificate")
    assert ready, "tests compile into a cache"
    before = ready.stat().st_mtime_ns
    told = list(compile_side_by_side(("race", "certificate")))
    assert told == [name for part in ("race", "certificate") for name, _ in steps(part)]
    assert ready.stat().st_mtime_ns > before
