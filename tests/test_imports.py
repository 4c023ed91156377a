"""Imports go downward only: course ← rules ← mushers ← lab, coach ← server, adapters ← cli.

So do those within the server: table ← store ← wire ← session ← http.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import snowtails

ROOT = Path(snowtails.__file__).parent
LAYERS = {
    "snowtails": [
        {"course"},
        {"rules"},
        {"mushers"},
        {"lab", "coach"},
        {"server", "adapters"},
        {"cli"},
    ],
    "snowtails.server": [{"table"}, {"store"}, {"wire"}, {"session"}, {"http"}],
}
"""The parts of each whole, the lowest first."""


def imported_parts(source: str, package: list[str], whole: str = "snowtails") -> set[str]:
    """Return the parts of a whole that a module imports, given the package it stands in."""
    parts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            stem = base + (node.module.split(".") if node.module else [])
            names = [".".join([*stem, alias.name]) for alias in node.names]
        else:
            continue
        inside = (name.removeprefix(f"{whole}.") for name in names if name.startswith(f"{whole}."))
        parts |= {name.split(".")[0] for name in inside}
    return parts


@pytest.mark.parametrize(
    ("whole", "part"),
    [(whole, part) for whole, layers in LAYERS.items() for part in sorted(set().union(*layers))],
)
def test_no_part_imports_a_higher_one(whole: str, part: str) -> None:
    height = {name: n for n, layer in enumerate(LAYERS[whole]) for name in layer}
    for path in ROOT.joinpath(*whole.split(".")[1:], part).rglob("*.py"):
        package = ["snowtails", *path.relative_to(ROOT).parts[:-1]]
        found = imported_parts(path.read_text("utf-8"), package, whole)
        wrong = {each for each in found - {part} if height.get(each, -1) >= height[part]}
        assert not wrong, f"{path} imports {sorted(wrong)}"


@pytest.mark.parametrize("whole", LAYERS)
def test_every_part_has_a_height(whole: str) -> None:
    folder = ROOT.joinpath(*whole.split(".")[1:])
    parts = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
    assert parts - {"web"} == set().union(*LAYERS[whole])


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
