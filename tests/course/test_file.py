"""Course files: what they say, and what they say when they cannot be read."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snowtails import Course, InvalidCourse, Tile
from tests import strategies

MAP = (".....", "..t..", ".t.t.", "..t..", ".....")
FILE = """
name = "Morning Run"
flag = "left"
tiles = [
  "straight",
  { tile = "corner-left", safety = 5 },
  { tile = "straight", map = [".....", "..t..", ".t.t.", "..t..", "....."] },
]

[description]
en = "Once around the lake."
"""


def complaints(text: str, source: str = "") -> list[str]:
    """Return what is said about a file that cannot be read."""
    with pytest.raises(InvalidCourse) as caught:
        Course.from_toml(text, source)
    return str(caught.value).splitlines()


# -- reading and writing ----------------------------------------------------------------------


def test_a_file_is_read() -> None:
    course = Course.from_toml(FILE)
    assert course.tiles == (
        Tile("straight"),
        Tile("corner-left", safety=5),
        Tile("straight", map=MAP),
    )
    assert (course.name, course.flag) == ("Morning Run", "left")
    assert course.description == {"en": "Once around the lake."}


@pytest.mark.clause("SETUP-7")
def test_the_flag_is_on_the_right_unless_the_file_says_left() -> None:
    assert Course.from_toml('tiles = ["straight"]').flag == "right"
    assert Course.from_toml('tiles = ["straight"]\nflag = "left"').flag == "left"
    assert Course.from_toml('tiles = ["straight"]\nflag = "right"').flag == "right"


def test_a_description_may_be_one_text() -> None:
    course = Course.from_toml('tiles = ["straight"]\ndescription = "Short."')
    assert course.description == {"en": "Short."}


@given(strategies.courses | strategies.any_courses)
def test_a_course_is_read_back_from_its_file(course: Course) -> None:
    again = Course.from_toml(course.to_toml())
    assert again == course
    assert (again.name, again.description) == (course.name, course.description)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_of_any_editor_are_read(tmp_path: Path, ending: str, mark: str) -> None:
    path = tmp_path / "morning.toml"
    path.write_bytes((mark + FILE.replace("\n", ending)).encode())
    assert Course.load(path) == Course.load(str(path)) == Course.from_toml(FILE)


# -- files that cannot be read ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('tiles = ["straight"]\nname = \n', "line 2, column 8: invalid value"),
        ("tiles = [\n  straight,\n]", "line 2, column 3: invalid value"),
        ('tiles = ["straight"', "line 1, column 20: unclosed array"),
        ("tiles = " + "[" * 50_000, "line 1, column 1: brackets are nested too deeply"),
        ("tiles = " + "9" * 5_000, "line 1, column 1: a number is too long"),
        ("#" * 100_001, "100001 characters are too many for a course; at most 100000"),
    ],
    ids=["value", "quotes", "end", "deep", "long", "large"],
)
def test_an_unreadable_file_says_where(text: str, sentence: str) -> None:
    assert complaints(text) == [sentence]


def test_text_that_is_not_utf8_says_where(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes("tiles = []\nname = 'Böe'\n".encode("latin-1"))
    with pytest.raises(InvalidCourse) as caught:
        Course.load(path)
    sentence = "line 2, column 10: not UTF-8 text; save the file as UTF-8"
    assert str(caught.value) == f"{path}: {sentence}"


def test_unknown_keys_come_with_the_nearest_known_one() -> None:
    known = "known keys are name, tiles, flag, description"
    assert complaints('tile = []\ntiles = ["straight"]\nzzz = 1') == [
        f"unknown key tile (did you mean tiles?); {known}",
        f"unknown key zzz; {known}",
    ]
    assert complaints('tiles = ["straight", { tile = "straight", mpa = [] }]') == [
        "tile 2: unknown key mpa (did you mean map?); known keys are tile, map, safety"
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", 'no list of tiles; write tiles = ["straight", "corner-left", …]'),
        ('tiles = "straight"', "tiles must be a list, not text"),
        ("tiles = [7]", 'tile 1: a tile must be a name or { tile = "…", … }, not 7'),
        ("tiles = [[]]", 'tile 1: a tile must be a name or { tile = "…", … }, not a list'),
        ("tiles = [{}]", "tile 1: tile must be the name of a tile, not nothing"),
        ("tiles = []\nname = true", "name must be text, not true or false"),
        ("tiles = []\nname = 0xf" + "f" * 5_000, "name must be text, not a huge number"),
        ("tiles = []\nname = 2020-02-02", "name must be text, not datetime.date(2020, 2, 2)"),
        ("tiles = []\nflag = 'up'", 'flag must be "left" or "right", not \'up\''),
        ("tiles = []\nflag.a = 'up'", 'flag must be "left" or "right", not a table'),
        ("tiles = []\nflag" + ".a" * 2_000 + "=1", 'flag must be "left" or "right", not a table'),
        (
            "tiles = []\ndescription.en = 7",
            "description must be text, or a table with a text for each language, not a table",
        ),
        (
            "tiles = [{tile = 'straight', map = '.....'}]",
            "tile 1: map must be a list of five texts, not text",
        ),
        (
            "tiles = ['chasm', {tile = 'corner-left', safety = 4.5}]",
            "tile 2: safety must be a small whole number, not 4.5",
        ),
        (
            "tiles = [{tile = 'corner-left', safety = true}]",
            "tile 1: safety must be a small whole number, not true or false",
        ),
        (
            "tiles = [{tile = 'corner-left', safety = 0xf" + "f" * 5_000 + "}]",
            "tile 1: safety must be a small whole number, not a huge number",
        ),
    ],
    ids=range(16),
)
def test_wrong_types_are_named(text: str, sentence: str) -> None:
    assert complaints(text) == [sentence]


def test_everything_unreadable_is_said_at_once_with_its_source() -> None:
    text = "tiles = [1, {map = 2, safety = 'x'}]\nname = 3\nflag = 4\ndescription = 5\nfalg = 6"
    said = complaints(text, "mine.toml")
    assert len(said) == 8
    assert all(sentence.startswith("mine.toml: ") for sentence in said)


@pytest.mark.parametrize(
    "name", ["nowhere.toml", "no/where", "no\\where", ".", "/", "a\0.toml", "a.toml/b.toml"]
)
def test_a_missing_file_is_named(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.toml").touch()
    with pytest.raises(InvalidCourse, match=r"there is no file .*; shipped courses are .*nutcr"):
        Course.load(Path(name) if name == "." else name)


def test_a_file_that_cannot_be_opened_says_why() -> None:
    with pytest.raises(InvalidCourse, match=r"the file a+\.toml cannot be read: File name too lo"):
        Course.load("a" * 5000 + ".toml")


# -- anything at all --------------------------------------------------------------------------


def read_or_refused(text: str) -> tuple[object, ...]:
    """Return all that is wrong with a file; any error but InvalidCourse gets through."""
    try:
        return Course.from_toml(text).status()
    except InvalidCourse as error:
        return str(error), *error.problems


tokens = st.sampled_from(
    [
        *"[]{}=,.\"'#\n\r\t\\-+_0159 eEftxZ:\ufeff\0",
        *("tiles", "name", "flag", "description", "tile", "map", "safety", "left", "straight"),
        *("true", "nan", "inf", "0x", "0b1", "1979-05-27", "07:32:00", "'''", '"""', "[[", "]]"),
    ]
)


