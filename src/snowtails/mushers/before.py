"""Mushers as they were: the ladder of an earlier revision, raced under the rules of today."""

import importlib.util
import io
import subprocess
import sys
import tarfile
import tempfile
from contextlib import suppress
from pathlib import Path
from types import ModuleType

from ..cache import cache_root, open_cache
from ..course import Refused
from .musher import Musher
from .policy import POLICY, CompiledMusher

_PACKAGE = Path(__file__).parent


class NoSuchRevision(Refused):
    """A revision that cannot be had."""


def commit_of(revision: str) -> str:
    """Return the commit that a revision of this checkout names."""
    return _git("rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}").decode().strip()


def musher_before(name: str, revision: str) -> Musher:
    """Return a musher of the ladder as it was at a revision of this checkout."""
    commit = commit_of(revision)
    ladder = getattr(_package(commit), "LADDER", {})
    if name not in ladder:
        there = ", ".join(ladder) or "none"
        raise NoSuchRevision(f"there was no musher {name!r} at {revision}; there were {there}")
    musher = ladder[name]
    if getattr(musher.policy, "nopython_signatures", None) == [POLICY]:
        # Its contract is that of today: it can race in compiled code.
        return CompiledMusher(musher.name, musher.policy, musher.values, musher.temper)
    found: Musher = musher
    return found


def _package(commit: str) -> ModuleType:
    """Return the mushers of a commit, which import today's rules and their own solver."""
    # Named as a neighbour of today's mushers, its relative imports find today's rules.
    name = f"snowtails.mushers_{commit}"
    if name in sys.modules:
        return sys.modules[name]
    folder = _extracted(commit)
    found = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert found is not None
    assert found.loader is not None
    package = importlib.util.module_from_spec(found)
    sys.modules[name] = package
    try:
        found.loader.exec_module(package)
    except Exception as error:
        del sys.modules[name]
        raise NoSuchRevision(
            f"the mushers of {commit} do not fit today's rules: {error}"
        ) from error
    return package


def _extracted(commit: str) -> Path:
    """Return a folder with the mushers of a commit."""
    root = open_cache("before")
    if root is None:
        raise NoSuchRevision(f"{cache_root()} cannot be written, where earlier mushers would go")
    folder = root / commit
    if not folder.exists():
        archive = _git("archive", "--format=tar", commit, ".")
        with tempfile.TemporaryDirectory(dir=root) as part:
            whole = Path(part) / "mushers"
            with tarfile.open(fileobj=io.BytesIO(archive)) as files:
                files.extractall(whole, filter="data")
            with suppress(OSError):  # another process was faster
                whole.rename(folder)
    return folder


def _git(*arguments: str) -> bytes:
    try:
        found = subprocess.run(
            ["git", "-C", str(_PACKAGE), *arguments], capture_output=True, check=True
        )
    except FileNotFoundError:
        raise NoSuchRevision("earlier mushers are found by git, which is not here") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode().strip().splitlines()
        raise NoSuchRevision(
            f"{said[-1]}; give a revision of a git checkout, as in husky@HEAD~1"
        ) from None
    return found.stdout
