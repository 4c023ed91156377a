"""Folders for what can be made again: compiled kernels, solved courses."""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import platformdirs

_KEPT_SECONDS = 14 * 24 * 3600


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
    """Remove files and folders that nobody has opened for two weeks."""
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process was faster
            if time.time() - path.stat().st_mtime > _KEPT_SECONDS:
                if path.is_dir():
                    shutil.rmtree(path, ignore_errors=True)
                else:
                    path.unlink()