@given(st.text() | st.lists(tokens).map("".join))
def test_any_text_is_a_file_or_raises_invalid_course(text: str) -> None:
    read_or_refused(text)


values: st.SearchStrategy[str] = st.recursive(
    st.sampled_from(["1", "-0", "4.5", "nan", "true", "'straight'", "'.....'", "1979-05-27", "''"]),
    lambda inner: (
        st.lists(inner, max_size=5).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(
            st.tuples(st.sampled_from(["tile", "map", "safety", "x"]), inner), max_size=3
        ).map(lambda items: "{" + ", ".join(f"{key} = {value}" for key, value in items) + "}")
    ),
)


@given(st.dictionaries(st.sampled_from(["tiles", "name", "flag", "description", "x"]), values))
def test_any_value_under_any_key_is_read_or_raises_invalid_course(table: dict[str, str]) -> None:
    read_or_refused("\n".join(f"{key} = {value}" for key, value in table.items()))


@given(strategies.courses, st.data())
def test_a_damaged_file_is_a_course_or_raises_invalid_course(
    course: Course, data: st.DataObject
) -> None:
    text = course.to_toml()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 8)))
        middle = data.draw(st.text(max_size=5) | st.lists(tokens, max_size=3).map("".join))
        text = text[:start] + middle + text[end:]
    read_or_refused(text)


@given(st.binary() | strategies.courses.map(lambda course: course.to_toml().encode("utf-16")))
def test_any_bytes_are_a_file_or_raise_invalid_course(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_bytes(data)
    with suppress(InvalidCourse):
        Course.load(path)


def test_wrong_keys_do_not_hide_what_is_wrong_with_the_tiles() -> None:
    text = """
    colour = "blue"
    tiles = ["strait", { tile = "corner-left", safety = 12 }, { map = [] }]
    """
    with pytest.raises(InvalidCourse) as caught:
        Course.from_toml(text)
    assert [(found.code, found.tile) for found in caught.value.problems] == [
        ("unknown-key", None),
        ("wrong-type", 3),
        ("unknown-tile", 1),
        ("safety-range", 2),
    ]
