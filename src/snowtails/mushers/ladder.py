"""The ladder of mushers, and how any musher is found by its name."""

import importlib
import importlib.util
import sys
from importlib import resources
from pathlib import Path
from types import ModuleType

from ..course import Refused
from ..course.problem import nearest
from .before import musher_before
from .husky import HUSKY
from .musher import Musher
from .policy import CompiledMusher
from .pup import PUP
from .rookie import ROOKIE
from .yearling import YEARLING

LADDER: dict[str, CompiledMusher] = {m.name: m for m in (ROOKIE, PUP, YEARLING, HUSKY)}
"""The mushers that ship, by name, from the weakest to the strongest."""

OFFERED: tuple[str, ...] = tuple(name for name in LADDER if name != ROOKIE.name)
"""Those that people race against; the Rookie is for measuring."""


class UnknownMusher(Refused):
    """A name that no musher answers to."""


def face(name: str) -> str:
    """Return the portrait of a musher of the ladder, as SVG."""
    if name not in LADDER:
        raise UnknownMusher(f"there is no face of {name!r}; there are {', '.join(LADDER)}")
    return (resources.files(__package__) / "faces" / f"{name}.svg").read_text("utf-8")


def find_musher(name: str) -> Musher:
    """Return a musher of the ladder, or anybody's by `module:Name` or `file.py:Name`.

    A class is called without arguments to make the musher. `husky@v1.0` is the Husky as it was at
    a revision of this checkout.
    """
    if name in LADDER:
        return LADDER[name]
    rung, at, revision = name.partition("@")
    if at:
        return musher_before(rung, revision)
    place, colon, attribute = name.rpartition(":")
    if not colon:
        raise UnknownMusher(
            f"there is no musher {name!r}{nearest(name, list(LADDER))}; "
            f"there are {', '.join(LADDER)}, and yours: my_module:MyMusher or file.py:MyMusher"
        )
    module = _load_file(Path(place)) if place.endswith(".py") else _load_module(place)
    found = getattr(module, attribute, None)
    if found is None:
        raise UnknownMusher(f"{name}: there is no {attribute} in {place}")
    musher = found() if isinstance(found, type) else found
    if not isinstance(musher, Musher):
        raise UnknownMusher(
            f"{name}: no musher; it needs `name`, `start`, `choose` and `discard` (docs/mushers.md)"
        )
    return musher


def _load_module(name: str) -> ModuleType:
    # The command's own folder is on the path, the one it was called in is not.
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0] and error.name != name:
            raise
        raise UnknownMusher(f"there is no module {name!r} here ({Path.cwd()})") from None


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UnknownMusher(f"there is no file {path}")
    name = f"snowtails_musher_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
