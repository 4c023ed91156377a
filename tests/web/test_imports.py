"""Folders of the page import downward only, so that each can be read without those above it."""

import re
from pathlib import PurePosixPath

import pytest

from tests.web.catalogues import WEB

LAYERS = (
    "words core host board plan coach help you home library table duplicate build gallery learn "
    "race puzzles season solo replay main.js"
)
ORDER = LAYERS.split()
"""From the lowest to the highest."""

IMPORT = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.[^"]+)"', re.MULTILINE)


def imported(folder: str) -> set[str]:
    """Return the modules of other folders that those of a folder need at once."""
    found = set()
    for path in [WEB / folder] if folder.endswith(".js") else sorted((WEB / folder).rglob("*.js")):
        for named in IMPORT.findall(path.read_text("utf-8")):
            found.add((path.parent / named).resolve().relative_to(WEB.resolve()).as_posix())
    return {each for each in found if PurePosixPath(each).parts[0] != folder}


def test_every_folder_has_its_place() -> None:
    folders = {path.relative_to(WEB).parts[0] for path in WEB.rglob("*.js")}
    assert folders - {"service-worker.js"} == set(ORDER)


@pytest.mark.parametrize("folder", ORDER)
def test_no_folder_imports_from_a_higher_one(folder: str) -> None:
    higher = {
        each
        for each in imported(folder)
        if ORDER.index(PurePosixPath(each).parts[0]) > ORDER.index(folder)
    }
    assert higher == set()
