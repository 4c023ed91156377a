"""The page's words: three whole catalogues, and no word outside of them."""

import re
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from snowtails import Course
from snowtails.coach.reasons import PRICES
from snowtails.course.box import PIECES
from snowtails.course.character import Character
from snowtails.course.problem import SENTENCES
from snowtails.course.repair import RepairCode
from snowtails.course.tile import FACES
from snowtails.lab.certificate import SENTENCES as REMARKS
from snowtails.mushers import OFFERED
from snowtails.rules.move import CLAUSE_OF, Cause
from snowtails.server.wire.declarations import field_notes
from snowtails.server.wire.types import Dent
from tests.web.catalogues import LANGUAGES, ORDINALS, PLURALS, WEB, arguments, help_words, words

OTHERS = [each for each in LANGUAGES if each != "en"]
MODULES = sorted(path for path in WEB.rglob("*.js") if "words" not in path.relative_to(WEB).parts)


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_have_the_same_keys_in_the_same_order(language: str) -> None:
    own, english = words(language), words("en")
    assert set(english) - set(own) == set()
    assert list(own) == list(english)


@pytest.mark.parametrize("language", OTHERS)
def test_messages_have_the_same_arguments(language: str) -> None:
    own, english = words(language), words("en")
    differing = {
        key
        for key in english
        if {each.name for each in arguments(english[key])}
        != {each.name for each in arguments(own[key])}
    }
    assert differing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_have_all_the_forms_that_the_language_needs_and_no_other(language: str) -> None:
    needed = {"plural": PLURALS[language], "selectordinal": ORDINALS[language]}
    for key, message in words(language).items():
        for _, kind, forms in arguments(message):
            if kind in needed:
                own = {form for form in forms if not form.startswith("=")}
                assert own == needed[kind], (key, message)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    own, english = words(language), words("en")
    same = {
        key
        for key in english
        if own[key] == english[key] and len(re.findall(r"[A-Za-z]{2,}", _bare(english[key]))) > 2
    }
    assert same <= {"course.name.Husky on the Rocks"}


def _bare(message: str) -> str:
    return re.sub(r"\{\w+(, \w+)?\}", "", message)


@pytest.mark.parametrize("language", ["ja"])
def test_japanese_uses_its_own_marks_between_japanese_words(language: str) -> None:
    kana = r"[\u3040-\u30ff\u4e00-\u9fff]"
    found = {
        key: message
        for key, message in words(language).items()
        if re.search(rf"{kana}[.,!?:;()]|[.,!?:;()]{kana}", re.sub(r"\{\w+, .*?\{", "{", message))
    }
    assert found == {}


def test_every_course_musher_and_problem_has_words() -> None:
    english = words("en")
    assert {f"course.name.{Course.load(name).name}" for name in Course.shipped()} <= set(english)
    assert {f"musher.{musher}" for musher in OFFERED} <= set(english)
    assert {f"problem.{code}" for code in SENTENCES} <= set(english)


def test_every_piece_repair_and_remark_has_words() -> None:
    english = words("en")
    assert {f"build.piece.{face}" for face in (*FACES, "start", "finish")} <= set(english)
    assert {f"build.box.{piece}" for piece in PIECES} <= set(english)
    assert {f"build.repair.{code}" for code in get_args(RepairCode)} <= set(english)
    assert {f"remark.{code}" for code in REMARKS} <= set(english)
    assert {f"surprise.character.{each}" for each in get_args(Character)} <= set(english)


# -- no word outside of the catalogues


def literals(source: str) -> list[str]:
    """Return the strings of a module, without those in comments and errors."""
    source = re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", source, flags=re.DOTALL)
    source = re.sub(r"throw new Error\(.*?\);", "", source)
    plain = re.findall(r'"((?:[^"\\\n]|\\.)*)"', re.sub(r"`[^`]*`", "``", source))
    templates = [re.sub(r"\$\{[^}]*\}", "", each) for each in re.findall(r"`([^`]*)`", source)]
    return plain + templates


SENTENCE = re.compile(r"^[A-Z][a-z]*,? [a-z]{2,}|[A-Za-z]{2,} .*[a-z]{2,}[.!?…]$")
ALLOWED = re.compile(
    r"^(Arrow\w*|Enter|Escape|Home|End|Tab|Page(Up|Down)|Shift|Space|Lumi|Notification|English|Deutsch|.*\.js)$"
)


def prose(source: str) -> list[str]:
    """Return the strings of a module that people would read."""
    return [
        each
        for each in literals(source)
        if not ALLOWED.match(each)
        and (SENTENCE.search(each) or re.fullmatch(r"[A-Z][a-z]+", each) or not _latin(each))
    ]


