"""The files for hosts name what there is."""

import ipaddress
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement

from snowtails.cli import app
from snowtails.cli.serve import PORT
from snowtails.server.http.server import Settings

ROOT = Path(__file__).parents[1]
FILES = [ROOT / "docs" / "hosting.md", *sorted((ROOT / "hosting").iterdir())]
command = typer.main.get_command(app)


def parameters(*path: str) -> list[typer.core.TyperOption]:
    found = command
    for name in path:
        found = found.commands[name]  # type: ignore[attr-defined]
    return [each for each in found.params if isinstance(each, typer.core.TyperOption)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_variables_are_those_of_the_command(file: Path) -> None:
    known = {str(option.envvar) for option in parameters("serve")}
    named = set(re.findall(r"SNOWTAILS_[A-Z_]+", file.read_text("utf-8")))
    assert named <= known


def test_options_and_commands_are_those_of_the_command_line() -> None:
    text = FILES[0].read_text("utf-8")
    told = set(re.findall(r"^\| `(--[a-z-]+)` \| `(\w+)`", text, re.MULTILINE))
    assert told == {
        (name, option.envvar)
        for option in parameters("serve")
        if option.envvar  # the others are for whoever sits at the machine
        for name in option.opts
    }
    tried = re.findall(r"^upkeep ([a-z-]+)(.*?)(?:#|$)", text, re.MULTILINE)
    commands = command.commands["server"].commands  # type: ignore[attr-defined]
    assert {name for name, _ in tried} == set(commands)
    for name, rest in tried:
        known = {opt for option in parameters("server", name) for opt in option.opts}
        assert set(re.findall(r"--[a-z-]+", rest)) <= known


def test_upkeep_looks_where_the_service_keeps_its_data() -> None:
    (line,) = re.findall(r"^upkeep\(\) \{ sudo .*$", FILES[0].read_text("utf-8"), re.MULTILINE)
    unit = (ROOT / "hosting" / "snowtails.service").read_text("utf-8")
    (data,) = re.findall(r"^Environment=(SNOWTAILS_DATA=\S+)$", unit, re.MULTILINE)
    (settings,) = re.findall(r"^EnvironmentFile=-(\S+)$", unit, re.MULTILINE)
    (program,) = re.findall(r"^ExecStart=(\S+) serve$", unit, re.MULTILINE)
    assert all(part in line for part in (data, f". {settings};", f"exec {program} server"))


def test_there_is_one_port() -> None:
    assert Settings().port == PORT
    (asks,) = (each for each in parameters("server", "remove-course") if "--server" in each.opts)
    texts = [asks.help or "", *(file.read_text("utf-8") for file in FILES)]
    texts.append((ROOT / "docs" / "http-api.md").read_text("utf-8"))
    named = re.compile(r"(?:127\.0\.0\.1:|server-\d+:|PORT=|EXPOSE |-p \d+:)(\d+)")
    found = [named.findall(text) for text in texts]
    assert {port for ports in found for port in ports} == {str(PORT)}
    assert found[0], "the help names it too"


# -- containers


def copied() -> list[str]:
    """Return what the image is built from."""
    text = (ROOT / "hosting" / "Containerfile").read_text("utf-8")
    return [
        name for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for name in line.split()
    ]


def test_the_image_is_built_from_no_more_than_it_needs(tmp_path: Path) -> None:
    ignored, *others = [
        line
        for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert ignored == "*"
    assert [name.removeprefix("!") for name in others if name.startswith("!")] == copied()
    for name in copied():
        path = ROOT / name
        assert path.is_relative_to(ROOT / "src") or path.is_file()
        (shutil.copytree if path.is_dir() else shutil.copy)(path, tmp_path / name)
    hatch = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    subprocess.run(hatch, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert "snowtails/web/index.html" in archive.namelist()


def test_passwords_are_not_committed_nor_read_by_others() -> None:
    text = FILES[0].read_text("utf-8")
    assert re.search(r"^\(umask 077; .* > hosting/\.env\)$", text, re.MULTILINE)
    assert "install -m 600 /dev/stdin /etc/snowtails.env" in text
    assert not re.search(r"\btee\b", text)
    assert ".env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_the_proxy_knows_each_server_by_its_name() -> None:
    text = (ROOT / "hosting" / "compose.yaml").read_text("utf-8")
    (servers,) = re.findall(r"SERVERS: (.+)", text)
    named = re.findall(r"^  (server-\d+):", text, re.MULTILINE)
    assert servers.split() == [f"{name}:{PORT}" for name in named]
    assert len(named) > 1
    assert "replicas" not in text, "one name for several would be in or out for all of them"
    assert re.search(rf"\b{named[0]} snowtails server", FILES[0].read_text("utf-8"))


def test_only_the_network_of_the_containers_is_trusted() -> None:
    text = (ROOT / "hosting" / "compose.yaml").read_text("utf-8")
    (trusted,) = re.findall(r"SNOWTAILS_TRUSTED_PROXIES: (\S+)", text)
    (subnet,) = re.findall(r"subnet: (\S+)", text)
    assert trusted == subnet
    assert ipaddress.ip_network(subnet).is_private


def test_networks_of_proxies_can_be_trusted() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["optional-dependencies"]["server"])
    (uvicorn,) = (each for each in wanted if each.name == "uvicorn")
    assert uvicorn.specifier.contains(version("uvicorn"))
    assert not uvicorn.specifier.contains("0.30.6"), "the last that compared addresses as text"
