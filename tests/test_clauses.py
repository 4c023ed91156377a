"""Every clause of the rules has a test that carries its id, and a change that the test notices."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutations import Mutation, read_mutations

HERE = Path(__file__).parent
CLAUSES = [line.split()[0] for line in (HERE / "clauses.txt").read_text("utf-8").splitlines()]


def marked(source: str) -> Iterator[str]:
    """Find the ids that the tests of a module carry."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower()[:4] == "test":
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    yield from (str(ast.literal_eval(argument)) for argument in mark.args)


MUTATIONS = list(read_mutations())
FOUND = {clause for path in HERE.rglob("test_*.py") for clause in marked(path.read_text("utf-8"))}


def test_the_list_names_each_clause_once() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) > 0


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_test(clause: str) -> None:
    assert clause in FOUND


def test_tests_carry_known_clauses_only() -> None:
    assert set(CLAUSES) >= FOUND


def test_marks_are_found() -> None:
    source = """
@pytest.mark.clause("A-1", "B-2")
def test_one() -> None: ...
@pytest.mark.parametrize("x", ["C-3"])
@pytest.mark.clause("D-4")
def test_two() -> None: ...
@pytest.mark.clause("E-5")
def helper() -> None: ...
"""
    assert list(marked(source)) == ["A-1", "B-2", "D-4"]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_is_broken_on_purpose(clause: str) -> None:
    assert clause in {mutation.clause for mutation in MUTATIONS}


@pytest.mark.parametrize("mutation", MUTATIONS, ids=str)
def test_the_text_that_keeps_a_clause_stands_there_once(mutation: Mutation) -> None:
    source = HERE.parent / "src" / "snowtails" / mutation.file
    assert source.read_text("utf-8").count(mutation.old) == 1
    assert mutation.clause in CLAUSES
    assert mutation.new != mutation.old
