"""Reading the page's catalogues: plain data in JavaScript, and messages as in ICU."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import snowtails

WEB = Path(snowtails.__file__).parent / "web"
LANGUAGES = ("en", "de", "ja")

PLURALS = {"en": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"}}
"""The forms that each language needs; `Intl.PluralRules` names them so."""

ORDINALS = {"en": {"one", "two", "few", "other"}, "de": {"other"}, "ja": {"other"}}


def read_catalogue(path: Path) -> dict[str, Any]:
    """Read the object that a module exports; its keys must be unique."""
    source = re.sub(r"^\s*/\*\*.*\*/\s*$", "", path.read_text("utf-8"), flags=re.MULTILINE)
    text = source[source.index("= {") + 2 :].rstrip().removesuffix(";")
    text = re.sub(r"^(\s*)(\w+):", r'\1"\2":', text, flags=re.MULTILINE)
    return _parsed(re.sub(r",(\s*[}\]])", r"\1", text))


def _parsed(text: str) -> dict[str, Any]:
    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), {key for key in keys if keys.count(key) > 1}
        return dict(pairs)

    found: dict[str, Any] = json.loads(text, object_pairs_hook=unique)
    return found


def words(language: str) -> dict[str, str]:
    """Read the words of all parts of the page; none may have a key of another."""
    joined: dict[str, str] = {}
    for part in sorted((WEB / "words" / language).glob("*.js")):
        own = read_catalogue(part)
        assert joined.keys().isdisjoint(own), joined.keys() & own.keys()
        joined |= own
    return joined


def help_words(language: str) -> dict[str, Any]:
    return _parsed((WEB / "help" / f"{language}.json").read_text("utf-8"))


class Argument(NamedTuple):
    """A place in a message that a fact fills."""

    name: str
    kind: str
    forms: frozenset[str]


def arguments(message: str) -> Iterator[Argument]:
    """Find the arguments of a message, those within its forms included."""
    at = 0
    while (at := message.find("{", at)) >= 0:
        end = closing(message, at)
        name, _, rest = message[at + 1 : end].partition(",")
        kind, _, rest = rest.partition(",")
        forms = dict(_forms(rest))
        assert re.fullmatch(r"\w+", name.strip()), message
        yield Argument(name.strip(), kind.strip(), frozenset(forms))
        for form in forms.values():
            yield from arguments(form)
        at = end + 1
    assert message.count("{") == message.count("}"), message


def _forms(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while (open_ := text.find("{", at)) >= 0:
        end = closing(text, open_)
        yield text[at:open_].strip(), text[open_ + 1 : end]
        at = end + 1


def closing(text: str, at: int) -> int:
    """Return where the brace is closed that is opened at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise AssertionError(f"a brace is not closed: {text}")
