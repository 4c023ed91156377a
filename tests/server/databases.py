"""Databases for tests: SQLite files, and a private PostgreSQL that lives as long as the tests."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

PLACES = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True), Path("/usr/local/bin")]


def find_program(name: str) -> str | None:
    """Return the path of a program of PostgreSQL, or None if it is not installed."""
    return shutil.which(name) or next(
        (found for place in PLACES if (found := shutil.which(name, path=str(place)))), None
    )


class Postgres:
    """A PostgreSQL that listens on a socket in a folder of its own."""

    def __init__(self) -> None:
        initdb = find_program("initdb")
        assert initdb
        # It refuses to run as root.
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self._user = {"user": "postgres" if "postgres" in names else "nobody", "group": None}
        self._path = Path(tempfile.mkdtemp(prefix="snowtails-pg-"))
        self.folder = str(self._path)
        if self._user:
            shutil.chown(self._path, self._user["user"])
        command = [
            initdb,
            "-D",
            self._data,
            "-U",
            "tester",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=True, stdout=quiet, cwd=self._path, **self._user)
        self.start()

    @property
    def _data(self) -> str:
        return str(self._path / "data")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        postgres, quiet = find_program("postgres"), subprocess.DEVNULL
        assert postgres
        # What is killed here are processes, not the machine: nothing need be synced.
        settings = ["-c", "listen_addresses=", "-c", "fsync=off"]
        self._server = subprocess.Popen(
            [postgres, "-D", self._data, "-k", self.folder, *settings],
            stdout=quiet,
            stderr=quiet,
            cwd=self._path,
            **self._user,
        )
        while self._server.poll() is None:
            try:
                self._connect().close()
            except psycopg.OperationalError:
                continue
            return
        raise AssertionError("PostgreSQL did not start")

    def _connect(self) -> "psycopg.Connection[tuple[Any, ...]]":
        return psycopg.connect(f"host={self.folder} user=tester dbname=postgres", connect_timeout=5)

    def stop_immediately(self) -> None:
        """Stop it without letting it finish anything."""
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait()

    def close(self) -> None:
        """Stop it, without waiting for clients, and forget its data."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait()
        shutil.rmtree(self._path, ignore_errors=True)


@contextmanager
def private_postgres() -> Iterator[str]:
    """Run a PostgreSQL of one's own; yield its folder."""
    with closing(Postgres()) as postgres:
        yield postgres.folder


def new_database(folder: str, name: str) -> str:
    """Make an empty database and return its address."""
    with psycopg.connect(f"host={folder} user=tester dbname=postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    return f"postgresql://tester@/{name}?host={folder}"
