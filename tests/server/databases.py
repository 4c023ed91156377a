"""Databases for tests: SQLite files, and a private PostgreSQL that lives as long as the tests."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

PLACES = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin")]


def find_program(name: str) -> str | None:
    """Return the path of a program of PostgreSQL, or None if it is not installed."""
    return shutil.which(name) or next(
        (found for place in PLACES if (found := shutil.which(name, path=str(place)))), None
    )


@contextmanager
def private_postgres() -> Iterator[str]:
    """Run a PostgreSQL that listens on a socket in a folder of its own; yield that folder."""
    initdb, postgres = find_program("initdb"), find_program("postgres")
    assert initdb
    assert postgres
    # It refuses to run as root.
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = {"user": "postgres" if "postgres" in names else "nobody", "group": None}
    folder = Path(tempfile.mkdtemp(prefix="snowtails-pg-"))
    if user:
        shutil.chown(folder, user["user"])
    data = folder / "data"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "cwd": folder, **user}
    subprocess.run(
        [initdb, "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--no-sync"],
        check=True,
        **quiet,
    )
    server = subprocess.Popen(
        [postgres, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
        stderr=subprocess.DEVNULL,
        **quiet,
    )
    try:
        _wait_for(folder, server)
        yield str(folder)
    finally:
        server.send_signal(signal.SIGINT)  # does not wait for clients
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(folder: Path, server: "subprocess.Popen[bytes]") -> None:
    """Wait until the server answers."""
    while server.poll() is None:
        try:
            psycopg.connect(f"host={folder} user=tester dbname=postgres", connect_timeout=5).close()
        except psycopg.OperationalError:
            continue
        return
    raise AssertionError("PostgreSQL did not start")


def new_database(folder: str, name: str) -> str:
    """Make an empty database and return its address."""
    with psycopg.connect(f"host={folder} user=tester dbname=postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql://tester@/{name}?host={folder}"
