"""The source distribution holds what its tests need, and a README for the package index."""

import os
import subprocess
import sys
import tarfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from tests.installs import hiding_all_but

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tests", "scripts", "bench", "docs", "examples")
COLLECT = """
import pytest
only = ["-q", "--collect-only", "--assert=plain", "-p", "no:cacheprovider"]
sys.exit(pytest.main([*only, *sys.argv[1:]]))
"""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    hatch = (sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(folder))
    subprocess.run(hatch, cwd=ROOT, check=True, capture_output=True)
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    (found,) = folder.glob("*/")
    return found


@pytest.fixture(scope="module")
def metadata(unpacked: Path) -> Message:
    return message_from_bytes((unpacked / "PKG-INFO").read_bytes())


def files(root: Path) -> set[str]:
    return {
        str(path.relative_to(root))
        for folder in FOLDERS
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_it_holds_every_file(unpacked: Path) -> None:
    assert files(unpacked) == files(ROOT)
    for name in ("play", "test", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"):
        assert (unpacked / name).read_bytes() == (ROOT / name).read_bytes()
    assert not (unpacked / ".venv").exists()


def test_its_tests_of_the_engine_need_neither_server_nor_browser(unpacked: Path) -> None:
    hidden = hiding_all_but("snowtails", "pytest", "hypothesis")
    folders = [f"tests/{name}" for name in ("course", "rules", "mushers", "lab")]
    done = subprocess.run(
        [sys.executable, "-c", hidden + COLLECT, *folders],
        cwd=unpacked,
        env={
            **os.environ,
            "PYTHONPATH": str(unpacked / "src"),
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "tests/rules/test_move.py" in done.stdout


def test_its_readme_leads_to_the_repository(metadata: Message) -> None:
    readme = str(metadata.get_payload())
    raw, pages = "https://raw.githubusercontent.com/", "https://github.com/"
    assert f'src="{raw}snowtails/snowtails/main/docs/pictures/race-wide-light.webp"' in readme
    assert f"]({pages}snowtails/snowtails/blob/main/docs/formats.md)" in readme
    links = [*readme.split("](")[1:], *readme.split('src="')[1:], *readme.split('srcset="')[1:]]
    assert len(links) > 10
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
