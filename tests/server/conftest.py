"""Databases of both kinds, servers on them, and pictures that are not painted."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from snowtails.server.http.share import png
from tests.server.databases import find_program, new_database, private_postgres
from tests.server.serving import Serving


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    if not find_program("postgres") or not find_program("initdb"):
        pytest.skip("PostgreSQL is not installed")
    with private_postgres() as folder:
        yield folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'snowtails.db'}"
    return new_database(request.getfixturevalue("postgres"), f"t{uuid.uuid4().hex}")


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that all tests of a module share; they open tables of their own."""
    with Serving(f"sqlite:///{tmp_path_factory.mktemp('play') / 'snowtails.db'}") as found:
        yield found


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Serving]:
    """A server of a test's own."""
    with Serving(f"sqlite:///{tmp_path / 'snowtails.db'}") as found:
        yield found


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be what they are painted from: painting takes a process, and a second."""
    monkeypatch.setattr(png, "_rendered", lambda svg, _width: svg.encode())
