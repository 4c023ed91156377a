"""The `kernel` decorator: compiles a function of the rules, and never plays an old rule.

Numba's cache does not notice that a *called* function in another module has changed. The cache
folder is therefore named by a hash of the sources of all kernels: any change opens a new folder.
Installations of the same sources, wherever they lie, share one.
"""

import gc
import hashlib
import importlib
import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, wraps
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from numba import types
from numba.core import config, event, sigutils
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from ..cache import cache_root, open_cache
from .progress import CompileProgress
from .references import KernelCompiler

Function = TypeVar("Function", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parent.parent
_SOURCES = (
    "rules",
    "mushers",
    "lab",
    "course/tile.py",
    "course/track.py",
    "coach/chances.py",
    "adapters/actions.py",
    "adapters/observing.py",
    "adapters/stepping.py",
    "server/wire/move_writer.py",
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


@dataclass(frozen=True)
class _Callee:
    """A kernel that another one calls, and that must be there when that is loaded."""

    symbol: str
    module: str
    name: str
    signature: tuple[Any, ...]

    def is_there(self) -> bool:
        """Load the kernel, or compile it, and return whether its symbol is the one called."""
        called = getattr(importlib.import_module(self.module), self.name, None)
        if not isinstance(called, Kernel):
            return False  # it has another name by now
        called.compile(self.signature)
        return bool(called.compiled_for(self.signature).fndesc.mangled_name == self.symbol)


_callees: dict[str, _Callee] = {}
"""Kernels that were compiled or loaded, by symbol."""


class _KernelCacheImpl(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012

    def reduce(self, cres: Any) -> Any:
        """Return what is kept of a kernel: the kernels that it calls, and its code."""
        called = [
            _callees[function.name]
            for function in cres.library._final_module.functions
            if function.is_declaration and function.name in _callees
        ]
        return called, super().reduce(cres)  # type: ignore[no-untyped-call]

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """Return a kernel, once all that it calls are there; None if one is another by now."""
        called, code = payload
        if not all(callee.is_there() for callee in called):
            return None
        return super().rebuild(target_context, code)  # type: ignore[no-untyped-call]


class _KernelCache(FunctionCache):
    _impl_class = _KernelCacheImpl

    def __init__(self, function: Any, for_python: bool) -> None:
        super().__init__(function)  # type: ignore[no-untyped-call]
        self._for_python = for_python

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return *super()._index_key(sig, codegen), self._for_python  # type: ignore[no-untyped-call]


class Kernel(CPUDispatcher):
    """A function of the rules, compiled for the types of arguments that it is called with."""

    told = ""
    """What progress says is compiled."""

    def enable_caching(self) -> None:
        """Keep on the disk what is compiled."""
        for_python = not self.targetoptions.get("no_cpython_wrapper", False)
        self._cache = _KernelCache(self.py_func, for_python)

    def compile(self, sig: Any) -> Any:
        """Compile for one signature, or load what was compiled before."""
        with global_compiler_lock, _made_for_compiling():
            found = super().compile(sig)
            self._stand_apart(sig)
            return found

    def compiled_for(self, signature: Any) -> Any:
        """Return what was compiled for a signature."""
        args, _ = sigutils.normalize_signature(signature)  # type: ignore[no-untyped-call]
        return self.overloads[tuple(args)]

    def _stand_apart(self, signature: Any) -> None:
        """Let other kernels call the code that is there, instead of compiling it into theirs."""
        compiled = self.compiled_for(signature)
        library, symbol, function = compiled.library, compiled.fndesc.mangled_name, self.py_func
        nothing = library.codegen._create_empty_module(library.name)
        library._shared_module = llvm.parse_assembly(str(nothing))
        args = compiled.signature.args
        _callees[symbol] = _Callee(symbol, function.__module__, function.__name__, args)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how another kernel calls this one: with integers of full width.

        Otherwise it would be compiled again for every smaller type and every constant.
        """
        wide = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().get_call_template(tuple(map(_widened, args)), wide)


@contextmanager
def _made_for_compiling() -> Iterator[None]:
    """Optimise as kernels want, and let nobody look for garbage, of which there is hardly any."""
    before, collecting = settings.OPT, gc.isenabled()
    settings.OPT = _OPT
    gc.disable()
    try:
        yield
    finally:
        settings.OPT = before
        if collecting:
            gc.enable()


class _Part(Kernel):
    """A kernel without a door to Python; called from there, it is compiled once more, with one."""

    @cached_property
    def _alone(self) -> Callable[..., Any]:
        return _compile(self.py_func)

    def __call__(self, *args: Any) -> Any:
        """Call it from Python."""
        return self._alone(*args)

    def _stand_apart(self, signature: Any) -> None:
        """Be compiled into the kernels that call it."""


_OPT = settings.OPT if "NUMBA_OPT" in os.environ else type(settings.OPT)(2)
"""How much is optimised: as fast as with Numba's 3, and compiled in a fifth less time."""

_NARROW = (types.int8, types.int16, types.int32, types.uint8)


def _widened(kind: Any) -> Any:
    return types.int64 if isinstance(kind, types.IntegerLiteral) or kind in _NARROW else kind


# Numba tells of everything that it compiles; what is not ours has nothing `told` of it.
event.register("numba:compile", CompileProgress())  # type: ignore[no-untyped-call]


def kernel(function: Function) -> Function:
    """Compile a function of the rules to machine code that runs without Python's lock.

    It is compiled once; other kernels call it.
    """
    return _compile(function)


def kernel_part(function: Function) -> Function:
    """Compile a small function right into the kernels that call it, which makes them faster."""
    return _compile(function, made_as=_Part, forceinline=True, no_cpython_wrapper=True)


def part_of(compiled: Function) -> Function:
    """Return a kernel's function compiled as a part, right into its callers.

    For those that call it in every step of a race, where a call costs more than what is called.
    """
    return kernel_part(inspect.unwrap(compiled))


def kernel_as(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature, so that it can be handed to other kernels."""
    return lambda function: _compile(function, signature)


def kernel_handed(signature: Any) -> Callable[[Function], Function]:
    """Compile a function that is handed kernels, for one signature, when it is first called."""

    def decorate(function: Function) -> Function:
        compiled = cache(lambda: _compile(function, signature))

        @wraps(function)
        def call(*args: Any) -> Any:
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


@cache
def _root_of(source: Path) -> Path | None:
    """Return where a source lies if the name of the cache tells what it, and all it calls, is.

    Anybody's policy may call what we know nothing of; it is compiled whenever it is loaded.
    """
    return next((root for root in (_PACKAGE, cache_root()) if source.is_relative_to(root)), None)


def _compile(
    function: Function, signature: Any = None, made_as: type[Kernel] = Kernel, **options: Any
) -> Function:
    if settings.DISABLE_JIT:
        return _interpreted(function)
    options |= {"nopython": True, "nogil": True, "error_model": "numpy"}
    # Only what has a signature is handed to other kernels, which is what this wrapper is for.
    options["no_cfunc_wrapper"] = signature is None
    compiled: Any = made_as(py_func=function, targetoptions=options, pipeline_class=KernelCompiler)
    known = _root_of(Path(function.__code__.co_filename)) is not None
    compiled.told = "its rules" if known else function.__name__
    if CACHE is not None and known:
        compiled.told += ", once (half a minute or so)"
        compiled.enable_caching()
    if signature is not None:
        compiled.compile(signature)
        compiled.disable_compile()
    return compiled
