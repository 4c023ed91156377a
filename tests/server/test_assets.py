"""The files of the page and their addresses."""

import gzip
import re
from importlib import resources
from pathlib import Path

import pytest

from snowtails.server.http.assets import Assets

WEB = Path(str(resources.files("snowtails"))) / "web"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "index.html").write_text('<!-- preloads --><script src="{assets}/main.js">')
    (tmp_path / "main.js").write_text('import { a } from "./words/en.js";\nimport("./late.js");\n')
    (tmp_path / "late.js").write_text('import { c } from "./far.js";\n')
    (tmp_path / "far.js").write_text('export { b } from "./deep.js";\n')
    (tmp_path / "words" / "en.js").write_text('import {\n  b,\n} from "../deep.js";\n')
    (tmp_path / "deep.js").write_text("")
    (tmp_path / "notes.txt").write_text("nobody sees this")
    return tmp_path


def test_what_is_imported_is_loaded_at_once_and_what_is_not_is_not(folder: Path) -> None:
    assets = Assets(folder)
    assert assets.modules() == ["main.js", "words/en.js", "deep.js"]
    shell = assets.shell.data.decode()
    assert f'<link rel="modulepreload" href="/assets/{assets.hash}/deep.js">' in shell
    assert f'<script src="/assets/{assets.hash}/main.js">' in shell
    assert f"{assets.hash}/late.js" not in shell


def test_what_a_screen_needs_is_told_in_one_go(folder: Path) -> None:
    assets = Assets(folder)
    assert assets.screens() == {"late.js": ["late.js", "far.js"]}
    assert '<script type="application/json" id="screens">{"late.js":[' in assets.shell.data.decode()


def test_a_file_is_found_under_its_hash_alone(folder: Path) -> None:
    assets = Assets(folder)
    found = assets.find(assets.hash, "words/en.js")
    assert found is not None
    assert found.media_type.startswith("text/javascript")
    assert gzip.decompress(found.zipped) == found.data
    assert assets.find("0" * 12, "main.js") is None
    assert assets.find(assets.hash, "notes.txt") is None
    assert assets.find(assets.hash, "../index.html") is None


def test_style_sheets_are_one_file_in_their_order(folder: Path) -> None:
    link = '<link rel="stylesheet" href="{assets}/%s">\n'
    (folder / "index.html").write_text(link % "b.css" + link % "a.css" + "<!-- preloads -->")
    (folder / "a.css").write_text("a {}")
    (folder / "b.css").write_text("/* What is\nnot sent. */\nb {}")
    assets = Assets(folder)
    assert assets.files["style.css"].data == b"b {}a {}"
    assert assets.shell.data.decode().count("stylesheet") == 1
    assert f'href="/assets/{assets.hash}/style.css"' in assets.shell.data.decode()


def test_a_catalogue_is_one_file() -> None:
    assets = Assets(WEB)
    for language in ("en", "de", "ja"):
        catalogue = assets.files[f"words/{language}.js"].data.decode()
        assert "\nimport " not in catalogue
        assert catalogue.count("export const") == 1
        for part in sorted((WEB / "words" / language).glob("*.js")):
            assert part.read_text("utf-8").replace("export const", "const", 1) in catalogue


def test_any_change_changes_the_hash(folder: Path) -> None:
    before = Assets(folder).hash
    (folder / "late.js").write_text("// later\n")
    assert Assets(folder).hash != before


def test_the_page_is_light() -> None:
    assets = Assets(WEB)
    styles = [assets.shell, assets.files["style.css"], assets.files["icon.svg"]]
    first = [assets.files[name] for name in assets.modules()]
    race = [assets.files[name] for name in assets.screens()["race/table.js"]]
    assert sum(len(asset.zipped) for asset in (*styles, *first)) < 90_000
    assert sum(len(asset.zipped) for asset in (*styles, *first, *race)) < 200_000


def test_the_first_screen_waits_for_few_files() -> None:
    """Six come at once over HTTP/1: the style sheet and these are three rounds."""
    assert len(Assets(WEB).modules()) <= 17


def test_what_makes_the_first_screen_lovely_comes_after_what_it_needs() -> None:
    assets = Assets(WEB)
    names = re.findall(r'modulepreload" href="/assets/\w+/([^"]+)"', assets.shell.data.decode())
    needed = assets.modules()
    assert names[: len(needed)] == needed
    assert "home/scenery.js" in names[len(needed) :]
    assert len(set(names)) == len(names)


def test_the_words_of_a_language_are_on_their_way() -> None:
    assets = Assets(WEB)
    english, german = assets.shell_with("").data, assets.shell_with("", "de").data
    preload = f'<link rel="modulepreload" href="/assets/{assets.hash}/words/de.js">'.encode()
    assert preload not in english
    assert preload in german
