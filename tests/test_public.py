"""The public face: everything that it takes or gives can be imported from `snowtails`."""

import enum
import inspect
import subprocess
import sys
import typing
from collections.abc import Iterator
from types import FunctionType

import pytest

import snowtails as st

PUBLIC = {name: getattr(st, name) for name in st.__all__}


def test_dir_shows_the_public_names_and_nothing_else() -> None:
    assert dir(st) == sorted(st.__all__)
    assert len(set(st.__all__)) == len(st.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Sleigh'"):
        st.Sleigh  # noqa: B018


def members(value: object) -> Iterator[FunctionType]:
    """Give a public function, or the constructor, methods and properties of a public class."""
    if inspect.isfunction(value):
        yield value
    if not inspect.isclass(value) or issubclass(value, enum.Enum):
        return
    for name, member in inspect.getmembers_static(value):
        if name.startswith("_") and name != "__init__":
            continue
        function = member
        if isinstance(member, property):
            function = member.fget
        elif isinstance(member, classmethod | staticmethod):
            function = member.__func__
        elif hasattr(member, "func"):  # a cached property
            function = member.func
        if inspect.isfunction(function) and function.__module__.startswith("snowtails"):
            yield function


def types_in(hint: object) -> Iterator[type]:
    """Give all classes that an annotation names."""
    if inspect.isclass(hint) and not typing.get_args(hint):
        yield hint
    for part in typing.get_args(hint):
        if not isinstance(part, str | int):
            yield from types_in(part)


def hints_of(function: FunctionType) -> dict[str, object]:
    names = vars(sys.modules[function.__module__]) | {**PUBLIC, "Theme": str}
    return typing.get_type_hints(function, names)


@pytest.mark.parametrize("name", st.__all__)
def test_all_that_a_public_name_takes_or_gives_is_public(name: str) -> None:
    missing = {
        found.__name__
        for member in members(PUBLIC[name])
        for hint in hints_of(member).values()
        for found in types_in(hint)
        if found.__module__.startswith("snowtails") and found not in PUBLIC.values()
    }
    assert missing == set()


@pytest.mark.parametrize("name", st.__all__)
def test_every_public_name_is_explained(name: str) -> None:
    value = PUBLIC[name]
    if inspect.isclass(value) or inspect.isfunction(value):
        assert (inspect.getdoc(value) or "").strip(), name
        own = [member for member in members(value) if member.__name__ != "__init__"]
        assert [member.__qualname__ for member in own if not inspect.getdoc(member)] == []


def test_courses_alone_need_no_compiler() -> None:
    code = (
        "import sys, snowtails; snowtails.Course.load('nutcracker').track; "
        "assert not {'numba', 'fastapi', 'sqlalchemy', 'typer'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
