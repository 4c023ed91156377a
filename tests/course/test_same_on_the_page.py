from importlib import resources
from xml.etree import ElementTree

from snowtails.course.drawing.figures import PALETTES
from snowtails.course.drawing.lettering import (
    DOT,
    LOGOTYPE,
    NUMERALS,
    RUNNER,
    draw_logotype,
    draw_numeral,
)
from snowtails.course.drawing.sleds import CRACKED, HULLS, HUSKY
from snowtails.course.drawing.tracks import APART, RUNNERS, SHARE, SIDEWAYS

WEB = resources.files("snowtails") / "web"


def test_the_page_draws_the_same_letters_and_numerals() -> None:
    page = (WEB / "core" / "lettering.js").read_text("utf-8")
    for stroke in (*NUMERALS.values(), *LOGOTYPE, RUNNER, DOT):
        assert f'"{stroke}"' in page


def test_the_page_draws_the_same_sleds_and_dogs() -> None:
    husky = (WEB / "core" / "husky.js").read_text("utf-8")
    for _, shape in HUSKY:
        assert f'"{shape}"' in husky
    sled = (WEB / "core" / "sled.js").read_text("utf-8")
    for *_, hull in HULLS.values():
        assert f'"{hull}"' in sled
    assert all(f'"{crack}"' in sled for crack in CRACKED)


def test_letters_are_paths_and_nothing_else() -> None:
    for colours in PALETTES.values():
        root = ElementTree.fromstring(draw_logotype(colours))
        assert {found.tag for found in root} == {"path"}
        assert colours.ink in {found.get("stroke") for found in root}
    assert ElementTree.fromstring(draw_numeral(4, "#123456")).get("stroke") == "#123456"


def test_the_page_draws_the_same_tracks() -> None:
    page = (WEB / "board" / "tracks.js").read_text("utf-8")
    for name, value in (("RUNNERS", RUNNERS), ("SHARE", SHARE), ("SIDEWAYS", SIDEWAYS)):
        assert f"const {name} = {value};" in page
    assert f"const APART = {APART};" in (WEB / "board" / "keepsake.js").read_text("utf-8")
