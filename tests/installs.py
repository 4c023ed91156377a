"""Installs with less than the tests need: modules of all other packages are hidden."""

from importlib.metadata import PackageNotFoundError, packages_distributions, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
"""


def brought(*requirements: str) -> set[str]:
    """Return the names of all packages that installing some brings along, these included."""
    found: set[tuple[str, str]] = set()
    waiting = list(map(Requirement, requirements))
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for extra in {"", *wanted.extras} - {extra for each, extra in found if each == name}:
            found.add((name, extra))
            try:
                needed = map(Requirement, requires(name) or [])
            except PackageNotFoundError:
                continue  # meant for another system
            waiting += [
                each for each in needed if not each.marker or each.marker.evaluate({"extra": extra})
            ]
    return {name for name, _ in found}


def hiding_all_but(*requirements: str) -> str:
    """Return code that hides whatever installing these requirements would not have brought."""
    there = brought(*requirements)
    hidden = {
        module
        for module, owners in packages_distributions().items()
        if not there & {canonicalize_name(owner) for owner in owners}
    }
    return HIDE.format(hidden=sorted(hidden))
