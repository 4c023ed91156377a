"""`snowtails serve` and `snowtails doctor`: addresses, codes to scan, and what is wrong."""

import asyncio
import json
import logging
import shutil
import socket
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from snowtails import warm
from snowtails.cli import app
from snowtails.cli.serve import _tell_guests
from snowtails.rules import kernel
from snowtails.server.http import server
from snowtails.server.http.middleware import JsonLines
from snowtails.server.http.server import (
    EVERYWHERE,
    CannotListen,
    Settings,
    listen,
    page_addresses,
)
from snowtails.server.store.database import Database
from snowtails.server.store.engine import sqlite_url
from snowtails.server.store.errors import InvalidDatabase
from snowtails.server.store.versions import newest_version


@pytest.fixture
def _warm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "is_warm", lambda *_: True)


def doctor(arguments: list[str], **given: Any) -> Result:
    """Run the command in a thread of its own: a browser's tests may keep a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        done: Result = pool.submit(CliRunner().invoke, app, arguments, **given).result()
        return done


@pytest.mark.usefixtures("_warm")
def test_a_sound_installation_has_nothing_wrong(tmp_path: Path) -> None:
    done = doctor(["doctor", "--data", str(tmp_path), "--json"])
    findings = {finding["code"]: finding for finding in json.loads(done.stdout)}
    assert done.exit_code == 0, done.stdout
    assert "not there yet" in findings["database"]["what"]
    assert not list(tmp_path.iterdir()), "looking changes nothing"
    assert {"Python", "numba", "SQLite", "compile cache"} <= findings.keys()


@pytest.mark.usefixtures("_warm")
def test_what_is_wrong_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "snowtails.db").write_bytes(b"no database " * 500)
    done = doctor(["doctor"], env={"SNOWTAILS_DATA": str(tmp_path)})
    assert done.exit_code == 1
    assert "✗ database: " in done.stdout
    assert "→ check --database" in done.stdout


@pytest.mark.usefixtures("_warm")
def test_extras_that_were_left_out_are_named_and_nothing_wrong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = {"numpy": "2", "numba": "1", "shapely": "2"}

    def version(package: str) -> str:
        if package not in there:
            raise metadata.PackageNotFoundError(package)
        return there[package]

    monkeypatch.setattr(metadata, "version", version)
    done = doctor(["doctor", "--data", str(tmp_path)])
    assert done.exit_code == 0, done.stdout
    assert '✓ server: left out; pip install "snowtails[server]" adds it' in done.stdout
    assert "database" not in done.stdout
    there |= {"fastapi": "1", "uvicorn": "1", "sqlalchemy": "2", "alembic": "1"}
    done = doctor(["doctor", "--database", "postgresql://host/db"])
    assert done.exit_code == 1
    assert "✓ server: fastapi 1, uvicorn 1, " in done.stdout
    assert '✗ database: its driver is not installed\n  → pip install "snowtails[po' in done.stdout
    del there["numba"]
    assert "✗ numba: missing\n  → pip install snowtails\n" in doctor(["doctor"]).stdout


def test_a_cold_cache_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warm, "is_warm", lambda *_: False)
    done = doctor(["doctor", "--data", str(tmp_path)])
    assert "✗ compile cache: cold" in done.stdout
    monkeypatch.setattr(kernel, "CACHE", None)
    done = doctor(["doctor", "--data", str(tmp_path)])
    assert "✗ compile cache: cannot be written" in done.stdout


def test_phones_in_the_room_are_shown_a_link_and_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    _tell_guests(["http://192.168.1.7:8080"])
    shown = capsys.readouterr().out
    assert "http://192.168.1.7:8080" in shown
    assert sum(line.count("█") + line.count("▀") for line in shown.splitlines()) > 100


def test_pages_may_be_opened_by_any_address_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.1.7"])
    found = page_addresses(EVERYWHERE, 8080)
    assert found[0] == "http://192.168.1.7:8080"
    assert {"http://127.0.0.1:8080", "http://localhost:8080"} < set(found)
    machine = socket.gethostname().lower().removesuffix(".local")
    assert f"http://{machine}.local:8080" in found
    assert page_addresses("127.0.0.1", 80) == ["http://127.0.0.1", "http://localhost"]
    assert page_addresses("::1", 8080) == ["http://[::1]:8080"]


def test_addresses_of_the_machine_are_not_loopback() -> None:
    assert not [each for each in server.lan_addresses() if each.startswith("127.")]


def test_a_port_that_is_taken_is_told() -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        taken.listen()
        with pytest.raises(CannotListen, match="in use; try another port"):
            listen("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize("host", ["no host", "192.0.2.1", "long" * 20])
def test_an_address_that_is_none_of_this_machine_is_told(host: str) -> None:
    with pytest.raises(CannotListen, match="; try another --host"):
        listen(host, 0)


def test_whoever_names_a_port_gets_that_or_none(tmp_path: Path) -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        taken.listen()
        port = str(taken.getsockname()[1])
        done = doctor(["serve", "--open", "--port", port, "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert isinstance(done.exception, CannotListen)
    assert f"port {port}" in str(done.exception)


def test_the_script_hands_options_to_the_server(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "play"
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "environment.sh").write_text("prepare() { :; }")
    told = tmp_path / ".venv" / "bin" / "snowtails"
    told.parent.mkdir(parents=True)
    told.write_text('#!/bin/sh\necho "$@"')
    told.chmod(0o755)
    shutil.copy(script, tmp_path)

    def handed(*arguments: str) -> str:
        done = subprocess.run(
            [tmp_path / "play", *arguments], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    assert handed() == "serve --open"
    assert handed("--port", "9000") == "serve --open --port 9000"
    assert handed("--lan") == "serve --open --lan"
    assert handed("--version") == "--version"
    assert handed("course", "show", "nutcracker") == "course show nutcracker"


def test_races_are_kept_in_the_data_folder_unless_a_database_is_named(tmp_path: Path) -> None:
    assert Settings(data=tmp_path).database_url == f"sqlite:///{tmp_path}/snowtails.db"
    assert Settings(database="postgresql://host/db").database_url == "postgresql://host/db"
    assert "snowtails" in Settings().database_url


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("https://race.example", "https://race.example"),
        ("HTTPS://Race.Example/", "https://race.example"),
        ("https://race.example:443", "https://race.example"),
        ("http://race.example:8080", "http://race.example:8080"),
        ("http://[::1]:80", "http://[::1]"),
    ],
)
def test_addresses_of_the_page_are_known_as_browsers_name_them(given: str, named: str) -> None:
    assert Settings(origins=(given,)).origins == (named,)


@pytest.mark.parametrize(
    "option",
    [
        "--origins=race.example",
        "--origins=https://one.example https://two.example",
        "--origins=https://race.example/path",
        "--origins=https://race.example:port",
        "--origins=ftp://race.example",
        "--trusted-proxies=proxy",
        "--trusted-proxies=127.0.0.1 10.0.0.1",
        "--trusted-proxies=10.0.0.1/8",
    ],
)
def test_addresses_that_are_none_are_refused_before_anything_is_served(
    option: str, tmp_path: Path
) -> None:
    done = doctor(["serve", "--port=0", f"--data={tmp_path}", option])
    assert done.exit_code == 1
    assert "Snow Tails is at" not in done.stdout
    assert "one is like" in str(done.exception)
    assert "several have commas between" in str(done.exception)


def test_the_log_has_levels_that_are_told() -> None:
    levels = ("debug", "info", "warning", "error", "critical")
    for arguments in (["--log-level=loud"], ["--help"]):
        done = doctor(["serve", *arguments], env={"COLUMNS": "200"})
        assert all(level in done.output for level in levels), done.output
        assert isinstance(done.exception, SystemExit | None)


@pytest.mark.parametrize("everybody", ["*", "127.0.0.1,*", "0.0.0.0/0", "::/0"])
def test_not_everybody_is_a_trusted_proxy(everybody: str, tmp_path: Path) -> None:
    done = doctor(["serve", "--port=0", f"--data={tmp_path}", f"--trusted-proxies={everybody}"])
    assert done.exit_code == 1
    assert "give the addresses or networks of the proxies" in str(done.exception)


def test_the_log_is_lines_of_json() -> None:
    record = logging.LogRecord("snowtails", logging.INFO, "", 0, "told %s", ("so",), None)
    record.facts = {"status": 200}
    line = json.loads(JsonLines().format(record))
    assert (line["what"], line["level"], line["status"]) == ("told so", "info", 200)


def test_a_start_that_fails_says_why_and_greets_nobody(tmp_path: Path) -> None:
    (tmp_path / "snowtails.db").write_bytes(b"no database " * 500)
    done = doctor(["serve", "--port", "0", "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert "Snow Tails is at" not in done.stdout
    assert isinstance(done.exception, InvalidDatabase)
    assert "cannot be used" in str(done.exception)


def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "races"
    file.write_text("")
    told = doctor(["serve", "--port", "0", "--data", str(file)]).exception
    assert isinstance(told, InvalidDatabase)
    assert str(told).startswith(f"the data folder {file} cannot be used: it is a file")
    below = file / "below"
    told = doctor(["serve", "--port", "0", "--data", str(below)]).exception
    assert isinstance(told, InvalidDatabase)
    assert str(told).startswith(f"the data folder {below} cannot be used: Not a directory")


async def make_database(path: Path) -> None:
    await (await Database.open(sqlite_url(path))).close()


def test_tables_of_a_newer_version_are_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, make_database(tmp_path / "snowtails.db")).result()
    told = doctor(["doctor", "--data", str(tmp_path)]).stdout
    assert f"tables of version {newest_version()}" in told
    with closing(sqlite3.connect(tmp_path / "snowtails.db")) as database, database:
        database.execute("UPDATE alembic_version SET version_num = 'of-tomorrow'")
    assert "✗ database: " in doctor(["doctor", "--data", str(tmp_path)]).stdout
