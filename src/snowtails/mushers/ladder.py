"""The ladder of mushers, and how any musher is found by its name."""

import hashlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from ..course import InvalidArgument, Refused
from ..course.problem import nearest
from .before import commit_of, musher_before
from .musher import Musher, fault
from .policy import CompiledMusher
from .searcher import SearchMusher

_PARTS = ("name", "start", "choose", "discard")
Rung = TypeVar("Rung", CompiledMusher, CompiledMusher | SearchMusher)


class _Ladder(Mapping[str, Rung]):
    """Mushers by name. Each has a module of its own, and is compiled when that is imported."""

    def __init__(self, *rungs: str) -> None:
        self._rungs = rungs
        self._found: dict[str, Rung] = {}

    def __getitem__(self, name: str) -> Rung:
        if name not in self._rungs:
            raise KeyError(name)
        if name not in self._found:
            module = importlib.import_module(f".{name}", __package__)
            self._found[name] = getattr(module, name.upper())
        return self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._rungs

    def __iter__(self) -> Iterator[str]:
        return iter(self._rungs)

    def __len__(self) -> int:
        return len(self._rungs)

    def __repr__(self) -> str:
        return f"<mushers: {', '.join(self._rungs)}>"


INSTANT: Mapping[str, CompiledMusher] = _Ladder("rookie", "pup", "yearling", "husky")
"""Those of the ladder that decide at once, by a policy."""

LADDER: Mapping[str, CompiledMusher | SearchMusher] = _Ladder(*INSTANT, "malamute", "togo")
"""The mushers that ship, by name, from the weakest to the strongest."""

OFFERED: tuple[str, ...] = tuple(LADDER)[1:]
"""Those that people race against; the Rookie is for measuring."""


class UnknownMusher(Refused):
    """A name that no musher answers to."""


def face(name: str) -> str:
    """Return the portrait of a musher of the ladder, as SVG."""
    if name not in LADDER:
        raise UnknownMusher(f"there is no face of {name!r}; there are {', '.join(LADDER)}")
    return (resources.files(__package__) / "faces" / f"{name}.svg").read_text("utf-8")


def find_musher(name: str | Musher) -> Musher:
    """Return a musher of the ladder, or anybody's by `module:Name` or `file.py:Name`.

    A class is called without arguments to make the musher; a musher is returned as it is.
    `husky@v1.0` is the Husky as it was at a revision of this checkout. It runs the code that it
    finds: not for names from strangers.
    """
    if not isinstance(name, str):
        return _expect_musher(name)
    if name in LADDER:
        return LADDER[name]
    place, colon, attribute = name.rpartition(":")
    if colon and place and attribute:
        return _anybodys(place, attribute)
    rung, at, revision = name.partition("@")
    if at:
        return musher_before(rung, revision)
    if name.endswith(".py"):
        raise UnknownMusher(f"say which musher of {name} you mean, as in {name}:MyMusher")
    raise UnknownMusher(
        f"there is no musher {name!r}{nearest(name, list(LADDER))}; "
        f"there are {', '.join(LADDER)}, and yours: my_module:MyMusher or file.py:MyMusher"
    )


def _expect_musher(given: Any) -> Musher:
    if isinstance(given, type):
        raise InvalidArgument(f"a musher is an object, not a class: write {given.__name__}()")
    # What isinstance would find too, 15 to 28 µs later (Python 3.11), at every decision.
    if lacking := [part for part in _PARTS if not hasattr(given, part)]:
        raise InvalidArgument(
            f"a musher is a name, such as husky, or an object with {', '.join(_PARTS)}, "
            f"not {given!r}, which has no {', '.join(lacking)}"
        )
    musher: Musher = given
    return musher


def musher_code(name: str) -> str:
    """Return a short hash of what a musher is made of, beyond this package; empty if nothing."""
    if name in LADDER:
        return ""
    if ":" not in name:
        return commit_of(name.partition("@")[2])
    source = inspect.getsourcefile(type(find_musher(name)))
    code = Path(source).read_bytes() if source else name.encode()
    return hashlib.sha256(code).hexdigest()[:12]


@cache
def _anybodys(place: str, attribute: str) -> Musher:
    try:
        module = _load_file(Path(place)) if place.endswith(".py") else _load_module(place)
        found = getattr(module, attribute, None)
        musher = found() if isinstance(found, type) else found
    except UnknownMusher:
        raise
    except Exception as error:  # it is anybody's code: whatever goes wrong there
        raise UnknownMusher(f"{place}:{attribute} cannot be loaded {fault(error)}") from error
    if musher is None:
        raise UnknownMusher(f"there is no {attribute} in {place}")
    if lacking := [f"`{part}`" for part in _PARTS if not hasattr(musher, part)]:
        raise UnknownMusher(
            f"{place}:{attribute} is no musher: it needs `name`, `start`, `choose` and `discard`, "
            f"and has no {', '.join(lacking)} (docs/mushers.md)"
        )
    return musher


def _load_module(name: str) -> ModuleType:
    # The command's own folder is on the path, the one it was called in is not.
    _look_in(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0] and error.name != name:
            raise
        raise UnknownMusher(f"there is no module {name!r} here ({Path.cwd()})") from None


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise UnknownMusher(f"there is no file {path}")
    _look_in(path.resolve().parent)  # for what it imports from beside it
    name = f"snowtails_musher_{hashlib.sha256(bytes(path.resolve())).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _look_in(folder: Path) -> None:
    """Let modules be found in a folder, after all other places."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
