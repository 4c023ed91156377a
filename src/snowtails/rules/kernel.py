"""The `kernel` decorator: compiles a function of the rules, and never plays an old rule.

Numba's cache does not notice that a *called* function in another module has changed. The cache
folder is therefore named by a hash of the sources of all kernels: any change opens a new folder.
Installations of the same sources, wherever they lie, share one.
"""

import hashlib
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba import types
from numba.core import config, event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import CPUDispatcher

from ..cache import cache_root, open_cache
from .progress import CompileProgress

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_SOURCES = (
    "rules",
    "mushers",
    "lab",
    "course/tile.py",
    "course/track.py",
    "coach/chances.py",
    "adapters/kernels.py",
)

settings: Any = config
"""Numba's settings; they are made at run time, which type checkers cannot follow."""


def fingerprint(package: Path = _PACKAGE) -> str:
    """Return a hash of everything that compiled kernels are made of."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for part in _SOURCES:
        path = package / part
        for source in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


# Where it cannot write, Numba turns to a folder that is not named by the sources.
FINGERPRINT = fingerprint()
CACHE = open_cache("kernels", FINGERPRINT)
"""Folder of the compiled kernels; None where nothing can be written: they compile every time."""


@contextmanager
def handing_kernels() -> Iterator[None]:
    """Silence Numba, which calls it experimental to hand kernels to kernels."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        yield


class _Locator(_CacheLocator):
    """Where Numba keeps a kernel: the same place for the same sources, wherever they lie."""

    def __init__(self, function: Any, source: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._source = Path(source)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "_Locator":
        """Return where a kernel of a source file is kept."""
        return cls(py_func, py_file)

    def get_cache_path(self) -> str:
        """Return the folder."""
        root = _root_of(self._source)
        assert CACHE is not None
        assert root is not None
        return str(CACHE / "_".join(self._source.parent.relative_to(root).parts))

    def get_source_stamp(self) -> str:
        """Return what changes with the source."""
        return _stamp(self._source)

    def get_disambiguator(self) -> str:
        """Return what tells kernels of one name apart."""
        return str(self._line)


@cache
def _stamp(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012


class _KernelCache(FunctionCache):
    _impl_class = _KernelCacheImpl


class Kernel(CPUDispatcher):
    """A function of the rules, compiled for the types of arguments that it is called with."""

    told = ""
    """What progress says is compiled."""

    def enable_caching(self) -> None:
        """Keep on the disk what is compiled."""
        self._cache = _KernelCache(self.py_func)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Compile for one signature, or load what was compiled before."""
        with global_compiler_lock:
            before = settings.OPT
            settings.OPT = _OPT
            try:
                return super().compile(sig)
            finally:
                settings.OPT = before

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how another kernel calls this one: with integers of full width.

        Otherwise it would be compiled again for every smaller type and every constant.
        """
        wide = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().get_call_template(tuple(map(_widened, args)), wide)


_OPT = settings.OPT if "NUMBA_OPT" in os.environ else type(settings.OPT)(2)
"""How much is optimised: as fast as with Numba's 3, and compiled in a fifth less time."""

_NARROW = (types.int8, types.int16, types.int32, types.uint8)


def _widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.IntegerLiteral) or kind in _NARROW else kind


# Numba tells of everything that it compiles; what is not ours has nothing `told` of it.
event.register("numba:compile", CompileProgress())  # type: ignore[no-untyped-call]


def kernel(function: Function) -> Function:
    """Compile a function of the rules to machine code that runs without Python's lock."""
    return _compile(function)


def kernel_part(function: Function) -> Function:
    """Compile a small function right into the kernels that call it, which makes them faster."""
    return _compile(function, forceinline=True)


def kernel_as(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature, so that it can be handed to other kernels."""
    return lambda function: _compile(function, signature)


def kernel_handed(signature: Any) -> Callable[[Function], Function]:
    """Compile a function that is handed kernels, for one signature, when it is first called."""

    def decorate(function: Function) -> Function:
        compiled = cache(lambda: _compile(function, signature))

        @wraps(function)
        def call(*args: Any) -> Any:
            with handing_kernels():
                return compiled()(*args)

        handed: Any = call
        return handed

    return decorate


def _interpreted(function: Function) -> Function:
    """Return a function that behaves as if it were compiled, in plain Python."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        # Compiled integers wrap around in silence; let NumPy's do the same.
        with np.errstate(over="ignore"):
            return _plain(function(*map(_plain, arguments)))

    interpreted: Any = call
    return interpreted


def _plain(value: Any) -> Any:
    """Return numbers of full width, as compiled functions are handed them and hand them out.

    Words of chance stay what they are: kernels rely on their 64 bits without a sign.
    """
    if isinstance(value, np.signedinteger | np.bool_ | np.floating):
        return value.item()
    return tuple(map(_plain, value)) if type(value) is tuple else value


def _root_of(source: Path) -> Path | None:
    """Return where a source lies if the name of the cache tells what it, and all it calls, is.

    Anybody's policy may call what we know nothing of; it is compiled whenever it is loaded.
    """
    return next((root for root in (_PACKAGE, cache_root()) if source.is_relative_to(root)), None)


def _compile(function: Function, signature: Any = None, **options: Any) -> Function:
    if settings.DISABLE_JIT:
        return _interpreted(function)
    options |= {"nopython": True, "nogil": True, "error_model": "numpy"}
    compiled: Any = Kernel(py_func=function, targetoptions=options)
    known = _root_of(Path(function.__code__.co_filename)) is not None
    compiled.told = "its rules" if known else function.__name__
    if CACHE is not None and known:
        compiled.told += ", once (half a minute or so)"
        compiled.enable_caching()
    if signature is not None:
        with handing_kernels():
            compiled.compile(signature)
        compiled.disable_compile()
    return compiled
