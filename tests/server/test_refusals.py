"""Every reason to refuse something is documented, and has words on the page."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from snowtails.server.http.error_handlers import STATUSES
from snowtails.server.session.compile_worker import Progress
from snowtails.server.wire.answer_types import Problem
from tests.web.catalogues import words

ROOT = Path(__file__).parents[2]
SOURCES = [
    path.read_text("utf-8") for path in (ROOT / "src" / "snowtails" / "server").rglob("*.py")
]
STATUS = {**{kind.__name__: status for kind, status in STATUSES.items()}, "_conflict": 409}
"""Errors that are raised with a code, and the status with which each is told."""
FOR_PROGRAMS = {"host", "http", "method"}
"""Codes that the page has no words for: it never does what they refuse."""


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


def nodes() -> Iterator[ast.AST]:
    return (node for source in SOURCES for node in ast.walk(ast.parse(source)))


def refused() -> Iterator[tuple[int, str]]:
    """Find what the code refuses: the status and the code."""
    for node in nodes():
        match node:
            case ast.Call(
                func=ast.Name(id=error) | ast.Attribute(attr=error),
                args=[ast.Constant(value=str(code)), *_],
            ) if error in STATUS:
                yield STATUS[error], code
            case ast.Call(args=parts) | ast.Tuple(elts=parts):
                for one, other in pairwise(parts):
                    yield from status_and_code(one, other)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    yield from status_and_code(key, value)


def status_and_code(status: ast.AST | None, code: ast.AST) -> Iterator[tuple[int, str]]:
    """Give both if that is what they are: what is refused before it comes to a table."""
    match status, code:
        case ast.Constant(value=int(number)), ast.Constant(value=str(name)):
            if 400 <= number < 600 and re.fullmatch("[a-z-]+", name):
                yield number, name


def test_every_refusal_is_documented_with_its_status() -> None:
    codes = documented()
    found = set(refused())
    assert len(found) > 80
    for status, code in sorted(found):
        assert code in codes, f"{code} is not in docs/http-api.md"
        assert status in codes[code], f"{code} is documented with another status"


def test_every_fact_beside_a_refusal_is_declared() -> None:
    declared = set(Problem.__struct_fields__)
    told = {
        keyword.arg
        for node in nodes()
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and ast.unparse(node.func).split(".")[-1] in {*STATUS, "problem"}
        for keyword in node.keywords
    }
    assert {"problems", "number", "retry", "reference"} <= told
    told |= set(Progress.__dataclass_fields__)  # told as it is, while the rules are compiled
    assert told - {None} <= declared


@pytest.mark.parametrize("code", sorted(documented()))
def test_what_is_documented_is_refused_and_has_words(code: str) -> None:
    assert any(f'"{code}"' in source for source in SOURCES), f"nothing is refused with {code}"
    assert code in FOR_PROGRAMS or f"refused.{code}" in words("en")
