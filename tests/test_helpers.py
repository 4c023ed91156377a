"""Helpers of the tests tell what they compared when they fail, as tests do."""

from importlib.util import find_spec
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
HELPERS = [
    ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
    for path in sorted(TESTS.rglob("*.py"))
    if not path.name.startswith(("test_", "__init__")) and "long" not in path.parts
]


@pytest.mark.parametrize("name", HELPERS)
def test_pytest_rewrites_the_assertions_of_helpers(name: str) -> None:
    found = find_spec(name)
    assert found is not None
    assert type(found.loader).__name__ == "AssertionRewritingHook"
