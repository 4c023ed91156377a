"""Folders for what can be made again."""

import os
import tempfile
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

from snowtails import cache
from snowtails.cache import cache_root, open_cache


def test_the_root_can_be_wished_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path / "snowtails"


def test_a_folder_that_cannot_be_written_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    folder = tmp_path / "snowtails" / "kernels" / "one"
    assert open_cache("kernels", "one") == folder
    assert folder.is_dir()

    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert open_cache("kernels", "one") is None


def test_what_nobody_opened_for_long_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    others, kernels, values = tmp_path / "old", cache_root() / "kernels", cache_root() / "values"
    for path in (others, values, kernels / "old", kernels / "new"):
        path.mkdir(parents=True)
    (kernels / "old.file").touch()
    for path in (others, values, kernels / "old", kernels / "old.file"):
        os.utime(path, (0, 0))
    assert open_cache("kernels", "mine") is not None
    assert {path.name for path in kernels.iterdir()} == {"mine", "new"}
    assert others.is_dir(), "what others keep there is not ours to remove"
    assert values.is_dir(), "what else we keep is swept when it is opened"


def test_of_too_many_files_those_longest_not_opened_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "_KEPT_BYTES", 250)
    (tmp_path / "folder").mkdir()
    for age, name in enumerate(["newest", "newer", "older", "oldest"]):
        (tmp_path / name).write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (time.time() - age, time.time() - age))
    cache.forget_old(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"newest", "newer", "folder"}
