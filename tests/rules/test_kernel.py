"""The compile cache: a stale one is never played, and none at all breaks nothing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

import snowtails
from snowtails.rules import kernel
from snowtails.rules.kernel import fingerprint, settings

PACKAGE = Path(snowtails.__file__).parent

ASK = """
import numpy as np
from snowtails.course.track import SPACE
from snowtails.rules import kernel
from snowtails.rules.movement import pace
from snowtails.rules.state import empty_state
from snowtails.rules.turns import turn_number

race = empty_state()
race[0]["left"][0] = race[0]["right"][0] = race[0]["brake"][0] = 3
race[0]["sleds"] = 1
print(pace(race, np.zeros(1, SPACE), 0, turn_number(3, 4, 1)), kernel.CACHE is not None)
"""
"""Asks a kernel for its bonus, which is the position that a kernel of another module counts."""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package whose rules a test may change."""
    copied = tmp_path / "src" / "snowtails"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    return copied


ANOTHER_FIRST = """
import numpy as np
from snowtails.rules.deal import stream_key
stream_key(np.uint64(1), 1, 1)
"""
"""Calls another kernel first: those that are compiled after it get other symbols."""


def ask(package: Path, cache: Path, first: str = "") -> str:
    """Run ASK with a package and a cache folder in a process of its own."""
    env = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(cache),
        "NUMBA_DISABLE_JIT": "0",
    }
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", first + ASK], env=env, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def files(folder: Path, ending: str) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob(f"*.{ending}")}


def test_a_changed_rule_is_played_though_its_caller_is_unchanged(
    copy: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    assert ask(copy, cache) == "(3, 0, 1) True"
    compiled = files(cache, "nbc")
    assert any("movement.pace" in name for name in compiled)
    assert ask(copy, cache) == "(3, 0, 1) True"
    elsewhere = shutil.copytree(copy, tmp_path / "elsewhere" / "snowtails")
    assert ask(elsewhere, cache) == "(3, 0, 1) True"
    assert files(cache, "nbc") == compiled, "compiled again without need"

    for called in cache.rglob("order.place_of*"):
        called.unlink()
    assert ask(copy, cache, ANOTHER_FIRST) == "(3, 0, 1) True", "calls what is not there"

    order = copy / "rules" / "order.py"
    rule = order.read_text("utf-8")
    assert rule.count("return ahead + 1\n") == 1
    order.write_text(rule.replace("return ahead + 1\n", "return ahead + 7\n"), "utf-8")
    assert ask(copy, cache) == "(3, 0, 7) True"
    assert len(list((cache / "snowtails" / "kernels").iterdir())) == 2
    assert not files(copy, "nbi"), "a cache that is not named by the sources"


def test_a_cache_folder_that_cannot_be_made_breaks_nothing(copy: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    assert ask(copy, blocked) == "(3, 0, 1) False"
    assert not files(copy, "nbi"), "a cache that is not named by the sources"


def hashed(package: Path) -> list[Path]:
    """List the files that the fingerprint says it is made of."""
    parts = [package / part for part in kernel._SOURCES]
    assert all(part.exists() for part in parts)
    return [path for part in parts for path in (part.rglob("*.py") if part.is_dir() else [part])]


def test_the_fingerprint_changes_with_every_source(copy: Path) -> None:
    seen = {fingerprint(copy)}
    assert seen == {fingerprint()}
    sources = hashed(copy)
    for source in sources:
        text = source.read_bytes()
        source.write_bytes(text + b"\n")
        seen.add(fingerprint(copy))
        source.write_bytes(text)
    assert len(seen) == len(sources) + 1
    (copy / "rules" / "more.py").touch()
    assert fingerprint(copy) not in seen


def test_the_fingerprint_covers_all_kernels() -> None:
    mark = re.compile(r"^@(kernel|policy|numba|njit|vectorize)", re.MULTILINE)
    compiled = {path for path in PACKAGE.rglob("*.py") if mark.search(path.read_text("utf-8"))}
    assert PACKAGE / "rules" / "flow.py" in compiled
    assert compiled <= set(hashed(PACKAGE))


def test_integers_of_any_width_and_constants_share_one_compiled_kernel() -> None:
    @kernel.kernel
    def double(n: int) -> int:
        return 2 * n

    @kernel.kernel
    def call(small: Any) -> int:
        return double(small[0]) + double(3) + double(len(small))

    assert call(np.array([5], np.int8)) == 18
    assert call(np.array([100], np.int8)) == 208, "widened, not wrapped around"
    compiled: Any = double
    assert len(compiled.nopython_signatures) == 1


def test_numbas_settings_are_left_as_they_were() -> None:
    before = settings.OPT

    @kernel.kernel
    def unreadable(n: int) -> object:
        return {} + n  # type: ignore[operator]

    with pytest.raises(TypingError):
        unreadable(1)
    assert before == settings.OPT


def test_only_the_musher_asked_for_is_compiled() -> None:
    ask = "import sys, snowtails; snowtails.run_races('srs', 1, 2, 'pup', seed=1)"
    tell = "print(*(name for name in sys.modules if name.startswith('snowtails.mushers.')))"
    run = subprocess.run([sys.executable, "-c", f"{ask}; {tell}"], capture_output=True, text=True)
    loaded = run.stdout.split()
    assert "snowtails.mushers.pup" in loaded, run.stderr
    assert not {"snowtails.mushers.husky", "snowtails.mushers.rookie"} & set(loaded)


HELPER = """
from snowtails.rules.kernel import kernel

@kernel
def helped():
    return {}
"""
MINE = """
from helper import helped
from snowtails.rules.kernel import kernel

@kernel
def mine():
    return helped() + 1

print(mine())
"""


def test_what_anybody_adds_is_compiled_anew_though_only_its_helper_changed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, "utf-8")

    def run(number: int) -> str:
        (tmp_path / "helper.py").write_text(HELPER.format(number), "utf-8")
        return subprocess.run(
            [sys.executable, "mine.py"], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout

    assert run(4) == "5\n"
    assert run(7) == "8\n"


def test_a_policy_may_be_written_where_there_is_no_file() -> None:
    code = "from snowtails.rules.kernel import kernel\n@kernel\ndef one(): return 1\nprint(one())\n"
    run = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True)
    assert run.stdout == "1\n", run.stderr
