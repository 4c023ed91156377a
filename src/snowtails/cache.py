"""Folders for what can be made again: compiled kernels, solved courses."""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

_KEPT_SECONDS = 14 * 24 * 3600
_KEPT_BYTES = 2**30
"""What the files of one folder may take: people who build courses have many of them solved."""


def cache_root() -> Path:
    """Return the folder that everything made again is kept in: the user's, or NUMBA_CACHE_DIR's."""
    wished = os.environ.get("NUMBA_CACHE_DIR")
    return Path(wished) / "snowtails" if wished else platformdirs.user_cache_path("snowtails")


def open_cache(*parts: str) -> Path | None:
    """Make a folder below the root, given its path; None if nothing can be written there.

    What nobody has opened for long is cleared out of the first folder on the way.
    """
    folder = cache_root().joinpath(*parts)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        forget_old(cache_root() / parts[0])
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return None
    return folder


def forget_old(folder: Path) -> None:
    """Remove what nobody has opened for two weeks, and files of which there are too many."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process was faster
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()
    _forget_most(folder)


def _forget_most(folder: Path) -> None:
    """Remove files, those longest not opened first, until the rest is small enough."""
    files = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            if path.is_file():
                files.append((path.stat().st_mtime, path.stat().st_size, path))
    excess = sum(size for _, size, _ in files) - _KEPT_BYTES
    for _, size, path in sorted(files):
        if excess <= 0:
            return
        path.unlink(missing_ok=True)
        excess -= size
