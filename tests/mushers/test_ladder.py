"""How a musher is found by its name."""

from pathlib import Path

import pytest

from snowtails import Refused, find_musher
from snowtails.mushers import INSTANT, LADDER, OFFERED, UnknownMusher

MINE = """
class Mine:
    name = "mine"

    def start(self, view, free, rng):
        return free[0]

    def choose(self, view, turns, rng):
        return turns[0]

    def discard(self, view, n, rng):
        return [1] * n


ready = Mine()


class NoMusher:
    name = "none"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with somebody's musher in it, and the place where we are."""
    (tmp_path / "my_own_sled.py").write_text(MINE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "elsewhere")  # puts the path back afterwards
    return tmp_path


def test_the_ladder_leads_from_the_rookie_to_togo() -> None:
    assert list(LADDER) == ["rookie", "pup", "yearling", "husky", "malamute", "togo"]
    assert list(OFFERED) == ["pup", "yearling", "husky", "malamute", "togo"]
    assert list(INSTANT) == ["rookie", "pup", "yearling", "husky"]
    assert all(find_musher(name) is musher for name, musher in LADDER.items())


@pytest.mark.parametrize("name", ["my_own_sled:Mine", "my_own_sled.py:Mine", "my_own_sled:ready"])
def test_anybodys_musher_is_found_in_this_folder(here: Path, name: str) -> None:
    assert find_musher(name).name == "mine"


def test_a_file_is_found_anywhere(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here.parent)
    assert find_musher(f"{here / 'my_own_sled.py'}:Mine").name == "mine"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("huskie", "there is no musher 'huskie' (did you mean husky?); there are rookie, pup"),
        ("balto", "there is no musher 'balto'; there are"),
        ("nobody_here:Mine", "there is no module 'nobody_here' here"),
        ("nobody.py:Mine", "there is no file nobody.py"),
        ("my_own_sled:Yours", "there is no Yours in my_own_sled"),
        (
            "my_own_sled.py:NoMusher",
            (
                "NoMusher is no musher: it needs `name`, `start`, `choose` and `discard`, "
                "and has no `start`, `choose`, `discard`"
            ),
        ),
    ],
)
def test_what_is_not_found_is_told_with_what_would_be(here: Path, name: str, told: str) -> None:
    with pytest.raises(UnknownMusher) as caught:
        find_musher(name)
    assert told in str(caught.value)
    assert isinstance(caught.value, Refused)


def test_a_module_that_lacks_another_tells_so_itself(here: Path) -> None:
    (here / "needs_more.py").write_text("import not_there_at_all", "utf-8")
    with pytest.raises(UnknownMusher, match=r"needs_more.py, line 1\): .*not_there_at_all"):
        find_musher("needs_more:Mine")
