"""Mushers as they were: the ladder of an earlier revision, raced under the rules of today."""

import importlib.util
import io
import subprocess
import sys
import tarfile
from pathlib import Path

from ..cache import cache_root
from ..course import Refused
from .musher import Musher

_PACKAGE = Path(__file__).parent


class NoSuchRevision(Refused):
    """A revision that cannot be had."""


def musher_before(name: str, revision: str) -> Musher:
    """Return a musher of the ladder as it was at a revision of this checkout."""
    commit = _git("rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}").decode().strip()
    module = f"snowtails.mushers_{commit}"
    if module not in sys.modules:
        folder = cache_root() / "before" / commit
        _extract(commit, folder)
        # Named as a neighbour of today's mushers, it imports today's rules and its own solver.
        found = importlib.util.spec_from_file_location(
            module, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        assert found is not None
        assert found.loader is not None
        package = importlib.util.module_from_spec(found)
        sys.modules[module] = package
        found.loader.exec_module(package)
    ladder = getattr(sys.modules[module], "LADDER", {})
    if name not in ladder:
        raise NoSuchRevision(
            f"there was no musher {name!r} at {revision}; there were {', '.join(ladder) or 'none'}"
        )
    musher: Musher = ladder[name]
    return musher


def _extract(commit: str, folder: Path) -> None:
    """Write the mushers of a commit to a folder, if they are not there already."""
    if (folder / "__init__.py").exists():
        return
    archive = _git("archive", "--format=tar", commit, ".")
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")


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