def _latin(text: str) -> bool:
    return not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text) or text == "日本語"


def test_the_search_for_prose_finds_it() -> None:
    assert prose('make("p", {}, "Race now")') == ["Race now"]
    assert prose("make(`p`, {}, `You have ${count} dents.`)") == ["You have  dents."]
    assert prose('make("p", { "aria-label": "Close" })') == ["Close"]
    assert prose('make("p", { class: "plain go" }, say("close"))') == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(WEB).as_posix())
def test_modules_have_no_words_of_their_own(module: Path) -> None:
    assert prose(module.read_text("utf-8")) == []


def test_the_shell_says_nothing_but_the_name() -> None:
    shell = re.sub(r"<!--.*?-->", "", (WEB / "index.html").read_text("utf-8"))
    assert re.sub(r"<[^>]*>", " ", shell).split() == ["Snow", "Tails"]
    assert not re.search(r"\b(alt|title|aria-label|placeholder)=", shell)


def test_keys_that_modules_use_are_there() -> None:
    english = set(words("en"))
    used = {
        key
        for module in MODULES
        for key in re.findall(r'\bsay\(\s*"([^"]+)"', module.read_text("utf-8"))
    }
    assert used - english == set()


# -- the help


CLAUSES = [
    line.split()[0]
    for line in (Path(__file__).parents[1] / "clauses.txt").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_every_clause_of_the_rules(language: str) -> None:
    told = help_words(language)
    assert sorted(told["clauses"]) == sorted(CLAUSES)
    assert list(dict.fromkeys(each.partition("-")[0] for each in told["clauses"])) == list(
        told["chapters"]
    )
    assert all(len(clause) >= 2 and all(clause) for clause in told["clauses"].values())


@pytest.mark.parametrize("language", OTHERS)
def test_help_is_the_same_in_every_language(language: str) -> None:
    own, english = help_words(language), help_words("en")
    assert len(own["minute"]) == len(english["minute"])
    assert list(own["chapters"]) == list(english["chapters"])
    assert list(own["clauses"]) == list(english["clauses"])
    assert list(own["pictures"]) == list(english["pictures"])
    for clause, (_, *paragraphs) in english["clauses"].items():
        assert len(own["clauses"][clause]) == len(paragraphs) + 1, clause
        numbers = [
            Counter(re.findall(r"\d+", " ".join(told["clauses"][clause])))
            for told in (own, english)
        ]
        assert set(numbers[0]) >= set(numbers[1]) or language == "ja", clause


def test_every_picture_of_the_help_is_described() -> None:
    scenes = (WEB / "help" / "scenes.js").read_text("utf-8")
    drawn = re.findall(r'^  "([A-Z]+-\d+)": \{', scenes, re.MULTILINE)
    assert drawn == list(help_words("en")["pictures"])
    assert set(drawn) <= set(help_words("en")["clauses"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_cites_known_clauses(language: str) -> None:
    told = help_words(language)["clauses"]
    cited = {each for text in told.values() for each in re.findall(r"[A-Z]+-\d+", " ".join(text))}
    assert "SEASON-3" in cited
    assert cited <= set(told)


@pytest.mark.clause("ADVICE-2")
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_tells_a_solo_player_what_matters(language: str) -> None:
    _, advice = help_words(language)["clauses"]["ADVICE-2"]
    assert re.findall(r"SOLO-\d+", advice) == ["SOLO-8", "SOLO-2"]
    _, stack = help_words(language)["clauses"]["SOLO-6"]
    assert re.search(r"5\D+4\D+3\D+2\D+1", stack)


def test_every_reason_for_a_dent_has_help() -> None:
    assert set(CLAUSE_OF) == set(get_args(Cause))
    assert set(CLAUSE_OF.values()) <= set(help_words("en")["clauses"])
    noted = field_notes(Dent)["cause"]
    assert all(f"`{cause}` ({clause})" in noted for cause, clause in CLAUSE_OF.items())


def test_page_and_terminal_call_the_same_a_price() -> None:
    reason = (WEB / "coach" / "reason.js").read_text("utf-8")
    told = re.search(r"PRICES = new Set\(\[(.*?)\]\)", reason)
    assert told
    assert set(re.findall(r"\w+", told[1])) == PRICES


def test_every_message_is_said_somewhere() -> None:
    source = "\n".join(
        module.read_text("utf-8") for module in MODULES if "words" not in module.parts
    )
    whole = set(re.findall(r"[\"`]([A-Za-z][\w.\- ']*)[\"`]", source))
    begun = tuple(re.findall(r"`([\w-]+\.[\w.-]*)\$\{", source))
    assert [key for key in words("en") if key not in whole and not key.startswith(begun)] == []
