"""Folders for what can be made again."""

import os
import tempfile
from pathlib import Path
from typing import Any, NoReturn

import pytest

from snowtails.cache import cache_root, forget_old, open_cache


def test_the_root_can_be_wished_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert cache_root() == tmp_path / "snowtails"


def test_a_folder_that_cannot_be_written_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kernels" / "one"
    assert open_cache(folder) == folder
    assert folder.is_dir()

    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    assert open_cache(folder) is None


def test_what_nobody_opened_for_long_is_swept(tmp_path: Path) -> None:
    others = tmp_path / "others"
    folder = tmp_path / "kernels"
    for path in (others, folder / "old", folder / "new"):
        path.mkdir(parents=True)
    (folder / "old.npy").touch()
    for path in (others, folder / "old", folder / "old.npy"):
        os.utime(path, (0, 0))
    assert open_cache(folder / "mine") is not None
    assert {path.name for path in folder.iterdir()} == {"mine", "new"}
    assert others.is_dir(), "what others keep there is not ours to remove"
    forget_old(folder)
    assert {path.name for path in folder.iterdir()} == {"mine", "new"}
