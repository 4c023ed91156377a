"""A plain install is the engine and the command line; extras add the rest or are asked for."""

import json
import re
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path
from urllib.request import urlopen

import pytest

from snowtails.cli.extras import BRINGS, Extra, install
from tests.installs import brought, hiding_all_but

COMMAND = "from snowtails.cli import main; main()"
EVERYTHING = """
import importlib, pkgutil, snowtails
for module in pkgutil.walk_packages(snowtails.__path__, "snowtails."):
    if not module.name.startswith(("snowtails.server", "snowtails.__main__")) and (
        module.name.rpartition(".")[2] not in ("pettingzoo", "gymnasium", "openspiel")
    ):
        importlib.import_module(module.name)
for name in snowtails.__all__:
    getattr(snowtails, name)
print("imported")
"""


def run(installed: str, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", hiding_all_but(installed) + code, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_a_plain_install_has_few_dependencies() -> None:
    plain = [text for text in requires("snowtails") or [] if "extra ==" not in text]
    assert len(plain) <= 12
    assert not brought("snowtails") & {
        "scipy",
        "fastapi",
        "uvicorn",
        "sqlalchemy",
        "psycopg",
        "pytest",
    }
    assert "psycopg" not in brought("snowtails[server]")


@pytest.mark.parametrize("extra", BRINGS)
def test_what_an_extra_is_said_to_bring_it_brings(extra: Extra) -> None:
    assert set(BRINGS[extra]) <= brought(f"snowtails[{extra}]") - brought("snowtails")


def test_a_plain_install_imports_all_but_the_server_and_shells_of_others() -> None:
    done = run("snowtails", EVERYTHING)
    assert (done.stdout, done.stderr) == ("imported\n", "")


@pytest.mark.parametrize(
    "command",
    [
        "--help",
        "course show nutcracker",
        "course draw srs",
        "race --sleds 2 --course srs --quiet --seed 1",
        "league --mushers rookie,pup --courses srs --rounds 1 --workers 1",
    ],
)
def test_a_plain_install_runs_commands(command: str) -> None:
    done = run("snowtails", COMMAND, *command.split())
    assert done.returncode == 0, done.stderr


def test_serving_without_the_server_names_the_command_that_installs_it() -> None:
    done = run("snowtails", COMMAND, "serve", "--port", "0")
    assert done.returncode == 1
    assert done.stdout == ""
    told = "The server is not installed (No module named "
    assert done.stderr.startswith(told)
    assert done.stderr.endswith(f"): {install('server')}\n")
    assert len(done.stderr.splitlines()) == 1


def test_postgresql_without_its_driver_names_the_command_that_installs_it() -> None:
    done = run("snowtails[server]", COMMAND, "serve", "--database", "postgresql://nobody@/nothing")
    assert (done.returncode, done.stdout) == (1, "")
    assert "The driver for PostgreSQL is not installed" in done.stderr
    assert done.stderr.endswith(f"): {install('postgres')}\n")


def test_the_server_extra_alone_serves_from_sqlite(tmp_path: Path) -> None:
    code = hiding_all_but("snowtails[server]") + COMMAND
    serve = ["serve", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-c", code, *serve], stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found
            with urlopen(f"{found[0]}/health", timeout=60) as answer:
                assert json.load(answer)["status"] == "ok"
        finally:
            running.terminate()
    assert (tmp_path / "snowtails.db").exists()
