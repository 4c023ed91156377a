"""Mushers of earlier revisions: taken from git, raced under the rules of today."""

import subprocess
from pathlib import Path

import pytest

from snowtails import Refused
from snowtails.mushers import LADDER, before, find_musher
from snowtails.mushers.before import NoSuchRevision, musher_before

FIRST = """
from ..mushers import LADDER as TODAY

LADDER = {"husky": TODAY["yearling"]}
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with two revisions of mushers, in place of ours."""
    folder = tmp_path / "checkout" / "src" / "mushers"
    folder.mkdir(parents=True)
    monkeypatch.setattr(before, "_PACKAGE", folder)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Anna")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "anna@example.org")
    git(folder, "init", "-q", str(tmp_path / "checkout"))
    (folder / "__init__.py").write_text(FIRST, "utf-8")
    commit(folder)
    (folder / "__init__.py").write_text("from .other import LADDER\n", "utf-8")
    (folder / "other.py").write_text("from ..mushers import LADDER\n", "utf-8")
    commit(folder)
    return folder


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "commit.gpgsign=false", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "--all", ".")
    git(folder, "commit", "-q", "-m", "mushers")


def test_a_musher_is_found_as_it_was(checkout: Path) -> None:
    """In this checkout, the Husky of today drove like a Yearling before."""
    assert find_musher("husky@HEAD~1") == LADDER["yearling"]
    assert find_musher("husky@HEAD") == LADDER["husky"]


def test_a_revision_has_many_names(checkout: Path) -> None:
    head = git(checkout, "rev-parse", "HEAD~1").strip()
    assert musher_before("husky", head) == musher_before("husky", "HEAD~1")
    git(checkout, "tag", "v0", "HEAD~1")
    assert musher_before("husky", "v0") == musher_before("husky", "HEAD~1")


def test_what_is_in_the_folder_now_does_not_matter(checkout: Path) -> None:
    (checkout / "__init__.py").write_text("LADDER = {}", "utf-8")
    assert musher_before("husky", "HEAD") == LADDER["husky"]


def test_mushers_that_do_not_fit_the_rules_of_today_are_told(checkout: Path) -> None:
    (checkout / "__init__.py").write_text("from ..rules import no_such_rule", "utf-8")
    commit(checkout)
    for _ in range(2):
        with pytest.raises(NoSuchRevision, match=r"do not fit today's rules.*no_such_rule"):
            musher_before("husky", "HEAD")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("husky@v99", "give a revision of a git checkout, as in husky@HEAD~1"),
        ("husky@HEAD~7", "give a revision of a git checkout, as in husky@HEAD~1"),
        ("husky@", "give a revision of a git checkout, as in husky@HEAD~1"),
        ("balto@HEAD~1", "there was no musher 'balto' at HEAD~1; there were husky"),
    ],
)
def test_what_was_not_there_is_told(checkout: Path, name: str, told: str) -> None:
    with pytest.raises(NoSuchRevision) as caught:
        find_musher(name)
    assert told in str(caught.value)
    assert isinstance(caught.value, Refused)


def test_without_a_checkout_there_is_no_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(before, "_PACKAGE", tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(NoSuchRevision, match=r"not a git repository.*give a revision"):
        find_musher("husky@HEAD")


def test_without_git_there_is_no_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoSuchRevision, match="found by git, which is not here"):
        find_musher("husky@HEAD")
