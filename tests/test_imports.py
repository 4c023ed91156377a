"""Imports go downward only: course ← rules ← mushers ← lab, coach ← server, adapters ← cli."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import snowtails

ROOT = Path(snowtails.__file__).parent
LAYERS = [{"course"}, {"rules"}, {"mushers"}, {"lab", "coach"}, {"server", "adapters"}, {"cli"}]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}


def imported_parts(source: str, package: list[str]) -> set[str]:
    """Return the parts of snowtails that a module imports, given the package it stands in."""
    parts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = base + (node.module.split(".") if node.module else [])
            names = [[*stem, alias.name] for alias in node.names]
        else:
            continue
        parts |= {name[1] for name in names if name[0] == "snowtails" and len(name) > 1}
    return parts


@pytest.mark.parametrize("name", sorted(HEIGHT))
def test_no_part_imports_a_higher_one(name: str) -> None:
    for path in (ROOT / name).rglob("*.py"):
        package = ["snowtails", *path.relative_to(ROOT).parts[:-1]]
        found = imported_parts(path.read_text("utf-8"), package)
        higher = {part for part in found if HEIGHT.get(part, 0) > HEIGHT[name]}
        siblings = {part for part in found if HEIGHT.get(part) == HEIGHT[name] and part != name}
        assert not higher | siblings, f"{path} imports {sorted(higher | siblings)}"


def test_every_part_has_a_height() -> None:
    parts = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert parts <= HEIGHT.keys() | {"web"}


@pytest.mark.parametrize(
    ("source", "package"),
    [
        ("from ..cli import main", ["snowtails", "course"]),
        ("from .. import cli", ["snowtails", "course"]),
        ("import snowtails.cli.output", ["snowtails", "course"]),
        ("from snowtails.cli import main", ["snowtails"]),
    ],
)
def test_all_ways_to_import_are_seen(source: str, package: list[str]) -> None:
    assert imported_parts(source, package) == {"cli"}


LOADED = "import sys, {module}; print(sorted({{{names}}} & set(sys.modules)))"


@pytest.mark.parametrize("module", ["snowtails", "snowtails.cli"])
def test_the_engine_is_loaded_when_it_is_asked_for(module: str) -> None:
    """What needs no race, such as `snowtails --help`, waits neither for Numba nor for a server."""
    code = LOADED.format(module=module, names="'numba', 'snowtails.rules', 'fastapi', 'sqlalchemy'")
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
