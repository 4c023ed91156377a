"""Databases of both kinds, for tests of the server."""

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.databases import find_program, new_database, private_postgres


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
