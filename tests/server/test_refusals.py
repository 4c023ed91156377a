"""Every reason to refuse something is documented, and has words on the page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.catalogues import words

ROOT = Path(__file__).parents[2]
SOURCES = [path.read_text("utf-8") for path in (ROOT / "src" / "snowtails").rglob("*.py")]
STATUS = {
    "Unauthorized": 401,
    "Forbidden": 403,
    "NotFound": 404,
    "Conflict": 409,
    "_conflict": 409,
    "LimitReached": 429,
    "Unavailable": 503,
    "Unprocessable": 422,
}
"""With which status an error is told."""


def documented() -> dict[str, set[int]]:
    """Return the codes of the table in `docs/http-api.md`, each with its statuses."""
    page = (ROOT / "docs" / "http-api.md").read_text("utf-8")
    table = page.partition("**Refusals**")[2].partition("\n\nA parameter")[0]
    codes: dict[str, set[int]] = {}
    for statuses, cell in re.findall(r"^\| ([\d, ]+) \| (.*) \|$", table, re.MULTILINE):
        # What stands beside a code is told in brackets and after "with".
        told = re.sub(r"\([^)]*\)", "", cell)
        told = re.sub(r"with `[^;]*?(?=,|;|$)|and `asks`", "", told)
        for code in re.findall(r"`([a-z-]+)`", told):
            codes.setdefault(code, set()).update(map(int, statuses.split(", ")))
    return codes


def raised() -> Iterator[tuple[str, str]]:
    """Find what the code refuses: the error and the code."""
    for source in SOURCES:
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(
                    func=ast.Name(id=error) | ast.Attribute(attr=error),
                    args=[ast.Constant(value=str(code)), *_],
                ) if error in STATUS:
                    yield error, code


def test_every_refusal_is_documented_with_its_status() -> None:
    codes = documented()
    found = set(raised())
    assert len(found) > 60
    for error, code in sorted(found):
        assert code in codes, f"{code} is not in docs/http-api.md"
        assert STATUS[error] in codes[code], f"{code} is documented with another status"


@pytest.mark.parametrize("code", sorted(documented()))
def test_what_is_documented_is_refused_and_has_words(code: str) -> None:
    assert any(f'"{code}"' in source for source in SOURCES), f"nothing is refused with {code}"
    assert f"refused.{code}" in words("en")
